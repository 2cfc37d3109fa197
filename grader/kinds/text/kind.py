"""Questions in words: nothing is played on, drawn or solved; what is written is held until a person marks it."""

from collections.abc import Sequence
from typing import NamedTuple

from grader.core.answers.case import Answers, Solution, Step, Tutor
from grader.core.conventions import Conventions
from grader.core.documents import Document
from grader.core.errors import Fault
from grader.core.games.problem import Places, Problem
from grader.kinds.record import GameFormat, Kind, View, Wrong, by_name


class _Nothing(NamedTuple):
    ids: Sequence[str] = ()


class Nothing(Places, _Nothing):
    """What a question in words is played on: a game without any node that an answer could name."""

    __slots__ = ()


def _read(document: Document, conventions: Conventions) -> tuple[Nothing, list[Fault], list[str]]:
    """Return nothing to play on; all that such a problem states, every problem can state."""
    return Nothing(), [], []


def _solve(problem: Problem, parts: object = None) -> Solution:
    """Return that there is no answer to compare with."""
    return Solution({})


def _right(problem: Problem, fixed: object) -> Answers:
    """Return that nothing follows from anything."""
    return {}


def _steps(problem: Problem, solution: Solution) -> Sequence[Step]:
    """Return no steps."""
    return ()


def _draw(view: View) -> tuple[()]:
    """Return no drawings."""
    return ()


TEXT_KIND = Kind(
    name="text",
    title="Question in words",
    task="",
    parts=by_name(),
    asked=(),
    conventions=(),
    game_format=GameFormat(_read, lambda _: {}),
    solve=_solve,
    wrong=Wrong(wordings={}, rules=lambda _: [], right=_right, divergence=lambda *_: None),
    tutor=Tutor(_steps, lambda *_, **__: ""),
    draw=_draw,
)
