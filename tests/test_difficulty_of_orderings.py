"""How many leaves a search examines on trees of each ordering, against what is known of them."""

from __future__ import annotations

from fractions import Fraction

import oracle
import pytest
from certificate_checks import data_of, flat, question, root_of
from turns import some_now
from windows import tenth_or_all

from generators import AlphaBetaParameters, MinimaxParameters, Ordering, Promise, certified

# orderings


UNIFORM = [(b, d) for b in range(2, 65) for d in range(1, 13) if b**d <= 4096]
CHAINS = [(1, d) for d in range(1, 61)]
"""Of one leaf, as deep as trees are made."""


def count_leaves(branching: int, depth: int, ordering: Ordering, seed: str = "x") -> int:
    shape = flat(depth, branching)._replace(most_nodes=10_000)
    promise = Promise(without=("unique-best-move", "some-cutoff", "unequal-bounds"), separate=("none",))
    request = AlphaBetaParameters(shape, ordering=ordering, promise=promise, question=question("value"))
    return certified("alpha-beta", request, seed).certificate.figures["leaves-evaluated"]


@pytest.mark.parametrize(("branching", "depth"), some_now([*UNIFORM, *CHAINS], 4))
def test_best_first_examines_as_many_leaves_as_knuth_and_moore_say(branching: int, depth: int) -> None:
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert count_leaves(branching, depth, Ordering("best-first")) == least
    assert count_leaves(branching, depth, Ordering("worst-first")) == branching**depth


@pytest.mark.slow
@pytest.mark.parametrize("eighth", [0, *(pytest.param(eighth, marks=pytest.mark.full) for eighth in range(1, 8))])
def test_flat_trees_of_every_width_are_examined_whole_whatever_their_order(eighth: int, window: int) -> None:
    """The widths from 65 on, of depth 1: with those of UNIFORM all (b, d) with b^d <= 4,096. Each window begins with others."""
    for branching in range(65 + (eighth + window) % 8, 4097, 8):
        assert count_leaves(branching, 1, Ordering("best-first")) == branching
        assert count_leaves(branching, 1, Ordering("worst-first")) == branching


EXPECTED = [  # branching, depth, leaves examined and the standard error of that figure, seeds
    (2, 2, 11 / 3, 0, 4_000),
    (2, 3, 719 / 105, 0, 4_000),
    (3, 2, 521 / 70, 0, 4_000),
    (2, 4, 12.02, 0.015, 4_000),
    (2, 5, 21.64, 0.03, 2_000),
    (3, 3, 19.44, 0.025, 4_000),
    (3, 4, 45.3, 0.05, 2_000),
    (4, 3, 40.1, 0.05, 2_000),
    (10, 2, 55.9, 0.1, 2_000),
    (10, 3, 380, 1.5, 300),
]


@pytest.mark.slow
@tenth_or_all
@pytest.mark.parametrize(("branching", "depth", "mean", "mean_error", "seeds"), EXPECTED)
def test_random_trees_are_as_hard_as_random_trees_are(
    branching: int, depth: int, mean: float, mean_error: float, seeds: int, part: int
) -> None:
    counts = [count_leaves(branching, depth, Ordering(), str(seed)) for seed in range(seeds // part)]
    average = sum(counts) / len(counts)
    variance = sum((count - average) ** 2 for count in counts) / (len(counts) - 1)
    error = (variance / len(counts) + mean_error**2) ** 0.5
    assert abs(average - mean) <= 4 * error


def test_strong_ordering_puts_the_best_move_first_as_often_as_it_says() -> None:
    request = MinimaxParameters(
        flat(2, 4), ordering=Ordering("strong", Fraction(3, 4)), promise=Promise(separate=("none",))
    )
    at_root, below = [], []
    for seed in range(400):
        for node in oracle.breadth_first(root_of(data_of(certified("minimax", request, str(seed))))):
            if node.children:
                is_first = oracle.full_value(node.children[0]) == oracle.full_value(node)
                (below if node.id != "A" else at_root).append(is_first)
    assert 0.67 <= sum(at_root) / 400 <= 0.83
    assert len(below) == 1600
    assert 0.71 <= sum(below) / 1600 <= 0.79
