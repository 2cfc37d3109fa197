"""Exercises and marks as a notebook shows them: the drawing, and the text report below it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from grader.drawing.canvas import tag
from grader.drawing.draw import TooLarge, svg
from grader.drawing.svg import descriptions
from grader.graded import Graded
from grader.kinds import Exercise
from grader.outcome import Outcome, outcome_of
from grader.pages.files import graded_diagrams
from grader.pages.html import drawn, render_page
from grader.pages.text import render_text

if TYPE_CHECKING:
    from markupsafe import Markup


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
    drawings = list(map(_drawing, outcome.problems))
    return render_page("notebook.html", drawings=drawings, text=render_text(outcome))


def _drawing(graded: Graded) -> tuple[Markup | str, str]:
    """Return the drawing, or nothing and why there is none."""
    try:
        diagram = graded_diagrams(graded)[0]
        source = base64.b64encode(svg(diagram).encode()).decode()
        return drawn(
            tag(
                "img",
                src=f"data:image/svg+xml;base64,{source}",
                alt="; ".join(map(str.strip, descriptions(diagram)[1].splitlines())),
            )
        ), ""
    except TooLarge as failure:
        return "", str(failure)
