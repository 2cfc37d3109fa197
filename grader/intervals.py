"""Sets of numbers as intervals: with either end in or out, or without an end. Exact, and each set has one form.

A set is a tuple of intervals from left to right that neither overlap nor touch, so equal sets are equal tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from grader.exact import INFINITY, Bound, Number, show_number


class Interval(NamedTuple):
    """The numbers from `low` to `high`; `has_low` and `has_high` say whether these belong to it. An infinity never does."""

    low: Bound
    high: Bound
    has_low: bool = False
    has_high: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether no number is in it."""
        return self.low > self.high or (self.low == self.high and not (self.has_low and self.has_high))


Numbers: TypeAlias = tuple[Interval, ...]
"""A set of numbers in its one form: see `union`."""

ALL: Numbers = (Interval(-INFINITY, INFINITY),)
NONE: Numbers = ()


def closed(low: Bound, high: Bound) -> Interval:
    """Return the interval with both of its ends, where they are numbers.

    >>> show(union([closed(-INFINITY, 3)]))
    '(-inf, 3]'
    """
    return Interval(low, high, low > -INFINITY, high < INFINITY)


def point(number: Number) -> Interval:
    """Return the interval of one number."""
    return Interval(number, number, has_low=True, has_high=True)


def union(intervals: Iterable[Interval]) -> Numbers:
    """Return the numbers that are in any of the intervals: the fewest intervals that say so, from left to right.

    >>> show(union([closed(4, 6), Interval(3, 4), point(3)]))
    '[3, 6]'
    """
    found: list[Interval] = []
    for one in sorted(
        (one for one in intervals if not one.is_empty), key=lambda one: (one.low, not one.has_low, one.high)
    ):
        last = found[-1] if found else None
        if last is None or one.low > last.high or (one.low == last.high and not (one.has_low or last.has_high)):
            found.append(one)
        elif (one.high, one.has_high) > (last.high, last.has_high):
            found[-1] = last._replace(high=one.high, has_high=one.has_high)
    return tuple(found)


def within(numbers: Numbers, whole: Interval) -> Numbers:
    """Return those of the numbers that are in one interval."""
    return union(_both(one, whole) for one in numbers)


def _both(one: Interval, other: Interval) -> Interval:
    low, no_low = max((one.low, not one.has_low), (other.low, not other.has_low))
    high, has_high = min((one.high, one.has_high), (other.high, other.has_high))
    return Interval(low, high, not no_low, has_high)


def complement(numbers: Numbers, whole: Interval) -> Numbers:
    """Return what is in one interval but not among the numbers.

    >>> show(complement(union([closed(-INFINITY, 3)]), *ALL))
    '(3, inf)'
    """
    gaps: list[Interval] = []
    low, has_low = whole.low, whole.has_low
    for one in within(numbers, whole):
        gaps.append(Interval(low, one.low, has_low, not one.has_low and one.low > -INFINITY))
        low, has_low = one.high, not one.has_high and one.high < INFINITY
    gaps.append(Interval(low, whole.high, has_low, whole.has_high))
    return union(gaps)


def closure(numbers: Numbers) -> Numbers:
    """Return the numbers with all ends of their intervals."""
    return union(closed(one.low, one.high) for one in numbers)


def interior(numbers: Numbers) -> Numbers:
    """Return the numbers without the ends of their intervals."""
    return union(Interval(one.low, one.high) for one in numbers)


def is_part(numbers: Numbers, of: Numbers) -> bool:
    """Return whether all of the numbers are among others; of sets of whole numbers, where both are `integers`."""
    return union((*numbers, *of)) == of


def integers(numbers: Numbers) -> Numbers:
    """Return the whole numbers among them as intervals with closed ends; neighbours stand in one.

    >>> show(integers(union([Interval(2, 5), closed(6, 7)])))
    '[3, 4] or [6, 7]'
    """
    found: list[Interval] = []
    for one in map(_integers, numbers):
        if one.is_empty:
            continue
        if found and one.low <= found[-1].high + 1:
            found[-1] = found[-1]._replace(high=one.high, has_high=one.has_high)
        else:
            found.append(one)
    return tuple(found)


def _integers(one: Interval) -> Interval:
    low, high = one.low, one.high
    if not isinstance(low, float):
        low = ceil(low) + (low == ceil(low) and not one.has_low)
    if not isinstance(high, float):
        high = floor(high) - (high == floor(high) and not one.has_high)
    return closed(low, high)


def exchanged(numbers: Numbers) -> Numbers:
    """Return the intervals with their finite ends in where they were out, and out where they were in."""
    return union(
        Interval(one.low, one.high, not one.has_low and one.low > -INFINITY, not one.has_high and one.high < INFINITY)
        for one in numbers
    )


def is_in(number: Number, numbers: Numbers) -> bool:
    """Return whether a number is among them."""
    return any(not _both(one, point(number)).is_empty for one in numbers)


def smallest(numbers: Numbers) -> Bound | None:
    """Return the smallest of the numbers, -inf where they have no end; None where there is none or their end is open."""
    return _end(numbers[0].low, has_end=numbers[0].has_low) if numbers else None


def largest(numbers: Numbers) -> Bound | None:
    """Return the largest of the numbers, inf where they have no end; None where there is none or their end is open."""
    return _end(numbers[-1].high, has_end=numbers[-1].has_high) if numbers else None


def _end(end: Bound, *, has_end: bool) -> Bound | None:
    return end if has_end or isinstance(end, float) else None


def show_interval(one: Interval, say: Callable[[Bound], str] = show_number) -> str:
    """Return an interval as a document holds it.

    >>> show_interval(closed(3, 3)), show_interval(Interval(-INFINITY, 3))
    ('[3, 3]', '(-inf, 3)')
    """
    return f"{'[' if one.has_low else '('}{say(one.low)}, {say(one.high)}{']' if one.has_high else ')'}"


def show(numbers: Numbers, say: Callable[[Bound], str] = show_number) -> str:
    """Return the numbers as a sentence holds them."""
    return " or ".join(show_interval(one, say) for one in numbers) or "none"


def inequality(one: Interval, say: Callable[[Bound], str] = show_number) -> str:
    """Return an interval as a student writes it.

    >>> inequality(Interval(2, 7, has_high=True)), inequality(closed(3, 3)), inequality(closed(3, INFINITY))
    ('2 < x ≤ 7', 'x = 3', 'x ≥ 3')
    """
    low, high = say(one.low), say(one.high)
    below, above = "≤" if one.has_low else "<", "≤" if one.has_high else "<"
    if one.low == one.high:
        return f"x = {low}"
    if one.low == -INFINITY:
        return "any x" if one.high == INFINITY else f"x {above} {high}"
    if one.high == INFINITY:
        return f"x {'≥' if one.has_low else '>'} {low}"
    return f"{low} {below} x {above} {high}"


def in_words(numbers: Numbers, say: Callable[[Bound], str] = show_number) -> str:
    """Return the numbers as inequalities.

    >>> in_words(union([closed(-INFINITY, 3), Interval(7, 9)]))
    'x ≤ 3 or 7 < x < 9'
    """
    return " or ".join(inequality(one, say) for one in numbers) or "no x"


def ends(numbers: Numbers) -> Iterator[Number]:
    """Yield the finite ends, from left to right."""
    for one in numbers:
        for end in dict.fromkeys((one.low, one.high)):
            if not isinstance(end, float):
                yield end
