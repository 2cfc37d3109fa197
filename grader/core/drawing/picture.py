"""The dashed line at the horizon: across the whole picture, and around what is searched farther down than the rest.

It is walked from the first branch to the last, whichever way the tree stands: `along` is the direction of the ranks, `across` the way from the root down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.drawing.canvas import Canvas, Outline, marked, place, tag
from grader.core.drawing.diagram import Branch, Diagram, NodeShape, NumberLine, Row, Span, Stroke
from grader.core.drawing.frame import Frame, Piece, frame_of, left_edge
from grader.core.drawing.labels import Box, cross_share
from grader.core.drawing.layout import LINE, View, edge_label, lines_of
from grader.core.drawing.nodes import glow, paint_edge, paint_node
from grader.core.drawing.outline import label_of, marked_on, node_name, shares_of
from grader.core.drawing.scale import Scale, width
from grader.core.drawing.side_notes import PlacedNode, SideNotes, reaches_below
from grader.core.numbers import Bound
from grader.core.text import printable

_NEAR, _NEARER = 0.36, 0.12
"""How far the line is from the nodes above it, of the way to the next rank; nearer where edges below it have labels."""
_STEP, _ASIDE, _WORD = 1.1, 0.6, 0.82


class _Stretch(NamedTuple):
    """Where the line runs below this depth: from `low` to `high` along the ranks, past nodes there and what stands beside them; below it there is something `under` it alone.

    `ends` is a node where the search does.
    """

    low: float
    high: float
    depth: int
    ends: bool
    under: tuple[float, float]


def paint_horizon(frame: Frame, diagram: Diagram, box: tuple[float, float, float, float]) -> Piece | None:
    """Return the line with its words, across a picture that has so far this box; None where the search ends at leaves alone."""
    if all(node.branch is not Branch.BEYOND for node in diagram.nodes):
        return None
    horizon = _Horizon(frame, diagram)
    return horizon.painted(box) if any(stretch.ends for stretch in horizon.stretches) else None


class _Horizon:
    """The line of one picture: the stretches that it runs below, and where it runs below nodes of each depth."""

    def __init__(self, frame: Frame, diagram: Diagram) -> None:
        self.frame, self.diagram, self.e, self.lies = frame, diagram, frame.scale.letter, frame.view.lies
        self.stretches = _levelled([*self._stretches()])
        self.levels = {stretch.depth: self._level(stretch.depth) for stretch in self.stretches}

    def painted(self, box: tuple[float, float, float, float]) -> Piece:
        """Return the line with its words, across a picture that has so far this box."""
        e, lies, canvas = self.e, self.lies, Canvas()
        start, stop = (box[1], box[3]) if lies else (box[0], box[2])
        word = self._word(start, stop, canvas)
        if not lies:
            start, stop = min(start, canvas.left), max(stop, canvas.right)
        path = self._path(start - _ASIDE * e, stop + _ASIDE * e)
        near, far = min(self.levels.values()), max(self.levels.values())
        canvas.reach(*((near, start, far, stop) if lies else (start, near, stop, far)))
        return Piece(tag("g", tag("path", class_="limit", d=path), word, class_="horizon"), canvas.box)

    def _is_beyond(self, node: int) -> bool:
        return self.diagram.nodes[node].branch is Branch.BEYOND

    def _stretches(self) -> Iterator[_Stretch]:
        """Yield what the line has to pass below, depth-first: nodes where the search ends, and leaves that it reaches."""
        waiting = [0]
        while waiting:
            node = waiting.pop()
            children = self.frame.children[node]
            below = [child for child in children if not self._is_beyond(child)]
            waiting += reversed(below)
            if not below and not self._is_beyond(node):
                spans = [self._span(other) for other in (node, *children)]
                (low, high), under = _around(spans), _around(spans[1:] or spans)
                yield _Stretch(low, high, self.frame.depths[node], bool(children), under)

    def _span(self, node: int) -> tuple[float, float]:
        """Return from where to where a shape reaches along the ranks."""
        frame, outline = self.frame, self.frame.outlines[node]
        if self.lies:
            given = LINE * sum(map(lines_of, frame.given_lines(node)))
            return outline.top, outline.bottom + max(0.0, given) * self.e
        return outline.left, outline.right + max(0.0, frame.given_width(node) - _ASIDE) * self.e

    def _level(self, depth: int) -> float:
        """Return where the line runs that parts the nodes of a depth from those below them."""
        depths = self.frame.depths
        at = [node for node, there in enumerate(depths) if there == depth and not self._is_beyond(node)]
        below = [node for node, there in enumerate(depths) if there == depth + 1]
        bottom = max(map(self._bottom, at))
        if not below:
            return bottom + self.e
        top = min(map(self._top, below))
        has_labels = not self.lies and any(edge_label(self.frame.nodes[node]) for node in below)
        return bottom + max(0.0, (_NEARER if has_labels else _NEAR) * (top - bottom))

    def _bottom(self, node: int) -> float:
        """Return how far a node reaches towards the next rank; the name of a leaf stands there."""
        frame, drawn = self.frame, self.frame.nodes[node]
        if self.lies:
            return frame.outlines[node].middle.x + frame.columns[frame.depths[node]].right
        is_leaf = drawn.shape is NodeShape.LEAF
        return frame.outlines[node].bottom + 1.1 * self.e * is_leaf * (1 + bool(drawn.state))

    def _top(self, node: int) -> float:
        frame, outline = self.frame, self.frame.outlines[node]
        return outline.middle.x - frame.columns[frame.depths[node]].left if self.lies else outline.top

    def _path(self, start: float, stop: float) -> str:
        """Return the line from end to end as the data of an SVG path: level below each stretch, and bent between two of them."""

        def at(along: float, across: float) -> str:
            return f"{place(across)} {place(along)}" if self.lies else f"{place(along)} {place(across)}"

        step, levels = _STEP * self.e, self.levels
        pieces = [f"M{at(start, levels[self.stretches[0].depth])}"]
        for one, other in pairwise(self.stretches):
            if one.depth == other.depth:
                continue
            goes_down = other.depth > one.depth  # beside what is below the one, and the nodes of the other
            before, after = one.under[1] if goes_down else one.high, other.low if goes_down else other.under[0]
            here, there, middle = levels[one.depth], levels[other.depth], (before + after) / 2
            half = min(step, max(abs(after - before) / 2, step / 2))
            bend = f"C{at(middle, here)} {at(middle, there)} {at(middle + half, there)}"
            pieces.append(f"L{at(middle - half, here)}{bend}")
        return "".join([*pieces, f"L{at(stop, levels[self.stretches[-1].depth])}"])

    def _word(self, start: float, stop: float, canvas: Canvas) -> str:
        """Write what the line is at one of its ends: at the left, if the line is not lower there than at the right."""
        e, word, size = self.e, self.diagram.horizon, max(_WORD * self.e, self.frame.scale.small)
        is_right = self.stretches[-1].depth < self.stretches[0].depth
        depth = self.stretches[-is_right].depth
        level = self.levels[depth]
        if self.lies:
            return canvas.text(word, level, stop + 0.9 * e if is_right else start - 0.4 * e, size, "limitword")
        at = self.frame.ranks[depth]
        reaches = [self._reach(node, level, is_right=is_right) for node in at]
        long, y = width(word) * size, level - 0.45 * e
        room = 0.6 * e + long
        x = max(stop, max(reaches) + room) if is_right else min(start, min(reaches) - room)
        notes = [box for box in map(self._notes, at) if box.top < y + 0.25 * size and y - 0.8 * size < box.bottom]
        left = x - long if is_right else x
        if any(box.left < left + long and left < box.right for box in notes):
            x = max(box.right for box in notes) + room if is_right else min(box.left for box in notes) - room
        return canvas.text(word, x, y, size, "limitword", anchor="end" if is_right else "start")

    def _notes(self, node: int) -> Box:
        """Return the box around what is said beside a node."""
        seen = seen_of(self.frame, self.diagram, node, is_best=False)
        return Box(*beside_of(self.frame, seen).box).moved(self.frame.outlines[node].middle)

    def _reach(self, node: int, level: float, *, is_right: bool) -> float:
        """Return how far to one side a node reaches above the line, with what stands beside it and its outermost edge."""
        children = self.frame.children[node]
        edges = [self._span(node)[1] if is_right else left_edge(self.frame, node)]
        for child in children[-1:] if is_right else children[:1]:
            start, end = self.frame.ends(child)
            share = (level - start.y) / ((end.y - start.y) or 1)
            edges.append(start.x + share * (end.x - start.x))
        return max(edges) if is_right else min(edges)


def _around(spans: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return min(low for low, _ in spans), max(high for _, high in spans)


def _levelled(stretches: Sequence[_Stretch]) -> list[_Stretch]:
    """Return the stretches without leaves that the line passes anyway; of deeper leaves between two ends one stretch is made."""
    runs = [(ends, list(run)) for ends, run in groupby(stretches, key=lambda stretch: stretch.ends)]
    levelled: list[_Stretch] = []
    for turn, (ends, run) in enumerate(runs):
        if ends:
            levelled += run
            continue
        beside = [*(runs[turn - 1][1][-1:] if turn else []), *(runs[turn + 1][1][:1] if turn + 1 < len(runs) else [])]
        usual = min((stretch.depth for stretch in beside), default=0)
        deeper = [stretch for stretch in run if stretch.depth > usual]
        if deeper:
            depth = max(stretch.depth for stretch in deeper)
            low, high = deeper[0].low, deeper[-1].high
            levelled.append(_Stretch(low, high, depth, ends=False, under=(low, high)))
    return levelled


# -- the picture of a number line below a tree: the numbers that x can be, and on it sets of them as bars

_NARROWEST, _WIDEST, _ROW, _BAR = 22.0, 44.0, 1.5, 0.3
"""In letters: how wide the line is, how high a row, how thick a bar."""
_LOOKS = {Verdict.CORRECT: "good", Verdict.WRONG: "bad"}


def paint_number_line(line: NumberLine, letter: float, box: tuple[float, float, float, float]) -> Piece:
    """Return the line below a picture that has so far this box, as wide as that within limits."""
    e = letter
    labels = max((width(label_of(row), bold=True) for row in line.rows), default=0.0) * 0.9 * e + e
    wide = min(max(box[2] - box[0] - labels, _NARROWEST * e), _WIDEST * e)
    left, y = (box[0] + box[2] - wide + labels) / 2, box[3] + 1.6 * e
    ruler = _Ruler(line, {number: left + share * wide for number, share in shares_of(line).items()}, e, Canvas())
    rows: list[str] = []
    for row in line.rows:
        rows.append(ruler.row(row, left - 0.9 * e, y))
        y += _ROW * e
    return Piece(tag("g", ruler.axis(left, left + wide, y), *rows, class_="numberline"), ruler.canvas.box)


class _Ruler(NamedTuple):
    """A number line while it is painted: where each marked number stands, and how large its letters are."""

    line: NumberLine
    at: Mapping[Bound, float]
    e: float
    canvas: Canvas

    def row(self, row: Row, right: float, y: float) -> str:
        """Return a set of numbers on the line, its label in front."""
        e, look = self.e, _LOOKS.get(row.verdict, "") if row.verdict else ""
        write = partial(self.canvas.text, y=y + 0.3 * e, size=0.9 * e)
        label = write(label_of(row), right, class_=" ".join(filter(None, ("legend", look, "strong"))), anchor="end")
        spans = [self._bar(span, y) for span in row.spans]
        if not spans:
            spans = [write("none", self.at[float("-inf")] + 0.5 * e, class_="legend", anchor="start")]
        return tag("g", label, *spans, class_=f"span {look}".strip())

    def _bar(self, span: Span, y: float) -> str:
        """Return a bar; at its ends a disc, filled where the end belongs to it, or an arrow where it has none."""
        low, high, radius = self.at[span.low[0]], self.at[span.high[0]], 0.36 * self.e
        self.canvas.reach(low - radius, y - radius, high + radius, y + radius)
        bar = tag("path", class_="spanbar", d=f"M{place(low)} {place(y)}H{place(high)}", stroke_width=_BAR * self.e)
        ends = [
            _arrow(x, y, self.e, to_left=is_low, class_="spanend")
            if isinstance(number, float)
            else tag("circle", class_="spanend in" if has_end else "spanend out", cx=x, cy=y, r=radius)
            for number, x, has_end, is_low in (
                (span.low[0], low, span.has_low, True),
                (span.high[0], high, span.has_high, False),
            )
        ]
        return bar + "".join(ends)

    def axis(self, start: float, stop: float, y: float) -> str:
        """Return the line with its ticks and their numbers, arrows where it goes on, and its name."""
        line, e = self.line, self.e
        goes_on = [isinstance(number, float) for number, _ in (line.low, line.high)]
        left, right = start if goes_on[0] else self.at[line.low[0]], stop if goes_on[1] else self.at[line.high[0]]
        self.canvas.reach(left, y - 0.4 * e, right, y + 0.4 * e)
        pieces = [tag("path", class_="axis", d=f"M{place(left)} {place(y)}H{place(right)}")]
        for is_low, x in ((True, left), (False, right)):
            if goes_on[not is_low]:
                pieces.append(_arrow(x, y, 0.8 * e, to_left=is_low, class_="axisend"))
        written = float("-inf")
        for number, text in marked_on(line):
            x, half = self.at[number], width(text) * 0.45 * e
            pieces.append(tag("path", class_="axis", d=f"M{place(x)} {place(y - 0.3 * e)}V{place(y + 0.3 * e)}"))
            if x - half > written:
                pieces.append(self.canvas.text(text.replace("-", "−"), x, y + 1.3 * e, 0.9 * e, "num"))
                written = x + half + 0.3 * e
        name = f"{line.name} (whole)" if line.has_integers else line.name
        pieces.append(self.canvas.text(name, stop + 0.5 * e, y + 0.3 * e, 0.9 * e, "legend", anchor="start"))
        return "".join(pieces)


def _arrow(x: float, y: float, e: float, *, to_left: bool, class_: str) -> str:
    back = 0.55 * e if to_left else -0.55 * e
    d = f"M{place(x + back)} {place(y - 0.36 * e)}L{place(x)} {place(y)}L{place(x + back)} {place(y + 0.36 * e)}Z"
    return tag("path", class_=f"{class_} in", d=d)


# -- the picture of a diagram: its frame, and on it every node and edge with what is said there

_MOST_PIECES = 4000
_FREE = 0.1
"""How far a tag hangs from lines on its left at least, in letters."""


class Picture(NamedTuple):
    """A drawn tree: its markup, the box around it, what found no room, and where it stands.

    `horizon` and `below` are parts of the markup: the line at the horizon, and the number line below the tree.
    """

    markup: str
    box: tuple[float, float, float, float]
    left_out: tuple[str, ...]
    scale: Scale
    outlines: tuple[Outline, ...]
    horizon: str = ""
    below: str = ""


def picture(diagram: Diagram, view: View) -> Picture:
    """Return the picture of a diagram of any size."""
    frame, canvas, on_page = frame_of(diagram, view), Canvas(), view.on_page
    bold = {node for node, drawn in enumerate(diagram.nodes) if drawn.bold and drawn.stroke is not Stroke.ASTRAY}
    best = frozenset(bold | {0} if bold else bold)
    edges = [_edge(frame, diagram, node) for node, drawn in enumerate(diagram.nodes) if drawn.parent >= 0]
    seen = [seen_of(frame, diagram, node, is_best=node in best) for node in range(len(diagram.nodes))]
    shapes = [_node(frame, one) for one in seen]
    more = [
        _names(frame, diagram, one, shape.left_out) if on_page else "" for one, shape in zip(seen, shapes, strict=True)
    ]
    grouped = [
        _group(
            piece,
            f' transform="translate({place(outline.middle.x)} {place(outline.middle.y)})"{names}',
            marked(drawn.marks) if on_page else "",
        )
        for piece, outline, names, drawn in zip(shapes, frame.outlines, more, diagram.nodes, strict=True)
    ]
    for edge in edges:
        canvas.reach(*edge.box)
    for shape, outline in zip(shapes, frame.outlines, strict=True):
        canvas.reach(*Box(*shape.box).moved(outline.middle))
    limit = paint_horizon(frame, diagram, canvas.box)
    horizon, number_line = "", ""
    if limit is not None:
        canvas.reach(*limit.box)
        horizon = limit.markup
    markup = (
        tag("g", *(_glow(frame, node) for node in sorted(best)), class_="under")
        + tag(
            "g", *(_group(edge, f' data-to="{node}"' * on_page) for node, edge in enumerate(edges, 1)), class_="edges"
        )
        + horizon
        + tag("g", *grouped, class_="nodes")
    )
    if diagram.number_line is not None:
        below = paint_number_line(diagram.number_line, max(frame.scale.letter, frame.scale.small), canvas.box)
        canvas.reach(*below.box)
        number_line = below.markup
    left, top, right, bottom = canvas.box
    pad = 0.4 * frame.scale.letter
    left_out = (*(said for piece in shapes for said in piece.left_out), *frame.unnamed)
    box = (left - pad, top - pad, right + pad, bottom + pad)
    return Picture(markup + number_line, box, left_out, frame.scale, frame.outlines, horizon, number_line)


def _glow(frame: Frame, node: int) -> str:
    return kept(frame, node, lambda: Piece(glow(frame, node), (0, 0, 0, 0))).markup


def _edge(frame: Frame, diagram: Diagram, node: int) -> Piece:
    drawn, cross = diagram.nodes[node], cross_of(frame, diagram, node)
    key = (node, drawn.branch, drawn.cut, drawn.bold, drawn.stroke, cross)
    return kept(frame, key, lambda: paint_edge(frame, node, drawn, cross))


def cross_of(frame: Frame, diagram: Diagram, node: int) -> float | None:
    """Return how far down the edge above a node a cross stands: where a cut is wrong, or a line that a student handed in leaves the right one."""
    drawn, above = diagram.nodes[node], diagram.nodes[diagram.nodes[node].parent]
    parts = drawn.stroke is Stroke.ASTRAY and above.stroke is not Stroke.ASTRAY
    if not (parts or (drawn.cut and drawn.branch.is_wrong)):
        return None
    return cross_share(frame, node, has_tick=drawn.judged is Verdict.CORRECT)


def seen_of(frame: Frame, diagram: Diagram, node: int, *, is_best: bool) -> PlacedNode:
    """Return a node of a picture with what it must know of those around it."""
    seen, before = _alone(frame, diagram, node, is_best=is_best), frame.neighbour(node, -1)
    if frame.view.lies or before is None or not reaches_below(frame, before, diagram.nodes[before]):
        return seen
    notes, far = beside_of(frame, _alone(frame, diagram, before)), frame.outlines[node].middle.x
    return seen._replace(free_from=frame.outlines[before].middle.x + notes.box[2] + _FREE * frame.scale.letter - far)


def _alone(frame: Frame, diagram: Diagram, node: int, *, is_best: bool = False) -> PlacedNode:
    """Return a node of a picture without what the lines of the one before leave free."""
    other = frame.neighbour(node, 1)
    is_near_mark = other is not None and diagram.nodes[other].judged is not None
    cuts = tuple(child for child in frame.children[node] if diagram.nodes[child].cut)
    return PlacedNode(node, diagram.nodes[node], is_best, is_near_mark, float("-inf"), cuts)


def _node(frame: Frame, seen: PlacedNode) -> Piece:
    return kept(frame, ("node", *_look(seen)), lambda: paint_node(frame, seen))


def _look(seen: PlacedNode) -> tuple[object, ...]:
    """Return all that a node's looks depend on in its frame."""
    drawn = seen.drawn
    said = (drawn.value, drawn.number, drawn.window, drawn.remarks, drawn.branch, drawn.share, drawn.bars)
    given = (drawn.is_horizon, drawn.static, drawn.shrinks, drawn.verdict, drawn.is_changed)
    return (seen.node, *seen[2:], *said, *given)


def beside_of(frame: Frame, seen: PlacedNode) -> Piece:
    """Return what stands beside a node, without the node, seen from its middle."""

    def paint() -> Piece:
        beside = SideNotes(frame, seen)
        return Piece("".join(beside.pieces()), beside.canvas.box, tuple(beside.left_out))

    return kept(frame, ("beside", *_look(seen)), paint)


def _group(piece: Piece, more: str = "", marks: str = "") -> str:
    return f'<g class="{piece.css}"{more}>{piece.markup}{marks}</g>'


def _names(frame: Frame, diagram: Diagram, seen: PlacedNode, left_out: Sequence[str]) -> str:
    """Return the attributes by which a page's script and screen readers know a node."""
    parent = frame.parents[seen.node]
    named = escape(spoken_name(frame, diagram, seen.node, left_out))
    up = f' data-up="{parent}"' * (parent >= 0)
    return f' data-node="{seen.node}"{up} role="img" aria-label="{named}"'


def spoken_name(frame: Frame, diagram: Diagram, node: int, left_out: Sequence[str]) -> str:
    """Return how screen readers name a node, and what found no room beside it."""
    drawn = diagram.nodes[node]
    name = node_name(frame.nodes, node, frame.children, drawn, diagram.line, diagram.voice)
    if left_out and not frame.view.is_live:  # what a script fills in is named by it
        name += f"; not shown here: {', '.join(said.removeprefix(f'{drawn.id}: ') for said in left_out)}"
    return printable(name, len(name))


def kept(frame: Frame, key: object, paint: Callable[[], Piece]) -> Piece:
    """Return a piece of the frame, painted when it is first asked for."""
    found = frame.pieces.get(key)
    if found is None:
        if len(frame.pieces) >= _MOST_PIECES:
            frame.pieces.clear()
        found = frame.pieces[key] = paint()
    return found
