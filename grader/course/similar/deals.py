"""The wrong answers of a class as they would be dealt out anew: how often each was given, where, and by whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from grader.course.similar.answers import Item, Student

Place = tuple[str, Item]
"""A problem and an item of it."""


class Deals(NamedTuple):
    """How many students are wrong at a place, and which gave which answer, by their number in the class."""

    wrong: Counter[Place]
    givers: dict[tuple[Place, str], set[int]]


def deals_of(students: Sequence[Student]) -> Deals:
    """Return the wrong answers of the class."""
    wrong, givers = Counter[Place](), defaultdict[tuple[Place, str], set[int]](set)
    for number, student in enumerate(students):
        for work in student.works.values():
            for item, given in work.wrong.items():
                place = (work.problem, item)
                wrong[place] += 1
                givers[place, given].add(number)
    return Deals(wrong, dict(givers))
