"""A diagram as a tree of the LaTeX package `forest`: the same signs as in the other drawings, as far as TikZ has them."""

from __future__ import annotations

from grader.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.drawing.line_text import number_line_words
from grader.drawing.measure import typeset, width
from grader.drawing.outline import children_of, spoken
from grader.drawing.tags import given_lines, is_inside, lines_beside, number_text
from grader.exercises.tex import tex

STYLES = r"""\forestset{
  game/.style={for tree={draw, thick, inner sep=1pt, minimum size=7mm, s sep=4mm, l sep=9mm, font=\small, anchor=center, parent anchor=south,
    child anchor=north, edge={thick}}},
  max/.style={regular polygon, regular polygon sides=3, minimum size=11mm, inner sep=0pt},
  min/.style={regular polygon, regular polygon sides=3, shape border rotate=180, minimum size=11mm, inner sep=0pt},
  chance/.style={circle}, leaf/.style={rectangle}, child/.style={rectangle, rounded corners=1pt},
  pruned/.style={dashed, draw=gray, text=gray, edge={dashed, gray}}, beyond/.style={draw=gray, thin, text=gray, edge={thin, gray}},
  best/.style={edge={line width=2pt}},
}
"""
_STYLES = {
    NodeShape.MAX: "max", NodeShape.MIN: "min", NodeShape.CHANCE: "chance", NodeShape.LEAF: "leaf", NodeShape.CHILD: "child",
}  # fmt: skip
_USUAL, _LETTER, _SHAPE = 4.0, 3.0, 6.0
"""In millimetres: how far children are apart, how wide an em beside a node is, and how wide a shape below which text stands."""
_BELOW = (NodeShape.LEAF, NodeShape.CHILD)
_PRUNED = (Branch.PRUNED, Branch.WRONGLY_KEPT)


def forest(diagram: Diagram) -> str:
    """Return the tree, and below it what is said of the whole."""
    children = children_of(diagram)
    needed = [0.0] * len(diagram.nodes)  # below each node: cousins are as far apart as their common ancestor says
    for node in range(len(diagram.nodes) - 1, 0, -1):
        parent = diagram.nodes[node].parent
        needed[parent] = max(needed[parent], needed[node], _needed(diagram.nodes[node]) + 4)

    def lines_of(node: int, depth: int) -> list[str]:
        drawn = diagram.nodes[node]
        apart = f", s sep={needed[node]:.0f}mm" if children[node] and needed[node] > _USUAL else ""
        opened = f"{'  ' * depth}[{{{_inside(drawn)}}}, {_options(drawn)}{apart}"
        below = [line for child in children[node] for line in lines_of(child, depth + 1)]
        return [opened, *below, f"{'  ' * depth}]"] if below else [f"{opened}]"]

    said = [
        *map(spoken, diagram.facts),
        *([] if diagram.number_line is None else number_line_words(diagram.number_line)),
    ]
    caption = "".join(rf"\\ {tex(sentence)}" for sentence in said)
    tree = "\n".join([r"\begin{forest} game,", *lines_of(0, 0), r"\end{forest}"])
    return rf"\begin{{tabular}}{{c}}{tree}{caption}\end{{tabular}}" if caption else tree


def _needed(drawn: DiagramNode) -> float:
    """Return how much room what is said beside the node needs at its left, in millimetres."""
    room = _LETTER * max(map(width, _lines(drawn)), default=0)
    return room - _SHAPE if drawn.shape in _BELOW else room


def _inside(drawn: DiagramNode) -> str:
    text = typeset(drawn.value) if drawn.shape is NodeShape.LEAF else number_text(drawn)
    has_room = drawn.shape in (NodeShape.LEAF, NodeShape.CHILD)
    if drawn.seat is not None:
        return rf"\textbf{{{tex(drawn.seat.letter)}}} {tex(text)}".strip()
    return tex(text) if has_room or is_inside(text) else ""


def _options(drawn: DiagramNode) -> str:
    options = [_STYLES[drawn.shape]]
    options += (
        ["pruned"] * (drawn.branch in _PRUNED) + ["beyond"] * (drawn.branch is Branch.BEYOND) + ["best"] * drawn.bold
    )
    options += [
        f"label={{[font=\\footnotesize]{'below' if drawn.shape in _BELOW else 'left'}:{{{said}}}}}"
        for said in [_beside(drawn)]
        if said
    ]
    if said := _on_edge(drawn):
        options.append(f"edge label={{node[midway, fill=white, inner sep=1pt, font=\\scriptsize]{{{said}}}}}")
    return ", ".join(options)


def _beside(drawn: DiagramNode) -> str:
    """Return the id, and below it what else is said of the node."""
    shown = list(map(tex, _lines(drawn)))
    if len(shown) < 2:
        return "".join(shown)
    return r"\begin{tabular}{@{}c@{}}" + r"\\".join(shown) + r"\end{tabular}"


def _lines(drawn: DiagramNode) -> list[str]:
    said = [line.wordings[0] for line in (*lines_beside(drawn), *given_lines(drawn))]
    return [line for line in (drawn.id, *said, *["not quiet"] * drawn.is_noisy) if line]


def _on_edge(drawn: DiagramNode) -> str:
    """Return move and probability, and two bars where a subtree is cut off."""
    said = [tex(text) for text in (drawn.move, typeset(drawn.probability)) if text]
    return r"\ \ensuremath{\cdot}\ ".join([*said, *[r"\textbf{/\!/}"] * drawn.cut])
