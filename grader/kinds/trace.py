"""Solutions step by step and explanations of single nodes, for every kind of exercise: one line a kind in each registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.kinds.record import Problem, Solution
from grader.kinds.steps import Action, Step
from grader.later import later

explain_search: Callable[..., str] = later("grader.kinds.search_steps", "explain_search")
why_skipped: Callable[[Problem, Solution, int], str] = later("grader.kinds.search_steps", "why_skipped")
why_visited: Callable[[Problem, Solution, int], str] = later("grader.kinds.search_steps", "why_visited")

STEPS: dict[str, Callable[[Problem, Solution], Iterable[Step]]] = {
    "minimax": later("grader.kinds.value_steps", "value_steps"),
    "alpha-beta": later("grader.kinds.search_steps", "search_steps"),
    "expectiminimax": later("grader.kinds.value_steps", "value_steps"),
    "ucb": later("grader.kinds.ucb_steps", "ucb_steps"),
}
EXPLANATIONS: dict[str, Callable[..., str]] = {
    "minimax": later("grader.kinds.value_steps", "explain_value"),
    "alpha-beta": explain_search,
    "expectiminimax": later("grader.kinds.value_steps", "explain_value"),
    "ucb": later("grader.kinds.ucb_steps", "explain_score"),
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
