"""The misconceptions about UCB scores, a row each: the right rules with one of them replaced where it has a place, and its words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.search.values import LOGARITHMS, UcbRules, exploration_bonuses, prior_bonuses
from grader.kinds.record import Misconception, Mistake
from grader.kinds.ucb.solve import Arms, ScoreRules, answers_by, right_rules

Changed = Iterable[tuple[str, ScoreRules]]
"""Wrong rules, each with its detail: several where a name leaves open which, none where the conventions leave it no place."""


Rule = Callable[[Conventions, ScoreRules], Changed]
"""What somebody makes of the right rules."""


def _terms(plain: UcbRules | None, with_priors: UcbRules | None = None) -> Rule:
    """Return what puts other terms in the place of the right ones: those of a formula without priors, or with them."""

    def rules(conventions: Conventions, right: ScoreRules) -> Changed:
        terms = with_priors if conventions.weighs_priors else plain
        return [] if terms is None else [("", right._replace(terms=terms))]

    return rules


def _other_logs(conventions: Conventions, right: ScoreRules) -> Changed:
    others = {} if conventions.weighs_priors else LOGARITHMS
    bonus = right.bonus
    return [
        (log, right._replace(bonus=bonus._replace(log=rule))) for log, rule in others.items() if log != conventions.log
    ]


def _constant(conventions: Conventions) -> float | None:
    """Return the constant before the root; 0 where there is none, None where it is unknown."""
    if conventions.weighs_priors or conventions.formula == "ucb1":
        return 0
    constant = conventions.exploration.value
    return constant if isinstance(constant, float) else None


def _inside_root(conventions: Conventions, right: ScoreRules) -> Changed:
    constant = _constant(conventions)
    if constant is None or any(math.isclose(constant, trivial) for trivial in (0, 1)):  # no root of an unknown
        return []
    return [("", right._replace(bonus=right.bonus._replace(constant=1.0, inside=constant)))]


def _without_constant(conventions: Conventions, right: ScoreRules) -> Changed:
    if conventions.weighs_priors:
        return []
    if conventions.formula == "ucb1":
        return [("", right._replace(bonus=right.bonus._replace(inside=1)))]
    constant = _constant(conventions)
    is_one = constant is not None and math.isclose(constant, 1)
    return [] if is_one else [("", right._replace(bonus=right.bonus._replace(constant=1.0)))]


_NO_MEAN = UcbRules(exploitation=lambda _, visits: [0.0] * len(visits))
_NO_BONUS = UcbRules(exploration=lambda visits, *_: [0.0] * len(visits))
_OWN_LOG = UcbRules(
    exploration=lambda visits, _, bonus, __: [one for n in visits for one in exploration_bonuses([n], n, bonus)]
)
_SWAPPED = UcbRules(
    exploration=lambda visits, parent, bonus, _: [
        one for n in visits for one in exploration_bonuses([parent], n, bonus)
    ]
)
_ONE_FORGOTTEN = UcbRules(
    exploration=lambda visits, parent, bonus, priors: prior_bonuses([n - 1 for n in visits], parent, bonus, priors)
)
_LOG_IN_BONUS = UcbRules(
    exploration=lambda visits, parent, bonus, priors: prior_bonuses(visits, math.log(parent), bonus, priors)
)
_FORMULA = "convention `formula`"

MISTAKES: dict[str, Mistake[Rule]] = {
    "other-log": Mistake(
        _other_logs,
        "Another logarithm is used than the problem says.",
        "You score with another logarithm than this problem uses.",
        "convention `log`",
    ),
    "constant-inside-root": Mistake(
        _inside_root,
        "The exploration constant stands inside the root instead of before it.",
        "You put the exploration constant under the root. In this formula it stands before it.",
        _FORMULA,
    ),
    "constant-omitted": Mistake(
        _without_constant,
        "The exploration constant is left out.",
        "You score without the constant of the formula.",
        _FORMULA,
    ),
    "total-not-divided": Mistake(
        _terms(UcbRules(exploitation=lambda totals, _: [*map(float, totals)])),
        "The total reward is used where its mean belongs.",
        "You add the total reward. The first term is the mean reward: total over visits.",
        _FORMULA,
    ),
    "exploitation-only": Mistake(
        _terms(_NO_BONUS, _NO_BONUS),
        "The exploration term is left out.",
        "Your scores are the mean rewards alone. The second term, for exploration, belongs to the score.",
        _FORMULA,
    ),
    "exploration-only": Mistake(
        _terms(_NO_MEAN, _NO_MEAN._replace(exploration=prior_bonuses)),
        "The mean reward is left out.",
        "Your scores are the exploration terms alone. The mean reward belongs to the score.",
        _FORMULA,
    ),
    "child-visits-in-log": Mistake(
        _terms(_OWN_LOG),
        "The logarithm is that of the child's visits n instead of the parent's N.",
        "You take the logarithm of the child's visits. Under the logarithm stand the parent's visits N.",
        _FORMULA,
    ),
    "visits-swapped": Mistake(
        _terms(_SWAPPED),
        "N and n are exchanged in the exploration term.",
        "You exchange N and n under the root. The parent's visits N stand in the logarithm, the child's n below it.",
        _FORMULA,
    ),
    "prior-ignored": Mistake(
        lambda conventions, right: [("", right._replace(has_equal_priors=True))] if conventions.weighs_priors else [],
        "All priors are taken to be equal.",
        "You leave the prior out of the second term. Each child's own prior weighs it.",
        _FORMULA,
    ),
    "one-forgotten": Mistake(
        _terms(None, _ONE_FORGOTTEN),
        "The exploration term is divided by n instead of 1 + n.",
        "You divide the second term by the child's visits n. It is divided by one more than that.",
        _FORMULA,
    ),
    "log-in-bonus": Mistake(
        _terms(None, _LOG_IN_BONUS),
        "The root is taken of the logarithm of N instead of N.",
        "You take the logarithm of the parent's visits. In this formula the root is taken of N itself.",
        _FORMULA,
    ),
    "unvisited-ignored": Mistake(
        lambda _, right: [("", right._replace(unvisited=0.0))] if right.unvisited else [],
        "A child that was never visited scores 0 and is not tried first.",
        "You pass over the child that was never visited. In this problem it scores inf and is tried first.",
        "convention `unvisited`",
    ),
}


_AS_NAMED = dict.fromkeys(("prior-ignored", *MISTAKES))
"""The order in which equal fits are named: first that priors are left out."""


def wrong_score_rules(conventions: Conventions, right: ScoreRules) -> Iterator[tuple[str, str, ScoreRules]]:
    """Yield name, detail and rules of every misconception that has a place under the conventions."""
    for name in _AS_NAMED:
        yield from ((name, detail, rules) for detail, rules in MISTAKES[name].rules(conventions, right))


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the children: where none was visited there is no score to get wrong.

    Without its 1 a child that was never visited has no number.
    """
    arms: Arms = problem.game
    out = {"one-forgotten"} if 0 in arms.visits else {"unvisited-ignored"}
    out |= set() if arms.parent_visits else {"log-in-bonus"}
    if not any(arms.visits) and not problem.conventions.weighs_priors:
        out |= MISTAKES.keys() - {"unvisited-ignored"}
    found = wrong_score_rules(problem.conventions, right_rules(problem.conventions))
    return [
        Misconception(name, detail, partial(answers_by, problem, rules))
        for name, detail, rules in found
        if name not in out
    ]
