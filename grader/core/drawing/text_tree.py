"""A diagram as a tree of text, for a terminal: edges of box-drawing letters, the signs of the drawings, a line for each node.

Edges look as in the drawings: bold on the best line, dashed where the search skips, two bars where it cuts, a ring where a position comes again. Everything that an
edge or a colour says is said in words as well. `outline.py` has the same in lines that are read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.reports import SIGNS, Verdict
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.core.drawing.outline import children_of, number_line_text
from grader.core.text import printable

_MOST_RAILS = 12  # more of them would leave no room for the node itself
_NOT_SEARCHED = (Branch.PRUNED, Branch.REPEATED, Branch.SOLVED, Branch.BEYOND)
_ASCII = str.maketrans(
    {
        **dict.fromkeys("│├┝", "|"),
        **dict.fromkeys("└┕", "`"),
        "─": "-",
        "━": "=",
        "╌": ".",
        "┄": ":",
        "╫": "#",
        "↓": "v",
        "…": "...",
        "✓": "ok",
        "✗": "x",
        "↳": "->",
        "◐": "~",
        "▶": ">",
        "←": "<",
        "→": ">",
        "●": "*",
        "○": "o",
    }
)
Own = Callable[[str], str]
"""Writes the letters that are the program's own, edges and signs, as they are or in ASCII."""

OWN_LETTERS = "".join(map(chr, _ASCII))
"""What a terminal must have to show a tree; else it gets `in_ascii`."""


class Piece(NamedTuple):
    """A few words at a node. `text` is what stands there, the rest what is said of it; `is_quiet`: nobody asked for it.

    `gap` parts it from what stands before.
    """

    text: str
    verdict: Verdict | None = None
    says: str = ""
    is_quiet: bool = False
    gap: str = "  "

    def shown(self, own: Own = str) -> str:
        """Return text, sign and words: "= 1 ✗ wrong, expected 10"."""
        sign = SIGNS[self.verdict] if self.verdict else ""
        shown = " ".join(filter(None, (self.text, own(sign), own(self.says))))
        return printable(shown, len(shown))


class TreeLine(NamedTuple):
    """The line of a node: rails of its ancestors, the edge above it, what is said there; `below` goes before further lines of it."""

    rails: str
    edge: str
    below: str
    pieces: tuple[Piece, ...]
    is_best: bool = False
    is_skipped: bool = False

    def __str__(self) -> str:
        """Return the line without colours."""
        return self.shown()

    def shown(self, own: Own = str) -> str:
        """Return the line without colours; `own` writes what are the program's own letters."""
        return own(self.rails + self.edge) + "".join(piece.gap + piece.shown(own) for piece in self.pieces)

    def indented(self, by: str) -> TreeLine:
        """Return the line further right."""
        return self._replace(rails=by + self.rails, below=by + self.below)


def in_ascii(text: str) -> str:
    """Return a text of the program's own, such as an edge or a sign, in ASCII.

    >>> in_ascii("│   ├╌╫ "), in_ascii("✗ wrong")
    ('|   |.# ', 'x wrong')
    """
    return text.translate(_ASCII)


def text_tree(diagram: Diagram) -> list[TreeLine]:
    """Return the tree: a line for each node, depth-first, children from left to right.

    An only child of an only child does not stand further right than its parent, so that a long chain stays readable; of
    a very deep node only the nearest rails are shown, behind its depth.
    """
    children = children_of(diagram)
    lines = [_node_line(diagram, place, is_parent=bool(children[place.node])) for place in _places(children)]
    below = number_line_text(diagram.number_line) if diagram.number_line is not None else []
    return lines + [TreeLine("", text, "", ()) for text in ("", *below) if below]


class _Place(NamedTuple):
    """Where a node stands: `rails` are those of its ancestors; `is_only`: a child alone; `is_chained`: in line with its parent."""

    node: int
    depth: int = 0
    rails: tuple[str, ...] = ()
    is_last: bool = True
    is_only: bool = False
    is_chained: bool = False

    @property
    def inner_rails(self) -> tuple[str, ...]:
        """Return the rails of the node's children."""
        if self.depth == 0 or self.is_chained:
            return self.rails
        return (*self.rails, "    " if self.is_last else "│   ")


def _places(children: Sequence[Sequence[int]]) -> Iterator[_Place]:
    """Yield the place of each node, depth-first."""
    waiting = [_Place(0)]
    while waiting:
        place = waiting.pop()
        yield place
        below = children[place.node]
        is_only = len(below) == 1
        chained = is_only and place.is_only
        waiting += [
            _Place(child, place.depth + 1, place.inner_rails, child == below[-1], is_only, chained)
            for child in reversed(below)
        ]


def _node_line(diagram: Diagram, place: _Place, *, is_parent: bool) -> TreeLine:
    node = diagram.nodes[place.node]
    return TreeLine(
        _rails(place.rails, place.depth),
        _edge(node, place, has_rings=diagram.has_rings),
        _rails(place.inner_rails, place.depth) + ("│ " if is_parent else "  ") + ("  " if place.is_chained else ""),
        tuple(_pieces(node, diagram)),
        node.bold,
        node.branch in _NOT_SEARCHED,
    )


def _rails(rails: tuple[str, ...], depth: int) -> str:
    """Return the rails before an edge; the nearest ones where there are too many."""
    return "".join(rails) if len(rails) <= _MOST_RAILS else f"depth {depth:<3} " + "".join(rails[-_MOST_RAILS:])


def _edge(node: DiagramNode, place: _Place, *, has_rings: bool) -> str:
    """Return the edge above a node."""
    if place.depth == 0:
        return ""
    line = "━" if node.bold else "╌" if node.branch.is_left_out else "┄" if node.branch is Branch.BEYOND else "─"
    cut = ("○" if has_rings or node.branch.is_repeat else "╫") if node.cut else line
    if place.is_chained:
        return "↓ "
    turns = ("┕" if place.is_last else "┝") if node.bold else ("└" if place.is_last else "├")
    return f"{turns}{line}{cut} "


def _pieces(node: DiagramNode, diagram: Diagram) -> Iterator[Piece]:
    """Yield who moves at the node, then what stands there and is said of it."""
    yield Piece(_name(node), gap="")
    if node.number is not None:
        yield _number(node.number, is_static=node.is_horizon)
    elif node.is_horizon and node.static:
        yield Piece(f"[{node.static}]", gap=" ")
    yield from map(Piece, _position(node))
    if node.window is not None:
        yield _piece(node.window._replace(label="" if node.window.text else "window"))
    yield from map(_piece, node.remarks)
    if node.bold:
        yield Piece(node.line_words(diagram.line))
    if node.branch.spoken:
        yield Piece("", Verdict.WRONG if node.branch.is_wrong else None, diagram.voice.of(node.branch.spoken))


def _name(node: DiagramNode) -> str:
    """Return how the node is reached, who moves there and its id: "left: MAX C"; of a leaf its value: "D = 3"."""
    steps = [node.move, f"p {node.probability}" if node.probability else ""]
    edge = ", ".join(filter(None, steps))
    name = node.value if node.id in ("", node.value) else f"{node.id} = {node.value}" if node.value else node.id
    return (f"{edge}: " if edge else "") + (name if node.shape is NodeShape.LEAF else node.full_name)


def _position(node: DiagramNode) -> Iterator[str]:
    """Yield what the problem says of a position: "[5]", "material 3, mobility 1", "state 2,2", "not quiet"."""
    if node.static and not node.is_horizon:
        yield f"[{node.static}]"
    if node.features:
        yield ", ".join(node.features)
    if node.state:
        yield f"state {node.state}"
    if node.is_noisy:
        yield "not quiet"


def _number(remark: Remark, *, is_static: bool) -> Piece:
    """Return the number of a node: "= 3", a static value "[3]", or where it has a name "score: 3"."""
    piece = _piece(remark)
    if remark.label:
        return piece
    if is_static:
        return piece._replace(text=remark.text and f"[{remark.text}]", gap=" ")
    return piece._replace(text=remark.text and f"= {remark.text}", gap=" ")


def _piece(remark: Remark) -> Piece:
    says = [remark.word] if remark.verdict not in (None, Verdict.CORRECT) else []
    says += [f"expected {remark.expected}"] if remark.expected else []
    text = ": ".join(filter(None, (remark.label, remark.text)))
    return Piece(text, remark.verdict, ", ".join(says), remark.quiet)
