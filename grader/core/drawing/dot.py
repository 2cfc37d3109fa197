"""A diagram as DOT, for Graphviz and for whoever wants to change the drawing: the same signs as far as Graphviz has them.

Nodes have opaque names (n0, n1 …); foreign text occurs only in labels, which are escaped here alone.
"""

from __future__ import annotations

import html

from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.core.drawing.outline import children_of, named_by_place, not_shown, number_line_words, spoken
from grader.core.drawing.scale import fit, fold, typeset
from grader.core.drawing.tags import STATES, given_lines, inner_text, is_inside, lines_beside
from grader.core.text import printable

FONT = "Liberation Sans, Helvetica, Arial"
_LONGEST_ID, _LONGEST_LINE = 12, 80
_SHAPES = {
    NodeShape.MAX: {"shape": "triangle", "width": "0.62", "height": "0.6"},
    NodeShape.MIN: {"shape": "invtriangle", "width": "0.62", "height": "0.6"},
    NodeShape.CHANCE: {"shape": "circle", "width": "0.46", "height": "0.46"},
    NodeShape.LEAF: {"shape": "box", "width": "0.32", "height": "0.32"},
    NodeShape.CHILD: {"shape": "box", "width": "0.7", "height": "0.32"},
}
_STATES = {
    "wrong": {"peripheries": "2", "color": "#c04e00", "fontcolor": "#a63e00", "penwidth": "2"},
    "follows": {"color": "#8f3f72", "fontcolor": "#8f3f72", "penwidth": "2"},
    "missing": {"style": "dotted", "color": "#b07d00", "fontcolor": "#7a5600", "penwidth": "2"},
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
            graph.edge(f"n{drawn.parent}", f"n{node}", **_edge(drawn, has_rings=diagram.has_rings))
    return str(graph.source)


def _node(drawn: DiagramNode) -> dict[str, str]:
    """Return the attributes of a node: the number in the shape, id and what else is said beside it."""
    text = inner_text(drawn)
    has_room = drawn.shape in (NodeShape.LEAF, NodeShape.CHILD)
    look: dict[str, str] = dict(_SHAPES[drawn.shape])
    text = " ".join(filter(None, (drawn.seat.letter, text))) if drawn.seat else text
    if has_room and not is_inside(text):
        look["width"] = f"{0.1 * len(text) + 0.15:.2f}"
    if drawn.branch.is_left_out:
        look |= {"style": "dashed", "color": "#83888f", "fontcolor": "#595e66"}
    if drawn.branch is Branch.BEYOND:
        look |= {"color": "#83888f", "fontcolor": "#595e66", "penwidth": "0.7"}
    look |= _STATES.get(STATES[drawn.looks], {}) if drawn.looks is not None else {}
    beside = [fit(drawn.id, _LONGEST_ID), *(line.wordings[0] for line in (*lines_beside(drawn), *given_lines(drawn)))]
    beside += ["not quiet"] * drawn.is_noisy
    return {"label": _label([text if has_room or is_inside(text) else ""]), "xlabel": _label(beside), **look}


def _edge(drawn: DiagramNode, *, has_rings: bool) -> dict[str, str]:
    """Return the attributes of the edge above a node."""
    branch, is_beyond = drawn.branch, drawn.branch is Branch.BEYOND
    color = "#a63e00" if branch.is_wrong else "#83888f" if branch.is_left_out or is_beyond else "#1a1c20"
    thickness = "3" if drawn.bold else "0.7" if is_beyond else "1"
    edge = {"style": "dashed" if branch.is_left_out else "solid", "color": color, "penwidth": thickness}
    said = [fit(drawn.move, _LONGEST_ID), typeset(drawn.probability), branch.tagged if drawn.cut else ""]
    if any(said):
        edge["label"] = _label([" · ".join(filter(None, said))])
    if drawn.cut:
        edge |= {"arrowhead": "odot" if has_rings or branch.is_repeat else "teetee", "arrowsize": "0.7"}
    return edge


def _caption(diagram: Diagram) -> str:
    below = [] if diagram.number_line is None else [*number_line_words(diagram.number_line)]
    children, nodes = children_of(diagram), diagram.nodes
    shortened = [
        named_by_place(nodes, children, node)
        for node, drawn in enumerate(nodes)
        if drawn.parent >= 0 and fit(drawn.id, _LONGEST_ID) != drawn.id
    ]
    beside = fold(not_shown(shortened), _LONGEST_LINE)
    return _label([diagram.title, *(spoken(fact, diagram.voice) for fact in diagram.facts), *below, *beside], align="l")


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
