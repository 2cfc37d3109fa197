"""What a chance node does in a search that cuts: Ballard's Star1."""

from fractions import Fraction
from functools import partial
from typing import TypeAlias

from grader.exact import INFINITY, Bound, Number, total, weighed
from grader.rules.roles import CutoffTest, Role, no_bounds

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

    Source: Ballard 1983, Star1. The windows of outcomes are not clipped to the bounds, so that players know nothing of these.
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
