"""How a child is scored by UCB."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log, log2, log10, sqrt
from operator import truediv
from typing import NamedTuple

from grader.exact import Number

LOGARITHMS: dict[str, Callable[[int], float]] = {"ln": log, "log10": log10, "log2": log2}
TIED = 1e-9
"""Two UCB scores that are no further apart than this count as equal."""


class Bonus(NamedTuple):
    """How a UCB score weighs exploration: constant * sqrt(inside * log N / n)."""

    constant: float = sqrt(2)
    inside: float = 1
    log: Callable[[int], float] = log


def mean_rewards(totals: Sequence[Number], visits: Sequence[int]) -> list[float]:
    """Return the exploitation terms of children's UCB scores: each total reward over the child's visits.

    >>> mean_rewards([7, Fraction(1, 2)], [10, 2])
    [0.7, 0.25]
    """
    if {*map(type, totals)} == {int}:
        return [*map(truediv, totals, visits)]
    return [
        total / count if isinstance(total, int) else float(Fraction(total) / count)
        for total, count in zip(totals, visits, strict=True)
    ]


def exploration_bonuses(
    visits: Sequence[int], parent_visits: int, bonus: Bonus, priors: Sequence[Number] = ()
) -> list[float]:
    """Return the exploration terms of children's UCB scores, which weigh no priors; parent_visits of 1 gives 0."""
    constant, inside = bonus.constant, bonus.inside * bonus.log(parent_visits)
    return [constant * sqrt(inside / count) for count in visits]


def prior_bonuses(visits: Sequence[int], parent_visits: float, bonus: Bonus, priors: Sequence[Number]) -> list[float]:
    """Return the exploration terms of children's PUCT scores: the constant times prior * sqrt(N) / (1 + n).

    Source: Rosin 2011; in this form Silver et al. 2017 (AlphaGo Zero).

    >>> prior_bonuses([3], 4, Bonus(1.0), [Fraction(1, 2)])
    [0.25]
    """
    root = sqrt(parent_visits)
    return [bonus.constant * (float(prior) * root / (1 + count)) for count, prior in zip(visits, priors, strict=True)]


class UcbRules(NamedTuple):
    """The two terms of the UCB scores of a node's children: from totals and visits, and from visits, N, the bonus and priors."""

    exploitation: Callable[[Sequence[Number], Sequence[int]], list[float]] = mean_rewards
    exploration: Callable[[Sequence[int], int, Bonus, Sequence[Number]], list[float]] = exploration_bonuses


def ucb_score(
    total: Number, visits: int, parent_visits: int, bonus: Bonus, rules: UcbRules = UcbRules(), prior: Number = 1
) -> float:
    """Return the UCB score of a child that was visited: its mean reward plus the exploration bonus.

    Source: Auer, Cesa-Bianchi and Fischer 2002 (UCB1); Kocsis and Szepesvari 2006 (UCT).

    >>> round(ucb_score(7, 10, 21, Bonus()), 2)
    1.48
    """
    [mean], [explored] = (
        rules.exploitation([total], [visits]),
        rules.exploration([visits], parent_visits, bonus, [prior]),
    )
    return mean + explored
