"""Bar charts as SVG, for class reports: rectangles and text, built as XML so that nothing in them can become markup.

No plotting library: one would cost more start-up time than the whole program, bring its own fonts and write another SVG
with each of its versions, and no title or description for those who cannot see it. Bars are dark on white, filled
or outlined, with their numbers beside them: nothing depends on colour.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.drawing.widths import shorten

WIDTH = 420
_INK, _FILL, _LINE = "#000000", "#00508A", "#767676"
_ROW, _BAR, _TOP = 42, 14, 8
_VALUE = 64  # kept free at the right, for the number behind a bar
_HIGH, _BELOW, _ABOVE, _SLOT = 150, 34, 22, 42
_LONGEST_LABEL = 44


class Bar(NamedTuple):
    """One bar: its label, the number behind it in words, and its length as a share of the chart.

    `solid` is the share that is filled; the rest of the length is an outline.
    """

    label: str
    text: str
    length: Fraction
    solid: Fraction


def bar_chart(bars: Sequence[Bar], title: str, words: str, id_prefix: str) -> str:
    """Return a chart of lying bars, each below its label, on tracks that reach to 100 per cent."""
    root = _svg(len(bars) * _ROW + _TOP, title, words, id_prefix)
    room = WIDTH - _VALUE
    for row, bar in enumerate(bars):
        y = _TOP + row * _ROW
        _text(root, 0, y + 12, shorten(bar.label, _LONGEST_LABEL))
        _rect(root, 0, y + 18, room, _BAR, fill="#FFFFFF", stroke=_LINE, stroke_dasharray="1 3")
        if bar.length:
            _rect(root, 0, y + 18, _within(bar.length) * room, _BAR, fill="#FFFFFF", stroke=_FILL)
        if bar.solid:
            _rect(root, 0, y + 18, _within(bar.solid) * room, _BAR, fill=_FILL, stroke=_FILL)
        _text(root, room + 8, y + 18 + _BAR - 2, bar.text)
    return ET.tostring(root, encoding="unicode")


def histogram(counts: Sequence[int], labels: Sequence[str], axis: str, title: str, words: str, id_prefix: str) -> str:
    """Return a chart of standing bars, each with its number above and its label below."""
    base = _ABOVE + _HIGH
    root = _svg(base + _BELOW, title, words, id_prefix)
    most = max(1, *counts)
    for place, (number, label) in enumerate(zip(counts, labels, strict=True)):
        x = place * _SLOT
        height = Fraction(_HIGH * number, most)
        if number:
            _rect(root, x + 4, base - height, _SLOT - 8, height, fill=_FILL, stroke=_FILL)
        _text(root, x + _SLOT // 2, base - height - 6, str(number), text_anchor="middle")
        _text(root, x + _SLOT // 2, base + 15, label, text_anchor="middle", font_size="11")
    _element(root, "line", x1="0", y1=str(base), x2=str(WIDTH), y2=str(base), stroke=_INK)
    _text(root, WIDTH // 2, base + 31, axis, text_anchor="middle")
    return ET.tostring(root, encoding="unicode")


def _svg(height: int, title: str, words: str, id_prefix: str) -> ET.Element:
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"-1 0 {WIDTH + 2} {height}",
        "width": str(WIDTH + 2),
        "height": str(height),
        "role": "img",
        "aria-labelledby": f"{id_prefix}-title",
        "aria-describedby": f"{id_prefix}-desc",
        "font-family": "system-ui, DejaVu Sans, Verdana, sans-serif",
        "font-size": "13",
        "fill": _INK,
    }
    root = ET.Element("svg", attributes)
    _element(root, "title", id=f"{id_prefix}-title").text = title
    _element(root, "desc", id=f"{id_prefix}-desc").text = words
    return root


def _element(parent: ET.Element, tag: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, tag, {name.replace("_", "-"): value for name, value in attributes.items()})


def _text(root: ET.Element, x: Fraction | int, y: Fraction | int, text: str, **attributes: str) -> None:
    _element(root, "text", x=_place(x), y=_place(y), **attributes).text = text


def _rect(
    root: ET.Element, x: Fraction | int, y: Fraction | int, width: Fraction | int, height: Fraction | int, **paint: str
) -> None:
    _element(root, "rect", x=_place(x), y=_place(y), width=_place(width), height=_place(height), **paint)


def _place(number: Fraction | int) -> str:
    """Return a coordinate with at most one decimal, the same on every machine."""
    tenths = round(number * 10)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


def _within(share: Fraction) -> Fraction:
    """Return the share, or 1 where marks by hand have taken it beyond."""
    return min(share, Fraction(1))
