"""A student's own search, step by step: what was handed in, in its order, with the numbers, windows and cuts that were written, and where it parts from the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grader.core.answers.case import Action, Given, Key, Step, read_of
from grader.core.answers.part import Played
from grader.core.answers.reports import Entry, Verdict, Written
from grader.core.text import with_capital
from grader.kinds import Graded
from grader.kinds.words import listing
from grader.pages.overlay import AS_AT_A_NODE, Moments, names_in

_NUMBERS, _WINDOWS, _CUTS = "values", "windows", "pruned"
_MOST_PLAYED = 400
"""Visits or paths that are played: more than any tree has that is drawn, and students may write what they like."""


class OwnStep(NamedTuple):
    """One step of a student's search; `parts_from` is the number of the solution's step that it parts from, None where it does not."""

    step: Step
    parts_from: int | None = None


class Replay(NamedTuple):
    """A student's search: its steps, the number of the first that parts from the solution, and of the solution's step that it parts from; None where none does."""

    steps: Sequence[Step]
    parts_at: int | None
    parts_from: int | None


def replay(graded: Graded, moments: Moments) -> Replay | None:
    """Return the search that a student handed in; None where its order was not asked, or nothing of it can be read.

    `moments` are those of the solution, which the reader may see.
    """
    problem, parts = graded.exercise.problem, graded.exercise.kind.parts
    for name in problem.ask:
        played, given = parts[name].played, read_of(graded.attempt, name)
        if played is not None and given:
            found = [*_STEPS[played](_Answers(graded, moments), name, given)]
            at = next((number for number, one in enumerate(found, 1) if one.parts_from is not None), None)
            return Replay([one.step for one in found], at, at and found[at - 1].parts_from) if found else None
    return None


class _Answers:
    """What steps are made of: the student's answers, how their entries are judged, and when the solution comes to what."""

    def __init__(self, graded: Graded, moments: Moments) -> None:
        self.moments, self.exercise, self.voice = moments, graded.exercise, graded.report.voice
        self.entries: dict[tuple[str, Key | None], Entry] = {}
        self.given: dict[str, Given] = {}
        for part in graded.report.parts:
            given = self.given[part.part] = read_of(graded.attempt, part.part) or ()
            names = names_in(self.exercise, given)
            self.entries |= {(part.part, names.get(one.node or "")): one for one in part.entries}
        self.written = {
            part: {key: one.text for key, one in given.items() if isinstance(one, Written)}
            for part, given in self.given.items()
            if isinstance(given, Mapping)
        }

    def name(self, key: Key) -> str:
        """Return what a node is called."""
        return self.exercise.name_of(key)

    def names(self, keys: Sequence[Key]) -> str:
        """Return what the nodes of a path are called."""
        return ", ".join(map(self.name, keys))

    def step_of_solution(self, key: Key) -> int:
        """Return the number of the step at which the solution comes to a node, or tells of the nearest one above."""
        met = self.moments.met
        near = reversed(self.exercise.problem.game.path_to(key))
        return next((met[one] for one in near if one in met), self.moments.last)

    def correction(self, part: str, key: Key) -> str:
        """Return what the solution has where an entry is wrong; nothing where it is right, or follows."""
        entry = self.entries.get((part, key))
        if entry is None or entry.verdict not in (Verdict.WRONG, Verdict.EXTRA):
            return ""
        return f"; the solution has {entry.expected}" if entry.expected else "; the solution has nothing there"


# -- an order of visits


def _of_visits(answers: _Answers, part: str, given: Sequence[Any]) -> Iterator[OwnStep]:
    """Yield a step for each visit, for each number, and for each cut: where the last visit below a node is made."""
    order: list[Key] = [one.value for one in given if isinstance(one, Written)][:_MOST_PLAYED]
    right: Sequence[Key] = answers.exercise.solution.answers[part]
    game = answers.exercise.problem.game
    last: dict[Key, int] = {}
    for place, key in enumerate(order):
        last |= dict.fromkeys(game.path_to(key), place)
    are_same = True
    for place, key in enumerate(order):
        expected = right[place] if place < len(right) else None
        parts = are_same and key != expected
        are_same = are_same and not parts
        yield _visit(answers, place + 1, key, expected, parts=parts)
        for left in reversed(game.path_to(key)):
            if last[left] == place:
                yield from _left(answers, left)
    if are_same and len(order) < len(right):
        after = right[len(order)]
        said = f"{with_capital(answers.voice.your)} list of visits ends here; the solution goes on with {answers.name(after)}."
        yield OwnStep(Step(Action.SUM, order[-1] if order else None, said), answers.step_of_solution(after))


def _visit(answers: _Answers, number: int, key: Key, expected: Key | None, *, parts: bool) -> OwnStep:
    said = f"{with_capital(answers.voice.your)} visit {number}: {answers.name(key)}."
    if not parts:
        return OwnStep(Step(Action.ENTER, key, said))
    if expected is None:
        return OwnStep(Step(Action.ENTER, key, f"{said} The solution has ended before."), answers.moments.last)
    said = f"{said} The solution visits {answers.name(expected)} here."
    return OwnStep(Step(Action.ENTER, key, said), answers.step_of_solution(expected))


def _left(answers: _Answers, key: Key) -> Iterator[OwnStep]:
    """Yield what was written about a node as the search leaves it: what is cut below it, its number and its window."""
    done = answers.moments.done.get(key, answers.moments.last)
    below = set(answers.exercise.problem.game.children(key))
    named = (one.value for one in answers.given.get(_CUTS, ()) if isinstance(one, Written) and one.value in below)
    tops = tuple(dict.fromkeys(named))
    if tops:
        amiss = [answers.name(top) for top in tops if answers.correction(_CUTS, top)]
        more = f" The solution visits {listing(amiss)}." if amiss else ""
        said = f"{with_capital(answers.voice.you)} pruned {listing([*map(answers.name, tops)])} below {answers.name(key)}.{more}"
        yield OwnStep(Step(Action.CUTOFF, key, said, skipped=tops), done if amiss else None)
    number, window = (answers.written.get(part, {}).get(key) for part in (_NUMBERS, _WINDOWS))
    wrote = [(part, text) for part, text in ((_NUMBERS, number), (_WINDOWS, window)) if text is not None]
    if wrote:
        said = ", and ".join(f"{text}{answers.correction(part, key)}" for part, text in wrote)
        noted, beside = ((key, number or ""),), ((key, window),) if window else ()
        step = Step(
            Action.RETURN,
            key,
            f"{with_capital(answers.voice.you)} {answers.voice.wrote} at {answers.name(key)}: {said}.",
            noted=noted,
            beside=beside,
        )
        yield OwnStep(step, done if any(answers.correction(part, key) for part, _ in wrote) else None)


# -- the paths of iterations


def _of_paths(answers: _Answers, part: str, given: Mapping[Key, Any]) -> Iterator[OwnStep]:
    """Yield a step for each path, and one for what was written at the nodes at the end."""
    form, problem = answers.exercise.kind.parts[part].form, answers.exercise.problem
    right: Mapping[Key, Sequence[Key]] = answers.exercise.solution.answers[part]
    for place, one in islice(given.items(), _MOST_PLAYED):
        if not isinstance(one, Written):
            continue
        name, path, expected = form.name(problem, place), one.value, right.get(place)
        said, parts_from = f"{with_capital(answers.voice.your)} path in {name}: {answers.names(path) or 'none'}.", None
        if expected is None or [*path] != [*expected]:
            other = "has ended before" if expected is None else f"goes {answers.names(expected)}"
            said = f"{said} The solution {other}."
            parts_from = answers.moments.decided.get((part, name), answers.moments.last)
        yield OwnStep(Step(Action.SELECTION, path[-1] if path else None, said, part=name), parts_from)
    written = [answers.written.get(name, {}) for name in AS_AT_A_NODE]
    keys = [*dict.fromkeys(key for each in written for key in each)]
    noted = tuple((key, "/".join(each.get(key, "?") for each in written if each)) for key in keys)
    if noted:
        amiss = [answers.name(key) for key in keys if any(answers.correction(name, key) for name in AS_AT_A_NODE)]
        said = f"At the end {answers.voice.you} {answers.voice.wrote} these numbers." + (
            f" Not right: {listing(amiss)}." if amiss else ""
        )
        yield OwnStep(Step(Action.SUM, None, said, noted=noted), answers.moments.last if amiss else None)


_STEPS: Mapping[Played, Callable[[_Answers, str, Any], Iterator[OwnStep]]] = {
    Played.VISITS: _of_visits,
    Played.PATHS: _of_paths,
}
