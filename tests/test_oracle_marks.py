"""What the oracle gives for answers, counted by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle
import pytest
from oracle_cases import TEXTBOOK, earned, ply_trace, problem_of


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        ({"A": 3, "B": 3, "C": 2, "D": 2}, 1),
        ({"A": 3, "B": "3.0", "C": 2}, Fraction(3, 4)),
        ({"A": 3, "B": 4, "C": None}, Fraction(1, 4)),
        ({"A": 3, "B": 3, "C": 2, "D": 2, "E": 3}, Fraction(3, 4)),
        ({"A": 3, "B": 3, "C": 2, "D": 2, "E": None}, 1),
        ({"E": 3, "F": 12, "A": 3}, 0),
        ({}, 0),
        (None, 0),
    ],
)
def test_values_earn_right_less_extras(answer: object, share: object) -> None:
    assert earned(problem_of("minimax", TEXTBOOK), "values", answer) == share


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        ({"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]}, 1),
        ({"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2], "H": [3, "inf"]}, 1),
        (
            {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2], "I": [3, 2]},
            Fraction(3, 4),
        ),
        ({"A": ["3", "inf"], "B": ["-inf", "inf"], "C": [3, 3]}, Fraction(1, 4)),
    ],
)
def test_windows_ignore_visited_leaves_only(answer: object, share: object) -> None:
    assert earned(problem_of("alpha-beta", TEXTBOOK), "windows", answer) == share


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        (["S10", "S14", "S18", "S24"], 1),
        (["S24", "S30", "S29", "S18", "S22", "S21"], 1),
        (["S10", "S21", "S14", "S18", "S24"], 1),
        (["S10", "S14"], Fraction(4, 6)),
        (["S10", "S14", "S17"], Fraction(3, 6)),
        (["S4"], 0),
        (["S8"], 0),
        (["S0"], 0),
        ([], 0),
        (None, 0),
    ],
)
def test_pruned_counts_leaves_in_every_listing(answer: object, share: object) -> None:
    assert earned(problem_of("alpha-beta", ply_trace([0] * 6)), "pruned", answer) == share


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        (["A", "B", "E", "F", "C", "G"], 1),
        (["A", "B", "F", "E", "C", "G"], Fraction(5, 6)),
        (["A", "C"], Fraction(2, 6)),
        (["A", "B", "E", "F", "C", "G", "H"], Fraction(6, 7)),
        ([], 0),
    ],
)
def test_visited_earns_the_longest_common_subsequence(answer: object, share: object) -> None:
    """A; B C D; E F, G H: D = 0 is visited after the cutoff at C."""
    problem = problem_of("alpha-beta", [[3, 5], [2, 4]])
    assert oracle.solve(problem)["visited"] == ["A", "B", "D", "E", "C", "F"]
    renamed = {"A": "A", "B": "B", "E": "D", "F": "E", "C": "C", "G": "F", "H": "G"}
    given = [renamed[name] for name in answer] if isinstance(answer, list) else answer
    assert earned(problem, "visited", given) == share


def test_cutoffs_need_node_alpha_and_beta() -> None:
    problem = problem_of("alpha-beta", ply_trace([0] * 6))
    right: Any = oracle.solve(problem)["cutoffs"]
    assert earned(problem, "cutoffs", right) == 1
    assert earned(problem, "cutoffs", [right[0], right[1] | {"beta": 8}, *right[2:]]) == Fraction(3, 4)
    assert earned(problem, "cutoffs", [right[1], right[0], *right[2:]]) == Fraction(3, 4)
    assert earned(problem, "cutoffs", [*right, right[0]]) == Fraction(4, 5)


def test_empty_expected_answer_earns_only_for_the_empty_answer() -> None:
    problem = problem_of("alpha-beta", [1, 2])
    for part, wrong in (("pruned", ["B"]), ("cutoffs", [{"node": "A", "alpha": 2, "beta": 2}])):
        assert [earned(problem, part, given) for given in ([], wrong, None)] == [1, 0, 0]
    leaf = problem_of("alpha-beta", 5)
    assert [earned(leaf, "values", given) for given in ({}, {"A": 5}, None)] == [1, 0, 0]


def test_points_and_asked_parts() -> None:
    problem = problem_of("alpha-beta", TEXTBOOK) | {"points": {"pruned": 3}}
    assert oracle.marks(problem, {"value": "3", "best-move": " B ", "pruned": ["I"], "visited": []}) == {
        "value": 1,
        "best-move": 1,
        "pruned": Fraction(3, 2),
    }
    assert oracle.asked_parts(problem_of("minimax", 5)) == ["value", "values"]
