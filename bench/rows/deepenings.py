"""Iterative deepening against its searches alone, each on a tree that was cut and put in order beforehand."""

from __future__ import annotations

from typing import Any

from measure import Line, Target, interleave

from grader import load_problem
from grader.core.data import Data
from grader.kinds import KINDS
from grader.kinds.deepening.solve import parts_of_search, solve, stage_of

_PARTS = ("values-by-depth", "best-moves", "leaves-by-depth", "orders")
_CASES = (("alpha-beta", "all"), ("alpha-beta", "root"), ("minimax", "none"))
_BRANCHING, _DEPTH = 4, 5
_MOST = Target(1.2)
"""Missed by a little where all children are sorted: most of the rest is the sorting itself, at every inner node that an iteration visited."""


def deepenings(runs: int) -> list[Line]:
    return [_line(search, reorder, runs) for search, reorder in _CASES]


def _line(search: str, reorder: str, runs: int) -> Line:
    fields = {"search": search, "reorder": reorder, "depth": _DEPTH, "tree": _tree(_DEPTH, [0])}
    problem = load_problem({"format": "gametree-problem/1", "id": "q", "kind": "deepening", **fields}).problem
    done = solve(problem, parts=_PARTS).trace
    stages = [stage_of(problem, iteration.depth, iteration.order).problem for iteration in done]
    parts = [parts_of_search(problem, iteration.depth) for iteration in done]

    def searches() -> list[Any]:
        return [dict(KINDS[search].solve(stage, parts=read).answers) for stage, read in zip(stages, parts, strict=True)]

    def mine() -> Any:
        return dict(solve(problem, parts=_PARTS).answers)  # each is found when it is read

    assert [one["value"] for one in searches()] == list(mine()["values-by-depth"].values())
    times = interleave(mine, searches, runs)
    return Line(f"{_DEPTH} iterations of {search}, reorder {reorder}", "their searches", times.slower(), _MOST)


def _tree(depth: int, count: list[int]) -> Data:
    """Return a regular tree with numbers as they come."""
    count[0] += 1
    number = count[0] * 7919 % 101
    if not depth:
        return {"value": number}
    below = [_tree(depth - 1, count) for _ in range(_BRANCHING)]
    return {"static": number, "max" if (_DEPTH - depth) % 2 == 0 else "min": below}
