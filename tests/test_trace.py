"""Solutions step by step: what is said is true, in the order of the recorded search, and reads as a tutor would say it."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from banked import SOLVED_IDS, shipped
from click.testing import CliRunner, Result
from conftest import problem_data, random_problems, read

from grader.cli.main import gametree
from grader.core.answers.case import Action, Solution, Step
from grader.core.conventions import Conventions
from grader.core.documents.shape import validator
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.core.numbers import INFINITY, read_bound
from grader.core.search.folds import back_up
from grader.kinds import KINDS, Exercise, Problem
from grader.kinds.trees.rules import as_reported
from grader.kinds.trees.search_steps import why_skipped, why_visited
from grader.kinds.trees.search_words import bound_against, holder_of_bound, replay_of, side_against
from grader.kinds.trees.solve import solve_search as solve
from grader.kinds.words import listing
from grader.pages.steps import render_steps, trace_data

VISITS = (Action.ENTER, Action.LEAF)
RANDOM = range(400)


def steps_of(exercise: Exercise) -> tuple[Step, ...]:
    return exercise.steps()


def steps(problem: Problem, solution: Solution) -> tuple[Step, ...]:
    return tuple(KINDS[problem.kind].tutor.steps(problem, solution))


def explain_node(problem: Problem, solution: Solution, node: int) -> str:
    return KINDS[problem.kind].tutor.explain(problem, solution, node, windows=True)


def said(exercise: Exercise) -> list[str]:
    return [step.sentence for step in steps_of(exercise)]


@cache
def random_exercises(kind: str) -> list[Exercise]:
    return [read(data) for _, data in random_problems(kind, RANDOM.start, RANDOM.stop)]


def trace(*args: str) -> Result:
    return CliRunner().invoke(gametree, ["trace", *args])


# golden: small trees, worked by hand


def test_alpha_beta_is_explained_as_a_tutor_would() -> None:
    """The tree 3 12 8 | 2 15 6 of the course note 002, "Alpha Beta Simple Example"; 15 and 6 are never looked at."""
    assert said(shipped("fall-2014-final-q13")) == [
        (
            "The search starts at the root A, which is MAX, with alpha = -inf and beta = inf. "
            "Nothing can cut A, since its beta is inf."
        ),
        "B is MIN. A hands down its window, alpha = -inf and beta = inf. Nothing can cut B, since its alpha is -inf.",
        "Leaf D is worth 3. B is MIN, and 3 is its first value, so beta falls from inf to 3.",
        "Leaf E is worth 12. B is MIN and keeps the smaller: still 3, so beta stays 3.",
        "Leaf F is worth 8. B is MIN and keeps the smaller: still 3, so beta stays 3.",
        (
            "B is left with alpha = -inf and beta = 3 and returns 3. "
            "A is MAX, and 3 is its first value, so alpha rises from -inf to 3."
        ),
        (
            "C is MIN. A hands down its window, alpha = 3 and beta = inf. "
            "As soon as C finds a value of at most 3, the rest of it is pruned."
        ),
        "Leaf x is worth 2. C is MIN, and 2 is its first value, so beta falls from inf to 2.",
        (
            "C is worth at most 2, but MAX already has 3 at A, so whatever follows in C cannot matter: "
            "alpha = 3 >= beta = 2. Cut: G and H are skipped."
        ),
        (
            "C is left with alpha = 3 and beta = 2 and returns 2, which says only that C is worth at most 2. "
            "A is MAX and keeps the larger: still 3, so alpha stays 3."
        ),
        "A is left with alpha = 3 and beta = inf and returns 3.",
        (
            "The search is over. Its answer at A is 3. The best move is L (to B). Best play goes A – B – D. "
            "4 of 6 leaves were evaluated."
        ),
    ]


def test_minimax_is_explained_node_by_node() -> None:
    """The textbook tree 3 12 8 | 2 4 6 | 14 5 2 of the course notes 000 and 003: 3, 2 and 2 below a root worth 3."""
    assert said(shipped("minimax-textbook")) == [
        "B is MIN over 3, 12, 8: min = 3.",
        "C is MIN over 2, 4, 6: min = 2.",
        "D is MIN over 14, 5, 2: min = 2.",
        "A is MAX over 3, 2, 2: max = 3.",
        "The root A is worth 3. The best move is B. Best play goes A – B – E.",
    ]


def test_expectiminimax_shows_each_outcome_with_its_weight() -> None:
    """The tree of the course note 002, "Game Tree with Chance Example": 0.3 * 2 + 0.7 * 7 = 0.6 + 4.9 = 5.5."""
    found = steps_of(shipped("expecti-fall-2005-q7"))
    assert [step.formula for step in found] == [
        "min(3, 2) = 2",
        "0.3*2 + 0.7*7 = 5.5",
        "min(-1, 2) = -1",
        "max(5.5, -1) = 5.5",
        "",
    ]
    assert found[1].sentence == "B is a chance node, so its outcomes are weighted: 0.3*2 + 0.7*7 = 5.5."
    assert found[-1].sentence == "The root A is worth 5.5. The best move is L (to B)."


def test_ucb_fills_in_the_formula_of_every_child() -> None:
    """Course note 002, "Upper Confidence Bound". ln 21 = 3.0445; sqrt(2) * sqrt(3.0445 / 8) = 0.8724."""
    assert said(shipped("ucb-slide-wins")) == [
        "A: 7/10 + sqrt(2) * sqrt(ln 21 / 10) = 0.7000 + 0.7803 = 1.4803, so its score is 1.48.",
        "B: 5/8 + sqrt(2) * sqrt(ln 21 / 8) = 0.6250 + 0.8724 = 1.4974, so its score is 1.50.",
        "C: 0/3 + sqrt(2) * sqrt(ln 21 / 3) = 0.0000 + 1.4247 = 1.4247, so its score is 1.42.",
        "B has the highest score, 1.50: it is selected.",
    ]


def test_deep_cutoff_names_the_ancestor_whose_bound_it_is() -> None:
    exercise = shipped("deep-cutoff")
    cut = next(step for step in steps_of(exercise) if step.action is Action.CUTOFF)
    assert cut.sentence == (
        "H is worth at most 4, but MAX already has 5 at A, so whatever follows in H cannot matter: "
        "alpha = 5 >= beta = 4. Cut: M is skipped."
    )


# conventions


def test_under_the_strict_test_equality_goes_on_and_the_condition_says_below() -> None:
    exercise = read(problem_data("alpha-beta", [[3, 8], [3, 1]], conventions={"cutoff": "alpha > beta"}))
    found = said(exercise)
    assert "As soon as C finds a value below 3, the rest of it is pruned." in found[5]
    assert found[6].endswith("alpha = beta = 3, and here equality is not enough to cut: the search goes on.")
    same = read(problem_data("alpha-beta", [[3, 8], [3, 1]]))
    assert "As soon as C finds a value of at most 3, the rest of it is pruned." in said(same)[5]
    assert said(same)[7].endswith("alpha = 3 >= beta = 3. Cut: G is skipped.")


def test_read_from_the_right_the_rightmost_child_comes_first() -> None:
    exercise = read(problem_data("alpha-beta", [[3, 8], [4, 5]], conventions={"order": "right-to-left"}))
    visited = [exercise.problem.game.ids[step.node] for step in steps_of(exercise) if step.action in VISITS]
    assert visited == ["A", "C", "G", "F", "B", "E", "D"]


def test_fail_hard_says_the_value_of_the_search_and_the_one_to_report() -> None:
    exercise = shipped("clamp-fail-hard")
    cut, left = (step for step in steps_of(exercise) if step.node == 2 and step.action is not Action.ENTER)
    assert cut.sentence.endswith(
        "alpha = 3 > beta = 2. Cut: E is skipped, with everything below. Fail-hard, the cutoff is reported with [3, 3]."
    )
    assert (cut.window, cut.reported_window) == ((3, 2), (3, 3))
    assert (left.value, left.reported, left.reported_window) == (2, 3, (3, 3))
    assert (
        "returns 2, which says only that C is worth at most 2. Fail-hard, C reports value 3 and window [3, 3]: "
        "moved into the window [3, inf] with which it was entered." in left.sentence
    )


def test_a_cut_at_the_given_window_names_that_window() -> None:
    exercise = read(problem_data("alpha-beta", [[4, 9], [1, 2]], conventions={"initial-window": [2, "3.5"]}))
    found = said(exercise)
    assert "alpha = 2 and beta = 3.5, as the problem says." in found[0]
    assert "but the search began with the window [2, 3.5] and asks only for what is below 3.5" in " ".join(found)
    assert found[-2].endswith(
        "That is not below beta = 3.5, with which the search began: A is worth at least 4, and which move is best remains open."
    )


def test_a_search_below_its_window_knows_an_upper_bound() -> None:
    exercise = read(problem_data("alpha-beta", [[4, 9], [1, 2]], conventions={"initial-window": [6, 9]}))
    assert said(exercise)[-2].endswith(
        "That is not above alpha = 6, with which the search began: A is worth at most 4, and which move is best remains open."
    )


@pytest.mark.parametrize(("counts", "ending"), [("ignore", "is not listed."), ("count", "is listed here.")])
def test_an_empty_cutoff_skips_nothing_and_is_listed_as_the_problem_says(counts: str, ending: str) -> None:
    exercise = read(problem_data("alpha-beta", [[3, 8], [5, 2]], conventions={"empty-cutoffs": counts}))
    cut = next(step for step in steps_of(exercise) if step.action is Action.CUTOFF)
    assert cut.skipped == ()
    assert "C has no child left, so nothing is skipped. Such an empty cutoff " + ending in cut.sentence


@pytest.mark.parametrize(
    ("tie", "sentence"),
    [
        ("first", "B and D are equally good, and the one examined first counts: the best move is B."),
        ("last", "B and D are equally good, and the one examined last counts: the best move is D."),
        ("any", "B and D are equally good, and each one is right: the best move is B or D."),
    ],
)
def test_minimax_says_which_of_equal_moves_counts(tie: str, sentence: str) -> None:
    exercise = read(problem_data("minimax", [[3, 8], [2], [3]], conventions={"tie": tie}))
    assert sentence in said(exercise)[-1]


def test_alpha_beta_says_why_a_move_counts_that_the_search_did_not_find_best() -> None:
    exercise = read(problem_data("alpha-beta", [[3, 8], [3, 9]], conventions={"tie": "last"}))
    assert "B and C are equally good, and the one examined last counts: the best move is C." in said(exercise)[-1]


def test_a_single_leaf_has_its_steps_too() -> None:
    assert said(read(problem_data("minimax", 7))) == ["The root A is worth 7."]
    assert said(read(problem_data("alpha-beta", 7))) == [
        "Leaf A is worth 7.",
        "The search is over. Its answer at A is 7. 1 of 1 leaf was evaluated.",
    ]


def test_a_chance_root_has_no_move_to_choose() -> None:
    exercise = read(problem_data("expectiminimax", {"chance": [1, 2, 7]}))
    assert said(exercise) == [
        "A is a chance node, so its outcomes are weighted: (1/3)*1 + (1/3)*2 + (1/3)*7 = 10/3 (about 3.3333).",
        "The root A is worth 10/3. Chance moves there, so there is no move to choose.",
    ]


@pytest.mark.parametrize(
    ("conventions", "sentence"),
    [
        ({}, "B and C were never visited: unvisited children come first, and the leftmost counts. B is selected."),
        (
            {"tie": "last"},
            "B and C were never visited: unvisited children come first, and the leftmost counts. B is selected.",
        ),
        (
            {"tie": "any"},
            "B and C were never visited: unvisited children come first, and each of them is right. B or C is selected.",
        ),
        ({"unvisited": "zero"}, "A has the highest score, 1.83: it is selected."),
    ],
)
def test_ucb_says_what_becomes_of_unvisited_children(conventions: dict[str, str], sentence: str) -> None:
    arms = [{"id": "A", "total": 2, "visits": 2}, {"id": "B", "visits": 0}, {"id": "C", "visits": 0}]
    exercise = read(problem_data("ucb", arms, conventions=conventions))
    assert said(exercise)[-1] == sentence


def test_ucb_says_which_of_equal_scores_counts() -> None:
    arms = [{"id": id_, "total": 1, "visits": 2} for id_ in "AB"]
    exercise = read(problem_data("ucb", arms, conventions={"tie": "last"}))
    assert said(exercise)[-1].endswith("and the rightmost counts. B is selected.")


# truth, on random problems


@pytest.mark.sweep
def test_search_steps_follow_the_recorded_search() -> None:
    for exercise in random_exercises("alpha-beta"):
        tree, trace_, found = exercise.problem.game, exercise.solution.trace, steps_of(exercise)
        assert [step.node for step in found if step.action in VISITS] == trace_.visited
        assert [step.done for step in found if step.action in VISITS] == list(range(1, len(trace_.visited) + 1))
        windows = {step.at: step.window for step in found if step.at is not None}
        assert windows == {node: trace_.exit[node] for node in trace_.visited if tree.kind[node] != LEAF}
        entered = {step.node: step.window for step in found if step.action is Action.ENTER}
        assert entered == {node: trace_.entry[node] for node in trace_.visited if tree.kind[node] != LEAF}
        returned = {step.node: step.value for step in found if step.action in (Action.LEAF, Action.RETURN)}
        assert returned == {node: trace_.value[node] for node in trace_.visited}


def test_cutoff_steps_are_the_recorded_cutoffs_and_reported_ones_the_answers() -> None:
    for exercise in random_exercises("alpha-beta"):
        trace_ = exercise.solution.trace
        cuts = [step for step in steps_of(exercise) if step.action is Action.CUTOFF]
        assert [(c.node, c.window, sorted(c.skipped)) for c in cuts] == [
            (c.node, (c.alpha, c.beta), list(c.skipped)) for c in trace_.cutoffs
        ]
        if exercise.problem.conventions.bounds == "fail-hard":
            reported = as_reported(exercise.problem.game, trace_, exercise.problem.conventions)
            assert [step.reported_window for step in cuts] == [(c.alpha, c.beta) for c in reported.cutoffs]
            left = {step.node: step.reported for step in steps_of(exercise) if step.action is Action.RETURN}
            assert left == exercise.solution.answers["values"]


def test_a_node_is_cut_exactly_when_its_condition_in_words_holds() -> None:
    count = 0
    for exercise in random_exercises("alpha-beta"):
        for step, following in pairwise(steps_of(exercise)):
            if step.action in (Action.LEAF, Action.RETURN) and step.at is not None and step.node != 0:
                is_cut = following.action is Action.CUTOFF and following.node == step.at
                if exercise.problem.game.kind[step.at] != CHANCE:
                    assert is_cut == holds(step.prune_if, step.best), step
                elif is_cut and any(exercise.problem.game.probability[child] for child in following.skipped):
                    assert step.prune_if
                count += is_cut
    assert count > 500


def holds(condition: str, best: Any) -> bool:
    """Tell whether the best value so far meets a condition such as `<= 3`."""
    if not condition:
        return False
    sign, _, bound = condition.partition(" ")
    number = read_bound(bound)
    return bool({"<": best < number, "<=": best <= number, ">": best > number, ">=": best >= number}[sign])


def test_a_cutoff_names_who_holds_the_bound_and_claims_no_more_than_is_true() -> None:
    holders = set()
    for exercise in random_exercises("alpha-beta"):
        problem, solution = exercise.problem, exercise.solution
        tree, replay, values = problem.game, replay_of(problem, solution), back_up(problem.game)
        best: dict[Any, Any] = {}
        for step in steps_of(exercise):
            if step.action is Action.CUTOFF and step.skipped:
                node = step.node or 0
                holder, bound = holder_of_bound(replay, node), bound_against(replay, node)
                holders.add(None if holder is None else len(tree.path_to(node)) - len(tree.path_to(holder)))
                if holder is None:
                    known = problem.conventions.value_bounds or () if problem.conventions.believes_bounds else ()
                    assert bound in (*problem.conventions.initial_window, *known)
                elif tree.kind[holder] != CHANCE:
                    assert best[holder] == bound
                    assert tree.kind[node] != tree.kind[holder] != CHANCE
                returned = replay.value(node)
                assert values[node] >= returned if side_against(replay, node) else values[node] <= returned
            if step.best is not None:
                best[step.at] = step.best
    assert holders >= {None, 1, 3}


def test_every_node_is_explained_and_either_skipped_or_visited() -> None:
    for exercise in random_exercises("alpha-beta"):
        problem, solution = exercise.problem, exercise.solution
        visited = set(solution.trace.visited)
        for node in range(problem.game.size):
            skipped, reason = why_skipped(problem, solution, node), why_visited(problem, solution, node)
            assert bool(skipped) == (node not in visited)
            assert bool(reason) == (node in visited)
            assert explain_node(problem, solution, node)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["minimax", "expectiminimax"])
def test_each_value_comes_after_those_below_it_and_its_formula_gives_it(kind: str) -> None:
    for exercise in random_exercises(kind):
        tree, found = exercise.problem.game, [step for step in steps_of(exercise) if step.action is Action.VALUE]
        inner = {step.node: step.value for step in found if not tree.is_at_horizon(step.node)}
        assert inner == {
            node: value for node, value in exercise.solution.answers["values"].items() if not tree.is_at_horizon(node)
        }
        assert all(tree.value[step.node] == step.value for step in found if tree.is_at_horizon(step.node))
        place = {step.node: number for number, step in enumerate(found)}
        assert all(place[node] < place[tree.parent[node]] for node in place if node)
        for step in found:
            formula, _, negated = step.formula.partition(", for MIN ")
            inputs, _, result = formula.rpartition(" = ")
            assert calculated(inputs or result) == calculated(result) == (-step.value if negated else step.value), step
            assert not negated or calculated(negated) == step.value


def calculated(formula: str) -> Any:
    """Return what a formula of exact numbers gives; `max(3)` is that of one number."""
    exact = re.sub(r"[0-9.]+", r'Fraction("\g<0>")', formula)
    return eval(exact, {"Fraction": Fraction, "max": lambda *n: max(n), "min": lambda *n: min(n)})


def test_the_formula_of_a_score_gives_it() -> None:
    functions = {"sqrt": math.sqrt, "ln": math.log, "log10": math.log10, "log2": math.log2}
    count = 0
    for exercise in random_exercises("ucb"):
        for step in steps_of(exercise):
            if step.formula and "/0" not in step.formula:
                python = re.sub(r"\b(ln|log10|log2) ([0-9]+)", r"\1(\2)", step.formula)
                assert eval(python, functions) == pytest.approx(step.value, abs=1e-9), step
                count += 1
    assert count > 400


@pytest.mark.parametrize("kind", [kind for kind in KINDS if {"choice", "best-move"} & set(KINDS[kind].parts)])
def test_the_last_step_chooses_what_the_solution_has(kind: str) -> None:
    for exercise in random_exercises(kind):
        answers, last = exercise.solution.answers, steps_of(exercise)[-1]
        assert last.action is Action.CHOICE
        assert list(last.chosen) == list(answers.get("choice", answers.get("best-move", ())))


def test_a_chain_of_ten_thousand_nodes_is_explained_without_recursion() -> None:
    size = 10_000
    inner = size - 1
    ids = [f"n{node}" for node in range(size)]
    first, end = [*range(1, size), size], [*range(2, size + 1), size]
    kinds = [MAX if node % 2 == 0 else MIN for node in range(inner)]
    tree = Tree([*kinds, LEAF], first, end, [-1, *range(inner)], [None] * inner + [5], [None] * size, ids, ids)
    problem = Problem("chain", "alpha-beta", tree, Conventions(), (), {})
    found = steps(problem, solve(problem))
    assert len(found) == size + inner + 1
    assert found[-2].value == 5


# one node


@pytest.mark.parametrize(
    ("id_", "node", "explanation"),
    [
        ("minimax-textbook", "C", "C is MIN over 2, 4, 6: min = 2."),
        ("minimax-textbook", "F", "F is a leaf: its value 12 is given."),
        (
            "fall-2014-final-q13",
            "C",
            (
                "C is MIN and examined only x (2): min = 2. It was entered with alpha = 3 and beta = inf and left with alpha = 3 "
                "and beta = 2. C is worth at most 2, but MAX already has 3 at A, so whatever follows in C cannot matter: "
                "alpha = 3 >= beta = 2. Cut: G and H are skipped."
            ),
        ),
        (
            "fall-2014-final-q13",
            "B",
            "B is MIN over 3, 12, 8: min = 3. It was entered with alpha = -inf and beta = inf and left with alpha = -inf and beta = 3.",
        ),
        (
            "fall-2014-final-q13",
            "G",
            (
                "G is skipped. After x gave 2, C is worth at most 2, but MAX already has 3 at A, so whatever follows in C cannot "
                "matter: alpha = 3 >= beta = 2."
            ),
        ),
        ("ucb-two-unvisited", "B", "B was never visited: its score is inf, so that it is tried before all others."),
    ],
)
def test_one_node_is_explained_with_its_inputs(id_: str, node: str, explanation: str) -> None:
    exercise = shipped(id_)
    assert explain_node(exercise.problem, exercise.solution, exercise.problem.game.by_id()[node]) == explanation


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ("A", "A is the root, where the search starts."),
        ("D", "D is the first child that B examines; a node is cut only after it has a value."),
        (
            "E",
            "When E had its turn, B had found 5, and nothing can cut it (its window was [-inf, 5]): E had to be examined.",
        ),
        (
            "O",
            "When O had its turn, I had found 6, and only a value of at most 5 cuts it (its window was [5, 6]): O had to be examined.",
        ),
        ("M", ""),
    ],
)
def test_a_visited_node_is_justified_by_what_its_parent_had_found(node: str, reason: str) -> None:
    exercise = shipped("deep-cutoff")
    assert why_visited(exercise.problem, exercise.solution, exercise.problem.game.by_id()[node]) == reason


def test_a_node_below_a_skipped_one_is_skipped_with_it() -> None:
    exercise = shipped("clamp-fail-hard")
    reason = why_skipped(exercise.problem, exercise.solution, exercise.problem.game.by_id()["H"])
    assert reason.startswith("H is skipped with everything below E. After D gave 2, C is worth at most 2,")


def test_long_lists_name_the_first_items_and_count_the_rest() -> None:
    assert listing(map(str, range(12))).endswith("10 and 11")
    assert listing(map(str, range(30))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 19 more"
    assert listing(["A", "B"], link="or") == "A or B"
    assert listing([]) == ""


# text, JSON, command line


def test_text_numbers_the_steps_and_indents_them_by_depth() -> None:
    exercise = shipped("minimax-textbook")
    lines = render_steps(exercise, steps_of(exercise)).splitlines()
    assert lines[:2] == ["Three moves, three replies (Minimax), step by step", "Problem id: minimax-textbook"]
    assert lines[-5:] == [
        "1.   B is MIN over 3, 12, 8: min = 3.",
        "2.   C is MIN over 2, 4, 6: min = 2.",
        "3.   D is MIN over 14, 5, 2: min = 2.",
        "4. A is MAX over 3, 2, 2: max = 3.",
        "5. The root A is worth 3. The best move is B. Best play goes A – B – E.",
    ]


def test_hidden_letters_of_ids_are_shown_as_escapes() -> None:
    exercise = read(problem_data("minimax", {"id": "A\u202eB", "max": [1, {"id": "x" * 100, "value": 2}]}))
    text = render_steps(exercise, steps_of(exercise))
    assert "A\\u202eB is MAX over 1, 2: max = 2." in text
    assert "\u202e" not in text


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_every_shipped_problem_has_a_valid_trace_in_json(id_: str) -> None:
    exercise = shipped(id_)
    data = json.loads(json.dumps(trace_data(exercise, steps_of(exercise)), allow_nan=False))
    assert validator("trace").is_valid(data)
    assert [step["step"] for step in data["steps"]] == list(range(1, len(data["steps"]) + 1))
    assert all(step["path"][-1] == step["node"] for step in data["steps"] if "path" in step)


def test_json_numbers_are_those_of_a_solution() -> None:
    exercise = read(problem_data("alpha-beta", [["7/3", 8], [5, 1]]))
    entered, leaf = trace_data(exercise, steps_of(exercise))["steps"][1:3]
    assert entered == {
        "step": 2,
        "action": "enter",
        "sentence": "B is MIN. A hands down its window, alpha = -inf and beta = inf. Nothing can cut B, since its alpha is -inf.",
        "node": "B",
        "path": ["A", "B"],
        "at": "B",
        "window": ["-inf", "inf"],
        "done": 2,
    }
    assert (leaf["value"], leaf["best"], leaf["window"]) == ("7/3", "7/3", ["-inf", "7/3"])
    scores = [
        step.get("value")
        for step in trace_data(shipped("ucb-two-unvisited"), steps_of(shipped("ucb-two-unvisited")))["steps"]
    ]
    assert scores == [pytest.approx(1.7025, abs=1e-4), "inf", pytest.approx(1.7686, abs=1e-4), "inf", "inf"]


def test_one_problem_is_an_object_and_several_are_an_array() -> None:
    one, several = trace("two-bags", "--format", "json"), trace("two-bags", "minimax-textbook", "-f", "json")
    assert json.loads(one.stdout)["problem"] == "two-bags"
    assert [data["problem"] for data in json.loads(several.stdout)] == ["two-bags", "minimax-textbook"]
    assert one.exit_code == several.exit_code == 0


def test_an_unknown_problem_is_exit_4_and_the_others_are_explained() -> None:
    ran = trace("two-bags", "two-bogs")
    assert ran.exit_code == 4
    assert "there is no problem" in ran.stderr
    assert "step by step" in ran.stdout
    assert trace("two-bogs", "--format", "json").stdout == ""


@pytest.mark.parametrize(
    "args",
    [
        ("two-bags", "--html"),
        ("two-bags", "--out", "pages"),
        ("two-bags", "deep-cutoff", "--format", "html"),
        ("two-bags", "--format", "xml"),
        (),
    ],
)
def test_wrong_usage_is_exit_2(args: tuple[str, ...]) -> None:
    assert trace(*args).exit_code == 2


def test_windows_hold_no_other_floats_than_infinities() -> None:
    for exercise in random_exercises("alpha-beta"):
        for step in steps_of(exercise):
            numbers = (*(step.window or ()), step.value, step.best, step.reported)
            assert all(not isinstance(n, float) or abs(n) == INFINITY for n in numbers)


def test_one_step_of_a_fail_hard_search_tells_reported_numbers_from_those_taken_in() -> None:
    data = problem_data(
        "alpha-beta", [[3, 12], [2, 4], [14, 5, 2]], conventions={"bounds": "fail-hard"}, ask=["values"]
    )
    exercise = read(data)
    said = explain_node(exercise.problem, exercise.solution, 0)
    assert "A is MAX over 3, 2, 2: max = 3. (Fail-hard reports C as 3 instead of 2 and D as 3 instead of 2.)" in said
    soft = read(data | {"conventions": {}})
    assert "Fail-hard" not in explain_node(soft.problem, soft.solution, 0)
