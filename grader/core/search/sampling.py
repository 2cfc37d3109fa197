"""One iteration of Monte Carlo tree search: where selection stops, which nodes join, what is updated, whose reward is recorded. Positions won and lost.

Source: Kocsis and Szepesvari 2006; Coulom 2006; Browne et al. 2012.
"""

from collections.abc import Callable, Sequence

from grader.core.numbers import Number

GoesOn = Callable[[Sequence[int], Sequence[int]], bool]
"""From the children inside the search tree and those outside to whether selection goes on to one of those inside."""
Joins = Callable[[Sequence[int], Sequence[int], bool], Sequence[int]]
"""From the children inside and outside, and whether the node was visited or is the root, to those that join."""
Extends = Callable[[Sequence[int]], Sequence[int]]
"""From the nodes that joined to those that the path goes on to."""
Updated = Callable[[Sequence[int], Sequence[int]], Sequence[int]]
"""From the path and the nodes that joined to the nodes of the path that are updated."""


def goes_on_where_complete(inside: Sequence[int], outside: Sequence[int]) -> bool:
    """Return whether all children are in the search tree: a missing one joins first."""
    return bool(inside) and not outside


def goes_on_among_those_inside(inside: Sequence[int], outside: Sequence[int]) -> bool:
    """Return whether any child is in the search tree."""
    return bool(inside)


def first_joins(inside: Sequence[int], outside: Sequence[int], was_visited: bool) -> Sequence[int]:  # noqa: FBT001  # one of three facts
    """Return the first missing child.

    >>> first_joins([1], [2, 3], True)
    [2]
    """
    return outside[:1]


def last_joins(inside: Sequence[int], outside: Sequence[int], was_visited: bool) -> Sequence[int]:  # noqa: FBT001  # one of three facts
    """Return the last missing child."""
    return outside[-1:]


def first_joins_an_end(inside: Sequence[int], outside: Sequence[int], was_visited: bool) -> Sequence[int]:  # noqa: FBT001  # one of three facts
    """Return the first child of a node that has none in the search tree."""
    return [] if inside else outside[:1]


def all_join(inside: Sequence[int], outside: Sequence[int], was_visited: bool) -> Sequence[int]:  # noqa: FBT001  # one of three facts
    """Return all children of a node that has none in the search tree, if it was visited before."""
    return outside if was_visited and not inside else []


def every_one_joins(inside: Sequence[int], outside: Sequence[int], was_visited: bool) -> Sequence[int]:  # noqa: FBT001  # one of three facts
    """Return all that is missing: every move of a playout adds a node."""
    return outside


def to_the_first(joined: Sequence[int]) -> Sequence[int]:
    """Return the first of the nodes that joined."""
    return joined[:1]


def to_all(joined: Sequence[int]) -> Sequence[int]:
    """Return all nodes that joined, each a child of the one before."""
    return joined


def whole_path(path: Sequence[int], joined: Sequence[int]) -> Sequence[int]:
    """Return every node of the path."""
    return path


def last_of_path(path: Sequence[int], joined: Sequence[int]) -> Sequence[int]:
    """Return the last node alone."""
    return path[-1:]


def below_root(path: Sequence[int], joined: Sequence[int]) -> Sequence[int]:
    """Return all nodes but the root."""
    return path[1:]


def above_new_node(path: Sequence[int], joined: Sequence[int]) -> Sequence[int]:
    """Return all nodes but the one that joined."""
    return path[:-1] if joined else path


def one_minus(reward: Number, visits: int) -> Number:
    """Return the rewards of the other player where wins count 1: what is left of one a visit."""
    return visits - reward


def negated(reward: Number, visits: int) -> Number:
    """Return the rewards of the other player where one wins what the other loses."""
    return -reward


COMPLEMENTS: dict[str, Callable[[Number, int], Number]] = {"one-minus": one_minus, "negate": negated}
"""From the sum of one player's rewards over so many visits to the other's."""
EXPANSIONS: dict[str, tuple[GoesOn, Joins]] = {
    "one": (goes_on_where_complete, first_joins),
    "all": (goes_on_among_those_inside, all_join),
}
"""Where selection stops, and which children join then."""
PLAYED: tuple[GoesOn, Joins] = (goes_on_among_those_inside, first_joins)
"""The same where playouts are given: every node counts as fully expanded, and of a playout the next node joins."""


# -- rules of games in which who cannot move has lost or won: what a position is worth by the positions one move away

OutcomeRule = Callable[[Sequence[bool]], bool]
"""From whether the player to move wins at each position one move away, of which there is one at least, to whether he wins here."""

NimRule = Callable[[Sequence[int]], int]
"""From the nim values one move away to the nim value here."""


def some_move_loses(after: Sequence[bool]) -> bool:
    """Return whether a move leads to a loss of the other player.

    >>> some_move_loses([True, False]), some_move_loses([True, True])
    (True, False)
    """
    return not all(after)


def every_move_loses(after: Sequence[bool]) -> bool:
    """Return whether every move leads to a loss of the other player: the wrong rule of those who let the player to move choose badly."""
    return not any(after)


def least_excluded(after: Sequence[int]) -> int:
    """Return the smallest number from 0 up that is not among the nim values one move away (Grundy 1939).

    >>> least_excluded([0, 1, 3]), least_excluded([])
    (2, 0)
    """
    found, value = set(after), 0
    while value in found:
        value += 1
    return value


def largest_plus_one(after: Sequence[int]) -> int:
    """Return one more than the largest nim value one move away: a wrong rule that skips numbers left out below."""
    return max(after, default=-1) + 1
