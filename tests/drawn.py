"""Diagrams that several tests of drawings draw."""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET

from grader.core.answers.reports import Verdict
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark

SVG = "{http://www.w3.org/2000/svg}"
PATHS = {"PATH": "", "PYTHONPATH": os.pathsep.join(sys.path)}
"""What another process needs: our modules, and no `dot` to find."""
HOSTILE = [
    '<IMG SRC="/etc/passwd">', "</svg><script>alert(1)</script>", "A:n", r"\N", r"\G", "\\", "%", "\"'\\\"", "<B>", "<", ">", "&lt;",
    "\u202eabc", "x" * 100, "two\nlines", "😀🎉", "漢字かな交じり文", "العربية", "ไทย", "\x00\x1b[2J", "\ud800", "\ufffe", "", "--", "->", "n0", "]]>",
]  # fmt: skip


def leaf(id_: str, value: str, parent: int, **more: object) -> DiagramNode:
    return DiagramNode(NodeShape.LEAF, id_, parent, value=value, **more)  # type: ignore[arg-type]


SMALL = Diagram(
    "A small tree",
    (
        DiagramNode(NodeShape.MAX, "A", -1, number=Remark("3", Verdict.CORRECT)),
        DiagramNode(
            NodeShape.MIN, "B", 0, move="L", number=Remark("4", Verdict.WRONG, expected="3"), bold=True
        ),
        leaf("C", "2", 0, move="R", branch=Branch.PRUNED, cut=True),
        leaf("D", "3", 1),
    ),
    (Remark("R", Verdict.WRONG, "best-move", "L"),),
    "best move",
)  # fmt: skip
CHANCE = Diagram(
    "Dice",
    (
        DiagramNode(NodeShape.CHANCE, "a rather long name", -1),
        leaf("x", "1", 0, probability="1/3"),
        leaf("y", "-5/2", 0, probability="2/3"),
    ),
)
STATES = Diagram(
    "Every state",
    (
        DiagramNode(NodeShape.MAX, "A", -1),
        *(DiagramNode(NodeShape.MIN, f"B{place}", 0, branch=branch, cut=True) for place, branch in enumerate(Branch)),
        *(leaf(f"C{place}", str(place), place + 1, branch=branch) for place, branch in enumerate(Branch)),
    ),
)


def _node(shape: NodeShape, id_: str, parent: int, **more: object) -> DiagramNode:
    return DiagramNode(shape, id_, parent, **more)  # type: ignore[arg-type]


LIMITED = Diagram(
    "A horizon",
    (
        _node(NodeShape.MAX, "A", -1),
        _node(NodeShape.MIN, "B", 0, static="7"),
        _node(NodeShape.MIN, "C", 0),
        _node(NodeShape.MAX, "D", 1, is_horizon=True, features=("material 1", "mobility 2")),
        leaf("E", "4", 1, state="1,1"),
        _node(NodeShape.MAX, "F", 2, is_horizon=True, static="-6", state="0,2"),
        _node(NodeShape.MAX, "G", 2, is_noisy=True),
        *(leaf(id_, value, 3, branch=Branch.BEYOND) for id_, value in (("H", "9"), ("I", "4"))),
        *(leaf(id_, value, 5, branch=Branch.BEYOND) for id_, value in (("J", "1"), ("K", "2"))),
        *(leaf(id_, value, 6) for id_, value in (("L", "3"), ("M", "5"))),
    ),
    horizon="horizon, depth 2",
)
"""A search to depth 2 that goes on below G: static values, features, states."""


def wide(nodes: int, branching: int = 3) -> Diagram:
    """Return a tree whose leaves hold their own numbers."""
    parents = [(node - 1) // branching for node in range(nodes)]
    inner = set(parents)
    return Diagram(
        "wide",
        tuple(
            DiagramNode((NodeShape.MAX, NodeShape.MIN)[node % 2], f"n{node}", parents[node] if node else -1)
            if node in inner
            else leaf(f"n{node}", str(1000 + node), parents[node])
            for node in range(nodes)
        ),
    )


def hostile(text: str) -> Diagram:
    """Return a diagram with the text wherever text can stand."""
    remark = Remark(text, Verdict.WRONG, text, text)
    inner = [
        DiagramNode(shape, text, 0, "", text, text, remark, remark, (remark,))
        for shape in (NodeShape.MIN, NodeShape.CHANCE, NodeShape.CHILD)
    ]
    leaves = [
        leaf(text, text, 1, move=text, probability=text, number=remark),
        leaf(text, text, 2, branch=Branch.BEYOND, state=text),
    ]
    inner[1] = inner[1]._replace(is_horizon=True, static=text, features=(text, text, text), state=text, is_noisy=True)
    return Diagram(
        text, (DiagramNode(NodeShape.MAX, text, -1, remarks=(remark,)), *inner, *leaves), (remark,), text, text
    )


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]
