"""Where the id of a node stands: in the notch beside its tip, on the side where no edge arrives, and as long as there is room."""

from __future__ import annotations

from typing import NamedTuple

from grader.diagram import NodeShape
from grader.drawing.columns import ID_AWAY, ID_BESIDE_LEAF, LONGEST_NAME
from grader.drawing.frame import Frame
from grader.drawing.measure import fit, width

_AWAY = {NodeShape.MAX: ID_AWAY, NodeShape.MIN: ID_AWAY, NodeShape.CHANCE: 1.05}
"""How far from the middle the text starts, in letters."""
_LONGEST = 12
_LONGEST_LYING = 8


class Spot(NamedTuple):
    """A text, the point that it is anchored at, and how: start, middle or end."""

    text: str
    x: float
    y: float
    anchor: str = "middle"


def id_spot(frame: Frame, node: int) -> Spot:
    """Return where the id of a node stands, shortened to its room; the text is empty where it has none."""
    shape = frame.nodes[node].shape
    if shape is NodeShape.LEAF:
        return _below_or_beside_leaf(frame, node)
    if shape is NodeShape.CHILD:
        return _above_box(frame, node)
    if shape is NodeShape.MIN and frame.view.lies:  # lines stand below it
        return _above(frame, node)
    outline, e = frame.outlines[node], frame.scale.letter
    (x, y), away, high = outline.middle, _AWAY[shape] * e, outline.half_height
    down = {NodeShape.MAX: 0.66 * e - high, NodeShape.MIN: high - 0.2 * e}.get(shape, 0.2 * e - high)
    goes_left = _goes_left(frame, node)
    text = fit(frame.nodes[node].id, _room(frame, node, away, goes_left=goes_left) / frame.id_size)
    return Spot(text, x - away, y + down, "end") if goes_left else Spot(text, x + away, y + down, "start")


def left_edge(frame: Frame, node: int) -> float:
    """Return how far to the left a node reaches with its id."""
    outline, spot = frame.outlines[node], id_spot(frame, node)
    edge = outline.middle.x - outline.half_width
    return min(edge, spot.x - width(spot.text) * frame.id_size) if spot.anchor == "end" else edge


def top_edge(frame: Frame, node: int) -> float:
    """Return how far up a node reaches with its id."""
    outline, spot = frame.outlines[node], id_spot(frame, node)
    return min(outline.middle.y - outline.half_height, spot.y - 0.8 * frame.id_size)


def unnamed(frame: Frame) -> tuple[str, ...]:
    """Return what the drawing does not say of names: of each node whose id has no room, and of leaves that have none."""
    said = []
    leaves = [node for node, below in enumerate(frame.children) if not below]
    for node, drawn in enumerate(frame.nodes):
        is_there = id_spot(frame, node).text == drawn.id
        if frame.parents[node] >= 0 and not is_there and (frame.children[node] or frame.scale.has_leaf_ids):
            siblings = frame.children[frame.parents[node]]
            parent = frame.nodes[frame.parents[node]].id
            said.append(f"child {siblings.index(node) + 1} of {parent} is {drawn.id}")
    if not frame.scale.has_leaf_ids:
        in_order = sorted(leaves, key=lambda node: frame.outlines[node].middle.x)
        said.append("leaves from left to right: " + " ".join(frame.nodes[node].id for node in in_order))
    return tuple(said)


def _goes_left(frame: Frame, node: int) -> bool:
    """Return whether the id of a triangle or circle stands left of its tip."""
    return frame.nodes[node].shape is NodeShape.MIN or frame.view.lies or _edge_comes_from_right(frame, node)


def _edge_comes_from_right(frame: Frame, node: int) -> bool:
    parent = frame.parents[node]
    return parent < 0 or frame.outlines[parent].middle.x >= frame.outlines[node].middle.x - 0.5


def _room(frame: Frame, node: int, away: float, *, goes_left: bool) -> float:
    """Return the room of an id up to the neighbour on its side."""
    if frame.view.lies:
        return frame.columns[frame.depths[node]].nodes - away
    other, e = frame.neighbour(node, -1 if goes_left else 1), frame.scale.letter
    if other is None:
        return _LONGEST * e
    there = frame.outlines[other]
    far = abs(there.middle.x - frame.outlines[node].middle.x)
    if there.shape in _AWAY and _goes_left(frame, other) is not goes_left:  # both ids stand between them
        return (far - away - _AWAY[there.shape] * e) / 2 - 0.15 * e
    return far - there.half_width - away - 0.4 * e


def _above(frame: Frame, node: int) -> Spot:
    outline = frame.outlines[node]
    room = frame.columns[frame.depths[node]].room / frame.id_size
    y = outline.middle.y - outline.half_height - 0.62 * frame.scale.letter
    return Spot(fit(frame.nodes[node].id, room), outline.middle.x, y)


def _above_box(frame: Frame, node: int) -> Spot:
    """Return the place above the box of an arm, at the corner away from its edge."""
    outline = frame.outlines[node]
    (x, y), wide = outline.middle, outline.half_width
    text = fit(frame.nodes[node].id, 2 * wide / frame.id_size)
    y -= outline.half_height + 0.5 * frame.scale.letter
    goes_left = frame.view.lies or _edge_comes_from_right(frame, node)
    return Spot(text, x - wide, y, "start") if goes_left else Spot(text, x + wide, y, "end")


def _below_or_beside_leaf(frame: Frame, node: int) -> Spot:
    outline, scale, e = frame.outlines[node], frame.scale, frame.scale.letter
    (x, y), id_ = outline.middle, frame.nodes[node].id
    if frame.view.lies:
        room = _LONGEST_LYING if frame.is_last(node) else LONGEST_NAME
        return Spot(fit(id_, room), x + outline.half_width + ID_BESIDE_LEAF * e, y + 0.28 * e, "start")
    text = fit(id_, scale.pitch / frame.id_size - 0.2) if scale.has_leaf_ids else ""
    return Spot(text, x, y + outline.half_height + 0.85 * e)
