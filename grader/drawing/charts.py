"""The histogram of a class report as SVG: rectangles and text, built as XML so that nothing in them can become markup.

No plotting library: one would cost more start-up time than the whole program, bring its own fonts and write another SVG
with each of its versions. Its own colours give way to those of the page's style sheet; every bar has its number above it, so nothing
depends on them.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction

WIDTH = 420
_ANCHORS = {"start": "start", "end": "end"}
_HIGH, _ABOVE, _BELOW, _GAP = 100, 36, 24, 4


def histogram(counts: Sequence[int], ticks: Sequence[str], mean: tuple[Fraction, str], label: str) -> str:
    """Return a chart of standing bars, each with its number above.

    `ticks` stand below the borders of the bars, empty ones are left out; `mean` is a share of the chart's width with what
    is written there, `label` says it all to those who cannot see it.
    """
    base = _ABOVE + _HIGH
    attributes = {"xmlns": "http://www.w3.org/2000/svg", "class": "histogram", "role": "img", "aria-label": label}
    attributes["font-size"] = "12"
    root = ET.Element("svg", {**attributes, "viewBox": f"-20 0 {WIDTH + 40} {base + _BELOW}"})
    x = min(max(mean[0], Fraction(0)), Fraction(1)) * WIDTH
    _line(root, "mean", x, 4, x, base)
    slot, most = Fraction(WIDTH, len(counts)), max(1, *counts)
    for place, number in enumerate(counts):
        if number:
            height = Fraction(_HIGH * number, most)
            _rect(root, place * slot + Fraction(_GAP, 2), base - height, slot - _GAP, height)
            _text(root, (place + Fraction(1, 2)) * slot, base - height - 5, f"{number:,}", "count")
    for place, tick in enumerate(ticks):
        _text(root, place * slot, base + 17, tick, "at")
    _line(root, "axis", 0, base, WIDTH, base)
    _text(
        root, x + (5 if mean[0] < Fraction(2, 3) else -5), 12, mean[1], "start" if mean[0] < Fraction(2, 3) else "end"
    )
    return ET.tostring(root, encoding="unicode")


def _text(root: ET.Element, x: Fraction, y: Fraction | int, text: str, sort: str) -> None:
    if text:
        ET.SubElement(
            root, "text", {"x": _place(x), "y": _place(y), "class": sort, "text-anchor": _ANCHORS.get(sort, "middle")}
        ).text = text


def _rect(root: ET.Element, x: Fraction, y: Fraction, width: Fraction, height: Fraction) -> None:
    named = {"x": x, "y": y, "width": width, "height": height}
    ET.SubElement(root, "rect", {name: _place(number) for name, number in named.items()} | {"fill": "#00609a"})


def _line(root: ET.Element, sort: str, x1: Fraction | int, y1: int, x2: Fraction | int, y2: int) -> None:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    ET.SubElement(
        root, "line", {"class": sort, "stroke": "#1a1c20"} | {name: _place(number) for name, number in ends.items()}
    )


def _place(number: Fraction | int) -> str:
    """Return a coordinate with at most one decimal, the same on every machine."""
    tenths = round(number * 10)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
