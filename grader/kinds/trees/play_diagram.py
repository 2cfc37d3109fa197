"""What a drawing of a tree shows of how the players play: the opponent's replies, and the moves of a strategy."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from grader.answers.case import Given, Solution
from grader.diagram import Remark
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.trees.play import stated_replies
from grader.marks.reports import PartReport, Verdict
from grader.printable import printable

MOVE = "move"


def playing_remarks(problem: Problem, parts: Mapping[str, PartReport]) -> dict[int, tuple[Remark, ...]]:
    """Return at each node what the opponent plays there, or what was answered of a strategy."""
    tree: Tree = problem.game
    said: dict[int, tuple[Remark, ...]] = {
        node: (Remark(f"plays {printable(tree.move_to(child))}"),) for node, child in stated_replies(tree)
    }
    if "strategy" in parts:
        index = {printable(id_): node for node, id_ in enumerate(tree.ids)}
        for entry in parts["strategy"].entries:
            with suppress(KeyError):  # of the part as a whole, and what may not be named
                remark = Remark(
                    entry.given or "",
                    entry.verdict,
                    MOVE,
                    "" if entry.verdict is Verdict.CORRECT else entry.expected or "",
                )
                said[index[entry.node or ""]] = (*said.get(index[entry.node or ""], ()), remark)
    return said


def strategy_edges(solution: Solution | None, given: Given | None) -> tuple[set[int], str]:
    """Return the nodes to which a strategy moves: the right one where it may be shown, else the student's own; and what they are."""
    if solution is not None:
        return {best[0] for best in solution.answers["strategy"].values()}, "strategy"
    if given is None:
        return set(), ""
    return {written.value for written in given.values() if written is not None}, "your strategy"
