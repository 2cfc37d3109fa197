"""The parts of games of several players: those of trees, with a list of numbers where a number stands elsewhere."""

from __future__ import annotations

from grader.answers.case import Key
from grader.answers.cells import PAYOFFS
from grader.answers.each import Each
from grader.answers.forms import One
from grader.answers.part import flows_from_nothing
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.record import by_name
from grader.kinds.trees import parts


def _inner(problem: Problem) -> list[int]:
    tree: Tree = problem.game
    return tree.inner()


def _example(problem: Problem) -> str:
    numbers = f"[{', '.join(map(str, range(1, len(problem.game.players) + 1)))}]"
    return "{" + ", ".join(f"{node}: {numbers}" for node in parts.example_nodes(problem)) + "}"


def _pruning(problem: Problem, key: Key | None) -> str:
    return "The rest is skipped where the sum leaves the parent's player no more than that one has"


VALUE = parts.VALUE._replace(
    task="what the root is worth (list of numbers, one for each player)", form=One(PAYOFFS), flow=flows_from_nothing
)
VALUES = parts.VALUES._replace(
    task="what every inner node is worth (node: list of numbers, one for each player)",
    form=Each(PAYOFFS, said=_inner, missing_is_blank=True),
    example=_example,
    flow=flows_from_nothing,
)
PRUNED, VISITED, LEAVES_EVALUATED = (
    part._replace(rule=_pruning) for part in (parts.PRUNED, parts.VISITED, parts.LEAVES_EVALUATED)
)
PARTS = by_name(VALUE, parts.BEST_MOVE, VALUES, parts.PRINCIPAL_VARIATION, PRUNED, VISITED, LEAVES_EVALUATED)
