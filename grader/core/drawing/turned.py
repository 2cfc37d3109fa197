"""What a page's script needs that turns a standing tree so that it lies, or copies it for the steps of a search.

Everything is measured and laid out here: where each node stands in the other form, and what is written beside it there. The
script (`grader/pages/static/turn.js`) moves shapes, numbers and marks, and draws edges from place to place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grader.core.drawing.canvas import Canvas, place
from grader.core.drawing.diagram import Branch, Diagram, NodeShape
from grader.core.drawing.frame import MOST_KEPT, Frame, frame_of, id_spot
from grader.core.drawing.labels import MARKS_LYING, Box, label_boxes, mark_share
from grader.core.drawing.layout import View
from grader.core.drawing.nodes import text_inside
from grader.core.drawing.outline import node_name
from grader.core.drawing.picture import beside_of, cross_of, picture, seen_of, spoken_name
from grader.core.drawing.side_notes import room_of_window
from grader.core.drawing.tags import has_words
from grader.core.text import printable

_BEHIND = ": "
"""In the name of a node what is said of it stands behind this."""
_AROUND, _MARK, _PAD = 0.3, 0.7, 0.4
"""How far a shape with its ring reaches, how far marks at its corner do, and what is free around a drawing, in letters."""


class Form(NamedTuple):
    """One form of a tree as the script makes it: the drawing's box, what stands beside which node, and lines over the whole drawing.

    `above` are the nodes at whose edges the cross stands above the mark, not below it. `names` are those of nodes that are
    named otherwise than in the standing drawing: beside them something else found no room.
    """

    box: tuple[float, float, float, float]
    beside: dict[int, str]
    horizon: str = ""
    below: str = ""
    above: tuple[int, ...] = ()
    names: tuple[tuple[int, str], ...] = ()

    def data(self) -> str:
        """Return the form as JSON."""
        said = {"box": [round(side, 1) for side in self.box], "beside": self.beside}
        more = {"horizon": self.horizon, "below": self.below, "above": self.above, "names": dict(self.names)}
        return _json(said | {name: one for name, one in more.items() if one})


def turned(diagram: Diagram, *, live: bool = False, for_fingers: bool = False) -> str:
    """Return as JSON how the standing drawing of a diagram becomes the lying one: measures and places, and its `form`."""
    view = View(is_live=live, on_page=True, for_fingers=for_fingers)
    lying = view._replace(lies=True)
    frames = frame_of(diagram, _ringed(diagram, view)), frame_of(diagram, _ringed(diagram, lying))
    form = form_of(diagram, lying)._replace(names=tuple(_other_names(diagram, frames)))
    return f'{{"places":{_places(*frames)},"form":{form.data()}}}'


def _other_names(diagram: Diagram, frames: tuple[Frame, Frame]) -> Iterable[tuple[int, str]]:
    """Yield each node with its name in the lying drawing, where that leaves out something else than the standing one."""
    for node, drawn in enumerate(diagram.nodes):
        if has_words(drawn):
            left_out = [beside_of(one, seen_of(one, diagram, node, is_best=False)).left_out for one in frames]
            names = [spoken_name(one, diagram, node, said) for one, said in zip(frames, left_out, strict=True)]
            if names[0] != names[1]:
                yield node, names[1]


def copied(diagram: Diagram) -> str:
    """Return as JSON how the picture of a marked tree becomes that of the steps, which a script fills in: numbers and both forms.

    A node is named as before, up to what is said of it; names in which that would be found wrong are told.
    """
    live = View(is_live=True, on_page=True)
    frame = frame_of(diagram, _ringed(diagram, live))
    nodes = range(len(diagram.nodes))
    line, voice = diagram.line, diagram.voice
    names = [node_name(frame.nodes, node, frame.children, diagram.nodes[node], line, voice) for node in nodes]
    odd = {node: printable(name, len(name)) for node, name in enumerate(names) if _BEHIND in name}
    numbers = [*map(text_inside, diagram.nodes, frame.outlines)]
    shares = [round(mark_share(frame, node), 2) if node else 0 for node in nodes]
    said = {
        "names": odd,
        "numbers": [printable(text, len(text)) for text in numbers],
        "shares": shares,
    }
    forms = (form_of(diagram, live._replace(lies=lies)).data() for lies in (False, True))
    return f'{_json(said)[:-1]},"standing":{next(forms)},"lying":{next(forms)}}}'


def can_be_copied(marked: Diagram, steps: Diagram) -> bool:
    """Return whether the picture of the marked tree is that of the steps but for what is filled in: the same places, numbers of leaves and horizon.

    Rings at edges and numbers that shrink are left to the writer of drawings.
    """
    if (
        len(marked.nodes) != len(steps.nodes)
        or steps.cells is not None
        or steps.has_rings
        or any(node.shrinks for node in steps.nodes)
    ):
        return False
    one, other = frame_of(marked, View(on_page=True)), frame_of(steps, View(is_live=True, on_page=True))
    given, stated = ([(node.value, node.branch is Branch.BEYOND) for node in tree.nodes] for tree in (marked, steps))
    is_same = one.scale == other.scale and one.nodes == other.nodes and given == stated
    return is_same and (marked.has_rings, marked.horizon, marked.number_line) == (steps.has_rings, steps.horizon, None)


def form_of(diagram: Diagram, view: View) -> Form:
    """Return one form of a diagram, without its shapes, numbers and edges."""
    view = _ringed(diagram, view)
    frame, canvas = frame_of(diagram, view), Canvas()
    canvas.reach(*_ground(frame))
    crosses = [cross_of(frame, diagram, node) for node in range(1, len(diagram.nodes))]
    above = tuple(node for node, at in enumerate(crosses, 1) if at is not None and at < mark_share(frame, node))
    if diagram.number_line is not None or any(node.branch is Branch.BEYOND for node in diagram.nodes):
        drawn = picture(diagram, view)  # such lines go across the whole drawing, so that it must be known
        return Form(_sides(drawn.box), dict(_beside(frame, diagram, canvas)), drawn.horizon, drawn.below, above)
    beside = dict(_beside(frame, diagram, canvas))
    left, top, right, bottom = canvas.box
    pad = _PAD * frame.scale.letter
    return Form(_sides((left - pad, top - pad, right + pad, bottom + pad)), beside, above=above)


def _sides(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return left, top, right - left, bottom - top


def _ringed(diagram: Diagram, view: View) -> View:
    return view._replace(has_rings=diagram.has_rings)


def _beside(frame: Frame, diagram: Diagram, canvas: Canvas) -> Iterable[tuple[int, str]]:
    """Yield what stands beside each node that has something, and take its box in; a script makes room for a window by itself."""
    for node, drawn in enumerate(diagram.nodes):
        if not has_words(drawn):
            continue
        piece = beside_of(frame, seen_of(frame, diagram, node, is_best=False))
        canvas.reach(*Box(*piece.box).moved(frame.outlines[node].middle))
        yield node, piece.markup


@lru_cache(maxsize=MOST_KEPT)
def _ground(frame: Frame) -> tuple[float, float, float, float]:
    """Return the box around all nodes with their names, their marks, and the labels of edges; where a script fills in, with room for windows."""
    canvas, e = Canvas(), frame.scale.letter
    for node, outline in enumerate(frame.outlines):
        (x, y), wide, high = outline.middle, outline.half_width + _AROUND * e, outline.half_height + _AROUND * e
        canvas.reach(x - wide, y - high, x + wide, y + high)
        corner, around = outline.corner, _MARK * e
        canvas.reach(corner.x - around, corner.y - around, corner.x, corner.y + around)
        spot = id_spot(frame, node)
        if spot.text:
            canvas.text(spot.text, x + spot.x, y + spot.y, frame.id_size, "id", anchor=spot.anchor)
        has_window = outline.shape is not NodeShape.CHILD and (frame.children[node] or frame.view.lies)
        if frame.view.is_live and has_window:
            canvas.reach(*room_of_window(frame, node).moved(outline.middle))
    for box in label_boxes(frame).values():
        canvas.reach(*box)
    return canvas.box


@lru_cache(maxsize=MOST_KEPT)
def _places(standing: Frame, lying: Frame) -> str:
    """Return the measures of both forms, and the places of the lying one: of its ranks, nodes and ids."""
    spots = [id_spot(lying, node) for node in range(len(lying.nodes))]
    ranks = [
        [round(number, 1) for number in (lying.outlines[rank[0]].middle.x, column.left, column.right)]
        for rank, column in zip(lying.ranks, lying.columns, strict=True)
    ]
    shares = {node: mark_share(lying, node) for node in range(1, len(spots))}
    marks = {node: share for node, share in shares.items() if share != MARKS_LYING[0]}
    return _json(
        {
            "from": _measures(standing),
            "to": _measures(lying),
            "ranks": ranks,
            "y": [round(outline.middle.y, 1) for outline in lying.outlines],
            "ids": [
                [printable(text, len(text)), *map(float, map(place, at)), *([anchor] if anchor != "start" else [])]
                for text, *at, anchor in spots
            ],
        }
        | ({"marks": marks} if marks else {})
    )


def _measures(frame: Frame) -> dict[str, float | bool]:
    """Return how large things are in a form; widths and heights are those of half a shape."""
    scale = frame.scale
    return {
        "letter": scale.letter,
        "half": round(scale.half, 2),
        "radius": round(scale.radius, 2),
        "leaf": round(scale.leaf / 2, 2),
        "box": round(scale.box / 2, 2),
        "square": round(scale.square / 2, 2),
        "id": round(frame.id_size, 1),
        "label": round(frame.label_size, 1),
        "short": scale.has_two_rows or scale.is_narrow,
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
