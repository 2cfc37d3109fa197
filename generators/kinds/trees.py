"""Trees with leaf values: how a request for them is checked, how one is drawn, and the request that a given one is an instance of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from generators.draws import Draws, RequestError
from generators.games import STARTS, Played
from generators.games.drawn import draw_played
from generators.games.requests import about, check_game, limits_like, turned_game, wish_like
from generators.leaf_values import (
    check_leaves,
    check_ordering,
    check_within,
    draw_leaves,
    leaves_within,
    mirror,
    reorder,
)
from generators.limits import check_limits, leaves_of, limited, limits_of
from generators.parameters import (
    AlphaBetaParameters,
    GameWish,
    Leaves,
    Ordering,
    Promise,
    Question,
    Shape,
    TreeParameters,
)
from generators.pruning import draw_values, draw_worst, plan_search
from generators.shapes import check_shape, draw_skeleton, is_fixed, most_leaves, roles_at
from generators.stated_play import POSITIONS, check_playing, playing_of, with_playing
from grader.core.games.changed import cut_as
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import CHANCE, LEAF, Tree
from grader.core.numbers import INFINITY, Number, whole
from grader.core.search.folds import FULL_WINDOW
from grader.kinds.trees.documents import empty_start


def draw_tree(parameters: TreeParameters, draws: Draws) -> Tree:
    """Return a tree with leaf values, as asked but for what chance decides, and cut where the search stops. Raises RequestError."""
    if parameters.ordering.mirror is not None:
        return mirror(parameters.ordering.mirror)
    conventions = parameters.question.conventions
    tree = limited(_draw_whole(parameters, draws), parameters.limits, parameters.leaves, conventions, draws)
    if not is_worst(parameters) or CHANCE in tree.whole.kind:
        tree = reorder(tree, parameters.ordering, draws, right_to_left=conventions.right_to_left)
    return tree if isinstance(parameters, AlphaBetaParameters) else with_playing(tree, parameters, draws)


def _draw_whole(parameters: TreeParameters, draws: Draws) -> Tree:
    """Return a tree with leaf values, its children as they come where the values do not say how they stand."""
    right_to_left = parameters.question.conventions.right_to_left
    skeleton = draw_skeleton(parameters.shape, draws)
    exactly = parameters.pruning.prune_exactly if isinstance(parameters, AlphaBetaParameters) else ()
    if exactly:
        plan = plan_search(skeleton, exactly, right_to_left=right_to_left)
        values = draw_values(skeleton, plan, parameters.leaves, draws)
    elif is_worst(parameters) and CHANCE not in skeleton.kind:
        values = draw_worst(skeleton, parameters.leaves, draws, right_to_left=right_to_left)
    else:
        values = draw_leaves(_leaves(parameters), len(skeleton.leaves()), draws)
    next_value = iter(values)
    return skeleton._replace(value=[next(next_value) if kind == LEAF else None for kind in skeleton.kind])


def _leaves(parameters: TreeParameters) -> Leaves:
    """Return what is asked of leaf values, within the value bounds."""
    return leaves_within(parameters.leaves, parameters.question.conventions.value_bounds)


def is_worst(parameters: TreeParameters) -> bool:
    """Return whether each child is to be better than those examined before it."""
    return parameters.ordering.name == "worst-first"


def check_tree(parameters: TreeParameters, kind: str, *, has_chance: bool = False) -> None:
    """Refuse a request for trees that contradicts itself, or for chance nodes that the kind has not. Raises RequestError."""
    if isinstance(parameters, AlphaBetaParameters) and (wrong := empty_start(parameters.question.conventions)):
        raise RequestError(wrong[0])
    if parameters.game is not None:
        check_game(parameters, kind)
        return
    shape, ordering = parameters.shape, parameters.ordering
    check_shape(shape)
    check_ordering(ordering)
    if ordering.mirror is not None:
        return
    sample = draw_skeleton(shape, Draws("sample"))
    if CHANCE in sample.kind and not has_chance:
        raise RequestError(f"a chance layer has no place in {kind}, expected the kind expectiminimax")
    check_leaves(_leaves(parameters), most_leaves(shape))
    check_within(_leaves(parameters), most_leaves(shape), parameters.question.conventions.value_bounds)
    if isinstance(parameters, AlphaBetaParameters) and CHANCE in sample.kind:
        _check_chances(parameters)
    check_limits(parameters.limits, sample, parameters.question.conventions)
    if not isinstance(parameters, AlphaBetaParameters):
        check_playing(parameters, sample)
    if parameters.limits.depth is not None and is_worst(parameters):
        raise RequestError(
            "worst-first chooses the values of leaves; with --depth-limit choose --ordering best-first or strong:P"
        )
    if isinstance(parameters, AlphaBetaParameters) and parameters.pruning.prune_exactly:
        _check_exactly(parameters, sample)


def idle_in_trees(parameters: TreeParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    idle = {}
    if parameters.game is None and CHANCE not in roles_at(parameters.shape):
        idle["chances"] = "is about chance nodes, and no layer has any; leave it out, or add --layers max,chance,min"
    if "intervals" not in parameters.question.ask:
        idle["after"] = "is about what is known of values; leave it out, or add intervals to --ask"
    return idle


def _check_chances(parameters: AlphaBetaParameters) -> None:
    """Refuse what is chosen for players alone."""
    if parameters.pruning.prune_exactly:
        raise RequestError("prune-exactly chooses values for players; it goes with no chance layer")
    if is_worst(parameters):
        raise RequestError(
            "worst-first orders what players choose from, and chance nodes can be cut all the same; leave it out"
        )


def _check_exactly(parameters: AlphaBetaParameters, sample: Tree) -> None:
    conventions = parameters.question.conventions
    if parameters.limits.depth is not None:
        raise RequestError("prune-exactly chooses the values of leaves; with --depth-limit choose --prune-count")
    if parameters.ordering.name != "random":
        raise RequestError("prune-exactly chooses the values itself; it goes with no other ordering than random")
    if conventions.initial_window != FULL_WINDOW:
        raise RequestError("prune-exactly starts with the full window; leave out initial-window")
    if conventions.believes_bounds:
        raise RequestError(
            "prune-exactly knows nothing of leaves; leave out --value-bounds, or choose --convention bounds-at=chance"
        )
    if parameters.pruning.prune_count is not None or parameters.pruning.leaves_evaluated is not None:
        raise RequestError("prune-exactly says already what is skipped; leave out prune-count and leaves-evaluated")
    if not is_fixed(parameters.shape) and parameters.shape.skeleton is None:
        raise RequestError(
            "prune-exactly names nodes of a fixed shape; choose one --depth and one --branching, or give the --shape"
        )
    plan_search(sample, parameters.pruning.prune_exactly, right_to_left=conventions.right_to_left)


def draw_searched(kind: str, parameters: TreeParameters, draws: Draws) -> Tree | Played:
    """Return the tree of a game, where one is named, or a tree."""
    return draw_tree(parameters, draws) if parameters.game is None else draw_played(kind, parameters, draws)


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
