"""The dashed line at the horizon: across the whole picture, and around what is searched farther down than the rest.

It is walked from the first branch to the last, whichever way the tree stands: `along` is the direction of the ranks, `across` the way from the root down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from grader.diagram import Branch, Diagram, NodeShape
from grader.drawing.canvas import Canvas, tag
from grader.drawing.frame import Frame, Piece
from grader.drawing.ids import left_edge
from grader.drawing.measure import width
from grader.drawing.rooms import LINE, edge_label, lines_of
from grader.drawing.shapes import place

_NEAR, _NEARER = 0.36, 0.12
"""How far the line is from the nodes above it, of the way to the next rank; nearer where edges below it have labels."""
_STEP, _ASIDE, _WORD = 1.1, 0.6, 0.82


class _Stretch(NamedTuple):
    """Where the line runs below this depth: from `low` to `high` along the ranks; `ends` is a node where the search does."""

    low: float
    high: float
    depth: int
    ends: bool


def paint_horizon(frame: Frame, diagram: Diagram, box: tuple[float, float, float, float]) -> Piece | None:
    """Return the line with its words, across a picture that has so far this box; None where the search ends at leaves alone."""
    if all(node.branch is not Branch.BEYOND for node in diagram.nodes):
        return None
    stretches = _levelled([*_stretches(frame, diagram)])
    if not any(stretch.ends for stretch in stretches):
        return None
    lies, e, canvas = frame.view.lies, frame.scale.letter, Canvas()
    start, stop = (box[1], box[3]) if lies else (box[0], box[2])
    levels = {stretch.depth: _level(frame, diagram, stretch.depth) for stretch in stretches}
    word = _word(frame, diagram, stretches, levels, (start, stop), canvas)
    if not lies:
        start, stop = min(start, canvas.left), max(stop, canvas.right)
    path = _path(stretches, levels, (start - _ASIDE * e, stop + _ASIDE * e), _STEP * e, lies=lies)
    near, far = min(levels.values()), max(levels.values())
    canvas.reach(*((near, start, far, stop) if lies else (start, near, stop, far)))
    return Piece(tag("g", tag("path", class_="limit", d=path), word, class_="horizon"), canvas.box)


def _stretches(frame: Frame, diagram: Diagram) -> Iterator[_Stretch]:
    """Yield what the line has to pass below, depth-first: nodes where the search ends, and leaves that it reaches."""
    waiting = [0]
    while waiting:
        node = waiting.pop()
        below = [child for child in frame.children[node] if diagram.nodes[child].branch is not Branch.BEYOND]
        waiting += reversed(below)
        ends = len(below) < len(frame.children[node])
        if diagram.nodes[node].branch is not Branch.BEYOND and not below:
            spans = [_span(frame, other) for other in (node, *frame.children[node])]
            yield _Stretch(min(low for low, _ in spans), max(high for _, high in spans), frame.depths[node], ends)


def _span(frame: Frame, node: int) -> tuple[float, float]:
    """Return from where to where a shape reaches along the ranks."""
    outline, lies = frame.outlines[node], frame.view.lies
    middle, half = (outline.middle.y, outline.half_height) if lies else (outline.middle.x, outline.half_width)
    given = LINE * sum(map(lines_of, frame.given_lines(node))) if lies else frame.given_width(node) - _ASIDE
    return middle - half, middle + half + max(0.0, given) * frame.scale.letter


def _levelled(stretches: Sequence[_Stretch]) -> list[_Stretch]:
    """Return the stretches without leaves that the line passes anyway; of deeper leaves between two ends one stretch is made."""
    runs = [(ends, list(run)) for ends, run in groupby(stretches, key=lambda stretch: stretch.ends)]
    levelled: list[_Stretch] = []
    for turn, (ends, run) in enumerate(runs):
        if ends:
            levelled += run
            continue
        beside = [*(runs[turn - 1][1][-1:] if turn else []), *(runs[turn + 1][1][:1] if turn + 1 < len(runs) else [])]
        usual = min((stretch.depth for stretch in beside), default=0)
        deeper = [stretch for stretch in run if stretch.depth > usual]
        if deeper:
            depth = max(stretch.depth for stretch in deeper)
            levelled.append(_Stretch(deeper[0].low, deeper[-1].high, depth, ends=False))
    return levelled


def _level(frame: Frame, diagram: Diagram, depth: int) -> float:
    """Return where the line runs that parts the nodes of a depth from those below them."""
    searched = [node.branch is not Branch.BEYOND for node in diagram.nodes]
    at = [node for node, there in enumerate(frame.depths) if there == depth and searched[node]]
    below = [node for node, there in enumerate(frame.depths) if there == depth + 1]
    bottom = max(_bottom(frame, node) for node in at)
    if not below:
        return bottom + frame.scale.letter
    top = min(_top(frame, node) for node in below)
    near = _NEARER if not frame.view.lies and any(edge_label(frame.nodes[node]) for node in below) else _NEAR
    return bottom + max(0.0, near * (top - bottom))


def _bottom(frame: Frame, node: int) -> float:
    """Return how far a node reaches towards the next rank; the name of a leaf stands there."""
    outline, e, is_leaf = frame.outlines[node], frame.scale.letter, frame.nodes[node].shape is NodeShape.LEAF
    if frame.view.lies:
        return outline.middle.x + frame.columns[frame.depths[node]].right
    lines = (is_leaf and frame.scale.has_leaf_ids) + (is_leaf and bool(frame.nodes[node].state))
    return outline.middle.y + outline.half_height + 1.1 * e * lines


def _top(frame: Frame, node: int) -> float:
    outline = frame.outlines[node]
    if frame.view.lies:
        return outline.middle.x - frame.columns[frame.depths[node]].left
    return outline.middle.y - outline.half_height


def _path(
    stretches: Sequence[_Stretch], levels: dict[int, float], ends: tuple[float, float], step: float, *, lies: bool
) -> str:
    """Return the line from end to end as the data of an SVG path: level below each stretch, and bent between two of them."""

    def at(along: float, across: float) -> str:
        return f"{place(across)} {place(along)}" if lies else f"{place(along)} {place(across)}"

    pieces = [f"M{at(ends[0], levels[stretches[0].depth])}"]
    for one, other in pairwise(stretches):
        if one.depth == other.depth:
            continue
        here, there, middle = levels[one.depth], levels[other.depth], (one.high + other.low) / 2
        half = min(step, max(abs(other.low - one.high) / 2, step / 2))
        bend = f"C{at(middle, here)} {at(middle, there)} {at(middle + half, there)}"
        pieces.append(f"L{at(middle - half, here)}{bend}")
    return "".join([*pieces, f"L{at(ends[1], levels[stretches[-1].depth])}"])


def _word(
    frame: Frame,
    diagram: Diagram,
    stretches: Sequence[_Stretch],
    levels: dict[int, float],
    ends: tuple[float, float],
    canvas: Canvas,
) -> str:
    """Write what the line is at one of its ends: at the left, if the line is not lower there than at the right."""
    e = frame.scale.letter
    size = max(_WORD * e, frame.scale.small)
    is_right = stretches[-1].depth < stretches[0].depth
    depth = stretches[-is_right].depth
    level = levels[depth]
    if frame.view.lies:
        return canvas.text(diagram.horizon, level, ends[is_right] + (0.9 if is_right else -0.4) * e, size, "limitword")
    reaches = [
        _reach(frame, node, level, is_right=is_right) for node, there in enumerate(frame.depths) if there == depth
    ]
    room = 0.6 * e + width(diagram.horizon) * size
    x = max(ends[1], max(reaches) + room) if is_right else min(ends[0], min(reaches) - room)
    return canvas.text(diagram.horizon, x, level - 0.45 * e, size, "limitword", anchor="end" if is_right else "start")


def _reach(frame: Frame, node: int, level: float, *, is_right: bool) -> float:
    """Return how far to one side a node reaches above the line, with what stands beside it and its outermost edge."""
    edges = [_span(frame, node)[1] if is_right else left_edge(frame, node)]
    for child in frame.children[node][-1:] if is_right else frame.children[node][:1]:
        start, end = frame.ends(child)
        share = (level - start.y) / ((end.y - start.y) or 1)
        edges.append(start.x + share * (end.x - start.x))
    return max(edges) if is_right else min(edges)
