"""What a regrade comes to in all: means, whose share of the points is greater or less, and who is marked by the old key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.course.tally import percent_text
from grader.data import Data
from grader.exact import Number, marks_text, points_text, rounded
from grader.policy import CENT


class Totals(NamedTuple):
    """What a class earned in all of how much, in so many results with marks."""

    students: int = 0
    earned: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)

    def and_of(self, result: Mapping[str, Data]) -> Totals:
        """Return the totals with those of one more result."""
        if not result.get("problems"):
            return self
        earned, possible = _points(result)
        return Totals(self.students + 1, self.earned + earned, self.possible + possible)

    def __str__(self) -> str:
        """Return the mean, of how much it is, and its share."""
        if not self.students:
            return "nothing"
        mean, possible = (rounded(number / self.students, CENT) for number in (self.earned, self.possible))
        share = f" ({percent_text(self.earned, self.possible)} %)" if self.possible else ""
        return f"{marks_text(mean)} of {points_text(possible)}{share}"


class Sums:
    """What all results come to, before and after.

    `turns` says of each student whether the share of the points is greater (1), less (-1) or the same (0) now: raw marks
    cannot be compared where an exercise is worth other points.
    """

    def __init__(self, worth: Mapping[str, Number]) -> None:
        self.before, self.after = Totals(), Totals()
        self.turns: dict[str, int] = {}
        self._worth: dict[str, Fraction] = {id_: Fraction(number) for id_, number in worth.items()}
        self._kept: list[dict[str, Fraction]] = []

    def add(self, was: Mapping[str, Data], now: Mapping[str, Data], *, is_gone: bool) -> None:
        """Take in the two results of one hand-in; of one that is gone they are the same."""
        self.before, self.after = self.before.and_of(was), self.after.and_of(now)
        worth = {one.get("exercise", one["id"]): _points(one)[1] for one in now.get("problems", ())}
        if is_gone:
            self._kept.append(worth)
            return
        self._worth |= worth
        less, more = _share(was), _share(now)
        self.turns[now.get("student", "")] = (more > less) - (more < less)

    def by_old_key(self) -> Iterator[tuple[Number, Number, int]]:
        """Yield how many still have marks out of how much, where by the new key it is how much."""
        pairs = Counter(
            (sum(held.values()), sum(self._worth.get(id_, number) for id_, number in held.items()))
            for held in self._kept
            if any(self._worth.get(id_, number) != number for id_, number in held.items())
        )
        for (old, new), students in sorted(pairs.items()):
            yield old, new, students


def _points(item: Mapping[str, Data]) -> tuple[Fraction, Fraction]:
    """Return marks, and of how much, as they were before they became numbers of JSON."""
    return Fraction(str(item["earned"])), Fraction(str(item["possible"]))


def _share(result: Mapping[str, Data]) -> Fraction:
    earned, possible = _points(result) if result.get("problems") else (Fraction(0), Fraction(0))
    return earned / possible if possible else Fraction(0)
