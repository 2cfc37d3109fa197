"""The local rules and the folds that take them as arguments; textbook steps worked by hand."""

from __future__ import annotations

import math
import operator
import random
from fractions import Fraction

import pytest
from conftest import problem_data, random_problems, read, tree_of

from grader.core.games.tree import BEYOND, LEAF, MAX, MIN
from grader.core.numbers import INFINITY
from grader.core.search.cutting import CUTOFF_TESTS, ROLES, SearchRules, clamp, lower_beta, raise_alpha
from grader.core.search.folds import alpha_beta, back_up
from grader.core.search.values import (
    LOGARITHMS,
    VALUE_RULES,
    Bonus,
    UcbRules,
    expectation,
    exploration_bonuses,
    maximum,
    minimum,
    replaced,
)

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def ucb_score(total: object, visits: int, parent_visits: int, bonus: Bonus) -> float:
    """Return the UCB score of a child that was visited: its mean reward plus the exploration bonus."""
    [mean], [explored] = (
        UcbRules().exploitation([total], [visits]),
        UcbRules().exploration([visits], parent_visits, bonus, [1]),
    )
    return mean + explored


# --- One step -------------------------------------------------------------------------------------


def test_players_take_the_largest_and_the_smallest_value() -> None:
    values = [Fraction(1, 3), -2, Fraction(1, 2), 0]
    assert maximum(values, [None] * 4) == Fraction(1, 2)
    assert minimum(values, [None] * 4) == -2


@pytest.mark.parametrize(
    ("values", "probabilities", "expected"),
    [
        ([2, 7], [Fraction(3, 10), Fraction(7, 10)], Fraction(11, 2)),
        ([10, -10], [Fraction(1, 2), Fraction(1, 2)], 0),
        ([5], [1], 5),
        ([5, 100], [1, 0], 5),
        ([Fraction(1, 3), Fraction(2, 3)], [Fraction(1, 3), Fraction(2, 3)], Fraction(5, 9)),
        ([1, 2, 4], [Fraction(1, 3)] * 3, Fraction(7, 3)),
    ],
)
def test_expectation_is_exact_and_whole_where_it_can_be(values: list, probabilities: list, expected: object) -> None:
    value = expectation(values, probabilities)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ((-INFINITY, -INFINITY, INFINITY), 3, (3, 3, INFINITY)),
        ((3, 3, 5), 3, (3, 3, 5)),
        ((3, 3, 5), 2, (3, 3, 5)),
        ((3, 4, 9), Fraction(7, 2), (Fraction(7, 2), 4, 9)),  # better, but below alpha: fail-soft
        ((3, 3, 5), 8, (8, 8, 5)),
    ],
)
def test_max_raises_best_and_alpha_and_never_beta(before: tuple, value: object, after: tuple) -> None:
    assert raise_alpha(*before, value, None) == after
    # MIN is MAX with the sign turned.
    best, alpha, beta = before
    mirrored = lower_beta(-best, -beta, -alpha, -value, None)
    assert mirrored == (-after[0], -after[2], -after[1])


def test_cutoff_tests_differ_on_equality_alone() -> None:
    by_words = [
        (words, [test(alpha, beta) for alpha, beta in ((2, 3), (3, 3), (4, 3))]) for words, test in CUTOFF_TESTS.items()
    ]
    assert by_words == [("alpha >= beta", [False, True, True]), ("alpha > beta", [False, False, True])]


@pytest.mark.parametrize(
    ("number", "window", "clamped"),
    [(1, (2, 5), 2), (9, (2, 5), 5), (3, (2, 5), 3), (2, (2, 5), 2), (9, (2, INFINITY), 9), (-9, (-INFINITY, 5), -9)],
)
def test_clamped_number_lies_in_the_window(number: int, window: tuple, clamped: int) -> None:
    assert clamp(number, window) == clamped


def test_a_child_is_handed_the_whole_window() -> None:
    assert alpha_beta(tree_of([[3], [4]]), window=(-3, 5)).entry[1] == (-3, 5)


# --- UCB ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("log", "value"), [("ln", math.log(1000)), ("log10", 3), ("log2", 3 / math.log10(2))])
def test_each_logarithm_has_its_base(log: str, value: float) -> None:
    assert LOGARITHMS[log](1000) == pytest.approx(value)


def test_uct_scores_of_the_slide() -> None:
    scores = [ucb_score(total, visits, 21, Bonus()) for total, visits in ((7, 10), (5, 8), (0, 3))]
    assert [f"{score:.4f}" for score in scores] == ["1.4803", "1.4974", "1.4247"]


def test_ucb1_is_uct_with_the_square_root_of_two() -> None:
    for visits in (1, 2, 7, 100):
        inside = ucb_score(3, visits, 50, Bonus(1.0, 2))
        assert inside == pytest.approx(ucb_score(3, visits, 50, Bonus(math.sqrt(2), 1)))


def test_one_visit_of_the_parent_leaves_no_exploration() -> None:
    assert exploration_bonuses([1, 3], 1, Bonus()) == [0, 0]
    assert ucb_score(Fraction(1, 3), 1, 1, Bonus()) == pytest.approx(1 / 3)


def test_more_visits_of_a_child_lower_its_bonus_and_more_of_the_parent_raise_it() -> None:
    bonuses = exploration_bonuses(range(1, 50), 100, Bonus())
    assert bonuses == sorted(bonuses, reverse=True)
    raised = [exploration_bonuses([5], parent, Bonus()) for parent in range(1, 50)]
    assert raised == sorted(raised)


# --- The folds ------------------------------------------------------------------------------------


def test_values_of_the_textbook_tree() -> None:
    tree = tree_of(TEXTBOOK)
    assert back_up(tree) == [3, 3, 2, 2, 3, 12, 8, 2, 4, 6, 14, 5, 2]


def test_values_follow_the_rules_and_the_kinds_that_they_are_given() -> None:
    tree = tree_of(TEXTBOOK)
    swapped = back_up(tree, kinds=[{MAX: MIN, MIN: MAX}.get(kind, kind) for kind in tree.kind])
    assert swapped[:4] == [6, 12, 6, 14]
    everything_is_max = back_up(tree, replaced(VALUE_RULES, {MIN: maximum}))
    assert everything_is_max[:4] == [14, 12, 6, 14]


def test_search_of_the_textbook_tree_step_by_step() -> None:
    tree = tree_of(TEXTBOOK)
    trace = alpha_beta(tree)
    assert "".join(tree.ids[node] for node in trace.visited) == "ABEFGCHDKLM"
    assert [trace.value[node] for node in range(4)] == [3, 3, 2, 2]
    assert [trace.entry[node] for node in range(4)] == [(-INFINITY, INFINITY)] * 2 + [(3, INFINITY)] * 2
    assert [trace.exit[node] for node in range(4)] == [(3, INFINITY), (-INFINITY, 3), (3, 2), (3, 2)]
    assert [(tree.ids[node], alpha, beta, list(skipped)) for node, alpha, beta, skipped in trace.cutoffs] == [
        ("C", 3, 2, [8, 9]),
        ("D", 3, 2, []),
    ]
    pruned = [node for node in range(tree.size) if node not in trace.visited]
    assert [trace.value[node] for node in pruned] == [trace.entry[node] for node in pruned] == [None, None]


def test_strict_test_goes_on_where_alpha_equals_beta() -> None:
    tree = tree_of([[3, 5], [3, 4]])
    assert len(alpha_beta(tree).visited) == 6
    assert len(alpha_beta(tree, SearchRules(cutoff=CUTOFF_TESTS["alpha > beta"])).visited) == 7


def test_search_from_the_right_skips_on_the_left() -> None:
    tree = tree_of([[6, 4, 2], [8, 12, 3]])
    trace = alpha_beta(tree, right_to_left=True)
    assert "".join(tree.ids[node] for node in trace.visited) == "ACIHGBF"
    assert trace.cutoffs[0].skipped == range(3, 5)


def test_window_inside_the_search_is_not_clamped() -> None:
    """FACTS: clamping inside the search loses cutoffs under `alpha > beta`; this is the smallest such tree."""
    tree = tree_of([3, [[2, 1], [9, 0]]])
    trace = alpha_beta(tree, SearchRules(cutoff=operator.gt))
    assert trace.value[0] == 3
    assert trace.value[2] == 2
    assert [tree.ids[cutoff.node] for cutoff in trace.cutoffs if cutoff.skipped] == ["C"]


def parents_bound_only() -> SearchRules:
    """Return the rules of a search without deep cutoffs: a child sees its parent's bound alone."""
    shallow = {
        MAX: ROLES[MAX]._replace(hand_down=lambda _known, alpha, _beta, _p: (alpha, INFINITY)),
        MIN: ROLES[MIN]._replace(hand_down=lambda _known, _alpha, beta, _p: (-INFINITY, beta)),
    }
    return SearchRules(roles=replaced(ROLES, shallow))


def uniform(rng: random.Random, branching: int, depth: int) -> object:
    """Return a uniform tree with random leaves."""
    return [uniform(rng, branching, depth - 1) for _ in range(branching)] if depth else rng.randint(0, 99)


def test_deep_cutoffs_need_four_plies() -> None:
    rng = random.Random(1)
    differs = dict.fromkeys((1, 2, 3, 4), 0)
    for _ in range(150):
        for depth in differs:
            tree = tree_of(uniform(rng, 2, depth))
            shallow, deep = alpha_beta(tree, parents_bound_only()), alpha_beta(tree)
            assert shallow.value[0] == deep.value[0]
            assert set(deep.visited) <= set(shallow.visited)
            differs[depth] += shallow.visited != deep.visited
    assert (differs[1], differs[2], differs[3]) == (0, 0, 0)
    assert differs[4] > 30


@pytest.mark.parametrize(
    ("order", "tie", "accepted"),
    [
        ("left-to-right", "first", ["B"]),
        ("left-to-right", "last", ["D"]),
        ("left-to-right", "any", ["B", "C", "D"]),
        ("right-to-left", "first", ["D"]),
        ("right-to-left", "last", ["B"]),
        ("right-to-left", "any", ["D", "C", "B"]),
    ],
)
def test_tie_chooses_among_optimal_moves_in_the_order_of_examination(order: str, tie: str, accepted: list[str]) -> None:
    data = problem_data("minimax", [4, [4, 9], [5, 4], 3], conventions={"order": order, "tie": tie})
    exercise = read(data)
    moves = [exercise.problem.game.moves[child] for child in exercise.solution.answers["best-move"]]
    assert moves == accepted


def test_search_without_cutoffs_is_the_bottom_up_fold(window: int) -> None:
    """Of what is searched: nodes below a horizon are not visited, and have a value by neither."""
    below = 0
    for _, data in random_problems("minimax", 0, 300, window):
        tree = read(data).problem.game
        trace = alpha_beta(tree, SearchRules(cutoff=lambda _alpha, _beta: False))
        assert trace.value == back_up(tree)
        assert trace.cutoffs == []
        assert sorted(trace.visited) == [node for node in range(tree.size) if tree.kind[node] != BEYOND]
        assert all((trace.value[node] is None) == (tree.kind[node] == BEYOND) for node in range(tree.size))
        assert all(tree.kind[node] == LEAF for node in tree.leaves())
        below += tree.size - len(trace.visited)
    assert below > 100
