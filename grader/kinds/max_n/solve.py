"""Solving games of several players: values are folded up the whole tree; a search beside prunes what no sum can bring."""

import operator
from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any

from grader.core.answers.case import Solution
from grader.core.answers.leaves import pruned_below
from grader.core.conventions import Conventions
from grader.core.games.problem import Problem
from grader.core.games.tree import FIRST_PLAYER, LEAF, Tree
from grader.core.search.cutting import CUTOFF_TESTS, ROLES, CutoffTest, SearchRules
from grader.core.search.folds import Trace, alpha_beta
from grader.core.search.values import AnyRules, shallow_role
from grader.kinds.trees.rules import RIGHT, TreeRules, examines_right_to_left, values_of
from grader.kinds.trees.solve import AsWanted, Reading, unpruned_readings

_NOTHING_ABOVE: Any = ((), 0)
"""With what a search starts: no ancestor has anything yet."""


def solve(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer: values are those of the whole tree, whatever a search skips."""
    if rules.values is RIGHT.values:
        rules = rules._replace(values=values_of(problem))
    return Solution(AsWanted(partial(_readings, problem, rules), parts))


def _readings(problem: Problem, rules: TreeRules) -> dict[str, Reading]:
    """Return how each answer is read off."""
    readings = unpruned_readings(problem, rules, ("value", "values", "best-move", "principal-variation"))
    if problem.conventions.sum_bound is not None:
        readings |= _searched(problem, cache(lambda: search(problem, rules)))
    return readings


def _searched(problem: Problem, trace: Callable[[], Trace]) -> dict[str, Reading]:
    tree: Tree = problem.game
    return {
        "pruned": lambda: pruned_below(tree, [child for cutoff in trace().cutoffs for child in cutoff.skipped]),
        "visited": lambda: trace().visited,
        "leaves-evaluated": lambda: sum(tree.kind[node] == LEAF for node in trace().visited),
    }


def search(problem: Problem, rules: TreeRules = RIGHT) -> Trace:
    """Return the trace of a search that prunes by the bound of the sum."""
    values = values_of(problem) if rules.values is RIGHT.values else rules.values
    return alpha_beta(
        problem.game,
        rules.search or search_rules(problem, values),
        _NOTHING_ABOVE,
        right_to_left=examines_right_to_left(problem, rules),
        fixed=rules.fixed,
    )


def search_rules(problem: Problem, values: AnyRules, *, is_deep: bool = False) -> SearchRules:
    """Return the rules of shallow pruning where nodes get their values by these rules; `is_deep`: every ancestor counts."""
    conventions, tree = problem.conventions, problem.game
    bound = conventions.sum_bound or 0
    players = [
        shallow_role(place, values[FIRST_PLAYER + place], bound, from_right=conventions.right_to_left, is_deep=is_deep)  # type: ignore[arg-type]  # a player has a rule
        for place in range(len(tree.players))
    ]
    unused = ROLES[LEAF]
    return SearchRules(cutoff_of(conventions), (*ROLES, *[unused] * (FIRST_PLAYER - len(ROLES)), *players))


def cutoff_of(conventions: Conventions) -> CutoffTest:
    """Return the test: strict also where equality could hide a tied move."""
    return CUTOFF_TESTS[conventions.cutoff] if conventions.tie == "first" else operator.gt
