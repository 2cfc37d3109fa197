"""Exact sums over one common denominator: what they give, and for which numbers."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grader.core.numbers import quotient, total
from grader.core.search.values import expectation, plain_mean


def draw_number(draw: random.Random) -> int | Fraction:
    number = Fraction(draw.randint(-50, 50), draw.choice([1, 1, 1, 2, 3, 7, 10, 1000]))
    return number.numerator if number.denominator == 1 else number


def test_total_is_the_sum_of_the_products_as_an_int_where_it_is_whole() -> None:
    draw = random.Random(1)
    for _ in range(3000):
        numbers, weights = zip(
            *[(draw_number(draw), draw_number(draw)) for _ in range(draw.randint(1, 6))], strict=True
        )
        found = total(numbers, weights)
        expected = sum((Fraction(w) * n for n, w in zip(numbers, weights, strict=True)), Fraction(0))
        assert found == expected
        assert isinstance(found, int) == (expected.denominator == 1)
        assert found.denominator == expected.denominator


def test_a_weight_that_is_not_there_counts_nothing() -> None:
    assert total([3, Fraction(1, 2), 5], [None, Fraction(1, 2), 1]) == Fraction(21, 4)


def test_sums_and_lists_of_weights_have_one_length() -> None:
    with pytest.raises(ValueError, match="shorter"):
        total([1, 2], [Fraction(1, 2)])


def test_denominators_of_many_children_stay_small() -> None:
    found = total([Fraction(1, 6)] * 5000 + [Fraction(1, 10)] * 5000, [Fraction(1, 10_000)] * 10_000)
    assert found == Fraction(2, 15)


def test_quotients_and_means_are_whole_where_they_are() -> None:
    assert isinstance(quotient(6, 3), int)
    assert isinstance(quotient(Fraction(9, 2), 3), Fraction)
    assert isinstance(plain_mean([1, 3], [None, None]), int)
    assert isinstance(plain_mean([Fraction(1, 2), Fraction(3, 2)], [None, None]), int)
    assert isinstance(quotient(Fraction(6, 1), 3), int)
    assert isinstance(expectation([1, 3], [Fraction(1, 2)] * 2), int)
