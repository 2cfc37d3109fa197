"""One draw of each kind: from a request and a seed's choices to a problem, good or not. Nothing is checked here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from string import ascii_uppercase

from generators.draws import Draws
from generators.errors import RequestError
from generators.games.checks import check_game
from generators.games.drawn import draw_played
from generators.games.record import Played
from generators.leaves import check_leaves, check_within, draw_leaves, leaves_within
from generators.limit_checks import check_limits
from generators.limits import limited
from generators.names import check_names
from generators.orderings import check_ordering, mirror, reorder
from generators.parameters import (
    AlphaBetaParameters,
    Leaves,
    Parameters,
    Question,
    TreeParameters,
    UcbParameters,
)
from generators.playing import check_playing, with_playing
from generators.prune_exactly import draw_values, draw_worst, plan_search
from generators.shapes import check_shape, draw_skeleton, is_fixed, most_leaves
from grader.exact import Number, whole
from grader.games.problem import Game
from grader.games.tree import CHANCE, LEAF, Tree
from grader.kinds import KINDS, Problem
from grader.kinds.ucb.scores import Arms
from grader.search import FULL_WINDOW

Draw = Callable[[Parameters, Draws], Tree | Arms]
_MOST_CHILDREN = 100
_MOST_VISITS = 10**9


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
    if parameters.pruning.prune_count is not None or parameters.pruning.leaves_evaluated is not None:
        raise RequestError("prune-exactly says already what is skipped; leave out prune-count and leaves-evaluated")
    if not is_fixed(parameters.shape) and parameters.shape.skeleton is None:
        raise RequestError(
            "prune-exactly names nodes of a fixed shape; choose one --depth and one --branching, or give the --shape"
        )
    plan_search(sample, parameters.pruning.prune_exactly, right_to_left=conventions.right_to_left)


def draw_arms(parameters: UcbParameters, draws: Draws) -> Arms:
    """Return the children of one node with visits and total rewards; at least one of them was visited."""
    fewest, most = parameters.children
    unvisited_least, unvisited_most = parameters.unvisited
    count = draws.between(max(fewest, unvisited_least + 1), most)  # one child at least was visited
    unvisited = draws.between(unvisited_least, min(unvisited_most, count - 1))
    places = set(draws.sample(range(count), unvisited)) if unvisited else set()
    visits = [0 if child in places else draws.between(*parameters.visits) for child in range(count)]
    steps = [int(Fraction(visited * parameters.reward) / Fraction(parameters.step)) for visited in visits]
    totals: list[Number] = [whole(Fraction(draws.between(0, end) * parameters.step)) for end in steps]
    names = list(ascii_uppercase) if parameters.names == "letters" else list(parameters.names)
    if len(names) < count:
        names = [f"c{child + 1}" for child in range(count)]
    extra = draws.between(*parameters.extra_visits)
    priors = draw_priors(count, draws) if parameters.question.conventions.weighs_priors else []
    return Arms(names[:count], totals, visits, sum(visits) + extra, priors)


def draw_priors(count: int, draws: Draws) -> list[Number]:
    """Return a prior above 0 for each child, in tenths if there are few; they sum to 1."""
    parts = next(parts for parts in (10, 20, 100) if count * 2 <= parts)
    ends = [0, *sorted(draws.sample(range(1, parts), count - 1)), parts]
    return [whole(Fraction(end - start, parts)) for start, end in pairwise(ends)]


def check_arms(parameters: UcbParameters) -> None:
    """Refuse a request for UCB exercises that contradicts itself. Raises RequestError."""
    (fewest, most), (least, _) = parameters.children, parameters.visits
    if not 1 <= fewest <= most <= _MOST_CHILDREN:
        raise RequestError(f"expected 1 to {_MOST_CHILDREN} children, as 4 or 3-5")
    if not 1 <= least <= parameters.visits[1] <= _MOST_VISITS:
        raise RequestError("expected visits of at least 1, as 2-20; for children without visits there is --unvisited")
    if not 0 <= parameters.unvisited[0] <= parameters.unvisited[1] <= fewest:
        raise RequestError(f"expected at most {fewest} children without visits")
    if not 0 <= parameters.extra_visits[0] <= parameters.extra_visits[1]:
        raise RequestError("expected extra visits of the parent of at least 0")
    if parameters.reward <= 0 or parameters.step <= 0:
        raise RequestError("expected a largest reward and a step above 0")
    if isinstance(parameters.names, tuple):
        check_names(parameters.names)
        if len(parameters.names) < most:
            raise RequestError(f"{len(parameters.names)} names are too few for {most} children")
    elif parameters.names != "letters":
        raise RequestError(f'there are no names "{parameters.names}", expected letters, or the ids')
    if parameters.unvisited[0] == most:
        raise RequestError("where no child was visited there is no score to compute; leave some of them visited")


def draw_searched(kind: str, parameters: TreeParameters, draws: Draws) -> Tree | Played:
    """Return the tree of a game, where one is named, or a tree."""
    return draw_tree(parameters, draws) if parameters.game is None else draw_played(kind, parameters, draws)


def pose(kind: str, game: Game | Played, question: Question, ask: tuple[str, ...]) -> Problem:
    """Return the problem that asks the question about the game."""
    worth = dict(question.points)
    points = {part: worth.get(part, 1) for part in ask}
    title = question.title or KINDS[kind].title
    stated = {} if question.after is None else {"after": question.after}
    if isinstance(game, Played):
        stated = {**game.stated, **stated}
        game = game.tree
    return Problem(
        question.id, kind, game, question.conventions, ask, points, title, stated=stated, policy=question.marking
    )
