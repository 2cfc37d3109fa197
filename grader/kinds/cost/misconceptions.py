"""The wrong rules about costs: each the right rules with one of them replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from grader.answers.case import Answers, Key
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.cost.growth import (
    NODES,
    RIGHT,
    Growth,
    Rules,
    half_of_leaves,
    one_not_subtracted,
    plus_branching,
    root_of_leaves,
)
from grader.kinds.cost.solving import answers_by
from grader.kinds.record import Agrees, Misconception


def _rules(growth: Growth) -> Iterator[tuple[str, Rules]]:
    """Yield name and rules of every misconception that has a place on the problem."""
    depth, has_budget = growth.depth, _has_budget(growth)
    if depth is not None and (growth.is_uniform or depth < len(growth.branching)):
        yield "depth-plus-one", RIGHT._replace(deeper=1)
    if depth:
        yield "depth-minus-one", RIGHT._replace(deeper=-1)
    if depth is not None or has_budget:
        yield "other-count", RIGHT._replace(is_other_count=True)
        if depth is not None or growth.unit == NODES:
            yield "root-forgotten", RIGHT._replace(is_other_root=True)
        yield "product-not-power", RIGHT._replace(step=plus_branching)
    if growth.is_uniform and (depth is not None or has_budget):
        yield "one-not-subtracted", RIGHT._replace(best=one_not_subtracted)
        if depth is None or depth % 2 == 0:
            yield "square-root-of-leaves", RIGHT._replace(best=root_of_leaves)
        yield "half-of-the-leaves", RIGHT._replace(best=half_of_leaves)
    if has_budget:
        yield "twice-the-depth", RIGHT._replace(is_twice=True)
        yield "rounds-up", RIGHT._replace(past=1)


def _has_budget(growth: Growth) -> bool:
    """Return whether it can be said how deep the search comes in its time."""
    rate, seconds = growth.rate, growth.seconds
    return rate is not None and seconds is not None and growth.is_in_reach(rate * seconds)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    growth: Growth = problem.game
    return [Misconception(name, "", partial(_answer, growth, rules)) for name, rules in _rules(growth)]


def _answer(
    growth: Growth,
    rules: Rules,
    fixed: Mapping[Key, Number],
    parts: Collection[str] | None = None,
    agrees: Agrees | None = None,
) -> Answers:
    return answers_by(growth, rules, fixed, parts)
