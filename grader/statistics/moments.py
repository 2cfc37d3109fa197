"""Item statistics by Moodle's formulas (its question statistics calculator), exact until a root is taken.

Marks come in as whole units, so every sum is an integer. With n students, mark x of the item and y of all other items:
facility = mean / maximum; discrimination index = 100·cov(x, y) / sqrt(var(x)·var(y)), where n−1 cancels; discriminative
efficiency = 100·cov(x, y) / cov of x and y, each sorted, which is the largest covariance that these marks allow.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def item_statistics(marks: Sequence[Mark], unit: int, rounded: int) -> Item:
    """Return the statistics of an item from at least one mark; `rounded`: how many rounded marks its rest is the sum of.

    Marks were rounded to whole units before, so marks that differ by no more than the rounding are taken as equal:
    noise has a variance, and would have a discrimination index.

    >>> marks = [Mark(100, 100, 300), Mark(100, 100, 200), Mark(0, 100, 200), Mark(0, 100, 0)]
    >>> item = item_statistics(marks, 100, 3)
    >>> item.mean, item.facility, round(float(item.discrimination), 2), round(float(item.efficiency), 2)
    (Fraction(1, 2), Fraction(1, 2), 68.82, 100.0)
    """
    n = len(marks)
    x, y = [mark.earned for mark in marks], [mark.others for mark in marks]
    earned, possible = sum(x), sum(mark.possible for mark in marks)
    discrimination = efficiency = None
    if max(x) - min(x) > 1 and max(y) - min(y) > rounded:
        together, most = comoment(x, y), comoment(sorted(x), sorted(y))
        discrimination = 100 * correlation(together, comoment(x, x), comoment(y, y))
        efficiency = Fraction(100 * together, most)
    return Item(
        students=n,
        mean=Fraction(earned, n * unit),
        possible=Fraction(possible, n * unit),
        deviation=deviation(x, unit),
        facility=Fraction(earned, possible) if possible else None,
        discrimination=discrimination,
        efficiency=efficiency,
    )


def comoment(x: Sequence[int], y: Sequence[int]) -> int:
    """Return n(n−1) times the covariance of two lists of equal length, an integer; of a list with itself: the variance.

    >>> comoment([1, 2, 3], [1, 2, 6])
    15
    """
    return len(x) * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)


def correlation(together: int, x: int, y: int) -> Fraction:
    """Return the correlation from a comoment and the two positive comoments of the lists with themselves."""
    size = square_root(Fraction(together**2, x * y))
    return size if together > 0 else -size


def deviation(x: Sequence[int], unit: int) -> Fraction | None:
    """Return the standard deviation of the list with n−1, in whole marks; None for fewer than two.

    >>> deviation([2, 4, 4, 4, 6], 2)
    Fraction(707106781187, 1000000000000)
    """
    n = len(x)
    return square_root(Fraction(comoment(x, x), n * (n - 1) * unit**2)) if n > 1 else None


def square_root(number: Fraction) -> Fraction:
    """Return the root of the number to 12 places, the same on every machine.

    >>> square_root(Fraction(9, 4)), float(square_root(Fraction(2)))
    (Fraction(3, 2), 1.414213562373)
    """
    scaled = number.numerator * _PLACES**2 * 4 // number.denominator
    return Fraction((isqrt(scaled) + 1) // 2, _PLACES)
