"""Rules compare, add and scale: a number a + b·x passes through every fold, and a role can be that of a chance node."""

from __future__ import annotations

import operator
import random
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from conftest import problem_data, read, tree_of

from grader.core.games.tree import CHANCE, LEAF, MAX, MEAN, MIN, Tree
from grader.core.numbers import INFINITY
from grader.core.search.cutting import ROLES, AnyKnown, AnyRole, Role, SearchRules
from grader.core.search.folds import FULL_WINDOW, Trace, alpha_beta, back_up
from grader.core.search.values import VALUE_RULES, expectation, replaced
from grader.kinds.trees.misconceptions import CHANCES, roles
from grader.kinds.trees.search_misconceptions import SEARCHES


class Line(NamedTuple):
    """The number a + b·x at the x at which it is looked at; sums and multiples stay lines, comparisons are those at x."""

    a: Fraction
    b: Fraction
    x: Fraction

    @property
    def here(self) -> Fraction:
        return self.a + self.b * self.x

    def __add__(self, other: Any) -> Line:  # type: ignore[override]
        line = self.of(other)
        return Line(self.a + line.a, self.b + line.b, self.x)

    __radd__ = __add__

    def __neg__(self) -> Line:
        return Line(-self.a, -self.b, self.x)

    def __sub__(self, other: Any) -> Line:
        return self + -self.of(other)

    def __rsub__(self, other: Any) -> Line:
        return -self + other

    def __mul__(self, other: Any) -> Line:  # type: ignore[override]
        return Line(self.a * other, self.b * other, self.x)

    __rmul__ = __mul__  # type: ignore[assignment]

    def __truediv__(self, other: Any) -> Line:
        return Line(self.a / other, self.b / other, self.x)

    def __lt__(self, other: Any) -> bool:
        return self.here < here(other)

    def __le__(self, other: Any) -> bool:
        return self.here <= here(other)

    def __gt__(self, other: Any) -> bool:
        return self.here > here(other)

    def __ge__(self, other: Any) -> bool:
        return self.here >= here(other)

    def __eq__(self, other: object) -> bool:
        return self.here == here(other)

    def __ne__(self, other: object) -> bool:
        return self.here != here(other)

    def __hash__(self) -> int:
        return hash(self.here)

    def of(self, other: Any) -> Line:
        return other if isinstance(other, Line) else Line(Fraction(other), Fraction(0), self.x)


def here(number: Any) -> Any:
    """Return what a number is worth at its x."""
    return number.here if isinstance(number, Line) else number


def drawn(draw: random.Random, depth: int) -> Any:
    """Return a random tree as nested lists of whole numbers."""
    return [drawn(draw, depth - 1) if depth > 1 else draw.randint(-9, 9) for _ in range(draw.randint(1, 3))]


def with_x(tree: Tree, draw: random.Random, x: Fraction) -> tuple[Tree, Tree]:
    """Return the tree with leaves a + b·x, and with what they are worth at x."""
    values = [
        None if value is None else Line(Fraction(value), Fraction(draw.randint(-3, 3), 2), x) for value in tree.value
    ]
    lines: Any = values
    return tree._replace(value=lines), tree._replace(value=[here(value) for value in values])


def with_chances(tree: Tree, draw: random.Random) -> Tree:
    """Return the tree with chance nodes in its second ply, or its third; outcomes are not equally likely."""
    depths, level = tree.depths(), draw.choice([1, 2])
    kind = [CHANCE if k != LEAF and depths[node] == level else k for node, k in enumerate(tree.kind)]
    chances: list[Fraction | None] = [None] * tree.size
    for node in tree.inner():
        children = tree.children(node)
        whole = sum(range(1, len(children) + 1))
        for place, child in enumerate(children, 1):
            chances[child] = Fraction(place, whole) if kind[node] == CHANCE else None
    return tree._replace(kind=kind, probability=chances)


CASES = range(60)


def case(seed: int) -> tuple[random.Random, Tree, Fraction]:
    draw = random.Random(seed)
    return draw, tree_of(drawn(draw, draw.choice([2, 3, 4]))), Fraction(draw.randint(-8, 8), 3)


def chance_rule(wrong: Any) -> Any:
    """Return what a chance node makes of its children's values: what a player takes, or a mean with other weights."""
    if isinstance(wrong, int):
        return VALUE_RULES[wrong]
    return lambda values, probabilities: expectation(values, wrong([*probabilities]))


@pytest.mark.parametrize("seed", CASES)
def test_every_value_rule_takes_numbers_with_x(seed: int) -> None:
    draw, tree, x = case(seed)
    tree = with_chances(tree, draw)
    lines, numbers = with_x(tree, draw, x)
    for wrong in (lambda shares: shares, *(row.rules for row in CHANCES.values())):
        rules = replaced(VALUE_RULES, {CHANCE: chance_rule(wrong)})
        found = back_up(lines, rules)
        assert all(isinstance(value, Line) for value in found)
        assert list(map(here, found)) == back_up(numbers, rules)
    for name, detail, kinds in roles(tree):
        assert list(map(here, back_up(lines, kinds=kinds))) == back_up(numbers, kinds=kinds), (name, detail)


def shown(trace: Trace) -> Any:
    """Return a trace with what its numbers are worth."""
    windows = [[window and tuple(map(here, window)) for window in side] for side in (trace.entry, trace.exit)]
    cutoffs = [(node, here(alpha), here(beta), skipped) for node, alpha, beta, skipped in trace.cutoffs]
    return trace.visited, list(map(here, trace.value)), windows, cutoffs


@pytest.mark.parametrize("seed", CASES)
def test_every_search_takes_numbers_with_x(seed: int) -> None:
    draw, tree, x = case(seed)
    lines, numbers = with_x(tree, draw, x)
    problem = read(problem_data("alpha-beta", [1, 2])).problem
    for rules in (
        SearchRules(),
        SearchRules(operator.gt),
        *filter(None, (row.rules(problem, SearchRules()) for row in SEARCHES.values())),
    ):
        for window in (FULL_WINDOW, (Fraction(-7, 2), 5)):
            found = alpha_beta(lines, rules, window)
            assert isinstance(found.value[0], Line)
            assert shown(found) == shown(alpha_beta(numbers, rules, window))
    random_opponent = [MEAN if kind == MIN else kind for kind in tree.kind]
    assert shown(alpha_beta(lines, kinds=random_opponent)) == shown(alpha_beta(numbers, kinds=random_opponent))


@pytest.mark.parametrize("seed", CASES)
def test_a_search_through_chance_nodes_finds_the_expected_value(seed: int) -> None:
    draw, tree, x = case(seed)
    lines, numbers = with_x(with_chances(tree, draw), draw, x)
    found = alpha_beta(numbers).value[0]
    assert found == back_up(numbers)[0]
    assert here(alpha_beta(lines).value[0]) == found


def test_the_value_of_a_tree_with_x_is_the_line_that_holds_there() -> None:
    leaves: Any = [Line(Fraction(0), Fraction(1), Fraction(2)), 4]
    tree = tree_of([1, 2])._replace(
        kind=[CHANCE, LEAF, LEAF], value=[None, *leaves], probability=[None, Fraction(1, 4), Fraction(3, 4)]
    )
    assert tuple(back_up(tree)[0]) == (3, Fraction(1, 4), 2)  # type: ignore[arg-type]


def star1(low: int, high: int) -> AnyRole:
    """Return the role of a chance node whose leaves lie between two bounds (Ballard 1983): it knows done and rest."""

    def hand_down(known: AnyKnown, alpha: Any, beta: Any, p: Any) -> Any:
        done, rest = known
        rest -= p
        return (alpha - done - rest * high) / p, (beta - done - rest * low) / p

    def take_in(known: AnyKnown, alpha: Any, beta: Any, value: Any, p: Any) -> Any:
        done, rest = known
        return (done + p * value, rest - p), alpha, beta

    def test(cutoff: Any, known: AnyKnown, alpha: Any, beta: Any) -> bool:
        done, rest = known
        return bool(cutoff(alpha, done + rest * high) or cutoff(done + rest * low, beta))

    def finish(cutoff: Any, known: AnyKnown, alpha: Any, beta: Any) -> Any:
        done, rest = known
        return done + rest * (high if cutoff(alpha, done + rest * high) else low)

    return Role((Fraction(0), Fraction(1)), take_in, hand_down, test, finish)


def test_a_chance_node_can_be_searched_by_a_role_of_its_own() -> None:
    """B is worth (6 + 4)/2 = 5. After M gave 2, C is worth at most 3/4·2 + 1/4·10 = 4 < 5, so N is skipped."""
    tree = tree_of([[6, 4], [2, 9]])
    chances = [None, None, None, Fraction(1, 2), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)]
    tree = tree._replace(kind=[MAX, CHANCE, CHANCE, *[LEAF] * 4], probability=chances)
    trace = alpha_beta(tree, SearchRules(roles=replaced(ROLES, {CHANCE: star1(0, 10)})))
    assert trace.visited == [0, 1, 3, 4, 2, 5]
    assert trace.value[:3] == [5, 5, 4]
    assert trace.exit[:3] == [(5, INFINITY), (-INFINITY, INFINITY), (5, INFINITY)]
    assert [(cutoff.node, cutoff.alpha, list(cutoff.skipped)) for cutoff in trace.cutoffs][-1] == (2, 5, [6])
    assert trace.entry[5] == (Fraction(5 * 4 - 10, 3), INFINITY)


def test_players_are_indices_and_may_be_more_than_two() -> None:
    """Ann takes what is best for her, Bob and Cat for themselves; values are a number for each player."""
    of_players: Any = [lambda values, _, who=who: max(values, key=operator.itemgetter(who)) for who in range(3)]
    tree = tree_of([[1, 2], [3, 4]])
    leaves: Any = [(1, 2, 3), (4, 0, 1), (3, 3, 0), (0, 4, 2)]
    tree = tree._replace(kind=[1, 2, 2, *[LEAF] * 4], value=[None] * 3 + leaves)
    assert back_up(tree, (None, *of_players))[:3] == [(1, 2, 3), (1, 2, 3), (0, 4, 2)]
