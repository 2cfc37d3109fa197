"""Numbers a + b·x: they compute as plain numbers do at the point of their run, and remember where a comparison turns over."""

from __future__ import annotations

import operator
import random
from fractions import Fraction
from typing import Any

import pytest

from grader.core.linear import ONE_MINUS_X, Linear, Run, X
from grader.core.numbers import INFINITY, show_number, write_number
from grader.core.search.values import VALUE_RULES, expectation, maximum, plain_mean

COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)


def drawn(rng: random.Random, run: Run) -> tuple[Any, Fraction]:
    """Return a number, with x in it or not, and what it is at the point of the run."""
    a, b = (Fraction(rng.randint(-9, 9), rng.choice((1, 1, 2, 3))) for _ in range(2))
    return (a, a) if rng.random() < 0.3 or not b else (Linear(a, b, run), a + b * run.at)


@pytest.mark.parametrize("seed", range(20))
def test_sums_multiples_and_comparisons_are_those_of_the_numbers_at_the_point(seed: int) -> None:
    rng = random.Random(seed)
    run = Run(Fraction(rng.randint(-20, 20), rng.choice((1, 3))))
    for _ in range(200):
        (one, here), (other, there), factor = drawn(rng, run), drawn(rng, run), Fraction(rng.randint(-5, 5), 3)
        for made, expected in (
            (one + other, here + there),
            (one - other, here - there),
            (factor * one, factor * here),
            (one * factor, here * factor),
            (-one, -here),
            (one / 3, here / 3),
        ):
            assert (made.at(run.at) if isinstance(made, Linear) else made) == expected
        for compare in COMPARISONS:
            assert compare(one, other) == compare(here, there)
            assert compare(one, INFINITY) == compare(here, INFINITY)
            assert compare(-INFINITY, one) == compare(-INFINITY, here)


def test_each_comparison_notes_where_it_would_turn_over() -> None:
    run = Run(0)
    x = X.during(run)
    assert not x > 3
    assert 2 * x + 1 <= 8
    assert x != 5 - x
    assert x < INFINITY
    assert run.turns() == {3, Fraction(7, 2), Fraction(5, 2)}


def test_runs_do_not_share_what_they_noted() -> None:
    one, other = Run(0), Run(1)
    assert X.during(one) < 3
    assert other.turns() == set()


def test_number_without_a_run_lies_within_any_bounds() -> None:
    assert 0 <= X <= 1
    assert not X.during(Run(2)) <= 1


def test_what_has_no_x_left_is_a_plain_number() -> None:
    assert type(X + ONE_MINUS_X) is int
    assert X - X == 0
    assert type(0 * X) is int


def test_number_without_a_run_is_not_compared_and_none_is_hashed() -> None:
    with pytest.raises(TypeError):
        assert X > 3
    with pytest.raises(TypeError):
        assert X == 3
    with pytest.raises(TypeError):
        hash(X)
    with pytest.raises(TypeError):
        X * X


@pytest.mark.parametrize(
    ("number", "text"),
    [(X, "x"), (-X, "-x"), (ONE_MINUS_X, "1 - x"), (3 + Fraction(1, 2) * X, "3 + 1/2 x"), (2 * X, "2 x")],
)
def test_number_with_x_is_written_as_a_sentence_holds_it(number: Any, text: str) -> None:
    assert (str(number), write_number(number), show_number(number)) == (text, text, text)


def test_rules_of_trees_take_it_as_it_is() -> None:
    run = Run(2)
    x = X.during(run)
    assert str(maximum([1, x, 3], [None] * 3)) == "3"
    assert str(expectation([x, 4], [Fraction(1, 2), Fraction(1, 2)])) == "2 + 1/2 x"
    assert str(expectation([10, 4], [x, 1 - x])) == "4 + 6 x"
    assert str(plain_mean([x, 3], [None, None])) == "3/2 + 1/2 x"
    assert all(rule is None or rule([x, x], [Fraction(1, 2)] * 2) is not None for rule in VALUE_RULES)


def test_infinity_swallows_it_and_scores_may_be_floats() -> None:
    assert X + INFINITY == INFINITY
    assert INFINITY - X == INFINITY
    assert (0.5 + 0.25 * X).at(2) == 1


@pytest.mark.parametrize(("constant", "slope"), [(6, 3), (6, -4), (0, 2), (Fraction(1, 2), 3), (5, Fraction(-2, 3)), (-7, 7)])  # fmt: skip
def test_turning_points_are_written_as_short_as_they_are(constant: Any, slope: Any) -> None:
    run = Run(at=1)
    assert (Linear(constant, slope, run) < 0) in (True, False)
    (turn,) = run.turns()
    assert Linear(constant, slope).at(turn) == 0
    assert isinstance(turn, int) is (Fraction(turn).denominator == 1)
