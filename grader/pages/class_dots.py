"""Wrong rules of a class as dots: one for each student, or for several of a large class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.pages.class_words import description, how_shown
from grader.statistics import MisconceptionTally

_MOST_DOTS = 60
_STEPS = (1, 2, 5)
_MOST_RULES = 8


class Behind(NamedTuple):
    """A wrong rule, how many of the class follow it, and how many of how many dots that is."""

    students: str
    of: str
    on: int
    dots: int
    rule: str
    said: str


def rules_behind(tallies: Sequence[MisconceptionTally], students: int) -> tuple[list[Behind], str]:
    """Return the wrong rules that most of so many students follow, and the names of the others with how many do."""
    others = ", ".join(f"{tally.misconception} ({tally.students})" for tally in tallies[_MOST_RULES:])
    return [behind(tally, students) for tally in tallies[:_MOST_RULES]], others


def dot_words(students: int) -> str:
    """Return for how many students a dot stands, where that is not one."""
    each = _students_a_dot(students)
    return f"One dot stands for {each} students." if each > 1 else ""


def _students_a_dot(students: int) -> int:
    """Return for how many students a dot stands, so that there are not too many of them."""
    tens = 1
    while True:
        for step in _STEPS:
            if -(-students // (step * tens)) <= _MOST_DOTS:
                return step * tens
        tens *= 10


def behind(tally: MisconceptionTally, students: int) -> Behind:
    """Return what the page shows of a wrong rule; nobody who follows one is without a dot."""
    each = _students_a_dot(students)
    rule = description(tally.misconception)
    return Behind(
        f"{tally.students:,}",
        f"of {students:,}",
        max(1, (2 * tally.students + each) // (2 * each)),
        -(-students // each),
        rule or tally.misconception,
        (tally.misconception if rule else "") + how_shown(tally),
    )
