"""The local rules of game-tree search: each is a pure function of what one step sees.

Everything else in the project (answers, explanations, wrong answers with a name) is one of these folded over a tree by
`grader.search`; no other module knows how a value, a window or a score is computed. Sorts of node, players among them, are
indices. No rule of a tree asks what sort of number it sees, or makes another of it: they compare, add and scale.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grader.exact import INFINITY, Bound, Number, quotient, total

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


def plain_mean(values: Sequence[Number], probabilities: Sequence[Number | None]) -> Number:
    """Return the mean of the children, whatever their probabilities.

    >>> plain_mean([2, 7], [Fraction(3, 10), Fraction(7, 10)])
    Fraction(9, 2)
    """
    return quotient(sum(values), len(values))


ValueRules: TypeAlias = tuple[ValueRule | None, ...]
"""The rule of each sort of node, in the order of the sorts (a leaf has none)."""

VALUE_RULES: ValueRules = (None, maximum, minimum, expectation, plain_mean)


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


def add_weighted(done: Known, alpha: Bound, beta: Bound, value: Number, p: Number) -> tuple[Known, Bound, Bound]:
    """Return what a chance node knows after one more outcome, the expectation of those so far, and its window as it was."""
    return total((done, value), (1, p)), alpha, beta


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


_LEAF = Role(None, add_up)  # never used: nothing is below a leaf
_MEAN = Role((0, 0), add_up, no_bounds, finish=mean_of_sum)
_CHANCE = Role(0, add_weighted, no_bounds)  # type: ignore[arg-type]  # its outcomes have probabilities and values
ROLES = (_LEAF, Role(-INFINITY, raise_alpha), Role(INFINITY, lower_beta), _CHANCE, _MEAN)
"""The role of each sort of node, in the order of the sorts."""


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
