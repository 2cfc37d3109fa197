"""Exercises as files that other programs take: LaTeX, notebooks, an autograder. Each format is a function from exercises to files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.kinds import Exercise
from grader.later import LaterValues
from grader.marks.reports import Reveal


class Wishes(NamedTuple):
    """What may be chosen: the title, which wheels go along (name to content), and how much of the right answers feedback tells."""

    title: str = ""
    wheels: Sequence[Path] = ()
    reveal: Reveal = Reveal.VERDICTS


Files = Iterator[tuple[str, str | bytes]]
"""Names below the folder, and contents."""

Export = Callable[[Sequence[Exercise], Wishes], Files]

FORMATS: LaterValues[Export] = LaterValues(
    {
        "gradescope": ("grader.exercises.gradescope", "autograder_files"),
        "jupyter": ("grader.exercises.notebook", "notebook_files"),
        "latex": ("grader.exercises.latex", "latex_files"),
    }
)
"""What writes exercises in each format."""
