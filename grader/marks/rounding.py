"""Marks as they are shown: rounded once, exactly, here and nowhere else; every output reads them and rounds nothing.

The marks of a report are exact. A problem's total is rounded once, halves up; its parts are shown to 0.01 so that they
add up. What is not all right never gets all marks by that, and what earned something never nothing.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.exact import Number, add_up, marks_text, points_text, rounded, whole
from grader.marks.reports import ProblemReport
from grader.policy import CENT

_UNITS, _FINEST = 100, 10**4  # in one mark


class Share(NamedTuple):
    """What is shown of marks: how many of how many."""

    earned: Number
    possible: Number

    @property
    def words(self) -> str:
        """Return the marks as text.

        >>> Share(Fraction(1, 2), 1).words
        '0.5 of 1 point'
        """
        return f"{marks_text(self.earned)} of {points_text(self.possible)}"

    @property
    def percent(self) -> str:
        """Return the marks in per cent; an empty text for nothing of nothing.

        >>> Share(2, 3).percent, Share(999, 1000).percent, Share(0, 3).percent
        ('67 %', '99 %', '0 %')
        """
        return f"{self.hundredths} %" if self.possible else ""

    @property
    def hundredths(self) -> int:
        """Return the marks in whole per cent; of nothing there is all."""
        return int(_between(Fraction(100 * self.earned) / self.possible, 100, 1)) if self.possible else 100


class Marks(NamedTuple):
    """The marks of a problem as they are shown: what its `parts` add up to is `fine`, the exact total rounded to 0.01.

    `earned` is the exact total rounded to `step`, which may be coarser.
    """

    earned: Number
    possible: Number
    fine: Number
    step: Number
    parts: tuple[Share, ...]

    @property
    def total(self) -> Share:
        """Return what counts."""
        return Share(self.earned, self.possible)

    @property
    def words(self) -> str:
        """Return the total as text, with what it was rounded from: "2.67, rounded to 2.5 of 3 points"."""
        before = f"{marks_text(self.fine)}, rounded to " if self.fine != self.earned else ""
        return f"{before}{self.total.words}{self.why}"

    @property
    def why(self) -> str:
        """Return why marks that are nearest to all of them, or to none, are rounded to others; nothing where they are not.

        >>> Marks(Fraction(7, 4), 2, Fraction(189, 100), Fraction(1, 4), ()).words
        '1.89, rounded to 1.75 of 2 points: all points are for what is all right'
        """
        said = {
            self.possible: ": all points are for what is all right",
            0: ": what earns something is not rounded to nothing",
        }
        nearest = rounded(self.fine, self.step)
        return said.get(nearest, "") if self.earned not in (self.fine, nearest) else ""


def round_marks(report: ProblemReport, step: Number = CENT) -> Marks:
    """Return the marks of the report as they are shown, the total rounded to the step."""
    units, possible = _shown_possible(tuple(part.possible for part in report.parts))
    limits = [_limits(part.earned, part.possible, most) for part, most in zip(report.parts, possible, strict=True)]
    earned = _apportion([part.earned * units for part in report.parts], limits)
    shares = tuple(
        Share(_marks_of(mine, units), _marks_of(most, units)) for mine, most in zip(earned, possible, strict=True)
    )
    fine, most = _marks_of(sum(earned), units), _marks_of(sum(possible), units)
    return Marks(counting(report.earned, fine, most, step), most, fine, step, shares)


def counting(exact: Number, fine: Number, possible: Number, step: Number) -> Number:
    """Return what counts of marks that are `fine` to 0.01, rounded from the exact ones to the step."""
    is_settled = step == CENT or fine in (0, possible)
    return fine if is_settled else _between(exact, possible, step, fine)


@lru_cache(64)  # it is the same for all who answer a problem
def _shown_possible(possible: tuple[Number, ...]) -> tuple[int, tuple[int, ...]]:
    """Return how many units one mark has in which the marks of parts are shown, and how many of these each part is worth.

    The unit is 0.01; it is finer where a part is worth too little to be shared out so.
    """
    units = _UNITS if all(points * _UNITS >= 2 for points in possible) else _FINEST
    return units, tuple(_apportion([points * units for points in possible], [(1, None)] * len(possible)))


def _marks_of(amount: int, units: int) -> Number:
    return Fraction(amount, units) if amount % units else amount // units


def _limits(earned: Number, possible: Number, most: int) -> tuple[int, int]:
    """Return the fewest and the most units that may be shown of a part that is worth so many."""
    if earned == possible:
        return most, most
    highest = most - 1 if earned else 0
    return min(1, highest), highest


def _apportion(exact: Sequence[Number], limits: Sequence[tuple[int, int | None]]) -> list[int]:
    """Return whole units within their limits that add up to the rounded sum: the largest remainders are rounded up.

    Of equal remainders the earlier one goes first. Where the limits leave no other way, the sum gives in, not they.
    """
    given = [_within(int(marks), *limit) for marks, limit in zip(exact, limits, strict=True)]
    wanted = int(rounded(add_up(exact), 1))
    while left := wanted - sum(given):
        step = 1 if left > 0 else -1
        able = [i for i, limit in enumerate(limits) if _within(given[i] + step, *limit) == given[i] + step]
        if not able:
            break
        given[max(able, key=lambda i: step * (exact[i] - given[i]))] += step
    return given


def _within(units: int, lowest: int, highest: int | None) -> int:
    return max(units, lowest) if highest is None else min(max(units, lowest), highest)


def _between(earned: Number, possible: Number, step: Number, otherwise: Number | None = None) -> Number:
    """Return marks rounded to the step, all of them only for all, nothing only for nothing.

    Where no step lies between these the marks are what is said `otherwise`.
    """
    if earned in (0, possible):
        return earned
    below = -(-Fraction(possible) // step) - 1  # the steps that stay below the possible marks
    if below < 1:
        return earned if otherwise is None else otherwise
    return min(max(rounded(earned, step), step), whole(below * Fraction(step)))
