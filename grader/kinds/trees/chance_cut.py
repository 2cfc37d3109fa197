"""What is left of a chance node whose search skipped some of its outcomes: how likely they are, and what they count as."""

from __future__ import annotations

from typing import NamedTuple

from grader.exact import Bound, Number, add_up, total, weighed
from grader.games.problem import Problem
from grader.games.tree import CHANCE, Tree
from grader.kinds.trees.intervals import bounds_of
from grader.search import Trace


class Unseen(NamedTuple):
    """The outcomes that a chance node skipped: their probability together, and the bound at which each of them counts.

    `is_most`: it is the upper bound, so that the node returned the most that it can be worth; else the least.
    """

    rest: Number
    bound: Bound
    is_most: bool


def unseen_of(problem: Problem, trace: Trace, node: int) -> Unseen | None:
    """Return what a visited node skipped by chance; None where it is no chance node, or knows its value exactly."""
    tree: Tree = problem.game
    if tree.kind[node] != CHANCE:
        return None
    children = tree.children(node)
    rest = add_up([tree.probability[child] or 0 for child in children if trace.entry[child] is None])
    if not rest:
        return None
    examined = [child for child in children if trace.entry[child] is not None]
    done = total([trace.value[c] for c in examined], [tree.probability[c] for c in examined])  # type: ignore[misc]  # visited
    low, high = bounds_of(problem)
    is_most = trace.value[node] == weighed((done, high), (1, rest))
    return Unseen(rest, high if is_most else low, is_most)
