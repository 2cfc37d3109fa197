"""A diagram as an indented list, one line a node: the long description of every drawing. It reads well aloud."""

from __future__ import annotations

from collections.abc import Sequence

from grader.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.drawing.line_text import number_line_words
from grader.marks.reports import WORDS, Verdict

BRANCH_WORDS = {
    Branch.KEPT: "",
    Branch.PRUNED: "pruned",
    Branch.WRONGLY_PRUNED: "wrongly pruned: the search visits it",
    Branch.WRONGLY_KEPT: "wrongly kept: the search skips it",
    Branch.REPEATED: "redundant: its position was met before",
    Branch.WRONGLY_REPEATED: "wrongly listed: its position is new",
    Branch.REPEAT_MISSED: "not listed, but redundant: its position was met before",
    Branch.BEYOND: "below the horizon",
}
_SPOKEN = {"α, β": "alpha, beta"}


def outline(diagram: Diagram) -> list[str]:
    """Return what is true of the whole, then the tree: a line for each node, depth-first, indented by depth."""
    facts = [spoken(fact) for fact in diagram.facts]
    if diagram.number_line is not None:
        facts += number_line_words(diagram.number_line)
    return facts + ["  " * depth + line for depth, line in outline_items(diagram)]


def outline_items(diagram: Diagram) -> list[tuple[int, str]]:
    """Return (depth, line) of each node, depth-first, children from left to right."""
    children = children_of(diagram)
    items = []
    waiting = [(0, 0)]
    while waiting:
        node, depth = waiting.pop()
        items.append((depth, _node_line(diagram.nodes[node], diagram.line)))
        waiting += [(child, depth + 1) for child in reversed(children[node])]
    return items


def children_of(diagram: Diagram) -> list[list[int]]:
    """Return the children of each node, left to right."""
    children: list[list[int]] = [[] for _ in diagram.nodes]
    for node, drawn in enumerate(diagram.nodes):
        if drawn.parent >= 0:
            children[drawn.parent].append(node)
    return children


def spoken(remark: Remark) -> str:
    """Return a remark as it is said: "you wrote 4, wrong, expected 3"."""
    said = [remark.text] if remark.text else []
    if remark.verdict is not None:
        if remark.text and remark.verdict is not Verdict.CORRECT:
            said = [remark.text if remark.is_told else f"you wrote {remark.text}"]
        said.append(WORDS[remark.verdict])
    if remark.expected:
        said.append(f"expected {remark.expected}")
    label = _SPOKEN.get(remark.label, remark.label)
    return f"{label}: {', '.join(said)}" if label else ", ".join(said)


def _node_line(node: DiagramNode, line: str) -> str:
    """Return who moves at the node, how it is reached, and everything that is said there."""
    name = node.full_name
    if node.shape is NodeShape.LEAF:
        name = " = ".join(dict.fromkeys(filter(None, (node.id, node.value))))
        name = f"leaf {name}".strip()
    edge = [f"move {node.move}"] if node.move else []
    if node.probability:
        edge.append(f"probability {node.probability}")
    return name + (f" ({', '.join(edge)})" if edge else "") + _said_of(node, line)


def _said_of(node: DiagramNode, line: str) -> str:
    """Return everything that is said at a node, behind a colon."""
    said = [*position_words(node), *(spoken(remark) for remark in node.said)]
    if node.share is not None:
        said += [f"{node.share.text} right", *filter(None, (node.share.common,))]
    if node.bold:
        said.append(line)
    if words := BRANCH_WORDS[node.branch]:
        said.append(words)
    return ": " + "; ".join(said) if said else ""


def position_words(node: DiagramNode) -> list[str]:
    """Return what the problem says of a position, and that the search ends there: "at the horizon", "static value 5"."""
    said = [f"state {node.state}"] if node.state else []
    said += ["at the horizon"] if node.is_horizon else []
    said += [f"static value {node.static}"] if node.static else []
    said += [", ".join(node.features)] if node.features else []
    return said + (["not quiet"] if node.is_noisy else [])


def node_name(
    nodes: Sequence[DiagramNode], node: int, children: Sequence[Sequence[int]], drawn: DiagramNode, line: str
) -> str:
    """Return how a screen reader names a node: "D, MAX, child 1 of 3 of B: you wrote 1, wrong, expected 10".

    `drawn` is the node with what is said of it, `line` says what the best line is.
    """
    who = f"leaf {drawn.value}".strip() if drawn.shape is NodeShape.LEAF else drawn.who
    where = "the root"
    if drawn.parent >= 0:
        siblings, above = children[drawn.parent], nodes[drawn.parent]
        where = f"child {siblings.index(node) + 1} of {len(siblings)} of {above.id or above.who}"
    return ", ".join(filter(None, (drawn.id, who, where))) + _said_of(drawn, line)
