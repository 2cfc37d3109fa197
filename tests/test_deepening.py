"""Iterative deepening: against a second solver, by hand, what is refused, what follows, what is said and drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from banked import shipped
from conftest import faults_of, read, report_of, tree_of
from second import deepening
from simulate import is_toss
from turns import in_turn
from windows import shifted

from generators.draws import RequestError
from generators.like import like, mirrored
from grader import Exercise
from grader.core.answers.case import Action
from grader.core.search.folds import alpha_beta
from grader.kinds import KINDS, write_problem
from grader.kinds.deepening.documents import asked_of
from grader.kinds.deepening.solve import order_at, searched_at, stage_of
from grader.kinds.record import View

LEAVES: list[Any] = [[1, 4], [7, 2]]


def problem(**fields: Any) -> dict[str, Any]:
    """Return a problem with a tree of two plies."""
    stated = {name.replace("_", "-"): value for name, value in fields.items()}
    tree = {
        "max": [
            {"id": "B", "static": 5, "min": [{"id": "D", "value": 3}, {"id": "E", "value": 6}]},
            {"id": "C", "static": 6, "min": [{"id": "F", "value": 8}, {"id": "G", "value": 4}]},
        ]
    }
    return {"format": "gametree-problem/1", "id": "q1", "kind": "deepening", "depth": 2, "tree": tree, **stated}


# --- The second solver ----------------------------------------------------------------------------


def games(window: int) -> Iterator[dict[str, Any]]:
    """Yield random problems that ask all that there is."""
    for seed in range(60):
        game = deepening.random_game(random.Random(shifted(seed, window)))
        stated = {"format": "gametree-problem/1", "id": "q1", "kind": "deepening", **game}
        yield {**stated, "ask": list(deepening.solve(stated))}


def written(exercise: Exercise, answers: Any) -> dict[str, Any]:
    return exercise.kind.write_answer(exercise.kind, exercise.problem, exercise.solution._replace(answers=answers))


def test_last_iteration_without_another_order_is_one_search_to_that_depth() -> None:
    """The searches are those of the other kinds: a problem of theirs that stops at the depth says the same."""
    for data in games(0):
        if data.get("reorder", "none") == "none":
            exercise = read(data)
            alone = {name: field for name, field in data.items() if name not in ("ask", "search", "reorder", "budget")}
            one = read({**alone, "kind": data.get("search", "alpha-beta")}).solution.answers
            assert exercise.solution.answers["leaves-by-depth"][data["depth"] - 1] == one["leaves-evaluated"]
            assert exercise.solution.answers["values-by-depth"][data["depth"] - 1] == one["value"]


def test_values_do_not_depend_on_the_order_of_children() -> None:
    for data in games(1):
        found = [
            read({**data, "ask": ["values-by-depth"], "reorder": how}).solve()
            for how in ("none", "root", "best", "all")
        ]
        assert all(one["values-by-depth"] == found[0]["values-by-depth"] for one in found)


def test_children_in_another_order_for_a_search_are_searched_as_on_a_tree_of_their_own() -> None:
    parts = ("value", "best-move", "values", "visited", "leaves-evaluated", "nodes-visited")
    for data in games(2):
        exercise = read(data)
        for iteration in exercise.kind.solve(exercise.problem).trace:
            searched = searched_at(exercise.problem, iteration.depth, iteration.order)
            stage = stage_of(exercise.problem, iteration.depth, iteration.order)
            solve = KINDS[searched.kind].solve
            alone = stage.in_whole(solve(stage.problem, parts=parts).answers)
            assert solve(searched, parts=parts).answers == alone, data


@pytest.mark.parametrize(
    ("standing", "right_to_left"), [([0, 1, 2, 3, 4, 7, 6, 5], False), ([0, 2, 1, 3, 4, 6, 5, 7], True)]
)
def test_cutoff_skips_what_stands_behind_in_the_order_of_the_search(standing: list[int], right_to_left: bool) -> None:
    """B is worth 3, and of C the 2 is examined first: 8 and the node above 5 and 1 are skipped, as they stand."""
    tree = tree_of([[3, 9], [[5, 1], 8, 2]])._replace(standing=[*standing, 8, 9])
    found = alpha_beta(tree, right_to_left=right_to_left).cutoffs
    assert [(cutoff.node, list(cutoff.skipped)) for cutoff in found] == [(2, [6, 5])]


# --- By hand --------------------------------------------------------------------------------------


def test_children_that_were_not_visited_follow_as_they_stood() -> None:
    """C cuts after F: at C, F was visited and G was not; at depth 3 both stand as before."""
    answers = shipped("best-to-the-front").kind.solve(shipped("best-to-the-front").problem)
    tree = shipped("best-to-the-front").problem.game.whole
    problem_, order = shipped("best-to-the-front").problem, answers.trace[2].order
    assert [tree.ids[child] for child in order_at(problem_, order, tree.by_id()["C"])] == ["H", "G"]


def test_iterations_below_the_end_of_the_tree_are_run_and_counted() -> None:
    answers = read(problem(depth=4, reorder="all", ask=["values-by-depth", "leaves-by-depth", "total-leaves"])).solve()
    assert answers["values-by-depth"] == [6, 4, 4, 4]
    assert answers["leaves-by-depth"] == [2, 3, 3, 3]
    assert answers["total-leaves"] == 11


def test_a_budget_that_finishes_no_iteration_leaves_no_move() -> None:
    exercise = read(problem(budget=1, ask=["completed"]))
    assert exercise.solve() == {
        "values-by-depth": [6, 4],
        "best-moves": ["C", "C"],
        "leaves-by-depth": [2, 4],
        "total-leaves": 6,
        "orders": [["B", "C"], ["B", "C"]],
        "direct-leaves": 4,
        "completed": 0,
    }
    assert faults_of(problem(budget=1, ask=["completed", "move"])) == [
        "$.ask[1]: move has no answer on this problem; leave it out"
    ]


def test_ties_go_by_the_order_of_the_iteration() -> None:
    tree = {"max": [{"id": "B", "static": 2, "min": [3, 3]}, {"id": "C", "static": 5, "min": [3, 4]}]}
    for tie, moves in (("first", ["C", "C"]), ("last", ["C", "B"])):
        stated = problem(tree=tree, reorder="root", conventions={"tie": tie})
        assert read(stated).solve()["best-moves"] == moves
    report = report_of(read(problem(tree=tree, reorder="root", conventions={"tie": "any"})), {"best-moves": ["C", "B"]})
    assert {part.part: part.earned for part in report.parts}["best-moves"] == 1


# --- What is refused ------------------------------------------------------------------------------

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "too deep": (
        {"depth": 13},
        "$.depth: 13 is deeper than the last iteration may be, expected a whole number from 1 to 12",
    ),
    "no depth": ({"depth": 0}, '$.depth: "0" is not allowed here, expected a whole number from 1 to 99999, such as 2'),
    "no static value above the last depth": (
        {"tree": {"max": [{"id": "B", "min": [3, 6]}, {"id": "C", "static": 6, "min": [8, 4]}]}},
        "$.tree.max[0]: iteration 1: the search stops at B, but nothing says what it is worth; expected static or features",
    ),
    "another order": ({"reorder": "some"}, '$.reorder: "some" is not allowed here, expected none, root, best or all'),
    "another search": (
        {"search": "ucb"},
        '$.search: "ucb" is not allowed here, expected alpha-beta, minimax or expectiminimax',
    ),
    "a cutoff where nothing is cut": (
        {"search": "minimax", "conventions": {"cutoff": "alpha > beta"}},
        "$.conventions.cutoff: iterations that search by minimax have no such convention, expected order, tie, root, depth-in, decimals",
    ),
    "bounds where nothing is cut": (
        {"search": "expectiminimax", "conventions": {"value-bounds": [0, 9]}},
        "$.conventions.value-bounds: iterations that search by expectiminimax have no such convention, expected order, tie, root, depth-in, decimals",
    ),
    "a static value outside the bounds": (
        {
            "conventions": {"value-bounds": [3, 8]},
            "tree": {"max": [{"static": 2, "min": [3, 6]}, {"static": 6, "min": [8, 4]}]},
        },
        "$.tree.max[0]: iteration 1: 2 lies outside value-bounds, expected a number in [3, 8]",
    ),
    "a chance node under minimax": (
        {"search": "minimax", "tree": {"max": [{"static": 1, "chance": [1, 2]}, 3]}},
        "$.tree.max[0]: a chance node has no place in minimax; expected the kind expectiminimax",
    ),
    "a budget below 0": (
        {"budget": -1},
        '$.budget: "-1" is not allowed here, expected a whole number from 0 to 99999, such as 1',
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_with_a_problem_is_said_where_it_stands(name: str) -> None:
    fields, message = REFUSED[name]
    assert faults_of(problem(**fields)) == [message]


def test_a_static_value_that_two_iterations_lack_is_said_once() -> None:
    """Noise lies at the horizon of more than one iteration."""
    tree = {"max": [{"id": "B", "min": [{"id": "D", "max": [1, 2]}, 6]}, {"id": "C", "static": 6, "min": [8, 4]}]}
    assert faults_of(problem(depth=3, tree=tree)) == [
        "$.tree.max[0]: iteration 1: the search stops at B, but nothing says what it is worth; expected static or features",
        "$.tree.max[0].min[0]: iteration 2: the search stops at D, but nothing says what it is worth; expected static or features",
    ]


def test_an_order_is_a_list_of_moves_of_the_root() -> None:
    exercise = read(problem(reorder="all", ask=["orders"]))
    report = report_of(exercise, {"orders": [["B", "C"], ["C", "X"]]})
    assert [str(entry.verdict) for entry in report.parts[0].entries] == ["correct", "malformed"]
    assert 2 * report.earned == report.possible
    assert 'there is no move at the root called "X"; expected one of B, C' in str(report.parts[0].entries[1].message)


# --- What is said and drawn -----------------------------------------------------------------------


def test_steps_tell_every_node_of_every_iteration_and_end_with_the_move() -> None:
    steps = shipped("deepen").steps()
    assert [step.sentence.split(".")[0] for step in steps if step.sentence.startswith("Iteration")] == [
        "Iteration 1 searches to depth 1",
        "Iteration 2 searches to depth 2",
        "Iteration 3 searches to depth 3",
    ]
    assert "After depth 1 C (6) goes before B (5)." in steps[1].sentence
    assert "After depth 2 G (4) goes before F (8)." in steps[4].sentence
    assert steps[-1].action is Action.CHOICE
    assert steps[-1].sentence.endswith("The move of iteration 2 is played: C.")


def test_a_solved_problem_has_a_drawing_for_each_iteration() -> None:
    exercise = shipped("deepen")
    drawn = exercise.kind.draw(View(exercise.problem, exercise.solution))
    assert [one.title for one in drawn[1:]] == ["iteration 1", "iteration 2", "iteration 3"]
    assert [sum(node.is_horizon for node in one.nodes) for one in drawn[1:]] == [2, 4, 0]
    assert [[node.id for node in one.nodes][1:3] for one in drawn[1:]] == [["B", "C"], ["C", "B"], ["C", "B"]]
    assert len(exercise.kind.draw(View(exercise.problem))) == 1


@cache
def games_of(window: int) -> list[dict[str, Any]]:
    """Return the games of a window."""
    return [*games(window)]


@in_turn(3)
@pytest.mark.parametrize("rule", deepening.RULES)
def test_who_follows_a_wrong_rule_of_the_loop_is_told_so(rule: str) -> None:
    told = 0
    for data in (data for window in range(3, 8) for data in games_of(window)):
        if rule not in deepening.rules_of(data):
            continue
        if told == 20:
            break
        answers, right = (
            {part: one for part, one in deepening.follow(data, name, {}).items() if part in data["ask"]}
            for name in (rule, "right")
        )
        exercise = read(data)
        report = report_of(exercise, answers)
        if report.earned == report.possible or is_toss(exercise, answers, right):
            continue
        assert rule in [finding.misconception for finding in report.findings], data
        told += 1
    assert told > 2


def test_wrong_rules_of_the_search_are_followed_in_every_iteration() -> None:
    exercise = shipped("out-of-time")
    rules = {rule.name: rule for rule in exercise.kind.wrong.rules(exercise.problem)}
    assert written(exercise, rules["all-max"].answer({}))["values-by-depth"] == [4, 7, 6]
    assert written(exercise, rules["searches-to-the-end"].answer({}))["leaves-by-depth"] == [9, 9, 9]
    assert written(exercise, rules["one-ply-short"].answer({}))["values-by-depth"] == [4, 4, 6]


@pytest.mark.parametrize("search", ["minimax", "expectiminimax"])
def test_a_value_that_is_carried_on_to_the_move_of_its_iteration_is_one_slip(search: str, window: int) -> None:
    """Who takes another move to be worth more than the best one is, in one iteration, follows no wrong rule but by chance."""
    named: list[str] = []
    for seed in range(60):
        data = two_moves(random.Random(shifted(seed, window)), search)
        right = read(data).solve()
        best, values = right["best-moves"], right["values-by-depth"]
        slip = {
            "values-by-depth": [*values[:-1], str(Fraction(str(values[-1])) + 1 + seed % 6)],
            "best-moves": [*best[:-1], "C" if best[-1] == "B" else "B"],
        }
        report = report_of(read(data), {**right, **slip})
        assert report.findings or report.slip.startswith("One slip (values-by-depth, at iteration 3): ")
        named += [finding.misconception for finding in report.findings]
    assert len(named) <= 6, named


def two_moves(rng: random.Random, search: str) -> dict[str, Any]:
    """Return a problem of three plies with two moves at the root, and two at each node below it."""

    def drawn() -> int:
        return rng.randint(0, 20)

    below, last = ("min", "max") if search == "minimax" else ("chance", "min")
    chance = {"p": "1/2"} if below == "chance" else {}
    moves = [
        {"id": name, "static": drawn(), below: [{"static": drawn(), last: [drawn(), drawn()], **chance} for _ in "12"]}
        for name in "BC"
    ]
    ask = ["values-by-depth", "best-moves", "leaves-by-depth"]
    return problem(depth=3, search=search, reorder="all", tree={"max": moves}, ask=ask)


def test_kind_searches_as_those_that_it_names() -> None:
    kind = KINDS["deepening"]
    assert set(kind.searches) <= set(KINDS)
    assert asked_of(shipped("deepen").problem).depth == 3


def test_what_follows_from_own_answers_is_told_beside_the_right_step() -> None:
    ask = ["leaves-by-depth", "best-moves", "total-leaves", "completed", "move"]
    exercise = read(problem(budget=3, ask=ask))
    right = exercise.solve()
    assert (right["leaves-by-depth"], right["best-moves"], right["completed"]) == ([2, 4], ["C", "C"], 1)
    own = {"leaves-by-depth": [4, 4], "best-moves": ["C", "B"], "total-leaves": 8, "completed": 0}
    told = {part.part: part.entries[0].message for part in report_of(exercise, own).parts}
    half = "this step is right, half marks. Right:"
    assert told["total-leaves"] == (
        f"On your numbers all iterations together evaluate 4 + 4 = 8 leaves: {half} "
        "all iterations together evaluate 2 + 4 = 6 leaves."
    )
    assert told["completed"] == (
        f"On your numbers iteration 1 alone takes 4 leaves, more than 3: none is finished: {half} "
        "2 leaves are within 3, 6 are not: iteration 1 is the last that is finished."
    )
    own |= {"leaves-by-depth": [1, 2], "completed": 2, "move": "B"}
    told = {part.part: part.entries[0].message for part in report_of(exercise, own).parts}
    assert (
        told["move"]
        == f"On your numbers the move of iteration 2 is played: B: {half} the move of iteration 1 is played: C."
    )


# --- Games by their rules -------------------------------------------------------------------------

OPENING: dict[str, Any] = {
    "tree": None,
    "game": {"name": "tic-tac-toe", "symmetry": "merge"},
    "evaluation": {"weights": {"X1": 1, "O1": -1}},
}


def played(**fields: Any) -> dict[str, Any]:
    """Return a problem whose tree is made by the rules of a game."""
    return {name: field for name, field in problem(**{**OPENING, **fields}).items() if field is not None}


def test_a_game_is_searched_by_what_is_counted_of_its_positions() -> None:
    answers = read(played(reorder="root")).solve()
    assert answers["values-by-depth"] == [4, 1]
    assert answers["orders"] == [["1", "2", "5"], ["5", "1", "2"]]
    assert (answers["leaves-by-depth"], answers["direct-leaves"]) == ([3, 4], 8)


def test_moves_of_a_game_are_told_as_students_write_them() -> None:
    exercise = read(played(reorder="root", budget=9, ask=["orders"]))
    sentences = " ".join(step.sentence for step in exercise.steps())
    assert "After depth 1 move 5 (D: 4) goes before 1 (B: 3) and 2 (C: 2)." in sentences
    assert "Iteration 1 returns 4 with the best move 5 (D) and evaluates 3 leaves." in sentences
    assert sentences.endswith("The move of iteration 2 is played: 5 (D).")
    marked = exercise.grade({"orders": [["1", "2", "5"], ["1", "2", "5"]]})
    orders = next(part for part in marked.report.parts if part.part == "orders")
    assert orders.entries[1].message == (
        "expected 5, 1, 2. By what they returned to depth 1, the largest first: 5 (D: 4), 1 (B: 3) and 2 (C: 2)."
    )


def test_statement_of_a_game_says_its_rules_and_draws_its_boards() -> None:
    exercise = read(played(budget=9))
    said = exercise.kind.poses(exercise.problem)
    assert said[0].startswith("Tic-tac-toe on 3 × 3 cells")
    assert said[-1] == "There is time for 9 leaves, those of all iterations together."
    drawn = exercise.kind.draw(View(exercise.problem, exercise.solution))
    assert all(node.board is not None for diagram in drawn for node in diagram.nodes)


def test_a_game_is_written_as_a_game_and_read_again() -> None:
    exercise = read(played(reorder="all", conventions={"order": "right-to-left"}))
    again = write_problem(exercise.kind, exercise.problem)
    assert (again["game"]["name"], "tree" in again) == ("tic-tac-toe", False)
    assert read(again).solve() == exercise.solve()


def test_min_begins_a_game_where_the_problem_says_so() -> None:
    game = {"name": "mancala", "pits": {"max": [0, 3, 1], "min": [2, 1, 0]}}
    weights = {"evaluation": {"weights": {"max-store": 1, "min-store": -1}}}
    answers = read(played(game=game, **weights, conventions={"root": "min"}, depth=1)).solve()
    assert answers["values-by-depth"] == [0]
    assert answers["best-moves"] == ["1"]


def wrong_answers(data: dict[str, Any], rule: str) -> dict[str, Any]:
    """Return what someone answers who follows a wrong rule; nothing where it has no place."""
    exercise = read(data)
    found = [one for one in exercise.kind.wrong.rules(exercise.problem) if one.name == rule]
    return written(exercise, found[0].answer({})) if found else {}


def test_who_searches_a_game_one_ply_too_deep_sees_what_lies_below_the_last_iteration() -> None:
    asked = ["values-by-depth", "best-moves", "leaves-by-depth", "orders"]
    game = {"name": "mancala", "pits": {"max": [0, 3, 1], "min": [2, 1, 0]}}
    stated = played(game=game, evaluation={"weights": {"max-store": 1, "min-store": -1}}, ask=asked)
    wrong, right = wrong_answers(stated, "one-ply-deep"), deepening.solve({**stated, "depth": 3})
    assert wrong["values-by-depth"] == [2, 1]
    assert all(wrong[part] == right[part][1:] for part in asked)


def test_who_searches_too_deep_orders_children_by_what_that_search_returned() -> None:
    """To depth 2 pit 2 returns 0 and pit 3 returns 2, while both are worth 1 as they stand: pit 3 goes first in iteration 2."""
    exercise = shipped("sow-deeper")
    rules = {rule.name: rule for rule in exercise.kind.wrong.rules(exercise.problem)}
    answers = written(exercise, rules["one-ply-deep"].answer({}))
    assert answers["orders"] == [["2", "3"], ["3", "2"], ["3", "2"]]
    assert answers["leaves-by-depth"] == [3, 3, 5]


def test_random_games_are_searched_a_ply_too_deep_as_the_second_solver_does() -> None:
    asked, told = ["values-by-depth", "leaves-by-depth"], 0
    for seed in range(12):
        fields = {"search": "minimax", "depth": 2, "reorder": "none"}
        stated = problem(ask=asked, **deepening.random_play(random.Random(seed), fields))
        data = {name: field for name, field in stated.items() if name != "tree"}
        if wrong := wrong_answers(data, "one-ply-deep"):
            right = deepening.solve({**data, "depth": 3})
            assert all(wrong[part] == right[part][1:] for part in asked), data
            told += 1
    assert told > 3


def test_who_plays_a_game_to_its_end_in_every_iteration_finds_the_same_each_time() -> None:
    stated = played(game={"name": "tic-tac-toe", "board": "XOX/.O./.X."}, reorder="none", search="minimax")
    wrong = wrong_answers(stated, "searches-to-the-end")
    alone = read(
        {name: field for name, field in stated.items() if name not in ("depth", "reorder", "search")}
        | {"kind": "minimax"}
    )
    assert wrong["values-by-depth"] == [alone.solve()["value"]] * 2
    assert wrong["leaves-by-depth"] == [alone.solve()["leaves-evaluated"]] * 2


def test_a_game_that_grows_too_large_is_not_played_on() -> None:
    stated = played(game={"name": "tic-tac-toe"}, depth=3)
    assert not wrong_answers(stated, "searches-to-the-end")


def test_what_is_wrong_with_a_game_is_said_at_its_place() -> None:
    (alone,) = faults_of(played(game={"name": "take-away", "objects": 5}))
    assert alone.startswith("$.depth: has no place here: nothing is counted of a position of Take-away")
    assert alone.endswith("expected the whole game, or one whose positions can be weighed: tic-tac-toe, mancala")
    assert "more than 2,000 nodes" in faults_of(played(game={"name": "tic-tac-toe"}, depth=5))[0]
    assert "expected the field evaluation" in faults_of(played(evaluation=None))[0]
    assert "has no place beside a game" in faults_of(played(tree=LEAVES))[0]
    assert "positions are all quiet" in faults_of(played(extension=1))[0]
    bare = {name: field for name, field in played().items() if name != "game"}
    assert "with format, id, kind, depth and tree or game" in faults_of(bare)[0]


@pytest.mark.parametrize("make", [like, mirrored])
def test_a_game_has_no_variants(make: Any) -> None:
    with pytest.raises(RequestError, match="the tree of a game follows from its rules"):
        make(read(played()).problem)
