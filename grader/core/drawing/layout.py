"""How much room each node takes in a drawing: nothing that depends on answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from math import ceil
from typing import NamedTuple

from grader.core.drawing.canvas import Outline, Point
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape
from grader.core.drawing.outline import children_of
from grader.core.drawing.scale import Scale, fit, typeset, width
from grader.core.drawing.tags import GIVEN_SIZE, LONGEST_GIVEN, Line, board_size, given_lines, is_said_below

# -- where the nodes of a tree stand: laid out once for each shape of a tree

_MOST_KEPT = 512
_FINER = 8  # rooms are rounded up, so that none is too small by the last bit of a number
_STEEPEST, _TALLEST = 0.2, 12.0


class Layout(NamedTuple):
    """The middle of each node, in the units of the drawing; the depth of each, and the nodes of each depth from left to right."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    depths: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


class _Boxes(NamedTuple):
    """The parent of each node, how much room each takes along its rank, and the gap after its children."""

    parents: tuple[int, ...]
    rooms: tuple[float, ...]
    gaps: tuple[float, ...]

    def apart(self, left: int, right: int) -> float:
        """Return how far the middles of two nodes are apart at least that stand side by side."""
        above = self.parents[left]
        gap = 0 if above == self.parents[right] else self.gaps[above]
        return (self.rooms[left] + self.rooms[right]) / 2 + gap


def layout(
    parents: tuple[int, ...],
    rooms: Sequence[float],
    scale: Scale,
    *,
    lies: bool,
    lower: Collection[int] = (),
    apart: Sequence[float] = (),
) -> Layout:
    """Return where each node stands; `rooms` is how much room each needs along its rank, `apart` how far each rank is at least from the one before, `lower` the leaves of a second row."""
    depths = depths_of(parents)
    ranks = tuple(
        tuple(node for node, of_node in enumerate(depths) if of_node == depth) for depth in range(depths[-1] + 1)
    )
    along = _places(_Boxes(parents, tuple(ceil(room * _FINER) / _FINER for room in rooms), _gaps(parents, scale)))
    across = _rank_places(parents, along, depths, scale, apart)
    across = [place + scale.row * (node in lower) for node, place in enumerate(across)]
    x, y = (across, along) if lies else (along, across)
    return Layout(tuple(x), tuple(y), depths, ranks)


@lru_cache(maxsize=_MOST_KEPT)
def depths_of(parents: tuple[int, ...]) -> tuple[int, ...]:
    """Return the depth of each node; the root's is 0."""
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return tuple(depths)


def _gaps(parents: Sequence[int], scale: Scale) -> tuple[float, ...]:
    """Return the room after the last child of each node: more where its parent's children end as well."""
    last = dict(zip(parents, range(len(parents)), strict=True))  # of each parent its last child
    return tuple(scale.family * (1.5 if last.get(parent) == node else 1) for node, parent in enumerate(parents))


def _rank_places(
    parents: Sequence[int], along: Sequence[float], depths: Sequence[int], scale: Scale, apart: Sequence[float]
) -> list[float]:
    """Return how far from the root each rank is: farther where a node's children spread wide and edges would lie flat, or as `apart` says."""
    spread = [0.0] * (depths[-1] + 1)
    for node, parent in enumerate(parents):
        if parent >= 0:
            spread[depths[node]] = max(spread[depths[node]], abs(along[node] - along[parent]))
    places = [0.0]
    for rank, wide in enumerate(spread[1:], 1):
        needed = scale.rank if scale.is_narrow else max(scale.rank, _STEEPEST * wide)
        steep = min(needed, max(scale.rank, _TALLEST * scale.letter))
        places.append(places[-1] + max(steep, apart[rank] if apart else 0))
    return [places[depth] for depth in depths]


@lru_cache(maxsize=_MOST_KEPT)
def _places(boxes: _Boxes) -> tuple[float, ...]:
    """Return the place of each node along its rank: a parent over the middle of its first and last child, and what could stand on either side in the middle.

    It is the mean of the trees that are packed to the left and to the right, after Reingold and Tilford 1981: what holds in both, that
    nothing is too near and that parents stand over the middle, holds in their mean. Pages do the same (`grader/pages/static/tree-layout.js`).
    """
    both = zip(_packed(boxes, 1), _packed(boxes, -1), strict=True)
    along = [(left + right) / 2 for left, right in both]
    first = min(along)
    return tuple(place - first for place in along)


class _Rim(NamedTuple):
    """Of one level of a subtree the node that is packed first and the one packed last, with their distances from its root."""

    near: float
    first: int
    far: float
    last: int


def _packed(boxes: _Boxes, side: int) -> list[float]:
    """Return the place of each node seen from the root, each subtree as near to those before it as there is room; `side` -1: from right to left."""
    children: list[list[int]] = [[] for _ in boxes.parents]
    for node, parent in enumerate(boxes.parents[1:], 1):
        children[parent].append(node)
    steps, rims = [0.0] * len(children), list[list[_Rim]]([[] for _ in children])
    for node in range(len(children) - 1, -1, -1):
        rows: list[_Rim] = []
        for child in children[node][::side]:
            steps[child] = _step(boxes, rows, rims[child], side)
            _join(rows, rims[child], steps[child])
        middle = steps[children[node][::side][-1]] / 2 if rows else 0
        for child in children[node]:
            steps[child] = side * (steps[child] - middle)
        below = (_Rim(near - middle, first, far - middle, last) for near, first, far, last in rows)
        rims[node] = [_Rim(0, node, 0, node), *below]
    for node, parent in enumerate(boxes.parents[1:], 1):
        steps[node] += steps[parent]
    return steps


def _step(boxes: _Boxes, rows: Sequence[_Rim], rim: Sequence[_Rim], side: int) -> float:
    """Return how far from the first sibling a subtree stands so that it is clear of all before it."""
    pairs = ((row, (row.last, own.first)[::side], own.near) for row, own in zip(rows, rim, strict=False))
    return max([0.0, *(row.far + boxes.apart(*beside) - near for row, beside, near in pairs)])


def _join(rows: list[_Rim], rim: Sequence[_Rim], step: float) -> None:
    """Take a subtree into the rows of its siblings."""
    for level, (near, first, far, last) in enumerate(rim):
        if level < len(rows):
            rows[level] = rows[level]._replace(far=far + step, last=last)
        else:
            rows.append(_Rim(near + step, first, far + step, last))


LINE = 1.22
"""From one line beside a node to the next, in letters."""
SHARE, COMMON, BAR = 0.86, 0.78, 3.0
"""Letter sizes of the share of a class and of its commonest wrong answer, and how long its bar is, in letters."""
NOISY = 0.8
"""How far the sign of a position that is not quiet reaches beside its node, in letters."""
_AROUND_GIVEN, _BESIDE_BOARD = 1.35, 1.8
"""Room around what the problem says of a position; and for a window beside a board, in letters."""
_BESIDE_EDGE = 1.45
"""So many times as wide as its label is the room of a node: edges are nearer to one another where the label stands."""
_ID, _LABEL = 0.75, 0.82
_MOST_OF_COMMON, _LINES_OF_A_SHARE = 7.5, 3
LONGEST_ID, _LONGEST_LABEL = 4.5, 7.0


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


class Rooms:
    """The nodes of a problem's tree in one view, and how much room each takes."""

    def __init__(self, nodes: tuple[DiagramNode, ...], view: View, scale: Scale) -> None:
        self.nodes, self.view, self.scale = nodes, view, scale
        self.id_size, self.label_size = (max(share * scale.letter, scale.small) for share in (_ID, _LABEL))
        self.children = children_of(Diagram("", nodes))
        self.parents = tuple(node.parent for node in nodes)
        self.depths = depths_of(self.parents)

    def room(self, node: int) -> float:
        """Return how much room a node takes along its rank: nothing that depends on answers."""
        drawn, scale = self.nodes[node], self.scale
        e = scale.letter
        outline = Outline(drawn.shape, Point(0, 0), scale)
        if self.view.lies:
            return self._room_lying(node, outline)
        label = self._room_of_label(node)
        if drawn.shape is NodeShape.LEAF:
            return max(label, self._room_of_leaf(node))
        beside = max(self._room_of_share(node), self._room_of_given(node)) * e
        if drawn.shape is NodeShape.CHILD and not self.children[node]:
            said = max((width(remark.text) for remark in drawn.remarks), default=0)
            return max(2 * outline.half_width + max(1.2 * e, beside), (0.82 * said + 1) * e)
        gap = (0.25 if scale.has_two_rows else 1.0) * e
        named = (
            (1.1 if drawn.shape is NodeShape.CHANCE else 0.7) * e + min(width(drawn.id), LONGEST_ID) * self.id_size
            if not scale.has_two_rows
            else 0
        )
        shape = 2 * max(outline.half_width, named)  # an id that is longer than its notch has room too
        return max(shape + max(gap, beside), label)

    def _room_lying(self, node: int, outline: Outline) -> float:
        """Return the room in a rank of a lying tree, from top to bottom."""
        drawn, scale, e = self.nodes[node], self.scale, self.scale.letter
        if drawn.shape is NodeShape.LEAF:
            if is_said_below(drawn) and not self.is_last(node):
                return max(scale.pitch, 2 * outline.half_height + (0.5 + LINE * self._lines_given(node)) * e)
            return max(scale.pitch, (board_size(drawn.board)[1] + 0.4) * e) if drawn.board else scale.pitch
        lines = max(1, len(drawn.remarks)) if drawn.shape is NodeShape.CHILD else 1  # its id needs as much above
        lines += _LINES_OF_A_SHARE if drawn.share else 0
        lines += self._lines_given(node)
        above = 1.2 if drawn.shape in (NodeShape.MIN, NodeShape.CHILD) else 0.3  # there its id stands
        return 2 * outline.half_height + (above + 0.2 + LINE * lines) * e

    def _room_of_label(self, node: int) -> float:
        """Return the room that move and probability need beside the edge: more where the sibling's need less."""
        needed = self._label_width(node)
        near = (self.neighbour(node, step) for step in (-1, 1))
        siblings = (other for other in near if other is not None and self.parents[other] == self.parents[node])
        return max([needed, *(2 * needed - self._label_width(other) for other in siblings)])

    def _label_width(self, node: int) -> float:
        label = edge_label(self.nodes[node])
        return _BESIDE_EDGE * (width(label) * self.label_size + 0.7 * self.scale.letter) if label else 0

    def _room_of_leaf(self, node: int) -> float:
        """Return the room of a leaf of a standing tree with what the problem says of it, below it or on its right."""
        scale, e = self.scale, self.scale.letter
        if is_said_below(self.nodes[node]) and self.is_last(node):
            return max(scale.pitch, (self._room_of_lines(node) + 0.3) * e)
        beside = self._room_of_given(node) * is_said_below(self.nodes[node])
        aside = max(0.35 * self._has_neighbour_in_row(node), beside)
        return max(scale.pitch, scale.leaf + aside * e if aside else 0)

    def is_last(self, node: int) -> bool:
        """Return whether a node is in the last rank: no edge runs beyond it."""
        return self.depths[node] == self.depths[-1]

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
        """Return how many of these lines need room below a node of a lying tree: more where the next node has fewer, or is a leaf, which has none for a window."""
        needed, other = self._high(node), self.neighbour(node, 1)
        if not needed or other is None:
            return needed
        is_leaf = (self.nodes[one].shape is NodeShape.LEAF for one in (node, other))
        return max(needed, 2 * needed - self._high(other) + ([*is_leaf] == [False, True]))

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

    def lines_down(self, node: int) -> float:
        """Return how far below the middle of a node those lines reach, with a tag and a remark above them; 0 for a board, and for ▲, where they go up."""
        lines = [line for line in self.given_lines(node) if line.board is None]
        if not lines or self.nodes[node].shape is NodeShape.MAX:
            return 0
        return (0.4 + LINE * (len(lines) + 1)) * self.scale.letter

    @cached_property
    def lower(self) -> frozenset[int]:
        """Return the leaves that stand in a second row: every other one of those that stand side by side, but none beside a node with edges below it."""
        lower: set[int] = set()
        if self.scale.has_two_rows and not self.view.lies:
            for node in range(len(self.nodes)):
                before, after = self.neighbour(node, -1), self.neighbour(node, 1)
                is_free = not any(other is not None and self.children[other] for other in (node, before, after))
                if is_free and before is not None and before not in lower:
                    lower.add(node)
        return frozenset(lower)

    def _has_neighbour_in_row(self, node: int) -> bool:
        """Return whether a node beside a leaf stands as high as the leaf does, where there are two rows."""
        near = (self.neighbour(node, step) for step in (-1, 1))
        is_lower, has_rows = node in self.lower, self.scale.has_two_rows
        return has_rows and any(other is not None and (other in self.lower) is is_lower for other in near)

    def neighbour(self, node: int, step: int) -> int | None:
        """Return the node beside another in its rank: the next (1) or the one before (-1)."""
        other = node + step
        is_there = 0 <= other < len(self.depths) and self.depths[other] == self.depths[node]
        return other if is_there else None


def edge_label(drawn: DiagramNode) -> str:
    """Return move and probability as they stand on the edge."""
    said = [fit(drawn.move, _LONGEST_LABEL), fit(typeset(drawn.probability), _LONGEST_LABEL)]
    return " · ".join(filter(None, said))
