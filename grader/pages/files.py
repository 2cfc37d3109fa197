"""The files of feedback on one submission: their names, and how each is made when its turn comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from grader.diagram import Diagram
from grader.grading import Graded, Outcome
from grader.marks.reports import Reveal
from grader.names import distinct, stem_of
from grader.printable import printable

if TYPE_CHECKING:
    from grader.drawing.draw import LayOut

Content = tuple[str | bytes, list[str]]
"""What stands in a file, and notes for whoever runs the program."""

REPORT_NAME = "report.html"


def graded_diagrams(graded: Graded) -> Sequence[Diagram]:
    """Return the annotated diagrams of one graded problem; the solution goes in only where it may be seen."""
    kind, problem, solution, *_ = graded.exercise
    seen = solution if graded.report.reveal is Reveal.EXPECTED else None
    return kind.draw(problem, seen, graded.attempt, graded.report)


def feedback_files(
    outcome: Outcome, drawings: Sequence[str], *, html: bool
) -> Iterator[tuple[str, Callable[[], Content]]]:
    """Yield name and maker of each file: a drawing of each problem in each format, and the page.

    A tree that goes both into a file of its own and into the page is laid out once.
    """
    lay_out = _laid_out_once() if html and "svg" in drawings else None
    stems = distinct(stem_of(graded.report.id) for graded in outcome.graded)
    for graded, stem in zip(outcome.graded, stems, strict=True):
        for format_ in drawings:
            for place, diagram in enumerate(graded_diagrams(graded), 1):
                name = stem if place == 1 else f"{stem}-{place}"
                yield f"{name}.{format_}", partial(draw, diagram, format_, lay_out)
    if html:
        yield REPORT_NAME, partial(_page, outcome, lay_out)


def _laid_out_once() -> LayOut:
    from grader.drawing.draw import laid_out_once

    return laid_out_once()


def draw(diagram: Diagram, format_: str, lay_out: LayOut | None = None) -> Content:
    """Return the drawing as dot, svg, png or pdf, and what could not be drawn right. Raises GradingError if too large.

    `lay_out` lays an SVG out, where that is done elsewhere.
    """
    if format_ == "dot":
        from grader.drawing.dot import dot_source

        return dot_source(diagram), []
    from grader.drawing import draw as drawing

    makers: dict[str, Callable[[Diagram], str | bytes]] = {
        "svg": partial(drawing.svg, lay_out=lay_out),
        "png": drawing.png,
        "pdf": drawing.pdf,
    }
    content = makers[format_](diagram)
    letters = drawing.missing_glyphs(diagram) if format_ in ("png", "pdf") else ""
    if not letters:
        return content, []
    missing = f"the {format_.upper()} shows boxes for {printable(letters, 20)}, which the shipped font does not have"
    return content, [f"{missing}; the SVG shows them, or let FONTCONFIG_FILE name a configuration with more fonts"]


def _page(outcome: Outcome, lay_out: LayOut | None) -> Content:
    from grader.pages.feedback import page

    return page(outcome, lay_out), []
