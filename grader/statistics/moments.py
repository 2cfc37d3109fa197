"""Item statistics by Moodle's formulas (its question statistics calculator), exact until a root is taken.

Marks come in as whole units, so every sum is an integer. With n students, mark x of the item and y of all other items:
facility = mean / maximum; discrimination index = 100·cov(x, y) / sqrt(var(x)·var(y)), where n−1 cancels; discriminative
efficiency = 100·cov(x, y) / cov of x and y, each sorted, which is the largest covariance that these marks allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

_PLACES = 10**12


class Mark(NamedTuple):
    """What one student earned for an item, of how much, and for all other items; in units."""

    earned: int
    possible: int
    others: int


class Item(NamedTuple):
    """The statistics of one item. Marks are in marks; discrimination and efficiency in per cent, None: undefined.

    `possible` is the mean where students could earn different marks; `deviation` is the standard deviation with n−1.
    """

    students: int
    mean: Fraction
    possible: Fraction
    deviation: Fraction | None
    facility: Fraction | None
    discrimination: Fraction | None
    efficiency: Fraction | None


class ItemTally:
    """Takes in one student's mark after the other. It keeps how often each mark occurs, so a large class costs no more than a small one."""

    def __init__(self) -> None:
        self.earned = Counter[int]()
        self._others = Counter[int]()
        self._possible = self._products = self._rounded = 0

    def add(self, mark: Mark, rounded: int) -> None:
        """Take in a mark; `rounded`: how many rounded marks its rest is the sum of."""
        self.earned[mark.earned] += 1
        self._others[mark.others] += 1
        self._possible += mark.possible
        self._products += mark.earned * mark.others
        self._rounded = max(self._rounded, rounded)

    def item(self, unit: int) -> Item:
        """Return the statistics of the marks, of which there is at least one.

        Marks were rounded to whole units before, so marks that differ by no more than the rounding are taken as equal:
        noise has a variance, and would have a discrimination index.
        """
        x, y = self.earned, self._others
        n, earned = x.total(), added(x)
        discrimination = efficiency = None
        if max(x) - min(x) > 1 and max(y) - min(y) > self._rounded:
            sums = earned * added(y)
            together, most = n * self._products - sums, n * _largest(x, y) - sums
            discrimination = 100 * correlation(together, spread(x), spread(y))
            efficiency = Fraction(100 * together, most)
        return Item(
            students=n,
            mean=Fraction(earned, n * unit),
            possible=Fraction(self._possible, n * unit),
            deviation=deviation(x, unit),
            facility=Fraction(earned, self._possible) if self._possible else None,
            discrimination=discrimination,
            efficiency=efficiency,
        )


def item_statistics(marks: Iterable[Mark], unit: int, rounded: int) -> Item:
    """Return the statistics of an item from at least one mark; `rounded`: how many rounded marks its rest is the sum of.

    >>> marks = [Mark(100, 100, 300), Mark(100, 100, 200), Mark(0, 100, 200), Mark(0, 100, 0)]
    >>> item = item_statistics(marks, 100, 3)
    >>> item.mean, item.facility, round(float(item.discrimination), 2), round(float(item.efficiency), 2)
    (Fraction(1, 2), Fraction(1, 2), 68.82, 100.0)
    """
    tally = ItemTally()
    for mark in marks:
        tally.add(mark, rounded)
    return tally.item(unit)


def added(numbers: Counter[int]) -> int:
    """Return the sum of the numbers, each as often as it occurs."""
    return sum(number * often for number, often in numbers.items())


def spread(numbers: Counter[int]) -> int:
    """Return n(n−1) times the variance of the numbers, an integer.

    >>> spread(Counter([1, 2, 3]))
    6
    """
    return numbers.total() * sum(number**2 * often for number, often in numbers.items()) - added(numbers) ** 2


def _largest(x: Counter[int], y: Counter[int]) -> int:
    """Return the sum of the products of equally many numbers, both in order: the largest that such a sum can be."""
    found, waiting = 0, [[number, y[number]] for number in sorted(y, reverse=True)]
    for number in sorted(x):
        often = x[number]
        while often:
            other, left = waiting[-1]
            used = min(often, left)
            found += number * other * used
            often -= used
            waiting[-1][1] -= used
            if left == used:
                waiting.pop()
    return found


def correlation(together: int, x: int, y: int) -> Fraction:
    """Return the correlation from n(n−1) times the covariance and the same of the two positive variances."""
    size = square_root(Fraction(together**2, x * y))
    return size if together > 0 else -size


def deviation(numbers: Counter[int], unit: int) -> Fraction | None:
    """Return the standard deviation of the numbers with n−1, in whole marks; None for fewer than two.

    >>> deviation(Counter([2, 4, 4, 4, 6]), 2)
    Fraction(707106781187, 1000000000000)
    """
    n = numbers.total()
    return square_root(Fraction(spread(numbers), n * (n - 1) * unit**2)) if n > 1 else None


def square_root(number: Fraction) -> Fraction:
    """Return the root of the number to 12 places, the same on every machine.

    >>> square_root(Fraction(9, 4)), float(square_root(Fraction(2)))
    (Fraction(3, 2), 1.414213562373)
    """
    scaled = number.numerator * _PLACES**2 * 4 // number.denominator
    return Fraction((isqrt(scaled) + 1) // 2, _PLACES)
