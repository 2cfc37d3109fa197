"""An annotated tree as SVG in process against a spawned `dot` on the same graph."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial

from measure import Line, Target, interleave
from samples import SUBMISSION

from grader.bank import ProblemStore
from grader.diagram import Diagram
from grader.grading import grade

_WHAT, _AGAINST, _TARGET = "SVG in process", "dot -Tsvg, spawned", Target(1)


def drawing(runs: int) -> list[Line]:
    try:
        from grader.feedback.dot import dot_source
        from grader.feedback.draw import svg
        from grader.feedback.files import graded_diagram
    except ImportError as failure:
        return [Line(_WHAT, _AGAINST, target=_TARGET, note=f"cannot be imported: {failure.name}")]
    dot = shutil.which("dot")
    if dot is None:
        return [Line(_WHAT, _AGAINST, target=_TARGET, note="no dot on PATH")]
    diagram: Diagram = graded_diagram(grade(str(SUBMISSION), ProblemStore().find).graded[0])

    def spawn() -> bytes:
        source = dot_source(diagram).encode()
        return subprocess.run([dot, "-Tsvg"], input=source, check=True, capture_output=True).stdout

    times = interleave(partial(svg, diagram), spawn, runs)
    return [Line(_WHAT, _AGAINST, times.slower(), _TARGET, f"{len(diagram.nodes)} nodes")]
