"""UCB scores of a node's children, and the choice that they lead to: the one solver of the kind `ucb`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from grader.core.answers.case import Answers, Solution
from grader.core.conventions import Conventions
from grader.core.games.problem import Places, Problem
from grader.core.numbers import INFINITY, Bound, Number
from grader.core.search.values import LOGARITHMS, TIED, Bonus, UcbRules, prior_bonuses

NOTHING: Mapping[int, Bound] = MappingProxyType({})
Terms: TypeAlias = tuple[float, float]
"""What a score is the sum of: the mean reward, and the bonus for exploration."""


class _Arms(NamedTuple):
    ids: Sequence[str]
    totals: Sequence[Number]
    visits: Sequence[int]
    parent_visits: int
    priors: Sequence[Number] = []


class Arms(Places, _Arms):
    """The children of one node: ids, summed rewards, visit counts, and the visits N of the node itself.

    `priors` are there where the formula weighs them.
    """

    __slots__ = ()


def bonus_of(conventions: Conventions) -> Bonus:
    """Return the exploration bonus of the formula: c outside the root or beside the prior, or a 2 inside the root."""
    log = LOGARITHMS[conventions.log]
    return Bonus(1.0, 2, log) if conventions.formula == "ucb1" else Bonus(conventions.exploration.value, 1, log)


class ScoreRules(NamedTuple):
    """The rules of one solver of UCB problems: the bonus, the two terms, and the score of a child without visits.

    Where that is None such a child has two terms as all others, the mean `mean_unvisited` among them. `has_equal_priors`: no
    child's prior counts more.
    """

    bonus: Bonus
    unvisited: float | None
    terms: UcbRules = UcbRules()
    mean_unvisited: Number = 0
    has_equal_priors: bool = False

    def priors(self, arms: Arms) -> Sequence[Number]:
        """Return the prior of each child: its own, or one over their number where all count alike."""
        count = len(arms.visits)
        return arms.priors if arms.priors and not self.has_equal_priors else [Fraction(1, count)] * count

    def terms_of(
        self, totals: Sequence[Number], visits: Sequence[int], parent_visits: int, priors: Sequence[Number]
    ) -> list[Terms | None]:
        """Return mean and bonus of every child; None for one without visits that has no such terms. Without any visited one no logarithm is needed."""
        if self.unvisited is None or 0 not in visits:
            known = [total if count else self.mean_unvisited for total, count in zip(totals, visits, strict=True)]
            means = self.terms.exploitation(known, [count or 1 for count in visits])
            return list(zip(means, self.terms.exploration(visits, parent_visits, self.bonus, priors), strict=True))
        visited = [place for place, count in enumerate(visits) if count]
        if not visited:
            return [None] * len(visits)
        own, counts = [totals[place] for place in visited], [visits[place] for place in visited]
        terms = iter(self.terms_of(own, counts, parent_visits, [priors[place] for place in visited]))
        return [next(terms) if count else None for count in visits]

    def scores_of(
        self, totals: Sequence[Number], visits: Sequence[int], parent_visits: int, priors: Sequence[Number]
    ) -> list[float]:
        """Return the score of every child."""
        found = self.terms_of(totals, visits, parent_visits, priors)
        unvisited = self.unvisited or 0.0  # of a child without terms it is stated
        return [unvisited if terms is None else terms[0] + terms[1] for terms in found]


def right_rules(conventions: Conventions) -> ScoreRules:
    """Return the right rules under these conventions."""
    bonus = bonus_of(conventions)
    if conventions.weighs_priors:
        terms = UcbRules(exploration=prior_bonuses)
        return ScoreRules(bonus, None, terms, mean_unvisited=conventions.unvisited_mean)
    return ScoreRules(bonus, INFINITY if conventions.tries_unvisited_first else 0.0)


def terms_of_all(arms: Arms, rules: ScoreRules) -> list[Terms | None]:
    """Return the mean and the bonus of every child; None for one that has no such terms."""
    return rules.terms_of(arms.totals, arms.visits, arms.parent_visits, rules.priors(arms))


def scores_of(arms: Arms, rules: ScoreRules) -> Sequence[Bound]:
    """Return the score of every child; one without visits needs no logarithm."""
    return rules.scores_of(arms.totals, arms.visits, arms.parent_visits, rules.priors(arms))


def best_arms(scores: Sequence[Bound], tie: str) -> list[int]:
    """Return the children that may be chosen, the one to print first. Of unvisited ones the leftmost comes first."""
    best = max(scores)
    if best == INFINITY:
        tied = [child for child, score in enumerate(scores) if score == INFINITY]
        return tied if tie == "any" else tied[:1]
    if {*map(type, scores)} == {float}:
        if tie == "first":  # nobody asks for the others
            return [_first_tied(best, scores)]
        tied = [child for child, score in enumerate(scores) if best - score <= TIED]
    else:
        tied = [child for child, score in enumerate(scores) if _is_tied(best, score)]
    return tied if tie == "any" else tied[:1] if tie == "first" else tied[-1:]


def _first_tied(best: Bound, scores: Sequence[Bound]) -> int:
    """Return the first child whose score counts as the best."""
    place = 0
    while best - scores[place] > TIED:
        place += 1
    return place


def _is_tied(best: Bound, score: Bound) -> bool:
    if not isinstance(best, float | int | Fraction) or not isinstance(score, float | int | Fraction):
        return score != -INFINITY and best - score <= TIED  # with an unknown in it: see grader/core/linear.py
    # A student's own numbers are exact and can be larger than any float.
    with suppress(OverflowError):
        if abs(float(best) - float(score)) > 1e-6 * (1 + abs(float(best))):  # floats tell without doubt
            return False
    return score != -INFINITY and Fraction(best) - Fraction(score) <= TIED


def answers_by(
    problem: Problem,
    rules: ScoreRules,
    fixed: Mapping[int, Bound] = NOTHING,
    *_: object,
) -> Answers:
    """Return the answers by these rules; where the scores of some children are given, the choice follows from them."""
    scores = scores_of(problem.game, rules)
    if fixed:
        scores = [fixed.get(child, score) for child, score in enumerate(scores)]
    return {"scores": dict(enumerate(scores)), "choice": best_arms(scores, problem.conventions.tie)}


def right(problem: Problem, fixed: Mapping[int, Bound] = NOTHING) -> Answers:
    """Return the right rules' answers where the scores of some children are given."""
    return answers_by(problem, right_rules(problem.conventions), fixed)


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer. There is no part to save on."""
    return Solution(right(problem))
