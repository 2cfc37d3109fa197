"""Exercises in which an object is handed in: a drawn tree, and an order, numbers or changes that are looked for on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generators.construct_requests import (
    NOT_FOUND,
    are_different,
    fewest_of,
    free_of,
    order_of,
    posed,
    tree_request,
    whole_numbers,
)
from generators.drawing import draw_tree
from generators.draws import Draws
from generators.parameters import ConstructParameters
from generators.shapes import most_leaves
from generators.turned import read_given
from grader.data import Data
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.claim import Claim
from grader.kinds.lifts.construct.asked import CHANGES, ORDER, VALUES, Allowed, Asked, Construction
from grader.kinds.lifts.construct.door import BEST
from grader.kinds.lifts.construct.unfit import Unfit
from grader.kinds.lifts.searched import right_way

_PICKED = 6
"""Sets of free leaves that are tried on one tree before another one is drawn."""


def draw_construct(parameters: ConstructParameters, draws: Draws) -> Construction:
    """Return a tree with what is to be made of it; of one on which that cannot be asked no best object is known."""
    if parameters.given:
        given: Data = read_given(parameters.given)
        read: Construction = given
        return read
    searched = posed(parameters, draw_tree(tree_request(parameters), draws))
    return _DRAWN[parameters.make](parameters, searched, draws)


def with_best(lifted: Construction) -> Construction:
    """Return the construction with its best object; with none where none is known, or a trivial one is as good."""
    try:
        found = BEST[lifted.asked.make](lifted)
    except Unfit:
        found = NOT_FOUND
    return Construction(lifted.searched, lifted.asked._replace(found=found))


def is_fit(lifted: Construction) -> bool:
    """Return whether a best object is known."""
    return bool(lifted.asked.found.example)


def _draw_order(parameters: ConstructParameters, searched: Problem, draws: Draws) -> Construction:
    return with_best(order_of(parameters, searched))


def _draw_values(parameters: ConstructParameters, searched: Problem, draws: Draws) -> Construction:
    """Return the goal that is asked for, or else the one that the drawn numbers reach, some of which are to be found again.

    Numbers that repeat can skip more than was asked for; then others have to be found for the leaves that are free.
    """
    tree: Tree = searched.game
    skipped = right_way(searched).answers(("pruned",))["pruned"].roots
    goal = Claim("pruned-exactly", ids=parameters.prune_exactly or tuple(tree.ids[node] for node in skipped))
    lifted = Construction(searched, Asked(VALUES, claims=(goal,), allowed=_allowed(parameters), found=NOT_FOUND))
    for _ in range(_PICKED if skipped and not parameters.free_ids else 1):
        lifted = _with_free(lifted, parameters, draws)
        if skipped and is_fit(best := with_best(lifted)):
            return best
    return lifted


def _with_free(lifted: Construction, parameters: ConstructParameters, draws: Draws) -> Construction:
    """Return the construction in which chance says which leaves are free, unless the request does."""
    tree: Tree = lifted.searched.game
    leaves = tree.leaves()
    chosen = sorted(draws.sample(leaves, min(draws.between(*free_of(parameters)), len(leaves))))
    free = parameters.free_ids or tuple(tree.ids[leaf] for leaf in chosen)
    return Construction(lifted.searched, lifted.asked._replace(free=free))


def _draw_changes(parameters: ConstructParameters, searched: Problem, draws: Draws) -> Construction:
    """Return a goal that as few changes reach as is asked for: another move is to be the only best one."""
    tree: Tree = searched.game
    asked = Asked(CHANGES, allowed=_allowed(parameters), found=NOT_FOUND)
    least, most = fewest_of(parameters)
    lifted = Construction(searched, asked)
    for move in draws.shuffled(list(tree.children(0))):
        claims = (Claim("only-best-move", ids=(tree.ids[move],)),)
        lifted = with_best(Construction(searched, asked._replace(claims=claims)))
        if is_fit(lifted) and least <= (lifted.asked.found.best or 0) <= most:
            return lifted
    return lifted


def _allowed(parameters: ConstructParameters) -> Allowed:
    """Return that the numbers are whole ones from the range of the leaves."""
    request = tree_request(parameters)
    numbers = whole_numbers(request, most_leaves(request.shape))
    return Allowed(numbers[0], numbers[-1], integers=True, distinct=are_different(parameters))


_DRAWN: Mapping[str, Callable[[ConstructParameters, Problem, Draws], Construction]] = {
    ORDER: _draw_order,
    VALUES: _draw_values,
    CHANGES: _draw_changes,
}
