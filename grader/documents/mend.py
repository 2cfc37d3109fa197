"""What a person would mend in a text that is neither YAML nor JSON, and on which line.

A parser stops where it can go on no more, which is often a line below the mistake, and says so in its own terms. So each
of the commonest mistakes is tried here: the text without it. A mistake is told only where the text is then read further
than before. Nothing is ever graded in its mended form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from grader.documents.mistakes import COLONS, FIRST, LAST, NO_BLANKS, SURE, THEN, Mistake
from grader.printable import printable

StopsAt = Callable[[str], int]
"""From a text to the line, counted from 1, at which it cannot be read further; a huge number where it can be read."""

_MOST_FOUND = 10
_MOST_READ = 500_000  # letters in all attempts together: a hostile text must not cost seconds
_LINES_BACK = 30
_LONGEST_LINE = 1000  # longer ones are no student's, and patterns take long on them
_LONGEST_SHOWN = 70
_CLOSERS = {"[": "]", "{": "}"}
_TAB_WIDTHS = (2, 4, 8)
_OUTSIDE_QUOTES = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[\[\]{}]|#")


class Found(NamedTuple):
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


def find_mistakes(text: str, stopped: int, stops_at: StopsAt) -> list[Found]:
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
        found += [_found(change, lines[i], i) for i, change in sorted(mend.items())]
        lines = _mended(lines, mend)
    return sorted(found[:_MOST_FOUND], key=lambda one: (one.line, one.column))


def _mended(lines: list[str], mend: _Mend) -> list[str]:
    return [mend[i].line if i in mend else line for i, line in enumerate(lines)]


def _surely(lines: list[str]) -> Iterator[Found]:
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
    """Return what is said of a line that goes without ': ' in a way that is known; "" of any other."""
    change = _first_change((NO_BLANKS, *COLONS), line) if len(line) <= _LONGEST_LINE else None
    return change.message + (_meant(change.line.strip()) if change.shows else "") if change else ""


def _reaching(lines: list[str], stopped: int, reached: Callable[[_Mend], int]) -> Iterator[list[tuple[int, _Mend]]]:
    for group in _attempts(lines, min(stopped, len(lines)) - 1):
        if group:
            yield [(reached(mend), mend) for mend in group]


def _change(mistake: Mistake, line: str) -> _Change:
    return _Change(mistake.mend(line), mistake.message, mistake.shows)


def _found(change: _Change, line: str, at: int) -> Found:
    same = next(
        (i for i, (old, new) in enumerate(zip(line, change.line, strict=False)) if old != new), len(change.line)
    )
    meant = _meant(_around(change.line.strip(), same - len(line) + len(line.lstrip()))) if change.shows else ""
    return Found(change.message + meant, at + 1, min(same, len(line)) + 1)


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
    for mistake in FIRST:
        yield from _by_pattern((mistake,), lines, near)
    yield _tabs(lines)
    yield from _quotes(lines, near)
    yield [*_brackets(lines, near), *_at_the_end(lines)]
    yield from _by_pattern(COLONS, lines, near)
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


def _indents(lines: list[str], near: list[int]) -> list[_Mend]:
    """Return the line, or the one above it, indented like another line near it."""
    if not near:
        return []
    widths = list(dict.fromkeys(_indent(lines[i]) for i in near))
    return [_indented(lines, i, width, near) for i in near[:3] for width in widths if width != _indent(lines[i])]


def _indented(lines: list[str], at: int, width: int, near: list[int]) -> _Mend:
    like = next(i for i in near if _indent(lines[i]) == width)
    same = f'like "{printable(lines[like].strip(), 30)}" on line {like + 1}'
    message = f"the line is indented by {_spaces(_indent(lines[at]))}, expected {width}, {same}"
    return {at: _Change(" " * width + lines[at].lstrip(" "), message)}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _spaces(count: int) -> str:
    return f"{count} space{'' if count == 1 else 's'}"
