"""A student's own search, step by step: what was handed in, in its order, with the numbers, windows and cuts that were written, and where it parts from the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grader.core.answers.case import Action, Given, Key, Step, read_of
from grader.core.answers.reports import Entry, Verdict, Written
from grader.kinds import Graded
from grader.kinds.words import listing
from grader.pages.overlay import Moments, names_in

_NUMBERS, _WINDOWS, _CUTS = "values", "windows", "pruned"
_AT_THE_END = ("totals", "visits")
_MOST_PLAYED = 400
"""Visits or paths that are played: more than any tree has that is drawn, and students may write what they like."""


class Own(NamedTuple):
    """One step of a student's search; `solved_at` is the step of the solution from which it parts, None where it does not."""

    step: Step
    solved_at: int | None = None


class Replay(NamedTuple):
    """A student's search: its steps, which of them is the first that parts from the solution, and from which step of that; None where none does."""

    steps: Sequence[Step]
    own: int | None
    solved: int | None


def replay(graded: Graded, moments: Moments) -> Replay | None:
    """Return the search that a student handed in; None where its order was not asked, or nothing of it can be read.

    `moments` are those of the solution, which the reader may see.
    """
    told = _Told(graded, moments)
    for part, steps_of in _ORDERS.items():
        given = read_of(graded.attempt, part)
        if part in graded.exercise.problem.ask and given:
            found = [*steps_of(told, part, given)]
            own = next((number for number, one in enumerate(found, 1) if one.solved_at is not None), None)
            return Replay([one.step for one in found], own, own and found[own - 1].solved_at) if found else None
    return None


class _Told:
    """What steps are told from: the answers, how their entries are judged, and when the solution comes to what."""

    def __init__(self, graded: Graded, moments: Moments) -> None:
        self.graded, self.moments, self.exercise = graded, moments, graded.exercise
        self.entries: dict[tuple[str, Key | None], Entry] = {}
        for part in graded.report.parts:
            names = names_in(self.exercise, read_of(graded.attempt, part.part))
            self.entries |= {(part.part, names.get(one.node or "")): one for one in part.entries}

    def name(self, key: Key) -> str:
        return self.exercise.name_of(key)

    def path(self, keys: Sequence[Key]) -> str:
        return ", ".join(map(self.name, keys))

    def solved_at(self, key: Key) -> int:
        """Return the step at which the solution comes to a node, or tells of the nearest one above."""
        met = self.moments.met
        near = reversed(self.exercise.problem.game.path_to(key))
        return next((met[one] for one in near if one in met), self.moments.last)

    def written(self, part: str) -> Mapping[Key, str]:
        """Return what was written at each node of a part that is a map."""
        given: Given = read_of(self.graded.attempt, part) if part in self.exercise.problem.ask else None
        return {key: one.text for key, one in (given or {}).items() if isinstance(one, Written)}

    def amiss(self, part: str, key: Key) -> str:
        """Return what the solution has where an entry is not right; nothing where it is, or merely follows."""
        entry = self.entries.get((part, key))
        if entry is None or entry.verdict not in (Verdict.WRONG, Verdict.EXTRA):
            return ""
        return f"; the solution has {entry.expected}" if entry.expected else "; the solution has nothing there"


# -- an order of visits


def _of_visits(told: _Told, part: str, given: Sequence[Any]) -> Iterator[Own]:
    """Yield a step for each visit, for each number, and for each cut: where the last visit below a node is made."""
    order: list[Key] = [one.value for one in given if isinstance(one, Written)][:_MOST_PLAYED]
    right: Sequence[Key] = told.exercise.solution.answers[part]
    game = told.exercise.problem.game
    last: dict[Key, int] = {}
    for place, key in enumerate(order):
        last |= dict.fromkeys(game.path_to(key), place)
    are_same = True
    for place, key in enumerate(order):
        expected = right[place] if place < len(right) else None
        parts = are_same and key != expected
        are_same = are_same and not parts
        yield _visit(told, place + 1, key, expected, parts=parts)
        for left in reversed(game.path_to(key)):
            if last[left] == place:
                yield from _left(told, left)
    if are_same and len(order) < len(right):
        after = right[len(order)]
        said = f"Your list of visits ends here; the solution goes on with {told.name(after)}."
        yield Own(Step(Action.SUM, order[-1] if order else None, said), told.solved_at(after))


def _visit(told: _Told, number: int, key: Key, expected: Key | None, *, parts: bool) -> Own:
    said = f"Your visit {number}: {told.name(key)}."
    if not parts:
        return Own(Step(Action.ENTER, key, said))
    if expected is None:
        return Own(Step(Action.ENTER, key, f"{said} The solution has ended before."), told.moments.last)
    said = f"{said} The solution visits {told.name(expected)} here."
    return Own(Step(Action.ENTER, key, said), told.solved_at(expected))


def _left(told: _Told, key: Key) -> Iterator[Own]:
    """Yield what was written about a node as the search leaves it: what is cut below it, its number and its window."""
    done = told.moments.done.get(key, told.moments.last)
    cuts = read_of(told.graded.attempt, _CUTS) if _CUTS in told.exercise.problem.ask else None
    below = set(told.exercise.problem.game.children(key))
    named = (one.value for one in cuts or () if isinstance(one, Written) and one.value in below)
    tops = tuple(dict.fromkeys(named))
    if tops:
        amiss = [told.name(top) for top in tops if told.amiss(_CUTS, top)]
        more = f" The solution visits {listing(amiss)}." if amiss else ""
        said = f"You prune {listing([*map(told.name, tops)])} below {told.name(key)}.{more}"
        yield Own(Step(Action.CUTOFF, key, said, skipped=tops), done if amiss else None)
    number, window = told.written(_NUMBERS).get(key), told.written(_WINDOWS).get(key)
    wrote = [(part, text) for part, text in ((_NUMBERS, number), (_WINDOWS, window)) if text is not None]
    if wrote:
        said = ", and ".join(f"{text}{told.amiss(part, key)}" for part, text in wrote)
        noted, beside = ((key, number or ""),), ((key, window),) if window else ()
        step = Step(Action.RETURN, key, f"You wrote at {told.name(key)}: {said}.", noted=noted, beside=beside)
        yield Own(step, done if any(told.amiss(part, key) for part, _ in wrote) else None)


# -- the paths of iterations


def _of_paths(told: _Told, part: str, given: Mapping[Key, Any]) -> Iterator[Own]:
    """Yield a step for each path, and one for what was written at the nodes at the end."""
    form, problem = told.exercise.kind.parts[part].form, told.exercise.problem
    right: Mapping[Key, Sequence[Key]] = told.exercise.solution.answers[part]
    for place, one in islice(given.items(), _MOST_PLAYED):
        if not isinstance(one, Written):
            continue
        name, path, expected = form.name(problem, place), one.value, right.get(place)
        said, solved_at = f"Your path in {name}: {told.path(path)}.", None
        if expected is None or [*path] != [*expected]:
            other = "has ended before" if expected is None else f"goes {told.path(expected)}"
            said, solved_at = f"{said} The solution {other}.", told.moments.decided.get((part, name))
            solved_at = solved_at or told.moments.last
        yield Own(Step(Action.SELECTION, path[-1], said, part=name), solved_at)
    written = [told.written(name) for name in _AT_THE_END]
    keys = [*dict.fromkeys(key for each in written for key in each)]
    noted = tuple((key, "/".join(each.get(key, "?") for each in written if each)) for key in keys)
    if noted:
        amiss = [told.name(key) for key in keys if any(told.amiss(name, key) for name in _AT_THE_END)]
        said = "At the end you wrote these numbers." + (f" Not right: {listing(amiss)}." if amiss else "")
        yield Own(Step(Action.SUM, None, said, noted=noted), told.moments.last if amiss else None)


_ORDERS: Mapping[str, Callable[[_Told, str, Any], Iterator[Own]]] = {"visited": _of_visits, "paths": _of_paths}
"""The parts in which a student hands in the order of a search."""
