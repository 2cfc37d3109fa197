"""Where everything of one problem stands: laid out once, and shared by all pictures that differ in what is written into the tree."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from grader.core.drawing.canvas import Outline, Point
from grader.core.drawing.diagram import (
    EXPECTED_LINE,
    SHOWS_FIRST,
    Branch,
    Diagram,
    DiagramNode,
    NodeShape,
    Remark,
    Share,
)
from grader.core.drawing.layout import NOISY, Rooms, View, edge_label, layout
from grader.core.drawing.outline import named_by_place
from grader.core.drawing.scale import Scale, fit, scale_of, touched, width
from grader.core.drawing.tags import WINDOW_SIZE, board_size, is_said_below
from grader.core.games.tree import Board
from grader.core.lazy import MadeOf

# -- a tree that lies down in columns: a rank with all that stands at its nodes is one, and between two there is a
# channel for their edges

_STACK, _STACK_TOUCHED = 2.4, 1.75
"""So far on each side of a node reaches at least what stands below it, in letters."""
_CHANNEL = 1.6
_MARK, _AROUND, _BESIDE_LABEL = 0.6, 0.25, 0.35
_PAST_MARK = 0.3
"""How far marks reach left of a shape, what is free right of it, at either end of a label, and left of an id: the mark of a cut comes so near."""
_PAST_CORNER = 0.2
"""How far an edge runs from the corner of another shape at least, in letters."""
LONGEST_NAME = 6.0
"""So wide is the longest id of a lying tree that has neighbours right of it, in its own letters."""
ID_AWAY = 0.68
"""How far from the middle of a triangle its id begins, in letters."""
ID_BESIDE_LEAF = 0.35


class Column(NamedTuple):
    """How far a rank reaches left and right of the middle of its nodes, without the labels of their edges; how much room these need left of that."""

    nodes: float
    right: float
    labels: float

    @property
    def left(self) -> float:
        """Return how far the column reaches left of the middle of its nodes."""
        return self.nodes + self.labels

    @property
    def room(self) -> float:
        """Return how wide a line can be whose middle is below that of a node."""
        return 2 * min(self.nodes, self.right)


def columns_of(rooms: Rooms) -> list[Column]:
    """Return the column of each rank."""
    columns = [Column(0, 0, 0)] * (rooms.depths[-1] + 1)
    for node, depth in enumerate(rooms.depths):
        own, column = _column(rooms, node), columns[depth]
        columns[depth] = Column(*map(max, own, column))
    return columns


def distances(rooms: Rooms, columns: Sequence[Column]) -> list[float]:
    """Return how far each rank is at least from the one before: as far as ranks are apart, or as the columns need."""
    channel = _CHANNEL * rooms.scale.letter
    needed = [one.right + channel + other.left for one, other in pairwise(columns)]
    return [0.0, *(max(rooms.scale.rank, far) for far in needed)]


def _column(rooms: Rooms, node: int) -> Column:
    """Return how far one node reaches with its marks, its id and what stands below it; nothing that depends on answers."""
    drawn, e = rooms.nodes[node], rooms.scale.letter
    half = Outline(drawn.shape, Point(0, 0), rooms.scale).half_width
    named, stack = min(width(drawn.id), LONGEST_NAME) * rooms.id_size, _stack(rooms, node)
    is_leaf, noisy = drawn.shape is NodeShape.LEAF, NOISY * e * drawn.is_noisy
    left = named + (ID_AWAY + _PAST_MARK) * e if drawn.shape in (NodeShape.MAX, NodeShape.CHANCE) else 0
    right = half + (ID_BESIDE_LEAF + _AROUND) * e + named if is_leaf else 0
    label = edge_label(drawn)
    labels = width(label) * rooms.label_size + 2 * _BESIDE_LABEL * e if label else 0
    return Column(max(half + _MARK * e, left, stack), max(half + _AROUND * e + noisy, right, stack), labels)


def _stack(rooms: Rooms, node: int) -> float:
    """Return half the width of what stands below a node: a window with the longest numbers, and what the problem says of it."""
    scale, e = rooms.scale, rooms.scale.letter
    if not (rooms.children[node] or _is_said_below(rooms, node)):
        return 0
    longest = scale.leaf / e - 0.5  # a leaf's square is so much wider than its number
    window = (2 * longest + width("[, ]")) * WINDOW_SIZE
    given = [
        board_size(line.board)[0] if line.board else line.width_of(line.wordings[-1])
        for line in rooms.given_lines(node)
    ]
    least = _STACK_TOUCHED if scale.is_narrow else max(_STACK, window / 2)
    return max(least, *(wide / 2 + _AROUND for wide in given), 0) * e


def _is_said_below(rooms: Rooms, node: int) -> bool:
    """Return whether the problem says something of a node without children, and says it below: of a leaf in the last rank it stands on the right, and of an arm there is nothing in its way."""
    drawn = rooms.nodes[node]
    if drawn.shape is NodeShape.LEAF:
        return is_said_below(drawn) and not rooms.is_last(node)
    return drawn.shape is not NodeShape.CHILD and bool(rooms.given_lines(node))


MOST_KEPT = 64
_MOST_AT_ONCE = 12  # both forms of the few trees of one problem, asked for by all who draw, turn and copy them


class Piece(NamedTuple):
    """A part of a picture: its markup, the box around it (left, top, right, bottom), and what found no room; `css` are the classes of a node or an edge, around whose markup they stand.

    That of a node is seen from its middle.
    """

    markup: str
    box: tuple[float, float, float, float]
    left_out: tuple[str, ...] = ()
    css: str = ""


class Frame(Rooms):
    """The layout of a problem's tree in one view, and its measures.

    `pieces` keeps what was painted for a node or an edge, by all that it depends on: most students of a class have most of a
    tree alike, so that 400 drawings take an eighth of the time (`bench/run.py --only drawing`: 0.03 of a spawned `dot`, else 0.24).
    """

    def __init__(self, nodes: tuple[DiagramNode, ...], view: View, scale: Scale) -> None:
        super().__init__(nodes, view, scale)
        self.columns = columns_of(self) if view.lies else []
        apart = distances(self, self.columns) if view.lies else []
        if scale.is_narrow:
            self.scale = touched(scale, apart)
        rooms = [self.room(node) for node in range(len(nodes))]
        middles = layout(self.parents, rooms, self.scale, lies=view.lies, lower=self.lower, apart=apart)
        self.ranks = middles.ranks
        points = map(Point, middles.x, middles.y)
        self.outlines = tuple(Outline(node.shape, point, self.scale) for node, point in zip(nodes, points, strict=True))
        self.pieces: dict[object, Piece] = {}

    def painted_as(self, view: View) -> Frame:
        """Return the same layout for pieces that are painted otherwise."""
        frame = copy(self)
        frame.view, frame.pieces = view, {}
        return frame

    @cached_property
    def spots(self) -> list[Spot]:
        """Return where the id of each node stands."""
        return [_spot(self, node) for node in range(len(self.nodes))]

    @cached_property
    def unnamed(self) -> tuple[str, ...]:
        """Return what this drawing does not say of the names of nodes."""
        return unnamed(self)

    def line(self, node: int) -> list[Point]:
        """Return the corners of the edge above a node: where the tree lies, it leaves and reaches columns level with its nodes."""
        parent, child = self.outlines[self.parents[node]], self.outlines[node]
        start = parent.leaves_to(child.middle, lies=self.view.lies)
        end = child.is_met_from(parent.middle, lies=self.view.lies)
        if self.view.lies:
            depth = self.depths[node]
            leaves = Point(parent.middle.x + self.columns[depth - 1].right, start.y)
            return [start, leaves, Point(child.middle.x - self.columns[depth].left, end.y), end]
        top = self.tops[self.depths[node]]
        is_lower = self.scale.has_two_rows and end.y - top > self.scale.row / 2
        if is_lower or self._grazes(node, start, end):  # past the leaves of the upper row, or a shape that is higher
            return [start, Point(end.x, top), end]
        return [start, end]

    def _grazes(self, node: int, start: Point, end: Point) -> bool:
        """Return whether a straight edge to a node that stands would touch the corner of the shape before it, seen from its parent."""
        step = 1 if end.x < start.x else -1
        other = self.neighbour(node, step)
        if other is None or start.x == end.x:
            return False
        outline, aside = self.outlines[other], _PAST_CORNER * self.scale.letter
        x = outline.middle.x - step * (outline.middle.x - outline.corner.x + aside)
        return start.y + (x - start.x) / (end.x - start.x) * (end.y - start.y) > outline.corner.y - aside

    def ends(self, node: int) -> tuple[Point, Point]:
        """Return where the long part of the edge above a node starts and ends, between the ranks."""
        corners = self.line(node)
        return (corners[1], corners[2]) if self.view.lies else (corners[0], corners[1])

    @cached_property
    def tops(self) -> list[float]:
        """Return how far up the shapes of each rank reach, with the id above a box."""
        return [min(self._top(node) for node in rank) for rank in self.ranks]

    @cached_property
    def bottoms(self) -> list[float]:
        """Return how far down the shapes of each rank reach that have children."""
        return [
            max((self._bottom(node) for node in rank if self.children[node]), default=float("inf"))
            for rank in self.ranks
        ]

    def _top(self, node: int) -> float:
        outline, named = self.outlines[node], 1.3 * (self.nodes[node].shape is NodeShape.CHILD)
        return outline.top - named * self.scale.letter

    def _bottom(self, node: int) -> float:
        return self.outlines[node].bottom


def frame_of(diagram: Diagram, view: View) -> Frame:
    """Return the frame of a diagram: the same for all diagrams of one problem (of a class: with the same shares), on pages and in files.

    Problems that differ only in the values of leaves share one too, where these are as wide.
    """
    view = view._replace(on_page=False)
    return _FRAMES.get_or_make(diagram, view, lambda: _frame_of(diagram, view))


def _frame_of(diagram: Diagram, view: View) -> Frame:
    given = tuple(
        (node.shape, node.id, node.parent, node.move, node.probability, _facts(node), node.share, _given(node))
        for node in diagram.nodes
    )
    return _frame(given, view, _scale_of(diagram, view))


_FRAMES: MadeOf[Frame] = MadeOf(_MOST_AT_ONCE)
_Position = tuple[str, tuple[str, ...], str, bool, Board | None]
_Given = tuple[NodeShape, str, int, str, str, tuple[Remark, ...], Share | None, _Position]


@lru_cache(maxsize=MOST_KEPT)
def _frame(given: Sequence[_Given], view: View, scale: Scale) -> Frame:
    if view.is_live or view.has_rings:  # which is painted otherwise, but stands where it stood
        return _frame(given, view._replace(is_live=False, has_rings=False), scale).painted_as(view)
    nodes = tuple(
        DiagramNode(
            shape,
            id_,
            parent,
            "",
            move,
            probability,
            remarks=remarks,
            share=share,
            static=position[0],
            features=position[1],
            state=position[2],
            is_noisy=position[3],
            board=position[4],
        )
        for shape, id_, parent, move, probability, remarks, share, position in given
    )
    return Frame(nodes, view, scale)


def _given(node: DiagramNode) -> _Position:
    """Return what the problem says of the position and is written beside the node."""
    return ("" if node.is_horizon else node.static), node.features, node.state, node.is_noisy, node.board


def _facts(node: DiagramNode) -> tuple[Remark, ...]:
    """Return what a problem says of an arm; it stands below it and takes room."""
    if node.shape is not NodeShape.CHILD:
        return ()
    return tuple(
        remark for remark in node.remarks if remark.verdict is None and remark not in (EXPECTED_LINE, SHOWS_FIRST)
    )


def _scale_of(diagram: Diagram, view: View) -> Scale:
    is_blank_sheet = is_blank(diagram) and (not view.is_live or (view.for_fingers and not view.lies))
    return scale_of(diagram, lies=view.lies, blank=is_blank_sheet, is_touched=view.for_fingers)


def is_blank(diagram: Diagram) -> bool:
    """Return whether nothing is written in the tree: it is a sheet to write on."""
    is_untouched = (Branch.KEPT, Branch.BEYOND)
    return not any(
        node.judged or node.number or node.window or node.share or node.branch not in is_untouched
        for node in diagram.nodes
    )


# -- where the id of a node stands: in the notch beside its tip, on the side where no edge arrives, and as long as
# there is room

_AWAY = {NodeShape.MAX: ID_AWAY, NodeShape.MIN: ID_AWAY, NodeShape.CHANCE: 1.05}
"""How far from the middle the text starts, in letters."""
_LONGEST = 12
_LONGEST_LYING = 8


class Spot(NamedTuple):
    """A text, the point that it is anchored at, seen from the middle of its node, and how: start, middle or end."""

    text: str
    x: float
    y: float
    anchor: str = "middle"


def id_spot(frame: Frame, node: int) -> Spot:
    """Return where the id of a node stands, shortened to its room; the text is empty where it has none."""
    return frame.spots[node]


def _spot(frame: Frame, node: int) -> Spot:
    shape = frame.nodes[node].shape
    if shape is NodeShape.LEAF:
        return _below_or_beside_leaf(frame, node)
    if shape is NodeShape.CHILD:
        return _above_box(frame, node)
    if shape is NodeShape.MIN and frame.view.lies:  # lines stand below it
        return _above(frame, node)
    outline, e = frame.outlines[node], frame.scale.letter
    away, high = _AWAY[shape] * e, outline.half_height
    down = {NodeShape.MAX: 0.66 * e - high, NodeShape.MIN: high - 0.2 * e}.get(shape, 0.2 * e - high)
    goes_left = _goes_left(frame, node)
    text = fit(frame.nodes[node].id, _room(frame, node, away, goes_left=goes_left) / frame.id_size)
    return Spot(text, -away, down, "end") if goes_left else Spot(text, away, down, "start")


def left_edge(frame: Frame, node: int) -> float:
    """Return how far to the left a node reaches with its id."""
    outline, spot = frame.outlines[node], id_spot(frame, node)
    edge = outline.left
    return min(edge, outline.middle.x + spot.x - width(spot.text) * frame.id_size) if spot.anchor == "end" else edge


def top_edge(frame: Frame, node: int) -> float:
    """Return how far up a node reaches with its id."""
    outline, spot = frame.outlines[node], id_spot(frame, node)
    return min(outline.top, outline.middle.y + spot.y - 0.8 * frame.id_size)


def unnamed(frame: Frame) -> tuple[str, ...]:
    """Return what the drawing does not say of names: of each node whose id has no room; of leaves in two rows all in one line."""
    without = [
        node
        for node, drawn in enumerate(frame.nodes)
        if frame.parents[node] >= 0 and id_spot(frame, node).text != drawn.id
    ]
    leaves = frame.ranks[-1] if frame.scale.has_two_rows else ()
    said = [named_by_place(frame.nodes, frame.children, node) for node in without if node not in leaves]
    if len(said) < len(without):
        said.append("leaves from left to right: " + " ".join(frame.nodes[node].id for node in leaves))
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
    return Spot(fit(frame.nodes[node].id, room), 0, -outline.half_height - 0.62 * frame.scale.letter)


def _above_box(frame: Frame, node: int) -> Spot:
    """Return the place above the box of an arm, at the corner away from its edge; left of the edge that comes straight down to an only child."""
    outline, parent = frame.outlines[node], frame.parents[node]
    wide, y = outline.half_width, -outline.half_height - 0.5 * frame.scale.letter
    text = fit(frame.nodes[node].id, 2 * wide / frame.id_size)
    if parent >= 0 and len(frame.children[parent]) == 1 and not frame.view.lies:
        return Spot(text, -0.3 * frame.scale.letter, y, "end")
    goes_left = frame.view.lies or _edge_comes_from_right(frame, node)
    return Spot(text, -wide, y, "start") if goes_left else Spot(text, wide, y, "end")


def _below_or_beside_leaf(frame: Frame, node: int) -> Spot:
    outline, scale, e = frame.outlines[node], frame.scale, frame.scale.letter
    id_ = frame.nodes[node].id
    if frame.view.lies:
        room = _LONGEST_LYING if frame.is_last(node) else LONGEST_NAME
        return Spot(fit(id_, room), outline.half_width + ID_BESIDE_LEAF * e, 0.28 * e, "start")
    room = scale.leaf + 0.35 * e if scale.has_two_rows else scale.pitch
    return Spot(fit(id_, room / frame.id_size - 0.2), 0, outline.half_height + 0.85 * e)
