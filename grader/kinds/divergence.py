"""Where a wrong rule bites first: the first step at which its answers part from the right ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.exact import show_number
from grader.kinds.number_parts import show_window, shown_id
from grader.kinds.record import Answers, Divergence, Problem, Solution
from grader.kinds.tree_rules import evaluation_order
from grader.tree import CHANCE, KIND_NAMES, LEAF, Tree


def tree_divergence(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    """Return the first node, in the order of evaluation, at which the wrong rule goes another way."""
    return (
        _in_values(problem, solution, wrong)
        or _in_visits(problem, solution, wrong)
        or _in_windows(problem, solution, wrong)
        or _in_move(problem, solution, wrong)
    )


def _in_values(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    right, other = solution.answers["values"], wrong.get("values", {})
    for node in evaluation_order(problem):
        if node in right and node in other and right[node] != other[node]:
            step = value_step(problem, solution, node)
            return Divergence(node, f"{step}; the wrong rule gives {show_number(other[node])}")
    return None


def value_step(problem: Problem, solution: Solution, node: int) -> str:
    """Return the one step of a node with its inputs, such as "C is MIN over 2, 4, 6: 2"."""
    tree: Tree = problem.game
    values, trace = solution.answers["values"], solution.trace
    inputs = []
    for child in tree.children(node):
        value = tree.value[child] if tree.kind[child] == LEAF else values.get(child)
        if value is None or (trace is not None and trace.entry[child] is None):
            continue
        weight = f"{show_number(tree.probability[child] or 0)}·" if tree.kind[node] == CHANCE else ""
        inputs.append(f"{weight}{show_number(value)}")
    over = ", ".join(inputs)
    return f"{shown_id(tree, node)} is {KIND_NAMES[tree.kind[node]]} over {over}: {show_number(values[node])}"


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
        sentence = f"at {shown_id(tree, cutoff.node)} the window is {window} by then, so {names} is skipped"
        return Divergence(cutoff.node, sentence)
    if at < len(right) and right[at] > 0:
        parent = tree.parent[right[at]]
        window = show_window(solution.trace.entry[right[at]])
        return Divergence(parent, f"{shown_id(tree, right[at])} is visited: the window before it is {window}")
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
            sentence = f"alpha and beta of {name} are {show_window(right[node])}; the wrong rule gives {show_window(other[node])}"
            return Divergence(node, sentence)
    return None


def _in_move(problem: Problem, solution: Solution, wrong: Answers) -> Divergence | None:
    if solution.answers.get("best-move", [None])[0] == wrong.get("best-move", [None])[0]:
        return None
    return Divergence(0, f"the best move at {shown_id(problem.game, 0)} is another one")
