"""What the signs in a drawing mean: a small picture and words for each that occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.drawing.canvas import Canvas, Outline, Point, disc, place, tag, tick, wave
from grader.core.drawing.diagram import KNOWN, SHOWS_FIRST, Branch, Diagram, DiagramNode, NodeShape, Stroke
from grader.core.drawing.nodes import ring
from grader.core.drawing.scale import Scale
from grader.core.drawing.tags import STATES

HIGH = 20.0
"""How high a row of a legend is."""
_E = 9.0
_SCALE = Scale(_E, _E, 8.5, 13.6, 6.5, 12, 20, 12, 0, 0, 0, 0, has_two_rows=False)
_SHAPES = {
    NodeShape.MAX: ("MAX moves", "▲"),
    NodeShape.MIN: ("MIN moves", "▼"),
    NodeShape.CHANCE: ("chance: the mean, weighted by probability", "○"),
    NodeShape.LEAF: ("leaf", "□"),
}
_WORDS = {
    "right": "right",
    "wrong": "wrong",
    "follows": "follows from your own numbers",
    "missing": "not answered, or cannot be read",
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
    for shape, (words, letters) in _SHAPES.items():
        if shape in shapes:
            yield Item(_shape(shape), 10, words, letters)
    for seat in sorted({node.seat for node in nodes if node.seat is not None}, key=lambda seat: seat.place):
        back = tag("rect", class_=f"seat{seat.place}", x=-13, y=-7, width=26, height=14)
        letter = tag("text", seat.letter, class_="seatletter", x=0, y=4, font_size=11)
        called = "in a node:" if seat.letter == seat.name else f"{seat.letter}:"
        yield Item(back + letter, 16, f"{seat.name} moves", called)
    yield from _of_states(diagram)
    yield from _met(_OF_TREES, diagram)
    branches = {node.branch for node in nodes}
    for branch in Branch:
        if branch.legend and branch in branches:
            css = f"skip {branch.css}" if branch.is_left_out else branch.css
            cut = _cut(css, is_repeat=branch.is_repeat or diagram.has_rings)
            yield Item(cut, 14, diagram.voice.of(branch.legend), "dashed:")
    yield from _met(_OF_NUMBERS, diagram)
    terms = next(([bar.words for bar in node.bars] for node in nodes if node.bars), [])
    for place_, words in enumerate(terms):
        css, letters = ("term solid", "filled bar:") if place_ == 0 else ("term", "empty bar:")
        yield Item(tag("rect", class_=css, x=-6, y=-6, width=12, height=12), 9, words, letters)
    yield from _met(_OF_ANSWERS, diagram)


def _of_states(diagram: Diagram) -> Iterator[Item]:
    """Yield how what is judged looks; not a number is missing but a node where nodes are judged themselves."""
    nodes = diagram.nodes
    states = {STATES[one] for node in nodes for one in (node.judged, node.looks) if one is not None}
    has_expected = any(node.number is not None and node.number.expected for node in nodes)
    are_judged = any(node.verdict is Verdict.MISSING for node in nodes)
    for state, words in _WORDS.items():
        if state in states:
            more = ", expected number beside it" if state == "wrong" and has_expected else ""
            yield Item(_state(state), 12, "missing in your tree" if state == "missing" and are_judged else words + more)


class _Sign(NamedTuple):
    """A sign that is there where a node has something; its words can name the line and the horizon of the diagram."""

    is_at: Callable[[DiagramNode], object]
    item: Item


def _met(signs: Sequence[_Sign], diagram: Diagram) -> Iterator[Item]:
    """Yield the signs that occur."""
    for is_at, item in signs:
        if any(map(is_at, diagram.nodes)):
            words = {_LINE: diagram.line, _ASTRAY: f"{diagram.line}, wrong", _HORIZON: diagram.horizon}.get(
                item.words, item.words
            )
            yield item._replace(words=words)


@cache
def _shape(shape: NodeShape) -> str:
    return tag(
        "g", tag("path", class_="shape", d=Outline(shape, Point(0, 0), _SCALE).path()), class_=f"node {shape.css}"
    )


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


def _text(text: str, class_: str = "") -> str:
    return tag("text", text, class_=class_, x=0, y=4, font_size=11)


_LINE, _ASTRAY, _HORIZON = "line", "astray", "horizon"
_ACROSS = "M-11 0H11"
_BEST = tag(
    "g",
    tag("path", class_="glow", d=_ACROSS, stroke_width=8),
    tag("path", class_="line", d=_ACROSS),
    class_="edge best",
)


def _edge_of(css: str) -> str:
    return tag("g", tag("path", class_="line", d=_ACROSS), class_=f"edge {css}")


_PITS = tag("circle", class_="stateframe", cx=-5, cy=0, r=5)
_PITS += tag("rect", class_="stateframe", x=3, y=-7, width=8, height=14, rx=4)
_LIMIT = tag("path", class_="limit", d="M-14 0H14")
_LOW = tag("g", tag("path", class_="shape", d="M0 -7L9 7H-9Z"), class_="node low")
_BOARDS = "pits and stores: MIN's pits above, from the right, and its store at the left"
_OF_TREES = (
    _Sign(
        lambda node: node.bold and node.stroke is not Stroke.ASTRAY,
        Item(_BEST, 15, _LINE, "bold on yellow:"),
    ),
    _Sign(lambda node: node.stroke is Stroke.ASTRAY, Item(_edge_of("astray"), 15, _ASTRAY, "thick:")),
    _Sign(lambda node: node.stroke is Stroke.EXPECTED, Item(_edge_of("expected"), 15, "expected line", "thin:")),
    _Sign(lambda node: node.branch is Branch.BEYOND, Item(_LIMIT, 15, _HORIZON, "dashed line across:")),
    _Sign(lambda node: node.branch is Branch.BEYOND, Item(_beyond(), 14, "below the horizon: not searched", "thin:")),
    _Sign(lambda node: node.static or (node.is_horizon and node.number), Item(_text("[5]"), 9, "static value", "[5]:")),
    _Sign(lambda node: node.is_noisy, Item(wave(0, 0, 13), 9, "not quiet: the search goes on below it", "~:")),
    _Sign(lambda node: node.board is not None and node.board.stores, Item(_PITS, 12, _BOARDS)),
    _Sign(
        lambda node: node.state and node.board is None,
        Item(Canvas().framed("abc", -9, 4, 11), 13, "state of the game", "in a frame:"),
    ),
)
_OF_NUMBERS = (
    _Sign(
        lambda node: node.window is not None and node.window.text,
        Item(_text("[α, β]"), 17, "alpha and beta at the node", "[α, β]:"),
    ),
    _Sign(
        lambda node: any(remark.label == KNOWN for remark in node.said),
        Item(_text("known"), 18, "between these numbers the true value is known to lie", "known [a, b]:"),
    ),
)
_OF_ANSWERS = (
    _Sign(lambda node: SHOWS_FIRST in node.remarks, Item(_text("▶", "note strong"), 8, "here the error shows first")),
    _Sign(lambda node: node.share is not None and node.share.is_low, Item(_LOW, 12, "fewer than 3 in 4 are right")),
)
