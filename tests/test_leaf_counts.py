"""How many leaves alpha-beta examines: in the best case, in the worst, and in the mean."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from statistics import fmean, stdev
from typing import Any

import pytest
from conftest import tree_of
from plain_search import search
from windows import tenth_or_all

from grader.core.games.tree import LEAF, Tree


def leaves_examined(tree: Tree) -> int:
    """Return how many leaves the plain search examines."""
    return sum(tree.kind[node] == LEAF for node in search(tree).visited)


def uniform(values: Iterator[int], branching: int, depth: int) -> Any:
    """Return a uniform tree whose leaves are the values in their order."""
    return [uniform(values, branching, depth - 1) for _ in range(branching)] if depth else next(values)


def best_first(tree: Any, player: int = 1) -> tuple[Any, Any]:
    """Return the tree with the best child of every node first, and its value; player 1 is MAX, -1 is MIN."""
    if not isinstance(tree, list):
        return tree, tree
    below = sorted((best_first(child, -player) for child in tree), key=lambda pair: -player * pair[1])
    return [child for child, _ in below], below[0][1]


def worst_first(branching: int, depth: int, player: int = 1) -> Any:
    """Return a uniform tree with distinct leaves in which every child is better than all before it, whatever is below."""
    if not depth:
        return 0
    weight = (2 * branching) ** (depth - 1)
    return [added(worst_first(branching, depth - 1, -player), player * weight * place) for place in range(branching)]


def added(tree: Any, number: int) -> Any:
    """Return the tree with a number added to every leaf."""
    return [added(child, number) for child in tree] if isinstance(tree, list) else tree + number


def leaf_values(tree: Any) -> list[Any]:
    """Return the leaves from left to right."""
    return [leaf for child in tree for leaf in leaf_values(child)] if isinstance(tree, list) else [tree]


SIZES = [(b, d) for d in range(1, 13) for b in range(1, 65) if b**d <= 4096 and (b > 1 or d <= 6)]


@pytest.mark.parametrize("depth", sorted({depth for _, depth in SIZES}))
def test_best_first_tree_takes_the_leaves_of_knuth_and_moore(depth: int) -> None:
    """Knuth and Moore 1975, section 5: b^ceil(d/2) + b^floor(d/2) - 1 leaves of a uniform tree."""
    for branching in [b for b, d in SIZES if d == depth]:
        count = branching**depth
        leaves = random.Random(branching).sample(range(10 * count), count)
        tree, _ = best_first(uniform(iter(leaves), branching, depth))
        expected = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
        assert leaves_examined(tree_of(tree)) == expected, (branching, depth)


@pytest.mark.parametrize("depth", sorted({depth for _, depth in SIZES}))
def test_worst_first_tree_with_distinct_leaves_is_examined_whole(depth: int) -> None:
    for branching in [b for b, d in SIZES if d == depth]:
        tree = worst_first(branching, depth)
        assert len(set(leaf_values(tree))) == branching**depth
        assert leaves_examined(tree_of(tree)) == branching**depth, (branching, depth)


def average_over_all_orders(branching: int, depth: int) -> Fraction:
    """Return the mean number of leaves examined over every order of distinct leaves."""
    tree = tree_of(uniform(iter(range(branching**depth)), branching, depth))
    inner: list[Any] = [None] * (tree.size - branching**depth)
    counts = [leaves_examined(tree._replace(value=[*inner, *order])) for order in permutations(range(branching**depth))]
    return Fraction(sum(counts), len(counts))


def test_expected_leaves_of_two_plies_and_two_children_are_eleven_thirds() -> None:
    assert average_over_all_orders(2, 2) == Fraction(11, 3)


@pytest.mark.sweep
def test_expected_leaves_of_three_plies_and_two_children_are_719_of_105() -> None:
    assert average_over_all_orders(2, 3) == Fraction(719, 105)


@pytest.mark.slow
def test_expected_leaves_of_two_plies_and_three_children_are_521_of_70() -> None:
    assert average_over_all_orders(3, 2) == Fraction(521, 70)


@pytest.mark.slow
@tenth_or_all
@pytest.mark.parametrize(
    ("branching", "depth", "mean", "two_errors", "draws"),
    [
        (2, 4, 12.02, 0.03, 40_000),
        (2, 5, 21.64, 0.06, 20_000),
        (3, 3, 19.44, 0.05, 20_000),
        (3, 4, 45.3, 0.1, 10_000),
        (4, 3, 40.1, 0.1, 10_000),
        (10, 2, 55.9, 0.2, 10_000),
        (10, 3, 380, 3, 1_000),
    ],
)
def test_mean_of_leaves_examined_on_random_trees(
    branching: int, depth: int, mean: float, two_errors: float, draws: int, part: int
) -> None:
    """Measured elsewhere, with the standard errors of both sides."""
    rng = random.Random(f"{branching} {depth}")
    draws //= part
    count = branching**depth
    tree = tree_of(uniform(iter(range(count)), branching, depth))
    inner: list[Any] = [None] * (tree.size - count)
    counts = [leaves_examined(tree._replace(value=[*inner, *rng.sample(range(count), count)])) for _ in range(draws)]
    error = math.hypot(two_errors / 2, stdev(counts) / math.sqrt(draws))
    assert abs(fmean(counts) - mean) < 4 * error
