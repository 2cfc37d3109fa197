"""A whole run of Monte Carlo tree search against a loop that is written for just that."""

from __future__ import annotations

import math
from functools import partial

from measure import Line, Target, interleave

from grader import load_problem
from grader.core.data import Data
from grader.kinds.mcts.solve import right_rules_of, run

_ITERATIONS = 200
_TREES = ((22, 2), (2, 8))
"""Branching factor and depth of trees of about 500 nodes: in a node with many children the scores count, in one with two the steps of a
comparison and the record that is kept of it."""
_MOST = Target(1.5)


def sampling(runs: int) -> list[Line]:
    return [_line(*tree, runs) for tree in _TREES]


def _line(branching: int, depth: int, runs: int) -> Line:
    results = [(7 * place * place + 3 * place) % 5 % 2 for place in range(_ITERATIONS)]
    head = {"format": "gametree-problem/1", "id": "q", "kind": "mcts", "iterations": _ITERATIONS, "results": results}
    problem = load_problem({**head, "tree": _tree(branching, depth)}).problem
    tree = problem.game.tree
    children = [list(tree.children(node)) for node in range(tree.size)]
    mine = partial(run, problem.game, right_rules_of(problem))
    assert [list(one.path) for one in mine().iterations] == _plain(children, results)[0]
    times = interleave(mine, partial(_plain, children, results), runs)
    what = f"mcts, {_ITERATIONS} iterations on {tree.size} nodes, {branching} children each"
    return Line(what, "a plain loop", times.slower(), _MOST)


def _tree(branching: int, depth: int) -> Data:
    return [_tree(branching, depth - 1) for _ in range(branching)] if depth else {}


def _plain(children: list[list[int]], results: list[int]) -> tuple[list[list[int]], list[dict[int, float]]]:
    """Return paths and scores of a run on a tree in which MAX and MIN alternate; totals count for who moved into a node."""
    visits: dict[int, int] = {0: 0}
    totals: dict[int, int] = {0: 0}
    paths, scores = [], []
    for reward in results:
        path, found = [0], {}
        while True:
            below = children[path[-1]]
            missing = [child for child in below if child not in visits]
            if missing or not below:
                break
            count, best, chosen = visits[path[-1]], -math.inf, -1
            for child in below:
                score = totals[child] / visits[child] + math.sqrt(2) * math.sqrt(math.log(count) / visits[child])
                found[child] = score
                if score > best + 1e-9:
                    best, chosen = score, child
            path.append(chosen)
        if missing:
            visits[missing[0]] = totals[missing[0]] = 0
            path.append(missing[0])
        for depth, node in enumerate(path):
            visits[node] += 1
            totals[node] += reward if depth % 2 else 1 - reward
        paths.append(path)
        scores.append(found)
    return paths, scores
