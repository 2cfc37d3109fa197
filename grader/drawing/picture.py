"""The picture of a diagram: its frame, and on it every node and edge with what is said there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grader.diagram import Diagram, DiagramNode
from grader.drawing.canvas import Canvas, tag
from grader.drawing.edges import glow, paint_edge
from grader.drawing.frame import Frame, Piece, frame_of
from grader.drawing.horizon import paint_horizon
from grader.drawing.nodes import paint_node
from grader.drawing.number_line import paint_number_line
from grader.drawing.rooms import View
from grader.drawing.scale import Scale
from grader.drawing.shapes import Outline

_MOST_PIECES = 4000


class Picture(NamedTuple):
    """A drawn tree: its markup, the box around it, what found no room, and where it stands."""

    markup: str
    box: tuple[float, float, float, float]
    left_out: tuple[str, ...]
    scale: Scale
    outlines: tuple[Outline, ...]


def picture(diagram: Diagram, view: View) -> Picture:
    """Return the picture of a diagram of any size."""
    frame, canvas = frame_of(diagram, view), Canvas()
    has_line = any(node.bold for node in diagram.nodes)
    best = [node for node, drawn in enumerate(diagram.nodes) if drawn.bold or (node == 0 and has_line)]
    edges = [_edge(frame, node, drawn) for node, drawn in enumerate(diagram.nodes) if drawn.parent >= 0]
    shapes = [_node(frame, diagram, node, is_best=node in best) for node in range(len(diagram.nodes))]
    for piece in (*edges, *shapes):
        canvas.reach(*piece.box)
    limit = paint_horizon(frame, diagram, canvas.box)
    if limit is not None:
        canvas.reach(*limit.box)
    markup = (
        tag("g", *(_glow(frame, node) for node in best), class_="under")
        + tag("g", *(piece.markup for piece in edges), class_="edges")
        + (limit.markup if limit is not None else "")
        + tag("g", *(piece.markup for piece in shapes), class_="nodes")
    )
    if diagram.number_line is not None:
        below = paint_number_line(diagram.number_line, max(frame.scale.letter, frame.scale.small), canvas.box)
        canvas.reach(*below.box)
        markup += below.markup
    left, top, right, bottom = canvas.box
    pad = 0.4 * frame.scale.letter
    left_out = (*(said for piece in shapes for said in piece.left_out), *frame.unnamed)
    return Picture(markup, (left - pad, top - pad, right + pad, bottom + pad), left_out, frame.scale, frame.outlines)


def _glow(frame: Frame, node: int) -> str:
    return _kept(frame, node, lambda: Piece(glow(frame, node), (0, 0, 0, 0))).markup


def _edge(frame: Frame, node: int, drawn: DiagramNode) -> Piece:
    key = (node, drawn.branch, drawn.cut, drawn.bold)
    return _kept(frame, key, lambda: paint_edge(frame, node, drawn))


def _node(frame: Frame, diagram: Diagram, node: int, *, is_best: bool) -> Piece:
    drawn, other = diagram.nodes[node], frame.neighbour(node, 1)
    is_near_mark = other is not None and diagram.nodes[other].judged is not None
    line = diagram.line if frame.view.on_page else ""
    said = (drawn.value, drawn.number, drawn.window, drawn.remarks, drawn.branch, drawn.share, drawn.bars)
    given = (drawn.is_horizon, drawn.static, drawn.shrinks, drawn.verdict)
    cuts = tuple(child for child in frame.children[node] if diagram.nodes[child].cut)
    return _kept(
        frame,
        (node, is_best, is_near_mark, cuts, line, *said, *given),
        lambda: paint_node(frame, node, drawn, is_best=is_best, is_near_mark=is_near_mark, cuts=cuts, line=line),
    )


def _kept(frame: Frame, key: object, paint: Callable[[], Piece]) -> Piece:
    """Return a piece of the frame, painted when it is first asked for."""
    found = frame.pieces.get(key)
    if found is None:
        if len(frame.pieces) >= _MOST_PIECES:
            frame.pieces.clear()
        found = frame.pieces[key] = paint()
    return found
