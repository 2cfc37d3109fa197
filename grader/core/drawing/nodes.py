"""A node: its shape, the number in it, its id, its mark, and what is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from grader.core.drawing.canvas import Canvas, Outline, Point, disc, place, shown, tag, tick, wave
from grader.core.drawing.diagram import Branch, DiagramNode, NodeShape, Seat, Stroke
from grader.core.drawing.frame import Frame, Piece, id_spot
from grader.core.drawing.labels import baseline, between, half_bar, label_boxes, mark_share
from grader.core.drawing.layout import edge_label
from grader.core.drawing.scale import LONGEST_INSIDE, TAB, Scale, fit, width
from grader.core.drawing.side_notes import PlacedNode, SideNotes
from grader.core.drawing.tags import STATES, inner_text, is_inside

# -- the edge above a node: its line, the bars where it is cut or the ring where its position comes again, move and
# probability, and the highlighter under the best line


def glow(frame: Frame, node: int) -> str:
    """Return the highlighter under a node of the best line and under the edge above it."""
    e, outline = frame.scale.letter, frame.outlines[node]
    pieces = [tag("path", class_="glow", d=outline.path(0.08 * e), stroke_width=0.62 * e)]
    if frame.parents[node] >= 0:
        pieces.append(tag("path", class_="glow", d=_line(frame.line(node)), stroke_width=0.66 * e))
    return "".join(pieces)


def paint_edge(frame: Frame, node: int, drawn: DiagramNode, cross: float | None = None) -> Piece:
    """Return the edge above a node; so far down it is the cross that says what is wrong there."""
    canvas, e = Canvas(), frame.scale.letter
    start, end = frame.ends(node)
    classes, pieces = ["edge"], [tag("path", class_="line", d=_line(frame.line(node)))]
    if drawn.bold and drawn.stroke is not Stroke.ASTRAY:
        classes.append("best")
    if drawn.stroke.value:
        classes.append(drawn.stroke.value)
    if drawn.branch.is_left_out:
        classes.append("skip")
    if drawn.branch is Branch.BEYOND:
        classes.append("beyond")
    if drawn.cut or frame.view.is_live:
        middle = between(start, end, mark_share(frame, node))
        if drawn.cut:
            classes.append(drawn.branch.css)
        is_ring = drawn.branch.is_repeat or frame.view.has_rings
        mark = ring(middle, 0.42 * e) if is_ring else _bars(start, end, middle, e, half_bar(frame))
        pieces.append(tag("path", class_="bar", d=mark))
    if cross is not None:
        pieces.append(disc(*between(start, end, cross), 0.86 * e, "cross"))
    if label := edge_label(drawn):
        box, size = label_boxes(frame)[node], frame.label_size
        pieces.append(canvas.text(label, (box.left + box.right) / 2, baseline(box, size), size, "label"))
    return Piece("".join(pieces), canvas.box, css=" ".join(classes))


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


_BOLD = 1.1  # so much wider are bold letters
_DOUBLE = 0.14  # a double outline stands so much farther out, so that the number keeps its room
_MOST_BODIES = 4096


def paint_node(frame: Frame, seen: PlacedNode) -> Piece:
    """Return a node with all that is said beside it, around its own middle."""
    beside, drawn, outline = SideNotes(frame, seen), seen.drawn, frame.outlines[seen.node]
    state = STATES[drawn.looks] if drawn.looks else ""
    body = body_of(
        Body(
            drawn.shape,
            frame.scale,
            state,
            STATES[drawn.judged] if drawn.judged else "",
            text_inside(drawn, outline),
            drawn.number is not None and drawn.number.quiet,
            drawn.seat,
            drawn.is_noisy,
            drawn.keeps_number,
            frame.view.is_live,
        )
    )
    canvas, spot = beside.canvas, id_spot(frame, seen.node)
    canvas.reach(*body.box)
    named = canvas.text(spot.text, spot.x, spot.y, frame.id_size, "id", anchor=spot.anchor) if spot.text else ""
    markup = "".join((body.markup, named, *beside.pieces(), body.marks))
    return Piece(markup, canvas.box, tuple(beside.left_out), _classes(seen, state))


def _classes(seen: PlacedNode, state: str) -> str:
    """Return the classes of the node's group."""
    drawn = seen.drawn
    classes = ["node", drawn.shape.css, state, "best" * seen.is_best]
    classes.append("skip" * drawn.branch.is_left_out)
    classes.append("beyond" * (drawn.branch is Branch.BEYOND))
    classes.append("changed" * drawn.is_changed)
    classes.append("low" * bool(drawn.share and drawn.share.is_low))
    return " ".join(filter(None, classes))


def text_inside(drawn: DiagramNode, outline: Outline) -> str:
    """Return the number that stands in a shape; empty where it is too long for that and stands beside."""
    text = inner_text(drawn)
    if drawn.shape is NodeShape.CHILD:
        return fit(text, outline.half_width * 2 / outline.scale.letter - 0.4 - TAB * (drawn.seat is not None))
    return text if drawn.shape is NodeShape.LEAF or drawn.keeps_number or is_inside(text) else ""


class Body(NamedTuple):
    """All that the looks of a node without its id and what is said beside it depend on: many nodes of many trees have the same.

    `state` is how its outline looks, `mark` how its number is judged.
    """

    shape: NodeShape
    scale: Scale
    state: str = ""
    mark: str = ""
    text: str = ""
    is_quiet: bool = False
    seat: Seat | None = None
    is_noisy: bool = False
    shrinks: bool = False
    is_live: bool = False


class _PaintedBody(NamedTuple):
    """A painted body around 0, 0: what stands below and what stands above its id, and its box."""

    markup: str
    marks: str
    box: tuple[float, float, float, float]


@lru_cache(maxsize=_MOST_BODIES)
def body_of(body: Body) -> _PaintedBody:
    """Return a node without its id and what is said beside it, painted once for all nodes that look so."""
    painter = _Painter(body)
    markup, marks = painter.painted(), painter.marks()
    return _PaintedBody(markup, marks, painter.canvas.box)


class _Painter:
    """One body while it is painted."""

    def __init__(self, body: Body) -> None:
        self.body, self.e, self.canvas = body, body.scale.letter, Canvas()
        self.outline = Outline(body.shape, Point(0, 0), body.scale)

    def painted(self) -> str:
        """Return the shape with its number."""
        outline, e, is_wrong = self.outline, self.e, self.body.state == "wrong"
        around = 0.3 * e
        self.canvas.reach(outline.left - around, outline.top - around, outline.right + around, outline.bottom + around)
        path = outline.path(_DOUBLE * e * is_wrong)
        pieces = [tag("path", class_="shape", d=path)]
        if is_wrong or self.body.is_live:
            pieces.append(tag("path", class_="inner", d=path))
        return "".join((*pieces, self._tab(), self._number()))

    def marks(self) -> str:
        """Return the mark of the verdict, at the left wide corner, and the sign of a position that is not quiet."""
        return self._mark() + (self._noisy() if self.body.is_noisy else "")

    def _noisy(self) -> str:
        """Return the sign of a position that is not quiet, at the right wide corner."""
        e, corner = self.e, self.outline.corner
        right, up = -corner.x, 0.2 if self.body.shape is NodeShape.MIN else -0.2
        self.canvas.reach(right, corner.y - 0.8 * e, right + 0.8 * e, corner.y + 0.8 * e)
        return wave(right + 0.2 * e, corner.y + up * e, e)

    def _number(self) -> str:
        """Write the number into the shape; one that is too long for it stands beside."""
        body, e = self.body, self.e
        if not body.text and not body.is_live:
            return ""
        return tag(
            "text",
            shown(body.text),
            class_=f"num {self._looks()}".strip(),
            x=TAB / 2 * e if body.seat else 0,
            y=self.outline.baseline,
            font_size=e * self._shrunk(body.text),
            **self._fitting(),
        )

    def _looks(self) -> str:
        """Return how the number looks where that is not as its outline."""
        body = self.body
        return "quiet" if body.is_quiet else "upright" if body.mark == "right" != body.state else ""

    def _tab(self) -> str:
        """Return the tab at the left of a box: the name of the player who moves there, or its first letters, in the player's outline."""
        seat, outline, e = self.body.seat, self.outline, self.e
        if seat is None:
            return ""
        left, top = outline.left, outline.top
        back = tag("rect", class_=f"seat{seat.place}", x=left, y=top, width=TAB * e, height=2 * outline.half_height)
        size = e * min(1, (TAB - 0.3) / (_BOLD * width(seat.letter)))
        letter = tag(
            "text", shown(seat.letter), class_="seatletter", x=left + TAB * e / 2, y=outline.baseline, font_size=size
        )
        return back + letter

    def _letters(self) -> float:
        """Return how wide a number may be that shrinks, in letters."""
        is_leaf = self.body.shape is NodeShape.LEAF
        return 2 * self.outline.half_width / self.e - 0.4 if is_leaf else LONGEST_INSIDE

    def _shrunk(self, text: str) -> float:
        """Return how much smaller than others a number is written."""
        return max(0.4, min(1, self._letters() / width(text))) if self.body.shrinks and text else 1

    def _fitting(self) -> dict[str, float]:
        """Return what a script needs that writes numbers which shrink."""
        if not (self.body.shrinks and self.body.is_live):
            return {}
        return {"data_size": self.e, "data_letters": self._letters()}

    def _mark(self) -> str:
        e, state, corner = self.e, self.body.mark, self.outline.corner
        if state == "right":
            return tick(*self.outline.tick, e)
        if state in ("wrong", "follows"):
            up = 0.1 if self.body.shape is NodeShape.MIN else -0.1
            self.canvas.reach(corner.x - 0.7 * e, corner.y - 0.6 * e, corner.x, corner.y + 0.6 * e)
            return disc(corner.x - 0.1 * e, corner.y + up * e, e, "fol" if state == "follows" else "cross")
        return ""
