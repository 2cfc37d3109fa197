"""The request that a given problem is an instance of, for each sort of game; what guarantees it fulfils is not asked here."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

from generators.errors import RequestError
from generators.orderings import mirror
from generators.parameters import (
    Leaves,
    Ordering,
    Promise,
    Question,
    Shape,
    TreeParameters,
    UcbParameters,
)
from grader.exact import Number, whole
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.ucb.scores import Arms


def like_tree(
    parameters: type[TreeParameters], problem: Problem, question: Question, promise: Promise
) -> TreeParameters:
    """Return the request for trees of the same shape and names, with leaf values in the same range and order."""
    tree: Tree = problem.game
    values = [value for value in tree.value if value is not None]
    return parameters(Shape(skeleton=_skeleton(tree)), _like_leaves(values), Ordering(), question, promise)


def mirrored_tree(
    parameters: type[TreeParameters], problem: Problem, question: Question, promise: Promise
) -> tuple[TreeParameters, Problem]:
    """Return the request for the tree's mirror image, and the problem of that image."""
    tree = _frozen(problem.game)
    shape, ordering = Shape(skeleton=_skeleton(tree)), Ordering(mirror=tree)
    return parameters(shape, Leaves(ties=None), ordering, question, promise), problem._replace(game=mirror(tree))


def mirrored_arms(problem: Problem, question: Question, promise: Promise) -> tuple[UcbParameters, Problem]:
    """Raise RequestError."""
    raise RequestError("the children of a UCB problem have no mirror image; expected a problem of trees")


def _frozen(tree: Tree) -> Tree:
    return Tree(*map(tuple, tree))  # type: ignore[arg-type]  # each column stays what it is


def _skeleton(tree: Tree) -> Tree:
    """Return the tree without its values, hashable."""
    return _frozen(tree)._replace(value=(None,) * tree.size)


def _like_leaves(values: list[Number]) -> Leaves:
    """Return the range of the values, their step, as many ties, and their order of size to start from; a narrow range widened."""
    step = Fraction(1, lcm(*(value.denominator for value in values)))
    low, high, distinct = min(values), max(values), len(set(values))
    if (high - low) / step < 2 * distinct:
        high = whole(Fraction(high + step * max(5, distinct)))  # else there is too little to choose from
    return Leaves(low, high, whole(step), (), len(values) - distinct, tuple(values))


def like_arms(problem: Problem, question: Question, promise: Promise) -> UcbParameters:
    """Return the request for children of the same number and names, with visits and rewards in the same range."""
    arms: Arms = problem.game
    visits = [count for count in arms.visits if count]
    means = [Fraction(total) / count for total, count in zip(arms.totals, arms.visits, strict=True) if count]
    unvisited = Counter(map(bool, arms.visits))[False]
    step = Fraction(1, lcm(*(total.denominator for total in arms.totals)))
    extra = max(0, arms.parent_visits - sum(arms.visits))
    return UcbParameters(
        children=(len(arms.ids),) * 2,
        visits=(min(visits, default=1), max(visits, default=1)),
        reward=whole(max([*means, Fraction(0)])) or 1,
        step=whole(step),
        unvisited=(unvisited, unvisited),
        extra_visits=(extra, extra),
        names=tuple(arms.ids),
        question=question,
        promise=promise,
    )
