"""Chance nodes under alpha-beta (Star1), and intervals: against a second solver, by properties, and in words."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import oracle
import pytest
from conftest import faults_of, problem_data, read, report_of
from oracle.alpha_beta import run_search
from oracle.problems import know_at_random, random_conventions, random_tree
from windows import chunks, shifted

from grader.core.games.tree import CHANCE, LEAF, Tree
from grader.core.numbers import INFINITY, weighed
from grader.core.search.cutting import CUTOFF_TESTS, ROLES, SearchRules, possible_range, star1
from grader.core.search.folds import FULL_WINDOW, alpha_beta, back_up
from grader.core.search.values import replaced
from grader.kinds.trees.search_words import replay_of

TREE: dict[str, Any] = {
    "max": [
        {"id": "B", "chance": [{"id": "K", "value": 6}, {"id": "L", "value": 4}]},
        {"id": "C", "chance": [{"id": "M", "p": "3/4", "value": 2}, {"id": "N", "p": "1/4", "value": 9}]},
    ]
}
CHUNK = 60


def star(tree: Any = TREE, bounds: Any = (0, 10), **fields: Any) -> Any:
    """Return an exercise of alpha-beta with value bounds, which are used at chance nodes only unless it is said otherwise."""
    known = {"value-bounds": list(bounds), "bounds-at": "chance"} if bounds else {}
    conventions = {**known, **fields.pop("conventions", {})}
    return read(problem_data("alpha-beta", tree, conventions=conventions, **fields))


def chance_problem(rng: random.Random) -> dict[str, Any]:
    """Return a random problem with a chance node, under any conventions, mostly with value bounds, all parts asked.

    In half of them a chance node is cut.
    """
    is_cut = rng.random() < 0.5
    problem = searched_problem(rng)
    while is_cut and not cuts_at_chance(problem):
        problem = searched_problem(rng)
    evaluated = oracle.solve(problem)["leaves-evaluated"]
    if rng.random() < 0.3:
        problem["after"] = rng.randint(1, int(str(evaluated)))
    return {**problem, "ask": list(oracle.solve(problem))}


def searched_problem(rng: random.Random) -> dict[str, Any]:
    """Return a random problem of alpha-beta on a tree with a chance node, with its conventions."""
    while True:
        tree = random_tree(rng, "expectiminimax")
        problem = problem_data("alpha-beta", tree, id=f"r{rng.randrange(10**6)}")
        if any(node.player == "chance" for node in oracle.breadth_first(oracle.read_tree(problem))):
            break
    problem["conventions"] = random_conventions(rng, problem)
    for _ in range(3):
        problem["id"] += "x"
        problem["conventions"] |= know_at_random(problem)
    return problem


def cuts_at_chance(problem: dict[str, Any]) -> bool:
    """Return whether the search skips an outcome."""
    trace = run_search(oracle.read_tree(problem), problem)
    return any(cutoff.node.player == "chance" and cutoff.skipped for cutoff in trace.cutoffs)


def drawn(chunk: int, window: int) -> list[tuple[random.Random, dict[str, Any]]]:
    """Return the problems of a chunk, each with its generator."""
    seeds = range(shifted(chunk * CHUNK, window), shifted((chunk + 1) * CHUNK, window))
    return [(rng, chance_problem(rng)) for rng in (random.Random(f"star1 {seed}") for seed in seeds)]


# --- The second solver ----------------------------------------------------------------------------


@pytest.mark.sweep
@chunks(every=1, longer=16, whole=100)
def test_second_solver_finds_the_same_answers_and_marks_through_chance_nodes(chunk: int, window: int) -> None:
    for rng, data in drawn(chunk, window):
        exercise = read(data)
        assert exercise.solve() == oracle.solve(data), data
        answers = oracle.random_answers(rng, data)
        report = report_of(exercise, answers)
        assert {part.part: part.earned for part in report.parts} == oracle.marks(data, answers), (data, answers)
        carried = oracle.carried_answers(rng, data)
        report = report_of(exercise, carried)
        assert {part.part: part.earned for part in report.parts} == oracle.marks(data, carried), (data, carried)


@chunks(every=1, longer=4, whole=20)
def test_a_solution_earns_full_marks_and_is_written_back(chunk: int, window: int) -> None:
    for _, data in drawn(chunk, window):
        exercise = read(data)
        report = report_of(exercise, exercise.solve())
        assert report.earned == report.possible


def test_the_problems_drawn_cut_at_chance_nodes_by_both_bounds_and_without_any(window: int) -> None:
    seen = set()
    for _, data in [*drawn(0, window), *drawn(1, window)]:
        exercise = read(data)
        tree, trace = exercise.problem.game, exercise.solution.trace
        replay = replay_of(exercise.problem, exercise.solution)
        for cutoff in trace.cutoffs:
            if tree.kind[cutoff.node] == CHANCE and cutoff.skipped:
                seen.add((replay.value(cutoff.node) <= cutoff.alpha, exercise.problem.conventions.cutoff))
    assert seen == {(low, cutoff) for low in (True, False) for cutoff in CUTOFF_TESTS}


# --- What holds of every search --------------------------------------------------------------------


@chunks(every=1, longer=9, whole=40)
def test_what_is_returned_inside_the_window_is_the_expected_value(chunk: int, window: int) -> None:
    inside = 0
    for rng, data in drawn(chunk, window):
        tree: Tree = read(data).problem.game
        exact = back_up(tree)
        leaves = [tree.value[leaf] for leaf in tree.leaves()]
        for bounds in (None, (min(leaves), max(leaves)), (-INFINITY, max(leaves)), (min(leaves) - 3, INFINITY)):  # type: ignore[type-var]
            for cutoff in CUTOFF_TESTS.values():
                low, high = sorted(rng.sample(range(-25, 26), 2))
                for start in (FULL_WINDOW, (low, high)):
                    rules = SearchRules(cutoff, replaced(ROLES, {CHANCE: star1(bounds)}))  # type: ignore[arg-type]
                    trace = alpha_beta(tree, rules, start, right_to_left=rng.random() < 0.5)
                    for node in trace.visited:
                        value, entered = trace.value[node], trace.entry[node]
                        assert value is not None
                        assert entered is not None
                        if entered[0] < value < entered[1]:
                            assert value == exact[node]
                            inside += 1
                        elif value <= entered[0]:
                            assert exact[node] <= value
                        else:
                            assert exact[node] >= value
    assert inside > 100


@chunks(every=1, longer=9, whole=40)
def test_intervals_hold_the_true_value_whatever_the_leaves_that_were_not_seen(chunk: int, window: int) -> None:
    open_ones = 0
    for rng, data in drawn(chunk, window):
        problem = read(data).problem
        tree, solution = problem.game, read(data).solution
        known = solution.answers["intervals"]
        low, high = problem.conventions.value_bounds or (-INFINITY, INFINITY)
        least, most = (
            Fraction(end) if abs(end) < INFINITY else Fraction(wide) for end, wide in ((low, -40), (high, 40))
        )
        seen = set(oracle_seen(problem, solution.trace.visited))
        for _ in range(4):
            filled = [
                least + (most - least) * Fraction(rng.randint(0, 8), 8)
                if kind == LEAF and node not in seen
                else tree.value[node]
                for node, kind in enumerate(tree.kind)
            ]
            values = back_up(tree._replace(value=filled))
            assert all(ends[0] <= values[node] <= ends[1] for node, ends in known.items())
        open_ones += sum(ends[0] < ends[1] for ends in known.values())
    assert open_ones > 50


def oracle_seen(problem: Any, visited: list[int]) -> list[int]:
    """Return what was entered when it is asked."""
    seen: list[int] = []
    leaves = 0
    for node in visited:
        seen.append(node)
        leaves += problem.game.kind[node] == LEAF
        if leaves == int(problem.stated.get("after", -1)):
            break
    return seen


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_both_ends_of_an_interval_are_reached(kind: str) -> None:
    """By all ways to fill the leaves that were not seen with whole numbers of the bounds."""
    open_ones = 0
    for seed in range(60):
        rng = random.Random(f"{kind} {seed}")
        players = ("max", "min") if kind == "minimax" else ("max", "chance", "min")
        tree = small_tree(rng, players, rng.choice((2, 3)))
        data = problem_data(kind, tree, conventions={"value-bounds": [0, 2]}, after=1)
        leaves = int(str(oracle.solve(data)["leaves-evaluated"]))
        exercise = read({**data, "after": rng.randint(1, leaves)})
        open_ones += check_ends(exercise)
    assert open_ones > 30


def small_tree(rng: random.Random, players: tuple[str, ...], depth: int) -> Any:
    if not depth:
        return rng.randint(0, 2)
    return {rng.choice(players): [small_tree(rng, players, depth - 1) for _ in range(2)]}


def check_ends(exercise: Any) -> int:
    """Fail where the ends of an interval are not the least and the largest value of all fillings; return how many are open."""
    tree: Tree = exercise.problem.game
    trace = exercise.solution.trace
    visited = list(tree.depth_first()) if trace is None else trace.visited
    unseen = sorted(set(tree.leaves()) - set(oracle_seen(exercise.problem, visited)))
    found: dict[int, set[Any]] = {}
    for numbers in product((0, 1, 2), repeat=len(unseen)):
        value = list(tree.value)
        for leaf, number in zip(unseen, numbers, strict=True):
            value[leaf] = number
        for node, worth in enumerate(back_up(tree._replace(value=value))):
            found.setdefault(node, set()).add(worth)
    known = exercise.solution.answers["intervals"]
    assert known == {node: (min(found[node]), max(found[node])) for node in known}
    return sum(low < high for low, high in known.values())


def test_value_bounds_used_at_chance_nodes_only_change_nothing_where_none_stands(window: int) -> None:
    for seed in range(200):
        rng = random.Random(f"plain {seed} {window}")
        data = problem_data("alpha-beta", small_tree(rng, ("max", "min"), 3))
        bounded = {**data, "conventions": {"value-bounds": [0, 2], "bounds-at": "chance"}}
        one, other = read(data).solution, read(bounded).solution
        assert one.trace == other.trace
        assert {part: one.answers[part] for part in one.answers if part != "intervals"} == {
            part: other.answers[part] for part in other.answers if part != "intervals"
        }


# --- One node ----------------------------------------------------------------------------------------


def test_the_worked_example() -> None:
    assert star().solve() == {
        "value": 5,
        "best-move": "B",
        "values": {"A": 5, "B": 5, "C": 4},
        "pruned": ["N"],
        "visited": ["A", "B", "K", "L", "C", "M"],
        "leaves-evaluated": 3,
        "nodes-visited": 6,
        "windows": {"A": [5, "inf"], "B": ["-inf", "inf"], "C": [5, "inf"]},
        "cutoffs": [{"node": "C", "alpha": 5, "beta": "inf"}],
        "intervals": {"A": [5, 5], "B": [5, 5], "C": ["3/2", 4]},
    }


def test_a_cutoff_after_the_last_outcome_skips_nothing_and_counts_where_such_are_counted() -> None:
    tree = {"max": [4, {"chance": [3, 5]}]}
    exercise = star(tree, None, conventions={"empty-cutoffs": "count"})
    assert exercise.solve()["cutoffs"] == [{"node": "C", "alpha": 4, "beta": "inf"}]
    assert star(tree, None).solve()["cutoffs"] == []


def test_an_outcome_that_cannot_happen_is_skipped_without_bounds_once_the_others_decide() -> None:
    tree = {"max": [4, {"chance": [{"p": 1, "value": 3}, {"p": 0, "value": 9}]}]}
    assert star(tree, None).solve()["pruned"] == ["E"]
    assert star(tree, None).solve()["intervals"] == {"A": [4, 4], "C": [3, 3]}


def test_a_half_open_bound_cuts_on_its_side_only() -> None:
    assert star(bounds=("-inf", 10)).solve()["pruned"] == ["N"]
    assert star(bounds=(0, "inf")).solve()["pruned"] == []
    assert star(bounds=("-inf", 10)).solve()["intervals"]["C"] == ["-inf", 4]


def test_an_infinity_is_multiplied_in_one_place_and_nothing_times_it_is_nothing() -> None:
    assert weighed((3, INFINITY), (Fraction(1, 2), 0)) == Fraction(3, 2)
    assert weighed((10**1000, INFINITY), (1, Fraction(1, 10**500))) == INFINITY
    assert weighed((-INFINITY, 10**1000), (1, -1)) == -INFINITY
    assert possible_range((2, 0), (-INFINITY, INFINITY)) == (2, 2)


def test_a_window_that_no_document_could_state_is_the_problems_fault() -> None:
    """Probabilities of many digits, one chance node below the other: windows are divided again and again."""
    p, rest = f"1/{10**45 - 1}", f"{10**45 - 2}/{10**45 - 1}"
    node: Any = {"min": [1, 2]}
    for _ in range(30):
        node = {"chance": [{"p": p, **node}, {"p": rest, "value": 1}]}
    conventions = {"value-bounds": [0, 9], "bounds-at": "chance"}
    (fault,) = faults_of(problem_data("alpha-beta", {"max": [3, node]}, conventions=conventions))
    assert "more than 1000 digits" in fault


# --- What is refused ---------------------------------------------------------------------------------


def test_a_leaf_outside_the_bounds_is_told_with_its_place() -> None:
    (fault,) = faults_of(problem_data("alpha-beta", TREE, conventions={"value-bounds": [0, 8]}))
    assert fault == "$.tree.max[1].chance[1]: 9 lies outside value-bounds, expected a number in [0, 8]"


def test_a_static_value_at_the_horizon_lies_within_the_bounds_and_one_below_it_need_not() -> None:
    tree = {"max": [{"min": [3, 40], "static": 5}, {"min": [4, 6], "static": 12}]}
    data = problem_data("alpha-beta", tree, depth=1, conventions={"value-bounds": [0, 10]})
    (fault,) = faults_of(data)
    assert fault == "$.tree.max[1]: 12 lies outside value-bounds, expected a number in [0, 10]"


@pytest.mark.parametrize("kind", ["minimax", "expectiminimax"])
def test_value_bounds_without_after_are_refused_where_nothing_is_cut(kind: str) -> None:
    (fault,) = faults_of(problem_data(kind, [1, 2], conventions={"value-bounds": [0, 5]}))
    assert fault == "$.conventions.value-bounds: has a place only beside `after`, for intervals"


@pytest.mark.parametrize(("kind", "leaves"), [("minimax", 6), ("expectiminimax", 6), ("alpha-beta", 4)])
def test_after_counts_the_leaves_that_are_evaluated(kind: str, leaves: int) -> None:
    data = problem_data(kind, [[3, 12, 8], [2, 15, 6]])
    assert "intervals" in read({**data, "after": leaves}).solution.answers
    (fault,) = faults_of({**data, "after": leaves + 1})
    assert fault == f"$.after: the search evaluates {leaves} leaves, expected a whole number from 1 to {leaves}"
    assert faults_of({**data, "after": 0})[0].startswith("$.after: ")


def test_a_tree_with_chance_nodes_has_a_cap_that_is_looked_at_before_it_is_searched() -> None:
    many = {"max": [1, {"chance": [1] * 4094}]}
    (fault,) = faults_of(problem_data("alpha-beta", many))
    assert fault == "$.tree: has 4,097 nodes, expected at most 4,096 where a search meets chance nodes"
    assert read(problem_data("alpha-beta", {"max": [1, {"chance": [1] * 4093}]})).problem.game.size == 4096
    assert read(problem_data("alpha-beta", {"max": [1] * 5000})).problem.game.size == 5001


# --- In words and pictures -----------------------------------------------------------------------------


def test_why_an_outcome_is_skipped_is_said_with_what_can_still_come() -> None:
    exercise = star(ask=["pruned"])
    node = exercise.problem.game.by_id()["N"]
    assert exercise.kind.tutor.why(exercise.problem, exercise.solution, node) == (
        "N is skipped. After M gave 2, C is worth at most (3/4)*2 + (1/4)*10 = 4, but MAX already has 5 at A, so whatever "
        "follows in C cannot matter: alpha = 5 >= 4."
    )


def test_a_window_below_a_chance_node_is_said_with_its_step() -> None:
    tree = {"max": [3, {"chance": [{"p": "1/4", "min": [0, 6]}, {"p": "3/4", "min": [3, 4]}]}]}
    said = [step.sentence for step in star(tree).steps()]
    assert any("alpha = (3 - 0 - (3/4)*10) / (1/4) = -18 and beta = inf." in sentence for sentence in said)
    assert any("alpha = (3 - 0) / (3/4) = 4 and beta = inf." in sentence for sentence in said)


def test_feedback_on_a_window_says_how_a_chance_node_found_it_and_what_the_figures_are() -> None:
    tree = {"max": [3, {"chance": [{"p": "1/4", "min": [0, 6]}, {"p": "3/4", "min": [3, 4]}]}]}
    exercise = star(tree, ask=["windows", "pruned"])
    names = exercise.problem.game.by_id()
    first, second = (exercise.kind.tutor.explain(exercise.problem, exercise.solution, names[name], windows=True) for name in "DE")  # fmt: skip
    hands = "C hands down the window in which its outcome {} can still matter:"
    assert first == (
        f"D is MIN over 0, 6: min = 0. {hands.format('D')} alpha = (3 - 0 - (3/4)*10) / (1/4) = -18 and beta = inf. "
        "Here 0 is done and D has probability 1/4; the 3/4 after it can bring 0 to 15/2. "
        "It was entered with that and left with alpha = -18 and beta = 0."
    )
    derived = (
        f"{hands.format('E')} alpha = (3 - 0) / (3/4) = 4 and beta = inf. "
        "Here 0 is done and E has probability 3/4; nothing comes after it."
    )
    assert derived in second
    assert exercise.kind.tutor.why(exercise.problem, exercise.solution, names["I"]).endswith(derived)


def test_step_of_a_cut_chance_node_says_its_sum_once() -> None:
    exercise = star(ask=["values"])
    said = exercise.kind.tutor.explain(exercise.problem, exercise.solution, 2, windows=False)
    assert said.count("(3/4)*2 + (1/4)*10 = 4") == 1
    assert "C is worth at most 4, but MAX already has 5 at A" in said


def test_an_interval_is_said_with_both_ends() -> None:
    exercise = star(ask=["intervals"])
    report = report_of(exercise, {"intervals": {"A": [5, 5], "B": [5, 5], "C": [4, 4]}})
    (wrong,) = [entry for entry in report.parts[0].entries if entry.node == "C"]
    assert wrong.expected == "[3/2, 4]"
    assert (
        "C is a chance node, and of its children M [2, 2] and N [0, 10] is known: least (3/4)*2 + (1/4)*0 = 3/2, "
        "most (3/4)*2 + (1/4)*10 = 4." in wrong.message
    )
    assert [finding.misconception for finding in report.findings] == ["returned-value-is-known"]


def test_a_slip_below_a_cut_chance_node_carries_through_what_the_node_returns() -> None:
    """After M and O C is worth at most 1/2 * 2 + 1/4 * 2 + 1/4 * 10 = 4; with 1 at M it is 7/2."""
    outcomes = [{"id": "M", "p": "1/2", "min": [2, 7]}, {"p": "1/4", "value": 2}, {"p": "1/4", "value": 9}]
    exercise = star({"max": [{"id": "B", "value": 5}, {"id": "C", "chance": outcomes}]}, ask=["values"])
    assert exercise.solve()["values"]["C"] == 4
    report = report_of(exercise, {"values": {"A": 5, "M": 1, "C": "7/2"}})
    (entry,) = [entry for entry in report.parts[0].entries if entry.node == "C"]
    assert entry.verdict.value == "follow-through"
    assert entry.message is not None
    assert "On your numbers (1/2)*1 + (1/4)*2 + (1/4)*10 = 7/2" in entry.message


def test_statement_says_how_a_chance_node_is_searched_and_when_it_is_asked_what_is_known() -> None:
    from grader.pages.sheet import conventions

    said = conventions(star().kind, star(after=2, ask=["intervals", "pruned"]).problem)
    assert said[0].startswith(
        "A chance node hands to an outcome of probability p the window [(alpha - done - rest * hi) / p, "
    )
    assert "The intervals are those just after the 2nd leaf was evaluated, before the next step." in said
    assert "Every leaf is known to lie between 0 and 10." in said


def test_a_picture_shows_the_window_of_a_cut_chance_node_and_its_skipped_outcome() -> None:
    exercise = star(ask=["value", "pruned"])
    drawn_nodes = {node.id: node for node in exercise.diagram(solved=True).nodes}
    assert drawn_nodes["C"].window is not None
    assert drawn_nodes["C"].window.text == "[5, inf]"
    assert drawn_nodes["N"].cut
    assert drawn_nodes["B"].window is None
