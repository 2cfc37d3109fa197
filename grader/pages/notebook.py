"""Marks as a notebook shows them: the drawing, and the text report below it."""

from __future__ import annotations

import base64

from markupsafe import Markup

from grader.core.drawing.canvas import tag
from grader.core.drawing.diagram import NotDrawn, first_of
from grader.core.drawing.draw import descriptions, svg
from grader.grading.marking import graded_diagrams
from grader.grading.outcome import Outcome
from grader.kinds import Graded
from grader.pages.html import drawn, render_page
from grader.pages.text import render_text


def outcome_html(outcome: Outcome) -> str:
    """Return the annotated tree of each problem, and the marks."""
    drawings = list(map(_drawing, outcome.problems))
    return render_page("notebook.html", drawings=drawings, text=render_text(outcome))


def _drawing(graded: Graded) -> tuple[Markup | str, str]:
    """Return the drawing, or nothing and why there is none."""
    try:
        diagram = first_of(graded_diagrams(graded))
        source = base64.b64encode(svg(diagram).encode()).decode()
        return drawn(
            tag(
                "img",
                src=f"data:image/svg+xml;base64,{source}",
                alt="; ".join(map(str.strip, descriptions(diagram)[1].splitlines())),
            )
        ), ""
    except NotDrawn as failure:
        return "", str(failure)
