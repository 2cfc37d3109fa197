"""What is asked of the nodes at the horizon: their static values."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from grader.answers.case import Case, Key
from grader.answers.cells import NUMBER
from grader.answers.each import Each
from grader.answers.part import Part
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree


def evaluations(tree: Tree, visited: Collection[int] | None = None) -> dict[int, Number]:
    """Return the static value of every node at the horizon that a search visits, breadth-first; of all without a search."""
    nodes = tree.at_horizon()
    return {node: tree.value[node] or 0 for node in nodes if visited is None or node in visited}


def _at_horizon(problem: Problem) -> Iterable[Key]:
    tree: Tree = problem.game
    return tree.at_horizon()


def _at_node(case: Case, node: Key) -> str:
    return case.explain(node)


def _rule(problem: Problem, node: Key | None) -> str:
    return "A node at the horizon is worth its static value"


EVALUATIONS = Part(
    "evaluations",
    "the static value of every node at which the search stops at the horizon (node: number)",
    Each(NUMBER, said=_at_horizon, missing_is_blank=True),
    explain=_at_node,
    rule=_rule,
    why_none=_at_node,
)
VISITED_EVALUATIONS = EVALUATIONS._replace(
    task="for every node at which the search stops at the horizon, its static value (node: number)",
    form=Each(NUMBER, paper=_at_horizon),
)
