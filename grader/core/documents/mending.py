"""What a person would mend in a text that is neither YAML nor JSON, and on which line; and in a submission whose answers stand elsewhere.

A parser stops where it can go on no more, which is often a line below the mistake, and says so in its own terms. So each
of the commonest mistakes is tried here: the text without it. A mistake is told only where the text is then read further
than before. Nothing is ever graded in its mended form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, repeat, takewhile
from typing import NamedTuple

from grader.core.errors import Path, suggest
from grader.core.text import printable

# -- the commonest mistakes within one line of YAML or JSON: what gives each away, how it is mended and what is said
# of it


class Mistake(NamedTuple):
    """A mistake within one line: the pattern that gives it away, what stands there instead, and what is said.

    `shows`: the mended line is shown. Not where it would only be a guess.
    """

    pattern: str
    instead: str
    message: str
    shows: bool = True

    def mend(self, line: str) -> str:
        """Return the line without the mistake."""
        return re.sub(self.pattern, self.instead, line)


_NAME = r"[\"']?[\w.][\w.-]*[\"']?"
_LEFT_BLANK = "write null for an entry that is left blank"
_ONE = r"(?:[^\s:#\[{]\S*|[\[{].*)"  # one word, or a list or mapping
_NO_COLON = "a ':' is missing behind the name"
_IN_QUOTES = "put text that holds ': ' or begins with a sign in quotes"
_NO_SPACE = "the line holds a space that is none, as web pages and word processors write it; type its spaces anew"
_COMMENT = "a comment begins with '#'"
_FOLLOWS = f"{_COMMENT}; leave out what follows "
_NO_PART = "this line is no part of the answers; leave it out, or begin it with '#'"
_NEW_LINE = "only one ':' can stand here; begin a new line behind the first, indented deeper"
_NO_COMMA = "a ',' is missing between two entries"
_OTHER_QUOTES = "a quotation mark stands within quotes; write the other sort around them"
_NOT_TEXT = "(?!(?:student|title|prompt|text|source|note|why):)"  # what stands behind these is text, colons and all
_LOOKS_BLANK = "[\u00a0\u2000-\u200b\u202f\u2060\u3000\ufeff]"

SURE = (
    Mistake(
        r"^\s*(?:```|~~~).*$", "", "a fence such as ``` is no part of the answers; leave out this line", shows=False
    ),
    Mistake(
        r"^(?:<<<<<<<|=======|>>>>>>>).*$", "", "a mark of git where two versions meet; keep one version", shows=False
    ),
    Mistake(r"^> ?(?!>)", "", "leave out the '>' at the start of the line", shows=False),
)
"""What is a mistake wherever it stands in a text that cannot be read."""

NO_BLANKS = Mistake(_LOOKS_BLANK, " ", _NO_SPACE, shows=False)
FIRST = (
    NO_BLANKS,
    Mistake(r"，\s*", ", ", "'，' is the wide form of a comma; write ','"),
    Mistake(r"(?:^|(?<=\s))//.*$", "", f"{_FOLLOWS}'//'", shows=False),
    Mistake(r"/\*.*?\*/", "", f"{_FOLLOWS}'/*'", shows=False),
    Mistake(r"<!--.*?-->", "", f"{_FOLLOWS}'<!--'", shows=False),
    Mistake(r"(?<=[\s\[{,])'((?:[^'\"]|'(?=\w))*'(?=\w)[^'\"]*)'(?=\s*(?:[,\]}]|$))", r'"\1"', _OTHER_QUOTES),
    Mistake(r"^([^'\"]*:\s+)\"((?:[^'\"]*\"){2,}[^'\"]*)\"\s*$", r"\1'\2'", _OTHER_QUOTES),
    Mistake(r"\[([^\[\](){}]*)[)}]", r"[\1]", "'[' is closed by another bracket; write ']'"),
    Mistake(r"\{([^\[\](){}]*)[)\]]", r"{\1}", "'{' is closed by another bracket; write '}'"),
    Mistake(r"^(?:[A-Z]\S*\s[^:#]*|(?:[^\s:#]+ )+[^\s:#]+[.!?])$", "", _NO_PART, shows=False),
)
"""What is tried before tabs, brackets and quotes: signs that have no place in any answer."""

COLONS = (
    Mistake(r"：\s*", ": ", "'：' is the wide form of a colon; write ':' and a space"),
    Mistake(r"(?<=[\w-]):(?=[^\s:/])", ": ", "a space must follow the ':'"),
    Mistake(rf"((?:^|[\[{{,])\s*{_NAME})\s*(?::=|==?>?|->|→)\s*(?=\S)", r"\1: ", "write ':' behind the name"),
    Mistake(rf"^(\s*{_NAME})\s+:(?=\S)", r"\1: ", "a space must follow the ':'"),
    Mistake(rf"^(\s*{_NAME})\s+[-–—]\s+(?=\S)", r"\1: ", "write ':' behind the name"),
    Mistake(rf"^(\s*(?:- )?{_NAME})(?:\s+|\s*,\s*)({_ONE})\s*$", r"\1: \2", _NO_COLON),
    Mistake(rf"^(\s*{_NAME})\s*$", r"\1:", _NO_COLON),
    Mistake(rf"^(\s*{_NAME}) +([^\s:#]+) +([^\s:#]+)\s*$", r"\1-\2: \3", f"{_NO_COLON}; {_COMMENT}", shows=False),
)
"""Ways to go without ': ', tried together: who makes one of them makes another on the next line."""

THEN = (
    Mistake(r"(?<=[\[,])( ?+)\s*+(?=,[^\[\]{}:]*+[\[\]])", r"\1null", _LEFT_BLANK),  # not in a map, which has colons
    Mistake(r"(\[(?:[^\[\]{}]*,)?)\s*(?=,)", r"\1 null", _LEFT_BLANK),
    Mistake(r"[\s;]*;\s*$", "", "leave out the ';' at the end of the line"),
    Mistake(r"\s*;", ",", "write ',' instead of ';'"),
    Mistake(r"([\d\"'\]}\w])([ \t]+)(?=(?:\"[\w-]+\"|'[\w-]+')\s*:)", r"\1,\2", _NO_COMMA),
    Mistake(r"([\w\"'\]}])\s*$", r"\1,", "a ',' is missing at the end of the line"),
    Mistake(r"((?::\s|[\[,])\s*[-+])\s+(?=[\d.∞i])", r"\1", "no space may stand behind the sign of a number"),
    Mistake(r"(?<!\S)\*{1,3}([^*\s][^*]*?)\*{0,3}(?=$|[\s:,\]}])", r"\1", "'*' is no part of an answer; leave it out"),
    Mistake(r"^(\s*)(?:[*>•–—]|\d+[.)])\s+", r"\1", "leave out the sign at the start of the line"),
    Mistake(rf"^(\s*)-\s*(?={_NAME}\s*:)", r"\1", "leave out the '-' at the start of the line"),
    Mistake(r"^(\s*[^\s:#]+:)[,;]+\s*$", r"\1", "nothing may stand behind the ':' of this line"),
    Mistake(
        rf"^(\s*(?!answers){_NOT_TEXT}\S+:)\s+((?:[^\s:,]+:\s+[^,:{{}}]+,\s*)+[^\s:,]+:\s+[^,:{{}}]+)$",
        r"\1 {\2}",
        "a map on one line stands in braces",
    ),
    Mistake(rf"^(\s*{_NOT_TEXT}\S+:)\s+(\S+:)\s+(\S+:\s.*)$", r"\1 {\2 {\3}}", _NEW_LINE, shows=False),
    Mistake(rf"^(\s*{_NOT_TEXT}\S+:)\s+(\S+:\s.*)$", r"\1 {\2}", _NEW_LINE, shows=False),
    Mistake(rf"^(\s*){_NOT_TEXT}\S+:\s+(\S+:)\s*$", r"\1\2", _NEW_LINE, shows=False),
    Mistake(r"^(\s*\S+: .*[^,\s]),+\s*$", r"\1", "leave out the ',' at the end of the line"),
    Mistake(r"^(\s*[^\s:#]+:\s+)([^\s\"'\[{#].*?)\s*$", r'\1"\2"', _IN_QUOTES),
    Mistake(r"(?<=[\[,:] )([@`%&!|>][^,\]}\"]*)", r'"\1"', _IN_QUOTES),
    Mistake(r"(?<=[\[,] )(#[^\s,\]}\"]*)", r'"\1"', _IN_QUOTES),
)
"""What is tried after tabs, brackets and quotes."""

LAST = (
    Mistake(
        r"^\s*[^\s:#\[\]{}\"]+(?:\s+[^\s:#\[\]{}\"]+){3,}\s*$",
        "",
        _NO_PART,
        shows=False,
    ),
    Mistake(
        r"^(\s*[^\s{\[].*[\]}])\s+[^\s:,\]}#][^:#\[\]{}]*$",
        r"\1",
        f"{_COMMENT}; leave out what stands behind the bracket",
        shows=False,
    ),
    Mistake(
        r"^\s*(?:\w+\s*=\s*(?=[\[{]\s*$)|(?:const|let|var)\s+\w+\s*=\s*)",
        "",
        "the answers begin with '{' or 'answers:'; leave out what stands before",
        shows=False,
    ),
)
"""What is tried last, after the indentation."""


StopsAt = Callable[[str], int]
"""From a text to the line, counted from 1, at which it cannot be read further; a huge number where it can be read."""

_MOST_FOUND = 10
_MOST_READ = 500_000  # letters in all attempts together: a hostile text must not cost seconds
_LINES_BACK = 30
_LONGEST_LINE = 1000  # longer ones are no student's, and patterns take long on them
_LONGEST_SHOWN = 70
_CLOSERS = {"[": "]", "{": "}"}
_TAB_WIDTHS = (2, 4, 8)
_TEXT_BELOW = r"^(\s*(?:- +)*)([^\s#:][^:#]*:(?= +[|>])|(?:text|prompt):(?=\s*$))(?:\s+[|>][-+0-9]*)?\s*(?:#.*)?$"
_ITEM = rf"^( *)-( *)(?={_NAME}\s*:)"
_NO_BLANK = "a blank is missing behind the '-'"
_OUTSIDE_QUOTES = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[\[\]{}]|#")


class Slip(NamedTuple):
    """A mistake: what is to be said of it, and its line and column, counted from 1."""

    message: str
    line: int
    column: int


class _Change(NamedTuple):
    """A line without its mistake, what is said of that, and whether the line is shown: not where it is only a guess."""

    line: str
    message: str
    shows: bool = False


_Mend = dict[int, _Change]
"""One way to mend: the changed lines by number (from 0)."""


_Attempts = Iterator[Sequence[_Mend]]
"""Groups of ways to mend; of one group that counts after which the text is read furthest, the first of equals."""


def find_mistakes(text: str, stopped: int, stops_at: StopsAt) -> list[Slip]:
    """Return the mistakes that keep the text from being read further than the line `stopped`, and those that come then.

    Nothing where no known mistake explains why it stops there.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    budget = _MOST_READ // (len(text) + 1)

    def reached(mend: _Mend) -> int:
        nonlocal budget
        budget -= 1
        return stops_at("\n".join(_mended(lines, mend))) if budget >= 0 else 0

    found = list(_surely(lines))
    lines = [_without_sure(line) for line in lines]
    stopped = stops_at("\n".join(lines)) if found else stopped
    while len(found) < _MOST_FOUND:
        mends = (max(group, key=lambda one: one[0]) for group in _reaching(lines, stopped, reached))
        best = next((one for one in mends if one[0] > stopped), None)
        if best is None:
            break
        stopped, mend = best
        found += [_found(change, lines[i], i) for i, change in sorted(mend.items()) if change.message]
        lines = _mended(lines, mend)
    return sorted(found[:_MOST_FOUND], key=lambda one: (one.line, one.column))


def _mended(lines: list[str], mend: _Mend) -> list[str]:
    return [mend[i].line if i in mend else line for i, line in enumerate(lines)]


def _surely(lines: list[str]) -> Iterator[Slip]:
    """Yield what is a mistake wherever it stands; for each sort of them the first."""
    for mistake in SURE:
        at = next((i for i, line in enumerate(lines) if mistake.mend(line) != line), None)
        if at is not None:
            yield _found(_change(mistake, lines[at]), lines[at], at)


def _without_sure(line: str) -> str:
    for mistake in SURE:
        line = mistake.mend(line)
    return line


def advise_line(line: str) -> str:
    """Return what is said of a line that goes without ': ' in a way that is known; "" of any other.

    >>> print(advise_line("A=3, B=3"))
    write ':' behind the name; did you mean "A: 3, B: 3"?
    """
    change = _first_change((NO_BLANKS, *COLONS), line) if len(line) <= _LONGEST_LINE else None
    return change.message + (_meant(change.line.strip()) if change.shows else "") if change else ""


def _reaching(lines: list[str], stopped: int, reached: Callable[[_Mend], int]) -> Iterator[list[tuple[int, _Mend]]]:
    for group in _attempts(lines, min(stopped, len(lines)) - 1):
        if group:
            yield [(reached(mend), mend) for mend in group]


def _change(mistake: Mistake, line: str) -> _Change:
    return _Change(mistake.mend(line), mistake.message, mistake.shows)


def _found(change: _Change, line: str, at: int) -> Slip:
    same = next(
        (i for i, (old, new) in enumerate(zip(line, change.line, strict=False)) if old != new), len(change.line)
    )
    meant = _meant(_around(change.line.strip(), same - len(line) + len(line.lstrip()))) if change.shows else ""
    return Slip(change.message + meant, at + 1, min(same, len(line)) + 1)


def _meant(line: str) -> str:
    mark = "'" if '"' in line else '"'
    return f"; did you mean {mark}{printable(line, _LONGEST_SHOWN)}{mark}?" if line else ""


def _around(line: str, place: int) -> str:
    """Return a line, of a long one the piece in which the place is: what is to be mended may stand at the end.

    >>> _around("a" * 80 + "]", 80) == "…" + "a" * 68 + "]", _around("[a]", 2)
    (True, '[a]')
    """
    first = min(max(0, place - _LONGEST_SHOWN // 2), len(line) - _LONGEST_SHOWN + 1)
    return line if first <= 0 or len(line) <= _LONGEST_SHOWN else f"…{line[first:]}"


def _attempts(lines: list[str], at: int) -> _Attempts:
    """Yield what may be mended on the line where reading stops (from 0), and above it."""
    near = [i for i in range(at, max(at - _LINES_BACK, -1), -1) if lines[i].strip() and len(lines[i]) <= _LONGEST_LINE]
    yield _texts(lines, near)
    for mistake in FIRST:
        yield from _by_pattern((mistake,), lines, near)
    yield _tabs(lines)
    yield from _quotes(lines, near)
    yield [*_brackets(lines, near), *_at_the_end(lines)]
    yield from _by_pattern(COLONS, lines, near)
    yield _items(lines, near)
    for mistake in THEN:
        yield from _by_pattern((mistake,), lines, near)
    indents = _indents(lines, near)
    colons = [{i: change} for i in near[:3] if (change := _first_change(COLONS, lines[i]))]
    yield [colon | indent for colon in colons for indent in indents if colon.keys().isdisjoint(indent)]
    yield indents
    for mistake in LAST:
        yield from _by_pattern((mistake,), lines, near)


def _by_pattern(mistakes: Sequence[Mistake], lines: list[str], near: list[int]) -> _Attempts:
    """Yield the lines with one of the mistakes, each mended alone, and then ever more of them together."""
    changes = [{i: change} for i in near if (change := _first_change(mistakes, lines[i]))]
    yield changes
    for together in islice(accumulate(changes, lambda some, one: some | one), 1, None):
        yield [together]


def _first_change(mistakes: Sequence[Mistake], line: str) -> _Change | None:
    changes = (_change(mistake, line) for mistake in mistakes)
    return next((change for change in changes if change.line != line), None)


def _tabs(lines: list[str]) -> list[_Mend]:
    """Return the text indented with spaces, for tabs of several widths; the first line with a tab is named."""
    tabbed = [i for i, line in enumerate(lines) if "\t" in line[: len(line) - len(line.lstrip())]]
    message = "the line is indented with a tab; indent with spaces"
    widths = _TAB_WIDTHS if tabbed else ()
    return [{i: _Change(_expanded(lines[i], width), message) for i in tabbed} for width in widths]


def _expanded(line: str, width: int) -> str:
    start = line[: len(line) - len(line.lstrip())]
    return start.expandtabs(width) + line[len(start) :]


def _quotes(lines: list[str], near: list[int]) -> _Attempts:
    """Yield lines with an odd number of quotation marks, closed where that may have been meant."""
    ends = (  # a name, the last entry, the line
        (r'"([\w.-]+):', r'"\1":'),
        (r'(?<![\w".-])([\w.-]+)":', r'"\1":'),
        (r'(?<![\w".-])([\w.-]+)"(?=\s*[,\]}]|\s*$)', r'"\1"'),
        (r'"([^"]*?)(\s*[\]},]+\s*)$', r'"\1"\2'),
        (r'"([\w.-]+)(?=\s*[,\]}])(?!")', r'"\1"'),
        (r"$", '"'),
        (r"(?<=[\s\[{,:])'([^']*?)(\s*[\]},]*\s*)$", r"'\1'\2"),
    )
    odd = [i for i in near if lines[i].count('"') % 2 or lines[i].count("'") % 2]
    mended = [(i, re.sub(pattern, instead, lines[i], count=1)) for pattern, instead in ends for i in odd]
    yield [{i: _Change(line, "a quotation mark is missing", True)} for i, line in mended if line != lines[i]]


def _brackets(lines: list[str], near: list[int]) -> Iterator[_Mend]:
    """Yield lines with the brackets closed that are open at their end, or without those that close nothing."""
    for i in near:
        opened, extra = _unmatched(lines[i])
        if opened:
            closers = "".join(_CLOSERS[bracket] for bracket in reversed(opened))
            line = lines[i].rstrip()
            yield {i: _Change(line + closers, f"'{closers}' is missing", True)}
            if line.endswith(","):
                yield {i: _Change(f"{line[:-1]}{closers},", f"'{closers}' is missing", True)}
        for place in extra:
            message = f"'{lines[i][place]}' closes nothing; leave it out"
            yield {i: _Change(lines[i][:place] + lines[i][place + 1 :], message)}


def _unmatched(text: str) -> tuple[list[str], list[int]]:
    """Return the brackets that are not closed in the text, and the places of those that close nothing."""
    opened: list[str] = []
    extra: list[int] = []
    for match in _OUTSIDE_QUOTES.finditer(text):
        sign = match.group()
        if sign == "#" and text[: match.start()].strip() != text[: match.start()].rstrip():
            break
        if sign in _CLOSERS:
            opened.append(sign)
        elif sign in _CLOSERS.values():
            if opened and _CLOSERS[opened[-1]] == sign:
                opened.pop()
            else:
                extra.append(match.start())
    return opened, extra


def _at_the_end(lines: list[str]) -> Iterator[_Mend]:
    """Yield the text with the brackets closed at its end that are open there."""
    opened, _ = _unmatched("\n".join(lines))
    last = next((i for i in range(len(lines) - 1, -1, -1) if lines[i].strip()), None)
    if opened and last is not None:
        closers = "".join(_CLOSERS[bracket] for bracket in reversed(opened))
        yield {last: _Change(lines[last] + closers, f"'{closers}' is missing at the end")}


def _texts(lines: list[str], near: list[int]) -> list[_Mend]:
    """Return the lines of a text that stand no deeper than the name above them, up to the next name or comment, indented as text is."""
    mends = []
    for i in near:
        below = lines[i + 1 :]
        first = next((k for k, line in enumerate(below) if line.strip()), None)
        if first is None or not (head := re.match(_TEXT_BELOW, lines[i])):
            continue
        width = max(map(_indent, below[: first + 1]))
        width = width if width > len(head[1]) else len(head[1]) + 2
        start = next((k for k, line in enumerate(below, i + 1) if line.strip() and _indent(line) < width), len(lines))
        is_text = (not re.match(rf"\s*(?:{_NAME}\s*:(?:\s|$)|#)", line) for line in lines[start:])
        outside = [start + k for k, _ in enumerate(takewhile(bool, is_text))]
        message = f'indent the text deeper than "{printable(head[2])}" on line {i + 1}, by {_spaces(width)}'
        said = (message, *repeat("", len(outside)))  # once for all of the text
        mends.append(
            {k: _Change(" " * width + lines[k].lstrip(), told) for k, told in zip(outside, said, strict=False)}
        )
    return [mend for mend in mends if mend]


def _items(lines: list[str], near: list[int]) -> list[_Mend]:
    """Return the line indented like the name behind the dash of the list's item above it, and a blank behind that dash.

    Where no other line begins with a dash there, the dash is the mistake.
    """
    mends = list[_Mend]()
    for at in near[:3]:
        item = next(((i, match) for i in near if i <= at and (match := re.match(_ITEM, lines[i]))), None)
        if item is None or sum(line.startswith(f"{item[1][1]}-") for line in lines) < 2:
            continue
        i, (before, blanks) = item[0], item[1].groups()
        blank = {} if blanks else {i: _Change(f"{before}- {lines[i][len(before) + 1 :]}", _NO_BLANK, shows=True)}
        width = len(before) + 1 + max(1, len(blanks))
        mends += [blank] if at == i else [blank | _indented(_mended(lines, blank), at, width, i), blank]
    return [mend for mend in mends if mend]


def _indents(lines: list[str], near: list[int]) -> list[_Mend]:
    """Return the line, or the one above it, indented like another line near it."""
    like = {width: i for i in reversed(near) for width in reversed(_widths(lines[i]))}
    widths = list(dict.fromkeys(width for i in near for width in _widths(lines[i])))
    return [_indented(lines, i, width, like[width]) for i in near[:3] for width in widths if width != _indent(lines[i])]


def _widths(line: str) -> list[int]:
    """Return where lines may begin that are indented like this one: first like the name behind the dash of a list's item."""
    item = re.match(_ITEM, line)
    return [*([item.end()] if item and item[2] else []), _indent(line)]


def _indented(lines: list[str], at: int, width: int, like: int) -> _Mend:
    same = f'like "{printable(lines[like][width:].strip(), 30)}" on line {like + 1}'
    message = f"the line is indented by {_spaces(_indent(lines[at]))}, expected {width}, {same}"
    return {at: _Change(" " * width + lines[at].lstrip(" "), message)}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _spaces(count: int) -> str:
    return f"{count} space{'' if count == 1 else 's'}"


# -- answers that stand at the wrong place of a submission: beside `answers:` or without it, in lists, or in plain sentences

_FIELDS = ("format", "student", "answers")
_LAYOUT = "expected answers:, below it the id of a problem, and below that its parts, each indented deeper"
_LISTED = "; write neither '-' before them nor [ ] around them"


def misplaced(data: object, text: str) -> list[tuple[str, Path]]:
    """Return what is wrong with the layout of a submission, in place of what is wrong with every field that stands wrongly."""
    if isinstance(data, dict):
        return _among_fields(data)
    if isinstance(data, list):
        return [(f"a list stands here, {_LAYOUT}{_LISTED}", ())]
    if " " not in str(data):
        return []
    advice = advise_line(next((line for line in text.splitlines() if line[:1] == str(data)[:1]), ""))
    return [(f"there are no answers in it, {_LAYOUT}{advice and '; '}{advice}", ())]


def _among_fields(data: dict[str, object]) -> list[tuple[str, Path]]:
    if isinstance(data.get("answers"), list) and data["answers"]:
        return [(f"a list stands here, {_LAYOUT}{_LISTED}", ("answers",))]
    others = [name for name in data if name not in _FIELDS]
    if not others or data.get("answers") is not None:
        return []
    first = printable(others[0])
    if re.match(_LOOKS_BLANK, others[0]):
        return [(_NO_SPACE, (others[0],))]
    if "answers" in data:
        message = f'"{first}" stands beside answers:, expected below it; indent this line and all below it by 2 spaces'
        return [(message, (others[0],))]
    return (
        []
        if any(suggest(name, _FIELDS) for name in others)
        else [(f'there is no answers: above "{first}", {_LAYOUT}', (others[0],))]
    )
