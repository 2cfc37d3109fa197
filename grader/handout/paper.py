"""How a statement is laid out on paper: upright, across, or across with the tree as text beside a drawing too wide to read.

All lengths are points. The page is what A4 and US Letter have in common within margins of 12 mm or less, so one file prints on both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([0-9.]+)pt"[^>]*?\bheight="([0-9.]+)pt"')
_FONT_SIZE = re.compile(r'\bfont-size="([0-9.]+)"')
_UPRIGHT, _ACROSS = (527.0, 690.0), (724.0, 490.0)
SMALLEST_PRINT = 7.0
"""Smaller letters are hard to read on paper."""
_TEXT = re.compile(r"<text\b[^>]*>([^<]*)")


class Paper(NamedTuple):
    """Whether a statement is printed in landscape, and whether its tree is printed as text too."""

    is_wide: bool
    needs_text: bool


def paper(svg: str) -> Paper:
    """Return how a page with this drawing is printed, so that all that is needed can be read."""
    found = _SIZE.search(svg)
    if found is None:
        return Paper(is_wide=False, needs_text=True)
    width, height, smallest = float(found[1]), float(found[2]), min(map(float, set(_FONT_SIZE.findall(svg))))
    upright, across = (smallest * min(1, room[0] / width, room[1] / height) for room in (_UPRIGHT, _ACROSS))
    is_wide = upright < min(SMALLEST_PRINT, across)
    # Without the title: the page's heading has it in full.
    is_shortened = "…" in svg and any("…" in text for text in _TEXT.findall(svg)[1:])
    return Paper(is_wide, max(upright, across) < SMALLEST_PRINT or is_shortened)
