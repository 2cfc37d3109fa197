"""The ids of trees, ties between moves, and how many leaves are examined, as the oracle has them."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import oracle
import pytest
from oracle_cases import alpha_beta, earned, minimax, problem_of

# --- Ids ------------------------------------------------------------------------------------------


def test_automatic_ids_skip_ids_and_moves_anywhere() -> None:
    tree = {"max": [{"id": "B", "value": 1}, {"move": "C", "min": [{"id": "A", "value": 2}, 3]}]}
    assert oracle.node_ids(problem_of("minimax", tree)) == ["D", "B", "E", "A", "F"]


def test_automatic_ids_go_on_after_z() -> None:
    ids = oracle.node_ids(problem_of("minimax", list(range(60))))
    assert (ids[25:29], ids[52:54]) == (["Z", "AA", "AB", "AC"], ["BA", "BB"])


def test_automatic_ids_do_not_depend_on_the_order_of_search() -> None:
    assert alpha_beta([1, 2], order="right-to-left")["visited"] == ["A", "C", "B"]


# --- Ties -----------------------------------------------------------------------------------------


TIED = [[5, 5], [5, 9], 5]


@pytest.mark.parametrize(
    ("tie", "order", "path"),
    [
        ("first", "left-to-right", ["A", "B", "E"]),
        ("last", "left-to-right", ["A", "D"]),
        ("any", "left-to-right", ["A", "B", "E"]),
        ("first", "right-to-left", ["A", "D"]),
        ("last", "right-to-left", ["A", "B", "E"]),
    ],
)
def test_tie_chooses_in_the_order_of_examination(tie: str, order: str, path: list[str]) -> None:
    solution = minimax(TIED, tie=tie, order=order)
    assert (solution["best-move"], solution["principal-variation"]) == (path[1], path)
    assert alpha_beta(TIED, tie=tie, order=order)["principal-variation"] == path


def test_any_accepts_every_optimal_path_and_nothing_else() -> None:
    problem = problem_of("alpha-beta", TIED, tie="any")
    for path in (["A", "B", "E"], ["A", "B", "F"], ["A", "C", "G"], ["A", "D"]):
        assert earned(problem, "principal-variation", path) == 1
    for path in (["A", "C", "H"], ["A", "B"], ["B", "E"], []):
        assert earned(problem, "principal-variation", path) == 0
    assert [earned(problem, "best-move", name) for name in "ABCD"] == [0, 1, 1, 1]


def test_alpha_beta_best_move_is_minimax_s_although_the_bound_ties() -> None:
    """The second move returns 3 as a bound at a cutoff; its value is 1."""
    problem = problem_of("alpha-beta", [[3, 5], [3, 1]], tie="last")
    assert oracle.solve(problem)["best-move"] == "B"
    assert earned(problem, "best-move", "C") == 0


# --- Leaf counts (FACTS) --------------------------------------------------------------------------


def best_first(branching: int, depth: int, value: int, player: str = "max") -> Any:
    """Return a uniform tree of the value whose first child is best everywhere."""
    if depth == 0:
        return value
    worse, opponent = (value - 1, "min") if player == "max" else (value + 1, "max")
    values = [value] + [worse] * (branching - 1)
    return [best_first(branching, depth - 1, each, opponent) for each in values]


def worst_first(branching: int, depth: int, low: int = 0, player: str = "max") -> Any:
    """Return a uniform tree with distinct leaves in which each child improves on all before."""
    if depth == 0:
        return low
    size, opponent = branching ** (depth - 1), "min" if player == "max" else "max"
    lows = [low + size * child for child in range(branching)]
    ordered = lows if player == "max" else lows[::-1]
    return [worst_first(branching, depth - 1, each, opponent) for each in ordered]


UNIFORM = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (4, 3), (5, 2)]


@pytest.mark.parametrize(("branching", "depth"), UNIFORM)
def test_best_first_trees_need_knuth_and_moore_s_leaves(branching: int, depth: int) -> None:
    minimal = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    assert alpha_beta(best_first(branching, depth, 0))["leaves-evaluated"] == minimal


@pytest.mark.parametrize(("branching", "depth"), UNIFORM)
def test_worst_first_trees_need_all_leaves(branching: int, depth: int) -> None:
    assert alpha_beta(worst_first(branching, depth))["leaves-evaluated"] == branching**depth


def test_random_two_ply_trees_need_11_thirds_leaves() -> None:
    counts = [alpha_beta([[a, b], [c, d]])["leaves-evaluated"] for a, b, c, d in permutations("1234")]
    assert Fraction(sum(counts), len(counts)) == Fraction(11, 3)
