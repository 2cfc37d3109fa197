"""How a tree grows and what searching it costs: what a problem states, and the rules by which one counts.

Each rule is a small function of what one step sees, and a wrong rule takes the place of one of them. Every quantity is found
from those before it: so a wrong rule, or a number of the student's own, is carried on to all that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isqrt, log10
from types import MappingProxyType
from typing import NamedTuple

from grader.core.games.problem import Places
from grader.core.numbers import Number, add_up, whole

LEAVES, NODES = "leaves", "nodes"
_DRAWN = 4  # so many levels of a tree are drawn from the root on
_ROOT_DIGITS = 10**30
MOST_LISTED = 20
"""The deepest tree of which all levels are asked."""
_MOST_REACHED, _MOST_POWER_DIGITS = 4_000, 3_000  # of numbers below 10^1000 no power of 2 is as high
_MOST_GUESSED = 1_000
NOTHING: Mapping[str, Number] = MappingProxyType({})


class _Growth(NamedTuple):
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


class Growth(Places, _Growth):
    """What a problem states of a tree and a search; None where it does not.

    `branching` is that of every depth, or of each. `unit` says what a position searched is.
    """

    __slots__ = ()

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

    @property
    def one(self) -> Number | None:
        """Return the branching factor; None where each depth has its own."""
        return self.branching[0] if self.is_uniform else None

    def moves_above(self, depth: int) -> Number:
        """Return how many moves a node just above this depth has."""
        return self.branching[0 if self.is_uniform else depth - 1]

    def is_in_reach(self, budget: Number) -> bool:
        """Return whether a budget is followed to its end: there are several moves, and powers of fractions stay short."""
        base = self.one
        if base is None or base <= 1 or budget <= 0:
            return False
        digits = len(str(base.numerator)) + len(str(base.denominator))
        deepest = _MOST_REACHED if isinstance(base, int) else min(_MOST_REACHED, _MOST_POWER_DIGITS // digits)
        return logarithm(budget) <= deepest * logarithm(base)


# the rules

Size = Callable[[int], Number]
"""From a depth to how many nodes stand there."""


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


def root_of_leaves(size: Size, depth: int) -> Number:
    """Return b^(d/2); at odd depths to 30 decimals, which is enough to compare it with a budget."""
    if depth % 2 == 0:
        return size(depth // 2)
    square = Fraction(size(depth))
    return Fraction(isqrt(square.numerator * _ROOT_DIGITS**2 // square.denominator), _ROOT_DIGITS)


class Rules(NamedTuple):
    """The rules by which one counts: the size of a level, what alpha-beta evaluates, and how a question is read.

    `deeper` is added to a stated depth. `is_other_count`: nodes are taken for leaves, and leaves for nodes. `is_other_root`: the root
    counts where it does not, and the other way round. `past` is how far beyond the last depth that a budget covers one goes.
    `is_twice`: with the best order one sees twice as deep.
    """

    step: Callable[[Number, Number, int], Number] = times_branching
    best: Callable[[Size, int], Number] = best_order
    deeper: int = 0
    is_other_count: bool = False
    is_other_root: bool = False
    past: int = 0
    is_twice: bool = False


RIGHT = Rules()


class Work:
    """The quantities of one problem by given rules; those that are `fixed` are the student's own. None: there is none."""

    def __init__(self, growth: Growth, rules: Rules = RIGHT, fixed: Mapping[str, Number] = NOTHING) -> None:
        self.growth, self.rules, self.fixed = growth, rules, fixed
        self.depth = None if growth.depth is None else growth.depth + rules.deeper
        self._sizes: list[Number] = [1]
        self._sums: list[Number] = [1]

    def size(self, depth: int) -> Number:
        """Return how many nodes stand at a depth."""
        while (at := len(self._sizes)) <= depth:
            self._sizes.append(self.rules.step(self._sizes[-1], self.growth.moves_above(at), at))
            self._sums.append(whole(self._sums[-1] + self._sizes[-1]))
        return self._sizes[depth]

    def best(self, depth: int) -> Number:
        """Return how many leaves alpha-beta evaluates with the best order."""
        return self.rules.best(self.size, depth)

    def counted(self, depth: int, what: str = "") -> Number:
        """Return how many positions, or leaves or nodes, a tree of a depth has."""
        size = self.size(depth)
        if ((what or self.growth.unit) == LEAVES) != self.rules.is_other_count:
            return size
        has_root = self.growth.root_counts != self.rules.is_other_root
        return self._sums[depth] if has_root else whole(self._sums[depth] - 1)

    def own(self, what: str = "") -> Number | None:
        """Return how many positions, or leaves or nodes, there are, or the student's own number."""
        own = self.fixed.get(what or self.growth.unit)
        return own if own is not None or self.depth is None else self.counted(self.depth, what)

    @property
    def budget(self) -> Number | None:
        """Return how many positions can be searched in the time, or the student's own number."""
        rate, seconds = self.growth.rate, self.growth.seconds
        if "budget" in self.fixed:
            return self.fixed["budget"]
        return None if rate is None or seconds is None else whole(rate * seconds)

    def covered(self, cost: Callable[[int], Number]) -> int | None:
        """Return the largest depth whose cost the budget covers, as the rules read it."""
        budget = self.budget
        if budget is None or not self.growth.is_in_reach(budget) or cost(0) > budget:
            return None
        no_right_search_is_so_deep = 2 * (int(logarithm(budget) / logarithm(self.growth.branching[0])) + 2)
        depth, most = 0, max(_MOST_GUESSED, no_right_search_is_so_deep)
        while cost(depth + 1) <= budget:
            depth += 1
            if depth > most:
                return None  # by a wrong rule the budget reaches so deep that nobody would believe it
        return depth + self.rules.past

    # what is asked

    def per_level(self) -> Mapping[int, Number] | None:
        """Return how many nodes stand at each depth, the root's is 0."""
        if self.growth.depth is None or self.growth.depth > MOST_LISTED or self.depth is None:
            return None
        return {depth: self.size(depth) for depth in range(self.depth + 1)}

    def minimal_leaves(self) -> Number | None:
        """Return how many leaves alpha-beta evaluates with the best order."""
        return None if self.depth is None or self.growth.one is None else self.best(self.depth)

    def deepening_total(self) -> Number | None:
        """Return what iterative deepening searches: the trees of depth 1, 2 … d, one after the other."""
        return None if self.depth is None else add_up([self.counted(depth) for depth in range(1, self.depth + 1)])

    def magnitude(self, states: Number | None = 1) -> int | None:
        """Return log10 of how often each of so many states is searched on average, rounded."""
        count = self.own()
        if count is None or states is None or count <= 0:
            return None
        return nearest_power(10, whole(Fraction(count) / states))

    def space(self) -> int | None:
        """Return how many nodes a depth-first search holds at a time, as the problem counts them."""
        base = self.growth.one
        if not isinstance(base, int) or self.depth is None:
            return None
        return {"b*d": base, "(b-1)*d": base - 1, "d": 1}[self.growth.space_as] * self.depth

    def effective_branching(self) -> float | None:
        """Return the branching factor of a tree without cutoffs that has as many leaves."""
        base = self.growth.one
        return None if base is None else float(base) ** float(self.growth.exponent)

    def time(self) -> Number | None:
        """Return how many seconds the search takes."""
        count, rate = self.own(), self.growth.rate
        return None if count is None or rate is None else whole(Fraction(count) / rate)

    def depth_reached(self) -> int | None:
        """Return the largest depth that the budget covers, where nothing is cut."""
        return self.covered(self.counted)

    def depth_reached_best(self) -> int | None:
        """Return the largest depth that the budget covers, where alpha-beta finds the best order."""
        if not self.rules.is_twice:
            return self.covered(self.best)
        reached = self.depth_reached()
        return None if reached is None else 2 * reached

    def depth_nearest(self) -> int | None:
        """Return the depth whose leaves come nearest to the budget, on a logarithmic scale."""
        budget, base = self.budget, self.growth.one
        if budget is None or base is None or budget < 1 or not self.growth.is_in_reach(budget):
            return None
        return nearest_power(base, budget)


# logarithms


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
