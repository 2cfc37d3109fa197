"""The wrong rules about values: who is thought to move, and what a chance node is thought to be worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import CHANCE, MAX, MEAN, MIN, OPPONENT, Tree
from grader.kinds.record import Misconception
from grader.kinds.trees.following import Solve, following
from grader.kinds.trees.solving import TreeRules, Weigh
from grader.rules import ValueRule, expectation, maximum, minimum


def _equally(probabilities: Sequence[Number]) -> list[Number]:
    return [Fraction(1, len(probabilities))] * len(probabilities)


def _not_at_all(probabilities: Sequence[Number]) -> list[Number]:
    return [1] * len(probabilities)


def _divided_again(probabilities: Sequence[Number]) -> list[Number]:
    return [p * Fraction(1, len(probabilities)) for p in probabilities]


def _most_likely(probabilities: Sequence[Number]) -> list[Number]:
    likeliest = probabilities.index(max(probabilities))
    return [int(place == likeliest) for place in range(len(probabilities))]


def _shifted(probabilities: Sequence[Number]) -> list[Number]:
    return [*probabilities[1:], probabilities[0]]


CHANCE_WEIGHTS: dict[str, Weigh] = {
    "plain-mean": _equally,
    "most-likely-only": _most_likely,
    "probabilities-shifted": _shifted,
    "sum-not-mean": _not_at_all,
    "divides-again": _divided_again,
}
"""How outcomes are weighted, wrongly."""
_NO_SHARES = ("sum-not-mean", "divides-again")
"""Weights that do not sum to 1: what is left to a chance node makes no sense by them, so no search goes by them."""


def _weighing(weights: Weigh) -> ValueRule[Number]:
    def rule(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
        return expectation(values, weights([p or 0 for p in probabilities]))

    return rule


CHANCE_RULES: dict[str, ValueRule[Number]] = {
    "chance-as-min": minimum,
    "chance-as-max": maximum,
    **{name: _weighing(weights) for name, weights in CHANCE_WEIGHTS.items()},
}
_CHANCE_ROLES = {"chance-as-min": MIN, "chance-as-max": MAX}


def chance_rules(tree: Tree, *, is_searched: bool = False) -> Iterator[tuple[str, TreeRules]]:
    """Yield the name and the rules of those who mistake what a chance node is worth; of a search, those that make one."""
    for name, role in _CHANCE_ROLES.items():
        yield name, TreeRules(kinds=[role if kind == CHANCE else kind for kind in tree.kind])
    for name, weigh in CHANCE_WEIGHTS.items():
        if not is_searched or name not in _NO_SHARES:
            yield name, TreeRules(weigh=weigh)


def roles(tree: Tree) -> Iterator[tuple[str, str, list[int]]]:
    """Yield name, detail and the role of every node for the rules that mistake who moves."""
    kinds = list(tree.kind)
    yield "players-swapped", "", [OPPONENT.get(kind, kind) for kind in kinds]
    yield "all-max", "", [MAX if kind in OPPONENT else kind for kind in kinds]
    yield "all-min", "", [MIN if kind in OPPONENT else kind for kind in kinds]
    opponent = OPPONENT.get(kinds[0])
    if opponent is not None:
        yield "averages-opponent", "", [MEAN if kind == opponent else kind for kind in kinds]
    depths = tree.depths()
    for depth in sorted({depth for depth, kind in zip(depths, kinds, strict=True) if kind in OPPONENT}):
        at_depth = [OPPONENT.get(k, k) if d == depth else k for k, d in zip(kinds, depths, strict=True)]
        yield "level-swapped", f"at depth {depth}", at_depth
    if opponent is not None:
        yield "root-player-only", "", [kinds[0], *(opponent if kind in OPPONENT else kind for kind in kinds[1:])]


def _twins(tree: Tree, assignments: Iterable[tuple[str, str, list[int]]]) -> dict[tuple[str, str], str]:
    """Return for each rule about one level the first rule about the whole tree that is the same one on this shape.

    It is the same where every node with a choice gets the same operation from both.
    """
    free = [node for node, kind in enumerate(tree.kind) if kind in OPPONENT and tree.end[node] - tree.first[node] > 1]
    whole: dict[str, list[int]] = {}
    found: dict[tuple[str, str], str] = {}
    for name, detail, kinds in sorted(assignments, key=lambda role: role[0] == "level-swapped"):
        assigned = [kinds[node] for node in free]
        if name != "level-swapped":
            whole[name] = assigned
        elif twin := next((other for other, its in whole.items() if its == assigned), None):
            found[name, detail] = twin
    return found


def value_misconceptions(problem: Problem, solve: Solve, *, is_searched: bool = False) -> list[Misconception]:
    """Return the wrong rules about values: who moves at a node, and what a chance node is worth.

    `is_searched`: the solver cuts, so that it needs shares of what is left.
    """
    tree: Tree = problem.game
    found = []
    if MAX in tree.kind or MIN in tree.kind:
        assignments = [*roles(tree)]
        twins = _twins(tree, assignments)
        for name, detail, kinds in assignments:
            follow = following(problem, solve, TreeRules(kinds=kinds))
            found.append(Misconception(name, detail, follow, twins.get((name, detail), "")))
    if CHANCE in tree.kind:
        for name, rules in chance_rules(tree, is_searched=is_searched):
            found.append(Misconception(name, "", following(problem, solve, rules)))
    return found
