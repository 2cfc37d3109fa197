"""Plans, orders of labelling, known opponents and positions that come again, against trying everything out."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from conftest import faults_of, outcome_of, problem_data, random_problems, read, report_of

from grader.core.answers.orders import Order
from grader.core.answers.reports import Verdict
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, OPPONENT, Tree
from grader.core.numbers import Number
from grader.core.search.cutting import SearchRules
from grader.core.search.folds import alpha_beta, back_up
from grader.kinds import KINDS, Exercise
from grader.kinds.trees.solve import Unpruned

TREE = [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]
SMALL = ([[1, 2], [3, 4]], [[[1, 2], 5], [3, [4, 0]]], [[[[1, 2], 3], 4], 5], [[1], [2], [3]], [[[1, 2], [3, 4]], 5])
PLAYED = ("minimax", "expectiminimax")


def part_of(exercise: Exercise, part: str, answer: Any) -> Any:
    """Return the report of one part of which everything else is blank."""
    return next(one for one in report_of(exercise, {part: answer}).parts if one.part == part)


# --- Labelling: the pairs of every permutation ----------------------------------------------------


@pytest.mark.parametrize("tree", SMALL, ids=str)
def test_every_order_of_the_inner_nodes_earns_its_share_of_pairs(tree: Any) -> None:
    exercise = read(problem_data("minimax", tree, ask=["labelling"]))
    game: Tree = exercise.problem.game
    inner = game.inner()
    pairs = [(node, game.parent[node]) for node in inner if node]
    full = 0
    for order in permutations(inner):
        right = sum(order.index(child) < order.index(parent) for child, parent in pairs)
        earned = part_of(exercise, "labelling", [game.ids[node] for node in order]).earned
        assert earned == Fraction(right, len(pairs))
        full += earned == 1
    assert full == sum(all(o.index(a) < o.index(b) for a, b in pairs) for o in permutations(inner)) > 0


def test_parts_of_an_order_repeated_nodes_and_leaves_are_counted_as_they_stand() -> None:
    exercise = read(problem_data("minimax", TREE, ask=["labelling"]))
    for given, right, extra in (
        (["D", "E", "B"], 2, 0),
        (["D", "E", "B", "B", "A"], 3, 1),
        (["H", "D", "E", "B", "A"], 3, 1),
        (["A", "A", "B", "C"], 0, 1),
        ([], 0, 0),
        (["D", "D", "D", "D"], 0, 3),
    ):
        report = part_of(exercise, "labelling", given)
        assert report.earned == max(Fraction(0), Fraction(right - extra, 6)), given
        assert sum(entry.earned for entry in report.entries) == report.earned
        assert (report.counts.right, report.counts.of, report.counts.extra) == (right, 6, extra)


def test_one_inner_node_is_labelled_right_or_not() -> None:
    exercise = read(problem_data("minimax", [1, 2], ask=["labelling"]))
    for given, earned in ((["A"], 1), (["A", "A"], 0), (["A", "B"], 0), ([], 0), (["B"], 0)):
        assert part_of(exercise, "labelling", given).earned == earned


def test_an_order_is_the_same_as_another_where_it_would_earn_full_marks() -> None:
    form = KINDS["minimax"].parts["labelling"].form
    exercise = read(problem_data("minimax", TREE))
    problem, right = exercise.problem, exercise.solution.answers["labelling"]
    for order in permutations(problem.game.inner()):
        earned = (
            part_of(
                read(problem_data("minimax", TREE, ask=["labelling"])),
                "labelling",
                [problem.game.ids[n] for n in order],
            ).earned
            if order[0] in (3, 6) and order[-1] == 0
            else None
        )
        if earned is not None:
            assert form.same(problem, right, Order(order, [])) == (earned == 1)


# --- Outcomes: every strategy played out ----------------------------------------------------------


def play_out(tree: Tree, moves: dict[int, int], node: int = 0) -> Number:
    """Return what is reached where every player's move is known: a recursion over outcomes."""
    if tree.first[node] == tree.end[node]:
        return tree.value[node]  # type: ignore[return-value]
    if tree.kind[node] == CHANCE:
        return sum(tree.probability[child] * play_out(tree, moves, child) for child in tree.children(node))  # type: ignore[operator, misc]
    return play_out(tree, moves, moves[node])


@pytest.mark.sweep
@pytest.mark.parametrize("kind", PLAYED)
def test_best_response_is_the_best_of_all_strategies_and_outcomes_are_what_optimal_ones_reach(
    kind: str, window: int
) -> None:
    tried = settled = 0
    for _, data in random_problems(kind, 95_000, 95_400, window):
        exercise = read(data)
        tree, answers = exercise.problem.game, exercise.solution.answers
        own = [node for node in tree.inner() if tree.kind[node] == tree.kind[0]]
        ways = 1
        for node in own:
            ways *= len(tree.children(node))
        if "best-response" not in answers or ways > 300:
            continue
        tried += 1
        values = back_up(tree)
        pick = max if tree.kind[0] == 1 else min
        replies = {
            node: reply_of(exercise.problem, values, node)
            for node in tree.inner()
            if tree.kind[node] == OPPONENT[tree.kind[0]]
        }
        results = {
            moves: play_out(tree, {**replies, **dict(zip(own, moves, strict=True))})
            for moves in product(*(tree.children(node) for node in own))
        }
        assert answers["best-response"] == pick(results.values()), data
        plans = product(*(answers["strategy"][node] for node in own))
        reached = {results[plan] for plan in plans}
        assert ("outcome" in answers) == (len(reached) == 1), data
        if "outcome" in answers:
            settled += 1
            assert reached == {answers["outcome"]}
            best = sorted([values[0], answers["outcome"], answers["best-response"]], reverse=pick is min)
            assert best == [values[0], answers["outcome"], answers["best-response"]]
    assert tried > 40
    assert settled > 30


def reply_of(problem: Problem, values: list[Number], node: int) -> int:
    """Return what the opponent plays: as stated, or the first of its best moves that `tie` accepts."""
    tree = problem.game
    if tree.reply is not None and tree.reply[node] is not None:
        return int(tree.reply[node])
    order = tree.children(node)[:: -1 if problem.conventions.right_to_left else 1]
    best = [child for child in order if values[child] == values[node]]
    return best[-1 if problem.conventions.tie == "last" else 0]


@pytest.mark.parametrize("kind", PLAYED)
def test_what_is_visited_is_what_a_search_visits_that_never_cuts(kind: str, window: int) -> None:
    for _, data in random_problems(kind, 96_000, 96_200, window):
        exercise = read(data)
        problem, answers = exercise.problem, exercise.solution.answers
        never = SearchRules(cutoff=lambda alpha, beta: False)
        trace = alpha_beta(problem.game, never, right_to_left=problem.conventions.right_to_left)
        assert answers["visited"] == trace.visited
        assert answers["nodes-visited"] == len(trace.visited)


def test_under_any_the_outcome_is_absent_where_two_plans_reach_different_numbers() -> None:
    data = problem_data("minimax", [[3, 8], [3, 9]], conventions={"tie": "any"}, opponent={"B": "E", "C": "G"})
    assert "outcome" not in read(data).solve()
    assert read({**data, "opponent": {"B": "E"}}).solve().get("outcome") is None
    assert read({**data, "opponent": {}}).solve()["outcome"] == 3
    assert faults_of({**data, "ask": ["outcome"]}) == ["$.ask[0]: outcome has no answer on this problem; leave it out"]


def test_no_part_is_read_off_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise AssertionError

    for name in ("visited", "repeated", "reached"):
        monkeypatch.setattr(Unpruned, name, fail)
    exercise = read(problem_data("minimax", TREE, opponent={"B": "D"}))
    assert exercise.solution.answers["value"] == 7
    assert report_of(exercise, {"value": 7, "best-move": "C", "values": {"A": 7, "B": 5, "C": 7, "D": 9}}).earned > 2


# --- Positions ------------------------------------------------------------------------------------


def test_nothing_below_a_redundant_node_makes_another_redundant() -> None:
    tree = {
        "max": [
            {"state": "x", "min": [{"value": 1, "state": "a"}, 2]},
            {"state": "x", "min": [{"value": 4, "state": "b"}, 3]},
            {"min": [{"value": 4, "state": "b"}, {"value": 5, "state": "b"}, {"value": 4, "state": "b"}]},
        ]
    }
    solved = read(problem_data("minimax", tree)).solve()
    assert solved["redundant"] == ["C", "K"]
    assert solved["distinct-states"] == 4


def test_without_states_there_are_no_redundant_nodes_to_ask_for() -> None:
    assert "redundant" not in read(problem_data("minimax", TREE)).solve()
    assert faults_of(problem_data("minimax", TREE, ask=["redundant"])) == [
        "$.ask[0]: redundant has no answer on this problem; leave it out"
    ]


# --- An opponent as it is stated ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opponent", "message"),
    [
        ({"A": "B"}, "$.opponent.A: A is a node of MAX; expected nodes of MIN, who plays against MAX"),
        ({"D": "H"}, "$.opponent.D: D is a node of MAX; expected nodes of MIN, who plays against MAX"),
        ({"H": "A"}, "$.opponent.H: H is a leaf; expected nodes of MIN, who plays against MAX"),
        ({"b": "D"}, '$.opponent.b: there is no node "b"; did you mean "B"?'),
        ({"B": "F"}, '$.opponent.B: there is no move "F" at B, expected D, E'),
        ({"B": "d"}, '$.opponent.B: there is no move "d" at B; did you mean "D"?'),
        (
            {"B": ["D"]},
            "$.opponent.B: [...] is not allowed here, expected the id of a node or the name of a move, as text",
        ),
    ],
)
def test_a_wrong_opponent_is_told_where_it_stands(opponent: Any, message: str) -> None:
    (fault,) = faults_of(problem_data("minimax", TREE, opponent=opponent))
    assert fault.startswith(message.split(": ", 1)[0])
    assert message == fault or opponent == {"B": ["D"]}


def test_nobody_has_an_opponent_where_nobody_moves_at_the_root() -> None:
    for tree, what in (({"chance": [1, 2]}, "a chance node"), (5, "a leaf")):
        (fault,) = faults_of(problem_data("expectiminimax", tree, opponent={}))
        assert fault == f"$.opponent: has no place where the root is {what}; expected it where MAX or MIN begins"


def test_moves_that_several_children_have_are_named_by_the_id() -> None:
    tree = {
        "max": [
            {
                "id": "B",
                "min": [
                    {"id": "x", "move": "y", "value": 1},
                    {"id": "y", "move": "m", "value": 2},
                    {"id": "z", "move": "m", "value": 3},
                ],
            }
        ]
    }
    data = problem_data("minimax", tree)
    (fault,) = faults_of({**data, "opponent": {"B": "m"}})
    assert fault == '$.opponent.B: the move "m" leads to several children of B; expected the id of one'
    for named, outcome in (("x", 1), ("y", 2), ("z", 3)):
        exercise = read({**data, "opponent": {"B": named}})
        assert exercise.solve()["outcome"] == outcome
    upside = read(problem_data("minimax", {"min": [{"id": "B", "max": tree["max"][0]["min"]}]}, ask=["strategy"]))
    assert upside.solve()["strategy"] == {"A": "B"}
    own = read(
        problem_data("minimax", {"max": tree["max"][0]["min"][:1] + tree["max"][0]["min"][2:]}, ask=["strategy"])
    )
    assert own.solve()["strategy"] == {"A": "m"}


def test_a_strategy_takes_the_move_or_the_id_and_refuses_what_is_neither() -> None:
    tree = {
        "max": [
            {"min": [{"id": "D", "max": [{"id": "a", "move": "b", "value": 1}, {"id": "b", "move": "c", "value": 2}]}]}
        ]
    }
    exercise = read(problem_data("minimax", tree, ask=["strategy"]))
    assert exercise.solve()["strategy"] == {"A": "B", "D": "c"}
    for move, earned in (("c", 1), ("b", 1), ("a", Fraction(1, 2))):
        assert part_of(exercise, "strategy", {"A": "B", "D": move}).earned == earned
    for strategy in ({"A": "B", "D": "d"}, {"A": "B", "a": "a"}, {"A": ["B"]}, {"A": "B", " A": "B"}, ["A"], "B"):
        marked = part_of(exercise, "strategy", strategy)
        assert [entry.verdict for entry in marked.entries].count(Verdict.MALFORMED) == 1, strategy
        assert marked.earned == (Fraction(1, 2) if strategy == {"A": "B", "D": "d"} else 0)


# --- Hostile answers ------------------------------------------------------------------------------


def test_huge_lists_repeated_ids_and_strange_moves_are_marked_at_once() -> None:
    names = [
        {"id": name, "value": value}
        for value, name in enumerate(("A\u202eB", "=1+1", "<b>", "null", "0.50", "__proto__"))
    ]
    tree = {"max": [{"id": "constructor", "min": names}, {"id": "C", "min": [7, 8]}]}
    parts = ["labelling", "visited", "strategy", "nodes-visited", "leaves-evaluated", "outcome", "best-response"]
    exercise = read(problem_data("minimax", tree, ask=parts, opponent={"constructor": "null"}))
    answers = {
        "labelling": ["constructor", "C"] * 2000,
        "visited": ["C"] * 4000,
        "strategy": {"A": "constructor", "constructor": "__proto__", "C": "<script>"},
        "nodes-visited": "9" * 900,
        "leaves-evaluated": "1e999",
        "outcome": "1/" + "3" * 900,
        "best-response": "-1e-999",
    }
    outcome = outcome_of(exercise, answers)
    assert outcome.earned < 1
    text = json.dumps(
        [entry._asdict() for part in outcome.graded[0].report.parts for entry in part.entries], default=str
    )
    assert "\u202e" not in text
    strategy = next(part for part in outcome.graded[0].report.parts if part.part == "strategy")
    assert [entry.node for entry in strategy.entries if entry.verdict is Verdict.MALFORMED] == ["C"]


@pytest.mark.sweep
def test_a_tree_with_a_hundred_thousand_leaves_is_labelled_and_played() -> None:
    wide = problem_data("minimax", [[n % 7 for n in range(500)] for _ in range(200)])
    last_of_first = read(wide).problem.game.ids[700]
    solved = read({**wide, "opponent": {"B": last_of_first}}).solution.answers
    assert solved["nodes-visited"] == 100_201
    assert len(solved["labelling"].first) == 201
    assert (solved["value"], solved["outcome"], solved["best-response"]) == (0, 2, 2)


# --- Follow-through -------------------------------------------------------------------------------


def test_an_entry_of_a_strategy_follows_from_the_values_that_the_student_wrote() -> None:
    exercise = read(problem_data("minimax", TREE, ask=["values", "strategy"], points={"strategy": 5}))
    values = {"A": 9, "B": 9, "C": 7, "D": 9, "E": 5, "F": 8, "G": 7}
    answers = {"values": values, "strategy": {"A": "B", "D": "I", "E": "J", "F": "L", "G": "O"}}
    report = next(one for one in report_of(exercise, answers).parts if one.part == "strategy")
    assert report.earned == Fraction(9, 2)
    follows = next(entry for entry in report.entries if entry.node == "A")
    assert follows.verdict is Verdict.FOLLOW_THROUGH
    assert follows.message == (
        "On your numbers max(9, 7) = 9, so B: this step is right, half marks. Right: max(5, 7) = 7, so C."
    )


def test_wrong_rules_about_play_are_looked_for_only_where_they_can_show() -> None:
    names = [rule.name for rule in KINDS["minimax"].wrong.rules(read(problem_data("minimax", TREE)).problem)]
    assert "strategy-for-both" not in names
    asked = read(problem_data("minimax", TREE, ask=["strategy", "labelling"])).problem
    assert [rule.name for rule in KINDS["minimax"].wrong.rules(asked)][-3:] == [
        "strategy-for-both",
        "strategy-is-one-path",
        "labels-top-down",
    ]


def test_any_order_from_the_top_is_the_wrong_rule_of_labels_from_the_top() -> None:
    rng = random.Random(7)
    exercise = read(problem_data("minimax", TREE, ask=["value", "values", "labelling"]))
    right = exercise.solve()
    for _ in range(5):
        left, order = {"A"}, []
        below = {"A": "BC", "B": "DE", "C": "FG"}
        while left:
            order.append(rng.choice(sorted(left)))
            left = (left - {order[-1]}) | set(below.get(order[-1], ""))
        report = report_of(exercise, {**right, "labelling": order})
        assert [finding.misconception for finding in report.findings] == ["labels-top-down"]
