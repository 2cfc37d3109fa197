"""Marks as they are shown: rounded once, exactly, here and nowhere else; every output reads them and rounds nothing.

The marks of a report are exact. A problem's total is rounded once, halves up; its parts are shown to 0.01 so that they
add up. What is not all right never gets all marks by that, and what earned something never nothing.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import isinf
from typing import NamedTuple

from grader.core.answers.reports import ProblemReport
from grader.core.numbers import INFINITY, Bound, Number, add_up, first_digit, marks_text, points_text, rounded, whole
from grader.core.policy import CENT
from grader.core.search.values import TIED

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


class CountedMarks(NamedTuple):
    """Marks that count: earned of how many points, and for how many of these a person is waited for; what was dropped does not count.

    `note` is what whoever marked an answer in words wrote beside it.
    """

    earned: Number
    possible: Number
    pending: Number = 0
    is_dropped: bool = False
    is_bonus: bool = False
    note: str = ""


def with_pending(words: str, pending: Number, possible: Number | None = None) -> str:
    """Return the words on marks, and behind them how many points are not the program's to give, where it does not give all.

    Where all that is `possible` waits for a person there are no marks yet.

    >>> with_pending("1 of 4 points", 2), with_pending("1 of 2 points", 0), with_pending("", 1)
    ('1 of 4 points; 2 points are marked by a person', '1 of 2 points', '1 point is marked by a person')
    >>> with_pending("0 of 2 points", 2, 2)
    '2 points are marked by a person'
    """
    words = "" if pending and pending == possible else words
    waits = f"{points_text(pending)} {'is' if pending == 1 else 'are'} marked by a person" if pending else ""
    return "; ".join(filter(None, (words, waits)))


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


# -- when a given number counts as the expected one

_DOUBT = 1e-8
"""Floats that are no further from the border decide nothing."""
_FLOAT_ERROR = Fraction(1, 2**50)


def is_right_number(
    expected: Bound, given: Bound, decimals: int | None, *, stated: bool, significant: int | None = None
) -> bool:
    """Return whether the given number counts as the expected one.

    It does if they are equal or, where the expected number is not whole (or `stated`: the problem sets decimals
    itself), if they differ by at most half a unit of the last decimal, or of the last of its `significant` digits, ends included.
    """
    if given == expected:
        return True
    room = room_of_number(expected, decimals, stated=stated, significant=significant)
    if not room or isinstance(expected, float) or isinstance(given, float):
        return False
    return _differ_by_at_most(room, given, expected)


def room_of_number(expected: Bound, decimals: int | None, *, stated: bool, significant: int | None = None) -> Number:
    """Return by how much a given number may differ from the expected one; 0 where it must be equal."""
    return max(_room_of_decimals(expected, decimals, stated=stated), room_of_significant(expected, significant))


def room_of_significant(expected: Bound, digits: int | None) -> Number:
    """Return half a unit of the last significant digit; 0 where all digits count, and for 0, which has none.

    >>> room_of_significant(1500625, 2), room_of_significant(Fraction(1, 8), 1), room_of_significant(7, None)
    (50000, Fraction(1, 20), 0)
    """
    if digits is None or expected == 0 or (isinstance(expected, float) and isinf(expected)):
        return 0
    return whole(Fraction(10) ** (first_digit(Fraction(expected)) - digits + 1) / 2)


def _room_of_decimals(expected: Bound, decimals: int | None, *, stated: bool) -> Number:
    if decimals is None or isinstance(expected, float) or (isinstance(expected, int) and not stated):
        return 0
    return _half_a_unit(decimals)


@cache
def _half_a_unit(decimals: int) -> Fraction:
    return Fraction(1, 2 * 10**decimals)


def _differ_by_at_most(most: Number, given: Number, expected: Number) -> bool:
    """Return whether two numbers differ by no more: |a/b - c/d| <= p/q, multiplied out, 5 times as fast as fractions."""
    above, below = given.denominator, expected.denominator
    difference = abs(given.numerator * below - expected.numerator * above)
    return difference * most.denominator <= most.numerator * above * below


def is_right_score(expected: float, given: Bound, decimals: int | None, significant: int | None = None) -> bool:
    """Return whether the given float is the expected one to the number of decimals or significant digits; inf only equals inf."""
    if expected == INFINITY or (isinstance(given, float) and isinf(given)):
        return given == expected
    if significant is None and (surely := _is_surely_right_score(expected, given, decimals)) is not None:
        return surely
    if isinstance(given, float):
        given = Fraction(given)
    return _differ_by_at_most(room_around_score(expected, decimals, significant), given, Fraction(expected))


def _is_surely_right_score(expected: float, given: Bound, decimals: int | None) -> bool | None:
    """Return what floats tell without doubt, which is nearly always; None where only exact numbers can tell."""
    try:
        apart = abs(float(given) - expected)
    except OverflowError:
        return None
    beyond = apart - float(room_of_score(decimals))
    return None if abs(beyond) <= _DOUBT * (1 + abs(expected)) else beyond < 0


def room_around_score(expected: float, decimals: int | None, significant: int | None = None) -> Number:
    """Return by how much a given score may differ from the expected one: a float written out is not quite that float."""
    if isinf(expected):
        return 0
    room = max(room_of_score(decimals), room_of_significant(expected, significant))
    return room + abs(Fraction(expected)) * _FLOAT_ERROR


@cache
def room_of_score(decimals: int | None) -> Fraction:
    """Return by how much a score may differ, whatever its size."""
    return Fraction(TIED) + (0 if decimals is None else _half_a_unit(decimals))
