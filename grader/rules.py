"""The local rules of game-tree search: each is a pure function of what one step sees.

Everything else in the project (answers, explanations, wrong answers with a name) is one of these folded over a tree by
`grader.search`; no other module knows how a value, a window or a score is computed.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from grader.exact import INFINITY, Bound, Number, quotient, total, whole

ValueRule: TypeAlias = Callable[[Sequence[Number], Sequence[Number | None]], Number]
"""From the children's values and the probabilities of their edges to the node's value."""

CutoffTest: TypeAlias = Callable[[Bound, Bound], bool]
"""From alpha and beta to whether the node's remaining children are skipped."""

TakeIn: TypeAlias = Callable[[Bound, Bound, Bound, Bound], tuple[Bound, Bound, Bound]]
"""From (best so far, alpha, beta, a child's value) to the new (best, alpha, beta)."""

HandDown: TypeAlias = Callable[[Bound, Bound], tuple[Bound, Bound]]
"""From a node's window to the one with which its next child is searched."""


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


def plain_mean(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the mean of the children, whatever their probabilities.

    >>> plain_mean([2, 7], [Fraction(3, 10), Fraction(7, 10)])
    Fraction(9, 2)
    """
    return quotient(sum(values), len(values))


class ValueRules(NamedTuple):
    """The rule of each kind of node, indexed by that kind (a leaf has none)."""

    leaf: None = None
    max: ValueRule = maximum
    min: ValueRule = minimum
    chance: ValueRule = expectation
    mean: ValueRule = plain_mean


def raise_alpha(best: Bound, alpha: Bound, beta: Bound, value: Bound) -> tuple[Bound, Bound, Bound]:
    """Return (best, alpha, beta) of a MAX node after one more child: the best value raises alpha."""
    if value > best:
        return value, (value if value > alpha else alpha), beta
    return best, alpha, beta


def lower_beta(best: Bound, alpha: Bound, beta: Bound, value: Bound) -> tuple[Bound, Bound, Bound]:
    """Return (best, alpha, beta) of a MIN node after one more child: the best value lowers beta."""
    if value < best:
        return value, alpha, (value if value < beta else beta)
    return best, alpha, beta


def whole_window(alpha: Bound, beta: Bound) -> tuple[Bound, Bound]:
    """Return the node's own window: both bounds are handed down."""
    return alpha, beta


def add_up(best: Bound, alpha: Bound, beta: Bound, value: Bound) -> tuple[Bound, Bound, Bound]:
    """Return (sum, alpha, beta) of a MEAN node after one more child: a mean bounds nothing."""
    return best + value, alpha, beta


def full_window(alpha: Bound, beta: Bound) -> tuple[Bound, Bound]:
    """Return the window without bounds."""
    return -INFINITY, INFINITY


def divide(total: Bound, count: int) -> Bound:
    """Return what a MEAN node returns: its sum over the number of its children."""
    return whole(Fraction(total) / count)


class SearchRules(NamedTuple):
    """The rules of one step of alpha-beta: what a child's value changes, when to cut, what a child is handed.

    The tuples are indexed by kind of node (leaves and chance nodes have no entry that is used). `start` is what a node
    knows before its first child, `finish` what it returns for what it knows at the end (None: just that). With
    `shared_window` alpha and beta are two variables for the whole search: a node goes on with its child's.
    """

    cutoff: CutoffTest = operator.ge
    take_in: tuple[TakeIn, ...] = (add_up, raise_alpha, lower_beta, add_up, add_up)
    hand_down: tuple[HandDown, ...] = (whole_window, whole_window, whole_window, full_window, full_window)
    start: tuple[Bound, ...] = (0, -INFINITY, INFINITY, 0, 0)
    finish: tuple[Callable[[Bound, int], Bound] | None, ...] = (None, None, None, None, divide)
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
