"""The problem that one iteration searches: the tree cut at its depth, its children in the order in which they are examined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.games.changed import breadth_first, reached_in, reordered
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.deepening.asked import asked_of, searched_of

Order = Mapping[int, Sequence[int]]
"""From nodes to all their children in the order in which they are examined; of other nodes it is that of the problem."""


class Stage(NamedTuple):
    """What one iteration searches: the problem, and for each node of its tree the node of the whole tree."""

    problem: Problem
    nodes: Sequence[int]

    def examined(self, node: int) -> Sequence[int]:
        """Return the children of a node of its tree in the order in which they are examined."""
        tree: Tree = self.problem.game
        children = tree.children(node)
        return children[::-1] if self.problem.conventions.right_to_left else children


def stage_of(problem: Problem, depth: int, order: Order, *, is_whole: bool = False) -> Stage:
    """Return what the iteration of this depth searches. `is_whole`: with what lies below the horizon, for drawings and wrong rules."""
    searched, tree = searched_of(problem), asked_of(problem).cuts[depth - 1]
    if not order:
        return Stage(searched._replace(game=tree), range(tree.size))
    standing = {node: as_stands(problem, children) for node, children in order.items()}
    sequence = breadth_first(tree.whole if is_whole else tree, standing)
    game = reordered(tree, standing) if is_whole else reached_in(tree, sequence)
    return Stage(searched._replace(game=game), sequence)


def as_stands(problem: Problem, examined: Sequence[int]) -> Sequence[int]:
    """Return children in the order in which they stand in a tree, from that in which they are examined."""
    return examined[::-1] if problem.conventions.right_to_left else examined


def root_order(problem: Problem, order: Order) -> Sequence[int]:
    """Return the children of the root in the order in which an iteration examines them."""
    whole: Tree = problem.whole
    return order[0] if 0 in order else as_stands(problem, whole.children(0))
