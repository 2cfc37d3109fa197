"""What one sort of node does in a search, step by step; the steps of players, and of a node that takes the plain mean."""

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from grader.core.numbers import INFINITY, Bound, Number, quotient, total, weighed

CutoffTest: TypeAlias = Callable[[Bound, Bound], bool]
"""From alpha and beta to whether the node's remaining children are skipped."""

Known = TypeVar("Known")
"""What a node knows between two children: a player's best value so far; of a chance node say what is done, what is left."""

Above = TypeVar("Above")
"""What is handed down in the place of alpha: alpha, a number; where several play, what ancestors have."""

Worth = TypeVar("Worth")
"""What a child returns: a number; where several play, one for each of them."""

Window: TypeAlias = tuple[Bound, Bound]
"""Alpha and beta."""

HandDown: TypeAlias = Callable[[Known, Above, Bound, Number | None], tuple[Above, Bound]]
"""From what a node knows, its window and the probability of its next child to the window with which that is searched."""

TakeIn: TypeAlias = Callable[[Known, Above, Bound, Worth, Number | None], tuple[Known, Above, Bound]]
"""From what a node knew, its window, a child's value and probability to what it knows now, and its new window."""

NodeTest: TypeAlias = Callable[[CutoffTest, Known, Above, Bound], bool]
"""From the cutoff test, what a node knows and its window to whether its remaining children are skipped."""

Finish: TypeAlias = Callable[[CutoffTest, Known, Above, Bound], Worth]
"""From the same to what the node returns."""

Sum: TypeAlias = tuple[Number, int]
"""What a MEAN node knows: the sum of its children's values so far, and their number."""


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


def clipped(window: Window, bounds: Window) -> Window:
    """Return the window without what lies beyond the bounds.

    >>> clipped((-INFINITY, 7), (0, 10))
    (0, 7)
    """
    return max(window[0], bounds[0]), min(window[1], bounds[1])


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


def handing_within(role: "AnyRole", bounds: Window) -> "AnyRole":
    """Return the role that hands down its windows clipped to the bounds; a node's own window lies within them already."""
    hand = role.hand_down
    if hand is None:
        return role
    return role._replace(hand_down=lambda *sees: clipped(hand(*sees), bounds))


AnyRole: TypeAlias = Role[Any, Any, Any]
"""The role of one sort of node, whatever it knows: a search hands each role back what that role has made."""
AnyKnown: TypeAlias = Any
"""What a node of any sort knows between two children."""

MAX_ROLE: Role[Bound, Bound, Bound] = Role(-INFINITY, raise_alpha)
MIN_ROLE: Role[Bound, Bound, Bound] = Role(INFINITY, lower_beta)
MEAN_ROLE: Role[Sum, Bound, Number] = Role((0, 0), add_up, no_bounds, finish=mean_of_sum)


# -- what a chance node does in a search that cuts: Ballard's Star1

_NOTHING_KNOWN = (-INFINITY, INFINITY)

Outcomes: TypeAlias = tuple[Number, Number]
"""What a chance node knows: what its outcomes came to so far, each times its probability, and the probability of those that are left."""
_NOTHING_DONE: Outcomes = (0, 1)


def add_outcome(known: Outcomes, alpha: Bound, beta: Bound, value: Number, p: Number) -> tuple[Outcomes, Bound, Bound]:
    """Return what a chance node knows after one more outcome, and its window as it was: chance moves neither bound."""
    done, rest = known
    return (total((done, value), (1, p)), rest - p), alpha, beta


def done_so_far(cutoff: CutoffTest, known: Outcomes, alpha: Bound, beta: Bound) -> Bound:
    """Return what the outcomes of a chance node came to."""
    return known[0]


def never_skips(cutoff: CutoffTest, known: object, alpha: Bound, beta: Bound) -> bool:
    """Return False: all children are examined."""
    return False


def possible_range(known: Outcomes, bounds: tuple[Bound, Bound]) -> tuple[Bound, Bound]:
    """Return the least and the most that a chance node can still be worth where every leaf lies within the bounds.

    >>> possible_range((Fraction(3, 2), Fraction(1, 4)), (0, 10))
    (Fraction(3, 2), 4)
    """
    (done, rest), (low, high) = known, bounds
    return weighed((done, low), (1, rest)), weighed((done, high), (1, rest))


def outcome_window(
    known: Outcomes, alpha: Bound, beta: Bound, p: Number, *, bounds: tuple[Bound, Bound], is_divided: bool = True
) -> tuple[Bound, Bound]:
    """Return the window in which an outcome of probability p can still bring its chance node into (alpha, beta).

    An outcome that cannot happen is asked for nothing. `is_divided` is False for those who forget to divide by p.

    >>> outcome_window((0, 1), 5, INFINITY, Fraction(3, 4), bounds=(0, 10))
    (Fraction(10, 3), inf)
    """
    if not p:
        return -INFINITY, INFINITY
    (done, rest), (low, high) = known, bounds
    times = 1 / Fraction(p) if is_divided else Fraction(1)
    weights = (times, -times, (p - rest) * times)  # of the bound, of what is done, and of those after this outcome
    return weighed((alpha, done, high), weights), weighed((beta, done, low), weights)


def leaves_the_window(
    cutoff: CutoffTest, known: Outcomes, alpha: Bound, beta: Bound, *, bounds: tuple[Bound, Bound]
) -> bool:
    """Return whether a chance node can be skipped: at best it is worth no more than alpha, or at worst no less than beta."""
    least, most = possible_range(known, bounds)
    return cutoff(alpha, most) or cutoff(least, beta)


def possible_bound(
    cutoff: CutoffTest, known: Outcomes, alpha: Bound, beta: Bound, *, bounds: tuple[Bound, Bound]
) -> Bound:
    """Return what a chance node returns: the most or the least that it can be worth, by which it left the window.

    After its last outcome both are its expected value.
    """
    least, most = possible_range(known, bounds)
    return most if cutoff(alpha, most) else least


def star1(bounds: tuple[Bound, Bound] | None = None) -> Role[Outcomes, Bound, Bound]:
    """Return the role of a chance node where every leaf is known to lie within the bounds (none: anywhere).

    Source: Ballard 1983, Star1. The windows of outcomes are clipped to the bounds where the search is (`SearchRules.within`).
    """
    known = _NOTHING_KNOWN if bounds is None else bounds
    return Role(
        _NOTHING_DONE,
        add_outcome,  # type: ignore[arg-type]  # its outcomes have probabilities and values
        partial(outcome_window, bounds=known),
        partial(leaves_the_window, bounds=known),
        partial(possible_bound, bounds=known),
    )


CHANCE_UNCUT: Role[Outcomes, Bound, Bound] = Role(_NOTHING_DONE, add_outcome, no_bounds, never_skips, done_so_far)  # type: ignore[arg-type]  # as above
"""A chance node that asks each outcome for its value and never skips any."""


# -- the rules of an alpha-beta search: a role for each sort of node, and the cutoff test

_LEAF: AnyRole = Role(None, add_up)  # never used: nothing is below a leaf
ROLES: tuple[AnyRole, ...] = (_LEAF, MAX_ROLE, MIN_ROLE, star1(), MEAN_ROLE)
"""The role of each sort of node, in the order of the sorts; of chance nodes that where no leaf is known to lie within bounds."""


class SearchRules(NamedTuple):
    """The rules of an alpha-beta search: the cutoff test, and the role of each sort of node.

    With `shared_window` alpha and beta are two variables for the whole search: a node goes on with its child's. `within` is what
    the search believes of every leaf: the window with which it starts and those that are handed down are clipped to it.
    """

    cutoff: CutoffTest = operator.ge
    roles: tuple[AnyRole, ...] = ROLES
    shared_window: bool = False
    within: Window | None = None


CUTOFF_TESTS: dict[str, CutoffTest] = {"alpha >= beta": operator.ge, "alpha > beta": operator.gt}


def clamp(number: Bound, window: tuple[Bound, Bound]) -> Bound:
    """Return the number moved into the window: what a fail-hard search reports.

    >>> clamp(9, (2, 5))
    5
    """
    alpha, beta = window
    return alpha if number < alpha else beta if number > beta else number
