"""The oracle against known answers: textbook trees worked by hand, FACTS.md, and properties."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import oracle
import pytest

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""A; B C D; E F G, H I J, K L M (seeds/000 and seeds/003)."""
FAIL_HARD = [3, [[2, 1], [9, 0]]]
"""A; B = 3, C; D E; F G = 2 1, H I = 9 0 (FACTS: the smallest tree that clamping spoils)."""
SEEDS = range(300)


def problem_of(kind: str, tree: object, **conventions: object) -> dict[str, Any]:
    """Return a problem with a tree; the fields' underscores stand for hyphens."""
    fields = {name.replace("_", "-"): value for name, value in conventions.items()}
    return {"kind": kind, "tree": tree, "conventions": fields}


def alpha_beta(tree: object, **conventions: object) -> dict[str, Any]:
    """Return the solution of an alpha-beta problem."""
    return oracle.solve(problem_of("alpha-beta", tree, **conventions))


def minimax(tree: object, **conventions: object) -> dict[str, Any]:
    """Return the solution of a minimax problem."""
    return oracle.solve(problem_of("minimax", tree, **conventions))


def earned(problem: dict[str, Any], part: str, answer: object) -> Fraction:
    """Return the marks of one part that is worth 1."""
    return oracle.marks(problem | {"ask": [part]}, {part: answer})[part]


# --- Textbook trees -------------------------------------------------------------------------------


def test_minimax_solves_the_textbook_tree() -> None:
    assert minimax(TEXTBOOK) == {
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
        "windows": {"A": [3, "inf"], "B": ["-inf", 3], "C": [3, 2], "D": [3, 2]},
        "cutoffs": [{"node": "C", "alpha": 3, "beta": 2}],
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
    assert solution == {
        "value": "11/2",
        "best-move": "L",
        "values": {"A": "11/2", "B": "11/2", "C": -1, "D": 2, "E": 7},
    }


def test_chance_root_has_no_best_move_and_uniform_outcomes() -> None:
    assert oracle.solve(problem_of("expectiminimax", {"chance": [1, 2, 4]})) == {
        "value": "7/3",
        "values": {"A": "7/3"},
    }


def ply_trace(unknown: list[int]) -> dict[str, Any]:
    """Return the tree of seeds/004, Figure 4, its unread leaves filled in."""
    rest = iter(unknown)
    known = [8, 7, 3, None, 9, 8, None, None, 1, None, 8, 9, 9, 9, None, None]
    values = [next(rest) if value is None else value for value in known]
    level = [{"id": f"S{15 + i}", "value": value} for i, value in enumerate(values)]
    for first, player in ((7, "min"), (3, "max"), (1, "min"), (0, "max")):
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [{"id": f"S{first + i}", player: list(pair)} for i, pair in enumerate(pairs)]
    return level[0]


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
        "windows": {},
        "cutoffs": [],
    }
    assert alpha_beta(7)["principal-variation"] == ["A"]
    assert minimax("7/2") == {"value": "7/2", "values": {}, "principal-variation": ["A"]}


def test_root_min_alternates_from_min() -> None:
    assert minimax([[3, 12], [2, 4]], root="min")["values"] == {"A": 4, "B": 12, "C": 4}


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


# --- UCB ------------------------------------------------------------------------------------------

ARMS = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "total": 5, "visits": 8}]


def ucb(children: list[dict[str, Any]], **fields: object) -> dict[str, Any]:
    """Return a UCB problem; `parent_visits` is no convention."""
    problem: dict[str, Any] = {"kind": "ucb", "children": children}
    if "parent_visits" in fields:
        problem["parent-visits"] = fields.pop("parent_visits")
    return problem | {"conventions": fields}


def test_ucb_scores_by_hand() -> None:
    solution: Any = oracle.solve(ucb([*ARMS, {"id": "C", "total": 2, "visits": 3}]))
    assert solution["scores"]["A"] == pytest.approx(0.7 + math.sqrt(2 * math.log(21) / 10))
    assert solution["scores"]["B"] == pytest.approx(1.497428, abs=1e-6)
    assert solution["scores"]["C"] == pytest.approx(2.091336, abs=1e-6)
    assert solution["choice"] == "C"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"formula": "ucb1"}, 0.7 + math.sqrt(2 * math.log(18) / 10)),
        ({"log": "log10", "exploration": 1}, 0.7 + math.sqrt(math.log10(18) / 10)),
        ({"log": "log2", "exploration": "1/2"}, 0.7 + 0.5 * math.sqrt(math.log2(18) / 10)),
        ({"exploration": "sqrt(3)"}, 0.7 + math.sqrt(3 * math.log(18) / 10)),
        ({"exploration": 0}, 0.7),
        ({"parent_visits": 1}, 0.7),
        ({"parent_visits": "100"}, 0.7 + math.sqrt(2 * math.log(100) / 10)),
    ],
)
def test_ucb_formulas(fields: dict[str, object], expected: float) -> None:
    solution: Any = oracle.solve(ucb(ARMS, **fields))
    assert solution["scores"]["A"] == pytest.approx(expected)


@pytest.mark.parametrize(("tie", "right"), [("first", "B"), ("last", "B"), ("any", "BC")])
def test_leftmost_unvisited_child_is_chosen(tie: str, right: str) -> None:
    children = [ARMS[0], {"id": "B", "visits": 0}, {"id": "C", "total": 0, "visits": 0}]
    problem = ucb(children, tie=tie)
    assert oracle.solve(problem)["choice"] == "B"
    assert "".join(name for name in "ABC" if earned(problem, "choice", name)) == right


def test_no_visited_child_takes_no_logarithm() -> None:
    children = [{"id": "A", "visits": 0}, {"id": "B", "visits": 0}]
    assert oracle.solve(ucb(children)) == {"scores": {"A": "inf", "B": "inf"}, "choice": "A"}
    zero = oracle.solve(ucb(children, unvisited="zero", tie="last"))
    assert zero == {"scores": {"A": 0.0, "B": 0.0}, "choice": "B"}


def test_ucb_ties_within_a_billionth() -> None:
    children = [{"id": "A", "total": 1, "visits": 3}, {"id": "B", "total": 2, "visits": 6}]
    for tie, right in (("first", "A"), ("last", "B"), ("any", "AB")):
        problem = ucb(children, exploration=0, tie=tie)
        assert "".join(name for name in "AB" if earned(problem, "choice", name)) == right


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.3", Fraction(3, 10)),
        ("7/3", Fraction(7, 3)),
        ("-6/4", Fraction(-3, 2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("+3", Fraction(3)),
        ("1e3", Fraction(1000)),
        ("017", Fraction(17)),
        (0.1, Fraction(1, 10)),
        (Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_number_grammar(written: object, expected: Fraction) -> None:
    assert oracle.number(written) == expected


@pytest.mark.parametrize("written", ["1_000", "50%", "0x10", "1/0", "1e1000", "1,5", "", ".", "inf"])
def test_everything_else_is_no_number(written: str) -> None:
    with pytest.raises(ValueError, match=r"not a number"):
        oracle.number(written)


@pytest.mark.parametrize(
    ("tree", "conventions", "given", "is_right"),
    [
        ("7/3", {}, "2.33", True),
        ("7/3", {}, "7/3", True),
        ("7/3", {}, "2.32", False),
        ("1/8", {}, "0.12", True),
        ("1/8", {}, "0.13", True),
        ("1/8", {}, "0.1199", False),
        (3, {}, "3.001", False),
        (3, {}, "6/2", True),
        (3, {"decimals": 2}, "3.005", True),
        (3, {"decimals": 2}, "3.0051", False),
        (3, {"decimals": 0}, "2.5", True),
        ("7/3", {"decimals": 0}, 2, True),
        ("7/3", {"decimals": "exact"}, "2.33", False),
        ("7/3", {"decimals": "exact"}, "14/6", True),
        (3, {"decimals": "exact"}, "3.0", True),
    ],
)
def test_decimals(
    tree: object,
    conventions: dict[str, object],
    given: object,
    is_right: bool,
) -> None:
    assert earned(problem_of("minimax", tree, **conventions), "value", given) == is_right


@pytest.mark.parametrize(
    ("fields", "given", "is_right"),
    [
        ({}, "1.46", True),
        ({}, "1.4554", True),
        ({}, "1.45", False),
        ({}, "inf", False),
        ({"decimals": 0}, "1", True),
        ({"decimals": "exact"}, "1.46", False),
        ({"decimals": "exact"}, 0.7 + math.sqrt(2 * math.log(18) / 10), True),
        ({"exploration": 0}, "0.704", True),
        ({"exploration": 0}, "0.705", True),
        ({"exploration": 0}, "0.706", False),
    ],
)
def test_ucb_scores_are_compared_to_decimals(
    fields: dict[str, object],
    given: object,
    is_right: bool,
) -> None:
    assert earned(ucb(ARMS[:1], parent_visits=18, **fields), "scores", {"A": given}) == is_right


def test_ucb_integer_scores_have_a_tolerance_and_its_ends_count() -> None:
    one, rounded = [{"id": "A", "total": 3, "visits": 3}], [{"id": "A", "total": 3, "visits": 40}]
    assert earned(ucb(one, exploration=0), "scores", {"A": "1.004"}) == 1
    for given in ("0.07", "0.08"):
        assert earned(ucb(rounded, exploration=0), "scores", {"A": given}) == 1


# --- Marking --------------------------------------------------------------------------------------


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


# --- Properties over random problems --------------------------------------------------------------


def random_problems(kind: str) -> list[dict[str, Any]]:
    """Return one random problem of the kind for each seed."""
    return [oracle.random_problem(random.Random(seed), kind) for seed in SEEDS]


def with_conventions(problem: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Return the problem with some conventions changed, all parts asked."""
    changed = {name.replace("_", "-"): value for name, value in fields.items()}
    rest = {name: value for name, value in problem.items() if name not in {"ask", "points"}}
    return rest | {"conventions": problem.get("conventions", {}) | changed}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_solution_is_a_perfect_submission_and_blank_earns_nothing(kind: str) -> None:
    for problem in random_problems(kind):
        solution = oracle.solve(json.loads(json.dumps(problem)))
        points = problem.get("points", {})
        full = {part: oracle.number(points.get(part, 1)) for part in oracle.asked_parts(problem)}
        assert oracle.marks(problem, json.loads(json.dumps(solution))) == full
        assert set(oracle.marks(problem, {}).values()) == {0}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_answers_are_judged_within_the_points(kind: str) -> None:
    totals = []
    for seed, problem in zip(SEEDS, random_problems(kind), strict=True):
        answers = json.loads(json.dumps(oracle.random_answers(random.Random(seed), problem)))
        earned_marks = oracle.marks(problem, answers)
        points = problem.get("points", {})
        possible = {part: oracle.number(points.get(part, 1)) for part in earned_marks}
        assert all(0 <= earned_marks[part] <= possible[part] for part in earned_marks)
        totals.append(sum(earned_marks.values()) / sum(possible.values()))
    assert {total == 1 for total in totals} == {0 < total < 1 for total in totals} == {True, False}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_problems_use_every_value_of_every_convention(kind: str) -> None:
    used = {
        (name, str(value))
        for problem in random_problems(kind)
        for name, value in problem.get("conventions", {}).items()
        if name != "initial-window"
    }
    fields = {name for name in oracle.FIELDS[kind] if name != "initial-window"}
    fields |= set() if kind == "ucb" else {"root"}
    assert used == {(name, str(value)) for name in fields for value in oracle.CHOICES[name]}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_problem_depends_on_the_seed_alone(kind: str) -> None:
    assert random_problems(kind) == random_problems(kind)


def test_random_documents_keep_the_rules_of_ids_and_moves() -> None:
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        for problem in random_problems(kind):
            root = oracle.read_tree(problem)
            ids = oracle.node_ids(problem)
            assert len(set(ids)) == len(ids)
            moves = [child.move for child in root.children]
            assert len(set(moves)) == len(moves)
            for child in root.children:
                assert not {other.id for other in root.children if other is not child} & {child.move}
            for node in oracle.breadth_first(root):
                if node.player == "chance":
                    assert sum(child.probability for child in node.children) == 1


def test_alpha_beta_value_is_minimax_s() -> None:
    for problem in random_problems("alpha-beta"):
        whole = with_conventions(problem, initial_window=["-inf", "inf"])
        assert oracle.solve(whole)["value"] == oracle.solve(problem | {"kind": "minimax"})["value"]


def test_value_inside_the_initial_window_is_exact_outside_a_bound() -> None:
    for problem in random_problems("alpha-beta"):
        soft = with_conventions(problem, bounds="fail-soft")
        returned = oracle.bound(oracle.solve(soft)["value"])
        exact = oracle.full_value(oracle.read_tree(problem))
        alpha, beta = oracle.initial_window(problem)
        assert (alpha < returned < beta) == (alpha < exact < beta)
        if alpha < exact < beta:
            assert returned == exact
        elif returned <= alpha:
            assert exact <= returned
        else:
            assert exact >= returned


def test_bounds_change_no_pruned_set_no_order_and_no_moves() -> None:
    for problem in random_problems("alpha-beta"):
        soft = oracle.solve(with_conventions(problem, bounds="fail-soft"))
        hard = oracle.solve(with_conventions(problem, bounds="fail-hard"))
        for part in ("pruned", "visited", "leaves-evaluated", "best-move", "principal-variation"):
            assert soft.get(part) == hard.get(part)


def hard_search(node: oracle.Node, alpha: oracle.Number, beta: oracle.Number) -> oracle.Number:
    """Return the value of the textbook's fail-hard search, left to right, cut at equality."""
    if not node.children:
        return min(max(node.value, alpha), beta)
    for child in node.children:
        if alpha >= beta:
            break
        if node.player == "max":
            alpha = max(alpha, hard_search(child, alpha, beta))
        else:
            beta = min(beta, hard_search(child, alpha, beta))
    return alpha if node.player == "max" else beta


def test_fail_hard_report_is_the_fail_hard_search_where_equality_cuts() -> None:
    fields = {"bounds": "fail-hard", "cutoff": "alpha >= beta", "order": "left-to-right"}
    for problem in random_problems("alpha-beta"):
        hard = with_conventions(problem, **fields)
        root = oracle.read_tree(hard)
        trace, solution = oracle.run_search(root, hard), oracle.solve(hard)
        values: Any = solution["values"]
        for node in oracle.inner_nodes(root):
            if node.id in values:
                expected = hard_search(node, *trace.entry[node.id])
                assert oracle.bound(values[node.id]) == expected


def test_pruned_leaf_never_changes_the_root_or_the_visit_order() -> None:
    for seed, problem in zip(SEEDS, random_problems("alpha-beta"), strict=True):
        rng = random.Random(seed)
        root = oracle.read_tree(problem)
        before = oracle.run_search(root, problem)
        visited = [node.id for node in before.visited]
        for node in oracle.breadth_first(root):
            if not node.children and node.id not in visited:
                node.value = Fraction(rng.randint(-99, 99))
        after = oracle.run_search(root, problem)
        assert [node.id for node in after.visited] == visited
        assert after.returned == before.returned


def test_visited_and_pruned_leaves_are_all_leaves() -> None:
    for problem in random_problems("alpha-beta"):
        solution: Any = oracle.solve(with_conventions(problem, list_pruned_as="leaves"))
        root = oracle.read_tree(problem)
        visited = oracle.leaf_ids(root) & set(solution["visited"])
        assert visited | set(solution["pruned"]) == oracle.leaf_ids(root)
        assert len(visited) + len(solution["pruned"]) == len(oracle.leaf_ids(root))
        assert len(visited) == solution["leaves-evaluated"]


def mirrored(root: oracle.Node) -> oracle.Node:
    """Return the tree with the children of every node reversed."""
    for node in oracle.breadth_first(root):
        node.children.reverse()
    return root


def negated(root: oracle.Node) -> oracle.Node:
    """Return the tree with negated leaves and the players exchanged."""
    for node in oracle.breadth_first(root):
        node.value = -node.value
        node.player = {"max": "min", "min": "max"}.get(node.player, node.player)
    return root


def test_mirrored_tree_read_from_right_to_left_is_the_same_exercise() -> None:
    for problem in random_problems("alpha-beta"):
        here = with_conventions(problem, order="left-to-right")
        there = with_conventions(problem, order="right-to-left")
        tree, mirror = oracle.read_tree(here), mirrored(oracle.read_tree(there))
        left, right = oracle.run_search(tree, here), oracle.run_search(mirror, there)
        assert [node.id for node in left.visited] == [node.id for node in right.visited]
        assert (left.entry, left.exit) == (right.entry, right.exit)
        paths = [oracle.principal_variation(*pair) for pair in ((tree, here), (mirror, there))]
        assert paths[0] == paths[1]


def test_negating_leaves_and_swapping_players_negates_the_value() -> None:
    for problem in random_problems("expectiminimax"):
        value = oracle.full_value(oracle.read_tree(problem))
        assert oracle.full_value(negated(oracle.read_tree(problem))) == -value
    for problem in random_problems("alpha-beta"):
        whole = with_conventions(problem, initial_window=["-inf", "inf"])
        trace = oracle.run_search(oracle.read_tree(whole), whole)
        swapped = oracle.run_search(negated(oracle.read_tree(whole)), whole)
        assert swapped.returned == {name: -value for name, value in trace.returned.items()}
        exits = {name: (-beta, -alpha) for name, (alpha, beta) in trace.exit.items()}
        assert swapped.exit == exits


def test_every_listing_of_the_pruned_leaves_earns_full_marks() -> None:
    for seed, problem in zip(SEEDS, random_problems("alpha-beta"), strict=True):
        pruned: Any = oracle.solve(problem)["pruned"]
        listing = oracle.any_listing(random.Random(seed), problem, pruned)
        assert oracle.pruned_share(problem, listing) == 1
