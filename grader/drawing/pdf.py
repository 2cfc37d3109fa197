"""An SVG document of ours as a PDF of one page, as vectors with the shipped fonts.

By svglib and reportlab, which read the style sheets that our drawings use and need no library of the system.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

from grader.resources import resource

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


def _as_seen(text: re.Match[str]) -> str:
    """Return a text that holds right-to-left letters as it is seen, from the left: reportlab writes letters in the order given."""
    from arabic_reshaper import reshape
    from bidi import get_display

    seen: str = get_display(reshape(text[0]))
    return seen


@cache
def _register_fonts() -> None:
    from svglib.fonts import register_font

    fonts = resource("fonts")
    register_font("Liberation Sans", str(fonts / "LiberationSans-Regular.ttf"))
    register_font("Liberation Sans", str(fonts / "LiberationSans-Bold.ttf"), weight="bold")
    for weight in ("normal", "bold"):
        register_font("DejaVu Sans", str(fonts / "DejaVuSans.ttf"), weight=weight)
