"""What stands below a drawing: its title, what is true of the whole, and the signs that occur in it."""

from __future__ import annotations

from grader.diagram import Branch, Diagram, NodeShape
from grader.drawing.markup import INK, PALE, RIGHT, WRONG, Line
from grader.drawing.outline import spoken
from grader.drawing.widths import cells, fold
from grader.marks.reports import SIGNS, WORDS, Verdict

_SHAPES = {
    NodeShape.MAX: "▲ MAX moves",
    NodeShape.MIN: "▼ MIN moves",
    NodeShape.CHANCE: "○ chance",
    NodeShape.LEAF: "□ leaf",
    NodeShape.CHILD: "",
}
_BRANCHES = {
    Branch.KEPT: "",
    Branch.PRUNED: "╌╌‖╌╌ pruned",
    Branch.WRONGLY_PRUNED: "╍╍‖╍╍ ✗ visited: the search visits it",
    Branch.WRONGLY_KEPT: "∙∙∙∙∙ ✗ missed: the search prunes it",
}
COLORS = {Verdict.CORRECT: RIGHT, Verdict.FOLLOW_THROUGH: RIGHT, Verdict.BLANK: INK, None: INK}
"""The colour of what is said; whatever is not here is wrong in some way."""


def caption(diagram: Diagram) -> list[Line]:
    """Return the lines of the caption, folded to about the width of the tree."""
    wide = _width(diagram)
    lines = [Line(line, size=12) for line in fold(diagram.title, wide * 5 // 6)]
    for fact in diagram.facts:
        color = COLORS.get(fact.verdict, WRONG)
        sign = f"{SIGNS[fact.verdict]} " if fact.verdict else ""
        lines += [Line(line, color) for line in fold(sign + spoken(fact), wide)]
    return lines + [Line(line, PALE, 9) for line in _flow(legend(diagram), wide)]


def legend(diagram: Diagram) -> list[str]:
    """Return each sign that occurs in the drawing, with its meaning."""
    nodes = diagram.nodes
    shapes = {node.shape for node in nodes}
    branches = {node.branch for node in nodes}
    said = {remark.verdict for node in nodes for remark in node.remarks}
    items = [words for shape, words in _SHAPES.items() if shape in shapes]
    items += [f"{SIGNS[verdict]} {WORDS[verdict]}" for verdict in Verdict if verdict in said]
    items += [words for branch, words in _BRANCHES.items() if branch in branches]
    if any(node.bold for node in nodes):
        items.append(f"━━ {diagram.line}")
    return [item for item in items if item]


def _width(diagram: Diagram) -> int:
    """Return about how many letters fit below the tree."""
    leaves = len(diagram.nodes) - len({node.parent for node in diagram.nodes})
    return min(max(48, 7 * leaves), 160)


def _flow(items: list[str], wide: int) -> list[str]:
    """Return the items one after the other in lines of that width; an item is broken only where it alone is too wide."""
    lines: list[str] = []
    for item in items:
        if lines and cells(lines[-1]) + 3 + cells(item) <= wide:
            lines[-1] += f"\u2003{item}"
        else:
            lines += fold(item, wide)
    return lines
