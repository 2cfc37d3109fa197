"""The files of feedback on one submission: their names, and how each is made when its turn comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from grader.diagram import Diagram, Numbers
from grader.graded import Graded
from grader.marks.reports import Reveal
from grader.names import distinct, stem_of
from grader.outcome import Outcome
from grader.printable import printable

Content = tuple[str | bytes, list[str]]
"""What stands in a file, and notes for whoever runs the program."""

REPORT_NAME = "report.html"


def graded_diagrams(graded: Graded, numbers: Numbers = Numbers.VALUES) -> Sequence[Diagram]:
    """Return the annotated diagrams of one graded problem; the solution goes in only where it may be seen."""
    return graded.once(("diagrams", numbers), partial(_diagrams, graded, numbers), is_large=True)


def _diagrams(graded: Graded, numbers: Numbers) -> Sequence[Diagram]:
    kind, problem, solution, *_ = graded.exercise
    seen = solution if graded.report.reveal is Reveal.EXPECTED else None
    return kind.draw(problem, seen, graded.attempt, graded.report, numbers)


def feedback_files(
    outcome: Outcome, drawings: Sequence[str], *, html: bool, numbers: Numbers = Numbers.VALUES
) -> Iterator[tuple[str, Callable[[], Content]]]:
    """Yield name and maker of each file: the drawings of each problem in each format, and the page."""
    stems = distinct(stem_of(graded.report.id) for graded in outcome.graded)
    for graded, stem in zip(outcome.graded, stems, strict=True):
        for format_ in drawings:
            for name, diagram in named_drawings(stem, graded_diagrams(graded, numbers), format_):
                made = partial(draw, diagram, format_)
                yield f"{name}.{format_}", partial(graded.once, (name, format_, numbers), made, is_large=True)
    if html:
        yield REPORT_NAME, partial(_page, outcome)


def named_drawings(stem: str, diagrams: Iterable[Diagram], format_: str) -> Iterator[tuple[str, Diagram]]:
    """Yield a name for each drawing of a problem: several are numbered, and a tree too wide for a page is several, but as DOT."""
    from grader.drawing.draw import pieces

    for place, piece in enumerate(
        (piece for diagram in diagrams for piece in ([diagram] if format_ == "dot" else pieces(diagram))), 1
    ):
        yield stem if place == 1 else f"{stem}-{place}", piece


def draw(diagram: Diagram, format_: str) -> Content:
    """Return the drawing as dot, svg, png or pdf, and what could not be drawn right. Raises GradingError if too large."""
    if format_ == "dot":
        from grader.drawing.dot import dot_source

        return dot_source(diagram), []
    from grader.drawing import draw as drawing

    makers: dict[str, Callable[[Diagram], str | bytes]] = {
        "svg": drawing.svg,
        "png": drawing.png,
        "pdf": drawing.pdf,
    }
    content = makers[format_](diagram)
    letters = drawing.missing_glyphs(diagram) if format_ in ("png", "pdf") else ""
    if not letters:
        return content, []
    missing = f"the {format_.upper()} shows boxes for {printable(letters, 20)}, which the shipped fonts do not have; the SVG shows them"
    return content, [missing]


def _page(outcome: Outcome) -> Content:
    from grader.pages.feedback import page

    return page(outcome), []
