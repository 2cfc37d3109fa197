"""The steps of a solution as text: numbered sentences, indented as deep as the node lies."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from grader.conventions import ONLY_HANDING_IN, conventions_in_words
from grader.kinds import Exercise
from grader.marks.reports import SIGNS
from grader.pages.overlay import Yours, parting_words
from grader.printable import printable
from grader.step import Step

_WIDTH = 100
_DEEPEST = 12  # from here on steps are not indented any further


def render_steps(
    exercise: Exercise, steps: Sequence[Step], most: int = _WIDTH, yours: Sequence[Yours] | None = None
) -> str:
    """Return the problem's name, the conventions that the steps follow, and a numbered paragraph for each step.

    The paragraphs have lines of up to `most` letters. `yours` are a student's answers: what parts from the solution
    stands below the step that decides it.
    """
    kind, problem = exercise.kind, exercise.problem
    lines = [f"{printable(problem.title or problem.id)} ({kind.title}), step by step", f"Problem id: {problem.id}", ""]
    if conventions := conventions_of_steps(exercise):
        lines += ["Conventions:", *(f"  - {sentence}" for sentence in conventions), ""]
    lines += [] if yours is None else [*textwrap.wrap(parting_words(yours), most), ""]
    said: dict[int, list[Yours]] = {}
    for one in yours or ():
        if one.parts:
            said.setdefault(one.step, []).append(one)
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        indent = "  " * min(_depth(exercise, step), _DEEPEST)
        head = f"{number:>{width}}. {indent}"
        lines += textwrap.wrap(
            step.sentence, most, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False
        )
        for one in said.get(number, ()):
            first = f"{' ' * len(head)}{SIGNS[one.entry.verdict]} "
            lines += textwrap.wrap(one.said, most, initial_indent=first, subsequent_indent=" " * len(first))
    return "\n".join(lines) + "\n"


def conventions_of_steps(exercise: Exercise) -> list[str]:
    """Return the conventions that the steps follow in words; not those that only say how an answer is handed in."""
    kind, problem = exercise.kind, exercise.problem
    rests = kind.rests(kind, problem)
    used = [name for name in rests.conventions if name not in ONLY_HANDING_IN]
    return conventions_in_words(problem.conventions, used, {*kind.parts, *rests.parts})


def _depth(exercise: Exercise, step: Step) -> int:
    return max(len(exercise.path_to(step.node)) - 1, 0) if step.node else 0
