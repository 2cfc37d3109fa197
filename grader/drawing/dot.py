"""A diagram as DOT, for Graphviz and for whoever wants to change the drawing.

Nodes have opaque names (n0, n1 …); foreign text occurs only in labels. A shape is small and holds only a short id; what
is said of a node stands below it as a node of its own (t0 …), and what is said of an edge interrupts that edge (e1 …):
text inside triangles would make wide trees twice as wide, and labels beside edges drift to other edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.drawing.legend import COLORS, caption
from grader.drawing.markup import INK, PALE, WRONG, Line, box, column, points, stack
from grader.drawing.outline import children_of
from grader.drawing.widths import shorten
from grader.marks.reports import SIGNS, WORDS, Verdict

if TYPE_CHECKING:
    from graphviz import Digraph

FONT = "DejaVu Sans"
_FITS = 24.5  # points inside a triangle or a circle
_LONGEST_ID, _LONGEST_LEAF_ID, _LONGEST_NUMBER, _LONGEST_REMARK = 22, 14, 12, 40
_GAP = 0.06  # inches between ranks, the unit of `_Level.fan`
_OUTLINES = {
    NodeShape.MAX: {"shape": "triangle", "width": "0.5", "height": "0.54"},
    NodeShape.MIN: {"shape": "invtriangle", "width": "0.5", "height": "0.54"},
    NodeShape.CHANCE: {"shape": "circle", "width": "0.42", "height": "0.42"},
}
_NOTHING = {"width": "0", "height": "0"}


class _Look(NamedTuple):
    """How a branch is drawn: each has its own style of line, so colour and sign are not alone."""

    style: str
    color: str
    pen: int = 1
    double: bool = False
    words: str = ""


_LOOKS = {
    Branch.KEPT: _Look("solid", INK),
    Branch.PRUNED: _Look("dashed", PALE),
    Branch.WRONGLY_PRUNED: _Look("dashed", WRONG, 2, double=True, words="✗ visited"),
    Branch.WRONGLY_KEPT: _Look("dotted", WRONG, 2, words="✗ missed"),
}


class _Level(NamedTuple):
    """What all nodes of one depth share: ranks for text below them and on the edges below that, and room to fan out."""

    has_text: bool
    has_plates: bool
    fan: int


class _Start(NamedTuple):
    """Where the edges to the children of one node start, and how many ranks they go down."""

    tail: str
    length: int
    level: _Level


def dot_source(diagram: Diagram, caption_of: Diagram | None = None) -> str:
    """Return the diagram in the DOT language, if need be with the caption of another. Children stand in their order."""
    import graphviz

    graph = graphviz.Digraph(
        graph_attr={
            "splines": "line", "ordering": "out", "ranksep": str(_GAP), "nodesep": "0.1", "bgcolor": "white",
            "fontname": FONT, "fontsize": "10", "labelloc": "b", "labeljust": "l", "label": column(caption(caption_of or diagram)),
        },
        node_attr={"fontname": FONT, "fontsize": "10", "margin": "0.02"},
        edge_attr={"arrowhead": "none", "tailport": "s", "headport": "n"},
    )  # fmt: skip
    levels, depths, children = _levels(diagram), _depths(diagram), children_of(diagram)
    for node, drawn in enumerate(diagram.nodes):
        _draw_node(graph, node, drawn)
        below = children[node]
        if below:
            has_text, level = bool(_below(drawn)), levels[depths[node]]
            start = _Start(f"{'t' if has_text else 'n'}{node}", level.fan + (level.has_text and not has_text), level)
            for place, child in enumerate(below):
                if 2 * place == len(below):
                    _draw_middle(graph, node, start)
                _draw_edge(graph, start, child, diagram.nodes[child])
    return str(graph.source)


def _depths(diagram: Diagram) -> list[int]:
    depths: list[int] = []
    for node in diagram.nodes:
        depths.append(depths[node.parent] + 1 if node.parent >= 0 else 0)
    return depths


def _levels(diagram: Diagram) -> list[_Level]:
    """Return what the nodes of each depth share. The wider a node's children spread, the more room they get to fan out."""
    children, depths = children_of(diagram), _depths(diagram)
    leaves = [1] * len(depths)
    spread, has_text, has_plates = ([0] * (depths[-1] + 2) for _ in range(3))
    for node in range(len(depths) - 1, -1, -1):
        depth, below = depths[node], [leaves[child] for child in children[node]]
        if below:
            leaves[node] = sum(below)
            spread[depth] = max(spread[depth], leaves[node] - (below[0] + below[-1]) // 2)
            has_text[depth] |= bool(_below(diagram.nodes[node]))
        has_plates[depth] |= bool(plate_of(diagram.nodes[node]))
    return [
        _Level(bool(text), bool(plates), min(max(3, wide * 2 // 5), 10))
        for text, plates, wide in zip(has_text, has_plates[1:], spread, strict=False)
    ]


def _draw_node(graph: Digraph, node: int, drawn: DiagramNode) -> None:
    """Add the node's shape and, where there is something to say, the text below it."""
    name, look = f"n{node}", _LOOKS[drawn.branch]
    if drawn.shape is NodeShape.LEAF:
        value = Line(shorten(drawn.value, _LONGEST_NUMBER), look.color)
        below = Line(shorten(drawn.id, _LONGEST_LEAF_ID), look.color, 8)
        graph.node(name, box(value, below, look.style, look.pen, double=look.double), shape="plain")
    elif drawn.shape is NodeShape.CHILD:
        graph.node(name, stack(lines_of(drawn)), shape="box", style="rounded", margin="0.08,0.04")
    else:
        inside = stack([Line(drawn.id, look.color)]) if _has_id_inside(drawn) else ""
        double = {"peripheries": "2"} if look.double else {}
        graph.node(name, inside, fixedsize="true", **_OUTLINES[drawn.shape], **_pen(look, look.pen), **double)
    if lines := _below(drawn):
        graph.node(f"t{node}", stack(lines), shape="none", **_NOTHING)
        graph.edge(name, f"t{node}", style="invis", weight="100")


def _draw_middle(graph: Digraph, node: int, start: _Start) -> None:
    """Add nothing, straight below the node and between its children: it keeps an even number of them centred."""
    graph.node(f"m{node}", "", shape="plain", style="invis", **_NOTHING)
    graph.edge(start.tail, f"m{node}", style="invis", weight="100", minlen=str(start.length))


def _draw_edge(graph: Digraph, start: _Start, node: int, drawn: DiagramNode) -> None:
    """Add the edge above the node, through the plate on it."""
    look = _LOOKS[drawn.branch]
    pen = _pen(look, look.pen + 2 * drawn.bold)
    bar = {}
    if drawn.cut and drawn.branch is not Branch.WRONGLY_KEPT:
        bar = {"arrowhead": "teetee", "arrowsize": "1" if look.pen > 1 else "0.6"}
    if start.level.has_plates:
        # Every edge of the level bends where its plate is or would be; straight ones would run through the others' plates.
        lines = plate_of(drawn)
        graph.node(f"e{node}", stack(lines) if lines else "", shape="plain", **({} if lines else _NOTHING))
        graph.edge(start.tail, f"e{node}", minlen=str(start.length), **pen)
        graph.edge(f"e{node}", f"n{node}", weight="10", **pen, **bar)
    else:
        graph.edge(start.tail, f"n{node}", minlen=str(start.length), **pen, **bar)


def _pen(look: _Look, width: int) -> dict[str, str]:
    """Return the attributes of a line that are not Graphviz' own defaults."""
    pen = {"style": look.style, "color": look.color, "penwidth": str(width)}
    usual = {"style": "solid", "color": INK, "penwidth": "1"}
    return {name: value for name, value in pen.items() if value != usual[name]}


def lines_of(drawn: DiagramNode) -> list[Line]:
    """Return what is said of a node, in the box of a child, else below the shape; an id that does not fit inside first."""
    if drawn.shape is NodeShape.CHILD:
        return [Line(shorten(drawn.id, _LONGEST_ID)), *_remark_lines(drawn)]
    has_name = drawn.shape is NodeShape.LEAF or _has_id_inside(drawn)
    name = [] if has_name else [Line(shorten(drawn.id, _LONGEST_ID), _LOOKS[drawn.branch].color)]
    return name + _remark_lines(drawn)


def _below(drawn: DiagramNode) -> list[Line]:
    """Return what stands below the shape."""
    return [] if drawn.shape is NodeShape.CHILD else lines_of(drawn)


def _has_id_inside(drawn: DiagramNode) -> bool:
    return points(drawn.id) <= _FITS


def _remark_lines(drawn: DiagramNode) -> list[Line]:
    return [line for remark in drawn.remarks for line in _remark(remark)]


def _remark(remark: Remark) -> list[Line]:
    """Return the lines of one remark: sign and text, and below that what was expected."""
    verdict = remark.verdict
    said = [] if verdict is None else [SIGNS[verdict]]
    said += [part for part in (remark.label, shorten(remark.text, _LONGEST_REMARK)) if part]
    if verdict is not None and (not remark.text or verdict is Verdict.EXTRA):
        said.append(WORDS[verdict])
    lines = [Line(" ".join(said), COLORS.get(verdict, WRONG))]
    if remark.expected:
        lines.append(Line(f"expected {shorten(remark.expected, _LONGEST_REMARK)}"))
    return lines


def plate_of(drawn: DiagramNode) -> list[Line]:
    """Return what stands on the edge above the node: move, probability, and what is wrong with a cut."""
    look = _LOOKS[drawn.branch]
    texts = [shorten(drawn.move, _LONGEST_LEAF_ID), shorten(drawn.probability, _LONGEST_NUMBER)]
    if drawn.cut:
        texts.append(look.words)
    return [Line(text, look.color, 9) for text in texts if text]
