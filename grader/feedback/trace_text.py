"""The steps of a solution as text: numbered sentences, indented as deep as the node lies."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from grader.conventions import conventions_in_words
from grader.kinds import Exercise
from grader.kinds.steps import Step, path_to
from grader.printable import printable
from grader.tree import Tree

_WIDTH = 100
_DEEPEST = 12  # from here on steps are not indented any further


def render_steps(exercise: Exercise, steps: Sequence[Step]) -> str:
    """Return the problem's name, the conventions that the steps follow, and a numbered paragraph for each step."""
    kind, problem, _, _ = exercise
    lines = [f"{printable(problem.title or problem.id)} ({kind.title}), step by step", f"Problem id: {problem.id}", ""]
    words = conventions_in_words(problem.conventions, kind.conventions, kind.parts)
    lines += ["Conventions:", *(f"  - {sentence}" for sentence in words), ""]
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        indent = "  " * min(_depth(problem.game, step), _DEEPEST)
        head = f"{number:>{width}}. {indent}"
        lines += textwrap.wrap(
            step.sentence, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False
        )
    return "\n".join(lines) + "\n"


def _depth(game: object, step: Step) -> int:
    return len(path_to(game, step.node)) - 1 if isinstance(game, Tree) and step.node else 0
