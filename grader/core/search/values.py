"""What a node is worth: the largest, smallest or expected value of its children, a number for each of several players, a child's UCB score.

Source of several players: Luckhardt and Irani 1986 (max^n); shallow pruning: Korf 1991. What is known of a node's ancestors while it is searched
is handed down in the place of alpha, as pairs of a player and the best own number so far.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import log, log2, log10, sqrt
from operator import truediv
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grader.core.numbers import Bound, Number, quotient, total, weighed
from grader.core.search.cutting import AnyRole, CutoffTest, Role

# -- what a node is worth: the rule of each sort of node, from its children's values to its own

T = TypeVar("T")
Ordered = TypeVar("Ordered", bound=Bound)
Worth = TypeVar("Worth")
"""What nodes are worth: numbers, bounds of numbers, or a number for each of several players."""

ValueRule: TypeAlias = Callable[[Sequence[Worth], Sequence[Number | None]], Worth]
"""From the children's values and the probabilities of their edges to the node's value."""


def maximum(values: Sequence[Ordered], probabilities: Sequence[Number | None]) -> Ordered:
    """Return the largest child's value: MAX moves.

    >>> maximum([3, 2, 2], [None] * 3)
    3
    """
    return max(values)


def minimum(values: Sequence[Ordered], probabilities: Sequence[Number | None]) -> Ordered:
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

    >>> from grader.core.numbers import INFINITY
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


ValueRules: TypeAlias = tuple[ValueRule[Worth] | None, ...]
"""The rule of each sort of node, in the order of the sorts (a leaf has none)."""

AnyRules: TypeAlias = ValueRules[Any]
"""The rules of one game, whatever its nodes are worth: all rules of a tuple are for the same."""

VALUE_RULES: ValueRules[Number] = (None, maximum, minimum, expectation, plain_mean)
BOUND_RULES: ValueRules[Bound] = (None, maximum, minimum, expected_bound, mean_bound)
"""The same rules for one end of what is known of each child: the lows make the node's low, the highs its high."""


def replaced(rules: tuple[T, ...], changed: Mapping[int, T]) -> tuple[T, ...]:
    """Return the rules, or roles, with those of some sorts of node changed.

    >>> replaced((None, maximum, minimum), {2: maximum}) == (None, maximum, maximum)
    True
    """
    return tuple(changed.get(sort, rule) for sort, rule in enumerate(rules))


# -- how a child is scored by UCB

LOGARITHMS: dict[str, Callable[[int], float]] = {"ln": log, "log10": log10, "log2": log2}
TIED = 1e-9
"""Two UCB scores that are no further apart than this count as equal."""


class Bonus(NamedTuple):
    """How a UCB score weighs exploration: constant * sqrt(inside * log N / n)."""

    constant: float = sqrt(2)
    inside: float = 1
    log: Callable[[int], float] = log


def mean_rewards(totals: Sequence[Number], visits: Sequence[int]) -> list[float]:
    """Return the exploitation terms of children's UCB scores: each total reward over the child's visits.

    >>> mean_rewards([7, Fraction(1, 2)], [10, 2])
    [0.7, 0.25]
    """
    if {*map(type, totals)} == {int}:
        return [*map(truediv, totals, visits)]
    return [
        total / count if isinstance(total, int) else float(Fraction(total) / count)
        for total, count in zip(totals, visits, strict=True)
    ]


def exploration_bonuses(
    visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number] = ()
) -> list[float]:
    """Return the exploration terms of children's UCB scores, which weigh no priors; parent_visits of 1 gives 0."""
    constant, inside = bonus.constant, bonus.inside * bonus.log(parent_visits)
    return [constant * sqrt(inside / count) for count in visits]


def prior_bonuses(visits: Sequence[int], parent_visits: float, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    """Return the exploration terms of children's PUCT scores: the constant times prior * sqrt(N) / (1 + n).

    Source: Rosin 2011; in this form Silver et al. 2017 (AlphaGo Zero).

    >>> prior_bonuses([3], 4, Bonus(1.0), [Fraction(1, 2)])
    [0.25]
    """
    root = sqrt(parent_visits)
    return [bonus.constant * (float(prior) * root / (1 + count)) for count, prior in zip(visits, priors, strict=True)]


class UcbRules(NamedTuple):
    """The two terms of the UCB scores of a node's children: from totals and visits, and from visits, N, the bonus and priors."""

    exploitation: Callable[[Sequence[Number], Sequence[int]], list[float]] = mean_rewards
    exploration: Callable[[Sequence[int], int, Bonus, Sequence[Number]], list[float]] = exploration_bonuses


Payoffs: TypeAlias = tuple[Number, ...]
"""What a node is worth: a number for each player, in their order."""
PayoffRule: TypeAlias = ValueRule[Payoffs]
"""From what the children are worth to what the node is worth."""
Score: TypeAlias = Callable[[Payoffs], Number]
"""From what a child is worth to how good it is for who chooses."""
Claims: TypeAlias = tuple[tuple[int, Number], ...]
"""What ancestors of a node have already: (player, the best own number so far)."""


def taken(
    score: Score, values: Sequence[Payoffs], probabilities: Sequence[Number | None], *, takes_last: bool = False
) -> Payoffs:
    """Return what the child is worth that has the best score; of equally good ones the first, or the last.

    >>> taken(partial(own, 1), [(1, 2), (4, 0)], [None, None])
    (1, 2)
    """
    best = max(map(score, values))
    tied = [value for value in values if score(value) == best]
    return tied[-1 if takes_last else 0]


def own(player: int, payoffs: Payoffs) -> Number:
    """Return the player's own number."""
    return payoffs[player]


def least(player: int, payoffs: Payoffs) -> Number:
    """Return the better, the less the player has: the wrong rule of those for whom all others play against one."""
    return -payoffs[player]


def in_all(payoffs: Payoffs) -> Number:
    """Return the sum of all numbers: the wrong rule of those who let players work together."""
    return sum(payoffs)


def lead(player: int, payoffs: Payoffs) -> Number:
    """Return how far the player is ahead, in a measure that grows with own number less the mean of the others'."""
    return len(payoffs) * payoffs[player] - sum(payoffs)


def component_wise(values: Sequence[Payoffs], probabilities: Sequence[Number | None]) -> Payoffs:
    """Return the largest number of each player among the children: the wrong rule of those who let everyone choose.

    >>> component_wise([(1, 2), (4, 0)], [None, None])
    (4, 2)
    """
    return tuple(map(max, zip(*values, strict=True)))


def expected_payoffs(values: Sequence[Payoffs], probabilities: Sequence[Number | None]) -> Payoffs:
    """Return each player's expected number.

    >>> from fractions import Fraction
    >>> expected_payoffs([(1, 2), (3, 0)], [Fraction(1, 2)] * 2)
    (2, 1)
    """
    return tuple(total(numbers, probabilities) for numbers in zip(*values, strict=True))


# shallow pruning: no number is below 0, and they sum to the bound at most


def _take_in(
    rule: PayoffRule,
    known: Payoffs | None,
    claims: Claims,
    beta: Bound,
    value: Payoffs,
    p: Number | None,
    *,
    from_right: bool,
) -> tuple[Payoffs, Claims, Bound]:
    if known is None:
        return value, claims, beta
    both = [value, known] if from_right else [known, value]
    return rule(both, [None, None]), claims, beta


def _hand_down(
    player: int, known: Payoffs | None, claims: Claims, beta: Bound, p: Number | None, *, is_deep: bool
) -> tuple[Claims, Bound]:
    has = () if known is None else ((player, known[player]),)
    return (claims + has if is_deep else has), beta


def leaves_too_little(
    player: int, bound: Number, cutoff: CutoffTest, known: Payoffs, claims: Claims, beta: Bound
) -> bool:
    """Return whether a node's rest is skipped: its player has all there is, or leaves a player above no more than that one has."""
    has = known[player]
    return cutoff(has, bound) or any(other != player and cutoff(a, bound - has) for other, a in claims)


def shallow_role(player: int, rule: PayoffRule, bound: Number, *, from_right: bool, is_deep: bool = False) -> AnyRole:
    """Return what a player's node does in a search that prunes by the bound of the sum; only the parent counts, unless it `is_deep`.

    The rule sees children as they stand in the tree, `from_right`: the search comes to the last of them first.
    """
    return Role(
        None,
        partial(_take_in, rule, from_right=from_right),
        partial(_hand_down, player, is_deep=is_deep),
        partial(leaves_too_little, player, bound),
    )
