"""What must hold on every tree, over thousands of random ones with fixed seeds."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from statistics import fmean, stdev
from typing import Any

import pytest
from conftest import outcome_of, problem_data, random_problems, read, tree_of

from grader.conventions import Conventions
from grader.documents import parse_document
from grader.errors import ProblemError, SubmissionError
from grader.exact import INFINITY
from grader.export import export_text
from grader.feedback.text import render_text
from grader.kinds import KINDS, Exercise, Problem, write_problem
from grader.rules import CUTOFF_TESTS, SearchRules, clamp
from grader.search import Trace, alpha_beta, back_up
from grader.tree import LEAF, MAX, MIN, Tree
from grader.verify import solution_data

SEEDS = (10_000, 11_500)
SWAPPED = {MAX: MIN, MIN: MAX}


Exercises = Callable[[str], Sequence[tuple[dict[str, Any], Exercise]]]
Games = Callable[..., Iterator[tuple[random.Random, Problem, Tree]]]


@pytest.fixture(scope="module")
def exercises(window: int) -> Exercises:
    """Return the function from a kind to random problems, as documents and as they were read."""
    return cache(lambda kind: [(data, read(data)) for _, data in random_problems(kind, *SEEDS, window)])


@pytest.fixture(scope="module")
def games(exercises: Exercises) -> Games:
    """Return the function from a kind to random problems with their trees and a generator each."""

    def drawn(kind: str = "alpha-beta") -> Iterator[tuple[random.Random, Problem, Tree]]:
        for seed, (_, exercise) in enumerate(exercises(kind)):
            yield random.Random(seed), exercise.problem, exercise.problem.game

    return drawn


def search(tree: Tree, conventions: Conventions = Conventions(), **changed: Any) -> Trace:
    """Return the trace of the search that the conventions ask for."""
    conventions = conventions._replace(**changed)
    rules = SearchRules(cutoff=CUTOFF_TESTS[conventions.cutoff])
    return alpha_beta(tree, rules, conventions.initial_window, right_to_left=conventions.right_to_left)


FULL = {"initial_window": (-INFINITY, INFINITY)}

# --- Values ---------------------------------------------------------------------------------------


def test_alpha_beta_returns_the_minimax_value_from_the_full_window(games: Games) -> None:
    for _, problem, tree in games():
        trace, values = search(tree, problem.conventions, **FULL), back_up(tree)
        assert trace.value[0] == values[0]


def test_value_inside_the_initial_window_is_minimaxs_and_outside_a_bound_on_it(games: Games) -> None:
    outside = 0
    for rng, problem, tree in games():
        alpha = rng.choice((-INFINITY, -3, 0, 2, Fraction(5, 2)))
        beta = rng.choice((INFINITY, 3, 5, Fraction(11, 2)))
        returned, exact = search(tree, problem.conventions, initial_window=(alpha, beta)).value[0], back_up(tree)[0]
        assert (alpha < returned < beta) == (alpha < exact < beta)
        if alpha < exact < beta:
            assert returned == exact
        else:
            outside += 1
            assert exact <= returned <= alpha or exact >= returned >= beta
    assert outside > 200


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
        other = tree._replace(
            kind=[SWAPPED.get(kind, kind) for kind in tree.kind],
            value=[None if value is None else -value for value in tree.value],
        )
        alpha, beta = problem.conventions.initial_window
        here = search(tree, problem.conventions)
        there = search(other, problem.conventions, initial_window=(-beta, -alpha))
        assert there.visited == here.visited
        assert [c.skipped for c in there.cutoffs] == [c.skipped for c in here.cutoffs]
        assert [c[:3] for c in there.cutoffs] == [(c.node, -c.beta, -c.alpha) for c in here.cutoffs]
        assert [None if v is None else -v for v in there.value] == here.value
        assert [None if w is None else (-w[1], -w[0]) for w in there.exit] == here.exit
        assert back_up(other) == [-value for value in back_up(tree)]


def test_negating_leaves_and_swapping_players_negates_expected_values(games: Games) -> None:
    for _, _, tree in games("expectiminimax"):
        other = tree._replace(
            kind=[SWAPPED.get(kind, kind) for kind in tree.kind],
            value=[None if value is None else -value for value in tree.value],
        )
        assert back_up(other) == [-value for value in back_up(tree)]


def test_shifting_and_scaling_leaves_shifts_and_scales_values_and_keeps_the_search(games: Games) -> None:
    for rng, problem, tree in games():
        scale, shift = rng.choice((1, 2, Fraction(1, 3))), rng.choice((-7, 0, Fraction(5, 2)))
        other = tree._replace(value=[None if value is None else scale * value + shift for value in tree.value])
        here, there = search(tree, problem.conventions, **FULL), search(other, problem.conventions, **FULL)
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


def test_chance_node_with_one_outcome_is_transparent(exercises: Exercises) -> None:
    wraps = 0
    for seed, (_, exercise) in enumerate(exercises("expectiminimax")):
        rng = random.Random(seed)
        written = write_problem(exercise.kind, exercise.problem)
        other = read({**written, "tree": wrapped_in_chance(rng, written["tree"]), "ask": ["value"], "points": {}})
        values = dict(zip(exercise.problem.game.ids, back_up(exercise.problem.game), strict=True))
        for id_, value in zip(other.problem.game.ids, back_up(other.problem.game), strict=True):
            wraps += id_.startswith("above ")
            assert value == values[id_.removeprefix("above ")]
    assert wraps > 1000


# --- Pruning --------------------------------------------------------------------------------------


def test_pruned_leaf_never_changes_the_root_or_the_visiting_order(games: Games) -> None:
    changed = 0
    for rng, problem, tree in games():
        before = search(tree, problem.conventions)
        seen = set(before.visited)
        for _ in range(3):
            values = [
                value if value is None or node in seen else rng.choice((-(10**9), 10**9, rng.randint(-9, 9)))
                for node, value in enumerate(tree.value)
            ]
            changed += values != tree.value
            assert search(tree._replace(value=values), problem.conventions) == before
    assert changed > 1500


def test_every_node_is_visited_or_below_one_skipped_root_and_never_both(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        skipped = [node for cutoff in trace.cutoffs for root in cutoff.skipped for node in tree.below(root)]
        assert sorted(trace.visited + skipped) == list(range(tree.size))


def test_reporting_fail_hard_changes_numbers_only_and_clamps_them_to_the_entry_window(exercises: Exercises) -> None:
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
    assert differs > 300


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
        here, there = solution_data(exercise), solution_data(other)
        assert set(here.pop("pruned")) == set(there.pop("pruned"))
        assert here == there


# --- Windows --------------------------------------------------------------------------------------


def is_within(inner: tuple[Any, Any], outer: tuple[Any, Any]) -> bool:
    """Tell whether one window lies inside another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def test_windows_are_nested(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        for node in trace.visited:
            assert is_within(trace.exit[node], trace.entry[node])
            if node:
                assert is_within(trace.entry[node], trace.entry[tree.parent[node]])
                # Open, or under `alpha > beta` at least not crossed: else the parent would have been left.
                alpha, beta = trace.entry[node]
                assert alpha < beta or (problem.conventions.cutoff == "alpha > beta" and alpha == beta)


def test_windows_of_later_siblings_are_within_those_of_earlier_ones(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        latest: dict[int, tuple[Any, Any]] = {}
        for node in trace.visited[1:]:
            parent = tree.parent[node]
            assert is_within(trace.entry[node], latest.get(parent, trace.entry[parent]))
            latest[parent] = trace.entry[node]


def test_node_changes_only_its_players_bound(games: Games) -> None:
    for _, problem, tree in games():
        trace = search(tree, problem.conventions)
        for node in trace.visited:
            (alpha, beta), (left_alpha, left_beta) = trace.entry[node], trace.exit[node]
            if tree.kind[node] == MAX:
                assert (left_alpha, left_beta) == (max(alpha, trace.value[node]), beta)
            elif tree.kind[node] == MIN:
                assert (left_alpha, left_beta) == (alpha, min(beta, trace.value[node]))


# --- How many leaves are examined -----------------------------------------------------------------


def leaves_examined(tree: Tree) -> int:
    """Return how many leaves the plain search examines."""
    return sum(tree.kind[node] == LEAF for node in search(tree).visited)


def uniform(values: Iterator[int], branching: int, depth: int) -> Any:
    """Return a uniform tree whose leaves are the values in their order."""
    return [uniform(values, branching, depth - 1) for _ in range(branching)] if depth else next(values)


def best_first(tree: Any, player: int = 1) -> tuple[Any, Any]:
    """Return the tree with the best child of every node first, and its value; player 1 is MAX, -1 is MIN."""
    if not isinstance(tree, list):
        return tree, tree
    below = sorted((best_first(child, -player) for child in tree), key=lambda pair: -player * pair[1])
    return [child for child, _ in below], below[0][1]


def worst_first(branching: int, depth: int, player: int = 1) -> Any:
    """Return a uniform tree with distinct leaves in which every child is better than all before it, whatever is below."""
    if not depth:
        return 0
    weight = (2 * branching) ** (depth - 1)
    return [added(worst_first(branching, depth - 1, -player), player * weight * place) for place in range(branching)]


def added(tree: Any, number: int) -> Any:
    """Return the tree with a number added to every leaf."""
    return [added(child, number) for child in tree] if isinstance(tree, list) else tree + number


def leaf_values(tree: Any) -> list[Any]:
    """Return the leaves from left to right."""
    return [leaf for child in tree for leaf in leaf_values(child)] if isinstance(tree, list) else [tree]


SIZES = [(b, d) for d in range(1, 13) for b in range(1, 65) if b**d <= 4096 and (b > 1 or d <= 6)]


@pytest.mark.parametrize("depth", sorted({depth for _, depth in SIZES}))
def test_best_first_tree_takes_the_leaves_of_knuth_and_moore(depth: int) -> None:
    """Knuth and Moore 1975, section 5: b^ceil(d/2) + b^floor(d/2) - 1 leaves of a uniform tree."""
    for branching in [b for b, d in SIZES if d == depth]:
        count = branching**depth
        leaves = random.Random(branching).sample(range(10 * count), count)
        tree, _ = best_first(uniform(iter(leaves), branching, depth))
        expected = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
        assert leaves_examined(tree_of(tree)) == expected, (branching, depth)


@pytest.mark.parametrize("depth", sorted({depth for _, depth in SIZES}))
def test_worst_first_tree_with_distinct_leaves_is_examined_whole(depth: int) -> None:
    for branching in [b for b, d in SIZES if d == depth]:
        tree = worst_first(branching, depth)
        assert len(set(leaf_values(tree))) == branching**depth
        assert leaves_examined(tree_of(tree)) == branching**depth, (branching, depth)


def average_over_all_orders(branching: int, depth: int) -> Fraction:
    """Return the mean number of leaves examined over every order of distinct leaves."""
    tree = tree_of(uniform(iter(range(branching**depth)), branching, depth))
    inner: list[Any] = [None] * (tree.size - branching**depth)
    counts = [leaves_examined(tree._replace(value=[*inner, *order])) for order in permutations(range(branching**depth))]
    return Fraction(sum(counts), len(counts))


def test_expected_leaves_of_two_plies_and_two_children_are_eleven_thirds() -> None:
    assert average_over_all_orders(2, 2) == Fraction(11, 3)


def test_expected_leaves_of_three_plies_and_two_children_are_719_of_105() -> None:
    assert average_over_all_orders(2, 3) == Fraction(719, 105)


@pytest.mark.slow
def test_expected_leaves_of_two_plies_and_three_children_are_521_of_70() -> None:
    assert average_over_all_orders(3, 2) == Fraction(521, 70)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("branching", "depth", "mean", "two_errors", "draws"),
    [
        (2, 4, 12.02, 0.03, 40_000),
        (2, 5, 21.64, 0.06, 20_000),
        (3, 3, 19.44, 0.05, 20_000),
        (3, 4, 45.3, 0.1, 10_000),
        (4, 3, 40.1, 0.1, 10_000),
        (10, 2, 55.9, 0.2, 10_000),
        (10, 3, 380, 3, 1_000),
    ],
)
def test_mean_of_leaves_examined_on_random_trees(
    branching: int, depth: int, mean: float, two_errors: float, draws: int
) -> None:
    """Measured elsewhere, with the standard errors of both sides."""
    rng = random.Random(f"{branching} {depth}")
    count = branching**depth
    tree = tree_of(uniform(iter(range(count)), branching, depth))
    inner: list[Any] = [None] * (tree.size - count)
    counts = [leaves_examined(tree._replace(value=[*inner, *rng.sample(range(count), count)])) for _ in range(draws)]
    error = math.hypot(two_errors / 2, stdev(counts) / math.sqrt(draws))
    assert abs(fmean(counts) - mean) < 4 * error


# --- Long, large, extreme -------------------------------------------------------------------------


def chain(length: int) -> Tree:
    """Return a tree without branches, MAX and MIN in turn, with the leaf 7."""
    inner = length - 1
    ids = [f"n{node}" for node in range(length)]
    return Tree(
        kind=[MAX if node % 2 == 0 else MIN for node in range(inner)] + [LEAF],
        first=[*range(1, length), length],
        end=[*range(2, length + 1), length],
        parent=list(range(-1, inner)),
        value=[None] * inner + [7],
        probability=[None] * length,
        ids=ids,
        moves=ids,
    )


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_chain_of_10_000_nodes_is_solved_drawn_and_marked_without_recursion(kind: str) -> None:
    tree = chain(10_000)
    parts = tuple(KINDS[kind].parts)
    problem = Problem("chain", kind, tree, Conventions(), parts, dict.fromkeys(parts, 1))
    solution = KINDS[kind].solve(problem)
    assert solution.answers["value"] == 7
    assert set(solution.answers["values"].values()) == {7}
    assert list(tree.below(0)) == list(range(10_000))
    assert tree.depths()[-1] == 9_999
    assert len(KINDS[kind].draw(problem, solution, None, None)[0].nodes) == 10_000
    answers = KINDS[kind].write_answer(KINDS[kind], problem, solution)
    if kind == "alpha-beta":
        assert answers["visited"] == list(tree.ids)
        assert answers["windows"]["n9998"] == [7, "inf"]
    given = parse_document(json.dumps(answers).encode(), "answers.json", SubmissionError).data
    attempt = {part: KINDS[kind].parts[part].form.read(problem, given[part]) for part in parts}
    report = KINDS[kind].check(KINDS[kind], problem, solution, attempt)
    assert report.earned == report.possible == len(parts)


EXTREME = ("1e999", "-1e999", "1e-998", "1" * 500 + "/" + "7" * 500, "-" + "3" * 1000, "0", "0." + "0" * 997 + "1")


def extreme_problem(rng: random.Random, kind: str) -> dict[str, Any]:
    """Return a problem with extreme leaves, every part asked."""
    players = ("max", "min", "chance") if kind == "expectiminimax" else ("max", "min")
    tree = {
        rng.choice(players): [
            {rng.choice(players): [rng.choice(EXTREME) for _ in range(rng.randint(1, 3))]} for _ in range(3)
        ]
    }
    parts = [part for part in KINDS[kind].parts if part not in ("best-move", "principal-variation")]
    return problem_data(kind, tree, ask=parts)


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_extreme_numbers_are_solved_marked_and_exported(kind: str) -> None:
    graded, refusals = 0, set()
    for seed in range(60):
        rng = random.Random(seed)
        try:
            exercise = read(extreme_problem(rng, kind))
        except ProblemError as refused:  # sums of long fractions can be too long to be handed in
            refusals.add("more than 1000 digits" in str(refused))
            continue
        graded += 1
        right = solution_data(exercise)
        wrong = {"value": rng.choice(EXTREME), "values": {"A": rng.choice(EXTREME)}, "leaves-evaluated": "9" * 1000}
        wrong |= {"windows": {"A": ["-1e999", "1e999"]}, "cutoffs": [{"node": "B", "alpha": "1e-999", "beta": "inf"}]}
        for answers in (right, wrong):
            outcome = outcome_of(exercise, answers)
            assert render_text(outcome)
            assert export_text(outcome, "json").endswith("}\n")
            assert export_text(outcome, "gradescope").endswith("}\n")
        assert outcome_of(exercise, right).earned == exercise.problem.possible
    assert graded >= 10
    assert refusals <= {True}


@pytest.mark.parametrize("leaf", ["1e999", "-1e-998", "0." + "0" * 997 + "1", "7" * 500 + "/" + "3" * 499 + "1"])
def test_solution_and_problem_with_any_leaf_that_is_accepted_can_be_read_again(leaf: str) -> None:
    exercise = read(problem_data("minimax", [leaf]))
    assert outcome_of(exercise, solution_data(exercise)).earned == exercise.problem.possible
    assert read(write_problem(exercise.kind, exercise.problem)).problem.game == exercise.problem.game


@pytest.mark.parametrize("leaf", ["12e999", "1e-999", "0." + "0" * 999 + "1", "1" * 1001])
def test_leaf_that_could_not_be_written_out_is_refused(leaf: str) -> None:
    with pytest.raises(ValueError, match="too long"):
        read(problem_data("minimax", [leaf]))


def test_problem_whose_answers_could_not_be_handed_in_is_refused() -> None:
    tree = {"chance": [f"1/{'7' * 490}{place}" for place in range(3)]}
    with pytest.raises(ValueError, match="its answers have more than 1000 digits"):
        read(problem_data("expectiminimax", tree))


def test_points_beyond_any_course_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 1,000,000"):
        read(problem_data("minimax", [[3, 4], [5, 6]], points={"values": "1e400"}))


@pytest.mark.parametrize("decimals", [9, "exact"])
def test_large_score_handed_back_is_right_to_any_number_of_decimals(decimals: object) -> None:
    arms = [{"id": "a", "visits": 1, "total": "100000000.1"}]
    exercise = read(problem_data("ucb", arms, conventions={"decimals": decimals}))
    assert outcome_of(exercise, solution_data(exercise)).earned == exercise.problem.possible


def test_extreme_counts_and_rewards_are_scored_and_marked() -> None:
    arms = [
        {"id": "a", "visits": 10**15, "total": "1e15"},
        {"id": "b", "visits": 1, "total": "-1e15"},
        {"id": "c", "visits": 3, "total": "1e-999"},
        {"id": "d", "visits": 2, "total": "1" * 499 + "/" + "7" * 500},
        {"id": "e", "visits": 0},
    ]
    for exploration in (0, "1e-999", 10**15, "sqrt(1e15)"):
        exercise = read(problem_data("ucb", arms, conventions={"exploration": exploration}))
        scores = solution_data(exercise)["scores"]
        assert scores.pop("e") == "inf"
        assert all(math.isfinite(score) for score in scores.values())
        outcome = outcome_of(exercise, {"scores": {"a": "1e300", "b": "-1e300", "c": "1e-999"}, "choice": "e"})
        assert outcome.earned < outcome.possible
        assert export_text(outcome, "json")
        assert render_text(outcome)


@pytest.mark.parametrize("score", ["1e400", "-1e400"])
def test_score_beyond_the_largest_float_is_wrong_and_nothing_worse(score: str) -> None:
    arms = [{"id": name, "visits": 1, "total": 1} for name in "ab"]
    exercise = read(problem_data("ucb", arms, ask=["scores"]))
    assert outcome_of(exercise, {"scores": {"a": score}}).earned == 0


@pytest.mark.parametrize("field", ["total", "visits", "parent-visits"])
def test_counts_and_rewards_beyond_any_course_are_refused(field: str) -> None:
    child: dict[str, Any] = {"id": "a", "visits": 1, "total": 1}
    data = problem_data("ucb", [child])
    (data if field == "parent-visits" else child)[field] = 10**15 + 1
    with pytest.raises(ValueError, match="is too large for a score"):
        read(data)
