"""The picture: the start and its moves, with the solution also what each leads to."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from grader.answers.case import Attempt, Solution
from grader.answers.cells import show_outcome
from grader.diagram import Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.games.problem import Problem
from grader.kinds.positions.solving import outcomes
from grader.kinds.positions.states import States
from grader.kinds.trees.diagram import remark_of
from grader.marks.reports import Entry, ProblemReport, Verdict
from grader.printable import printable

_MOST_DRAWN = 16
"""Moves that are drawn; of more the first, and dots."""
_CALLED = "state"
_AT_NODES = ("outcomes", "losing", "nim-values")


def positions_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Diagram:
    """Return the start with its moves; outcomes only with the solution. Edges of winning moves are bold then."""
    states: States = problem.game
    wins = outcomes(states) if solution is not None else None
    start = DiagramNode(
        NodeShape.CHILD,
        states.ids[states.start],
        -1,
        number=None if wins is None else Remark(show_outcome(wins[states.start])),
        key=states.start,
        called=_CALLED,
    )
    nodes = tuple(_answered(node, report) for node in (start, *_moves(states, wins)))
    drawn = {printable(node.id) for node in nodes}
    return Diagram(printable(problem.title or problem.id), nodes, tuple(_facts(report, drawn)), line="moves that win")


def _answered(node: DiagramNode, report: ProblemReport | None) -> DiagramNode:
    """Return a node with what was answered of its state: the outcome in its box, a nim value that is not right beside it."""
    for part in report.parts if report else ():
        entry = next((entry for entry in part.entries if entry.node == printable(node.id)), None)
        if entry is None:
            continue
        if part.part == "outcomes":
            node = node._replace(number=remark_of(entry))
        elif part.part == "losing":
            node = node._replace(number=_listed(entry))
        elif part.part == "nim-values" and entry.verdict is not Verdict.CORRECT:
            node = node._replace(remarks=(*node.remarks, remark_of(entry, "nim value")))
    return node


def _listed(entry: Entry) -> Remark:
    """Return what it says of a state that it is listed as lost, or left out."""
    lost, won = show_outcome(False), show_outcome(True)
    if entry.given is not None:
        return Remark(lost, entry.verdict, expected=won if entry.verdict is Verdict.EXTRA else "")
    return Remark("", entry.verdict, expected=lost if entry.expected is not None else "")


def _moves(states: States, wins: Sequence[bool] | None) -> Iterator[DiagramNode]:
    """Yield what each move leads to; of moves that lead to the same state the first has its key."""
    told: set[int] = set()
    for move, to in [*zip(states.moves, states.leads, strict=True)][:_MOST_DRAWN]:
        outcome = None if wins is None else wins[to]
        yield DiagramNode(
            NodeShape.CHILD,
            states.ids[to],
            0,
            move=move.name,
            number=None if outcome is None else Remark(show_outcome(outcome)),
            bold=outcome is False,
            key=None if to in told else to,
            called=_CALLED,
        )
        told.add(to)
    if len(states.moves) > _MOST_DRAWN:
        yield DiagramNode(NodeShape.CHILD, "…", 0, move="…", called="")


def _facts(report: ProblemReport | None, drawn: Container[str]) -> Iterator[Remark]:
    """Yield what was given and expected, part by part, where it does not stand at one of the nodes that are drawn."""
    for part in report.parts if report else ():
        for entry in part.entries:
            is_drawn = part.part in _AT_NODES and entry.node in drawn
            if not is_drawn and (entry.given is not None or entry.expected is not None):
                yield remark_of(entry, " ".join(filter(None, (part.part, entry.node))))
