"""Minimax: values backed up through MAX and MIN, the best move and the line of best play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from grader.exact import Number
from grader.kinds import tree_parts
from grader.kinds.read_tree import read_tree, write_tree
from grader.kinds.record import Kind, Problem, Solution
from grader.kinds.tree_diagram import tree_diagram
from grader.kinds.tree_parts import Lines
from grader.search import back_up, optimal_children
from grader.tree import CHANCE, LEAF, Tree

_NO_CHANCE = "a chance node has no place in minimax; expected the kind expectiminimax"


def best_children(problem: Problem, values: Sequence[Number], node: int) -> list[int]:
    """Return the optimal children that `tie` accepts at a player's node, the one to print first."""
    children = optimal_children(problem.game, values, node)
    if problem.conventions.right_to_left:
        children.reverse()
    tie = problem.conventions.tie
    return children if tie == "any" else [children[0 if tie == "first" else -1]]


def best_lines(problem: Problem, values: Sequence[Number]) -> Lines:
    """Return the principal variations from the root to a leaf."""
    tree: Tree = problem.game
    continuations: dict[int, Sequence[int]] = {}
    reached = [0]
    for node in reached:
        if tree.kind[node] != LEAF:
            continuations[node] = best_children(problem, values, node)
            reached.extend(continuations[node])
    first = [0]
    while first[-1] in continuations:
        first.append(continuations[first[-1]][0])
    return Lines(first, continuations)


def solve(problem: Problem) -> Solution:
    """Return the reference answer of a minimax problem (Russell and Norvig, chapter on adversarial search)."""
    tree: Tree = problem.game
    values = back_up(tree)
    answers: dict[str, Any] = {
        "value": values[0],
        "values": {node: values[node] for node in tree.inner()},
        "principal-variation": best_lines(problem, values),
    }
    if tree.kind[0] != LEAF:
        answers["best-move"] = best_children(problem, values, 0)
    return Solution(answers)


MINIMAX = Kind(
    name="minimax",
    title="Minimax",
    parts={
        part.name: part
        for part in (
            tree_parts.VALUE,
            tree_parts.BEST_MOVE,
            tree_parts.VALUES,
            tree_parts.PRINCIPAL_VARIATION,
        )
    },
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "decimals"),
    read_game=partial(read_tree, refused={CHANCE: _NO_CHANCE}),
    write_game=write_tree,
    solve=solve,
    diagram=tree_diagram,
)
