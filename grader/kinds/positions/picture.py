"""The picture: the start and its moves, with the solution also what each leads to; and all positions, beside which the steps are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.core.answers.case import Solution
from grader.core.answers.cells import show_outcome
from grader.core.answers.reports import Entry, PartReport, Verdict
from grader.core.drawing.diagram import Cells, Diagram, DiagramNode, NodeShape, Remark
from grader.core.games.problem import Problem
from grader.core.text import printable
from grader.kinds.entries import Edges, Placed, bold_edges, facts_of, put_into_nodes, remark_of
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
    edges = bold_edges(view, {_WINNING: lambda answer: [[move] for move in answer]}, _WINNING)
    nodes = _answered(view.problem, (start, *_moves(states, wins, edges)), view.parts)
    drawn = {printable(node.id) for node in nodes}
    facts = facts_of(view.problem, view.report, dict.fromkeys(_AT_NODES, drawn))
    return (Diagram(view.title, nodes, tuple(facts), edges.words),)


def _answered(
    problem: Problem, nodes: Sequence[DiagramNode], parts: Mapping[str, PartReport]
) -> tuple[DiagramNode, ...]:
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
    put_into_nodes(problem, in_boxes, numbers, remarks)
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
    return Remark("not listed" if entry.given is None else "listed", entry.verdict, is_outcome=True)


def _moves(states: States, wins: Sequence[bool] | None, edges: Edges) -> Iterator[DiagramNode]:
    """Yield what each move leads to; of moves that lead to the same state the first has its key."""
    placed: set[int] = set()
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
            key=None if to in placed else to,
            called=_CALLED,
        )
        placed.add(to)
    if len(states.moves) > _MOST_DRAWN:
        yield DiagramNode(NodeShape.CHILD, "…", 0, move="…", called="")


# -- all positions, beside which the steps are told

_MOST_STATES = 60
"""Beyond that those are drawn that are at most `_NEAR` moves away from the start, and of these the ones with the most objects."""
_NEAR = 3
_ROW = 12
"""So many states of a single pile stand side by side."""


def picture_of_steps(problem: Problem, _: Solution) -> Diagram:
    """Return the states, each in its cell: one pile as a strip, two as a grid, more in rows by how many objects are left."""
    states: States = problem.game
    seen = _seen(states)
    nodes = tuple(DiagramNode(NodeShape.CHILD, states.ids[state], -1, key=state, called=_CALLED) for state in seen)
    return Diagram(problem.title or problem.id, nodes, cells=_cells(states, seen))


def _seen(states: States) -> Sequence[int]:
    """Return the states that are drawn, those with fewer objects first."""
    if len(states.ids) <= _MOST_STATES:
        return states.reached()
    near = reached = {states.start}
    for _ in range(_NEAR):
        reached = {after for state in reached for after in states.after[state]}
        near = near | reached
    return sorted(near)[-_MOST_STATES:]


def _cells(states: States, seen: Sequence[int]) -> Cells:
    piles = [states.match.piles(states.positions[state].at) for state in seen]
    match len(piles[0]):
        case 1:
            return Cells(tuple((place % _ROW, place // _ROW) for place in range(len(seen))), turns=True)
        case 2:
            left, top = (min(columns) for columns in zip(*(one[::-1] for one in piles), strict=True))
            at = tuple((larger - left, smaller - top) for smaller, larger in piles)
            same = [(*cell[::-1], f"= {states.ids[state]}") for cell, state in zip(at, seen, strict=True)]
            return Cells(at, tuple(one for one in same if one[:2] not in at) if left == top else ())
        case _:
            rows = [*map(sum, piles)]  # each in the middle, so that fewer arrows pass other states
            columns = [rows[:place].count(row) - (rows.count(row) - 1) / 2 for place, row in enumerate(rows)]
            return Cells(tuple((column, row - rows[0]) for column, row in zip(columns, rows, strict=True)))
