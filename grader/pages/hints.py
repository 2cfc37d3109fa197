"""What may be told before an answer: where to look, which rule holds there, the step without its result; all from the solution's steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.core.answers.case import Key, Step
from grader.core.answers.part import Form, OfKeys, Part
from grader.core.games.problem import Problem
from grader.kinds import Exercise
from grader.pages.overlay import moments_of


def hint_lines(name: str, rule: str, unfinished: str) -> tuple[str, ...]:
    """Return the hints on one step, from the least to the most; what a step does not say is left out.

    >>> hint_lines("D", "MIN keeps the smallest of its children's values", "D is MIN: min(14, 5, 2) = ?")[:2]
    ('Look at D first.', "MIN keeps the smallest of its children's values.")
    """
    return tuple(filter(None, (name and f"Look at {name} first.", rule and f"{rule}.", unfinished)))


class Hints(NamedTuple):
    """The hints on an entry of a part, None for the whole; `step` decides it. Not `is_expected`: nothing belongs there."""

    step: int
    part: str
    key: Key | None
    is_expected: bool
    lines: tuple[str, ...]


def hints_of(exercise: Exercise, steps: Sequence[Step]) -> list[Hints]:
    """Return the hints on all that can be wrong or blank in an answer, in the order of the solution."""
    return sorted(_hints(exercise, steps), key=lambda one: one.step)


def _hints(exercise: Exercise, steps: Sequence[Step]) -> Iterator[Hints]:
    """Yield them part by part: for each entry that is expected, for each node that may stand in a list, and for the whole."""
    problem, moments = exercise.problem, moments_of(exercise, steps)
    for name in problem.ask:
        part = exercise.kind.parts[name]
        answer = exercise.solution.answers[name]
        expected = [*answer] if part.form.by_entry else []
        for key in (*expected, *_listed(problem, part.form), None):
            decided = moments.decided.get((name, None if key is None else part.form.name(problem, key)))
            step = _step_of(exercise, steps, part, key, decided or moments.step_of(part.form, exercise, key))
            yield Hints(step, name, key, key is None or key in expected, _lines(exercise, steps[step - 1], name, key))


def _listed(problem: Problem, form: Form) -> Iterable[Key]:
    """Return what may stand in an answer that is a list of nodes."""
    if not isinstance(form, OfKeys) or form.by_entry or not form.by_item:
        return ()
    return dict.fromkeys(form.keys.known(problem).values())


def _step_of(exercise: Exercise, steps: Sequence[Step], part: Part, key: Key | None, decides: int) -> int:
    """Return the number of the step that decides the entry, or else that follows its rule at its node, or anywhere; where none does, of that which decides it."""
    node = steps[decides - 1].node if key is None else key
    rule = part.rule(exercise.problem, key)
    if rule and steps[decides - 1].rule == rule:
        return decides
    same = [number for number, step in enumerate(steps, 1) if rule and step.rule == rule]
    here = (number for number in same if steps[number - 1].node == node)
    return next(here, same[0] if same and key is None else decides)


def _lines(exercise: Exercise, step: Step, name: str, key: Key | None) -> tuple[str, ...]:
    """Return the hints on an entry of a part. A step that follows the rule of some part is one of all that it decides."""
    problem, parts, node = exercise.problem, exercise.kind.parts, step.node
    rule = parts[name].rule(problem, key)
    of_parts = {parts[part].rule(problem, at) for part, at in step.decides} if step.rule != rule else {rule}
    is_its = step.rule == rule or (step.rule in of_parts and name in {part for part, _ in step.decides})
    place = step.look_at or ("" if node is None else exercise.name_of(node))
    return hint_lines(place, rule, (step.unfinished if is_its else "") or parts[name].question)
