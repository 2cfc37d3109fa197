"""The statistics of a class: of one item by Moodle's formulas, of students' totals, and how far apart groups are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import isqrt, sqrt
from statistics import NormalDist
from typing import NamedTuple

from grader.grading.read_results import UNIT

# -- item statistics by Moodle's formulas (its question statistics calculator), exact until a root is taken

_PLACES = 10**12
"""Roots and shares are held to 12 places: a class in which everyone has another maximum has no handy common denominator."""


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
    """Takes in one student's mark after the other. It keeps how often each mark occurs, so a large class costs no more than a small one.

    Marks were rounded to whole units before, so marks that differ by no more than the rounding are taken as equal: noise
    has a variance, and would have a discrimination index.

    >>> tally = ItemTally()
    >>> for earned, others in [(100, 300), (100, 200), (0, 200), (0, 0)]:
    ...     tally.add(earned, 100, others, rounded=3)
    >>> item = tally.item(100)
    >>> item.mean, item.facility, round(float(item.discrimination), 2), round(float(item.efficiency), 2)
    (Fraction(1, 2), Fraction(1, 2), 68.82, 100.0)
    """

    def __init__(self) -> None:
        self._earned, self._others = Counter[int](), Counter[int]()
        self._possible = self._products = self._rounded = 0

    def add(self, earned: int, possible: int, others: int, rounded: int) -> None:
        """Take in what one student earned, of how much, and for all `others`, the sum of so many `rounded` marks; in units."""
        self._earned[earned] += 1
        self._others[others] += 1
        self._possible += possible
        self._products += earned * others
        self._rounded = max(self._rounded, rounded)

    def item(self, unit: int) -> Item:
        """Return the statistics of the marks, of which there is at least one."""
        x, y = self._earned, self._others
        n, earned = x.total(), _added(x)
        discrimination = efficiency = None
        if max(x) - min(x) > 1 and max(y) - min(y) > self._rounded:
            sums = earned * _added(y)
            together, most = n * self._products - sums, n * _largest(x, y) - sums
            size = square_root(Fraction(together**2, _spread(x) * _spread(y)))
            discrimination = 100 * (size if together > 0 else -size)
            efficiency = Fraction(100 * together, most)
        return Item(
            students=n,
            mean=Fraction(earned, n * unit),
            possible=Fraction(self._possible, n * unit),
            deviation=_deviation(x, unit),
            facility=Fraction(earned, self._possible) if self._possible else None,
            discrimination=discrimination,
            efficiency=efficiency,
        )


def _added(numbers: Counter[int]) -> int:
    """Return the sum of the numbers, each as often as it occurs."""
    return sum(number * often for number, often in numbers.items())


def _spread(numbers: Counter[int]) -> int:
    """Return n(n−1) times the variance of the numbers, an integer.

    >>> _spread(Counter([1, 2, 3]))
    6
    """
    return numbers.total() * sum(number**2 * often for number, often in numbers.items()) - _added(numbers) ** 2


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


def _deviation(numbers: Counter[int], unit: int) -> Fraction | None:
    """Return the standard deviation of the numbers with n−1, in whole marks; None for fewer than two.

    >>> _deviation(Counter([2, 4, 4, 4, 6]), 2)
    Fraction(707106781187, 1000000000000)
    """
    n = numbers.total()
    return square_root(Fraction(_spread(numbers), n * (n - 1) * unit**2)) if n > 1 else None


def square_root(number: Fraction) -> Fraction:
    """Return the root of the number to 12 places, the same on every machine.

    >>> square_root(Fraction(9, 4)), float(square_root(Fraction(2)))
    (Fraction(3, 2), 1.414213562373)
    """
    scaled = number.numerator * _PLACES**2 * 4 // number.denominator
    return Fraction((isqrt(scaled) + 1) // 2, _PLACES)


# -- students' totals, of a class, of its groups, and of a group in one exercise

BINS = 10


class Totals(NamedTuple):
    """The students' totals. Shares are of what each could earn; students who could earn nothing have none.

    `histogram` counts shares in ten bins of a tenth each; the last one holds 1 as well, and those of the students who are `above` it by a bonus.
    """

    students: int
    mean: Fraction | None
    possible: Fraction | None
    mean_share: Fraction | None
    median_share: Fraction | None
    deviation: Fraction | None
    histogram: tuple[int, ...]
    above: int = 0


class GroupShare(NamedTuple):
    """What one group did in an exercise: how many students, what they earned of what they could, how many have all."""

    group: str
    students: int
    mean: Fraction
    possible: Fraction
    facility: Fraction | None
    full: int


class TotalsTally:
    """Takes in one student's marks after the other, in units, and keeps how often each total occurs."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[int, int]]()

    def add(self, earned: int, possible: int) -> None:
        """Take in one student."""
        self._seen[earned, possible] += 1

    def _sums(self) -> tuple[int, int, int]:
        """Return how many students there are, and what they earned and could earn together."""
        earned, possible = (sum(key[at] * often for key, often in self._seen.items()) for at in (0, 1))
        return self._seen.total(), earned, possible

    def totals(self) -> Totals:
        """Return the totals of the students so far."""
        n, earned, possible = self._sums()
        shares = sorted((Fraction(earned, of), often) for (earned, of), often in self._seen.items() if of)
        able = sum(often for _, often in shares)
        fine, bins = Counter[int](), [0] * BINS
        for share, often in shares:
            fine[int(_PLACES * share)] += often
            bins[min(int(BINS * share), BINS - 1)] += often
        return Totals(
            students=n,
            mean=Fraction(earned, UNIT * n) if n else None,
            possible=Fraction(possible, UNIT * n) if n else None,
            mean_share=sum((share * often for share, often in shares), Fraction(0)) / able if able else None,
            median_share=(_at(shares, (able - 1) // 2) + _at(shares, able // 2)) / 2 if able else None,
            deviation=_deviation(fine, _PLACES),
            histogram=tuple(bins),
            above=sum(often for share, often in shares if share > 1),
        )

    def share(self, group: str) -> GroupShare:
        """Return what the students so far, of whom there is at least one, did as this group."""
        n, earned, possible = self._sums()
        full = sum(often for (earned, of), often in self._seen.items() if earned >= of)
        facility = Fraction(earned, possible) if possible else None
        return GroupShare(group, n, Fraction(earned, UNIT * n), Fraction(possible, UNIT * n), facility, full)


def _at(shares: Sequence[tuple[Fraction, int]], place: int) -> Fraction:
    """Return the share at a place of shares in order, each of which occurs so often."""
    for share, often in shares:
        place -= often
        if place < 0:
            return share
    raise IndexError(place)


# -- groups: what a difference between them may mean

FEWEST = 10
"""With fewer students in a group nothing is said of a difference."""
_SURE = 0.95


class Group(NamedTuple):
    """A group of the class, and its students' totals."""

    group: str
    totals: Totals

    @property
    def is_small(self) -> bool:
        """Return whether the group is too small for its mean to say much."""
        return self.totals.students < FEWEST or self.totals.mean_share is None

    @property
    def share(self) -> Fraction:
        """Return the mean share of the points."""
        return self.totals.mean_share or Fraction(0)


class Comparison(NamedTuple):
    """Of all pairs of groups the one that is furthest apart: by which share of the points, and what chance alone gives.

    In 19 of 20 classes whose groups are equally good no two groups differ by more than `chance`. Groups of
    which nothing can be said are not compared.
    """

    higher: str
    lower: str
    difference: Fraction
    chance: Fraction


def compare(groups: Sequence[Group]) -> Comparison | None:
    """Return how far apart the groups are that are large enough; None where there are no two such."""
    pairs = list(combinations([group for group in groups if group.group and not group.is_small], 2))
    if not pairs:
        return None
    apart = [(max(pair, key=lambda group: group.share), min(pair, key=lambda group: group.share)) for pair in pairs]
    high, low = max(apart, key=lambda pair: pair[0].share - pair[1].share)
    chance = max(_by_chance(one.totals, other.totals, len(pairs)) for one, other in pairs)
    return Comparison(high.group, low.group, high.share - low.share, chance)


def _by_chance(one: Totals, other: Totals, pairs: int) -> Fraction:
    """Return how far the means of two equally good groups are apart at most, in 19 of 20 classes with so many pairs of groups.

    The standard error of the difference times the quantile of t with as many degrees of freedom as the smaller group has
    (which is on the careful side), by the first terms of its expansion around the normal one.
    """
    error = sqrt(sum(float(group.deviation or 0) ** 2 / group.students for group in (one, other)))
    t = _quantile(min(one.students, other.students) - 1, pairs)
    return Fraction(round(t * error * 10_000), 10_000)


def _quantile(free: int, times: int) -> float:
    """Return the quantile of t for so many degrees of freedom, of what is looked at so many times."""
    z = NormalDist().inv_cdf(1 - (1 - _SURE) / (2 * times))
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def correlation_by_chance(students: int) -> Fraction:
    """Return how far from 0 the correlation of two marks is at most, in 19 of 20 classes of so many students (3 or more) where they have nothing to do with each other."""
    free = students - 2
    t = _quantile(free, 1)
    return Fraction(round(t / sqrt(free + t**2) * 10_000), 10_000)
