"""The wrong rules about UCB scores: each the right rules with one of them replaced."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from grader.answers.case import Answers
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.record import Agrees, Misconception
from grader.kinds.ucb.scores import Arms, ScoreRules, right_rules, solve
from grader.rules import LOGARITHMS, Bonus, UcbRules, exploration_bonus, prior_bonus


def _total(total: Number, visits: int) -> float:
    return float(total)


def _no_exploitation(total: Number, visits: int) -> float:
    return 0.0


def _no_exploration(visits: int, parent_visits: int, bonus: Bonus, prior: Number) -> float:
    return 0.0


def _own_visits(visits: int, parent_visits: int, bonus: Bonus, prior: Number) -> float:
    return exploration_bonus(visits, visits, bonus)


def _exchanged(visits: int, parent_visits: int, bonus: Bonus, prior: Number) -> float:
    return exploration_bonus(parent_visits, visits, bonus)


def _one_forgotten(visits: int, parent_visits: int, bonus: Bonus, prior: Number) -> float:
    return prior_bonus(visits - 1, parent_visits, bonus, prior)


def _log_in_bonus(visits: int, parent_visits: int, bonus: Bonus, prior: Number) -> float:
    return prior_bonus(visits, math.log(parent_visits), bonus, prior)


TERMS: dict[str, UcbRules] = {
    "total-not-divided": UcbRules(exploitation=_total),
    "exploitation-only": UcbRules(exploration=_no_exploration),
    "exploration-only": UcbRules(exploitation=_no_exploitation),
    "child-visits-in-log": UcbRules(exploration=_own_visits),
    "visits-swapped": UcbRules(exploration=_exchanged),
}


PRIOR_TERMS: dict[str, UcbRules] = {
    "exploitation-only": UcbRules(exploration=_no_exploration),
    "exploration-only": UcbRules(_no_exploitation, prior_bonus),
    "one-forgotten": UcbRules(exploration=_one_forgotten),
    "log-in-bonus": UcbRules(exploration=_log_in_bonus),
}


def _wrong_beside_priors(problem: Problem, right: ScoreRules) -> Iterator[tuple[str, str, ScoreRules]]:
    """Yield the wrong rules about priors; without its 1 a child that was never visited has no number."""
    arms: Arms = problem.game
    yield "prior-ignored", "", right._replace(has_equal_priors=True)
    for name, terms in PRIOR_TERMS.items():
        if (name == "one-forgotten" and 0 in arms.visits) or (name == "log-in-bonus" and arms.parent_visits < 1):
            continue
        yield name, "", right._replace(terms=terms)


def _wrong_rules(problem: Problem, right: ScoreRules) -> Iterator[tuple[str, str, ScoreRules]]:
    """Yield name, detail and rules of every misconception that has a place under the problem's conventions."""
    if problem.conventions.weighs_priors:
        yield from _wrong_beside_priors(problem, right)
        return
    conventions, bonus = problem.conventions, right.bonus
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
    if right.unvisited and 0 in problem.game.visits:
        yield "unvisited-ignored", "", right._replace(unvisited=0.0)


def ucb_misconceptions(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem. Where no child was visited there is no score to get wrong."""
    arms: Arms = problem.game
    found = []
    for name, detail, rules in _wrong_rules(problem, right_rules(problem.conventions)):

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
