"""The wrong rules about the horizon: the right search on a tree that was cut elsewhere, or whose static values are others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from grader.answers.case import Answers, Solution
from grader.answers.leaf_set import pruned_below
from grader.exact import Number
from grader.games.horizon import UNITS, cut, cut_as, is_open, limit_of, static_value, without_value
from grader.games.problem import Problem
from grader.games.tree import LEAF, MIN, Evaluation, Horizon, Tree
from grader.kinds.record import Agrees, Follow, Misconception
from grader.kinds.trees.solving import TreeRules, for_reader

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""

Solve = Callable[[Problem, TreeRules, Parts], Solution]


_LEAF_SETS = ("pruned", "redundant")
"""The parts whose answers are sets of leaves."""


def horizon_misconceptions(problem: Problem, solve: Solve) -> list[Misconception]:
    """Return the wrong rules about where the search stops, and about what a node is worth there."""
    tree: Tree = problem.game
    found = [
        Misconception(name, "", _on_tree(problem, solve, changed))
        for name, changed in _other_values(tree)
        if changed.value != tree.value
    ]
    if tree.horizon is None:
        return found
    found = [*_misplaced(problem, solve, tree, tree.horizon), *found]
    if (static := _static_everywhere(problem)) is not None:
        found.append(Misconception("static-everywhere", "", _with_fixed(problem, solve, static)))
    return found


def _on_tree(problem: Problem, solve: Solve, tree: Tree) -> Follow:
    """Return the answers of who searches another tree, in terms of the problem's own."""

    def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        rules = TreeRules(fixed=fixed, agrees=agrees if fixed else None)
        answers = solve(problem._replace(game=tree), rules, parts).answers
        listed = {part: pruned_below(problem.game, answers[part].roots) for part in _LEAF_SETS if part in answers}
        return {**answers, **listed}

    return answer


# where the search stops


def _misplaced(problem: Problem, solve: Solve, tree: Tree, horizon: Horizon) -> Iterator[Misconception]:
    """Yield the wrong rules by which the search stops elsewhere; of two that are the same here, the second as its twin."""
    seen: dict[tuple[int, ...], str] = {}
    for name, detail, other in _other_cuts(horizon):
        if list(other.kind) == list(tree.kind) or is_open(other) or without_value(other):
            continue
        twin = seen.setdefault(tuple(other.kind), name)
        yield Misconception(name, detail, _on_tree(problem, solve, other), "" if twin == name else twin)


def _other_cuts(horizon: Horizon) -> Iterator[tuple[str, str, Tree]]:
    """Yield name, detail and the tree of the rules that mistake where the search stops."""
    whole, limit, extension, unit, _ = horizon
    yield "searches-to-the-end", "", whole
    if limit > 1:
        yield "one-ply-short", "", cut(whole, limit - 1, extension, unit)
    yield "one-ply-deep", "", cut(whole, limit + 1, extension, unit)
    depth = limit // UNITS[unit]
    for other in UNITS:
        if other != unit:
            yield "other-depth-unit", f"depth counted in {other}", cut(whole, limit_of(depth, other), extension, other)
    yield "noise-ignored", "", cut(whole._replace(quiet=None), limit, extension, unit)


# what a node is worth there


def _other_values(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """Yield the name and the tree of the rules that mistake what a position is worth."""
    whole = tree.whole
    if tree.evaluation is None or whole.features is None:
        return
    own = {
        node: tree.evaluation.value(features)
        for node, features in enumerate(whole.features)
        if features is not None and whole.kind[node] == LEAF
    }
    yield (
        "static-at-terminals",
        cut_as(tree, whole._replace(value=[own.get(node, value) for node, value in enumerate(whole.value)])),
    )
    if tree.horizon is not None:
        for name, evaluation in _other_evaluations(tree.evaluation):
            yield name, cut_as(tree, whole._replace(evaluation=evaluation))


def _other_evaluations(right: Evaluation) -> Iterator[tuple[str, Evaluation]]:
    weights = right.weights
    signs: dict[str, Number] = {name: 1 if weight > 0 else -1 if weight < 0 else 0 for name, weight in weights.items()}
    sizes: dict[str, Number] = {name: max(weight, -weight) for name, weight in weights.items()}
    yield "weights-ignored", right._replace(weights=signs)
    yield "signs-ignored", right._replace(weights=sizes)
    yield "bias-forgotten", right._replace(bias=0)


def _static_everywhere(problem: Problem) -> dict[int, Number] | None:
    """Return the static value of every inner node but the root, as it is written; None where one has none, or there is none."""
    tree: Tree = problem.game
    found: dict[int, Number] = {}
    for node in tree.inner()[1:]:
        if (value := static_value(tree, node)) is None:
            return None
        found[node] = for_reader(problem, node, value)
    return found or None


def _with_fixed(problem: Problem, solve: Solve, static: Mapping[int, Number]) -> Follow:
    def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        return solve(problem, TreeRules(fixed={**static, **fixed}, agrees=agrees), parts).answers

    return answer


# for whom values are


def sign_misconceptions(problem: Problem, solve: Solve) -> list[Misconception]:
    """Return the wrong rule about whose the values are."""
    tree: Tree = problem.game
    if problem.conventions.values_for == "max" or MIN not in tree.kind:
        return []
    for_max = problem._replace(conventions=problem.conventions._replace(values_for="max"))
    return [Misconception("sign-not-switched", "", _on_tree(for_max, solve, tree))]
