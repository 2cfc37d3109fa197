"""UCB scores of a node's children, and the choice that they lead to: the one solver of the kind `ucb`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from grader.answers.case import Solution
from grader.conventions import Conventions
from grader.exact import INFINITY, Bound, Number
from grader.games.problem import Problem
from grader.rules import LOGARITHMS, TIED, Bonus, UcbRules, ucb_score


class Arms(NamedTuple):
    """The children of one node: ids, summed rewards, visit counts, and the visits N of the node itself."""

    ids: Sequence[str]
    totals: Sequence[Number]
    visits: Sequence[int]
    parent_visits: int

    def path_to(self, child: int) -> list[int]:
        """Return nothing: there is no path to a child that could be answered for."""
        return []

    def by_id(self) -> dict[str, int]:
        """Return the place of each child's id."""
        return {id_: child for child, id_ in enumerate(self.ids)}

    def reached(self) -> range:
        """Return all children."""
        return range(len(self.ids))

    @property
    def whole(self) -> Arms:
        """Return the children: there is nothing else."""
        return self


def bonus_of(conventions: Conventions) -> Bonus:
    """Return the exploration bonus of the formula: c outside the root, or a 2 inside it."""
    log = LOGARITHMS[conventions.log]
    return Bonus(1.0, 2, log) if conventions.formula == "ucb1" else Bonus(conventions.exploration.value, 1, log)


class ScoreRules(NamedTuple):
    """The rules of one solver of UCB problems: the bonus, the two terms, and the score of a child without visits.

    `fixed` holds children whose score is given (a student's slip): the choice follows from it.
    """

    bonus: Bonus
    unvisited: float
    terms: UcbRules = UcbRules()
    fixed: Mapping[int, Bound] = MappingProxyType({})


def right_rules(conventions: Conventions) -> ScoreRules:
    """Return the right rules under these conventions."""
    return ScoreRules(bonus_of(conventions), INFINITY if conventions.unvisited == "first" else 0.0)


def scores_of(arms: Arms, rules: ScoreRules) -> list[Any]:
    """Return the score of every child; one without visits needs no logarithm."""
    return [
        rules.fixed[child]
        if child in rules.fixed
        else ucb_score(total, visits, arms.parent_visits, rules.bonus, rules.terms)
        if visits
        else rules.unvisited
        for child, (total, visits) in enumerate(zip(arms.totals, arms.visits, strict=True))
    ]


def best_arms(scores: Sequence[float], tie: str) -> list[int]:
    """Return the children that may be chosen, the one to print first. Of unvisited ones the leftmost comes first."""
    best = max(scores)
    if best == INFINITY:
        tied = [child for child, score in enumerate(scores) if score == INFINITY]
        return tied if tie == "any" else tied[:1]
    tied = [child for child, score in enumerate(scores) if _is_tied(best, score)]
    return {"first": tied[:1], "last": tied[-1:], "any": tied}[tie]


def _is_tied(best: Bound, score: Bound) -> bool:
    if isinstance(best, float) and isinstance(score, float):
        return best - score <= TIED
    if not isinstance(best, float | int | Fraction) or not isinstance(score, float | int | Fraction):
        return score != -INFINITY and best - score <= TIED  # with an unknown in it: see grader/linear.py
    # A student's own numbers are exact and can be larger than any float.
    with suppress(OverflowError):
        if abs(float(best) - float(score)) > 1e-6 * (1 + abs(float(best))):  # floats tell without doubt
            return False
    return score != -INFINITY and Fraction(best) - Fraction(score) <= TIED


def solve(problem: Problem, rules: ScoreRules | None = None, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of a UCB problem; with other rules, what they give. There is no part to save on."""
    conventions = problem.conventions
    scores = scores_of(problem.game, rules or right_rules(conventions))
    return Solution({"scores": dict(enumerate(scores)), "choice": best_arms(scores, conventions.tie)})
