"""Games of several players: a node is worth a number for each of them, and its player takes what is best for itself.

Source: Luckhardt and Irani 1986 (max^n); shallow pruning: Korf 1991. What is known of a node's ancestors while it is searched
is handed down in the place of alpha, as pairs of a player and the best own number so far.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from grader.exact import Bound, Number, total
from grader.rules.roles import AnyRole, CutoffTest, Role
from grader.rules.values import ValueRule

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
