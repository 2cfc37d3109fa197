"""The steps of a solution as data, gametree-trace/1 (schema: trace.schema.json)."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from grader.core.answers.case import Step
from grader.core.answers.reports import SIGNS
from grader.core.conventions import FIELDS, conventions_in_words
from grader.core.data import Data, grouped
from grader.core.numbers import INFINITY, Bound, write_number, write_worth
from grader.core.search.folds import Window
from grader.core.text import printable
from grader.kinds import Exercise
from grader.pages.overlay import Yours, first_parting, parting_words

# -- the steps of a solution as text: numbered sentences, indented as deep as the node lies

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
    said = grouped((one.step, one) for one in yours or () if one.parts)
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        indent = "  " * min(_depth(exercise, step), _DEEPEST)
        head = f"{number:>{width}}. {indent}"
        lines += textwrap.wrap(
            f"{step.sentence} ({step.part})" if step.part else step.sentence,
            most,
            initial_indent=head,
            subsequent_indent=" " * len(head),
            break_long_words=False,
        )
        for one in said.get(number, ()):
            first = f"{' ' * len(head)}{SIGNS[one.entry.verdict]} "
            lines += textwrap.wrap(one.said, most, initial_indent=first, subsequent_indent=" " * len(first))
    return "\n".join(lines) + "\n"


def conventions_of_steps(exercise: Exercise) -> list[str]:
    """Return the conventions that the steps follow in words; not those that only say how an answer is handed in."""
    kind, problem = exercise.kind, exercise.problem
    rests = kind.rests(kind, problem)
    used = [name for name in rests.conventions if not FIELDS[name].is_of_handing_in]
    return conventions_in_words(problem.conventions, used, {*kind.parts, *rests.parts})


def _depth(exercise: Exercise, step: Step) -> int:
    return max(len(exercise.path_to(step.node)) - 1, 0) if step.node else 0


FORMAT = "gametree-trace/1"


def trace_data(exercise: Exercise, steps: Sequence[Step], yours: Sequence[Yours] | None = None) -> dict[str, Data]:
    """Return the steps as JSON data: ids as they are written in the problem, numbers as in a solution.

    With a student's answers, each stands in the step that decides it.
    """
    data: dict[str, Data] = {"format": FORMAT, "problem": exercise.problem.id, "kind": exercise.problem.kind}
    told = [_step(exercise, number, step) for number, step in enumerate(steps, 1)]
    if yours is not None:
        first = first_parting(yours)
        data["differs_at"] = first and first.step
        for one in yours:
            told[one.step - 1].setdefault("yours", []).append(_answer(exercise, one))
    return data | {"steps": told}


def _answer(exercise: Exercise, one: Yours) -> dict[str, Data]:
    data: dict[str, Data] = {"part": one.part, "verdict": one.entry.verdict.value}
    if one.key is not None:
        data["node"] = exercise.id_of(one.key)
    if one.entry.given is not None:
        data["given"] = one.entry.given
    return data | {"differs": one.parts, "sentence": one.said}


def _step(exercise: Exercise, number: int, step: Step) -> dict[str, Data]:
    id_of = exercise.id_of
    path = [] if step.node is None else exercise.path_to(step.node)
    stated: dict[str, Data] = {
        "node": None if step.node is None else id_of(step.node),
        "path": [*map(id_of, path)] or None,
        "formula": step.formula or None,
        "value": None if step.value is None else _number(step.value),
        "at": None if step.at is None else id_of(step.at),
        "best": None if step.best is None else _number(step.best),
        "window": None if step.window is None else _window(step.window),
        "prune_if": step.prune_if or None,
        "reported": None if step.reported is None else _number(step.reported),
        "reported_window": None if step.reported_window is None else _window(step.reported_window),
        "skipped": [*map(id_of, step.skipped)] or None,
        "chosen": [*map(id_of, step.chosen)] or None,
        "part": step.part or None,
        "noted": {id_of(node): text for node, text in step.noted if text and node < exercise.size} or None,
    }
    data: dict[str, Data] = {"step": number, "action": step.action.value, "sentence": step.sentence}
    return data | {name: field for name, field in stated.items() if field is not None} | {"done": step.done}


def _number(number: Bound) -> int | float | str:
    """Return a number as a solution holds it: UCB scores are floats, all others exact."""
    is_score = isinstance(number, float) and abs(number) != INFINITY
    return number if is_score else write_worth(number)  # type: ignore[return-value]  # a Fraction is no float


def _window(window: Window) -> list[int | str]:
    return [write_number(bound) for bound in window]
