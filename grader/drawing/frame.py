"""Where everything of one problem stands: laid out once, and shared by all pictures that differ in what is written into the tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from grader.diagram import SHOWS_FIRST, Branch, Diagram, DiagramNode, NodeShape, Remark, Share
from grader.drawing.columns import columns_of, distances
from grader.drawing.labels import Box, label_boxes, mark_share
from grader.drawing.layout import layout
from grader.drawing.rooms import Rooms, View, edge_label
from grader.drawing.scale import Scale, scale_of, touched
from grader.drawing.shapes import Outline, Point
from grader.games.board import Board

_MOST_KEPT = 64


class Piece(NamedTuple):
    """A part of a picture: its markup, the box around it (left, top, right, bottom), and what found no room."""

    markup: str
    box: tuple[float, float, float, float]
    left_out: tuple[str, ...] = ()


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

    @cached_property
    def label_boxes(self) -> dict[int, Box]:
        """Return where move and probability of the edge above each node stand."""
        return label_boxes(self, [edge_label(node) for node in self.nodes])

    @cached_property
    def unnamed(self) -> tuple[str, ...]:
        """Return what this drawing does not say of the names of nodes."""
        from grader.drawing.ids import unnamed

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
        if self.scale.has_two_rows and end.y - top > self.scale.row / 2:  # past the leaves of the upper row
            return [start, Point(end.x, top), end]
        return [start, end]

    def ends(self, node: int) -> tuple[Point, Point]:
        """Return where the long part of the edge above a node starts and ends, between the ranks."""
        corners = self.line(node)
        return (corners[1], corners[2]) if self.view.lies else (corners[0], corners[1])

    def mark_share(self, node: int) -> float:
        """Return how far down the edge above a node the mark of a cut stands."""
        return mark_share(self, node)

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
        return outline.middle.y - outline.half_height - named * self.scale.letter

    def _bottom(self, node: int) -> float:
        return self.outlines[node].middle.y + self.outlines[node].half_height


def frame_of(diagram: Diagram, view: View) -> Frame:
    """Return the frame of a diagram: the same for all diagrams of one problem (of a class: with the same shares).

    Problems that differ only in the values of leaves share one too, where these are as wide.
    """
    given = tuple(
        (node.shape, node.id, node.parent, node.move, node.probability, _facts(node), node.share, _given(node))
        for node in diagram.nodes
    )
    return _frame(given, view, _scale_of(diagram, view))


_Position = tuple[str, tuple[str, ...], str, bool, Board | None]
_Given = tuple[NodeShape, str, int, str, str, tuple[Remark, ...], Share | None, _Position]


@lru_cache(maxsize=_MOST_KEPT)
def _frame(given: Sequence[_Given], view: View, scale: Scale) -> Frame:
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
    return tuple(remark for remark in node.remarks if remark.verdict is None and remark != SHOWS_FIRST)


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
