"""Exercises and marks as a notebook shows them: the drawing, and the text report below it."""

from __future__ import annotations

from html import escape

from grader.drawing.draw import TooLarge, inline_svg, svg
from grader.grading import Graded, Outcome, outcome_of
from grader.kinds import Exercise
from grader.pages.files import graded_diagrams
from grader.pages.text import render_text
from grader.printable import harmless


def exercise_svg(exercise: Exercise) -> str | None:
    """Return the drawing of a problem; None where it is too large to be drawn."""
    try:
        return svg(exercise.diagram())
    except TooLarge:
        return None


def graded_html(graded: Graded) -> str:
    """Return the annotated tree of one problem, and its marks."""
    return outcome_html(outcome_of(graded))


def outcome_html(outcome: Outcome) -> str:
    """Return the annotated tree of each problem, and the marks."""
    drawings = (_drawing(graded, f"tree-{place}-") for place, graded in enumerate(outcome.problems, 1))
    return "\n".join((*drawings, f"<pre>{escape(harmless(render_text(outcome)))}</pre>"))


def _drawing(graded: Graded, id_prefix: str) -> str:
    try:
        return f"<div>{inline_svg(graded_diagrams(graded)[0], id_prefix)}</div>"
    except TooLarge as failure:
        return f"<p>{escape(str(failure))}</p>"
