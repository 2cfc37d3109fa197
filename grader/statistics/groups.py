"""Students' totals, of a class and of its groups, and what a difference between groups may mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from grader.statistics.moments import deviation
from grader.statistics.results import UNIT, Result

BINS = 10
FEWEST = 10
"""With fewer students in a group nothing is said of a difference."""
_SURE = 0.95
_FINE = 10**12
"""Shares are held to 12 places: a class in which everyone has another maximum has no handy common denominator."""


class Totals(NamedTuple):
    """The students' totals. Shares are of what each could earn; students who could earn nothing have none.

    `histogram` counts shares in ten bins of a tenth each; the last one holds 1 as well.
    """

    students: int
    mean: Fraction | None
    possible: Fraction | None
    mean_share: Fraction | None
    median_share: Fraction | None
    deviation: Fraction | None
    histogram: tuple[int, ...]


class Group(NamedTuple):
    """A group of the class, and its students' totals."""

    group: str
    totals: Totals


class Comparison(NamedTuple):
    """Of all pairs of groups the one that is furthest apart: by which share of the points, and what chance alone gives.

    In 19 of 20 classes whose groups are equally good no two groups differ by more than `chance`. Groups of
    which nothing can be said are not compared.
    """

    higher: str
    lower: str
    difference: Fraction
    chance: Fraction


class TotalsTally:
    """Takes in one student's marks after the other, and keeps how often each total occurs."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[int, int]]()

    def add(self, result: Result) -> None:
        """Take in one student."""
        self._seen[result.earned, result.possible] += 1

    def totals(self) -> Totals:
        """Return the totals of the students so far."""
        n = self._seen.total()
        shares = sorted((Fraction(earned, of), often) for (earned, of), often in self._seen.items() if of)
        able = sum(often for _, often in shares)
        fine, bins = Counter[int](), [0] * BINS
        for share, often in shares:
            fine[int(_FINE * share)] += often
            bins[min(int(BINS * share), BINS - 1)] += often
        earned, possible = (sum(key[at] * often for key, often in self._seen.items()) for at in (0, 1))
        return Totals(
            students=n,
            mean=Fraction(earned, UNIT * n) if n else None,
            possible=Fraction(possible, UNIT * n) if n else None,
            mean_share=sum((share * often for share, often in shares), Fraction(0)) / able if able else None,
            median_share=_median(shares, able) if able else None,
            deviation=deviation(fine, _FINE),
            histogram=tuple(bins),
        )


def _median(shares: Sequence[tuple[Fraction, int]], able: int) -> Fraction:
    """Return the median of shares in order, each with how often it occurs."""
    return (_at(shares, (able - 1) // 2) + _at(shares, able // 2)) / 2


def _at(shares: Sequence[tuple[Fraction, int]], place: int) -> Fraction:
    for share, often in shares:
        place -= often
        if place < 0:
            return share
    raise IndexError(place)


def compare(groups: Sequence[Group]) -> Comparison | None:
    """Return how far apart the groups are that are large enough; None where there are no two such."""
    able = [group for group in groups if group.group and not is_small(group)]
    pairs = list(combinations(able, 2))
    if not pairs:
        return None
    high, low = max(((max(pair, key=_share), min(pair, key=_share)) for pair in pairs), key=_apart)
    chance = max(_by_chance(one.totals, other.totals, len(pairs)) for one, other in pairs)
    return Comparison(high.group, low.group, _apart((high, low)), chance)


def is_small(group: Group) -> bool:
    """Return whether the group is too small for its mean to say much."""
    return group.totals.students < FEWEST or group.totals.mean_share is None


def _share(group: Group) -> Fraction:
    return group.totals.mean_share or Fraction(0)


def _apart(pair: tuple[Group, Group]) -> Fraction:
    return _share(pair[0]) - _share(pair[1])


def _by_chance(one: Totals, other: Totals, pairs: int) -> Fraction:
    """Return how far the means of two equally good groups are apart at most, in 19 of 20 classes with so many pairs of groups.

    The standard error of the difference times the quantile of t with as many degrees of freedom as the smaller group has
    (which is on the careful side), by the first terms of its expansion around the normal one.
    """
    error = sqrt(sum(float(group.deviation or 0) ** 2 / group.students for group in (one, other)))
    z = NormalDist().inv_cdf(1 - (1 - _SURE) / (2 * pairs))
    free = min(one.students, other.students) - 1
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    return Fraction(round(t * error * 10_000), 10_000)
