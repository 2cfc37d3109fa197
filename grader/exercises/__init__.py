"""Exercises as files that other programs take: LaTeX, notebooks, an autograder. Each format is a function from pools of exercises to files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.kinds import Exercise
from grader.later import LaterValues
from grader.marks.reports import Reveal
from grader.processes import ALONE, Workers

if TYPE_CHECKING:
    from grader.exercises.carried import Carry


class Wishes(NamedTuple):
    """What may be chosen: the title, which wheels go along (name to content), how much of the right answers feedback tells, and who works on many exercises."""

    title: str = ""
    wheels: Sequence[Path] = ()
    reveal: Reveal = Reveal.VERDICTS
    workers: Workers = ALONE


class Pool(NamedTuple):
    """One or more exercises of which a platform gives each student one: the variants of a problem, or a problem alone.

    `name` is the same for all that is made from it, and no other pool's: an id, no name of a file yet.
    """

    name: str
    title: str
    exercises: tuple[Exercise, ...]


Files = Iterator[tuple[str, str | bytes]]
"""Names below the folder, and contents."""

Export = Callable[[Sequence[Pool], Wishes], Files]

FORMATS: LaterValues[Export] = LaterValues(
    {
        "canvas": ("grader.exercises.canvas", "canvas_files"),
        "gift": ("grader.exercises.gift", "gift_files"),
        "gradescope": ("grader.exercises.gradescope", "autograder_files"),
        "jupyter": ("grader.exercises.notebook", "notebook_files"),
        "latex": ("grader.exercises.latex", "latex_files"),
        "moodle-xml": ("grader.exercises.moodle", "moodle_files"),
        "prairielearn": ("grader.exercises.prairielearn", "question_files"),
        "qti21": ("grader.exercises.qti21", "qti21_files"),
    }
)
"""What writes exercises in each format."""

CARRIES: LaterValues[Carry] = LaterValues(
    {
        "canvas": ("grader.exercises.canvas", "canvas_carried"),
        "gift": ("grader.exercises.carried", "carried_of"),
        "moodle-xml": ("grader.exercises.carried", "carried_of"),
        "qti21": ("grader.exercises.carried", "carried_of"),
    }
)
"""How the platforms take exercises that mark some parts themselves and take the others as files."""

NOTES: LaterValues[Callable[[Sequence[Pool]], Iterator[str]]] = LaterValues(
    {
        "canvas": ("grader.exercises.canvas", "canvas_notes"),
        "gift": ("grader.exercises.gift", "gift_notes"),
        "moodle-xml": ("grader.exercises.carried", "notes"),
        "qti21": ("grader.exercises.carried", "notes"),
    }
)
"""What there is to say of exercises in a format, line by line: what the platform cannot do."""


NOT_PICKING = {
    "gift": "`--to moodle-xml` keeps the parts of a variant together",
    "gradescope": "`gametree quiz build` makes the sheets, and `grade --quiz` marks what comes back",
    "jupyter": "`gametree quiz build` makes a page to answer on for each student",
    "latex": "`gametree quiz build --pdf` sets a sheet on paper for each student",
}
"""The formats in which all students get the same, and what serves where each has variants of their own."""


def alone(exercise: Exercise) -> Pool:
    """Return the pool of a problem that all have."""
    return Pool(exercise.problem.id, exercise.problem.title or exercise.problem.id, (exercise,))


def singles(pools: Sequence[Pool]) -> list[Exercise]:
    """Return the exercises of pools of one, for a format in which all students get the same. Raises ValueError for others."""
    found = []
    for pool in pools:
        (exercise,) = pool.exercises
        found.append(exercise)
    return found
