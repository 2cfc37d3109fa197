"""Where everything of one problem stands: laid out once, and shared by all pictures that differ in what is written into the tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import ceil
from typing import NamedTuple

from grader.diagram import SHOWS_FIRST, Branch, Diagram, DiagramNode, NodeShape, Remark, Share
from grader.drawing.boards import board_size
from grader.drawing.layout import depths_of, layout
from grader.drawing.measure import fit, typeset, width
from grader.drawing.outline import children_of
from grader.drawing.scale import Scale, scale_of
from grader.drawing.shapes import Outline, Point
from grader.drawing.tags import GIVEN_SIZE, LONGEST_GIVEN, Line, given_lines, is_said_below
from grader.games.board import Board

LINE = 1.22
"""From one line beside a node to the next, in letters."""
SHARE, COMMON, BAR = 0.86, 0.78, 3.0
"""Letter sizes of the share of a class and of its commonest wrong answer, and how long its bar is, in letters."""
NOISY = 0.8
"""How far the sign of a position that is not quiet reaches beside its node, in letters."""
_AROUND_GIVEN, _BESIDE_BOARD = 1.2, 1.8
"""Room around what the problem says of a position; and for a window beside a board, in letters."""
_OVER_BOARD = 2.7
"""From the middle of a leaf over its square and its id to its board, and what is left free below that, in letters."""
_ID, _LABEL = 0.75, 0.82
_MOST_OF_COMMON, _LINES_OF_A_SHARE = 7.5, 3
_LONGEST_LABEL, _LONGEST_ID = 7.0, 4.5
_MOST_KEPT = 64


def lines_of(line: Line) -> int:
    """Return as how many lines a line counts: a board is as high as some."""
    return 1 if line.board is None else ceil((board_size(line.board)[1] + 0.2) / LINE)


class View(NamedTuple):
    """How a diagram is looked at: standing or lying, on a page whose script fills it in, on a page at all, with nodes to be touched, and with rings for marks at edges."""

    lies: bool = False
    is_live: bool = False
    on_page: bool = False
    for_fingers: bool = False
    has_rings: bool = False


class Piece(NamedTuple):
    """A part of a picture: its markup, the box around it (left, top, right, bottom), and what found no room."""

    markup: str
    box: tuple[float, float, float, float]
    left_out: tuple[str, ...] = ()


class Frame:
    """The layout of a problem's tree in one view, and its measures.

    `pieces` keeps what was painted for a node or an edge, by all that it depends on: most students of a class have most of a
    tree alike, so that 400 drawings take an eighth of the time (`bench/run.py --only drawing`: 0.03 of a spawned `dot`, else 0.24).
    """

    def __init__(self, nodes: tuple[DiagramNode, ...], view: View, scale: Scale) -> None:
        self.nodes, self.view, self.scale = nodes, view, scale
        self.id_size, self.label_size = (max(share * scale.letter, scale.small) for share in (_ID, _LABEL))
        self.children = children_of(Diagram("", nodes))
        self.parents = tuple(node.parent for node in nodes)
        self.depths = depths_of(self.parents)
        rooms, below = [self.room(node) for node in range(len(nodes))], [self.reach(node) for node in range(len(nodes))]
        middles = layout(self.parents, rooms, scale, lies=view.lies, below=below)
        points = map(Point, middles.x, middles.y)
        self.outlines = tuple(Outline(node.shape, point, scale) for node, point in zip(nodes, points, strict=True))
        self.pieces: dict[object, Piece] = {}

    @cached_property
    def unnamed(self) -> tuple[str, ...]:
        """Return what this drawing does not say of the names of nodes."""
        from grader.drawing.ids import unnamed

        return unnamed(self)

    def room(self, node: int) -> float:
        """Return how much room a node takes along its rank: nothing that depends on answers."""
        drawn, scale = self.nodes[node], self.scale
        e = scale.letter
        outline = Outline(drawn.shape, Point(0, 0), scale)
        if self.view.lies:
            lines = len(drawn.remarks) if drawn.shape is NodeShape.CHILD else 1
            lines += _LINES_OF_A_SHARE if drawn.share else 0
            lines += self._lines_given(node)
            if drawn.shape is NodeShape.LEAF:
                return max(scale.pitch, (board_size(drawn.board)[1] + 0.4) * e) if drawn.board else scale.pitch
            above = 1.2 if drawn.shape in (NodeShape.MIN, NodeShape.CHILD) else 0.3  # there its id stands
            return 2 * outline.half_height + (above + 0.2 + LINE * lines) * e
        label = width(edge_label(drawn)) * self.label_size / e + 0.7
        if drawn.shape is NodeShape.LEAF:
            below = self._room_of_lines(node) + 0.3 if is_said_below(drawn) else 0
            return max(
                scale.pitch, 1.3 * label * e, (scale.leaf + 0.35 * e) * self._has_inner_neighbour(node), below * e
            )
        beside = max(self._room_of_share(node), self._room_of_given(node)) * e
        if drawn.shape is NodeShape.CHILD and not self.children[node]:
            said = max((width(remark.text) for remark in drawn.remarks), default=0)
            return max(2 * outline.half_width + max(1.2 * e, beside), (0.82 * said + 1) * e)
        gap = (0.25 if scale.has_two_rows else 1.0) * e
        named = (
            (1.1 if drawn.shape is NodeShape.CHANCE else 0.7) * e + min(width(drawn.id), _LONGEST_ID) * self.id_size
            if not scale.has_two_rows
            else 0
        )
        shape = 2 * max(outline.half_width, named)  # an id that is longer than its notch has room too
        return max(shape + max(gap, beside), 1.3 * label * e)

    def reach(self, node: int) -> float:
        """Return how far a board below a leaf reaches down from the leaf's middle, in a standing tree; 0 where there is none."""
        drawn = self.nodes[node]
        if self.view.lies or drawn.board is None or not is_said_below(drawn):
            return 0
        return (_OVER_BOARD + board_size(drawn.board)[1]) * self.scale.letter

    def _room_of_share(self, node: int) -> float:
        """Return the room that the share at a node needs, in letters; twice where nothing needs any beside the next node."""
        share = self.nodes[node].share
        if share is None:
            return 0
        common = min(width(share.common), _MOST_OF_COMMON)
        needed = max(width(share.text) * SHARE, common * COMMON, BAR) + 0.9
        other = self.neighbour(node, 1)
        return needed * (2 if other is not None and self.nodes[other].share is None else 1)

    def given_lines(self, node: int) -> list[Line]:
        """Return what the problem says of a position; none of them depends on answers."""
        return list(given_lines(self.nodes[node]))

    def _lines_given(self, node: int) -> int:
        """Return how many of these lines need room below a node of a lying tree: more where the next node has fewer."""
        needed, other = self._high(node), self.neighbour(node, 1)
        return max(needed, 2 * needed - self._high(other)) if other is not None else needed

    def _high(self, node: int) -> int:
        """Return how many lines these are; a board is as high as some."""
        return sum(lines_of(line) for line in self.given_lines(node))

    def _room_of_lines(self, node: int) -> float:
        """Return how wide the lines are that the problem says of a position, in letters."""
        letters = max(GIVEN_SIZE, self.scale.small / self.scale.letter)
        wide = [
            board_size(line.board)[0] if line.board else min(width(line.wordings[0]), LONGEST_GIVEN) * letters
            for line in self.given_lines(node)
        ]
        return max(wide, default=0)

    def _room_of_given(self, node: int) -> float:
        """Return the room that these lines need right of a node, in letters; more where the next node needs less."""
        needed, other = self.given_width(node), self.neighbour(node, 1)
        return max(needed, 2 * needed - self.given_width(other)) if other is not None else needed

    def given_width(self, node: int) -> float:
        """Return how far these lines, and the sign of a position that is not quiet, reach right of a shape, in letters."""
        noisy, lines = NOISY * self.nodes[node].is_noisy, self._room_of_lines(node)
        beside_board = _BESIDE_BOARD * (self.nodes[node].board is not None)
        return noisy + (lines + _AROUND_GIVEN + beside_board if lines else 0)

    def _has_inner_neighbour(self, node: int) -> bool:
        """Return whether a node beside a leaf, in its rank, has children: it stands in no second row."""
        near = (self.neighbour(node, step) for step in (-1, 1))
        return any(other is not None and self.children[other] for other in near)

    def neighbour(self, node: int, step: int) -> int | None:
        """Return the node beside another in its rank: the next (1) or the one before (-1)."""
        other = node + step
        is_there = 0 <= other < len(self.depths) and self.depths[other] == self.depths[node]
        return other if is_there else None

    def ends(self, node: int) -> tuple[Point, Point]:
        """Return where the edge above a node starts and ends."""
        parent, child = self.outlines[self.parents[node]], self.outlines[node]
        start = parent.leaves_to(child.middle, lies=self.view.lies)
        return start, child.is_met_from(parent.middle, lies=self.view.lies)


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
    ranks = depths_of(tuple(node.parent for node in diagram.nodes))[-1] + 1 if view.for_fingers else 0
    return scale_of(diagram, lies=view.lies, blank=is_blank_sheet, touched_ranks=ranks)


def is_blank(diagram: Diagram) -> bool:
    """Return whether nothing is written in the tree: it is a sheet to write on."""
    is_untouched = (Branch.KEPT, Branch.BEYOND)
    return not any(
        node.judged or node.number or node.window or node.share or node.branch not in is_untouched
        for node in diagram.nodes
    )


def edge_label(drawn: DiagramNode) -> str:
    """Return move and probability as they stand on the edge."""
    said = [fit(drawn.move, _LONGEST_LABEL), fit(typeset(drawn.probability), _LONGEST_LABEL)]
    return " · ".join(filter(None, said))
