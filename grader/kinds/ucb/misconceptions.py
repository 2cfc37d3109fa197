"""The wrong rules about UCB scores: each the right rules with one of them replaced."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.answers.case import Answers
from grader.conventions import Conventions
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.record import Agrees, Misconception
from grader.kinds.ucb.scores import Arms, ScoreRules, right_rules, solve
from grader.rules import LOGARITHMS, Bonus, UcbRules, exploration_bonuses, prior_bonuses


def _totals(totals: Sequence[Number], visits: Sequence[int]) -> list[float]:
    return [float(total) for total in totals]


def _no_exploitation(totals: Sequence[Number], visits: Sequence[int]) -> list[float]:
    return [0.0] * len(visits)


def _no_exploration(visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    return [0.0] * len(visits)


def _own_visits(visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    return [explored for count in visits for explored in exploration_bonuses([count], count, bonus)]


def _exchanged(visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    return [explored for count in visits for explored in exploration_bonuses([parent_visits], count, bonus)]


def _one_forgotten(visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    return prior_bonuses([count - 1 for count in visits], parent_visits, bonus, priors)


def _log_in_bonus(visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    return prior_bonuses(visits, math.log(parent_visits), bonus, priors)


TERMS: dict[str, UcbRules] = {
    "total-not-divided": UcbRules(exploitation=_totals),
    "exploitation-only": UcbRules(exploration=_no_exploration),
    "exploration-only": UcbRules(exploitation=_no_exploitation),
    "child-visits-in-log": UcbRules(exploration=_own_visits),
    "visits-swapped": UcbRules(exploration=_exchanged),
}


PRIOR_TERMS: dict[str, UcbRules] = {
    "exploitation-only": UcbRules(exploration=_no_exploration),
    "exploration-only": UcbRules(_no_exploitation, prior_bonuses),
    "one-forgotten": UcbRules(exploration=_one_forgotten),
    "log-in-bonus": UcbRules(exploration=_log_in_bonus),
}


def _wrong_beside_priors(right: ScoreRules) -> Iterator[tuple[str, str, ScoreRules]]:
    yield "prior-ignored", "", right._replace(has_equal_priors=True)
    for name, terms in PRIOR_TERMS.items():
        yield name, "", right._replace(terms=terms)


def wrong_score_rules(conventions: Conventions, right: ScoreRules) -> Iterator[tuple[str, str, ScoreRules]]:
    """Yield name, detail and rules of every misconception that has a place under the conventions."""
    if conventions.weighs_priors:
        yield from _wrong_beside_priors(right)
        return
    bonus = right.bonus
    for log, function in LOGARITHMS.items():
        if log != conventions.log:
            yield "other-log", log, right._replace(bonus=bonus._replace(log=function))
    constant, is_known = conventions.exploration.value, isinstance(conventions.exploration.value, float)
    if conventions.formula == "ucb1":
        yield "constant-omitted", "", right._replace(bonus=bonus._replace(inside=1))
    else:
        if is_known and not any(math.isclose(constant, trivial) for trivial in (0, 1)):  # no root of an unknown
            yield "constant-inside-root", "", right._replace(bonus=bonus._replace(constant=1.0, inside=constant))
        if not is_known or not math.isclose(constant, 1):
            yield "constant-omitted", "", right._replace(bonus=bonus._replace(constant=1.0))
    for name, terms in TERMS.items():
        yield name, "", right._replace(terms=terms)
    if right.unvisited:
        yield "unvisited-ignored", "", right._replace(unvisited=0.0)


def _wrong_rules(problem: Problem) -> Iterator[tuple[str, str, ScoreRules]]:
    """Yield those that can be followed on the children: without its 1 a child that was never visited has no number."""
    arms: Arms = problem.game
    out = {"one-forgotten"} if 0 in arms.visits else {"unvisited-ignored"}
    out |= set() if arms.parent_visits else {"log-in-bonus"}
    for wrong in wrong_score_rules(problem.conventions, right_rules(problem.conventions)):
        if wrong[0] not in out:
            yield wrong


def ucb_misconceptions(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem. Where no child was visited there is no score to get wrong."""
    arms: Arms = problem.game
    found = []
    for name, detail, rules in _wrong_rules(problem):

        def answer(
            fixed: Mapping[int, Number],
            parts: Collection[str] | None = None,
            agrees: Agrees | None = None,
            /,
            *,
            rules: ScoreRules = rules,
        ) -> Answers:
            return solve(problem, rules._replace(fixed=fixed)).answers

        found.append(Misconception(name, detail, answer))
    return (
        found
        if any(arms.visits) or problem.conventions.weighs_priors
        else [m for m in found if m.name == "unvisited-ignored"]
    )
