"""Sets of numbers: one form for each, compared with plain membership at all ends and between them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from grader.core.intervals import (
    ALL,
    Interval,
    Numbers,
    closed,
    closure,
    complement,
    exchanged,
    in_words,
    integers,
    interior,
    is_in,
    is_part,
    largest,
    point,
    show,
    smallest,
    union,
    within,
)
from grader.core.numbers import INFINITY

PROBES = [Fraction(number, 4) for number in range(-20, 45)]
"""Every end that is drawn, and numbers between any two of them."""


def drawn(rng: random.Random) -> list[Interval]:
    """Return some intervals, also empty, touching and overlapping ones."""
    found = []
    for _ in range(rng.randint(0, 4)):
        low, high = (Fraction(rng.randint(-4, 10), rng.choice((1, 2))) for _ in range(2))
        low, high = (rng.choice((low, low, -INFINITY)), rng.choice((high, high, INFINITY)))  # type: ignore[assignment]
        has_low, has_high = rng.random() < 0.5 and low > -INFINITY, rng.random() < 0.5 and high < INFINITY
        found.append(Interval(low, high, has_low, has_high))
    return found


def has(one: Interval, number: Fraction) -> bool:
    above = number > one.low or (number == one.low and one.has_low)
    return above and (number < one.high or (number == one.high and one.has_high))


@pytest.mark.parametrize("seed", range(300))
def test_operations_are_those_of_the_numbers_themselves(seed: int) -> None:
    rng = random.Random(seed)
    parts, whole = drawn(rng), closed(Fraction(-3), Fraction(rng.randint(-2, 8)))
    numbers = union(parts)
    for number in PROBES:
        is_there = any(has(one, number) for one in parts)
        assert is_in(number, numbers) == is_there
        assert is_in(number, complement(numbers, *ALL)) != is_there
        assert is_in(number, within(numbers, whole)) == (is_there and has(whole, number))
        assert is_in(number, complement(numbers, whole)) == (not is_there and has(whole, number))
        if number.denominator == 1:
            assert is_in(number, integers(numbers)) == is_there


@pytest.mark.parametrize("seed", range(300))
def test_equal_sets_are_equal_and_have_the_fewest_intervals(seed: int) -> None:
    rng = random.Random(seed)
    parts = drawn(rng)
    numbers = union(parts)
    cuts = [piece for one in parts for piece in halves(one)]
    assert union(rng.sample(cuts, len(cuts))) == numbers == union(numbers)
    for one, other in itertools.pairwise(numbers):
        assert one.high < other.low or (one.high == other.low and not (one.has_high or other.has_low))
    assert is_part(interior(numbers), numbers)
    assert is_part(numbers, closure(numbers))


def halves(one: Interval) -> list[Interval]:
    """Return the interval in two pieces that touch, or as it is where it is empty or a point."""
    if one.is_empty or one.low == one.high or INFINITY in (one.high, -one.low):
        return [one]
    middle = (one.low + one.high) / 2
    return [one._replace(high=middle, has_high=True), one._replace(low=middle, has_low=False)]


@pytest.mark.parametrize(
    ("numbers", "shown", "words", "ends"),
    [
        ((), "none", "no x", (None, None)),
        (ALL, "(-inf, inf)", "any x", (-INFINITY, INFINITY)),
        (union([point(3)]), "[3, 3]", "x = 3", (3, 3)),
        (union([Interval(2, 7, has_high=True)]), "(2, 7]", "2 < x ≤ 7", (None, 7)),
        (union([closed(-INFINITY, 3), Interval(7, 9, has_low=True)]), "(-inf, 3] or [7, 9)", "x ≤ 3 or 7 ≤ x < 9", (-INFINITY, None)),
        (union([Interval(Fraction(1, 2), INFINITY)]), "(1/2, inf)", "x > 1/2", (None, INFINITY)),
    ],
)  # fmt: skip
def test_set_is_shown_in_intervals_and_in_words(numbers: Numbers, shown: str, words: str, ends: object) -> None:
    assert (show(numbers), in_words(numbers), (smallest(numbers), largest(numbers))) == (shown, words, ends)


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (lambda: integers(union([Interval(2, 5)])), "[3, 4]"),
        (lambda: integers(union([Interval(2, 3)])), "none"),
        (lambda: integers(union([closed(1, 2), closed(3, 4)])), "[1, 4]"),
        (lambda: integers(union([Interval(Fraction(-7, 2), INFINITY)])), "[-3, inf)"),
        (lambda: exchanged(union([closed(-INFINITY, 3), Interval(7, 9, has_low=True)])), "(-inf, 3) or (7, 9]"),
    ],
)
def test_whole_numbers_and_exchanged_ends(make: Callable[[], Numbers], shown: str) -> None:
    assert show(make()) == shown
