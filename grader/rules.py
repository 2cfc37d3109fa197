"""The local rules of game-tree search: each is a pure function of what one step sees.

Everything else in the project (answers, explanations, wrong answers with a name) is one of these folded over a tree by
`grader.search`; no other module knows how a value, a window or a score is computed. Sorts of node, players among them, are
indices. No rule of a tree asks what sort of number it sees, or makes another of it: they compare, add and scale.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grader.exact import INFINITY, Bound, Number, quotient, total, weighed

T = TypeVar("T")

ValueRule: TypeAlias = Callable[[Sequence[Number], Sequence[Number | None]], Number]
"""From the children's values and the probabilities of their edges to the node's value."""

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


def maximum(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the largest child's value: MAX moves.

    >>> maximum([3, 2, 2], [None] * 3)
    3
    """
    return max(values)


def minimum(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the smallest child's value: MIN moves.

    >>> minimum([3, 12, 8], [None] * 3)
    3
    """
    return min(values)


def expectation(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the expected value of the children, exactly.

    >>> expectation([2, 7], [Fraction(3, 10), Fraction(7, 10)])
    Fraction(11, 2)
    """
    return total(values, probabilities)


def expected_bound(values: Sequence[Bound], probabilities: Sequence[Number | None]) -> Bound:
    """Return the expected value of the children where some may be infinite: one that can happen decides.

    >>> expected_bound([2, INFINITY], [1, 0]), expected_bound([2, INFINITY], [Fraction(1, 2)] * 2)
    (2, inf)
    """
    return weighed(values, [p or 0 for p in probabilities])


def plain_mean(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the mean of the children, whatever their probabilities.

    >>> plain_mean([2, 7], [Fraction(3, 10), Fraction(7, 10)])
    Fraction(9, 2)
    """
    return quotient(sum(values), len(values))


def least_played(values: Sequence[Number], weights: Sequence[Number | None]) -> Number:
    """Return the least value of the children that may be played: those whose weight is 1, not 0.

    >>> least_played([3, 7, 5], [0, 1, 1])
    5
    """
    return min(value for value, weight in zip(values, weights, strict=True) if weight)


def most_played(values: Sequence[Number], weights: Sequence[Number | None]) -> Number:
    """Return the largest value of the children that may be played.

    >>> most_played([9, 7, 5], [0, 1, 1])
    7
    """
    return max(value for value, weight in zip(values, weights, strict=True) if weight)


def mean_bound(values: Sequence[Bound], probabilities: Sequence[Number | None]) -> Bound:
    """Return the mean of the children where some may be infinite."""
    return weighed(values, [Fraction(1, len(values))] * len(values))


ValueRules: TypeAlias = tuple[ValueRule | None, ...]
"""The rule of each sort of node, in the order of the sorts (a leaf has none)."""

VALUE_RULES: ValueRules = (None, maximum, minimum, expectation, plain_mean)
BOUND_RULES: ValueRules = (None, maximum, minimum, expected_bound, mean_bound)  # type: ignore[assignment]  # of bounds
"""The same rules for one end of what is known of each child: the lows make the node's low, the highs its high."""


def replaced(rules: tuple[T, ...], changed: Mapping[int, T]) -> tuple[T, ...]:
    """Return the rules, or roles, with those of some sorts of node changed.

    >>> replaced((None, maximum, minimum), {2: maximum}) == (None, maximum, maximum)
    True
    """
    return tuple(changed.get(sort, rule) for sort, rule in enumerate(rules))


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


def add_outcome(
    known: Known, alpha: Bound, beta: Bound, value: Number, p: Number
) -> tuple[tuple[Number, Number], Bound, Bound]:
    """Return what a chance node knows after one more outcome, and its window as it was: chance moves neither bound.

    It knows what the outcomes came to so far, each times its probability, and the probability of those that are left.
    """
    done, rest = known
    return (total((done, value), (1, p)), rest - p), alpha, beta


def done_so_far(cutoff: CutoffTest, known: Known, alpha: Bound, beta: Bound) -> Bound:
    """Return what the outcomes of a chance node came to."""
    done: Number = known[0]
    return done


def never_skips(cutoff: CutoffTest, known: Known, alpha: Bound, beta: Bound) -> bool:
    """Return False: all children are examined."""
    return False


def possible_range(known: Known, bounds: tuple[Bound, Bound]) -> tuple[Bound, Bound]:
    """Return the least and the most that a chance node can still be worth where every leaf lies within the bounds.

    >>> possible_range((Fraction(3, 2), Fraction(1, 4)), (0, 10))
    (Fraction(3, 2), 4)
    """
    (done, rest), (low, high) = known, bounds
    return weighed((done, low), (1, rest)), weighed((done, high), (1, rest))


def outcome_window(
    known: Known, alpha: Bound, beta: Bound, p: Number, *, bounds: tuple[Bound, Bound], is_divided: bool = True
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
    cutoff: CutoffTest, known: Known, alpha: Bound, beta: Bound, *, bounds: tuple[Bound, Bound]
) -> bool:
    """Return whether a chance node can be skipped: at best it is worth no more than alpha, or at worst no less than beta."""
    least, most = possible_range(known, bounds)
    return cutoff(alpha, most) or cutoff(least, beta)


def possible_bound(
    cutoff: CutoffTest, known: Known, alpha: Bound, beta: Bound, *, bounds: tuple[Bound, Bound]
) -> Bound:
    """Return what a chance node returns: the most or the least that it can be worth, by which it left the window.

    After its last outcome both are its expected value.
    """
    least, most = possible_range(known, bounds)
    return most if cutoff(alpha, most) else least


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


_LEAF = Role(None, add_up)  # never used: nothing is below a leaf
_MEAN = Role((0, 0), add_up, no_bounds, finish=mean_of_sum)
_NOTHING_KNOWN = (-INFINITY, INFINITY)
_NOTHING_DONE = (0, 1)


def star1(bounds: tuple[Bound, Bound] | None = None) -> Role:
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


CHANCE_UNCUT = Role(_NOTHING_DONE, add_outcome, no_bounds, never_skips, done_so_far)  # type: ignore[arg-type]  # as above
"""A chance node that asks each outcome for its value and never skips any."""
ROLES = (_LEAF, Role(-INFINITY, raise_alpha), Role(INFINITY, lower_beta), star1(), _MEAN)
"""The role of each sort of node, in the order of the sorts; of chance nodes that where no leaf is known to lie within bounds."""


class SearchRules(NamedTuple):
    """The rules of an alpha-beta search: the cutoff test, and the role of each sort of node.

    With `shared_window` alpha and beta are two variables for the whole search: a node goes on with its child's.
    """

    cutoff: CutoffTest = operator.ge
    roles: tuple[Role, ...] = ROLES
    shared_window: bool = False


CUTOFF_TESTS: dict[str, CutoffTest] = {"alpha >= beta": operator.ge, "alpha > beta": operator.gt}


def clamp(number: Bound, window: tuple[Bound, Bound]) -> Bound:
    """Return the number moved into the window: what a fail-hard search reports.

    >>> clamp(9, (2, 5))
    5
    """
    alpha, beta = window
    return alpha if number < alpha else beta if number > beta else number


LOGARITHMS: dict[str, Callable[[int], float]] = {"ln": math.log, "log10": math.log10, "log2": math.log2}
TIED = 1e-9
"""Two UCB scores that are no further apart than this count as equal."""


class Bonus(NamedTuple):
    """How a UCB score weighs exploration: constant * sqrt(inside * log N / n)."""

    constant: float = math.sqrt(2)
    inside: float = 1
    log: Callable[[int], float] = math.log


def mean_reward(total: Number, visits: int) -> float:
    """Return the exploitation term of a UCB score: the total reward over the child's visits."""
    return float(Fraction(total) / visits)


def exploration_bonus(visits: int, parent_visits: int, bonus: Bonus) -> float:
    """Return the exploration term of a UCB score; parent_visits of 1 gives 0."""
    return bonus.constant * math.sqrt(bonus.inside * bonus.log(parent_visits) / visits)


class UcbRules(NamedTuple):
    """The two terms of a UCB score."""

    exploitation: Callable[[Number, int], float] = mean_reward
    exploration: Callable[[int, int, Bonus], float] = exploration_bonus


def ucb_score(total: Number, visits: int, parent_visits: int, bonus: Bonus, rules: UcbRules = UcbRules()) -> float:
    """Return the UCB score of a child that was visited: its mean reward plus the exploration bonus.

    Source: Auer, Cesa-Bianchi and Fischer 2002 (UCB1); Kocsis and Szepesvari 2006 (UCT).

    >>> round(ucb_score(7, 10, 21, Bonus()), 2)
    1.48
    """
    return rules.exploitation(total, visits) + rules.exploration(visits, parent_visits, bonus)
