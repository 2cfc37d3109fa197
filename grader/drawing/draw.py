"""Drawings as SVG, PNG and PDF: one picture, laid out once for each shape of a tree, in process, so no `dot` need be installed.

The same diagram gives the same bytes everywhere: text is measured by a table and painted with the fonts that the program ships, and
whatever carries a time or a version is taken out.
"""

from __future__ import annotations

import re

from grader.diagram import Diagram
from grader.drawing import svg as _svg
from grader.drawing.glyphs import missing_letters
from grader.errors import Fault, GradingError
from grader.printable import printable
from grader.resources import resource

MOST_NODES = 300
_DOTS = 144 / 96
_LARGEST_PNG = 8000
"""Pixels on the longer side; a larger drawing is scaled down."""
FONTS = ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "DejaVuSans.ttf")


_SIZE = re.compile(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"')


class TooLarge(GradingError):
    """A tree that cannot usefully be drawn."""


def svg(diagram: Diagram) -> str:
    """Return the drawing as a standalone SVG document. Raises TooLarge."""
    return _svg.standalone(_drawable(diagram))


def printed_svg(diagram: Diagram) -> str:
    """Return the tree alone as an SVG document for paper: no title, no legend, no colours for the dark. Raises TooLarge."""
    return _svg.standalone(_drawable(diagram), has_dark=False, has_caption=False)


def left_out(diagram: Diagram) -> tuple[str, ...]:
    """Return what found no room in the drawing; one with a caption says it there."""
    return _svg.left_out(_drawable(diagram))


def inline_svg(
    diagram: Diagram, id_prefix: str, *, lies: bool = False, live: bool = False, for_fingers: bool = False
) -> str:
    """Return the tree as an SVG element for a page that has `style.tree_css`; its ids start with the prefix. Raises TooLarge.

    `lies`: the tree lies down, its root at the left, for narrow windows. `live`: a script fills it in, so every node has its
    place for number and window, and every edge its bars. `for_fingers`: shapes are large enough to be filled in, and those of a lying tree
    so far apart that each can be touched.
    """
    return _svg.inline_svg(_drawable(diagram), id_prefix, lies=lies, is_live=live, for_fingers=for_fingers)


def png(diagram: Diagram) -> bytes:
    """Return the drawing as a PNG image, 144 dots an inch; a very large one is scaled down. Raises TooLarge."""
    import resvg_py

    text = _svg.standalone(_drawable(diagram), has_dark=False)
    wide, high = size_of(text)
    zoom = min(_DOTS, _LARGEST_PNG / max(wide, high))
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


def pdf(diagram: Diagram) -> bytes:
    """Return the drawing as a PDF document of one page, as vectors. Raises TooLarge."""
    from grader.drawing.pdf import pdf_of

    return pdf_of(_svg.standalone(_drawable(diagram), has_dark=False, for_pdf=True))


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


def pieces(diagram: Diagram) -> list[Diagram]:
    """Return the diagram, or where it is too wide for a page an overview and then the subtrees, each as a drawing of its own."""
    from grader.drawing.split import split

    return split(diagram) if len(diagram.nodes) <= MOST_NODES else [diagram]


def _drawable(diagram: Diagram) -> Diagram:
    if len(diagram.nodes) > MOST_NODES:
        message = f"a tree of {len(diagram.nodes):,} nodes is too large to be drawn, expected at most {MOST_NODES}"
        raise TooLarge([Fault(message)])
    return diagram
