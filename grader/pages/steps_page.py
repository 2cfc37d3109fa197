"""A solution step by step as one self-contained HTML page: drawing, sentence and controls together in one window."""

from __future__ import annotations

from collections.abc import Sequence

from grader.kinds import Exercise
from grader.pages.html import render_page
from grader.pages.overlay import Yours
from grader.pages.stepper import stepper_of
from grader.pages.steps_text import conventions_of_steps
from grader.printable import printable
from grader.step import Step


def trace_page(
    exercise: Exercise, steps: Sequence[Step], yours: Sequence[Yours] | None = None
) -> tuple[str, list[str]]:
    """Return the page, and notes for whoever runs the program."""
    problem = exercise.problem
    film = stepper_of(exercise, steps, yours)
    page = render_page(
        "steps.html",
        title=printable(problem.title or problem.id, 1000),
        kind=exercise.kind.title,
        film=film,
        conventions=conventions_of_steps(exercise),
    )
    return page, [f"{problem.id}: {film.note}"] if film.note else []
