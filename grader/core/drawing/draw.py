"""Drawings as SVG, PNG and PDF: one picture, laid out once for each shape of a tree, in process, so no `dot` need be installed.

The same diagram gives the same bytes everywhere: text is measured by a table and painted with the fonts that the program ships, and
whatever carries a time or a version is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from grader.core.drawing import legend
from grader.core.drawing.canvas import Canvas, classes_in, literal_css, marked, place, shown, tag
from grader.core.drawing.diagram import Diagram, DiagramNode, NotDrawn, Remark
from grader.core.drawing.frame import Piece
from grader.core.drawing.grid import grid_svg
from grader.core.drawing.labels import Box
from grader.core.drawing.layout import View
from grader.core.drawing.outline import children_of, not_shown, outline, spoken
from grader.core.drawing.picture import Picture, picture
from grader.core.drawing.scale import fold, is_too_wide, leaf_count, shorten, width
from grader.core.drawing.tags import STATES
from grader.core.errors import Fault
from grader.core.lazy import MadeOf
from grader.core.resources import resource
from grader.core.text import printable

MOST_NODES = 300
NAMESPACE = "http://www.w3.org/2000/svg"
_LONGEST_TITLE = 125
_TITLE, _TEXT, _LINE = 14.0, 12.0, 17.0
_NARROWEST = 420.0
_CORNER_FROM = 28
"""From so many leaves on the legend moves into a free corner of the drawing: its width is needed, its height not."""
_BETWEEN = 22.0
_ASIDE = 8.0  # other fonts than the measured ones are a little wider
_SMALL = 12


_PICTURES: MadeOf[Picture] = MadeOf(4)  # a file, a sheet and a page show the same tree


class TooLarge(NotDrawn):
    """A tree that cannot usefully be drawn."""


def _pictured(diagram: Diagram, view: View) -> Picture:
    if len(diagram.nodes) > MOST_NODES:
        message = f"a tree of {len(diagram.nodes):,} nodes is too large to be drawn, expected at most {MOST_NODES}"
        raise TooLarge([Fault(message)])
    view = view._replace(has_rings=diagram.has_rings)
    return _PICTURES.get_or_make(diagram, view, lambda: picture(diagram, view))


def left_out(diagram: Diagram, *, lies: bool = False) -> tuple[str, ...]:
    """Return what found no room in the drawing; one with a caption says it there. Raises TooLarge."""
    return _pictured(diagram, View(lies)).left_out


def inline_svg(
    diagram: Diagram, id_prefix: str, *, lies: bool = False, live: bool = False, for_fingers: bool = False
) -> str:
    """Return the tree alone as an SVG element for a page that has `canvas.tree_css`; its ids start with the prefix. Raises TooLarge.

    `lies`: the tree lies down, its root at the left, for narrow windows. `live`: a script fills it in, so every node has its
    place for number and window, and every edge its bars. `for_fingers`: shapes are large enough to be filled in, and those of a lying tree
    so far apart that each can be touched.
    """
    if diagram.cells is not None:
        return grid_svg(diagram, diagram.cells, id_prefix, _title(diagram), lies=lies)
    drawn = _pictured(diagram, View(lies, live, on_page=True, for_fingers=for_fingers))
    left, top, right, bottom = drawn.box
    wide, high = place(right - left), place(bottom - top)
    return tag(
        "svg",
        tag("title", shown(_title(diagram)), id=f"{id_prefix}title"),
        marked(diagram.marks),
        drawn.markup,
        xmlns=NAMESPACE,
        class_=_class(drawn, "tall" if lies else "wide"),
        viewBox=f"{place(left)} {place(top)} {wide} {high}",
        width=wide,
        height=high,
        role="group",
        aria_labelledby=f"{id_prefix}title",
    )


def printed_svg(diagram: Diagram, *, lies: bool = False) -> str:
    """Return the tree alone as an SVG document for paper: no title, no legend, no colours for the dark. Raises TooLarge."""
    return svg(diagram, has_dark=False, has_caption=False, lies=lies)


class Written(NamedTuple):
    """How a drawing is written: whether its title and its legend stand with it, and how many dots of a PNG a unit is."""

    has_title: bool = True
    has_legend: bool = True
    scale: int = 2


def svg(
    diagram: Diagram,
    written: Written = Written(),
    *,
    has_dark: bool = True,
    for_pdf: bool = False,
    has_caption: bool = True,
    lies: bool = False,
) -> str:
    """Return the drawing as an SVG document: the tree, and with its caption title, facts and legend below it or in a free corner. Raises TooLarge.

    `lies`: the tree lies down, its root at the left.
    """
    drawn = _pictured(diagram, View(lies))
    caption = Canvas()
    box = Box(*drawn.box)
    under = _caption(diagram, drawn, box, caption, written) if has_caption else ""
    left, top = min(box.left, caption.left), min(box.top, caption.top)
    right, bottom = max(box.right, caption.right + _ASIDE), max(box.bottom, caption.bottom + _ASIDE / 2)
    title, desc = descriptions(diagram)
    used = classes_in(drawn.markup + under) | {"paper", *_class(drawn).split()}
    wide, high = place(right - left), place(bottom - top)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + tag(
            "svg",
            tag("title", shown(title), id="tree-title"),
            tag("desc", escape(desc), id="tree-desc"),
            tag("style", literal_css(used, has_dark=has_dark, for_pdf=for_pdf)),
            tag("rect", class_="paper", x=left, y=top, width=right - left, height=bottom - top),
            drawn.markup,
            under,
            xmlns=NAMESPACE,
            class_=_class(drawn),
            viewBox=f"{place(left)} {place(top)} {wide} {high}",
            width=wide,
            height=high,
            role="img",
            aria_labelledby="tree-title",
            aria_describedby="tree-desc",
        )
        + "\n"
    )


def descriptions(diagram: Diagram) -> tuple[str, str]:
    """Return the title and the long description of a drawing."""
    return _title(diagram), "\n".join(printable(line, len(line)) for line in outline(diagram))


def _title(diagram: Diagram) -> str:
    return shorten(printable(f"Game tree: {diagram.title}", 1000), _LONGEST_TITLE)


def _class(drawn: Picture, *more: str) -> str:
    return " ".join(("tree", *more, *(["many"] if drawn.scale.letter < _SMALL else [])))


def _caption(diagram: Diagram, drawn: Picture, box: Box, canvas: Canvas, written: Written) -> str:
    """Return title, facts, legend and what found no room beside its node."""
    wide = max(box.right - box.left, _NARROWEST)
    left, y = box.left + 6, box.bottom + _LINE
    pieces = []
    for line in fold(diagram.title if written.has_title else "", round(wide / (0.56 * _TITLE))):
        pieces.append(canvas.text(line, left, y, _TITLE, "strong", anchor="start"))
        y += _LINE + 2
    for fact in diagram.facts:
        aside = 18 if fact.verdict else 0
        pieces.append(legend.sign(STATES[fact.verdict], left + 6, y - 4) if fact.verdict else "")
        for line in fold(spoken(fact, diagram.voice), round(wide / (0.52 * _TEXT))):
            pieces.append(canvas.text(line, left + aside, y, _TEXT, "fact", anchor="start"))
            y += _LINE
    items = tuple(legend.legend(diagram)) if written.has_legend else ()
    corner = _corner(diagram, drawn, box, items)
    signs = _column(items, *corner) if corner is not None else _flow(items, left, y, wide)
    pieces.append(signs.markup)
    canvas.reach(*signs.box)
    if corner is None:
        y = signs.box[3] + 14
    for line in fold(not_shown(drawn.left_out), round(wide / (0.5 * _TEXT))):
        pieces.append(canvas.text(line, left, y, 11, "legend", anchor="start"))
        y += _LINE - 2
    canvas.reach(box.left, box.bottom, box.left + 1, y - 4)
    return tag("g", *pieces, class_="caption")


def _width_of(item: legend.Item) -> float:
    return 2 * item.half_width + 6 + width(item.words) * _TEXT


@lru_cache(maxsize=256)
def _flow(items: tuple[legend.Item, ...], left: float, top: float, wide: float) -> Piece:
    """Return the items in rows that are at most so wide."""
    canvas, pieces = Canvas(), []
    x, y = left, top + 4
    for item in items:
        if x > left and x - left + _width_of(item) > wide - 12:
            x, y = left, y + legend.HIGH
        pieces.append(_item(item, x, y, canvas))
        x += _width_of(item) + _BETWEEN
    return Piece("".join(pieces), canvas.box if items else (left, top, left, top - 14))


@lru_cache(maxsize=256)
def _column(items: tuple[legend.Item, ...], left: float, top: float) -> Piece:
    canvas = Canvas()
    rows = [_item(item, left, top + (row + 0.5) * legend.HIGH, canvas) for row, item in enumerate(items)]
    return Piece("".join(rows), canvas.box)


def _item(item: legend.Item, x: float, y: float, canvas: Canvas) -> str:
    middle = x + item.half_width
    canvas.reach(x, y - legend.HIGH / 2, x, y + legend.HIGH / 2)
    words = canvas.text(item.words, middle + item.half_width + 6, y + 4, _TEXT, "legend", anchor="start")
    return tag("g", item.picture, class_="key", transform=f"translate({place(middle)} {place(y)})") + words


def _corner(diagram: Diagram, drawn: Picture, box: Box, items: tuple[legend.Item, ...]) -> tuple[float, float] | None:
    """Return where the legend stands in the top left or right corner, if it touches neither a node nor an edge there."""
    if leaf_count(diagram) < _CORNER_FROM or not items:
        return None
    wide, high = max(map(_width_of, items)), legend.HIGH * len(items)
    for left in (box.left + 6, box.right - wide - 6):
        if not any(
            _touches(diagram, drawn, node, Box(left, box.top, left + wide, box.top + high + 8))
            for node in range(len(diagram.nodes))
        ):
            return left, box.top + 4
    return None


def _touches(diagram: Diagram, drawn: Picture, node: int, box: Box) -> bool:
    """Return whether a node, what is beside it, or the edge above it comes into a box."""
    there, aside = drawn.outlines[node], 3.5 * drawn.scale.letter
    (x, y), high = there.middle, there.half_height + 0.5 * drawn.scale.letter
    if x - there.half_width - 6 < box.right and x + there.half_width + aside > box.left and y - high < box.bottom:
        return True
    parent = diagram.nodes[node].parent
    if parent < 0:
        return False
    start = drawn.outlines[parent].middle
    if max(start.x, x) < box.left or min(start.x, x) > box.right:
        return False
    edge = box.right if abs(start.x - box.right) < abs(start.x - box.left) else box.left  # the nearer side of the box
    inside = min(max(edge, min(start.x, x)), max(start.x, x))
    share = (inside - start.x) / (x - start.x) if x != start.x else 1
    return start.y + share * (y - start.y) < box.bottom + 8


# -- a tree that is too wide for a page in several drawings: an overview down to where it branches, then each subtree


def pieces(diagram: Diagram) -> list[Diagram]:
    """Return the diagram, or where it is too wide for a page an overview and then the subtrees, each as a drawing of its own.

    In an overview each subtree that has a drawing of its own says which one it is. One that is too large to be drawn stays whole.
    """
    if len(diagram.nodes) > MOST_NODES:
        return [diagram]
    drawings: list[Diagram] = []
    waiting = [diagram]
    while waiting:
        one = waiting.pop(0)
        children = children_of(one)
        place = len(drawings) + 1 + len(waiting)
        cut = _subtrees(one, children) if is_too_wide(one) else []
        drawings.append(_overview(one, cut, place) if cut else one)
        waiting += [_below(one, node, children, f"{diagram.title}: below {one.nodes[node].id}") for node in cut]
    return drawings


def _subtrees(diagram: Diagram, children: Sequence[Sequence[int]]) -> list[int]:
    """Return the inner nodes below the first that branches; none where all its children are leaves."""
    node = 0
    while len(children[node]) == 1:
        node = children[node][0]
    return [child for child in children[node] if children[child]]


def _overview(diagram: Diagram, cut: Sequence[int], place: int) -> Diagram:
    """Return the tree without what hangs below the nodes, which say in which drawing that is."""
    number = {node: place + turn for turn, node in enumerate(cut, 1)}
    kept: list[int] = []
    for node, drawn in enumerate(diagram.nodes):
        if drawn.parent < 0 or (drawn.parent in kept and drawn.parent not in number):
            kept.append(node)
    nodes = _renumbered(diagram, kept)
    return diagram._replace(
        nodes=tuple(
            drawn._replace(remarks=(*drawn.remarks, Remark(f"drawing {number[node]}"))) if node in number else drawn
            for node, drawn in zip(kept, nodes, strict=True)
        )
    )


def _below(diagram: Diagram, root: int, children: Sequence[Sequence[int]], title: str) -> Diagram:
    """Return the subtree of a node as a diagram of its own."""
    kept = [root]
    for node in kept:
        kept += children[node]
    nodes = _renumbered(diagram, sorted(kept))
    first = nodes[0]._replace(move="", probability="", cut=False, bold=False)
    return diagram._replace(title=title, nodes=(first, *nodes[1:]), facts=())


def _renumbered(diagram: Diagram, kept: Sequence[int]) -> list[DiagramNode]:
    """Return these nodes with their parents' new places."""
    places = {node: place for place, node in enumerate(kept)}
    return [diagram.nodes[node]._replace(parent=places.get(diagram.nodes[node].parent, -1)) for node in kept]


# -- a drawing as PNG and PDF

_LARGEST_PNG = 8000
"""Pixels on the longer side; a larger drawing is scaled down."""
FONTS = ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "DejaVuSans.ttf")
_SIZE = re.compile(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"')


def png(diagram: Diagram, written: Written = Written()) -> bytes:
    """Return the drawing as a PNG image; a very large one is scaled down. Raises TooLarge."""
    import resvg_py

    text = _TWO_SCRIPTS.sub(partial(_as_seen, is_turned=False), svg(diagram, written, has_dark=False))
    wide, high = size_of(text)
    zoom = min(written.scale, _LARGEST_PNG / max(wide, high))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=[str(resource("fonts") / font) for font in FONTS],
            font_family="Liberation Sans",
            sans_serif_family="Liberation Sans",
        )
    )


def pdf(diagram: Diagram, written: Written = Written()) -> bytes:
    """Return the drawing as a PDF document of one page, as vectors. Raises TooLarge."""
    return pdf_of(svg(diagram, written, has_dark=False, for_pdf=True))


def size_of(text: str) -> tuple[float, float]:
    """Return width and height of an SVG document of ours."""
    found = _SIZE.search(text)
    return (float(found[1]), float(found[2])) if found else (0, 0)


def missing_glyphs(diagram: Diagram) -> str:
    """Return the letters of the diagram that PNG and PDF show as empty boxes: the shipped fonts have them not.

    SVG and HTML use the fonts of their reader.
    """
    texts = [
        diagram.title,
        *(text for node in diagram.nodes for text in (node.id, node.move, node.state, *node.features)),
    ]
    remarks = (*diagram.facts, *(remark for node in diagram.nodes for remark in node.said))
    texts += [text for remark in remarks for text in (remark.text, remark.expected)]
    return missing_letters(
        printable("".join(texts), sum(map(len, texts))), [resource("fonts") / font for font in FONTS]
    )


_TWO_SCRIPTS = re.compile("(?<=>)(?=[^<>]*[\u0590-\u05ff\ufb1d-\ufb4f])[^<>]*[\u0600-\u08ff][^<>]*(?=<)")
"""Text with Hebrew and Arabic letters: resvg joins the Arabic ones only where they stand alone."""
_RIGHT_TO_LEFT = re.compile("(?<=>)[^<>]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff][^<>]*(?=<)")


def pdf_of(svg: str) -> bytes:
    """Return the drawing as a PDF document; the same bytes for the same drawing."""
    from reportlab.graphics.renderPDF import draw
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    _register_fonts()
    drawing = svg2rlg(BytesIO(_RIGHT_TO_LEFT.sub(_as_seen, svg).encode()))
    if drawing is None:
        raise ValueError("svglib could not read the drawing")
    content = BytesIO()
    canvas = Canvas(content, pagesize=(drawing.width, drawing.height), invariant=True)
    draw(drawing, canvas, 0, 0)
    canvas.save()
    return content.getvalue()


def _as_seen(text: re.Match[str], *, is_turned: bool = True) -> str:
    """Return a text that holds right-to-left letters as it is seen, from the left: reportlab writes letters in the order given."""
    from arabic_reshaper import reshape
    from bidi import get_display

    joined: str = reshape(text[0])
    return get_display(joined) if is_turned else joined


@cache
def _register_fonts() -> None:
    from svglib.fonts import register_font

    fonts = resource("fonts")
    register_font("Liberation Sans", str(fonts / "LiberationSans-Regular.ttf"))
    register_font("Liberation Sans", str(fonts / "LiberationSans-Bold.ttf"), weight="bold")
    for weight in ("normal", "bold"):
        register_font("DejaVu Sans", str(fonts / "DejaVuSans.ttf"), weight=weight)


# -- which letters the shipped fonts have


def missing_letters(text: str, fonts: Iterable[Path]) -> str:
    """Return the letters of the text that none of the fonts has, each once, in the order of Unicode."""
    foreign = {letter for letter in text if not letter.isascii()}
    for font in fonts if foreign else ():
        foreign = {letter for letter in foreign if ord(letter) not in _letters(font)}
    return "".join(sorted(foreign))


@cache
def _letters(font: Path) -> frozenset[int]:
    """Return the code points of the letters that the font has."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    return frozenset(TTFontFile(str(font)).charToGlyph)
