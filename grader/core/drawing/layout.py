"""How much room each node takes in a drawing: nothing that depends on answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from math import ceil
from typing import NamedTuple, Protocol

from grader.core.drawing.canvas import Outline, Point
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape
from grader.core.drawing.outline import children_of
from grader.core.drawing.scale import Scale, fit, typeset, width
from grader.core.drawing.tags import GIVEN_SIZE, LONGEST_GIVEN, Line, board_size, given_lines, is_said_below

# -- where the nodes of a tree stand: laid out by Graphviz' `dot` in process, once for each shape of a tree

_FINER = 8  # dot rounds places to whole points, so it is given larger boxes
_MOST_KEPT = 512
_STEEPEST, _TALLEST = 0.2, 12.0


class Layout(NamedTuple):
    """The middle of each node, in the units of the drawing; the depth of each, and the nodes of each depth from left to right."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    depths: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


class _Boxes(NamedTuple):
    """What `dot` is told: the parent of each node, how much room each takes along its rank, and the gap after its children."""

    parents: tuple[int, ...]
    rooms: tuple[int, ...]
    gaps: tuple[int, ...]


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
    boxes = _Boxes(parents, tuple(_scaled(room) for room in rooms), _gaps(parents, scale))
    along = [place / _FINER for place in _places(boxes)]
    across = _rank_places(parents, along, depths, scale, apart)
    across = [place + scale.row * (node in lower) for node, place in enumerate(across)]
    x, y = (across, along) if lies else (along, across)
    return Layout(tuple(x), tuple(y), depths, ranks)


def _scaled(room: float) -> int:
    return round(room * _FINER)


@lru_cache(maxsize=_MOST_KEPT)
def depths_of(parents: tuple[int, ...]) -> tuple[int, ...]:
    """Return the depth of each node; the root's is 0."""
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return tuple(depths)


def _gaps(parents: Sequence[int], scale: Scale) -> tuple[int, ...]:
    """Return the room after the last child of each node: more where its parent's children end as well."""
    last = dict(zip(parents, range(len(parents)), strict=True))  # of each parent its last child
    inner = frozenset(parents)
    return tuple(
        _scaled(scale.family * (1.5 if last.get(parent) == node else 1)) if node in inner else 0
        for node, parent in enumerate(parents)
    )


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
    """Return the place of each node along its rank: parents over the middle of their first and last child."""
    found = _ask_dot(boxes)
    return _centred(boxes, found)


def _centred(boxes: _Boxes, places: Sequence[float]) -> tuple[float, ...]:
    """Return the places with each parent over the middle of its children, as far as its neighbours let it."""
    parents, rooms = boxes.parents, boxes.rooms
    depths = depths_of(parents)
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for node, parent in enumerate(parents):
        first.setdefault(parent, node)
        last[parent] = node
    moved = list(places)
    for node in range(len(parents) - 1, -1, -1):
        if node not in first:
            continue
        middle = (moved[first[node]] + moved[last[node]]) / 2
        if node + 1 < len(parents) and depths[node + 1] == depths[node]:
            middle = min(middle, moved[node + 1] - (rooms[node] + rooms[node + 1]) / 2)
        if node and depths[node - 1] == depths[node]:
            middle = max(middle, moved[node - 1] + (rooms[node] + rooms[node - 1]) / 2)
        moved[node] = middle
    _gather(boxes, moved, first, last)
    return tuple(moved)


def _gather(boxes: _Boxes, moved: list[float], first: dict[int, int], last: dict[int, int]) -> None:
    """Move whole subtrees below parents that could not stand over their middle, as far as there is room."""
    for node in range(len(moved)):
        if node not in first:
            continue
        wanted = moved[node] - (moved[first[node]] + moved[last[node]]) / 2
        if not wanted:
            continue
        low, high = first[node], last[node]
        below: list[tuple[int, int]] = []
        while True:
            below.append((low, high))
            inner = [child for child in range(low, high + 1) if child in first]
            if not inner:
                break
            low, high = first[inner[0]], last[inner[-1]]
        room = min(_free(boxes, moved, ends, rightwards=wanted > 0) for ends in below)
        shift = max(-room, min(room, wanted))
        for low, high in below:
            for child in range(low, high + 1):
                moved[child] += shift


def _free(boxes: _Boxes, moved: Sequence[float], ends: tuple[int, int], *, rightwards: bool) -> float:
    """Return the room beside a row of nodes, up to its neighbour on that side."""
    node, other = (ends[1], ends[1] + 1) if rightwards else (ends[0], ends[0] - 1)
    depths = depths_of(boxes.parents)
    if not 0 <= other < len(moved) or depths[other] != depths[node]:
        return float("inf")
    return max(0.0, abs(moved[other] - moved[node]) - (boxes.rooms[node] + boxes.rooms[other]) / 2)


def _ask_dot(boxes: _Boxes) -> list[float]:
    """Return the place of each node as `dot` finds it, in points."""
    source = "\n".join(("graph {", *_statements(boxes), "}"))
    plain = bytes(_graph(source).draw(format="plain", prog="dot")).decode()
    places = [0.0] * len(boxes.parents)
    for line in plain.splitlines():
        words = line.split()
        if words[0] == "node" and words[1].startswith("n"):
            places[int(words[1][1:])] = float(words[2]) * 72
    return places


def _statements(boxes: _Boxes) -> list[str]:
    """Return the tree in DOT: boxes without text, and after the children of each node an empty one that keeps families apart."""
    lines = ['ordering="out" nodesep="0" ranksep="0.5"', 'node [shape="box" fixedsize="true" label="" height="0.1"]']
    lines += [f'n{node} [width="{room / 72:.4f}"]' for node, room in enumerate(boxes.rooms)]
    children: list[list[int]] = [[] for _ in boxes.parents]
    for node, parent in enumerate(boxes.parents):
        if parent >= 0:
            children[parent].append(node)
    for node, below in enumerate(children):
        lines += [f"n{node} -- n{child}" for child in below]
        if below and boxes.gaps[node]:
            lines.append(f'g{node} [width="{boxes.gaps[node] / 72:.4f}"] n{node} -- g{node} [weight="0"]')
    return lines


class _Graph(Protocol):
    """What Graphviz draws."""

    def draw(self, *, format: str, prog: str) -> bytes:  # noqa: A002  # its name
        """Return the drawing in this format, places found by this program."""
        ...


def _graph(source: str) -> _Graph:
    """Return the graph of a text in DOT. Graphviz reads it from a file, which on Linux is one in memory.

    Elsewhere, and where a sandbox refuses that, pygraphviz takes a nameless temporary file.
    """
    import pygraphviz

    if sys.platform == "linux":
        with suppress(OSError), open(os.memfd_create("tree"), "wb+") as file:
            file.write(source.encode())
            file.seek(0)
            read: _Graph = pygraphviz.AGraph(filename=file)
            return read
    graph: _Graph = pygraphviz.AGraph(string=source)
    return graph


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
        lines = len(drawn.remarks) if drawn.shape is NodeShape.CHILD else 1
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
