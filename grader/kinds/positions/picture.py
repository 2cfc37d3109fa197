"""The picture: the start and its moves, with the solution also what each leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.core.answers.cells import show_outcome
from grader.core.answers.reports import Entry, PartReport, Verdict
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape, Remark
from grader.core.text import printable
from grader.kinds.entries import Edges, Placed, facts_of, own_edges, put_into_nodes, remark_of, solved_edges
from grader.kinds.positions.solve import States, move_key, outcomes
from grader.kinds.record import View

_MOST_DRAWN = 16
"""Moves that are drawn; of more the first, and dots."""
_CALLED = "state"
_AT_NODES = ("outcomes", "losing", "nim-values")
_WINNING = "winning-moves"


def draw(view: View) -> Sequence[Diagram]:
    """Return the start with its moves; outcomes only with the solution. Edges of winning moves are bold: the student's, else the solution's."""
    states: States = view.problem.game
    wins = None if view.solution is None else outcomes(states)
    start = DiagramNode(
        NodeShape.CHILD,
        states.ids[states.start],
        -1,
        number=None if wins is None else Remark(show_outcome(wins[states.start])),
        key=states.start,
        called=_CALLED,
    )
    right = solved_edges(view.answers.get(_WINNING, ()), _WINNING.replace("-", " "), view.report)
    steps = {_WINNING: [[move] for move in view.answers[_WINNING]]} if _WINNING in view.answers else {}
    edges = own_edges([_WINNING], view.attempt, view.report, steps) or right
    nodes = _answered((start, *_moves(states, wins, edges)), view.parts)
    drawn = {printable(node.id) for node in nodes}
    facts = facts_of(view.report, dict.fromkeys(_AT_NODES, drawn))
    return (Diagram(view.title, nodes, tuple(facts), edges.words),)


def _answered(nodes: Sequence[DiagramNode], parts: Mapping[str, PartReport]) -> tuple[DiagramNode, ...]:
    """Return the nodes with what was answered of their states: the outcome in its box, a nim value that is not right beside it."""
    numbers = {place: node.number for place, node in enumerate(nodes) if node.number is not None}
    remarks = {place: node.remarks for place, node in enumerate(nodes)}
    places = [(place, printable(node.id)) for place, node in enumerate(nodes)]
    said = [
        (part, place, entry)
        for part in _AT_NODES
        for entry in (parts[part].entries if part in parts else ())
        for place, id_ in places
        if entry.node == id_
    ]
    in_boxes = [
        Placed(part, place, remark_of(entry))
        if part == "outcomes"
        else Placed(part, place, _listed(entry, nodes[place].number), _in_list(entry))
        for part, place, entry in said
        if part != "nim-values"
    ]
    put_into_nodes(in_boxes, numbers, remarks)
    for part, place, entry in said:
        if part == "nim-values" and entry.verdict is not Verdict.CORRECT:
            remarks[place] = (*remarks.get(place, ()), remark_of(entry, "nim value"))
    return tuple(
        node._replace(number=numbers.get(place), remarks=remarks.get(place, ())) for place, node in enumerate(nodes)
    )


def _listed(entry: Entry, seen: Remark | None) -> Remark:
    """Return what it says of a state that it is listed as lost, or left out; `seen` is its outcome, where that may be seen."""
    expected = seen.text if seen is not None and entry.verdict is not Verdict.CORRECT else ""
    return Remark(show_outcome(False) if entry.given is not None else "", entry.verdict, expected=expected)


def _in_list(entry: Entry) -> Remark:
    """Return the same where the outcome that was written stands in the box."""
    return Remark("left out" if entry.given is None else "listed", entry.verdict, is_told=True)


def _moves(states: States, wins: Sequence[bool] | None, edges: Edges) -> Iterator[DiagramNode]:
    """Yield what each move leads to; of moves that lead to the same state the first has its key."""
    told: set[int] = set()
    for place, (move, to) in enumerate([*zip(states.moves, states.leads, strict=True)][:_MOST_DRAWN]):
        outcome = None if wins is None else wins[to]
        yield DiagramNode(
            NodeShape.CHILD,
            states.ids[to],
            0,
            move=move.name,
            number=None if outcome is None else Remark(show_outcome(outcome)),
            remarks=edges.remarks(move_key(states, place)),
            **edges.fields(move_key(states, place)),
            key=None if to in told else to,
            called=_CALLED,
        )
        told.add(to)
    if len(states.moves) > _MOST_DRAWN:
        yield DiagramNode(NodeShape.CHILD, "…", 0, move="…", called="")
