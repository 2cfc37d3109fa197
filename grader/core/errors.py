"""What stops a grading: faults with a place, and the two errors that carry them.

A student's mistake is a value, never an exception. An exception means that something cannot be graded at all:
`SubmissionError` (the student can mend it) or `ProblemError` (the author must). Anything else is a bug of ours.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from grader.core.text import either, printable

_LONGEST_PATH = 4096  # of a file: else its name, which stands last, would be cut
Path = tuple[str | int, ...]
"""The way from a document's top to a value: keys and list positions."""

RETURNED = "returned"
"""The first step of a path into what a program answered, which stands in no file."""

_DEEP = 3  # steps of the path to a part: answers, problem, part
_QUOTES = "“”„‟‘’‚‹›«»`´"
_AROUND = _QUOTES + "\"'()[]{}<>*,;.:!?•–— \t\u00a0"
_LONGEST_TRIED = 100
_BETWEEN_WORDS = r"[,;，、\s]+|[-=–]?>|→|\b(?:and|or)\b"
_BETWEEN_LETTERS = r"[-–—/|+&]"


_MOST_EQUAL = 3


class Fault(NamedTuple):
    """One thing that is wrong in a document, with its place (line and column count from 1; 0 = unknown).

    `is_no_text`: it is no text at all but a picture, say, so nothing in it could be read anyhow.
    """

    message: str
    source: str = ""
    line: int = 0
    column: int = 0
    path: Path = ()
    is_no_text: bool = False

    def __str__(self) -> str:
        """Return `file:line $.path: message`, the form of every message of the program; less what is not known.

        Within answers the path stands there in words too. Where there is no line the top of a document is not said.
        """
        place = printable(self.source, _LONGEST_PATH) + (f":{self.line}" if self.line else "")
        known = f"{place} {tell_path(self.path)}" if self.line or self.path else place
        return f"{known}: {self.message}" if known else self.message

    @property
    def in_file(self) -> str:
        """Return what is wrong with its line, where it is said of what file that is."""
        return f"line {self.line}: {self.message}" if self.line else self.message


class GradingError(ValueError):
    """Something that cannot be graded; `faults` says why, sorted by place."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.source, fault.line, fault.column)))
        super().__init__("\n".join(map(str, self.faults)))


class Refusal(ValueError):
    """Something that was asked for and cannot be done, though no document is wrong; the message says why."""


class SubmissionError(GradingError):
    """A submission that cannot be read; the student can mend it."""


class ProblemError(GradingError):
    """A problem that is wrong; its author must mend it."""


def show_path(path: Path) -> str:
    """Return the path as `$.answers.q1[0]`; keys that are not plain words stand in quotes.

    >>> show_path(("answers", "q 1", "visited", 2))
    '$.answers["q 1"].visited[2]'
    """
    return "$" + "".join(map(_show_step, path))


def tell_path(path: Path) -> str:
    """Return the path as `show_path` does and, where it leads to a part of an answer, in words beside it; of what a program RETURNED in words alone.

    >>> tell_path(("answers", "q1", "visited", 2)), tell_path((RETURNED, "value"))
    ('$.answers.q1.visited[2] (q1, visited, entry 3)', 'returned as value')
    """
    words = ", ".join(f"entry {step + 1}" if isinstance(step, int) else printable(step.strip()) for step in path[1:])
    if path[:1] == (RETURNED,):
        return f"{RETURNED} as {words}"
    return f"{show_path(path)} ({words})" if len(path) >= _DEEP and path[0] == "answers" else show_path(path)


def _show_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if step and all(letter.isalnum() or letter in "_-" for letter in step):
        return f".{printable(step)}"
    return '["' + printable(step).replace('"', '\\"') + '"]'


def unreadable(failure: OSError) -> str:
    """Return what is said of a file that the system does not let us read."""
    return f"cannot be read: {failure.strerror or failure}"


def suggest(wrong: str, known: Iterable[str], *, in_list: bool = False) -> str:
    """Return `; did you mean "x"?` for the known name closest to the wrong one, or an empty text.

    Of several names in one text is said that one is wanted, or of an item `in_list` how they are kept apart.

    >>> suggest("vale", ["value", "pruned"])
    '; did you mean "value"?'
    >>> suggest("B, C", "BCD"), suggest("B/C", "BCD"), suggest("B C", "BCD", in_list=True)
    ('; one name is wanted, B or C', '; one name is wanted, B or C', "; write ',' between the names: B, C")
    """
    if meant := _meant(wrong, set(known := list(known)), in_list=in_list):
        return f"; {meant}"
    close = _close(wrong, known, 1)
    return f'; did you mean "{printable(close[0][0])}"?' if close else ""


def _close(wrong: str, known: Iterable[str], most: int) -> list[tuple[str, float]]:
    """Return the known names that are close to the wrong one, at most so many, and how close each is; the closest first."""
    import difflib

    tried, names = wrong.casefold()[:_LONGEST_TRIED], {name.casefold(): name for name in sorted(known, reverse=True)}
    close = difflib.get_close_matches(tried, names, n=most, cutoff=0.6)
    return [(names[name], difflib.SequenceMatcher(None, name, tried).ratio()) for name in close]


def no_such(what: str, wrong: object, known: Iterable[str]) -> str:
    """Return what is said of a choice that there is not.

    >>> no_such("form", "HTML", ["text", "html"])
    'there is no form "HTML", expected text or html; did you mean "html"?'
    """
    names = list(known)
    near = suggest(wrong, names) if isinstance(wrong, str) else ""
    return f'there is no {what} "{printable(str(wrong))}", expected {either(names)}{near}'


def suggest_each(wrong: str, known: Iterable[str]) -> str:
    """Return `; did you mean "x" or "y"?` for all known ids that are closest to the wrong one; nothing where these are many.

    One of several that are equally near is no better guess than another.

    >>> suggest_each("s11", ["s1", "s111"]), suggest_each("s00x", ["s001", "s002"]), suggest_each("sx", "s1 s2 s3 s4".split())
    ('; did you mean "s111"?', '; did you mean "s001" or "s002"?', '')
    """
    if meant := _meant(wrong, set(known := list(known))):
        return f"; {meant}"
    close = _close(wrong, known, _MOST_EQUAL + 1)
    nearest = sorted(name for name, share in close if share == close[0][1])
    if not 0 < len(nearest) <= _MOST_EQUAL:
        return ""
    *others, last = (f'"{printable(name)}"' for name in nearest)
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def _meant(wrong: str, known: set[str], *, in_list: bool = False) -> str:
    """Return what to write where known names stand in the text among signs that do not belong there; else nothing."""
    wrong = wrong[:_LONGEST_TRIED]
    bare = wrong.strip(_AROUND)
    if bare in known and any(sign in wrong for sign in _QUOTES):
        return f"write {printable(bare)} without quotation marks, or with straight ones"
    if bare in known:
        return f'did you mean "{printable(bare)}"?'
    entry = re.fullmatch(r"([^:=]+?)\s*[:=]\s*(\S.*)", bare)
    if entry and entry[1].strip(_AROUND) in known:
        return (
            f"did you mean \"{printable(entry[1].strip(_AROUND))}: {printable(entry[2])}\"? A space must follow the ':'"
        )
    found: list[str] = []
    for between in (_BETWEEN_WORDS, f"{_BETWEEN_WORDS}|{_BETWEEN_LETTERS}"):  # names may hold signs themselves
        words = [word for word in (word.strip(_AROUND) for word in re.split(between, wrong)) if word]
        if len(words) > 1 and known.issuperset(words):
            shown = [printable(word) for word in words]
            return f"write ',' between the names: {', '.join(shown)}" if in_list else one_of(shown)
        found = found or [word for word in words if word in known]
    return f'did you mean "{printable(found[0])}"?' if len(found) == 1 else ""


def one_of(names: Iterable[str]) -> str:
    """Return what is said of several names where one belongs."""
    return f"one name is wanted, {either(list(dict.fromkeys(names)))}"
