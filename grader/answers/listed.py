"""What all forms that are lists share: the shape of a list, how names in it are read, and how it is shown and how long it is."""

from collections.abc import Iterable, Sequence

from grader.answers import read
from grader.answers.case import Answer, Raw
from grader.answers.items import A_LIST, name_shape
from grader.answers.part import Fragment, Keys
from grader.games.problem import Problem
from grader.marks.reports import Written
from grader.printable import printable

_BETWEEN = 2
"""Letters between two items."""


def list_of(items: Fragment, what: str, *, blanks: bool) -> Fragment:
    """Return the shape of a list, which may be null (a blank) where blanks are allowed."""
    return {"description": what, "type": ["array", "null"] if blanks else "array", "items": items}


def names_shape(definitions: str, *, blanks: bool) -> Fragment:
    """Return the shape of a list of names."""
    return list_of(name_shape(definitions), A_LIST, blanks=blanks)


def read_names(keys: Keys, problem: Problem, raw: Raw) -> list[Written]:
    """Return the keys that the listed texts name. Raises NotJudged."""
    return read.names(raw, keys.known(problem), keys.what)


def values(given: Sequence[Written]) -> list[Answer]:
    """Return what was meant, item by item."""
    return [written.value for written in given]


def apart(one: Iterable[Answer], other: Iterable[Answer]) -> tuple[int, int]:
    """Return how many things stand in one of two lists alone, and how many in either."""
    mine, its = {*one}, {*other}
    return len(mine ^ its), len(mine | its)


def joined(items: Iterable[str]) -> str:
    """Return the items in their order, in words."""
    return ", ".join(items) or "none"


def letters(names: Iterable[str], beside: int = 0) -> int:
    """Return about how many letters a list of all these has."""
    return sum(len(printable(name)) + beside + _BETWEEN for name in names)
