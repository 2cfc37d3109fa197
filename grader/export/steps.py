"""The steps of a solution as data, gametree-trace/1 (schema: trace.schema.json)."""

from __future__ import annotations

from collections.abc import Sequence

from grader.data import Data
from grader.exact import INFINITY, Bound, write_number, write_worth
from grader.kinds import Exercise
from grader.pages.overlay import Yours, first_parting
from grader.search import Window
from grader.step import Step

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
    data: dict[str, Data] = {"step": number, "action": step.action.value, "sentence": step.sentence}
    if step.node is not None:
        data["node"] = exercise.id_of(step.node)
        if path := exercise.path_to(step.node):
            data["path"] = [exercise.id_of(node) for node in path]
    if step.formula:
        data["formula"] = step.formula
    if step.value is not None:
        data["value"] = _number(step.value)
    if step.at is not None:
        data["at"] = exercise.id_of(step.at)
    if step.best is not None:
        data["best"] = _number(step.best)
    if step.window is not None:
        data["window"] = _window(step.window)
    if step.prune_if:
        data["prune_if"] = step.prune_if
    if step.reported is not None:
        data["reported"] = _number(step.reported)
    if step.reported_window is not None:
        data["reported_window"] = _window(step.reported_window)
    for name, nodes in (("skipped", step.skipped), ("chosen", step.chosen)):
        if nodes:
            data[name] = [exercise.id_of(node) for node in nodes]
    if step.noted:
        data["noted"] = {exercise.id_of(node): text for node, text in step.noted}
    return data | {"done": step.done}


def _number(number: Bound) -> int | float | str:
    """Return a number as a solution holds it: UCB scores are floats, all others exact."""
    is_score = isinstance(number, float) and abs(number) != INFINITY
    return number if is_score else write_worth(number)  # type: ignore[return-value]  # a Fraction is no float


def _window(window: Window) -> list[int | str]:
    return [write_number(bound) for bound in window]
