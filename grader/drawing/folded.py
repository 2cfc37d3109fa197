"""What is said of a node where there is little room beside it: a window as a bracket of two lines, beside or above it, a tag that hangs below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from grader.diagram import NodeShape
from grader.drawing.canvas import PILL_HIGH, Canvas, pill_width, tag
from grader.drawing.frame import Frame
from grader.drawing.labels import Box, crosses, mark_box
from grader.drawing.measure import width
from grader.drawing.shapes import place
from grader.drawing.tags import Line

_HANGS = (0.35, 0.95, 1.25)
"""How far below its shape a tag hangs, in letters: lower where a second line reaches down beside the tip, and below the id of a leaf."""
_HALF = 0.85
"""Half the height of a bracket, in letters."""
_OVER, _BESIDE_EDGE, _CLEAR = 0.3, (0.4, 0.2, 0.0), 0.12
"""How far a bracket stands over ▼, beside where its edge arrives, and at least from all lines, in letters."""


def bracket_width(frame: Frame, line: Line) -> float:
    """Return how wide a window is as a bracket of two lines."""
    return max(map(width, line.pair)) * _bracket_size(frame) + 0.3 * frame.scale.letter


def _bracket_size(frame: Frame) -> float:
    return max(0.75 * frame.scale.letter, frame.scale.small)


def bracket(frame: Frame, line: Line, left: float, y: float, canvas: Canvas) -> str:
    """Write a window as a bracket of two lines, alpha over beta."""
    e = frame.scale.letter
    right = left + bracket_width(frame, line)
    top, bottom, arm = y - _HALF * e, y + _HALF * e, 0.18 * e
    path = (
        f"M{place(left + arm)} {place(top)}H{place(left)}V{place(bottom)}H{place(left + arm)}"
        f"M{place(right - arm)} {place(top)}H{place(right)}V{place(bottom)}H{place(right - arm)}"
    )
    write = partial(canvas.text, size=_bracket_size(frame), class_=line.css)
    middle = (left + right) / 2
    return (
        tag("path", class_="bracket", d=path)
        + write(line.pair[0], middle, y - 0.12 * e)
        + write(line.pair[1], middle, y + 0.68 * e)
    )


def above(frame: Frame, node: int, line: Line) -> Box | None:
    """Return the box of a bracket over the flat side of ▼, beside the edge that arrives there; None where it would come near an edge, a label or a mark."""
    outline, e = frame.outlines[node], frame.scale.letter
    if outline.shape is not NodeShape.MIN or not line.pair or frame.parents[node] < 0:
        return None
    (x, y), wide = outline.middle, bracket_width(frame, line)
    bottom = y - outline.half_height - _OVER * e
    near = [node, *(other for step in (-1, 1) if (other := frame.neighbour(node, step)) is not None)]
    taken = [frame.label_boxes[other] for other in near if other in frame.label_boxes]
    taken += [mark_box(frame, other) for other in near[1:]]
    for aside, step in product(_BESIDE_EDGE, (1, -1)):
        if aside * e + wide > _room_above(frame, node, step):
            continue
        left = x + aside * e if step > 0 else x - aside * e - wide
        box = Box(left, bottom - 2 * _HALF * e, left + wide, bottom)
        clear = box.grown(_CLEAR * e)
        if not any(crosses(frame.ends(other), clear) for other in near) and not any(clear.meets(one) for one in taken):
            return box
    return None


def _room_above(frame: Frame, node: int, step: int) -> float:
    """Return how far a bracket over ▼ can reach to one side: up to the middle between it and the next family, which may have one, too."""
    other, e = frame.neighbour(node, step), frame.scale.letter
    if other is None:
        return 20 * e
    far = abs(frame.outlines[other].middle.x - frame.outlines[node].middle.x)
    return far - _CLEAR * e if frame.parents[other] == frame.parents[node] else far / 2 - _CLEAR * e


def hanging(frame: Frame, node: int, line: Line, cuts: Sequence[int], *, lower: int) -> Box | None:
    """Return the box of a tag below its node, between the neighbours and clear of labels and of the marks of `cuts` at the edges there; None where it has none."""
    outline, e = frame.outlines[node], frame.scale.letter
    x, wide = outline.middle.x, pill_width(line.wordings[-1]) * e
    if not line.is_pill or wide > _room(frame, node):
        return None
    labels = [frame.label_boxes[child] for child in frame.children[node] if child in frame.label_boxes]
    marks = [mark_box(frame, child) for child in cuts]
    for down in _HANGS[lower : max(2, lower + 1)]:
        top = outline.middle.y + outline.half_height + down * e
        box = Box(x - wide / 2, top, x + wide / 2, top + PILL_HIGH * e)
        if not any(box.meets(there) for there in (*labels, *marks)):
            return box
    return None


def _room(frame: Frame, node: int) -> float:
    """Return how far it is to the nearer neighbour."""
    near = (frame.neighbour(node, step) for step in (-1, 1))
    x = frame.outlines[node].middle.x
    far = (abs(frame.outlines[other].middle.x - x) for other in near if other is not None)
    return min(far, default=20 * frame.scale.letter)
