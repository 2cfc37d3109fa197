"""Where the nodes of a tree stand: laid out by Graphviz' `dot` in process, once for each shape of a tree.

`dot` sees boxes of fixed size and no text, so what is written into a tree, and whether a node is pruned, cannot move it. It gives the
places along the ranks; ranks are equally far apart. A tree that lies down has the same layout with its axes exchanged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, Protocol

from grader.drawing.scale import Scale

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
