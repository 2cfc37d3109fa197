"""The wrong rules of games of several players: what a player takes, which of equals counts, and what is pruned."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import partial

from grader.games.problem import Problem
from grader.games.tree import FIRST_PLAYER, Tree
from grader.kinds.max_n.solving import cutoff_of, search_rules, solve
from grader.kinds.record import Misconception
from grader.kinds.trees.following import following
from grader.kinds.trees.solving import TreeRules, payoff_rules, values_of
from grader.rules.payoffs import Score, component_wise, in_all, lead, least, own


def max_n_misconceptions(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    return [Misconception(name, "", following(problem, solve, rules)) for name, rules in _rules(problem)]


def _scores(tree: Tree) -> Iterator[tuple[str, Sequence[Score]]]:
    """Yield by what each player chooses, wrongly."""
    seats, root = range(len(tree.players)), tree.kind[0] - FIRST_PLAYER
    if root >= 0:
        yield "paranoid", [partial(own if seat == root else least, root) for seat in seats]
        yield "root-player-everywhere", [partial(own, root) for _ in seats]
    yield "next-player", [partial(own, (seat + 1) % len(seats)) for seat in seats]
    yield "maximises-sum", [in_all for _ in seats]
    yield "maximises-lead", [partial(lead, seat) for seat in seats]


def _rules(problem: Problem) -> Iterator[tuple[str, TreeRules]]:
    tree: Tree = problem.game
    right = values_of(problem)
    for name, scores in _scores(tree):
        yield name, TreeRules(values=payoff_rules(problem, scores))
    players = [component_wise for _ in tree.players]
    yield "component-wise", TreeRules(values=(*right[:FIRST_PLAYER], *players), choices=right)
    if problem.conventions.tie != "any":
        other = "last" if problem.conventions.tie == "first" else "first"
        turned = problem._replace(conventions=problem.conventions._replace(tie=other))
        yield "other-tie", TreeRules(values=values_of(turned), tie=other)
    if problem.conventions.sum_bound is not None:
        yield from _searches(problem)


def _searches(problem: Problem) -> Iterator[tuple[str, TreeRules]]:
    """Yield the rules of those who prune too much or too little."""
    right = values_of(problem)
    rules = search_rules(problem, right)
    yield "prunes-deep", TreeRules(search=search_rules(problem, right, is_deep=True))
    yield "no-pruning", TreeRules(search=rules._replace(cutoff=_never))
    if cutoff_of(problem.conventions) is operator.gt:
        yield "equality-cutoff", TreeRules(search=rules._replace(cutoff=operator.ge))
    else:
        yield "strict-cutoff", TreeRules(search=rules._replace(cutoff=operator.gt))


def _never(alpha: object, beta: object) -> bool:
    return False
