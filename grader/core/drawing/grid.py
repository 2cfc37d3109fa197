"""A drawing of nodes that are no tree: each stands in a cell, for a page whose script fills them in and draws arrows between them."""

from __future__ import annotations

from typing import NamedTuple

from grader.core.drawing.canvas import Canvas, Point, place, shown, tag
from grader.core.drawing.diagram import Cells, Diagram, DiagramNode, NodeShape
from grader.core.drawing.nodes import Body, body_of
from grader.core.drawing.scale import Scale, fit, scale_of, width
from grader.core.text import printable

_LETTER, _BOX, _SQUARE, _RING = 15.0, 58.0, 34.0, 5.0
_HIGH = _SQUARE / 2
_ID, _NOTE = 13.0, 12.0
"""The letters of ids, and of what a script writes above a box."""
_MOST_ID, _MOST_NAME = 12, 24
"""How wide an id may be, in letters: below a box, and before one of a list."""
_PAD, _BAR, _THICK = 8.0, 110.0, 12.0


class _Measures(NamedTuple):
    """Room for arrows: between two boxes across and down, above all of them and right of them; and how far an arrow may `bend`.

    A curve that bends so far reaches three quarters of it, and may have a name. `is_beside`: ids stand at the left of boxes, not below.
    """

    across: float
    down: float
    above: float
    right: float
    bend: float
    is_beside: bool = False


_STRIP = _Measures(across=16, down=110, above=90, right=0, bend=92)
_UPRIGHT = _Measures(across=110, down=9, above=0, right=100, bend=92, is_beside=True)
_GRID = _Measures(across=46, down=56, above=62, right=84, bend=56)
_LIST = _Measures(across=0, down=8, above=0, right=_BAR + _PAD, bend=0, is_beside=True)


def grid_svg(diagram: Diagram, cells: Cells, id_prefix: str, title: str, *, lies: bool) -> str:
    """Return the nodes in their cells as an SVG element for a page; `lies`: for narrow windows. `data-bend` says how far arrows may be bent, of a strip also how far ids reach `data-below` its boxes, or `data-left` of them."""
    is_upright = lies and cells.turns
    room = _LIST if cells.is_list else _UPRIGHT if is_upright else _STRIP if cells.turns else _GRID
    half = max(_BOX, cells.letters * _LETTER + 2 * _PAD) / 2
    ids = [fit(printable(node.id), _MOST_NAME if cells.is_list else _MOST_ID) for node in diagram.nodes]
    named = max(map(width, ids)) * _ID + _PAD
    across = 2 * half + room.across + named if room.is_beside else max(2 * half + room.across, named + _PAD)

    def middle(column: float, row: int) -> Point:
        x, y = (row, column) if is_upright else (column, row)
        return Point(x * across, y * (_SQUARE + room.down))

    canvas, edge = Canvas(), _RING + 2
    for x, y in (middle(*cell) for cell in (*cells.at, *(one[:2] for one in cells.words))):
        canvas.reach(x - half - edge, y - _HIGH - edge - room.above, x + half + edge + room.right, y + _HIGH + edge)
        canvas.reach(*((x - half - named, y, x, y) if room.is_beside else (x, y, x, y + _HIGH + 1.6 * _ID)))
    body = _body(scale_of(diagram, lies=False, blank=False), half, is_beside=room.is_beside)
    spot = (-half - _PAD, 0.36 * _ID, "end") if room.is_beside else (0.0, _HIGH + 1.2 * _ID, "middle")
    nodes = [
        _node(
            number,
            node,
            body + Canvas().text(id_, *spot[:2], _ID, "id", anchor=spot[2]) + _bars(node, half),
            middle(*cell),
        )
        for number, (node, id_, cell) in enumerate(zip(diagram.nodes, ids, cells.at, strict=True))
    ]
    spots = [(text, middle(column, row)) for column, row, text in cells.words]
    words = [canvas.text(text, x, y + 0.36 * _ID, _ID, "note") for text, (x, y) in spots]
    title_id = f"{id_prefix}title"
    inner = (
        tag("title", shown(title), id=title_id) + tag("g", class_="moves") + tag("g", *nodes, *words, class_="nodes")
    )
    ids_reach = {"data_left": named + _PAD} if is_upright else {"data_below": 1.6 * _ID} if room is _STRIP else {}
    return _framed(inner, canvas.box, title_id, "tall" if lies else "wide", data_bend=room.bend, **ids_reach)


def _framed(inner: str, box: tuple[float, float, float, float], title_id: str, form: str, **data: float) -> str:
    left, top, right, bottom = box
    wide, high = place(right - left), place(bottom - top)
    return tag(
        "svg",
        inner,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"tree {form}",
        viewBox=f"{place(left)} {place(top)} {wide} {high}",
        width=wide,
        height=high,
        role="group",
        aria_labelledby=title_id,
        **data,
    )


def _body(scale: Scale, half: float, *, is_beside: bool) -> str:
    """Return what all nodes have: the ring of the focus, the box with its empty number, and the place of a note."""
    scale = scale._replace(letter=_LETTER, box=2 * half, square=_SQUARE)
    grown = {"x": -half - _RING, "y": -_HIGH - _RING, "width": 2 * (half + _RING), "height": _SQUARE + 2 * _RING}
    box = body_of(Body(NodeShape.CHILD, scale, is_live=True)).markup
    x, y = (half + _PAD, 0.36 * _NOTE) if is_beside else (-half, -_HIGH - 0.4 * _NOTE)
    return tag("rect", class_="ring", rx=7, **grown) + box + tag("text", class_="win start", x=x, y=y, font_size=_NOTE)


def _bars(node: DiagramNode, half: float) -> str:
    """Return the bars of a node of a list, side by side behind its box."""
    pieces, left = [], half + _PAD
    for bar in node.bars:
        wide = bar.height * _BAR
        pieces.append(tag("rect", class_="term solid", x=left, y=-_THICK / 2, width=wide, height=_THICK))
        left += wide
    return "".join(pieces)


def _node(number: int, node: DiagramNode, inner: str, middle: Point) -> str:
    return tag(
        "g",
        inner,
        class_=f"node {node.shape.css}",
        transform=f"translate({place(middle.x)} {place(middle.y)})",
        data_node=str(number),
        data_state=node.id,
        role="img",
        aria_label=node.full_name,
    )
