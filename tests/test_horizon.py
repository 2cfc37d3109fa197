"""The horizon: which nodes a search comes to, what they are worth, and that any search of the cut tree is a search of the tree written out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import oracle
import pytest
from conftest import faults_of, part_report, problem_data, random_problems, read, report_of
from second import second
from windows import chunks

from grader.core.games.changed import cut, distances
from grader.core.games.tree import BEYOND, LEAF, Tree
from grader.kinds import KINDS, Exercise, write_problem

SEARCHES = tuple(kind for kind, record in KINDS.items() if "depth-in" in record.conventions and not record.searches)
FORESIGHT: dict[str, Any] = {
    "max": [
        {"id": "B", "min": [{"id": "D", "features": {"m": 1, "n": 2}, "max": [9, 4]}, {"id": "E", "value": 4}]},
        {"id": "C", "min": [{"id": "F", "features": {"m": 2}, "max": [1, 2]}, {"id": "G", "value": 5}]},
    ]
}
EVAL: dict[str, Any] = {"weights": {"m": 3, "n": 1}}


def foresight(kind: str = "minimax", **fields: Any) -> dict[str, Any]:
    """Return a problem whose search stops at D and F."""
    return problem_data(kind, FORESIGHT, **{"depth": 2, "evaluation": EVAL, **fields})


# --- A cut tree is the smaller tree, written out ---------------------------------------------------


def written_out(node: oracle.Node) -> dict[str, Any]:
    """Return the searched tree as a document of explicit nodes, without anything below its horizon."""
    named: dict[str, Any] = {"id": node.id, "move": node.move}
    if not node.children:
        return named | {"value": oracle.in_document(node.value)}
    children = [written_out(child) for child in node.children]
    if node.player == "chance":
        for document, child in zip(children, node.children, strict=True):
            document["p"] = oracle.in_document(child.probability)
    return named | {node.player: children}


def party_written_out(node: Any) -> dict[str, Any]:
    """Return the same of a node of several players, as their second solver has it."""
    named = {name: field for name, field in (("id", node.id), ("move", node.move)) if field is not None}
    if not node.children:
        return named | {"value": second("max-n").written(node.worth)}
    children = [party_written_out(child) for child in node.children]
    if node.mover == "chance":
        for document, child in zip(children, node.children, strict=True):
            document["p"] = str(child.p)
    return named | {node.mover: children}


def smaller(data: dict[str, Any]) -> dict[str, Any]:
    """Return the problem whose tree is what is searched of this one's."""
    left_out = ("depth", "extension", "evaluation", "opponent", "layers", "points", "ask")
    kept = {name: field for name, field in data.items() if name not in left_out}
    if (own := second(data["kind"])) is not None:
        tree = party_written_out(own.tree_of(data))
    else:
        tree = written_out(oracle.read_tree(data))
    for child in (*tree.get("max", ()), *tree.get("min", ()), *tree.get("chance", ())):
        child.setdefault("move", child["id"])
    conventions = {name: one for name, one in data.get("conventions", {}).items() if name not in ("depth-in", "root")}
    return {**kept, "tree": tree, "conventions": conventions}


def of_both(exercise: Exercise, data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the answers of the problem and of the smaller one, in what both have."""
    answers, others = exercise.solve(), read(smaller(data)).solve()
    both = set(answers) & set(others) - {"redundant", "distinct-states", "labelling"}
    return {part: answers[part] for part in both}, {part: others[part] for part in both}


def with_a_depth(kind: str, chunk: int, window: int) -> Iterator[dict[str, Any]]:
    """Yield the problems among a chunk's draws that have a depth, and no opponent (who might reply below it)."""
    for seed in range(30_000 + chunk * 500, 30_000 + (chunk + 1) * 500):
        ((_, data),) = random_problems(kind, seed, seed + 1, window)
        if "depth" in data and "opponent" not in data:
            yield data


@chunks(every=1, longer=5, whole=30)
@pytest.mark.parametrize("kind", SEARCHES)
def test_search_to_a_depth_is_the_search_of_the_cut_tree_written_out(kind: str, chunk: int, window: int) -> None:
    problems = list(islice(with_a_depth(kind, chunk, window), 20))
    for data in problems:
        one, other = of_both(read(data), data)
        assert one == other, data
    assert len(problems) == 20


@chunks(every=1, longer=5, whole=30)
@pytest.mark.parametrize("kind", SEARCHES)
def test_problem_with_a_horizon_is_the_same_written_and_read_again(kind: str, chunk: int, window: int) -> None:
    for _, data in random_problems(kind, 60_000 + chunk * 60, 60_000 + (chunk + 1) * 60, window):
        exercise = read(data)
        written = write_problem(exercise.kind, exercise.problem)
        again = read(written)
        assert again.problem.game == exercise.problem.game
        assert again.solve() == exercise.solve()
        assert write_problem(again.kind, again.problem) == written


def test_nodes_keep_their_numbers_and_nothing_hangs_below_the_horizon(window: int) -> None:
    met = 0
    for _, data in random_problems("expectiminimax", 40_000, 40_400, window):
        tree: Tree = read(data).problem.game
        whole = tree.whole
        assert (tree.ids, tree.moves, tree.parent, tree.probability) == (
            whole.ids,
            whole.moves,
            whole.parent,
            whole.probability,
        )
        for node in range(1, tree.size):
            is_below = tree.kind[tree.parent[node]] in (LEAF, BEYOND)
            assert (tree.kind[node] == BEYOND) == is_below
            met += is_below
        assert all(tree.first[node] == tree.end[node] for node in range(tree.size) if tree.kind[node] in (LEAF, BEYOND))
        assert sorted([*tree.below(0)]) == [node for node, kind in enumerate(tree.kind) if kind != BEYOND]
    assert met > 100


def test_deeper_limit_never_cuts_a_node_that_a_shallower_one_reaches(window: int) -> None:
    for _, data in random_problems("expectiminimax", 41_000, 41_200, window):
        whole = read(data).problem.whole
        for unit in ("plies", "moves"):
            reached = [
                {node for node, kind in enumerate(cut(whole, n, None, unit).kind) if kind != BEYOND} for n in (1, 2, 3)
            ]
            assert reached[0] <= reached[1] <= reached[2]


def test_edges_below_chance_nodes_count_in_plies_alone() -> None:
    tree = read(problem_data("expectiminimax", {"max": [{"chance": [{"min": [1, 2]}, 3]}]})).problem.game
    assert distances(tree, "plies") == [0, 1, 2, 2, 3, 3]
    assert distances(tree, "moves") == distances(tree, "rounds") == [0, 1, 1, 1, 2, 2]


# --- Static values ---------------------------------------------------------------------------------


def test_terminals_keep_their_values_with_features_and_behind_the_limit() -> None:
    tree = {
        "max": [
            {"value": 7, "features": {"m": 99}},
            {"quiet": False, "static": 0, "min": [{"value": 1, "features": {"m": 5}}]},
        ]
    }
    exercise = read(problem_data("minimax", tree, depth=1, evaluation=EVAL))
    assert exercise.solve()["values"] == {"A": 7, "C": 1}
    assert exercise.solve()["evaluations"] == {}


def test_static_values_count_at_the_horizon_alone() -> None:
    tree = {"static": 50, "max": [{"id": "B", "static": 40, "min": [{"static": 3, "max": [9]}, 4]}]}
    assert read(problem_data("minimax", tree, depth=2)).solve()["values"] == {"A": 3, "B": 3}
    assert read(problem_data("minimax", tree)).solve()["values"] == {"A": 4, "B": 4, "C": 9}


def test_evaluation_adds_weight_times_feature_and_passes_over_the_others() -> None:
    evaluation = {"weights": {"m": "1/3", "idle": 7}, "bias": -1}
    tree = {"max": [{"id": "B", "features": {"m": "2", "unknown": 100}, "min": [0]}]}
    exercise = read(problem_data("minimax", tree, depth=1, evaluation=evaluation))
    assert exercise.solve()["evaluations"] == {"B": "-1/3"}
    assert exercise.problem.warnings == ('evaluation has a weight for "idle", a feature that no node has',)


def test_noisy_node_is_searched_as_far_as_the_extension_goes() -> None:
    chain: Any = {"id": "Z", "max": [1]}
    for name in "YXW":
        chain = {"id": name, "max": [chain], "static": ord(name), "quiet": False}
    fields: dict[str, Any] = {"depth": 1}
    deep = {"max": [chain]}
    chain["max"][0]["max"][0]["max"][0] |= {"static": 5}
    found = {k: read(problem_data("minimax", deep, **fields, extension=k)).solve()["value"] for k in (0, 1, 2, 3)}
    assert found == {0: ord("W"), 1: ord("X"), 2: ord("Y"), 3: 5}
    assert read(problem_data("minimax", deep, **fields)).solve()["value"] == 5


# --- Answers and marks -----------------------------------------------------------------------------


def test_values_follow_from_own_static_values() -> None:
    """D is 5; who wrote 3 goes on with min(3, 4) = 3, and A = max(3, 5)."""
    exercise = read(foresight(ask=["values", "evaluations"]))
    report = report_of(exercise, {"evaluations": {"D": 3, "F": 6}, "values": {"B": 3, "A": 5, "C": 5}})
    assert [part.earned for part in report.parts] == [Fraction(5, 6), Fraction(1, 2)]
    alone = report_of(exercise, {"values": {"B": 3, "A": 5, "C": 5}})
    assert [part.earned for part in alone.parts] == [Fraction(2, 3), 0]


def test_node_below_the_horizon_is_ignored_in_pruned_and_extra_elsewhere() -> None:
    exercise = read(foresight("alpha-beta", ask=["pruned", "values", "evaluations", "visited"]))
    right = exercise.solve()
    below = exercise.problem.game.ids[-1]
    assert part_report(exercise, "pruned", [*right["pruned"], below]).earned == 1
    for part in ("values", "evaluations"):
        assert part_report(exercise, part, {**right[part], below: 1}).earned == 1 - Fraction(1, len(right[part]))
    assert part_report(exercise, "visited", [*right["visited"], below]).earned < 1


def test_every_answer_is_told_why() -> None:
    exercise = read(foresight(ask=["evaluations"]))
    entries = part_report(exercise, "evaluations", {"D": 9, "F": 6}).entries
    (told,) = [entry.message for entry in entries if entry.node == "D"]
    assert told == "expected 5. D is at the horizon (depth 2): EVAL = 3*1 + 1*2 = 5."


def test_node_at_the_horizon_that_is_not_quiet_is_told_why_no_static_value_is_expected() -> None:
    tree = {
        "max": [
            {"id": "B", "quiet": False, "features": {"material": 3}, "min": [1, 2]},
            {"id": "C", "features": {"material": 1}, "min": [5, 6]},
        ]
    }
    exercise = read(foresight(ask=["evaluations"], depth=1, tree=tree))
    entries = part_report(exercise, "evaluations", {"B": 9, "C": 3}).entries
    (told,) = [entry.message for entry in entries if entry.node == "B"]
    assert told.endswith("marks off. B is at the horizon (depth 1), but not quiet, so the search goes on. B is MIN over 1, 2: min = 1.")  # fmt: skip
    assert "at which the search stops" in exercise.kind.parts["evaluations"].task


# --- What is wrong with a problem ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "place", "said"),
    [
        (
            {"evaluation": None},
            "$.tree.max[0].min[0].features",
            "nothing weighs its features; expected the field evaluation",
        ),
        ({"depth": 0}, "$.depth", "expected a whole number from 1"),
        ({"depth": "1.5"}, "$.depth", "expected a whole number from 1"),
        ({"extension": -1}, "$.extension", "expected a whole number from 0"),
        ({"depth": None, "extension": 1}, "$.extension", "expected it only with the field depth"),
        ({"depth": None, "conventions": {"depth-in": "moves"}}, "$.conventions.depth-in", "only with the field depth"),
        ({"depth": 1}, "$.tree.max[0]", "the search stops at B, but nothing says what it is worth"),
        ({"layers": ["max"]}, "$.layers", "has no place beside explicit players"),
        ({"evaluation": {"bias": 1}}, "$.evaluation", "weights is missing"),
        ({"evaluation": {"weights": {"m": "x"}}}, "$.evaluation.weights.m", "expected a number"),
        ({"evaluation": {"weights": {"m": "1" * 101, "n": 1}}}, "$.evaluation.weights.m", "is too long for a weight"),
        ({"evaluation": {"weights": {"": 1}}}, "$.evaluation.weights", "expected text of 1 to 100 characters"),
        ({"evaluation": {"weights": {f"w{n}": 1 for n in range(101)}}}, "$.evaluation.weights", "at most 100"),
    ],
)
def test_what_is_wrong_with_a_limit_is_told_where_it_stands(fields: dict[str, Any], place: str, said: str) -> None:
    data = {name: field for name, field in foresight(**fields).items() if field is not None}
    faults = faults_of(data)
    assert faults[0].startswith(f"{place}: ")
    assert said in faults[0]


@pytest.mark.parametrize(
    ("node", "step", "said"),
    [
        ({"value": 1, "static": 2}, "static", "a leaf is worth its value"),
        ({"value": 1, "quiet": False}, "quiet", "nothing follows a leaf"),
        ({"max": [1], "static": 1, "features": {"m": 1}}, "", "with static and features; expected one of them"),
        ({"max": [1], "static": "1,5"}, "static", "expected a number"),
        ({"max": [1], "static": 1, "quiet": "no"}, "quiet", "expected true or false"),
        ({"max": [1], "features": ["m"]}, "features", "expected a mapping from names of features to numbers"),
        ({"max": [1], "features": {"m": 1, " m": 2}}, "features", "stands here twice"),
        ({"max": [1], "static": 1, "state": "a\nb"}, "state", "a line of 1 to 200 characters"),
        ({"max": [1], "features": {"m": "1e999"}}, "features", "a number of more than 1000 digits"),
    ],
)
def test_what_is_wrong_with_a_node_is_told_where_it_stands(node: dict[str, Any], step: str, said: str) -> None:
    faults = faults_of(problem_data("minimax", {"max": [node, 3]}, depth=1, evaluation={"weights": {"m": "9" * 99}}))
    assert any(fault.startswith(f"$.tree.max[0]{f'.{step}' if step else ''}") and said in fault for fault in faults), (
        faults
    )


@pytest.mark.parametrize(
    ("fields", "place", "said"),
    [
        ({"layers": ["max", "min"], "conventions": {"root": "min"}}, "$.conventions.root", "beside layers"),
        ({"layers": ["max"]}, "$.layers", "says who moves on 1 level, but lists stand on 2"),
        ({"layers": ["max", "chance"]}, "$.layers[1]", "a chance node has no place in minimax"),
        ({"layers": []}, "$.layers", "expected a non-empty list"),
        ({"layers": ["max", "mean"]}, "$.layers[1]", "expected max, min or chance"),
    ],
)
def test_what_is_wrong_with_layers_is_told(fields: dict[str, Any], place: str, said: str) -> None:
    faults = faults_of(problem_data("minimax", [[1, 2], [3, 4]], **fields))
    assert faults[0].startswith(f"{place}: ")
    assert said in faults[0]


def test_layers_may_be_longer_than_the_tree_and_need_not_alternate() -> None:
    exercise = read(problem_data("minimax", [[1, 2], [3, 4]], layers=["max", "max", "min", "min"]))
    assert exercise.solve()["values"] == {"A": 4, "B": 2, "C": 4}
    assert "root" not in write_problem(exercise.kind, exercise.problem).get("conventions", {})


# --- Strangers -------------------------------------------------------------------------------------


def test_names_of_features_are_shown_harmlessly() -> None:
    name = "<b>\u202e\x1b[31m"
    faults = faults_of(foresight(evaluation={"weights": {name: 1}}))
    assert "\u202e" not in faults[0]
    assert "\x1b" not in faults[0]
    kept = "<b>{x}"
    exercise = read(foresight(evaluation={"weights": {"m": 3, "n": 1, kept: 2}}))
    assert exercise.kind.terms(exercise.problem)[-1].count(kept) == 1


@pytest.mark.slow
def test_tree_of_a_hundred_thousand_nodes_is_cut_and_solved() -> None:
    rng = random.Random(5)
    wide = [{"static": rng.randint(-99, 99), "min": [1, 2, 3]} for _ in range(25_000)]
    exercise = read(problem_data("alpha-beta", {"max": wide}, depth=1, ask=["value", "evaluations"]))
    assert exercise.problem.game.size == 100_001
    assert exercise.solve()["value"] == max(child["static"] for child in wide)
    assert report_of(exercise, exercise.solve()).earned == 2
