"""Where move and probability of an edge stand: beside its line, clear of the edges next to it, of the shapes at its ends and of one another.

Edges of a rank do not cross, so only the next one on each side can come near a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import hypot
from typing import NamedTuple

from grader.core.drawing.canvas import Canvas, Point
from grader.core.drawing.frame import MOST_KEPT, Frame, id_spot
from grader.core.drawing.layout import edge_label
from grader.core.drawing.scale import width

_ASIDE = 0.36
"""How far a label is from the middle of its own edge, with room for a bold one, in letters."""
_CLEAR, _NEARER = 0.42, 0.15
"""How far it is from all else: farther than from its own edge, so that one sees whose it is; where there is no such place, nearer."""
_SHARES = (0.5, 0.56, 0.62, 0.68, 0.74, 0.8, 0.86, 0.92, 1.0, 1.1, 1.2, 1.28, 0.44, 0.38)
"""How far down its edge a label can stand: the first that is clear is taken, by all siblings if they can. A long one beside a steep edge can have its middle below the end."""
_USUAL = 0.62
"""Probabilities begin here, where siblings are apart."""
_LAST = 0.86
_HIGH, _DEEP = 0.72, 0.2
_PAST_MARK = 0.5
"""Where a label begins on the level end of an edge, past the mark of a cut, in letters."""
_MARK, _THICK, _DISC = 0.62, 0.3, 1.0
"""How far the mark of a cut reaches around its middle, and how far beside it the cross stands that says it is wrong, in letters."""
_MARKS, MARKS_LYING = (0.66, 0.72, 0.8, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3, 0.24), (0.88, 0.76, 0.64)
"""How far down its edge a mark can stand: low, so that a tag can hang below the node above, and where siblings are apart."""
_LONG, _SHORT = 0.58, 0.38
"""Half the length of the bars of a cut, in letters: shorter where edges are close together."""
_CROSS, _TICK, _OFF_BARS = 0.43, 0.3, 0.5
"""How far the cross at an edge reaches around its middle, and a tick; how far from the middle of the bars it stands at least, which it would hide, in letters."""


class Box(NamedTuple):
    """A rectangle in a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether the two have a point in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def moved(self, by: Point) -> Box:
        """Return the box as it is seen when what it was seen from stands at this point."""
        return Box(self.left + by.x, self.top + by.y, self.right + by.x, self.bottom + by.y)

    def grown(self, aside: float) -> Box:
        """Return the box, larger by so much on each side."""
        return Box(self.left - aside, self.top - aside, self.right + aside, self.bottom + aside)


@lru_cache(maxsize=MOST_KEPT)
def label_boxes(frame: Frame) -> dict[int, Box]:
    """Return the box of each label that is written, by the node below its edge: move and probability."""
    labels = [edge_label(node) for node in frame.nodes]
    if frame.view.lies:
        return {node: _level_box(frame, node, label) for node, label in enumerate(labels) if label}
    placed: dict[int, Box] = {}
    for below in frame.children:
        family = [child for child in below if labels[child]]
        if family:
            _place_family(frame, family, labels, placed)
    return placed


def baseline(box: Box, size: float) -> float:
    """Return where the letters of a label stand."""
    return box.bottom - _DEEP * size


def _level_box(frame: Frame, node: int, label: str) -> Box:
    """Return the box of a label on the level end of its edge, where the tree lies."""
    size, start = frame.label_size, frame.ends(node)[1]
    bottom = start.y - (_ASIDE - 0.1) * frame.scale.letter
    left = start.x + _PAST_MARK * frame.scale.letter
    return Box(left, bottom - (_HIGH + _DEEP) * size, left + width(label) * size, bottom)


def mark_share(frame: Frame, node: int) -> float:
    """Return how far down the edge above a node the mark of a cut stands, clear of the labels there."""
    boxes = label_boxes(frame)
    beside = [boxes[other] for other in (node, *_beside(frame, node)) if other in boxes]
    if frame.view.lies:
        named = _id_box(frame, node)
        clear = (share for share in MARKS_LYING if not _bars_box(frame, node, share, half_bar(frame)).meets(named))
        return next(clear, MARKS_LYING[0])
    for has_disc, is_between in ((True, True), (True, False), (False, False)):
        for share in _MARKS[2 * frame.scale.has_two_rows :]:  # where leaves are close together, farther down
            if _is_free(frame, node, share, beside, has_disc=has_disc, is_between=is_between):
                return share
    return _MARKS[0]


def mark_box(frame: Frame, node: int) -> Box:
    """Return the box around the mark of a cut on the edge above a node."""
    return _around(between(*frame.ends(node), mark_share(frame, node)), _MARK * frame.scale.letter)


def cross_share(frame: Frame, node: int, *, has_tick: bool) -> float:
    """Return how far down the edge above a node the cross stands that says what is wrong there: below the mark of a cut, or above it where there is no room or the id or the tick of the node is in the way."""
    (start, end), e, share = frame.ends(node), frame.scale.letter, mark_share(frame, node)
    far = hypot(end.x - start.x, end.y - start.y) or 1
    below = share + (1 - share) * min(1, 0.95 * e / (0.48 * far))
    cross, tick = _around(between(start, end, below), _CROSS * e), _around(frame.outlines[node].tick, _TICK * e)
    above = max(0, share - e / far)
    if cross.meets(_id_box(frame, node)) or (has_tick and cross.meets(tick)):
        return above
    hides_bars = (below - share) * far < _OFF_BARS * e
    return above if hides_bars and not _meets_sibling(frame, node, between(start, end, above)) else below


def _meets_sibling(frame: Frame, node: int, middle: Point) -> bool:
    """Return whether a cross there would lie on the edge of another child of the same node."""
    cross, siblings = _around(middle, _CROSS * frame.scale.letter), frame.children[frame.parents[node]]
    return any(other != node and crosses(frame.ends(other), cross) for other in siblings)


def _id_box(frame: Frame, node: int) -> Box:
    """Return the box of the id of a node."""
    canvas, spot = Canvas(), id_spot(frame, node)
    canvas.text(spot.text, spot.x, spot.y, frame.id_size, "id", anchor=spot.anchor)
    return Box(*canvas.box).moved(frame.outlines[node].middle)


def _around(at: Point, aside: float) -> Box:
    return Box(*at, *at).grown(aside)


def half_bar(frame: Frame) -> float:
    """Return half the length of the bars of a cut."""
    return frame.scale.letter * (_SHORT if frame.scale.has_two_rows or frame.scale.is_narrow else _LONG)


def _bars_box(frame: Frame, node: int, share: float, half: float) -> Box:
    """Return the box around two bars of that half length across the edge above a node, so far down."""
    (start, end), thick = frame.ends(node), _THICK * frame.scale.letter
    at, far = between(start, end, share), hypot(end.x - start.x, end.y - start.y) or 1
    along = Point((end.x - start.x) / far, (end.y - start.y) / far)
    wide, high = thick * abs(along.x) + half * abs(along.y), thick * abs(along.y) + half * abs(along.x)
    return Box(at.x - wide, at.y - high, at.x + wide, at.y + high)


def _is_free(frame: Frame, node: int, share: float, labels: Sequence[Box], *, has_disc: bool, is_between: bool) -> bool:
    """Return whether a mark at that share of its edge, if need be with its cross, stands on no label, and if it must between the ranks."""
    (start, end), e, depth = frame.ends(node), frame.scale.letter, frame.depths[node]
    far = hypot(end.x - start.x, end.y - start.y) or 1
    mark = _bars_box(frame, node, share, _MARK * e)
    disc = _around(between(start, end, min(1, share + _DISC * e / far)), (_MARK - 0.1) * e)
    if is_between and (mark.top < frame.bottoms[depth - 1] or mark.bottom > frame.tops[depth]):
        return False
    return not any(mark.meets(label) or (has_disc and disc.meets(label)) for label in labels)


def _place_family(frame: Frame, family: Sequence[int], labels: Sequence[str], placed: dict[int, Box]) -> None:
    """Place the labels of siblings: all at one height where there is one at which all are clear."""
    shares = _shares(frame, family)
    for aside, share in product((_CLEAR, _NEARER), shares):
        found = _row(frame, family, labels, placed, _Tried((share,), (1,), aside))
        if len(found) == len(family):
            placed.update(found)
            return
    placed.update(_row(frame, family, labels, placed, _Tried(shares, (1, -1), _NEARER), is_last=True))


class _Tried(NamedTuple):
    """Where a label may stand: how far down its edge, on which sides of it (1: above), and how far from all else."""

    shares: Sequence[float]
    sides: Sequence[int]
    aside: float


def _shares(frame: Frame, family: Sequence[int]) -> Sequence[float]:
    first = _USUAL if any(frame.nodes[child].probability for child in family) else _SHARES[0]
    return [first, *(share for share in _SHARES if share != first)]


def _row(
    frame: Frame,
    family: Sequence[int],
    labels: Sequence[str],
    placed: dict[int, Box],
    tried: _Tried,
    *,
    is_last: bool = False,
) -> dict[int, Box]:
    """Return the boxes of those labels that are clear, up to the first that is not; with `is_last` of all."""
    found: dict[int, Box] = {}
    for child in family:
        before = found.get(child - 1) or placed.get(child - 1)
        boxes = (_box(frame, child, labels[child], share, side) for side, share in product(tried.sides, tried.shares))
        clear = next((box for box in boxes if _is_clear(frame, child, box, before, tried.aside)), None)
        if clear is None and not is_last:
            break
        found[child] = clear or _box(frame, child, labels[child], _LAST, 1)
    return found


def _box(frame: Frame, node: int, label: str, share: float, side: int) -> Box:
    """Return the box of a label that touches its edge from above, or on its other side from below."""
    start, end = frame.ends(node)
    far = hypot(end.x - start.x, end.y - start.y) or 1
    x, y = (end.y - start.y) / far, -(end.x - start.x) / far  # across the edge
    if y > 0 or (y == 0 and x < 0):
        x, y = -x, -y
    size = frame.label_size
    wide, high = width(label) * size / 2, (_HIGH + _DEEP) * size / 2
    aside = side * (_ASIDE * frame.scale.letter + wide * abs(x) + high * abs(y))
    at = between(start, end, share)
    middle = Point(at.x + aside * x, at.y + aside * y)
    return Box(middle.x - wide, middle.y - high, middle.x + wide, middle.y + high)


def _is_clear(frame: Frame, node: int, box: Box, before: Box | None, aside: float) -> bool:
    """Return whether nothing that stands near the edge comes near the box."""
    e = frame.scale.letter
    depth = frame.depths[node]
    if box.top < frame.bottoms[depth - 1] + aside * e or box.bottom > frame.tops[depth] - _NEARER * e:
        return False
    near = box.grown(aside * e)
    if any(near.meets(other) for other in (before, *_low(frame, frame.parents[node])) if other is not None):
        return False
    return not any(crosses(frame.ends(other), near) for other in _beside(frame, node))


def _low(frame: Frame, parent: int) -> Iterator[Box]:
    """Yield what reaches down into the way of the edges below a node: lines beside it, boards and ids of leaves next to it."""
    for other in (parent, *_beside(frame, parent)):
        outline, e = frame.outlines[other], frame.scale.letter
        (x, y), wide = outline.middle, outline.half_width
        if frame.children[other]:
            down, first = frame.lines_down(other), x + wide
        else:
            down, first = 1.5 * e, x - wide
        if down:
            yield Box(first, y, x + wide + frame.given_width(other) * e, y + down)


def _beside(frame: Frame, node: int) -> Iterator[int]:
    """Yield the nodes whose edges are next to that above a node."""
    for step in (-1, 1):
        other = frame.neighbour(node, step)
        if other is not None:
            yield other


def crosses(line: tuple[Point, Point], box: Box) -> bool:
    """Return whether a line passes through a box."""
    (x, y), (other_x, other_y) = line
    first, last = 0.0, 1.0
    for at, step, low, high in ((x, other_x - x, box.left, box.right), (y, other_y - y, box.top, box.bottom)):
        if step == 0:
            if not low < at < high:
                return False
            continue
        near, far = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, near), min(last, far)
    return first < last


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point of a line that is so far from its start."""
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
