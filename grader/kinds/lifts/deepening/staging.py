"""The problem that one iteration searches: the tree cut at its depth, its children in the order in which they are examined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.answers.case import Answers
from grader.games.changed import breadth_first, reordered
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.deepening.asked import asked_of, searched_of

Order = Sequence[int]
"""Which child stands at each place of the whole tree, as in `Tree.standing`; empty: every one where the problem has it."""


class Stage(NamedTuple):
    """What one iteration searches as a tree of its own: the problem, and for each node of its tree the node of the whole tree."""

    problem: Problem
    nodes: Sequence[int]

    def in_whole(self, answers: Answers) -> Answers:
        """Return the answers with the nodes of the whole tree, as far as an iteration reads them."""
        nodes, found = self.nodes, dict(answers)
        found |= {part: [nodes[node] for node in answers[part]] for part in _LISTS if part in answers}
        if "values" in answers:
            found["values"] = {nodes[node]: value for node, value in answers["values"].items()}
        return found


_LISTS = ("best-move", "visited")
"""The parts whose answers are lists of nodes."""


def searched_at(problem: Problem, depth: int, order: Order) -> Problem:
    """Return the problem that the iteration of this depth searches: its nodes have the numbers of the whole tree, and it is to be searched and no more."""
    tree = asked_of(problem).cuts[depth - 1]
    return searched_of(problem)._replace(game=tree._replace(standing=order) if order else tree)


def stage_of(problem: Problem, depth: int, order: Order) -> Stage:
    """Return the same with a tree of its own, for drawings and wrong rules."""
    tree = asked_of(problem).cuts[depth - 1]
    if not order:
        return Stage(searched_of(problem)._replace(game=tree), range(tree.size))
    whole = tree.whole
    standing = {node: order[whole.first[node] : whole.end[node]] for node in whole.inner()}
    return Stage(searched_of(problem)._replace(game=reordered(tree, standing)), breadth_first(whole, standing))


def order_at(problem: Problem, order: Order, node: int) -> Sequence[int]:
    """Return the children of a node of the whole tree in the order in which an iteration examines them."""
    whole: Tree = problem.whole
    standing = order[whole.first[node] : whole.end[node]] if order else whole.children(node)
    return standing[::-1] if problem.conventions.right_to_left else standing
