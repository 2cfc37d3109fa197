"""How a child is scored by UCB."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from grader.exact import Number

LOGARITHMS: dict[str, Callable[[int], float]] = {"ln": math.log, "log10": math.log10, "log2": math.log2}
TIED = 1e-9
"""Two UCB scores that are no further apart than this count as equal."""


class Bonus(NamedTuple):
    """How a UCB score weighs exploration: constant * sqrt(inside * log N / n)."""

    constant: float = math.sqrt(2)
    inside: float = 1
    log: Callable[[int], float] = math.log


def mean_reward(total: Number, visits: int) -> float:
    """Return the exploitation term of a UCB score: the total reward over the child's visits."""
    return total / visits if isinstance(total, int) else float(Fraction(total) / visits)


def exploration_bonus(visits: int, parent_visits: int, bonus: Bonus, prior: Number = 1) -> float:
    """Return the exploration term of a UCB score, which weighs no prior; parent_visits of 1 gives 0."""
    return bonus.constant * math.sqrt(bonus.inside * bonus.log(parent_visits) / visits)


def prior_bonus(visits: int, parent_visits: float, bonus: Bonus, prior: Number) -> float:
    """Return the exploration term of a PUCT score: the constant times prior * sqrt(N) / (1 + n).

    Source: Rosin 2011; in this form Silver et al. 2017 (AlphaGo Zero).

    >>> prior_bonus(3, 4, Bonus(1.0), Fraction(1, 2))
    0.25
    """
    return bonus.constant * (float(prior) * math.sqrt(parent_visits) / (1 + visits))


class UcbRules(NamedTuple):
    """The two terms of a UCB score."""

    exploitation: Callable[[Number, int], float] = mean_reward
    exploration: Callable[[int, int, Bonus, Number], float] = exploration_bonus


def ucb_score(
    total: Number, visits: int, parent_visits: int, bonus: Bonus, rules: UcbRules = UcbRules(), prior: Number = 1
) -> float:
    """Return the UCB score of a child that was visited: its mean reward plus the exploration bonus.

    Source: Auer, Cesa-Bianchi and Fischer 2002 (UCB1); Kocsis and Szepesvari 2006 (UCT).

    >>> round(ucb_score(7, 10, 21, Bonus()), 2)
    1.48
    """
    return rules.exploitation(total, visits) + rules.exploration(visits, parent_visits, bonus, prior)
