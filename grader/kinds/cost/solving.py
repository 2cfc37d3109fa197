"""What a search costs, found by the rules of `growth`: the one solver of the kind `cost`.

Every quantity is found once, when it is first asked for, and from those before it: so a wrong rule, or a number of the
student's own, is carried on to all that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from types import MappingProxyType

from grader.answers.case import Answers, Solution
from grader.exact import Number, add_up, whole
from grader.games.problem import Problem
from grader.kinds.cost.growth import LEAVES, NODES, RIGHT, Growth, Rules, nearest_power

MOST_LISTED = 20
"""The deepest tree of which all levels are asked."""
_MOST_GUESSED = 1_000
OWN = ("leaves", "nodes", "budget")
"""The parts whose numbers others follow from."""


class Work:
    """The quantities of one problem by given rules; those that are `fixed` are the student's own."""

    def __init__(
        self, growth: Growth, rules: Rules = RIGHT, fixed: Mapping[str, Number] = MappingProxyType({})
    ) -> None:
        self.growth, self.rules, self.fixed = growth, rules, fixed
        self._sizes: list[Number] = [1]
        self._sums: list[Number] = [1]

    @property
    def depth(self) -> int | None:
        """Return the depth as it is read; None where none is stated, or none so deep can be."""
        depth = self.growth.depth
        return None if depth is None else depth + self.rules.deeper

    def size(self, depth: int) -> Number:
        """Return how many nodes stand at a depth."""
        while len(self._sizes) <= depth:
            at = len(self._sizes)
            self._sizes.append(self.rules.step(self._sizes[-1], self.growth.moves_above(at), at))
            self._sums.append(whole(self._sums[-1] + self._sizes[-1]))
        return self._sizes[depth]

    def counted(self, what: str, depth: int) -> Number:
        """Return how many leaves or nodes a tree of a depth has."""
        size = self.size(depth)
        if (what == LEAVES) != self.rules.is_other_count:
            return size
        has_root = self.growth.root_counts != self.rules.is_other_root
        return self._sums[depth] if has_root else whole(self._sums[depth] - 1)

    def own(self, what: str) -> Number | None:
        """Return the number of leaves or nodes of the tree, or the student's own."""
        if what in self.fixed:
            return self.fixed[what]
        return None if self.depth is None else self.counted(what, self.depth)

    @property
    def count(self) -> Number | None:
        """Return how many positions are searched."""
        return self.own(self.growth.unit)

    @property
    def budget(self) -> Number | None:
        """Return how many positions can be searched in the time, or the student's own number."""
        rate, seconds = self.growth.rate, self.growth.seconds
        if "budget" in self.fixed:
            return self.fixed["budget"]
        return None if rate is None or seconds is None else whole(rate * seconds)

    def covered(self, cost: Callable[[int], Number]) -> int | None:
        """Return the largest depth whose cost the budget covers, as the rules read it; None where it covers none."""
        budget = self.budget
        if budget is None or not self.growth.is_in_reach(budget) or cost(0) > budget:
            return None
        most = max(_MOST_GUESSED, self.growth.most_covered(budget))
        depth = 0
        while cost(depth + 1) <= budget:
            depth += 1
            if depth > most:
                return None  # by a wrong rule the budget reaches so deep that nobody would believe it
        return depth + self.rules.past


def per_level(work: Work) -> Mapping[int, Number] | None:
    """Return how many nodes stand at each depth, the root's is 0."""
    if work.growth.depth is None or work.growth.depth > MOST_LISTED or work.depth is None:
        return None
    return {depth: work.size(depth) for depth in range(work.depth + 1)}


def minimal_leaves(work: Work) -> Number | None:
    """Return how many leaves alpha-beta evaluates with the best order."""
    if work.depth is None or work.growth.one is None:
        return None
    return work.rules.best(work.size, work.depth)


def deepening_total(work: Work) -> Number | None:
    """Return what iterative deepening searches: the trees of depth 1, 2 … d, one after the other."""
    if work.depth is None:
        return None
    return add_up([work.counted(work.growth.unit, depth) for depth in range(1, work.depth + 1)])


def magnitude(work: Work) -> int | None:
    """Return the order of magnitude of the count: its logarithm to base 10, rounded."""
    count = work.count
    return nearest_power(10, count) if count is not None and count > 0 else None


def repeats_magnitude(work: Work) -> int | None:
    """Return the order of magnitude of how often a position appears on average."""
    count, states = work.count, work.growth.states
    return (
        nearest_power(10, count / Fraction(states)) if count is not None and states is not None and count > 0 else None
    )


def space(work: Work) -> int | None:
    """Return how many nodes a depth-first search holds at a time, as the problem counts them."""
    base, depth = work.growth.one, work.depth
    if not isinstance(base, int) or depth is None:
        return None
    return {"b*d": base, "(b-1)*d": base - 1, "d": 1}[work.growth.space_as] * depth


def effective_branching(work: Work) -> float | None:
    """Return the branching factor of a tree without cutoffs that has as many leaves."""
    base = work.growth.one
    return None if base is None else float(base) ** float(work.growth.exponent)


def time(work: Work) -> Number | None:
    """Return how many seconds the search takes."""
    count, rate = work.count, work.growth.rate
    return None if count is None or rate is None else whole(Fraction(count) / rate)


def depth_reached(work: Work) -> int | None:
    """Return the largest depth that the budget covers, where nothing is cut."""
    return work.covered(lambda depth: work.counted(work.growth.unit, depth))


def depth_reached_best(work: Work) -> int | None:
    """Return the largest depth that the budget covers, where alpha-beta finds the best order."""
    if work.rules.is_twice:
        reached = depth_reached(work)
        return None if reached is None else 2 * reached
    return work.covered(lambda depth: work.rules.best(work.size, depth))


def depth_nearest(work: Work) -> int | None:
    """Return the depth whose leaves come nearest to the budget, on a logarithmic scale."""
    budget, base = work.budget, work.growth.one
    if budget is None or base is None or budget < 1 or not work.growth.is_in_reach(budget):
        return None
    return nearest_power(base, budget)


QUANTITIES: Mapping[str, Callable[[Work], object]] = {
    "leaves": lambda work: work.own(LEAVES),
    "nodes": lambda work: work.own(NODES),
    "per-level": per_level,
    "minimal-leaves": minimal_leaves,
    "deepening-total": deepening_total,
    "magnitude": magnitude,
    "repeats-magnitude": repeats_magnitude,
    "space": space,
    "effective-branching": effective_branching,
    "time": time,
    "budget": lambda work: work.budget,
    "depth-reached": depth_reached,
    "depth-reached-best": depth_reached_best,
    "depth-nearest": depth_nearest,
}
"""Every part with how it is found; None where the problem does not say enough."""


def answers_by(
    growth: Growth,
    rules: Rules = RIGHT,
    fixed: Mapping[str, Number] = MappingProxyType({}),
    parts: Collection[str] | None = None,
) -> Answers:
    """Return the answers by these rules, of all parts or those named; what has no answer is left out."""
    work = Work(growth, rules, fixed)
    found = {name: QUANTITIES[name](work) for name in QUANTITIES if parts is None or name in parts}
    return {name: answer for name, answer in found.items() if answer is not None}


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer."""
    return Solution(answers_by(problem.game, RIGHT, parts=parts))
