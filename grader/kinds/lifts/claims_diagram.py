"""What there is to see of claims: the tree; with the solution each changed tree beside it, with its own numbers."""

from __future__ import annotations

from collections.abc import Sequence

from grader.answers.case import Solution
from grader.diagram import Diagram, Numbers, Remark
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.change_words import say_change
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.searched import as_said
from grader.marks.reports import ProblemReport, Verdict
from grader.printable import printable

CARRIER = "claims"
_MOST_NODES = 400
"""Nodes of all changed trees that are drawn: more pictures show less."""


def claims_diagrams(
    problem: Problem, solution: Solution | None, report: ProblemReport | None, numbers: Numbers
) -> Sequence[Diagram]:
    """Return the tree; with the solution also the changed trees, as far as there is room: where answers were marked, those of wrong ones."""
    searched = as_said(problem)
    first = _diagram(searched, numbers, is_solved=solution is not None)
    if solution is None:
        return (first,)
    items: Sequence[Item] = problem.game.asked
    drawn, left, right = [first], _MOST_NODES, _right_claims(report)
    for item in items:
        if item.change is None or item.changed is None or item.is_general or printable(item.id) in right:
            continue
        left -= len(item.changed.game.ids)
        if left >= 0:
            as_written = item.changed._replace(has_decimals=problem.has_decimals)
            title = f"{printable(item.id)}: when {say_change(item.change, searched)}"
            drawn.append(_diagram(as_written, numbers, is_solved=True)._replace(title=title, facts=(Remark(title),)))
    return tuple(_without_keys(one) if place else one for place, one in enumerate(drawn))


def _right_claims(report: ProblemReport | None) -> set[str]:
    """Return the names of the claims that were judged rightly."""
    entries = [entry for part in report.parts if part.part == CARRIER for entry in part.entries] if report else []
    return {entry.node for entry in entries if entry.node is not None and entry.verdict is Verdict.CORRECT}


def _diagram(searched: Problem, numbers: Numbers, *, is_solved: bool) -> Diagram:
    kind = KINDS[searched.kind]
    if not is_solved:
        return kind.draw(searched, None, None, None, numbers)[0]
    solution = kind.solve(searched)
    asked = tuple(part for part in searched.ask if part in solution.answers)
    return kind.draw(searched._replace(ask=asked), solution, None, None, numbers)[0]


def _without_keys(diagram: Diagram) -> Diagram:
    """Return a diagram of which neither steps nor answers speak: its nodes may stand at other places."""
    return diagram._replace(nodes=tuple(node._replace(key=None) for node in diagram.nodes))
