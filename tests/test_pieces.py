"""A question with an unknown x is answered for every x, by asking it at few of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from fractions import Fraction

import pytest

from grader.core.intervals import MOST_RUNS, Interval, TooManyRuns, closed, pieces_of
from grader.core.linear import Run, X
from grader.core.numbers import INFINITY, Number


class Steps:
    """How many of some numbers x is above, asked by comparisons; counts how often it was asked."""

    def __init__(self, numbers: list[Number]) -> None:
        self.numbers, self.asked = numbers, 0

    def __call__(self, at: Number) -> tuple[int, Iterable[Number]]:
        self.asked += 1
        run = Run(at)
        x = X.during(run)
        return sum(x > number for number in self.numbers), run.turns()


@pytest.mark.parametrize("seed", range(60))
def test_pieces_cover_the_domain_and_hold_in_all_of_it(seed: int) -> None:
    rng = random.Random(seed)
    numbers = sorted(Fraction(rng.randint(-30, 30), rng.choice((1, 2, 3))) for _ in range(rng.randint(0, 8)))
    low, high = sorted(rng.sample(range(-12, 12), 2))
    domain = closed(rng.choice((low, -INFINITY)), rng.choice((high, INFINITY)))
    steps = Steps([*numbers])
    pieces = pieces_of(domain, steps)
    assert (pieces[0].interval.low, pieces[-1].interval.high) == (domain.low, domain.high)
    for one, other in itertools.pairwise(pieces):
        assert one.interval.high == other.interval.low
        assert (one.interval.low == one.interval.high) != (other.interval.low == other.interval.high)
    for interval, _, found in pieces:
        inside = [number for number in numbers if interval.low < number < interval.high]
        assert not inside
        assert found == sum(number < _within(interval) for number in numbers)
    turns = len({number for number in numbers if domain.low < number < domain.high})
    assert steps.asked <= 2 * turns + 3  # each of them, each interval between, both ends of the domain


def _within(interval: Interval) -> Number:
    low, high = interval.low, interval.high
    if low == high:
        return low  # type: ignore[return-value]  # a number
    if isinstance(low, float):
        return high - 1 if not isinstance(high, float) else 0
    return low + 1 if isinstance(high, float) else Fraction(low + high) / 2


def test_domain_of_one_number_is_one_piece() -> None:
    ((interval, at, found),) = pieces_of(closed(3, 3), Steps([2, 3, 4]))
    assert (interval, at, found) == (closed(3, 3), 3, 1)


@pytest.mark.sweep
def test_more_runs_than_allowed_are_refused() -> None:
    with pytest.raises(TooManyRuns):
        pieces_of(closed(-INFINITY, INFINITY), Steps(list(range(MOST_RUNS))))
    assert len(pieces_of(closed(-INFINITY, INFINITY), Steps(list(range(900))))) == 1801


def test_what_holds_where_does_not_depend_on_the_points_that_are_looked_at() -> None:
    def look(at: Number) -> tuple[bool, Iterable[Number]]:
        run = Run(at)
        x = X.during(run)
        return max(3 * x, 5 + x) > 2 - x, run.turns()

    def near_the_left(low: Number | float, high: Number | float) -> Number:
        start = Fraction(-100) if isinstance(low, float) else low
        return start + Fraction(1, 100) if isinstance(high, float) else start + (high - start) / Fraction(1000)

    usual, others = (pieces_of(closed(-INFINITY, INFINITY), look, inside=inside) for inside in (None, near_the_left))
    assert [(piece.interval, piece.found) for piece in usual] == [(piece.interval, piece.found) for piece in others]
    assert len(usual) > 2
