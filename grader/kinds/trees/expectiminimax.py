"""Expectiminimax: values backed up through MAX, MIN and chance nodes, exactly."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from grader.answers.case import Solution, Tutor
from grader.games.problem import Problem
from grader.games.sources import read_tree, write_tree
from grader.games.tree import Tree
from grader.kinds.record import Door, Kind, Misconception, Wrong, by_name
from grader.kinds.trees import later, parts
from grader.kinds.trees.solving import (
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
from grader.kinds.trees.wordings import CHANCE as CHANCE_WORDINGS
from grader.kinds.trees.wordings import ROLE
from grader.search import back_up


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


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about values and about chance."""
    from grader.kinds.trees.misconceptions import value_misconceptions

    return value_misconceptions(problem, solve)


EXPECTIMINIMAX = Kind(
    name="expectiminimax",
    title="Expectiminimax",
    task="Back the values of the leaves up to the root of this game tree with chance nodes.",
    parts=by_name(parts.VALUE, parts.BEST_MOVE, parts.VALUES),
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "decimals"),
    door=Door(partial(read_tree, refused={}), write_tree),
    solve=solve,
    wrong=Wrong(
        wordings=ROLE | CHANCE_WORDINGS,
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        order=evaluation_order,
        divergence=later.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(later.value_steps, later.explain_value),
    draw=later.draw,
)
