"""What the oracle says of random problems: properties that hold of any right solver."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from typing import Any

import oracle
import pytest
from turns import in_turn
from windows import Deal, dealt

SEEDS = range(300)


@cache
def random_problems(kind: str) -> list[dict[str, Any]]:
    """Return one random problem of the kind for each seed."""
    return [oracle.random_problem(random.Random(seed), kind) for seed in SEEDS]


def without_chance() -> list[dict[str, Any]]:
    """Return the alpha-beta problems on which only players move."""
    drawn = random_problems("alpha-beta")
    return [problem for problem in drawn if not has_chance(oracle.read_tree(problem))]


def has_chance(root: oracle.Node) -> bool:
    """Tell whether a chance node stands in the tree."""
    return any(node.player == "chance" for node in oracle.breadth_first(root))


def with_conventions(problem: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Return the problem with some conventions changed, all parts asked."""
    changed = {name.replace("_", "-"): value for name, value in fields.items()}
    rest = {name: value for name, value in problem.items() if name not in {"ask", "points"}}
    return rest | {"conventions": problem.get("conventions", {}) | changed}


@pytest.mark.sweep
@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", oracle.PARTS)
def test_solution_is_a_perfect_submission_and_blank_earns_nothing(kind: str, deal: Deal) -> None:
    for problem in deal(random_problems(kind)):
        solution = oracle.solve(json.loads(json.dumps(problem)))
        points = problem.get("points", {})
        full = {part: oracle.number(points.get(part, 1)) for part in oracle.asked_parts(problem)}
        assert oracle.marks(problem, json.loads(json.dumps(solution))) == full
        assert set(oracle.marks(problem, {}).values()) == {0}


@pytest.mark.sweep
@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_answers_are_judged_within_the_points(kind: str, deal: Deal) -> None:
    totals = []
    for seed, problem in deal([*enumerate(random_problems(kind))]):
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
        if name not in ("initial-window", "value-bounds")
    }
    fields = {name for name in oracle.FIELDS[kind] if name != "initial-window"}
    fields |= set() if kind == "ucb" else {"root", "depth-in"}  # with nested lists, and with a depth
    assert used == {(name, str(value)) for name in fields for value in oracle.CHOICES[name]}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_problem_depends_on_the_seed_alone(kind: str) -> None:
    assert random_problems(kind) == random_problems.__wrapped__(kind)


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


def test_alpha_beta_value_is_that_without_pruning() -> None:
    for problem in random_problems("alpha-beta"):
        whole = with_conventions(problem, initial_window=["-inf", "inf"])
        folded = {name: field for name, field in problem.items() if name != "after"} | {"kind": "expectiminimax"}
        assert oracle.solve(whole)["value"] == oracle.solve(folded)["value"]


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
    for problem in without_chance():
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
        if not has_chance(tree):
            paths = [oracle.principal_variation(*pair) for pair in ((tree, here), (mirror, there))]
            assert paths[0] == paths[1]


def test_negating_leaves_and_swapping_players_negates_the_value() -> None:
    for problem in random_problems("expectiminimax"):
        value = oracle.full_value(oracle.read_tree(problem))
        assert oracle.full_value(negated(oracle.read_tree(problem))) == -value
    for problem in random_problems("alpha-beta"):
        whole = with_conventions(problem, initial_window=["-inf", "inf"])
        trace = oracle.run_search(oracle.read_tree(whole), whole)
        low, high = oracle.value_bounds(whole)
        mirror = with_conventions(whole, value_bounds=oracle.window_in_document((-high, -low)))
        swapped = oracle.run_search(negated(oracle.read_tree(whole)), mirror)
        assert swapped.returned == {name: -value for name, value in trace.returned.items()}
        exits = {name: (-beta, -alpha) for name, (alpha, beta) in trace.exit.items()}
        assert swapped.exit == exits


def test_every_listing_of_the_pruned_leaves_earns_full_marks() -> None:
    for seed, problem in zip(SEEDS, random_problems("alpha-beta"), strict=True):
        pruned: Any = oracle.solve(problem)["pruned"]
        listing = oracle.any_listing(random.Random(seed), problem, pruned)
        assert oracle.pruned_share(problem, listing) == 1
