"""The picture of a number line below a tree: the numbers that x can be, and on it sets of them as bars."""

from __future__ import annotations

from collections.abc import Mapping

from grader.diagram import NumberLine, Row, Span
from grader.drawing.canvas import Canvas, tag
from grader.drawing.frame import Piece
from grader.drawing.line_text import label_of, marked_on, shares_of
from grader.drawing.measure import width
from grader.drawing.shapes import place
from grader.exact import Bound
from grader.marks.reports import Verdict

_NARROWEST, _WIDEST, _ROW, _BAR = 22.0, 44.0, 1.5, 0.3
"""In letters: how wide the line is, how high a row, how thick a bar."""
_LOOKS = {Verdict.CORRECT: "good", Verdict.WRONG: "bad"}


def paint_number_line(line: NumberLine, letter: float, box: tuple[float, float, float, float]) -> Piece:
    """Return the line below a picture that has so far this box, as wide as that within limits."""
    canvas, e = Canvas(), letter
    labels = max((width(label_of(row), bold=True) for row in line.rows), default=0.0) * 0.9 * e + e
    wide = min(max(box[2] - box[0] - labels, _NARROWEST * e), _WIDEST * e)
    left = (box[0] + box[2] - wide + labels) / 2
    top = box[3] + 1.6 * e
    shares = {number: left + share * wide for number, share in shares_of(line).items()}
    y = top
    rows: list[str] = []
    for row in line.rows:
        rows.append(_row(canvas, row, shares, left - 0.9 * e, y, e))
        y += _ROW * e
    axis = _axis(canvas, line, shares, (left, left + wide), y, e)
    return Piece(tag("g", axis, *rows, class_="numberline"), canvas.box)


def _row(canvas: Canvas, row: Row, shares: Mapping[Bound, float], right: float, y: float, e: float) -> str:
    look = _LOOKS.get(row.verdict, "") if row.verdict else ""
    label = canvas.text(
        label_of(row), right, y + 0.3 * e, 0.9 * e, f"legend {look} strong".replace("  ", " "), anchor="end"
    )
    spans = [_span(canvas, span, shares, y, e) for span in row.spans]
    if not spans:
        spans = [canvas.text("none", shares[float("-inf")] + 0.5 * e, y + 0.3 * e, 0.9 * e, "legend", anchor="start")]
    return tag("g", label, *spans, class_=f"span {look}".strip())


def _span(canvas: Canvas, span: Span, shares: Mapping[Bound, float], y: float, e: float) -> str:
    """Return a bar; at its ends a disc, filled where the end belongs to it, or an arrow where it has none."""
    low, high, radius = shares[span.low[0]], shares[span.high[0]], 0.36 * e
    canvas.reach(low - radius, y - radius, high + radius, y + radius)
    bar = tag("path", class_="spanbar", d=f"M{place(low)} {place(y)}H{place(high)}", stroke_width=_BAR * e)
    ends = [
        _arrow(x, y, e, to_left=is_low, class_="spanend")
        if isinstance(number, float)
        else tag("circle", class_="spanend in" if has_end else "spanend out", cx=x, cy=y, r=radius)
        for number, x, has_end, is_low in (
            (span.low[0], low, span.has_low, True),
            (span.high[0], high, span.has_high, False),
        )
    ]
    return bar + "".join(ends)


def _arrow(x: float, y: float, e: float, *, to_left: bool, class_: str) -> str:
    back = 0.55 * e if to_left else -0.55 * e
    d = f"M{place(x + back)} {place(y - 0.36 * e)}L{place(x)} {place(y)}L{place(x + back)} {place(y + 0.36 * e)}Z"
    return tag("path", class_=f"{class_} in", d=d)


def _axis(
    canvas: Canvas, line: NumberLine, shares: Mapping[Bound, float], ends: tuple[float, float], y: float, e: float
) -> str:
    """Return the line with its ticks and their numbers, arrows where it goes on, and its name."""
    left = ends[0] if isinstance(line.low[0], float) else shares[line.low[0]]
    right = ends[1] if isinstance(line.high[0], float) else shares[line.high[0]]
    canvas.reach(left, y - 0.4 * e, right, y + 0.4 * e)
    pieces = [tag("path", class_="axis", d=f"M{place(left)} {place(y)}H{place(right)}")]
    if isinstance(line.low[0], float):
        pieces.append(_arrow(left, y, 0.8 * e, to_left=True, class_="axisend"))
    if isinstance(line.high[0], float):
        pieces.append(_arrow(right, y, 0.8 * e, to_left=False, class_="axisend"))
    written = float("-inf")
    for number, text in marked_on(line):
        x, half = shares[number], width(text) * 0.45 * e
        pieces.append(tag("path", class_="axis", d=f"M{place(x)} {place(y - 0.3 * e)}V{place(y + 0.3 * e)}"))
        if x - half > written:
            pieces.append(canvas.text(text.replace("-", "−"), x, y + 1.3 * e, 0.9 * e, "num"))
            written = x + half + 0.3 * e
    pieces.append(canvas.text(_name(line), ends[1] + 0.5 * e, y + 0.3 * e, 0.9 * e, "legend", anchor="start"))
    return "".join(pieces)


def _name(line: NumberLine) -> str:
    return f"{line.name} (whole)" if line.has_integers else line.name
