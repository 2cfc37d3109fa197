"""The annotated trees of a class as SVG in process, against a spawned `dot` for each on the same graph."""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import partial
from itertools import islice

from measure import Line, Target, interleave

from grader.core.data import Data
from grader.core.drawing.diagram import Diagram
from grader.grading.bank import Bank
from grader.grading.outcome import outcome_of
from grader.kinds import Exercise, Graded

_STUDENTS, _SPAWNED = 400, 20
_WHAT, _AGAINST, _TARGET = f"SVG of each of {_STUDENTS} students", "dot -Tsvg, spawned for each", Target(0.05)
_PROBLEM = "four-ply-trace"


def drawing(runs: int) -> list[Line]:
    try:
        import grader.core.drawing.draw
        import grader.pages.feedback  # noqa: F401
    except ImportError as failure:
        return [Line(_WHAT, _AGAINST, target=_TARGET, note=f"cannot be imported: {failure.name}")]
    graded = _class(Bank()[_PROBLEM])
    return [_one(graded, runs), _together(graded[0], runs)]


def _class(exercise: Exercise) -> list[Graded]:
    """Return the marks of a class: each student has some numbers wrong."""
    draws, right = random.Random(1), exercise.solve()
    return [exercise.grade({part: _slipped(answer, draws) for part, answer in right.items()}) for _ in range(_STUDENTS)]


def _slipped(answer: Data, draws: random.Random) -> Data:
    if not isinstance(answer, dict):
        return answer
    return {
        node: number + draws.randint(1, 9) if isinstance(number, int) and draws.random() < 0.2 else number
        for node, number in answer.items()
    }


def _one(graded: list[Graded], runs: int) -> Line:
    from grader.core.drawing.dot import dot_source
    from grader.core.drawing.draw import svg
    from grader.grading.marking import graded_diagrams

    dot = shutil.which("dot")
    if dot is None:
        return Line(_WHAT, _AGAINST, target=_TARGET, note="no dot on PATH")
    diagrams: list[Diagram] = [graded_diagrams(one)[0] for one in graded]
    sources = [dot_source(diagram).encode() for diagram in islice(diagrams, _SPAWNED)]

    def spawn() -> None:
        for source in sources:
            subprocess.run([dot, "-Tsvg"], input=source, check=True, capture_output=True)

    times = interleave(lambda: [svg(diagram) for diagram in diagrams], spawn, runs)
    ratios = tuple(ratio * _SPAWNED / _STUDENTS for ratio in times.slower())
    return Line(_WHAT, _AGAINST, ratios, _TARGET, f"{len(diagrams[0].nodes)} nodes; {_SPAWNED} spawned")


def _together(graded: Graded, runs: int) -> Line:
    outcome = outcome_of(graded._replace(made=None))  # nothing is kept from one time to the next
    times = interleave(partial(_make, outcome, "svg"), partial(_make, outcome), runs)
    return Line("page and SVG of one submission", "the page alone", times.slower(), Target(1.5), "laid out once")


def _make(outcome: object, *drawings: str) -> None:
    from grader.pages.feedback import feedback_files

    for _, make in feedback_files(outcome, drawings, html=True):  # type: ignore[arg-type]
        make()
