"""The request that a given problem is an instance of, for each sort of game; what guarantees it fulfils is not asked here."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import lcm

from generators.errors import RequestError
from generators.games import STARTS
from generators.games.given import about, limits_like, turned_game, wish_like
from generators.limits import leaves_of, limits_of
from generators.orderings import mirror
from generators.parameters import (
    AlphaBetaParameters,
    GameWish,
    Leaves,
    Ordering,
    Promise,
    Question,
    Shape,
    TreeParameters,
    UcbParameters,
)
from generators.playing import POSITIONS, playing_of
from grader.exact import INFINITY, Number, whole
from grader.games.horizon import cut_as
from grader.games.problem import Problem, is_played
from grader.games.tree import Tree
from grader.kinds.ucb.scores import Arms


def like_tree(
    parameters: type[TreeParameters], problem: Problem, question: Question, promise: Promise
) -> TreeParameters:
    """Return the request for trees of the same shape and names, with leaf values in the same range and order."""
    tree: Tree = problem.game
    if is_played(problem.stated):
        return _like_game(parameters, problem, question, promise)
    shape, leaves = Shape(skeleton=_skeleton(tree.whole)), _like_leaves(leaves_of(tree))
    most = INFINITY if question.conventions.value_bounds is None else question.conventions.value_bounds[1]
    if leaves.high is not None and not isinstance(most, float):
        leaves = leaves._replace(high=min(leaves.high, most))
    request = parameters(shape, leaves, Ordering(), question, promise, limits=limits_of(tree))
    if isinstance(request, AlphaBetaParameters):
        return request
    return request._replace(playing=playing_of(tree, right_to_left=question.conventions.right_to_left))


def _like_game(
    parameters: type[TreeParameters], problem: Problem, question: Question, promise: Promise
) -> TreeParameters:
    """Return the request for other positions of the same game, its numbers in the same range where it has any."""
    wish, tree = wish_like(problem, promise.room), problem.game
    leaves = _like_leaves(leaves_of(tree)) if STARTS[wish.name].has_numbers else Leaves()
    request = parameters(leaves=leaves, question=question, promise=promise, limits=limits_like(problem), game=wish)
    if isinstance(request, AlphaBetaParameters):
        return request
    playing = playing_of(tree, right_to_left=question.conventions.right_to_left)
    again = playing.repeated if POSITIONS.intersection(question.ask) else None
    return request._replace(playing=playing._replace(repeated=again and about(again[0], promise.room)))


def mirrored_tree(
    parameters: type[TreeParameters], problem: Problem, question: Question, promise: Promise
) -> tuple[TreeParameters, Problem]:
    """Return the request for the tree's mirror image, and the problem of that image."""
    tree = cut_as(problem.game, _kept(problem.game.whole)).frozen()
    if is_played(problem.stated):
        given, image = turned_game(problem)
        ordering, game = Ordering(mirror=tree), GameWish(problem.stated["game"]["name"], given=given)
        request = parameters(leaves=Leaves(ties=None), ordering=ordering, question=question, promise=promise, game=game)
        return request, problem._replace(game=image, stated={**problem.stated, **json.loads(given)})
    shape, ordering = Shape(skeleton=_skeleton(tree.whole)), Ordering(mirror=tree)
    return parameters(shape, Leaves(ties=None), ordering, question, promise), problem._replace(game=mirror(tree))


def mirrored_arms(problem: Problem, question: Question, promise: Promise) -> tuple[UcbParameters, Problem]:
    """Raise RequestError."""
    raise RequestError("the children of a UCB problem have no mirror image; expected a problem of trees")


def _skeleton(tree: Tree) -> Tree:
    """Return the tree without its values, hashable; which nodes are quiet belongs to its shape."""
    return _without_positions(tree).frozen()._replace(value=(None,) * tree.size, state=None, reply=None)


class _Numbers(dict[str, Number]):
    """Numbers by name that nobody changes: they can be part of a request, by which plans are remembered."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none, because it can be changed
        return hash(frozenset(self.items()))


def _kept(tree: Tree) -> Tree:
    """Return a whole tree as it can be part of a request."""
    if tree.features is not None:
        tree = tree._replace(features=[None if one is None else _Numbers(one) for one in tree.features])
    if tree.evaluation is not None:
        tree = tree._replace(evaluation=tree.evaluation._replace(weights=_Numbers(tree.evaluation.weights)))
    return tree.frozen()


def _without_positions(tree: Tree) -> Tree:
    return tree._replace(static=None, features=None, evaluation=None)


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
