"""Solutions step by step and explanations of single nodes, for every kind of exercise: one line a kind in each registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.kinds.record import Problem, Solution
from grader.kinds.search_steps import explain_search, search_steps, why_skipped, why_visited
from grader.kinds.steps import Action, Step
from grader.kinds.ucb_steps import explain_score, ucb_steps
from grader.kinds.value_steps import explain_value, value_steps

STEPS: dict[str, Callable[[Problem, Solution], Iterable[Step]]] = {
    "minimax": value_steps,
    "alpha-beta": search_steps,
    "expectiminimax": value_steps,
    "ucb": ucb_steps,
}
EXPLANATIONS: dict[str, Callable[[Problem, Solution, int], str]] = {
    "minimax": explain_value,
    "alpha-beta": explain_search,
    "expectiminimax": explain_value,
    "ucb": explain_score,
}


def steps(problem: Problem, solution: Solution) -> tuple[Step, ...]:
    """Return the steps that lead to the solution, in order."""
    return tuple(STEPS[problem.kind](problem, solution))


def explain_node(problem: Problem, solution: Solution, node: int, *, windows: bool = True) -> str:
    """Return the one step of a node with its inputs, in words. In UCB nodes are the places of the children.

    Without `windows` nothing is said of those with which a search entered and left the node.
    """
    explain = EXPLANATIONS[problem.kind]
    if explain is explain_search:
        return explain_search(problem, solution, node, windows=windows)
    return explain(problem, solution, node)


__all__ = ["EXPLANATIONS", "STEPS", "Action", "Step", "explain_node", "steps", "why_skipped", "why_visited"]
