"""What must hold on every tree, over thousands of random ones, others for each commit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from conftest import random_problems_of, read
from plain_search import search
from windows import Deal, deals, shifted

from grader.core.games.tree import CHANCE, MAX, MIN, Tree
from grader.core.numbers import INFINITY
from grader.core.search.cutting import clamp
from grader.core.search.folds import back_up
from grader.kinds import Exercise, Problem, write_problem

SEEDS = (10_000, 11_500)

SWAPPED = {MAX: MIN, MIN: MAX}

Exercises = Callable[[str], Sequence[tuple[dict[str, Any], Exercise]]]

Games = Callable[..., Iterator[tuple[random.Random, Problem, Tree]]]


@pytest.fixture(scope="module", params=deals(4))
def deal(request: pytest.FixtureRequest) -> Deal:
    """Return which of the problems are looked at: few in every run, the others in the longer sweeps."""
    found: Deal = request.param
    return found


@pytest.fixture(scope="module")
def share(deal: Deal) -> Fraction:
    """Return which share of all problems that is."""
    return Fraction(deal.of - 1 if deal.is_rest else 1, deal.of)


@pytest.fixture(scope="module")
def exercises(deal: Deal, window: int) -> Exercises:
    """Return the function from a kind to random problems, as documents and as they were read."""
    seeds = [shifted(seed, window) for seed in deal(range(*SEEDS), window)]
    return cache(lambda kind: [(data, read(data)) for _, data in random_problems_of(kind, seeds)])


@pytest.fixture(scope="module")
def games(exercises: Exercises) -> Games:
    """Return the function from a kind to random problems with their trees and a generator each."""

    def drawn(kind: str = "alpha-beta") -> Iterator[tuple[random.Random, Problem, Tree]]:
        for seed, (_, exercise) in enumerate(exercises(kind)):
            yield random.Random(seed), exercise.problem, exercise.problem.game

    return drawn


FULL = {"initial_window": (-INFINITY, INFINITY)}


def with_leaves(tree: Tree, change: Callable[[Any], Any]) -> Tree:
    """Return the tree with other leaf values; inner nodes have none, nor have those below a horizon."""
    return tree._replace(value=[None if value is None else change(value) for value in tree.value])


def negated(tree: Tree) -> Tree:
    """Return the tree with negated leaves and the players exchanged."""
    return with_leaves(tree, lambda value: -value)._replace(kind=[SWAPPED.get(kind, kind) for kind in tree.kind])


def opposite(numbers: Sequence[Any]) -> list[Any]:
    """Return the numbers negated, None where there is none."""
    return [None if number is None else -number for number in numbers]


def bounds_as(problem: Problem, change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what is known of the leaves where each of them is changed like this."""
    bounds = problem.conventions.value_bounds
    return {"value_bounds": None if bounds is None else tuple(sorted(change(bound) for bound in bounds))}


# --- Values ---------------------------------------------------------------------------------------


def test_alpha_beta_returns_the_minimax_value_from_the_full_window(games: Games) -> None:
    for _, problem, tree in games():
        trace, values = search(tree, problem.conventions, **FULL), back_up(tree)
        assert trace.value[0] == values[0]


def known(problem: Problem) -> tuple[object, ...]:
    """Return the ends between which the search believes all values to lie."""
    return (problem.conventions.value_bounds or ()) if problem.conventions.believes_bounds else ()


def test_value_inside_the_initial_window_is_minimaxs_and_outside_a_bound_on_it(games: Games, share: Fraction) -> None:
    outside = 0
    for rng, problem, tree in games():
        alpha = rng.choice((-INFINITY, -3, 0, 2, Fraction(5, 2)))
        beta = rng.choice((INFINITY, 3, 5, Fraction(11, 2)))
        low, high = known(problem) or (-INFINITY, INFINITY)
        if max(alpha, low) >= min(beta, high):  # no problem: there is nothing between them
            continue
        returned, exact = search(tree, problem.conventions, initial_window=(alpha, beta)).value[0], back_up(tree)[0]
        assert (alpha < returned < beta) == (alpha < exact < beta)
        if alpha < exact < beta:
            assert returned == exact
        else:
            outside += 1
            assert exact <= returned <= alpha or exact >= returned >= beta
    assert outside > 200 * share


def test_value_returned_at_a_node_is_bounded_by_its_entry_window_in_the_same_way(games: Games) -> None:
    for _, problem, tree in games():
        trace, values = search(tree, problem.conventions), back_up(tree)
        for node in trace.visited:
            alpha, beta = trace.entry[node]
            returned = trace.value[node]
            if alpha < returned < beta:
                assert values[node] == returned
            elif returned <= alpha:
                assert values[node] <= returned
            else:
                assert values[node] >= returned


def test_negating_leaves_and_swapping_players_negates_values_and_keeps_the_search(games: Games) -> None:
    for _, problem, tree in games():
        other = negated(tree)
        alpha, beta = problem.conventions.initial_window
        known = bounds_as(problem, lambda bound: -bound)
        here = search(tree, problem.conventions)
        there = search(other, problem.conventions, initial_window=(-beta, -alpha), **known)
        assert there.visited == here.visited
        assert [c.skipped for c in there.cutoffs] == [c.skipped for c in here.cutoffs]
        assert [c[:3] for c in there.cutoffs] == [(c.node, -c.beta, -c.alpha) for c in here.cutoffs]
        assert opposite(there.value) == here.value
        assert [None if w is None else (-w[1], -w[0]) for w in there.exit] == here.exit
        assert back_up(other) == opposite(back_up(tree))


def test_negating_leaves_and_swapping_players_negates_expected_values(games: Games) -> None:
    for _, _, tree in games("expectiminimax"):
        assert back_up(negated(tree)) == opposite(back_up(tree))


def test_shifting_and_scaling_leaves_shifts_and_scales_values_and_keeps_the_search(games: Games) -> None:
    for rng, problem, tree in games():
        scale, shift = rng.choice((1, 2, Fraction(1, 3))), rng.choice((-7, 0, Fraction(5, 2)))

        def moved(number: Any, scale: Any = scale, shift: Any = shift) -> Any:
            return scale * number + shift

        known = bounds_as(problem, moved)
        here = search(tree, problem.conventions, **FULL)
        there = search(with_leaves(tree, moved), problem.conventions, **FULL, **known)
        assert there.visited == here.visited
        assert there.value[0] == scale * here.value[0] + shift


def wrapped_in_chance(rng: random.Random, node: dict[str, Any]) -> dict[str, Any]:
    """Return the written tree with a chance node of one outcome above some of its nodes."""
    below = {
        key: [wrapped_in_chance(rng, child) for child in node[key]] for key in ("max", "min", "chance") if key in node
    }
    node = node | below
    if rng.random() > 0.3:
        return node
    above = {key: node[key] for key in ("p", "move") if key in node}
    inside = {key: value for key, value in node.items() if key not in above}
    return {"id": f"above {node['id']}", **above, "chance": [inside | ({"p": 1} if rng.random() < 0.5 else {})]}


COUNTS_DEPTH = ("depth", "extension", "depth-in")

OF_OTHER_PARTS = ("opponent", "after", "value-bounds")
"""What says nothing of values, and cannot stay: nobody plays below a chance root, and bounds hold of leaves that are met."""


def without_limit(written: dict[str, Any]) -> dict[str, Any]:
    """Return the written problem with a search to the end: where depth is counted, one more node on a path counts."""
    left_out = {*COUNTS_DEPTH, *OF_OTHER_PARTS}
    return {
        name: {key: field for key, field in value.items() if key not in left_out} if name == "conventions" else value
        for name, value in written.items()
        if name not in left_out
    }


def test_chance_node_with_one_outcome_is_transparent_where_no_depth_is_counted(
    exercises: Exercises, share: Fraction
) -> None:
    wraps = 0
    for seed, (_, exercise) in enumerate(exercises("expectiminimax")):
        rng = random.Random(seed)
        written = without_limit(write_problem(exercise.kind, exercise.problem))
        other = read({**written, "tree": wrapped_in_chance(rng, written["tree"]), "ask": ["value"], "points": {}})
        whole = exercise.problem.whole
        values = dict(zip(whole.ids, back_up(whole), strict=True))
        for id_, value in zip(other.problem.game.ids, back_up(other.problem.game), strict=True):
            wraps += id_.startswith("above ")
            assert value == values[id_.removeprefix("above ")]
    assert wraps > 1000 * share


# --- Pruning --------------------------------------------------------------------------------------


def test_pruned_leaf_never_changes_the_root_or_the_visiting_order(games: Games, share: Fraction) -> None:
    changed = 0
    for rng, problem, tree in games():
        before = search(tree, problem.conventions)
        seen = set(before.visited)
        bounds = problem.conventions.value_bounds or FULL["initial_window"]
        for _ in range(3):
            values = [
                value
                if value is None or node in seen
                else clamp(rng.choice((-(10**9), 10**9, rng.randint(-9, 9))), bounds)
                for node, value in enumerate(tree.value)
            ]
            changed += values != tree.value
            assert search(tree._replace(value=values), problem.conventions) == before
    assert changed > 1500 * share


def test_every_node_is_visited_or_below_one_skipped_root_or_the_horizon(games: Games, share: Fraction) -> None:
    beyond = 0
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        skipped = [node for cutoff in trace.cutoffs for root in cutoff.skipped for node in tree.below(root)]
        horizon = {node for node in range(tree.size) if tree.is_at_horizon(node)}
        beneath = [n for node in horizon for n in problem.whole.below(node) if n != node]
        assert sorted([*trace.visited, *skipped, *beneath]) == list(range(tree.size))
        beyond += len(beneath)
    assert beyond > 1000 * share


def test_reporting_fail_hard_changes_numbers_only_and_clamps_them_to_the_entry_window(
    exercises: Exercises, share: Fraction
) -> None:
    differs = 0
    for data, _ in exercises("alpha-beta"):
        asked = {"ask": ["visited"], "points": {}}
        conventions = data.get("conventions", {})
        soft = read({**data, **asked, "conventions": {**conventions, "bounds": "fail-soft"}})
        hard = read({**data, **asked, "conventions": {**conventions, "bounds": "fail-hard"}})
        soft_answers, hard_answers = soft.solution.answers, hard.solution.answers
        for part in ("pruned", "visited", "leaves-evaluated"):
            assert soft_answers[part] == hard_answers[part]
        for part in ("best-move", "principal-variation"):
            assert soft_answers.get(part) == hard_answers.get(part)
        entry = soft.solution.trace.entry
        assert hard_answers["values"] == {node: clamp(v, entry[node]) for node, v in soft_answers["values"].items()}
        assert hard.solution.trace == soft.solution.trace
        differs += hard_answers["values"] != soft_answers["values"]
    assert differs > 300 * share


def hard_search(tree: Tree, node: int, alpha: Any, beta: Any) -> Any:
    """Return the value of the textbook's fail-hard search, left to right, cut at equality."""
    if not tree.children(node):
        return min(max(tree.value[node], alpha), beta)
    for child in tree.children(node):
        if alpha >= beta:
            break
        found = hard_search(tree, child, alpha, beta)
        alpha, beta = (max(alpha, found), beta) if tree.kind[node] == MAX else (alpha, min(beta, found))
    return alpha if tree.kind[node] == MAX else beta


def test_fail_hard_report_is_the_fail_hard_search_where_equality_cuts(exercises: Exercises) -> None:
    fields = {"bounds": "fail-hard", "cutoff": "alpha >= beta", "order": "left-to-right"}
    for data, _ in exercises("alpha-beta"):
        stated = {"ask": ["visited"], "points": {}, "conventions": {**data.get("conventions", {}), **fields}}
        hard = read({name: field for name, field in data.items() if name != "after"} | stated)
        if CHANCE not in hard.problem.game.kind:
            for node, value in hard.solution.answers["values"].items():
                assert value == hard_search(hard.problem.game, node, *hard.solution.trace.entry[node])


def test_stricter_test_never_visits_less(games: Games) -> None:
    for _, problem, tree in games():
        weak = search(tree, problem.conventions, cutoff="alpha >= beta")
        strict = search(tree, problem.conventions, cutoff="alpha > beta")
        assert set(weak.visited) <= set(strict.visited)


def mirrored(node: dict[str, Any]) -> dict[str, Any]:
    """Return the written tree with the children of every node reversed."""
    return {
        key: [mirrored(child) for child in value[::-1]] if isinstance(value, list) else value
        for key, value in node.items()
    }


def test_mirrored_tree_read_from_right_to_left_has_the_same_answers(exercises: Exercises) -> None:
    for _, exercise in exercises("alpha-beta"):
        written = write_problem(exercise.kind, exercise.problem)
        order = "left-to-right" if exercise.problem.conventions.right_to_left else "right-to-left"
        conventions = {**written.get("conventions", {}), "order": order}
        other = read({**written, "tree": mirrored(written["tree"]), "conventions": conventions})
        here, there = exercise.solve(), other.solve()
        assert set(here.pop("pruned")) == set(there.pop("pruned"))
        assert here == there


# --- Windows --------------------------------------------------------------------------------------


def is_within(inner: tuple[Any, Any], outer: tuple[Any, Any]) -> bool:
    """Tell whether one window lies inside another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def is_open(window: tuple[Any, Any], problem: Problem) -> bool:
    """Tell whether a search goes on in the window: open, or under `alpha > beta` at least not crossed."""
    alpha, beta = window
    return alpha < beta or (problem.conventions.cutoff == "alpha > beta" and alpha == beta)


def outcome_of(tree: Tree, node: int) -> bool:
    """Tell whether a chance node is above the node: the window of an outcome is on a scale of its own."""
    return node > 0 and tree.kind[tree.parent[node]] == CHANCE


def test_windows_are_open_and_those_below_players_nested(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        for node in trace.visited:
            assert is_within(trace.exit[node], trace.entry[node])
            if node:
                assert is_open(trace.entry[node], problem)  # else the parent would have been left
                assert outcome_of(tree, node) or is_within(trace.entry[node], trace.entry[tree.parent[node]])


def test_windows_of_later_siblings_below_players_are_within_those_of_earlier_ones(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        latest: dict[int, tuple[Any, Any]] = {}
        for node in trace.visited[1:]:
            parent = tree.parent[node]
            if not outcome_of(tree, node):
                assert is_within(trace.entry[node], latest.get(parent, trace.entry[parent]))
                latest[parent] = trace.entry[node]


def test_chance_node_is_left_with_the_first_outcome_that_is_not_inside_its_window(
    games: Games, share: Fraction
) -> None:
    left = 0
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        last = {tree.parent[node]: node for node in trace.visited if outcome_of(tree, node)}
        for node in trace.visited:
            if not outcome_of(tree, node) or not tree.probability[node]:
                continue
            value, (alpha, beta) = trace.value[node], trace.entry[node]
            if value in known(problem):  # an end of what is known clips the window, and cuts no chance node
                continue
            is_inside = is_open((alpha, value), problem) and is_open((value, beta), problem)
            assert is_inside or last[tree.parent[node]] == node
            left += not is_inside
    assert left > 50 * share


def test_node_changes_only_its_players_bound(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        for node in trace.visited:
            (alpha, beta), (left_alpha, left_beta) = trace.entry[node], trace.exit[node]
            if tree.kind[node] == MAX:
                assert (left_alpha, left_beta) == (max(alpha, trace.value[node]), beta)
            elif tree.kind[node] == MIN:
                assert (left_alpha, left_beta) == (alpha, min(beta, trace.value[node]))
