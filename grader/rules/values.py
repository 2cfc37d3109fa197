"""What a node is worth: the rule of each sort of node, from its children's values to its own."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from grader.exact import Bound, Number, quotient, total, weighed

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

    >>> from grader.exact import INFINITY
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
