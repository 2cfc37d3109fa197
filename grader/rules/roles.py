"""What one sort of node does in a search, step by step; the steps of players, and of a node that takes the plain mean."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from grader.exact import INFINITY, Bound, Number, quotient

CutoffTest: TypeAlias = Callable[[Bound, Bound], bool]
"""From alpha and beta to whether the node's remaining children are skipped."""

Known = TypeVar("Known")
"""What a node knows between two children: a player's best value so far; of a chance node say what is done, what is left."""

Above = TypeVar("Above")
"""What is handed down in the place of alpha: alpha, a number; where several play, what ancestors have."""

Worth = TypeVar("Worth")
"""What a child returns: a number; where several play, one for each of them."""

HandDown: TypeAlias = Callable[[Known, Above, Bound, Number | None], tuple[Above, Bound]]
"""From what a node knows, its window and the probability of its next child to the window with which that is searched."""

TakeIn: TypeAlias = Callable[[Known, Above, Bound, Worth, Number | None], tuple[Known, Above, Bound]]
"""From what a node knew, its window, a child's value and probability to what it knows now, and its new window."""

NodeTest: TypeAlias = Callable[[CutoffTest, Known, Above, Bound], bool]
"""From the cutoff test, what a node knows and its window to whether its remaining children are skipped."""

Finish: TypeAlias = Callable[[CutoffTest, Known, Above, Bound], Worth]

Sum: TypeAlias = tuple[Number, int]
"""What a MEAN node knows: the sum of its children's values so far, and their number."""
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


def add_up(known: Sum, alpha: Bound, beta: Bound, value: Number, p: Number | None) -> tuple[Sum, Bound, Bound]:
    """Return what a MEAN node knows after one more child, sum and count, and its window as it was: a mean bounds nothing."""
    so_far, count = known
    return (so_far + value, count + 1), alpha, beta


def no_bounds(known: object, alpha: Bound, beta: Bound, p: Number | None) -> tuple[Bound, Bound]:
    """Return the window without bounds."""
    return -INFINITY, INFINITY


def mean_of_sum(cutoff: CutoffTest, known: Sum, alpha: Bound, beta: Bound) -> Number:
    """Return what a MEAN node returns: its sum over the number of its children."""
    return quotient(*known)


class Role(NamedTuple, Generic[Known, Above, Worth]):
    """The rules of one sort of node in a search, from its first child to its end.

    `start` is what it knows before its first child. `hand_down` says with which window a child is searched (None: its own),
    `take_in` what a child's value changes, `test` when its remaining children are skipped (None: when the cutoff test holds
    for its window), `finish` what it returns for what it knows at the end (None: just that).
    """

    start: Known
    take_in: TakeIn[Known, Above, Worth]
    hand_down: HandDown[Known, Above] | None = None
    test: NodeTest[Known, Above] | None = None
    finish: Finish[Known, Above, Worth] | None = None


AnyRole: TypeAlias = Role[Any, Any, Any]
"""The role of one sort of node, whatever it knows: a search hands each role back what that role has made."""
AnyKnown: TypeAlias = Any
"""What a node of any sort knows between two children."""

MAX_ROLE: Role[Bound, Bound, Bound] = Role(-INFINITY, raise_alpha)
MIN_ROLE: Role[Bound, Bound, Bound] = Role(INFINITY, lower_beta)
MEAN_ROLE: Role[Sum, Bound, Number] = Role((0, 0), add_up, no_bounds, finish=mean_of_sum)
