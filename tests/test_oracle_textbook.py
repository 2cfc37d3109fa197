"""The oracle against textbook trees worked by hand."""

from __future__ import annotations

import oracle
import pytest
from oracle_cases import TEXTBOOK, alpha_beta, minimax, ply_trace, problem_of

FAIL_HARD = [3, [[2, 1], [9, 0]]]
"""A; B = 3, C; D E; F G = 2 1, H I = 9 0 (FACTS: the smallest tree that clamping spoils)."""

# --- Textbook trees -------------------------------------------------------------------------------


def first_parts(solution: dict[str, object]) -> dict[str, object]:
    """Return the parts about values alone."""
    named = ("value", "best-move", "values", "principal-variation")
    return {part: answer for part, answer in solution.items() if part in named}


def test_minimax_solves_the_textbook_tree() -> None:
    assert first_parts(minimax(TEXTBOOK)) == {
        "value": 3,
        "best-move": "B",
        "values": {"A": 3, "B": 3, "C": 2, "D": 2},
        "principal-variation": ["A", "B", "E"],
    }


def test_alpha_beta_solves_the_textbook_tree() -> None:
    assert alpha_beta(TEXTBOOK) == {
        "value": 3,
        "best-move": "B",
        "values": {"A": 3, "B": 3, "C": 2, "D": 2},
        "principal-variation": ["A", "B", "E"],
        "pruned": ["I", "J"],
        "visited": ["A", "B", "E", "F", "G", "C", "H", "D", "K", "L", "M"],
        "leaves-evaluated": 7,
        "nodes-visited": 11,
        "windows": {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]},
        "cutoffs": [{"node": "C", "alpha": 3, "beta": 2}],
        "intervals": {"A": [3, 3], "B": [3, 3], "C": ["-inf", 2], "D": [2, 2]},
    }


def test_fail_hard_clamps_values_windows_and_cutoffs_of_the_textbook_tree() -> None:
    solution = alpha_beta(TEXTBOOK, bounds="fail-hard", empty_cutoffs="count")
    assert solution["values"] == {"A": 3, "B": 3, "C": 3, "D": 3}
    assert solution["windows"] == {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 3], "D": [3, 3]}
    assert solution["cutoffs"] == [
        {"node": "C", "alpha": 3, "beta": 3},
        {"node": "D", "alpha": 3, "beta": 3},
    ]
    assert solution["pruned"] == ["I", "J"]


def test_entry_windows_are_as_handed_down() -> None:
    solution = alpha_beta(TEXTBOOK, windows_at="entry")
    handed_down = {"A": ["-inf", "inf"], "B": ["-inf", "inf"], "C": [3, "inf"], "D": [3, "inf"]}
    assert solution["windows"] == handed_down
    assert solution["cutoffs"] == [{"node": "C", "alpha": 3, "beta": 2}]


def test_textbook_tree_read_from_right_to_left() -> None:
    solution = alpha_beta(TEXTBOOK, order="right-to-left")
    assert solution["visited"] == ["A", "D", "M", "L", "K", "C", "J", "I", "H", "B", "G", "F", "E"]
    assert solution["pruned"] == []
    assert solution["windows"] == {"A": [3, "inf"], "D": ["-inf", 2], "C": [2, 2], "B": [2, 3]}
    assert solution["cutoffs"] == []


def test_last_child_cutoff_counts_only_when_asked() -> None:
    counted = alpha_beta(TEXTBOOK, order="right-to-left", empty_cutoffs="count")
    assert counted["cutoffs"] == [{"node": "C", "alpha": 2, "beta": 2}]
    strict = {"cutoff": "alpha > beta", "empty_cutoffs": "count", "order": "right-to-left"}
    assert alpha_beta(TEXTBOOK, **strict)["cutoffs"] == []


def test_fall_2014_exam_prunes_two_leaves() -> None:
    """seeds/002: M after R and R after R can be pruned."""
    tree = {
        "id": "A",
        "max": [
            {"id": "B", "move": "L", "min": [3, 12, 8]},
            {"id": "C", "move": "R", "min": [{"id": "x", "value": 2}, 15, 6]},
        ],
    }
    solution = alpha_beta(tree, list_pruned_as="leaves")
    assert (solution["value"], solution["best-move"], solution["pruned"]) == (3, "L", ["G", "H"])
    nested = alpha_beta([[3, 12, 8], [2, 15, 6]])
    assert (nested["best-move"], nested["pruned"]) == ("B", ["H", "I"])


CHANCE = {
    "max": [
        {
            "move": "L",
            "chance": [
                {"p": "0.3", "move": "l", "min": [3, 2]},
                {"p": "0.7", "move": "r", "min": [7]},
            ],
        },
        {"move": "R", "min": [-1, 2]},
    ],
}


def test_chance_tree_of_seeds_002_is_worth_5_5() -> None:
    solution = oracle.solve(problem_of("expectiminimax", CHANCE))
    assert first_parts(solution) == {
        "value": "11/2",
        "best-move": "L",
        "values": {"A": "11/2", "B": "11/2", "C": -1, "D": 2, "E": 7},
    }


def test_chance_root_has_no_best_move_and_uniform_outcomes() -> None:
    assert first_parts(oracle.solve(problem_of("expectiminimax", {"chance": [1, 2, 4]}))) == {
        "value": "7/3",
        "values": {"A": "7/3"},
    }


@pytest.mark.parametrize("unknown", [[0] * 6, [99] * 6, [-5, 50, 3, 8, 7, 1]])
def test_four_ply_trace_of_seeds_004(unknown: list[int]) -> None:
    solution = alpha_beta(ply_trace(unknown))
    assert (solution["value"], solution["best-move"]) == (8, "S2")
    assert solution["pruned"] == ["S10", "S14", "S18", "S24"]
    assert solution["leaves-evaluated"] == 10
    assert solution["visited"] == [
        *("S0", "S1", "S3", "S7", "S15", "S16", "S8", "S17", "S4", "S9", "S19", "S20"),
        *("S2", "S5", "S11", "S23", "S12", "S25", "S26", "S6", "S13", "S27", "S28"),
    ]
    assert solution["cutoffs"] == [
        {"node": "S8", "alpha": 7, "beta": 3},
        {"node": "S4", "alpha": 8, "beta": 7},
        {"node": "S11", "alpha": 7, "beta": 1},
        {"node": "S6", "alpha": 9, "beta": 8},
    ]
    assert alpha_beta(ply_trace(unknown), list_pruned_as="nodes")["pruned"] == [
        *("S10", "S14", "S18", "S21", "S22", "S24", "S29", "S30"),
    ]


def test_two_bags_of_seeds_004() -> None:
    solution = alpha_beta([[2, 7], [1, 100]])
    assert (solution["value"], solution["pruned"]) == (2, ["G"])


# --- One search, two reports ----------------------------------------------------------------------


def test_fail_hard_tree_keeps_its_cutoff_under_the_strict_test() -> None:
    soft = alpha_beta(FAIL_HARD, cutoff="alpha > beta")
    hard = alpha_beta(FAIL_HARD, cutoff="alpha > beta", bounds="fail-hard")
    assert soft["pruned"] == hard["pruned"] == ["E"]
    assert soft["values"] == {"A": 3, "C": 2, "D": 2}
    assert soft["windows"] == {"A": [3, "inf"], "C": [3, 2], "D": [3, "inf"]}
    assert soft["cutoffs"] == [{"node": "C", "alpha": 3, "beta": 2}]
    assert hard["values"] == {"A": 3, "C": 3, "D": 3}
    assert hard["windows"] == {"A": [3, "inf"], "C": [3, 3], "D": [3, "inf"]}
    assert hard["cutoffs"] == [{"node": "C", "alpha": 3, "beta": 3}]


def test_strict_cutoff_goes_on_at_equality() -> None:
    assert alpha_beta([[3, 5], [3, 1]])["pruned"] == ["G"]
    strict = alpha_beta([[3, 5], [3, 1]], cutoff="alpha > beta")
    assert (strict["pruned"], strict["values"]) == ([], {"A": 3, "B": 3, "C": 1})


def test_initial_window_that_the_value_leaves_has_a_bound_and_no_moves() -> None:
    solution = alpha_beta(TEXTBOOK, initial_window=[6, "inf"])
    assert solution["value"] == 5
    assert "best-move" not in solution
    assert "principal-variation" not in solution
    assert solution["visited"] == ["A", "B", "E", "C", "H", "D", "K", "L"]
    assert solution["windows"] == {"A": [6, "inf"], "B": [6, 3], "C": [6, 2], "D": [6, 5]}
    assert alpha_beta(TEXTBOOK, initial_window=[6, "inf"], bounds="fail-hard")["value"] == 6


def test_initial_window_can_cut_the_root() -> None:
    solution = alpha_beta(TEXTBOOK, initial_window=["-inf", "5/2"])
    assert (solution["value"], solution["pruned"]) == (3, ["C", "D"])
    assert solution["cutoffs"] == [{"node": "A", "alpha": 3, "beta": "5/2"}]
    hard = alpha_beta(TEXTBOOK, initial_window=["-inf", "5/2"], bounds="fail-hard")
    assert (hard["value"], hard["values"]["B"]) == ("5/2", "5/2")
    assert hard["cutoffs"] == [{"node": "A", "alpha": "5/2", "beta": "5/2"}]


@pytest.mark.parametrize("window", [[2, 4], ["-inf", 4], ["5/2", "inf"]])
def test_initial_window_around_the_value_keeps_the_moves(window: list[object]) -> None:
    solution = alpha_beta(TEXTBOOK, initial_window=window)
    assert (solution["value"], solution["best-move"]) == (3, "B")


@pytest.mark.parametrize("window", [[3, 4], [2, 3]])
def test_value_at_the_end_of_the_initial_window_has_no_moves(window: list[object]) -> None:
    solution = alpha_beta(TEXTBOOK, initial_window=window)
    assert solution["value"] == 3
    assert "best-move" not in solution


def test_one_leaf_is_never_clamped_and_its_lists_are_empty() -> None:
    assert alpha_beta(7, bounds="fail-hard", initial_window=[0, 5]) == {
        "value": 7,
        "values": {},
        "pruned": [],
        "visited": ["A"],
        "leaves-evaluated": 1,
        "nodes-visited": 1,
        "windows": {},
        "cutoffs": [],
        "intervals": {},
    }
    assert alpha_beta(7)["principal-variation"] == ["A"]
    assert first_parts(minimax("7/2")) == {"value": "7/2", "values": {}, "principal-variation": ["A"]}


def test_root_min_alternates_from_min() -> None:
    assert minimax([[3, 12], [2, 4]], root="min")["values"] == {"A": 4, "B": 12, "C": 4}
