"""For which x a claim holds, against as many plain searches as there are turning points, and one more."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import oracle
from measure import Line, Target, interleave

from grader import load_problem
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.linear import Linear
from grader.kinds.about_searches.solved import right_way
from grader.kinds.about_searches.threshold.solve import ThresholdQuestion, look, pieces_by_search

_SHAPES = ((3, 2), (3, 4), (2, 8))


def thresholds(runs: int) -> list[Line]:
    return [_line(breadth, depth, runs) for breadth, depth in _SHAPES]


def _line(breadth: int, depth: int, runs: int) -> Line:
    rng = random.Random(f"{breadth} {depth}")
    tree = oracle.nested_tree(rng, oracle.uniform_shape(breadth, depth), range(100))
    problem = load_problem(_stated(tree, breadth)).problem
    searched, asked = problem.game.searched, problem.game.asked
    pieces = pieces_by_search(searched, asked)
    turns = sum(piece.interval.low == piece.interval.high for piece in pieces)
    plain = partial(_plain, _at(searched, 50), asked, turns + 1)
    times = interleave(partial(pieces_by_search, searched, asked), plain, runs)
    what = f"threshold, alpha-beta ({breadth}, {depth})"
    return Line(what, f"{turns + 1} plain searches", times.slower(), Target(4), f"{turns} turning points")


def _stated(tree: Any, breadth: int) -> dict[str, Any]:
    """Return the problem with x at the first leaf that a search reaches in the second subtree."""
    node = tree[1]
    while isinstance(node[0], list):
        node = node[0]
    node[0] = "x"
    head = {"format": "gametree-problem/1", "id": "q", "kind": "threshold", "search": "alpha-beta"}
    return {**head, "tree": tree, "claim": {"pruned-leaves": {"at-least": breadth}}}


def _at(searched: Problem, number: int) -> Problem:
    tree: Tree = searched.game
    values = [number if isinstance(value, Linear) else value for value in tree.value]
    return searched._replace(game=tree._replace(value=values))


def _plain(searched: Problem, asked: ThresholdQuestion, count: int) -> None:
    for _ in range(count):
        look(right_way(searched), asked.claim)
