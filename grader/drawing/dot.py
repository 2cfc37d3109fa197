"""A diagram as DOT, for Graphviz and for whoever wants to change the drawing: the same signs as far as Graphviz has them.

Nodes have opaque names (n0, n1 …); foreign text occurs only in labels, which are escaped here alone.
"""

from __future__ import annotations

import html
from typing import NamedTuple

from grader.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.drawing.line_text import number_line_words
from grader.drawing.measure import fit, typeset
from grader.drawing.outline import spoken
from grader.drawing.tags import STATES, given_lines, is_inside, lines_beside, number_text
from grader.printable import printable

FONT = "Liberation Sans, Helvetica, Arial"
_LONGEST_ID = 12
_SHAPES = {
    NodeShape.MAX: {"shape": "triangle", "width": "0.62", "height": "0.6"},
    NodeShape.MIN: {"shape": "invtriangle", "width": "0.62", "height": "0.6"},
    NodeShape.CHANCE: {"shape": "circle", "width": "0.46", "height": "0.46"},
    NodeShape.LEAF: {"shape": "square", "width": "0.32", "height": "0.32"},
    NodeShape.CHILD: {"shape": "box", "width": "0.7", "height": "0.32"},
}
_STATES = {
    "wrong": {"peripheries": "2", "color": "#c04e00", "fontcolor": "#a63e00", "penwidth": "2"},
    "follows": {"color": "#8f3f72", "fontcolor": "#8f3f72", "penwidth": "2"},
    "missing": {"style": "dotted", "color": "#b07d00", "fontcolor": "#7a5600", "penwidth": "2"},
}


class _Look(NamedTuple):
    """How a branch is drawn: style and colour of its edge, and the bars where it is cut."""

    style: str
    color: str
    bars: str = ""
    words: str = ""


_LOOKS = {
    Branch.KEPT: _Look("solid", "#1a1c20"),
    Branch.BEYOND: _Look("solid", "#83888f"),
    Branch.PRUNED: _Look("dashed", "#83888f", "#1a1c20"),
    Branch.WRONGLY_PRUNED: _Look("solid", "#a63e00", "#a63e00", "✗ visited"),
    Branch.WRONGLY_KEPT: _Look("dashed", "#a63e00", "#a63e00", "✗ missed"),
    Branch.REPEATED: _Look("dashed", "#83888f", "#1a1c20"),
    Branch.WRONGLY_REPEATED: _Look("solid", "#a63e00", "#a63e00", "✗ new"),
    Branch.REPEAT_MISSED: _Look("dashed", "#a63e00", "#a63e00", "✗ missed"),
}


def dot_source(diagram: Diagram) -> str:
    """Return the diagram in the DOT language. Children stand in their order."""
    import graphviz

    graph = graphviz.Digraph(
        graph_attr={
            "ordering": "out", "ranksep": "0.55", "nodesep": "0.22", "splines": "line", "forcelabels": "true", "bgcolor": "white",
            "fontname": FONT, "fontsize": "12", "labelloc": "b", "labeljust": "l", "label": _caption(diagram),
        },
        node_attr={"fontname": FONT, "fontsize": "11", "margin": "0", "fixedsize": "true"},
        edge_attr={"fontname": FONT, "fontsize": "10", "arrowhead": "none"},
    )  # fmt: skip
    for node, drawn in enumerate(diagram.nodes):
        graph.node(f"n{node}", **_node(drawn))
    for node, drawn in enumerate(diagram.nodes):
        if drawn.parent >= 0:
            graph.edge(f"n{drawn.parent}", f"n{node}", **_edge(drawn))
    return str(graph.source)


def _node(drawn: DiagramNode) -> dict[str, str]:
    """Return the attributes of a node: the number in the shape, id and what else is said beside it."""
    text = typeset(drawn.value) if drawn.shape is NodeShape.LEAF else number_text(drawn)
    has_room = drawn.shape in (NodeShape.LEAF, NodeShape.CHILD)
    look: dict[str, str] = dict(_SHAPES[drawn.shape])
    text = " ".join(filter(None, (drawn.seat.letter, text))) if drawn.seat else text
    if has_room and not is_inside(text):
        look["width"] = f"{0.1 * len(text) + 0.15:.2f}"
    if drawn.branch.is_left_out:
        look |= {"style": "dashed", "color": "#83888f", "fontcolor": "#595e66"}
    if drawn.branch is Branch.BEYOND:
        look |= {"color": "#83888f", "fontcolor": "#595e66", "penwidth": "0.7"}
    look |= _STATES.get(STATES[drawn.judged], {}) if drawn.judged is not None else {}
    beside = [fit(drawn.id, _LONGEST_ID), *(line.wordings[0] for line in (*lines_beside(drawn), *given_lines(drawn)))]
    beside += ["not quiet"] * drawn.is_noisy
    return {"label": _label([text if has_room or is_inside(text) else ""]), "xlabel": _label(beside), **look}


def _edge(drawn: DiagramNode) -> dict[str, str]:
    """Return the attributes of the edge above a node."""
    look = _LOOKS[drawn.branch]
    thickness = "3" if drawn.bold else "0.7" if drawn.branch is Branch.BEYOND else "1"
    edge = {"style": look.style, "color": look.color, "penwidth": thickness}
    said = [fit(drawn.move, _LONGEST_ID), typeset(drawn.probability), look.words if drawn.cut else ""]
    if any(said):
        edge["label"] = _label([" · ".join(filter(None, said))])
    if drawn.cut:
        edge |= {"arrowhead": "odot" if drawn.branch.is_repeat else "teetee", "arrowsize": "0.7"}
    return edge


def _caption(diagram: Diagram) -> str:
    below = [] if diagram.number_line is None else [*number_line_words(diagram.number_line)]
    return _label([diagram.title, *map(spoken, diagram.facts), *below], align="l")


def _label(lines: list[str], align: str = "n") -> str:
    import graphviz

    text = f"\\{align}".join(escape(line) for line in lines if line) + (f"\\{align}" if align == "l" else "")
    said: str = graphviz.nohtml(text)
    return said


def escape(text: str) -> str:
    r"""Return the text for use inside a label: no entities, no hidden letters, no escape such as \N.

    >>> print(escape(r"<B>\N &amp;"))
    <B>\\N &amp;amp;
    """
    return (
        html.escape(printable(text, len(text)), quote=False)
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("\\", "\\\\")
    )
