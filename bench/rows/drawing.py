"""An annotated tree as SVG in process against a spawned `dot` on the same graph."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial

from measure import Line, Target, interleave
from samples import SUBMISSION

from grader.bank import Bank
from grader.diagram import Diagram
from grader.grading import Outcome, grade

_WHAT, _AGAINST, _TARGET = "SVG in process", "dot -Tsvg, spawned", Target(1)


def drawing(runs: int) -> list[Line]:
    try:
        import grader.pages.feedback  # noqa: F401
    except ImportError as failure:
        return [Line(_WHAT, _AGAINST, target=_TARGET, note=f"cannot be imported: {failure.name}")]
    outcome = grade(str(SUBMISSION), Bank().find)
    return [_one(outcome, runs), _together(outcome, runs)]


def _one(outcome: Outcome, runs: int) -> Line:
    from grader.drawing.dot import dot_source
    from grader.drawing.draw import svg
    from grader.pages.files import graded_diagrams

    dot = shutil.which("dot")
    if dot is None:
        return Line(_WHAT, _AGAINST, target=_TARGET, note="no dot on PATH")
    diagram: Diagram = graded_diagrams(outcome.graded[0])[0]

    def spawn() -> bytes:
        source = dot_source(diagram).encode()
        return subprocess.run([dot, "-Tsvg"], input=source, check=True, capture_output=True).stdout

    times = interleave(partial(svg, diagram), spawn, runs)
    return Line(_WHAT, _AGAINST, times.slower(), _TARGET, f"{len(diagram.nodes)} nodes")


def _together(outcome: Outcome, runs: int) -> Line:
    times = interleave(partial(_make, outcome, "svg"), partial(_make, outcome), runs)
    return Line("page and SVG of one submission", "the page alone", times.slower(), Target(1.5), "laid out once")


def _make(outcome: Outcome, *drawings: str) -> None:
    from grader.pages.files import feedback_files

    for _, make in feedback_files(outcome, drawings, html=True):
        make()
