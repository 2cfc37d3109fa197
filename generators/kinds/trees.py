"""Trees with leaf values, those too that are searched by what asks about a search.

How a request for them is checked, how one is drawn, and the request that a given one is an instance of.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, TypeVar

from generators.draws import Draws, RequestError
from generators.filling import (
    POSITIONS,
    check_leaves,
    check_ordering,
    check_playing,
    check_within,
    draw_leaves,
    leaves_within,
    mirror,
    playing_of,
    reorder,
    with_playing,
)
from generators.games import STARTS, Played
from generators.games.drawn import draw_played
from generators.games.requests import about, check_game, limits_like, turned_game, wish_like
from generators.limits import check_limits, leaves_of, limited, limits_of
from generators.parameters import (
    AlphaBetaParameters,
    ClaimsParameters,
    ConstructParameters,
    DeepeningParameters,
    ExpectiminimaxParameters,
    GameWish,
    Leaves,
    LiftParameters,
    MinimaxParameters,
    Ordering,
    Promise,
    Question,
    Shape,
    ThresholdParameters,
    TreeParameters,
    UcbParameters,
)
from generators.pruning import draw_values, draw_worst, plan_search
from generators.shapes import check_shape, draw_skeleton, is_fixed, most_leaves, roles_at
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.core.games.changed import cut_as, numbered
from grader.core.games.problem import Game, Problem, is_played
from grader.core.games.tree import CHANCE, LEAF, Tree
from grader.core.numbers import Number, whole
from grader.core.search.folds import FULL_WINDOW
from grader.kinds import KINDS, read_exercise, write_problem
from grader.kinds.about_searches.construct.solve import CHANGES
from grader.kinds.about_searches.searched import Lifted
from grader.kinds.trees.documents import empty_start
from grader.kinds.trees.kind import ALPHA_BETA, EXPECTIMINIMAX, MINIMAX
from grader.kinds.ucb.kind import UCB


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
    sample, leaves, most = draw_skeleton(shape, Draws("sample")), _leaves(parameters), most_leaves(shape)
    if CHANCE in sample.kind and not has_chance:
        raise RequestError(f"a chance layer has no place in {kind}, expected the kind expectiminimax")
    check_leaves(leaves, most)
    check_within(leaves, most, parameters.question.conventions.value_bounds)
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


def like_tree(parameters: type[TreeParameters], problem: Problem, promise: Promise) -> TreeParameters:
    """Return the request for trees of the same shape and names, with leaf values in the same range and order."""
    tree, bounds = problem.game, problem.conventions.value_bounds
    if is_played(problem.stated):
        return _like_game(parameters, problem, promise)
    shape, leaves = Shape(skeleton=_skeleton(tree.whole)), _like_leaves(leaves_of(tree))
    if leaves.high is not None and bounds is not None and not isinstance(bounds[1], float):
        leaves = leaves._replace(high=min(leaves.high, bounds[1]))
    request = parameters(shape, leaves, promise=promise, limits=limits_of(tree))
    if isinstance(request, AlphaBetaParameters):
        return request
    return request._replace(playing=playing_of(tree, right_to_left=problem.conventions.right_to_left))


def _like_game(parameters: type[TreeParameters], problem: Problem, promise: Promise) -> TreeParameters:
    """Return the request for other positions of the same game, its numbers in the same range where it has any."""
    wish, tree = wish_like(problem, promise.room), problem.game
    leaves = _like_leaves(leaves_of(tree)) if STARTS[wish.name].has_numbers else Leaves()
    request = parameters(leaves=leaves, promise=promise, limits=limits_like(problem), game=wish)
    if isinstance(request, AlphaBetaParameters):
        return request
    playing = playing_of(tree, right_to_left=problem.conventions.right_to_left)
    again = playing.repeated if POSITIONS.intersection(problem.ask) else None
    return request._replace(playing=playing._replace(repeated=again and about(again[0], promise.room)))


def mirrored_tree(
    parameters: type[TreeParameters], problem: Problem, promise: Promise
) -> tuple[TreeParameters, Problem]:
    """Return the request for the tree's mirror image, and the problem of that image."""
    tree = cut_as(problem.game, _kept(problem.game.whole)).frozen()
    if is_played(problem.stated):
        given, image = turned_game(problem)
        ordering, game = Ordering(mirror=tree), GameWish(problem.stated["game"]["name"], given=given)
        request = parameters(leaves=Leaves(ties=None), ordering=ordering, promise=promise, game=game)
        return request, problem._replace(game=image, stated={**problem.stated, **json.loads(given)})
    shape, ordering = Shape(skeleton=_skeleton(tree.whole)), Ordering(mirror=tree)
    request = parameters(shape, Leaves(ties=None), ordering, promise=promise)
    return request, problem._replace(game=mirror(tree))


def _skeleton(tree: Tree) -> Tree:
    """Return the tree without its values, hashable; which nodes are quiet belongs to its shape."""
    bare = tree._replace(static=None, features=None, evaluation=None).frozen()
    return bare._replace(value=(None,) * tree.size, state=None, reply=None)


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


def _like_leaves(values: list[Number]) -> Leaves:
    """Return the range of the values, their step, as many ties, and their order of size to start from; a narrow range widened."""
    step = Fraction(1, lcm(*(value.denominator for value in values)))
    low, high, distinct = min(values), max(values), len(set(values))
    if (high - low) / step < 2 * distinct:
        high = whole(Fraction(high + step * max(5, distinct)))  # else there is too little to choose from
    return Leaves(low, high, whole(step), (), len(values) - distinct, tuple(values))


# -- what asks about a search: which kind searches, and the request for the trees that it searches

_TREES: dict[str, type[TreeParameters]] = {
    MINIMAX.name: MinimaxParameters,
    ALPHA_BETA.name: AlphaBetaParameters,
    EXPECTIMINIMAX.name: ExpectiminimaxParameters,
}
PROBABILITY = "probability"


def search_of(parameters: LiftParameters) -> str:
    """Return the kind that searches; unless the request names one, the one that prunes or has chances. Raises RequestError."""
    wanted = EXPECTIMINIMAX.name if is_of_chances(parameters) else ALPHA_BETA.name
    if isinstance(parameters, ConstructParameters) and parameters.make == CHANGES:
        wanted = MINIMAX.name
    if not parameters.search:
        return wanted
    known = _TREES if not isinstance(parameters, ThresholdParameters) else {**_TREES, UCB.name: UcbParameters}
    if parameters.search not in known:
        raise RequestError(f'--search: there is no search "{parameters.search}" here, expected {", ".join(known)}')
    if is_of_chances(parameters) and parameters.search != wanted:
        raise RequestError(
            f"--unknown probability: {parameters.search} has no unknown probabilities, expected no --search"
        )
    return parameters.search


def is_of_chances(parameters: LiftParameters) -> bool:
    """Return whether a probability is open."""
    return isinstance(parameters, ThresholdParameters) and parameters.unknown == PROBABILITY


def check_states_tree(searched: Problem) -> None:
    """Refuse a problem whose tree is made by the rules of a game: its numbers are not for us to draw. Raises RequestError."""
    if is_played(searched.stated):
        raise RequestError("the tree of a game follows from its rules; expected a problem that states its tree")


def request_of(parameters: LiftParameters) -> TreeParameters:
    """Return the request for the trees that are searched."""
    made, shape = _TREES[search_of(parameters)], parameters.shape
    if made is ExpectiminimaxParameters and "chance" not in shape.layers and shape.skeleton is None:
        shape = shape._replace(layers=ExpectiminimaxParameters().shape.layers)
    if is_of_chances(parameters) and shape.branching == Shape().branching:
        shape = shape._replace(branching=(2, 2))  # x and 1 - x are two outcomes
    question = Question(conventions=parameters.question.conventions)
    return made(
        shape=shape,
        leaves=parameters.leaves,
        ordering=parameters.ordering,
        question=question,
        limits=parameters.limits,
    )


def idle_in_lift(parameters: LiftParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    return idle_in_trees(request_of(parameters))


def searched_by(parameters: LiftParameters, game: Game) -> Problem:
    """Return the problem of the kind that searches, of a drawn game; what it asks is of no matter."""
    kind, conventions = KINDS[search_of(parameters)], parameters.question.conventions
    known = conventions._replace(stated=conventions.stated.intersection(kind.conventions))
    return Problem("", kind.name, game, known, kind.asked, dict.fromkeys(kind.asked, 1))


Made = TypeVar("Made", ThresholdParameters, ClaimsParameters, ConstructParameters, DeepeningParameters)


def like_searched(parameters: type[Made], searched: Problem, promise: Promise) -> Made:
    """Return the request for trees of the same shape and names with values in the same range. Raises RequestError for those of games."""
    check_states_tree(searched)
    trees = like_tree(AlphaBetaParameters, searched, promise)
    return parameters(
        search=searched.kind,
        shape=trees.shape,
        leaves=trees.leaves._replace(pattern=()),
        promise=promise,
        limits=trees.limits,
    )


def is_of_arms(parameters: ThresholdParameters) -> bool:
    """Return whether children of one node are asked for, not trees."""
    return search_of(parameters) == UCB.name


# -- the mirror image of an exercise that asks about a search: its tree turned round, with all that is asked of it


def mirrored_lift(
    parameters: type[Made], problem: Problem, promise: Promise, turn: Callable[[Any], Any] = lambda asked: asked
) -> tuple[Made, Problem]:
    """Return the request for the mirror image, and the problem of that image, where `turn` turns what is asked. Raises RequestError where there is no tree.

    Most that is asked about a tree names its nodes, which the mirror image has too.
    """
    game: Lifted = problem.game
    tree = game.searched.game
    if not isinstance(tree, Tree):
        raise RequestError("the children of a UCB problem have no mirror image; expected a problem of trees")
    check_states_tree(game.searched)
    turned = game.searched._replace(game=mirror(tree))
    image = problem._replace(game=game._replace(searched=turned, asked=turn(game.asked)))
    text = to_yaml(write_problem(KINDS[problem.kind], image))
    ordering = Ordering(mirror=numbered(tree.whole).frozen())
    made = parameters(search=game.searched.kind, ordering=ordering, promise=promise, given=text)
    return made, image._replace(game=read_given(text))


@lru_cache(maxsize=4)
def read_given(text: str) -> Lifted:
    """Return the game of a problem that was written out."""
    game: Lifted = read_exercise(parse_document(text.encode(), "the problem", ProblemError), KINDS).problem.game
    return game
