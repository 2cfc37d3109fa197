"""A node: its shape, the number in it, its id, its mark, and what is said beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grader.diagram import Branch, DiagramNode, NodeShape
from grader.drawing.beside import Beside
from grader.drawing.canvas import Canvas, disc, shown, tag, tick, wave
from grader.drawing.frame import Frame, Piece
from grader.drawing.ids import id_spot
from grader.drawing.measure import fit, typeset, width
from grader.drawing.outline import node_name
from grader.drawing.scale import LONGEST_INSIDE, TAB
from grader.drawing.shapes import Outline
from grader.drawing.tags import STATES, is_inside, number_text

_CLASSES = {
    NodeShape.MAX: "max",
    NodeShape.MIN: "min",
    NodeShape.CHANCE: "chance",
    NodeShape.LEAF: "leaf",
    NodeShape.CHILD: "child",
}
_BOLD = 1.1  # so much wider are bold letters
_DOUBLE = 0.14  # a double outline stands so much farther out, so that the number keeps its room


def paint_node(
    frame: Frame, node: int, drawn: DiagramNode, *, is_best: bool, is_near_mark: bool, cuts: Sequence[int], line: str
) -> Piece:
    """Return a node; `is_near_mark` where the next one in its rank has a mark at its corner, `cuts` are the children at which a cut is marked.

    `line` says what the best line is.
    """
    beside = partial(Beside, is_near_mark=is_near_mark, cuts=cuts)
    painter = _Painter(frame, node, drawn, beside, is_best=is_best, line=line)
    markup = painter.node()
    return Piece(markup, painter.canvas.box, tuple(painter.beside.left_out))


class _Painter:
    """One node while it is painted."""

    def __init__(
        self, frame: Frame, node: int, drawn: DiagramNode, beside: Callable[..., Beside], *, is_best: bool, line: str
    ) -> None:
        self.frame, self.place, self.drawn = frame, node, drawn
        self.outline, self.parent = frame.outlines[node], frame.parents[node]
        self.is_best, self.line = is_best, line
        self.canvas = Canvas()
        self.beside = beside(frame, node, drawn, self.canvas)

    def node(self) -> str:
        """Return the markup of the node."""
        drawn, outline, e = self.drawn, self.outline, self.frame.scale.letter
        x, y = outline.middle
        wide, high = outline.half_width, outline.half_height
        self.canvas.reach(x - wide - 0.3 * e, y - high - 0.3 * e, x + wide + 0.3 * e, y + high + 0.3 * e)
        state = STATES[drawn.judged] if drawn.judged else ""
        classes = ["node", _CLASSES[drawn.shape], state, "best" * self.is_best]
        classes.append("skip" * drawn.branch.is_left_out)
        classes.append("beyond" * (drawn.branch is Branch.BEYOND))
        classes.append("low" * bool(drawn.share and drawn.share.is_low))
        pieces = [self._ring(outline)] if self.frame.view.on_page else []
        path = outline.path(_DOUBLE * e * (state == "wrong"))
        pieces.append(tag("path", class_="shape", d=path))
        if state == "wrong" or self.frame.view.is_live:
            pieces.append(tag("path", class_="inner", d=path))
        pieces += [self._tab(), self._number()]
        pieces.append(self._id())
        pieces += self.beside.pieces()
        pieces.append(self._mark(outline, state))
        if drawn.is_noisy:
            pieces.append(self._noisy())
        return tag("g", *pieces, class_=" ".join(filter(None, classes)), **self._names())

    def _noisy(self) -> str:
        """Return the sign of a position that is not quiet, at the right wide corner."""
        e, (x, _), corner = self.frame.scale.letter, self.outline.middle, self.outline.corner
        right, up = 2 * x - corner.x, 0.2 if self.outline.shape is NodeShape.MIN else -0.2
        self.canvas.reach(right, corner.y - 0.8 * e, right + 0.8 * e, corner.y + 0.8 * e)
        return wave(right + 0.2 * e, corner.y + up * e, e)

    def _names(self) -> dict[str, str]:
        """Return what a page's script and screen readers know of a node."""
        if not self.frame.view.on_page:
            return {}
        parent = self.parent
        return {
            "data_node": str(self.place),
            "data_up": str(parent) if parent >= 0 else "",
            "role": "img",
            "aria_label": node_name(self.frame.nodes, self.place, self.frame.children, self.drawn, self.line),
        }

    def _ring(self, outline: Outline) -> str:
        (x, y), aside = outline.middle, 0.3 * self.frame.scale.letter
        wide, high = outline.half_width + aside, outline.half_height + aside
        return tag("rect", class_="ring", x=x - wide, y=y - high, width=2 * wide, height=2 * high, rx=5)

    def _number(self) -> str:
        """Write the number into the shape; one that is too long for it stands beside."""
        drawn, outline, e = self.drawn, self.outline, self.frame.scale.letter
        text = typeset(drawn.value) if drawn.shape is NodeShape.LEAF else number_text(drawn)
        fits = drawn.shape in (NodeShape.LEAF, NodeShape.CHILD) or drawn.shrinks or is_inside(text)
        if drawn.shape is NodeShape.CHILD:
            text = fit(text, outline.half_width * 2 / e - 0.4 - self._aside * 2)
        if not (text and fits) and not self.frame.view.is_live:
            return ""
        quiet = " quiet" if drawn.number is not None and drawn.number.quiet else ""
        return tag(
            "text",
            shown(text if fits else ""),
            class_=f"num{quiet}",
            x=outline.middle.x + self._aside * e,
            y=outline.baseline,
            font_size=e * self._shrunk(text),
            **self._fitting(),
        )

    @property
    def _aside(self) -> float:
        """Return how far the number stands beside the middle, in letters: where a player has a tab."""
        return TAB / 2 if self.drawn.seat else 0

    def _tab(self) -> str:
        """Return the tab at the left of a box: the name of the player who moves there, or its first letters, on the player's colour."""
        seat, outline, e = self.drawn.seat, self.outline, self.frame.scale.letter
        if seat is None:
            return ""
        left, top = outline.middle.x - outline.half_width, outline.middle.y - outline.half_height
        back = tag("rect", class_=f"seat{seat.place}", x=left, y=top, width=TAB * e, height=2 * outline.half_height)
        size = e * min(1, (TAB - 0.3) / (_BOLD * width(seat.letter)))
        letter = tag(
            "text", shown(seat.letter), class_="seatletter", x=left + TAB * e / 2, y=outline.baseline, font_size=size
        )
        return back + letter

    def _letters(self) -> float:
        """Return how wide a number may be that shrinks, in letters."""
        is_leaf = self.drawn.shape is NodeShape.LEAF
        return 2 * self.outline.half_width / self.frame.scale.letter - 0.4 if is_leaf else LONGEST_INSIDE

    def _shrunk(self, text: str) -> float:
        """Return how much smaller than others a number is written."""
        return max(0.4, min(1, self._letters() / width(text))) if self.drawn.shrinks and text else 1

    def _fitting(self) -> dict[str, float]:
        """Return what a script needs that writes numbers which shrink."""
        if not (self.drawn.shrinks and self.frame.view.is_live):
            return {}
        return {"data_size": self.frame.scale.letter, "data_letters": self._letters()}

    def _id(self) -> str:
        spot = id_spot(self.frame, self.place)
        if not spot.text:
            return ""
        return self.canvas.text(spot.text, spot.x, spot.y, self.frame.id_size, "id", anchor=spot.anchor)

    def _mark(self, outline: Outline, state: str) -> str:
        e, corner = self.frame.scale.letter, outline.corner
        if state == "right":
            return tick(corner.x - 0.25 * e, corner.y + (0.1 if outline.shape is NodeShape.MIN else -0.3) * e, e)
        if state in ("wrong", "follows"):
            up = 0.1 if outline.shape is NodeShape.MIN else -0.1
            self.canvas.reach(corner.x - 0.7 * e, corner.y - 0.6 * e, corner.x, corner.y + 0.6 * e)
            return disc(corner.x - 0.1 * e, corner.y + up * e, e, "fol" if state == "follows" else "cross")
        return ""
