"""The drawings of a problem, and how they lie on paper: upright, across, or with the tree as text where letters would be too small.

All lengths on paper are points; those of a drawing are its own units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.diagram import Diagram
from grader.drawing.draw import left_out, pieces, printed_svg, size_of
from grader.handout.sheet import Question

_FONT_SIZE = re.compile(r'\bfont-size="([0-9.]+)"')
_TEXT = re.compile(r"<text\b[^>]*>([^<]*)")
_ELSEWHERE = re.compile(r": drawing \d+$")
"""In an overview: where the rest of a tree is; the captions of the drawings say it too."""

_LARGEST_LETTERS = 9.0
"""In points: larger, a small tree shouts and takes the room of the next problem."""

SMALLEST_UPRIGHT, SMALLEST_PRINT, _ILLEGIBLE = 6.0, 5.6, 2.5
"""With smaller letters a drawing is laid across, and then has the tree as text beside it: they are hard to read on paper.

81 leaves across have letters of 6 points on A4, and on US Letter a little less: they are not told twice for that. What cannot
be read at all is left to the text.
"""


class Figure(NamedTuple):
    """One drawing: the diagram, its number and what stands below it where there are several, its file for paper, its size and that of its letters.

    `is_shortened`: some text in it is not whole.
    """

    diagram: Diagram
    caption: str
    svg: str
    width: float
    height: float
    smallest: float
    largest: float
    is_shortened: bool

    def scale(self, room: tuple[float, float]) -> float:
        """Return how many points a unit is where the drawing is as large as it may be in the room."""
        return min(_LARGEST_LETTERS / self.largest, room[0] / self.width, room[1] / self.height)


class Fit(NamedTuple):
    """Whether drawings lie across the page, whether the tree stands beside them as text, and whether they are there at all."""

    is_wide: bool
    needs_text: bool
    is_legible: bool = True


def figures(question: Question) -> list[Figure]:
    """Return the drawings of a problem, in pieces where a tree is too wide for a page; none where its tree is not drawn."""
    if not question.is_drawn:
        return []
    shown = [piece for diagram in question.diagrams for piece in pieces(diagram)]
    if len(shown) == 1:
        return [_figure(shown[0], "")]
    return [_figure(piece, f"Drawing {number}: {piece.title}") for number, piece in enumerate(shown, 1)]


@lru_cache(256)
def _figure(diagram: Diagram, caption: str) -> Figure:
    svg = printed_svg(diagram)
    width, height = size_of(svg)
    sizes = letter_sizes(svg)
    beside = [said for said in left_out(diagram) if not (caption and _ELSEWHERE.search(said))]
    missing = f"Not shown beside their nodes: {'; '.join(beside)}." if beside else ""
    said = " · ".join(filter(None, [caption, missing]))
    is_shortened = any("…" in text for text in _TEXT.findall(svg))
    return Figure(diagram, said, svg, width, height, min(sizes), max(sizes), is_shortened)


def letter_sizes(svg: str) -> set[float]:
    """Return the sizes of the letters in a drawing, in its units."""
    return {*map(float, set(_FONT_SIZE.findall(svg)))} or {_LARGEST_LETTERS}


def fit(shown: Sequence[Figure], upright: tuple[float, float], across: tuple[float, float]) -> Fit:
    """Return how drawings lie on a page with so much room, upright and across, so that all that is needed can be read."""
    if not shown:
        return Fit(is_wide=False, needs_text=True, is_legible=False)
    standing, lying = (min(figure.smallest * figure.scale(room) for figure in shown) for room in (upright, across))
    is_wide = standing < min(SMALLEST_UPRIGHT, lying)
    best = lying if is_wide else standing
    if best < _ILLEGIBLE:
        return Fit(is_wide=False, needs_text=True, is_legible=False)
    return Fit(is_wide, best < SMALLEST_PRINT or any(figure.is_shortened for figure in shown))
