"""The edge above a node: its line, the bars where it is cut or the ring where its position comes again, move and probability, and the highlighter under the best line."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from grader.diagram import Branch, DiagramNode
from grader.drawing.canvas import Canvas, disc, tag
from grader.drawing.frame import Frame, Piece
from grader.drawing.labels import baseline, between
from grader.drawing.rooms import edge_label
from grader.drawing.shapes import Point, place

_CUTS = {
    Branch.KEPT: "",
    Branch.BEYOND: "",
    Branch.PRUNED: "pruned",
    Branch.WRONGLY_PRUNED: "wrongcut",
    Branch.WRONGLY_KEPT: "missed",
    Branch.REPEATED: "pruned",
    Branch.WRONGLY_REPEATED: "wrongcut",
    Branch.REPEAT_MISSED: "missed",
}
_LONG, _SHORT = 0.58, 0.38
"""Half the length of the bars of a cut, in letters: shorter where edges are close together."""


def glow(frame: Frame, node: int) -> str:
    """Return the highlighter under a node of the best line and under the edge above it."""
    e, outline = frame.scale.letter, frame.outlines[node]
    pieces = [tag("path", class_="glow", d=outline.path(0.08 * e), stroke_width=0.62 * e)]
    if frame.parents[node] >= 0:
        pieces.append(tag("path", class_="glow", d=_line(frame.line(node)), stroke_width=0.66 * e))
    return "".join(pieces)


def paint_edge(frame: Frame, node: int, drawn: DiagramNode) -> Piece:
    """Return the edge above a node."""
    canvas, e = Canvas(), frame.scale.letter
    start, end = frame.ends(node)
    classes, pieces = ["edge"], [tag("path", class_="line", d=_line(frame.line(node)))]
    if drawn.bold:
        classes.append("best")
    if drawn.branch.is_left_out:
        classes.append("skip")
    if drawn.branch is Branch.BEYOND:
        classes.append("beyond")
    label = edge_label(drawn)
    if drawn.cut or frame.view.is_live:
        middle = between(start, end, frame.mark_share(node))
        if drawn.cut:
            classes.append(_CUTS[drawn.branch])
        is_ring = drawn.branch.is_repeat or frame.view.has_rings
        mark = (
            ring(middle, 0.42 * e)
            if is_ring
            else _bars(
                start, end, middle, e, e * (_SHORT if frame.scale.has_two_rows or frame.scale.is_narrow else _LONG)
            )
        )
        pieces.append(tag("path", class_="bar", d=mark))
        if drawn.branch.is_wrong:
            far = hypot(end.x - start.x, end.y - start.y) or 1
            pieces.append(disc(*between(middle, end, min(1, 0.95 * e / (0.48 * far))), 0.86 * e, "cross"))
    if label:
        pieces.append(_label(frame, node, label, canvas))
    data = {"data_to": str(node)} if frame.view.on_page else {}
    return Piece(tag("g", *pieces, class_=" ".join(classes), **data), canvas.box)


def _label(frame: Frame, node: int, label: str, canvas: Canvas) -> str:
    """Write move and probability beside the edge."""
    box, size = frame.label_boxes[node], frame.label_size
    return canvas.text(label, (box.left + box.right) / 2, baseline(box, size), size, "label")


def _line(corners: Sequence[Point]) -> str:
    return "M" + "L".join(f"{place(corner.x)} {place(corner.y)}" for corner in corners)


def ring(middle: Point, radius: float) -> str:
    """Return a ring around a point, as the data of an SVG path."""
    r, x, y = place(radius), place(middle.x - radius), place(middle.y)
    return f"M{x} {y}a{r} {r} 0 1 0 {place(2 * radius)} 0a{r} {r} 0 1 0 {place(-2 * radius)} 0"


def _bars(start: Point, end: Point, middle: Point, letter: float, half: float) -> str:
    """Return two short bars across an edge."""
    far = hypot(end.x - start.x, end.y - start.y) or 1
    along = Point((end.x - start.x) / far, (end.y - start.y) / far)
    across = Point(-along.y * half, along.x * half)
    bars = []
    for step in (-0.16 * letter, 0.16 * letter):
        x, y = middle.x + along.x * step, middle.y + along.y * step
        bars.append(f"M{place(x - across.x)} {place(y - across.y)}L{place(x + across.x)} {place(y + across.y)}")
    return "".join(bars)
