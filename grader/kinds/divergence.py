"""Where a wrong rule bites first: the first step at which its answers part from the right ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.answers.case import Answers, Solution
from grader.answers.cells import show_window
from grader.exact import say_number
from grader.games.problem import Problem
from grader.kinds.record import Divergence
from grader.kinds.search_steps import explain_search
from grader.kinds.tree_rules import evaluation_order
from grader.kinds.value_steps import explain_value
from grader.kinds.words import name_of as shown_id
from grader.tree import Tree


def tree_divergence(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    """Return the first node, in the order of evaluation, at which the wrong rule goes another way.

    It is looked for first in what was asked: values where they are, else what is visited.
    """
    looks = [_in_values, _in_visits, _in_windows, _in_move]
    if "values" not in problem.ask and _SEARCHED & set(problem.ask):
        looks = [_in_visits, _in_windows, _in_values, _in_move]
    return next((found for look in looks if (found := look(problem, solution, wrong)) is not None), None)


_SEARCHED = frozenset({"pruned", "visited", "leaves-evaluated", "windows", "cutoffs"})


def _in_values(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    right, other = solution.answers["values"], wrong.get("values", {})
    for node in evaluation_order(problem):
        if node in right and node in other and right[node] != other[node]:
            step = _value_step(problem, solution, node)
            return Divergence(node, f"{step}; the other rule gives {say_number(other[node])}")
    return None


def _value_step(problem: Problem, solution: Solution, node: int) -> str:
    """Return the one step of a node with its inputs, such as "C is MIN over 2, 4, 6: min = 2"."""
    explain = explain_value if solution.trace is None else explain_search
    return explain(problem, solution, node, windows=False).removesuffix(".")


def _in_visits(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    """Return the node at which one search goes on and the other does not."""
    if "visited" not in wrong:
        return None
    tree: Tree = problem.game
    right, other = solution.answers["visited"], wrong["visited"]
    at = next(
        (i for i, pair in enumerate(zip(right, other, strict=False)) if pair[0] != pair[1]), min(len(right), len(other))
    )
    skipped = {child: cutoff for cutoff in solution.trace.cutoffs for child in cutoff.skipped}
    if at < len(other) and (cutoff := _cutoff_above(tree, skipped, other[at])) is not None:
        names = ", ".join(shown_id(tree, child) for child in cutoff.skipped)
        window = show_window((cutoff.alpha, cutoff.beta))
        sentence = f"at {shown_id(tree, cutoff.node)} the window is {window} by then, so {names} {'is' if len(cutoff.skipped) == 1 else 'are'} skipped"
        return Divergence(cutoff.node, sentence)
    if at < len(right) and right[at] > 0:
        parent = tree.parent[right[at]]
        return Divergence(parent, f"next the search enters {shown_id(tree, right[at])}; by the other rule it does not")
    return None


def _cutoff_above(tree: Tree, skipped: Mapping[int, Any], node: int) -> Any:
    while node >= 0:
        if node in skipped:
            return skipped[node]
        node = tree.parent[node]
    return None


def _in_windows(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    if "windows" not in wrong:
        return None
    right, other = solution.answers["windows"], wrong["windows"]
    order: Sequence[int] = [node for node in solution.trace.visited if node in right and node in other]
    for node in order:
        if right[node] != other[node]:
            name = shown_id(problem.game, node)
            sentence = f"alpha and beta of {name} are {show_window(right[node])}; the other rule gives {show_window(other[node])}"
            return Divergence(node, sentence)
    return None


def _in_move(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    if solution.answers.get("best-move", [None])[0] == wrong.get("best-move", [None])[0]:
        return None
    return Divergence(0, f"the best move at {shown_id(problem.game, 0)} is another one")
