"""How a tree grows: what a problem states of its branching, its depth and the search, and the rules by which one counts.

Each rule is a small function of what one step sees. A wrong rule takes the place of one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt, log10
from typing import NamedTuple

from grader.exact import Number, quotient, whole

LEAVES, NODES = "leaves", "nodes"
_DRAWN = 4  # so many levels of a tree are drawn from the root on
_ROOT_DIGITS = 10**30
MOST_REACHED = 4_000
"""The deepest tree that is looked for within a budget: of numbers below 10^1000 no power of 2 is as high."""
_MOST_POWER_DIGITS = 3_000


class Growth(NamedTuple):
    """What is known of a tree and of the search: its branching at every depth, or at each; and what is stated beside it.

    `depth` is None where only a budget is given. `unit` says what a position searched is. What a problem does not state
    is None.
    """

    branching: tuple[Number, ...]
    is_uniform: bool
    depth: int | None = None
    unit: str = LEAVES
    root_counts: bool = True
    rate: Number | None = None
    seconds: Number | None = None
    states: Number | None = None
    exponent: Fraction = Fraction(1, 2)
    space_as: str = "b*d"

    @property
    def shown(self) -> tuple[int, ...]:
        """Return the depths that are drawn: the first ones, and the last."""
        if self.depth is None:
            return tuple(range(_DRAWN - 1))
        last = self.depth
        return tuple(range(last + 1)) if last <= _DRAWN else (*range(_DRAWN), last)

    @property
    def ids(self) -> list[str]:
        """Return the names of the levels that are drawn."""
        return [f"depth {depth}" for depth in self.shown]

    def by_id(self) -> dict[str, int]:
        """Return the place of each level that is drawn."""
        return {name: place for place, name in enumerate(self.ids)}

    def path_to(self, level: int) -> list[int]:
        """Return nothing: levels have no paths."""
        return []

    def reached(self) -> range:
        """Return all levels that are drawn."""
        return range(len(self.shown))

    @property
    def whole(self) -> Growth:
        """Return the tree: nothing lies beyond it."""
        return self

    @property
    def one(self) -> Number | None:
        """Return the branching factor; None where each depth has its own."""
        return self.branching[0] if self.is_uniform else None

    def moves_above(self, depth: int) -> Number:
        """Return how many moves a node just above this depth has."""
        return self.branching[0] if self.is_uniform else self.branching[depth - 1]

    @property
    def deepest(self) -> int:
        """Return how deep a budget is followed at most: powers of fractions soon have many digits."""
        base = self.branching[0]
        digits = len(str(base.numerator)) + len(str(base.denominator))
        return MOST_REACHED if isinstance(base, int) else min(MOST_REACHED, _MOST_POWER_DIGITS // digits)

    def is_in_reach(self, budget: Number) -> bool:
        """Return whether a budget is followed to its end: it is above 0, and there are several moves at each depth."""
        base = self.one
        if base is None or base <= 1 or budget <= 0:
            return False
        return logarithm(budget) <= self.deepest * logarithm(base)

    def most_covered(self, budget: Number) -> int:
        """Return a depth that no right search comes to within the budget, with the best order of moves neither."""
        return 2 * (int(logarithm(budget) / logarithm(self.branching[0])) + 2)


# the rules


def times_branching(above: Number, branching: Number, depth: int) -> Number:
    """Return how many nodes stand at a depth: b below each node of the level above.

    >>> times_branching(1225, 35, 3)
    42875
    """
    return whole(above * branching)


def plus_branching(above: Number, branching: Number, depth: int) -> Number:
    """Return b nodes more than the level above, the root left out: the wrong rule of those who multiply b by d."""
    return whole(above + branching if depth > 1 else branching)


def best_order(size: Size, depth: int) -> Number:
    """Return the least number of leaves that alpha-beta can evaluate: Knuth and Moore 1975.

    >>> best_order(lambda depth: 35**depth, 6)
    85749
    """
    return whole(size(-(-depth // 2)) + size(depth // 2) - 1)


def one_not_subtracted(size: Size, depth: int) -> Number:
    """Return both proof trees with the leaf that they share counted twice."""
    return whole(best_order(size, depth) + 1)


def root_of_leaves(size: Size, depth: int) -> Number:
    """Return b^(d/2); at odd depths to 30 decimals, which is enough to compare it with a budget."""
    if depth % 2 == 0:
        return size(depth // 2)
    square = Fraction(size(depth))
    return Fraction(isqrt(square.numerator * _ROOT_DIGITS**2 // square.denominator), _ROOT_DIGITS)


def half_of_leaves(size: Size, depth: int) -> Number:
    """Return half of all leaves."""
    return quotient(size(depth), 2)


Size = Callable[[int], Number]
"""From a depth to how many nodes stand there."""
StepRule = Callable[[Number, Number, int], Number]
"""The size of a level from that of the level above, the branching there, and its depth."""
Best = Callable[[Size, int], Number]
"""From the sizes of levels and a depth to the leaves that a search with the best order evaluates."""


class Rules(NamedTuple):
    """The rules by which one counts: the size of a level, what alpha-beta evaluates, and how a question is read.

    `deeper` is added to a stated depth. `is_other_count`: nodes are taken for leaves, and leaves for nodes. `is_other_root`: the root
    counts where it does not, and the other way round. `past` is how far beyond the last depth that a budget covers one goes.
    `is_twice`: with the best order one sees twice as deep.
    """

    step: StepRule = times_branching
    best: Best = best_order
    deeper: int = 0
    is_other_count: bool = False
    is_other_root: bool = False
    past: int = 0
    is_twice: bool = False


RIGHT = Rules()


def logarithm(number: Number) -> float:
    """Return the logarithm of a number above 0 to base 10, however large it is.

    >>> logarithm(1000), logarithm(Fraction(1, 100))
    (3.0, -2.0)
    """
    return log10(number.numerator) - log10(number.denominator)


def last_power(base: Number, number: Number) -> int:
    """Return the largest whole n with base^n no larger than the number; base is above 1, the number above 0.

    >>> last_power(10, 999), last_power(10, 1000), last_power(10, Fraction(1, 100))
    (2, 3, -2)
    """
    power: Number = 1
    reached = 0
    while power > number:
        power, reached = Fraction(power) / base, reached - 1
    while (more := power * base) <= number:
        power, reached = more, reached + 1
    return reached


def nearest_power(base: Number, number: Number) -> int:
    """Return the logarithm of a number to a base, rounded to a whole number, halves up: all by exact comparisons.

    >>> nearest_power(35, 10**6), nearest_power(10, 35**100), nearest_power(10, Fraction(1, 20))
    (4, 154, -1)
    """
    return (last_power(base, number * number) + 1) // 2
