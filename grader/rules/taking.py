"""Rules of games in which who cannot move has lost or won: what a position is worth by the positions one move away."""

from collections.abc import Callable, Sequence

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
