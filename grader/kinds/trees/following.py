"""Answers by a wrong rule: those of a tree solver with one of its rules replaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from grader.answers.case import Answers, Solution
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.record import Agrees, Follow
from grader.kinds.trees.solving import TreeRules

Parts = Collection[str] | None
"""The parts whose answers are wanted; None for all."""

Solve = Callable[[Problem, TreeRules, Parts], Solution]


def following(problem: Problem, solve: Solve, rules: TreeRules) -> Follow:
    """Return the answers of a solver with these rules, as a function of the numbers that are given."""

    def answer(fixed: Mapping[int, Number], parts: Parts = None, agrees: Agrees | None = None, /) -> Answers:
        return solve(problem, rules._replace(fixed=fixed, agrees=agrees) if fixed else rules, parts).answers

    return answer
