"""A tree that lies down in columns: a rank with all that stands at its nodes is one, and between two there is a channel for their edges.

An edge leaves its column level with its node, crosses the channel, and comes level into the next column: so it passes over nothing that
stands below a node, however steep it is, and its move and probability stand on its level end, at the node that they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grader.diagram import NodeShape
from grader.drawing.boards import board_size
from grader.drawing.measure import width
from grader.drawing.rooms import NOISY, Rooms, edge_label
from grader.drawing.shapes import Outline, Point
from grader.drawing.tags import WINDOW_SIZE, is_said_below

_STACK, _STACK_TOUCHED = 2.4, 1.75
"""So far on each side of a node reaches at least what stands below it, in letters."""
_CHANNEL = 1.6
_MARK, _AROUND, _BESIDE_LABEL = 0.6, 0.25, 0.35
_PAST_MARK = 0.3
"""How far marks reach left of a shape, what is free right of it, at either end of a label, and left of an id: the mark of a cut comes so near."""
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
