"""A student's answers laid over the steps of the solution: each answer stands at the step that decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.case import Action, Given, Key, Step, read_of
from grader.core.answers.cells import INTERVAL, WINDOW
from grader.core.answers.forms import Each
from grader.core.answers.leaves import LeafSet
from grader.core.answers.lists import NODE, Listing
from grader.core.answers.part import Form
from grader.core.answers.reports import Entry, PartReport, Verdict, Voice
from grader.core.answers.run import has_many
from grader.kinds import Exercise, Graded

_AGREES = (Verdict.CORRECT, Verdict.BLANK, Verdict.MALFORMED)
"""What does not part from the solution: what is right, and what says nothing."""


AS_AT_A_NODE = ("totals", "visits")
"""The parts of which a node shows the numbers together, in that order: total/visits."""


class Yours(NamedTuple):
    """One answer of the student, at the step that decides it; `key` is the node that it is about, None at none.

    `parts`: it is another answer than the steps lead to. `said` is a sentence. `is_edge`: it speaks of the edge above the node.
    """

    step: int
    part: str
    key: Key | None
    entry: Entry
    parts: bool
    said: str
    is_edge: bool = False


def overlay(graded: Graded, steps: Sequence[Step]) -> tuple[Yours, ...]:
    """Return the student's answers in the order of the steps that decide them.

    Steps that tell of an example part from no answer: what is handed in is another object.
    """
    moments = moments_of(graded.exercise, steps)
    reports = _as_at_a_node(graded.report.parts)
    found = [one for report in reports for one in _laid_over(graded, report, moments)]
    parts: dict[int, set[str]] = {}
    for one in found:
        if one.is_written:
            parts.setdefault(one.step, set()).add(one.part)
    yours = [_yours(graded, one, is_alone=len(parts.get(one.step, ())) <= 1) for one in found]
    return tuple(sorted(yours, key=lambda one: one.step))


def _as_at_a_node(reports: Sequence[PartReport]) -> list[PartReport]:
    """Return the parts as they are asked, but those that a node shows together in its order."""
    together = [one for name in AS_AT_A_NODE for one in reports if one.part == name]
    return [together.pop(0) if one.part in AS_AT_A_NODE else one for one in reports]


class _Laid(NamedTuple):
    """An entry at the step that decides it; `is_written`: its sentence says what was written, not that it was listed."""

    step: int
    part: str
    key: Key | None
    entry: Entry
    is_written: bool


def _laid_over(graded: Graded, report: PartReport, moments: Moments) -> Iterator[_Laid]:
    """Yield each entry of a part at its step."""
    exercise, form = graded.exercise, graded.exercise.kind.parts[report.part].form
    names = names_in(exercise, read_of(graded.attempt, report.part))
    for entry in report.entries:
        key = names.get(entry.node or entry.given or "") if entry.node is not None else None
        step = moments.decided.get((report.part, entry.node)) or moments.step_of(form, exercise, key)
        is_written = entry.node is not None and (form.by_entry or not entry.is_node)
        yield _Laid(step, report.part, key, entry, is_written)


def _yours(graded: Graded, one: _Laid, *, is_alone: bool) -> Yours:
    """Return the entry with its sentence, which names the part unless entries of this one are alone at their step."""
    exercise, entry, form = graded.exercise, one.entry, graded.exercise.kind.parts[one.part].form
    is_run = any(has_many(exercise.kind.parts[part].form) for part in exercise.problem.ask)
    agrees = entry.verdict in _AGREES or (entry.verdict is Verdict.MISSING and form.missing_is_blank)
    said = _said(one, exercise.kind.parts[one.part].title, graded.report.voice, is_alone=is_alone)
    parts, is_edge = not agrees and not is_run, isinstance(form, LeafSet)
    return Yours(one.step, one.part, one.key, entry, parts, f"{said[0].upper()}{said[1:]}", is_edge)


def first_parting(yours: Sequence[Yours]) -> Yours | None:
    """Return the first answer that is another one than the steps lead to; None where there is none."""
    return next((one for one in yours if one.parts), None)


def parting_words(yours: Sequence[Yours]) -> str:
    """Return in a sentence where the student's answers first part from the steps."""
    if all(one.entry.given is None or one.entry.verdict is Verdict.MALFORMED for one in yours):
        return "Nothing of what you answered can be laid over these steps: it is blank or could not be read."
    if own := next((one.entry.own for one in yours if one.entry.own and one.entry.verdict is Verdict.WRONG), ""):
        return f"These steps tell of an example that reaches the goal. Of yours: {own}."
    first = first_parting(yours)
    if first is None:
        return "No answer of yours parts from these steps."
    return f"Your answers first part from these steps at step {first.step}: {first.said[0].lower()}{first.said[1:]}"


class Moments(NamedTuple):
    """When the search first came to each node, when it had done with it or skipped it, when it is told what is known, the last step.

    `decided` are the entries that a step says it decides: by part and the name of what they are about, None for the whole part.
    """

    met: Mapping[Key, int]
    done: Mapping[Key, int]
    known: Mapping[Key, int]
    last: int
    decided: Mapping[tuple[str, str | None], int]

    def step_of(self, form: Form, exercise: Exercise, key: Key | None) -> int:
        """Return the step that decides an answer about the key."""
        if key is None:
            return self.last
        conventions = exercise.problem.conventions
        is_at_entry = isinstance(form, Each) and form.cell is WINDOW and conventions.windows_at == "entry"
        if isinstance(form, Each) and form.cell is INTERVAL:
            return self.known.get(key, self.last)
        is_node_alone = isinstance(form, LeafSet) or (isinstance(form, Listing) and form.item is NODE)
        return (self.met if is_at_entry or is_node_alone else self.done).get(key, self.last)


def moments_of(exercise: Exercise, steps: Sequence[Step]) -> Moments:
    """Return when each node was met and done with, and which steps say what they decide."""
    met: dict[Key, int] = {}
    done: dict[Key, int] = {}
    known: dict[Key, int] = {}
    for number, step in enumerate(steps, 1):
        if step.node is not None and step.action is Action.KNOWN:
            known[step.node] = number
        elif step.node is not None and step.action is not Action.CHOICE:
            met.setdefault(step.node, number)
            done[step.node] = number
        for top in step.skipped:
            for key in exercise.problem.game.below(top):
                met[key] = done[key] = number
    return Moments(met, done, known, len(steps), _decided(exercise, steps))


def _decided(exercise: Exercise, steps: Sequence[Step]) -> dict[tuple[str, str | None], int]:
    """Return the steps that say themselves which entries they decide."""
    problem, parts = exercise.problem, exercise.kind.parts
    return {
        (part, None if key is None else parts[part].form.name(problem, key)): number
        for number, step in enumerate(steps, 1)
        for part, key in step.decides
        if part in problem.ask
    }


def names_in(exercise: Exercise, given: Given) -> Mapping[str, Key]:
    """Return what entries of a part may call the keys: by their names, or as the student wrote an item of a list."""
    names = exercise.keys_by_name()
    if isinstance(given, list):
        names = dict(names)
        for written in given:
            names.setdefault(written.text, getattr(written.value, "node", written.value))
    return names


def _said(one: _Laid, part: str, voice: Voice, *, is_alone: bool) -> str:
    """Return the student's answer in a sentence without its capital, in which the part is called so; of what is right, that it is."""
    entry = one.entry
    if entry.node is None:
        return _whole_said(part, entry, voice)
    if one.is_written:
        return _entry_said(entry, "" if is_alone else f" for {part}", voice)
    if entry.verdict is Verdict.MISSING:
        return f"{voice.you} left {entry.expected} out of {part}."
    moved = f" {entry.moved}" if entry.moved else ""
    return f"{voice.you} {voice.listed} {entry.given}{moved} in {part}{': right' if entry.verdict is Verdict.CORRECT else ''}."


def _entry_said(entry: Entry, of_part: str, voice: Voice) -> str:
    """Return what was written of a part; `of_part` names it where entries of several stand at one step."""
    written = f"{voice.you} {voice.wrote} {entry.given} at {entry.node}{of_part}"
    return {
        Verdict.CORRECT: f"{written}: right.",
        Verdict.FOLLOW_THROUGH: f"{written}, which follows from your own numbers.",
        Verdict.EXTRA: f"{written}, where nothing is expected.",
        Verdict.WRONG: f"{written}.",
        Verdict.MALFORMED: f"{written}, which cannot be read.",
    }.get(entry.verdict, f"{voice.you} {voice.wrote} nothing at {entry.node}{of_part}.")


def _whole_said(part: str, entry: Entry, voice: Voice) -> str:
    answered = f"{voice.you} answered {entry.given} for {part}"
    return {
        Verdict.CORRECT: f"{answered}: right.",
        Verdict.FOLLOW_THROUGH: f"{answered}, which follows from your own numbers.",
        Verdict.WRONG: f"{answered}: {entry.own}." if entry.own else f"{answered}.",
        Verdict.MALFORMED: f"{voice.your} answer for {part} could not be judged.",
        Verdict.MISSING: f"{voice.you} did not leave {part} empty.",
    }.get(entry.verdict, f"{voice.you} left {part} blank.")
