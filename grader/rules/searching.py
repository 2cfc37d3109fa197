"""The rules of an alpha-beta search: a role for each sort of node, and the cutoff test."""

import operator
from typing import NamedTuple

from grader.exact import Bound
from grader.rules.chance import star1
from grader.rules.roles import MAX_ROLE, MEAN_ROLE, MIN_ROLE, AnyRole, CutoffTest, Role, add_up

_LEAF: AnyRole = Role(None, add_up)  # never used: nothing is below a leaf
ROLES: tuple[AnyRole, ...] = (_LEAF, MAX_ROLE, MIN_ROLE, star1(), MEAN_ROLE)
"""The role of each sort of node, in the order of the sorts; of chance nodes that where no leaf is known to lie within bounds."""


class SearchRules(NamedTuple):
    """The rules of an alpha-beta search: the cutoff test, and the role of each sort of node.

    With `shared_window` alpha and beta are two variables for the whole search: a node goes on with its child's.
    """

    cutoff: CutoffTest = operator.ge
    roles: tuple[AnyRole, ...] = ROLES
    shared_window: bool = False


CUTOFF_TESTS: dict[str, CutoffTest] = {"alpha >= beta": operator.ge, "alpha > beta": operator.gt}


def clamp(number: Bound, window: tuple[Bound, Bound]) -> Bound:
    """Return the number moved into the window: what a fail-hard search reports.

    >>> clamp(9, (2, 5))
    5
    """
    alpha, beta = window
    return alpha if number < alpha else beta if number > beta else number
