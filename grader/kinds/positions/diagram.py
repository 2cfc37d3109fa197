"""The picture: the start and its moves, with the solution also what each leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.answers.case import Attempt, Solution
from grader.answers.cells import show_outcome
from grader.diagram import Diagram, DiagramNode, NodeShape, Numbers, Remark
from grader.games.problem import Problem
from grader.kinds.positions.solving import outcomes
from grader.kinds.positions.states import States
from grader.kinds.trees.diagram import remark_of
from grader.marks.reports import ProblemReport
from grader.printable import printable

_MOST_DRAWN = 16
"""Moves that are drawn; of more the first, and dots."""
_CALLED = "state"


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
    nodes = (start, *_moves(states, wins))
    return Diagram(printable(problem.title or problem.id), nodes, tuple(_facts(report)), line="moves that win")


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


def _facts(report: ProblemReport | None) -> Iterator[Remark]:
    """Yield what was given and expected, part by part."""
    for part in report.parts if report else ():
        for entry in part.entries:
            if entry.given is not None or entry.expected is not None:
                yield remark_of(entry, " ".join(filter(None, (part.part, entry.node))))
