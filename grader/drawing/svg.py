"""A diagram as SVG: an element for a page, or a document of its own with title, legend and what found no room."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import NamedTuple

from grader.diagram import Diagram
from grader.drawing import legend
from grader.drawing.canvas import Canvas, shown, tag
from grader.drawing.frame import Piece
from grader.drawing.measure import width
from grader.drawing.outline import outline, spoken
from grader.drawing.picture import Picture, picture
from grader.drawing.rooms import View
from grader.drawing.scale import leaf_count
from grader.drawing.shapes import place
from grader.drawing.style import literal_css
from grader.drawing.tags import STATES
from grader.drawing.widths import fold, shorten
from grader.printable import printable

NAMESPACE = "http://www.w3.org/2000/svg"
_LONGEST_TITLE = 125
_TITLE, _TEXT, _LINE = 14.0, 12.0, 17.0
_NARROWEST = 420.0
_CORNER_FROM = 28
"""From so many leaves on the legend moves into a free corner of the drawing: its width is needed, its height not."""
_BETWEEN = 22.0
_ASIDE = 8.0  # other fonts than the measured ones are a little wider
_SMALL = 12


class _Box(NamedTuple):
    """A rectangle in a drawing."""

    left: float
    top: float
    right: float
    bottom: float


def inline_svg(
    diagram: Diagram, id_prefix: str, *, lies: bool = False, is_live: bool = False, for_fingers: bool = False
) -> str:
    """Return the tree alone as an SVG element for a page, which has its style sheet; ids start with the prefix."""
    drawn = picture(diagram, View(lies, is_live, on_page=True, for_fingers=for_fingers, has_rings=diagram.has_rings))
    left, top, right, bottom = drawn.box
    wide, high = place(right - left), place(bottom - top)
    return tag(
        "svg",
        tag("title", shown(_title(diagram)), id=f"{id_prefix}title"),
        drawn.markup,
        xmlns=NAMESPACE,
        class_=_class(drawn, "tall" if lies else "wide"),
        viewBox=f"{place(left)} {place(top)} {wide} {high}",
        width=wide,
        height=high,
        role="group",
        aria_labelledby=f"{id_prefix}title",
    )


def standalone(diagram: Diagram, *, has_dark: bool = True, for_pdf: bool = False, has_caption: bool = True) -> str:
    """Return the drawing as an SVG document: the tree, and with its caption title, facts and legend below it or in a free corner."""
    drawn = picture(diagram, View())
    caption = Canvas()
    box = _Box(*drawn.box)
    under = _caption(diagram, drawn, box, caption) if has_caption else ""
    left, top = min(box.left, caption.left), min(box.top, caption.top)
    right, bottom = max(box.right, caption.right + _ASIDE), max(box.bottom, caption.bottom + _ASIDE / 2)
    title, desc = descriptions(diagram)
    wide, high = place(right - left), place(bottom - top)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + tag(
            "svg",
            tag("title", shown(title), id="tree-title"),
            tag("desc", escape(desc), id="tree-desc"),
            tag(
                "style",
                literal_css(has_dark=has_dark, for_pdf=for_pdf, has_seats=any(node.seat for node in diagram.nodes)),
            ),
            tag("rect", class_="paper", x=left, y=top, width=right - left, height=bottom - top),
            drawn.markup,
            under,
            xmlns=NAMESPACE,
            class_=_class(drawn),
            viewBox=f"{place(left)} {place(top)} {wide} {high}",
            width=wide,
            height=high,
            role="img",
            aria_labelledby="tree-title",
            aria_describedby="tree-desc",
        )
        + "\n"
    )


def left_out(diagram: Diagram) -> tuple[str, ...]:
    """Return what found no room in the drawing."""
    return picture(diagram, View()).left_out


def descriptions(diagram: Diagram) -> tuple[str, str]:
    """Return the title and the long description of a drawing."""
    return _title(diagram), "\n".join(printable(line, len(line)) for line in outline(diagram))


def _title(diagram: Diagram) -> str:
    return shorten(printable(f"Game tree: {diagram.title}", 1000), _LONGEST_TITLE)


def _class(drawn: Picture, *more: str) -> str:
    return " ".join(("tree", *more, *(["many"] if drawn.scale.letter < _SMALL else [])))


def _caption(diagram: Diagram, drawn: Picture, box: _Box, canvas: Canvas) -> str:
    """Return title, facts, legend and what found no room beside its node."""
    wide = max(box.right - box.left, _NARROWEST)
    left, y = box.left + 6, box.bottom + _LINE
    pieces = []
    for line in fold(diagram.title, round(wide / (0.56 * _TITLE))):
        pieces.append(canvas.text(line, left, y, _TITLE, "strong", anchor="start"))
        y += _LINE + 2
    for fact in diagram.facts:
        aside = 18 if fact.verdict else 0
        pieces.append(legend.sign(STATES[fact.verdict], left + 6, y - 4) if fact.verdict else "")
        for line in fold(spoken(fact), round(wide / (0.52 * _TEXT))):
            pieces.append(canvas.text(line, left + aside, y, _TEXT, "fact", anchor="start"))
            y += _LINE
    items = tuple(legend.legend(diagram))
    corner = _corner(diagram, drawn, box, items)
    signs = _column(items, *corner) if corner is not None else _flow(items, left, y, wide)
    pieces.append(signs.markup)
    canvas.reach(*signs.box)
    if corner is None:
        y = signs.box[3] + 14
    if drawn.left_out:
        said = "Not shown beside their nodes: " + "; ".join(drawn.left_out)
        for line in fold(said, round(wide / (0.5 * _TEXT))):
            pieces.append(canvas.text(line, left, y, 11, "legend", anchor="start"))
            y += _LINE - 2
    canvas.reach(box.left, box.bottom, box.left + 1, y - 4)
    return tag("g", *pieces, class_="caption")


def _width_of(item: legend.Item) -> float:
    return 2 * item.half_width + 6 + width(item.words) * _TEXT


@lru_cache(maxsize=256)
def _flow(items: tuple[legend.Item, ...], left: float, top: float, wide: float) -> Piece:
    """Return the items in rows that are at most so wide."""
    canvas, pieces = Canvas(), []
    x, y = left, top + 4
    for item in items:
        if x > left and x - left + _width_of(item) > wide - 12:
            x, y = left, y + legend.HIGH
        pieces.append(_item(item, x, y, canvas))
        x += _width_of(item) + _BETWEEN
    return Piece("".join(pieces), canvas.box if items else (left, top, left, top - 14))


@lru_cache(maxsize=256)
def _column(items: tuple[legend.Item, ...], left: float, top: float) -> Piece:
    canvas = Canvas()
    rows = [_item(item, left, top + (row + 0.5) * legend.HIGH, canvas) for row, item in enumerate(items)]
    return Piece("".join(rows), canvas.box)


def _item(item: legend.Item, x: float, y: float, canvas: Canvas) -> str:
    middle = x + item.half_width
    canvas.reach(x, y - legend.HIGH / 2, x, y + legend.HIGH / 2)
    words = canvas.text(item.words, middle + item.half_width + 6, y + 4, _TEXT, "legend", anchor="start")
    return tag("g", item.picture, class_="key", transform=f"translate({place(middle)} {place(y)})") + words


def _corner(diagram: Diagram, drawn: Picture, box: _Box, items: tuple[legend.Item, ...]) -> tuple[float, float] | None:
    """Return where the legend stands in the top left or right corner, if it touches neither a node nor an edge there."""
    if leaf_count(diagram) < _CORNER_FROM or not items:
        return None
    wide, high = max(map(_width_of, items)), legend.HIGH * len(items)
    for left in (box.left + 6, box.right - wide - 6):
        if not any(
            _touches(diagram, drawn, node, _Box(left, box.top, left + wide, box.top + high + 8))
            for node in range(len(diagram.nodes))
        ):
            return left, box.top + 4
    return None


def _touches(diagram: Diagram, drawn: Picture, node: int, box: _Box) -> bool:
    """Return whether a node, what is beside it, or the edge above it comes into a box."""
    there, aside = drawn.outlines[node], 3.5 * drawn.scale.letter
    (x, y), high = there.middle, there.half_height + 0.5 * drawn.scale.letter
    if x - there.half_width - 6 < box.right and x + there.half_width + aside > box.left and y - high < box.bottom:
        return True
    parent = diagram.nodes[node].parent
    if parent < 0:
        return False
    start = drawn.outlines[parent].middle
    if max(start.x, x) < box.left or min(start.x, x) > box.right:
        return False
    edge = box.right if abs(start.x - box.right) < abs(start.x - box.left) else box.left  # the nearer side of the box
    inside = min(max(edge, min(start.x, x)), max(start.x, x))
    share = (inside - start.x) / (x - start.x) if x != start.x else 1
    return start.y + share * (y - start.y) < box.bottom + 8
