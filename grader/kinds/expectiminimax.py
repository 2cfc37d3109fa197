"""Expectiminimax: values backed up through MAX, MIN and chance nodes, exactly."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from grader.kinds import number_parts
from grader.kinds.misconception_names import CHANCE_NAMES, ROLE_NAMES
from grader.kinds.read_tree import read_tree, write_tree
from grader.kinds.record import Kind, Problem, Solution
from grader.kinds.tree_rules import (
    RIGHT,
    Reading,
    TreeRules,
    ancestors,
    best_children,
    evaluation_order,
    has_move,
    right_answers,
    wanted,
)
from grader.later import later
from grader.search import back_up
from grader.tree import Tree


def solve(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of an expectiminimax problem (Michie 1966; Russell and Norvig, stochastic games)."""
    tree: Tree = problem.game
    values = back_up(tree, rules.values, rules.kinds, rules.fixed)
    readings: dict[str, Reading] = {
        "value": lambda: values[0],
        "values": lambda: {node: values[node] for node in tree.inner()},
    }
    if has_move(tree):
        readings["best-move"] = lambda: best_children(problem, values, 0, rules)
    return Solution(wanted(readings, parts))


EXPECTIMINIMAX = Kind(
    name="expectiminimax",
    title="Expectiminimax",
    parts={part.name: part for part in (number_parts.VALUE, number_parts.BEST_MOVE, number_parts.VALUES)},
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "decimals"),
    read_game=partial(read_tree, refused={}),
    write_game=write_tree,
    solve=solve,
    diagram=later("grader.kinds.tree_diagram", "tree_diagram"),
    misconceptions=partial(later("grader.kinds.tree_misconceptions", "value_misconceptions"), solve=solve),
    right=partial(right_answers, solve=solve),
    order=evaluation_order,
    misconception_names=(*ROLE_NAMES, *CHANCE_NAMES),
    carrier="values",
    followers=ancestors,
    divergence=later("grader.kinds.divergence", "tree_divergence"),
)
