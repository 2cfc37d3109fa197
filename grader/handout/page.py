"""A sheet, or its key, as one page: no network, no other file, complete without its script. It prints on A4 and on US Letter."""

from __future__ import annotations

from typing import NamedTuple

from grader.drawing.outline import outline_items
from grader.handout.figures import Figure, figures, fit
from grader.handout.markdown import HOW
from grader.handout.printed import printed
from grader.handout.sheet import Question, Sheet
from grader.pages.html import render_page
from grader.pages.tree_box import TreeBox, tree_box

_UPRIGHT, _ACROSS = (538.0, 600.0), (746.0, 410.0)
"""The room for a drawing that A4 and US Letter have in common, in points: one file prints on both."""


class Drawn(NamedTuple):
    """A drawing on the page: its box, what stands below it, and how many per cent of the sheet's width it takes."""

    tree: TreeBox
    caption: str
    percent: int


class Shown(NamedTuple):
    """A problem as the page shows it."""

    question: Question
    drawings: list[Drawn]
    outlines: list[list[tuple[int, str]]]
    is_wide: bool
    needs_text: bool
    is_legible: bool


def write_page(sheet: Sheet) -> str:
    """Return the sheet as one page."""
    shown = printed(sheet)
    return render_page(
        "handout.html",
        sheet_=shown,
        problems=[*map(_shown, shown.questions)],
        how=f"Write here, or {HOW[0].lower()}{HOW[1:]}",
    )


def _shown(question: Question) -> Shown:
    shown = figures(question)
    fitted = fit(shown, _UPRIGHT, _ACROSS)
    room = _ACROSS if fitted.is_wide else _UPRIGHT
    drawings = [_drawn(figure, f"q{question.number}-{place}", room) for place, figure in enumerate(shown, 1)]
    return Shown(question, drawings, [outline_items(diagram) for diagram in question.diagrams], *fitted)


def _drawn(figure: Figure, box_id: str, room: tuple[float, float]) -> Drawn:
    share = figure.scale(room) * figure.width / room[0]
    return Drawn(tree_box(figure.diagram, box_id), figure.caption, min(100, 5 * round(20 * share + 0.5)))
