"""A tree that changes in the page stands where the program would draw it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from browser.conftest import LAPTOP, OpenPage
from browser.written_pages import answer_page
from grader.core.drawing.diagram import Diagram, DiagramNode, NodeShape
from grader.core.drawing.frame import frame_of
from grader.core.drawing.layout import View

STANDING = View(is_live=True, on_page=True, for_fingers=True)
_INNER = (NodeShape.MAX, NodeShape.MIN, NodeShape.CHANCE)
_LAYOUT = """([nodes, lies]) => {
  const wide = widthIn(document.querySelector("[data-tree-edit] svg"));
  return treeLayout(nodes, lies, wide).outlines.map(({ x, y, w, h }) => [x, y, w, h]);
}"""


def random_tree(draw: random.Random, most: int) -> Diagram:
    """Return a tree of at most so many nodes: even or ragged, with and without moves, probabilities and long numbers."""
    parents, levels, widest, ragged = [-1], draw.randint(1, 5), draw.randint(1, 5), draw.random() < 0.6
    depths, size = [0], draw.randint(2, most)
    for node, _ in enumerate(parents):  # which grows
        if depths[node] == levels or (node and ragged and draw.random() < 0.3):
            continue
        for _ in range(draw.randint(1, widest) if ragged else widest):
            if len(parents) < size:
                parents.append(node)
                depths.append(depths[node] + 1)
    has_moves, digits = draw.random() < 0.5, draw.choice((1, 2, 5))
    inner = {*parents}
    nodes = [
        DiagramNode(
            draw.choice(_INNER) if node in inner else NodeShape.LEAF,
            draw.choice(("ABCDEFGH"[node % 8], f"s{node}", f"node{node}")),
            parent,
            value="" if node in inner else str(draw.randint(0, 10**digits)),
            move=draw.choice(("1", "12", "a7")) if has_moves and node else "",
        )
        for node, parent in enumerate(parents)
    ]
    return Diagram("", tuple(nodes))


def small_tree(draw: random.Random) -> Diagram:
    """Return a tree of at most 63 nodes whose leaves are not so many, or so wide, that the program makes two rows of them: the page keeps one, which can be touched."""
    return next(
        tree for tree in iter(lambda: random_tree(draw, 63), None) if not frame_of(tree, STANDING).scale.has_two_rows
    )


def as_stated(diagram: Diagram) -> list[dict[str, Any]]:
    """Return the nodes as the page lays them out."""
    kids: list[list[int]] = [[] for _ in diagram.nodes]
    for node, drawn in enumerate(diagram.nodes[1:], 1):
        kids[drawn.parent].append(node)
    return [
        {
            "kind": one.shape.css,
            "up": one.parent,
            "kids": below,
            "id": one.id,
            "value": one.value,
            "label": one.move,
        }
        for one, below in zip(diagram.nodes, kids, strict=True)
    ]


def test_nodes_stand_where_the_program_draws_them(tmp_path: Path, open_page: OpenPage) -> None:
    draw, page = random.Random(27), open_page(answer_page(tmp_path, "smallest-cut", student=""), LAPTOP).page
    for turn in range(200):
        diagram, lies = small_tree(draw), bool(turn % 2)
        frame = frame_of(diagram, STANDING._replace(lies=lies))
        found = page.evaluate(_LAYOUT, [as_stated(diagram), lies])
        (x, y), (left, top, *_) = frame.outlines[0].middle, found[0]
        for outline, (at, down, half, high) in zip(frame.outlines, found, strict=True):
            told = [outline.middle.x - x, outline.middle.y - y, outline.half_width, outline.half_height]
            drawn = [at - left, down - top, half, high]
            assert all(abs(one - other) <= 1 for one, other in zip(told, drawn, strict=True)), (turn, told, drawn)
