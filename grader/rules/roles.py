"""What one sort of node does in a search, step by step; the steps of players, and of a node that takes the plain mean."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from grader.exact import INFINITY, Bound, Number, quotient

CutoffTest: TypeAlias = Callable[[Bound, Bound], bool]
"""From alpha and beta to whether the node's remaining children are skipped."""

Known: TypeAlias = Any
"""What a node knows between two children: a player's best value so far; of a chance node say what is done, what is left."""

HandDown: TypeAlias = Callable[[Known, Bound, Bound, Number | None], tuple[Bound, Bound]]
"""From what a node knows, its window and the probability of its next child to the window with which that is searched."""

TakeIn: TypeAlias = Callable[[Known, Bound, Bound, Bound, Number | None], tuple[Known, Bound, Bound]]
"""From what a node knew, its window, a child's value and probability to what it knows now, and its new window."""

NodeTest: TypeAlias = Callable[[CutoffTest, Known, Bound, Bound], bool]
"""From the cutoff test, what a node knows and its window to whether its remaining children are skipped."""

Finish: TypeAlias = Callable[[CutoffTest, Known, Bound, Bound], Bound]
"""From the same to what the node returns."""


def raise_alpha(best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None) -> tuple[Bound, Bound, Bound]:
    """Return (best, alpha, beta) of a MAX node after one more child: the best value raises alpha."""
    if value > best:
        return value, (value if value > alpha else alpha), beta
    return best, alpha, beta


def lower_beta(best: Bound, alpha: Bound, beta: Bound, value: Bound, p: Number | None) -> tuple[Bound, Bound, Bound]:
    """Return (best, alpha, beta) of a MIN node after one more child: the best value lowers beta."""
    if value < best:
        return value, alpha, (value if value < beta else beta)
    return best, alpha, beta


def add_up(known: Known, alpha: Bound, beta: Bound, value: Bound, p: Number | None) -> tuple[Known, Bound, Bound]:
    """Return what a MEAN node knows after one more child, sum and count, and its window as it was: a mean bounds nothing."""
    so_far, count = known
    return (so_far + value, count + 1), alpha, beta


def no_bounds(known: Known, alpha: Bound, beta: Bound, p: Number | None) -> tuple[Bound, Bound]:
    """Return the window without bounds."""
    return -INFINITY, INFINITY


def mean_of_sum(cutoff: CutoffTest, known: Known, alpha: Bound, beta: Bound) -> Bound:
    """Return what a MEAN node returns: its sum over the number of its children."""
    return quotient(*known)


class Role(NamedTuple):
    """The rules of one sort of node in a search, from its first child to its end.

    `start` is what it knows before its first child. `hand_down` says with which window a child is searched (None: its own),
    `take_in` what a child's value changes, `test` when its remaining children are skipped (None: when the cutoff test holds
    for its window), `finish` what it returns for what it knows at the end (None: just that).
    """

    start: Known
    take_in: TakeIn
    hand_down: HandDown | None = None
    test: NodeTest | None = None
    finish: Finish | None = None


MAX_ROLE = Role(-INFINITY, raise_alpha)
MIN_ROLE = Role(INFINITY, lower_beta)
MEAN_ROLE = Role((0, 0), add_up, no_bounds, finish=mean_of_sum)
