"""What the signs in a drawing mean: a small picture and words for each that occurs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from grader.diagram import KNOWN, SHOWS_FIRST, Branch, Diagram, NodeShape
from grader.drawing.canvas import Canvas, disc, tag, tick, wave
from grader.drawing.edges import ring
from grader.drawing.scale import Scale
from grader.drawing.shapes import Outline, Point, place
from grader.drawing.tags import STATES
from grader.marks.reports import Verdict

HIGH = 20.0
"""How high a row of a legend is."""
_E = 9.0
_SCALE = Scale(_E, _E, 8.5, 13.6, 6.5, 12, 20, 12, 0, 0, 0, 0, has_two_rows=False, has_leaf_ids=False)
_SHAPES = {
    NodeShape.MAX: ("max", "MAX moves", "▲"),
    NodeShape.MIN: ("min", "MIN moves", "▼"),
    NodeShape.CHANCE: ("chance", "chance: the mean, weighted by probability", "○"),
    NodeShape.LEAF: ("leaf", "leaf", "□"),
}
_WORDS = {
    "right": "right",
    "wrong": "wrong",
    "follows": "follows from your own numbers",
    "missing": "not answered, or not judged",
}
_CUTS = {
    Branch.PRUNED: ("skip pruned", "pruned"),
    Branch.WRONGLY_PRUNED: ("wrongcut", "you pruned it, the search does not"),
    Branch.WRONGLY_KEPT: ("skip missed", "the search prunes it, you did not"),
    Branch.REPEATED: ("skip pruned", "redundant: met before"),
    Branch.WRONGLY_REPEATED: ("wrongcut", "you listed it, its position is new"),
    Branch.REPEAT_MISSED: ("skip missed", "met before, and you did not list it"),
}


class Item(NamedTuple):
    """One sign: its picture around a middle at 0, 0, half how wide that is, its words, and what calls it where there are no pictures."""

    picture: str
    half_width: float
    words: str
    letters: str = ""


def legend(diagram: Diagram) -> list[Item]:
    """Return each sign that occurs in the drawing, with its meaning."""
    return list(_items(diagram))


def _items(diagram: Diagram) -> Iterator[Item]:
    nodes = diagram.nodes
    shapes = {node.shape for node in nodes}
    for shape, (css, words, letters) in _SHAPES.items():
        if shape in shapes:
            yield Item(_shape(shape, css), 10, words, letters)
    for seat in sorted({node.seat for node in nodes if node.seat is not None}, key=lambda seat: seat.place):
        back = tag("rect", class_=f"seat{seat.place}", x=-13, y=-7, width=26, height=14)
        letter = tag("text", seat.letter, class_="seatletter", x=0, y=4, font_size=11)
        yield Item(back + letter, 16, f"{seat.name} moves", f"{seat.letter}:")
    states = {STATES[node.judged] for node in nodes if node.judged is not None}
    for state, words in (_WORDS | _words_of_nodes(diagram)).items():
        if state in states:
            says = f"{words}, expected number beside it" if state == "wrong" and _has_expected(diagram) else words
            yield Item(_state(state), 12, says)
    if any(node.bold for node in nodes):
        glow = tag("path", class_="glow", d="M-11 0H11", stroke_width=8)
        yield Item(
            tag("g", glow, tag("path", class_="line", d="M-11 0H11"), class_="edge best"),
            15,
            diagram.line,
            "bold on yellow:",
        )
    yield from _of_positions(diagram)
    branches = {node.branch for node in nodes}
    for branch, (css, words) in _CUTS.items():
        if branch in branches:
            yield Item(_cut(css, is_repeat=branch.is_repeat), 14, words, "dashed:")
    if any(node.window is not None and node.window.text for node in nodes):
        text = tag("text", "[α, β]", x=0, y=4, font_size=11)
        yield Item(text, 17, "alpha and beta at the node", "[α, β]:")
    if any(remark.label == KNOWN for node in nodes for remark in node.said):
        text = tag("text", "known", x=0, y=4, font_size=11)
        yield Item(text, 18, "between these numbers the true value is known to lie", "known [a, b]:")
    for place_, words in enumerate(_terms(diagram)):
        css, letters = ("term solid", "filled bar:") if place_ == 0 else ("term", "empty bar:")
        yield Item(tag("rect", class_=css, x=-6, y=-6, width=12, height=12), 9, words, letters)
    if any(SHOWS_FIRST in node.remarks for node in nodes):
        yield Item(tag("text", "▶", class_="note strong", x=0, y=4, font_size=11), 8, "here the error shows first")
    if any(node.share is not None and node.share.is_low for node in nodes):
        yield Item(
            tag("g", tag("path", class_="shape", d="M0 -7L9 7H-9Z"), class_="node low"),
            12,
            "fewer than 3 in 4 are right",
        )


def _words_of_nodes(diagram: Diagram) -> dict[str, str]:
    """Return what the states mean where not a number is judged but a node itself."""
    return {"missing": "missing in your tree"} if any(node.verdict is Verdict.MISSING for node in diagram.nodes) else {}


def _of_positions(diagram: Diagram) -> Iterator[Item]:
    """Yield the signs of a horizon and of what the problem says of positions."""
    nodes = diagram.nodes
    if any(node.branch is Branch.BEYOND for node in nodes):
        yield Item(tag("path", class_="limit", d="M-14 0H14"), 15, diagram.horizon, "dashed line across:")
        yield Item(_beyond(), 14, "below the horizon: not searched", "thin:")
    if any(node.static or (node.is_horizon and node.number) for node in nodes):
        yield Item(tag("text", "[5]", x=0, y=4, font_size=11), 9, "static value", "[5]:")
    if any(node.is_noisy for node in nodes):
        yield Item(wave(0, 0, 13), 9, "not quiet: the search goes on below it", "~:")
    if any(node.board is not None and node.board.stores for node in nodes):
        pits = tag("circle", class_="stateframe", cx=-5, cy=0, r=5) + tag(
            "rect", class_="stateframe", x=3, y=-7, width=8, height=14, rx=4
        )
        words = "pits and stores: MIN's pits above, from the right, and its store at the left"
        yield Item(pits, 12, words)
    if any(node.state and node.board is None for node in nodes):
        yield Item(Canvas().framed("abc", -9, 4, 11), 13, "state of the game", "in a frame:")


def _terms(diagram: Diagram) -> tuple[str, ...]:
    """Return what the parts of bars stand for."""
    return next((tuple(bar.words for bar in node.bars) for node in diagram.nodes if node.bars), ())


def _has_expected(diagram: Diagram) -> bool:
    return any(node.number is not None and node.number.expected for node in diagram.nodes)


@cache
def _shape(shape: NodeShape, css: str) -> str:
    return tag("g", tag("path", class_="shape", d=Outline(shape, Point(0, 0), _SCALE).path()), class_=f"node {css}")


@cache
def _state(state: str) -> str:
    if state == "right":
        return tick(0, 1, 13)
    path = Outline(NodeShape.MAX, Point(0, 0), _SCALE).path()
    pieces = [tag("path", class_="shape", d=path), tag("path", class_="inner", d=path)]
    if state == "missing":
        pieces.append(tag("text", "?", class_="num", x=0, y=5.4, font_size=_E))
    else:
        pieces.append(disc(-9, 6, 8.4, "cross" if state == "wrong" else "fol"))
    return tag("g", *pieces, class_=f"node max {state}")


def sign(state: str, x: float, y: float) -> str:
    """Return the small sign of a state: a tick, a cross, an arrow, or a question mark."""
    if state == "right":
        return tick(x, y, 13)
    if state == "missing":
        return tag("text", "?", class_="note strong", x=x, y=y + 4, font_size=12)
    return disc(x, y, 11, "cross" if state == "wrong" else "fol")


@cache
def _beyond() -> str:
    path = Outline(NodeShape.MAX, Point(5, 0), _SCALE).path()
    edge = tag("g", tag("path", class_="line", d="M-14 0H1"), class_="edge beyond")
    return edge + tag("g", tag("path", class_="shape", d=path), class_="node beyond")


@cache
def _cut(css: str, *, is_repeat: bool) -> str:
    bars = "".join(f"M{place(x)} -5.5V5.5" for x in (-1.8, 1.8))
    mark = ring(Point(0, 0), 0.42 * _E) if is_repeat else bars
    pieces = [tag("path", class_="line", d="M-12 0H12"), tag("path", class_="bar", d=mark)]
    if "pruned" not in css:
        pieces.append(disc(9, -3, 7.5, "cross"))
    return tag("g", *pieces, class_=f"edge {css}")
