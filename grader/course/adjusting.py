"""Marks after decisions of people: in one fixed order, whatever their order in the file.

(2) parts: set or drop, then add; (3) an exercise is its parts, rounded as ever, then set or drop, then add, kept within 0 and its
points; (4) a sheet is their sum, without the points of a bonus, then set, then add, kept within 0 and a cap. What is accepted (1)
is marked before, what comes late (5) costs afterwards. Marks that were set or added are not rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from grader.core.data import Data
from grader.core.numbers import marks_text, rounded


class Action(StrEnum):
    """What a decision does; each is a field of the document."""

    ADD = "add"
    SET = "set"
    DROP = "drop"
    ACCEPT = "accept"
    BONUS = "bonus"
    CAP = "cap"
    DUE = "due"
    HANDED_IN = "handed-in"


class Decision(NamedTuple):
    """One decision: who made it and why, whom and what it is about, and what is done; without `action` it is a remark.

    `students` is empty where it is about everybody who handed in something gradable. `value` is a number of `add`, `set` (None: full)
    and `cap`, `answer` what is accepted, `when` the time of `due` and `handed-in`, or minutes such as +1440. `place` says where it stands in its file, `what` is the
    action as it was typed.
    """

    by: str
    why: str
    students: frozenset[str] = frozenset()
    exercise: str = ""
    part: str = ""
    action: Action | None = None
    value: Fraction | None = None
    when: str = ""
    answer: Data = None
    note: str = ""
    what: str = ""
    place: str = ""

    @property
    def reach(self) -> tuple[str, str]:
        """Return the exercise and the part that it is about; empty texts for all of them."""
        return self.exercise, self.part


class ExerciseMarks(NamedTuple):
    """Marks of one exercise: earned of possible, the same of its parts, and to what they are rounded."""

    earned: Fraction
    possible: Fraction
    parts: Mapping[str, tuple[Fraction, Fraction]] = {}
    step: Fraction = Fraction(1, 100)


class Change(NamedTuple):
    """What a decision did: the marks of its exercise, of the sheet where it names none, before and after (None: none), of how many."""

    decision: Decision
    before: Fraction | None
    after: Fraction | None
    possible: Fraction
    said: str = ""


class AdjustedSheet(NamedTuple):
    """A sheet after decisions: its exercises that count, earned of possible in all, and what changed; `is_excused`: there are no marks."""

    exercises: Mapping[str, ExerciseMarks]
    earned: Fraction | None
    possible: Fraction
    changes: Sequence[Change] = ()
    is_excused: bool = False

    @property
    def marks(self) -> dict[str, Fraction]:
        """Return what each exercise earns."""
        return {exercise: one.earned for exercise, one in self.exercises.items()}


def adjusted(
    sheet: Mapping[str, ExerciseMarks], points: Mapping[str, Fraction], decisions: Iterable[Decision], student: str
) -> AdjustedSheet:
    """Return the marks of a student's sheet after the decisions that are about the student.

    `sheet` has the exercises that were marked; it is empty where nothing gradable was handed in. `points` are those of all exercises.
    """
    about = [one for one in decisions if student in one.students or (not one.students and sheet)]
    changes: list[Change] = []
    counting: dict[str, ExerciseMarks] = {}
    dropped = set[str]()
    for exercise, most in points.items():
        here = [one for one in about if one.exercise == exercise]
        after = _of_exercise(sheet.get(exercise), most, here, changes)
        if after is not None:
            counting[exercise] = after
        elif _is_dropped(here):
            dropped.add(exercise)
    of_sheet = [one for one in about if not one.exercise]
    bonus = {one.exercise for one in about if one.action is Action.BONUS}
    worth = {exercise: one.possible for exercise, one in counting.items()} if counting or sheet else points
    possible = sum((most for exercise, most in worth.items() if exercise not in bonus | dropped), Fraction(0))
    earned = sum((one.earned for one in counting.values()), Fraction(0)) if counting else None
    if (drop := _deciding(of_sheet, Action.DROP)) is not None:
        return AdjustedSheet({}, None, Fraction(0), [*changes, Change(drop, earned, None, possible)], is_excused=True)
    final = _of_marks(_Held(earned, possible), of_sheet, changes, _cap(of_sheet, possible))
    changes += [Change(one, final, final, possible) for one in of_sheet if one.action not in _OF_MARKS]
    return AdjustedSheet(counting, final, possible if counting or final is not None else Fraction(0), changes)


class _Held(NamedTuple):
    """Marks of something: earned of possible; None where nobody gave any."""

    earned: Fraction | None
    possible: Fraction


_OF_MARKS = (Action.ADD, Action.SET, Action.DROP)


def _cap(of_sheet: Sequence[Decision], possible: Fraction) -> Fraction:
    """Return the most that a sheet may earn."""
    return min((one.value for one in of_sheet if one.action is Action.CAP and one.value is not None), default=possible)


def _is_dropped(here: Sequence[Decision]) -> bool:
    first = _deciding([one for one in here if not one.part], Action.SET, Action.DROP)
    return first is not None and first.action is Action.DROP


def _deciding(decisions: Sequence[Decision], *actions: Action) -> Decision | None:
    """Return the decision of these that counts: one that names the student goes before one for everybody."""
    found = [one for one in decisions if one.action in actions]
    return next((one for one in found if one.students), found[0] if found else None)


def _of_exercise(
    marked: ExerciseMarks | None, most: Fraction, here: Sequence[Decision], changes: list[Change]
) -> ExerciseMarks | None:
    """Return an exercise after the decisions about it and its parts; None where it was dropped, or nobody gave marks."""
    if not here:
        return marked
    for part in marked.parts if marked is not None else ():
        marked = _with_part(marked, part, [one for one in here if one.part == part], changes) if marked else None
    earned, possible = (marked.earned, marked.possible) if marked is not None else (None, most)
    whole = [one for one in here if not one.part]
    if _is_dropped(here):
        drop = _deciding(whole, Action.DROP)
        changes += [Change(drop, earned, None, possible)] if drop is not None else []
        return None
    after = _of_marks(_Held(earned, possible), whole, changes, possible)
    changes += [Change(one, after, after, possible) for one in here if one.action not in (*_OF_MARKS, Action.ACCEPT)]
    return None if after is None else (marked or ExerciseMarks(after, possible))._replace(earned=after)


def _with_part(marked: ExerciseMarks, part: str, decisions: Sequence[Decision], changes: list[Change]) -> ExerciseMarks:
    """Return an exercise after the decisions about one of its parts: the sum of its parts, rounded."""
    first = _deciding(decisions, Action.SET, Action.DROP)
    for one in (*filter(None, [first]), *(one for one in decisions if one.action is Action.ADD)):
        parts, said = dict(marked.parts), ""
        if part not in parts:
            break  # it was dropped
        earned, most = parts.pop(part)
        if one.action is not Action.DROP:
            counts, said = _within(one, earned, most, most)
            parts[part] = (counts, most)
        possible = sum((most for _, most in parts.values()), Fraction(0))
        total = Fraction(rounded(sum((own for own, _ in parts.values()), Fraction(0)), marked.step))
        after = marked._replace(earned=_between(total, possible), possible=possible, parts=parts)
        changes.append(Change(one, marked.earned, after.earned, possible, said))
        marked = after
    return marked


def _of_marks(held: _Held, decisions: Sequence[Decision], changes: list[Change], most: Fraction) -> Fraction | None:
    """Return marks after `set`, then `add`, kept within 0 and the most that counts."""
    now = held.earned
    first = _deciding(decisions, Action.SET)
    for one in (*filter(None, [first]), *(one for one in decisions if one.action is Action.ADD)):
        if one.action is Action.SET or now is not None:
            after, said = _within(one, now or Fraction(0), held.possible, most)
            changes.append(Change(one, now, after, held.possible, said))
            now = after
    return None if now is None else _between(now, most)


def _within(decision: Decision, now: Fraction, full: Fraction, most: Fraction) -> tuple[Fraction, str]:
    """Return marks after one that sets or adds them, kept within 0 and the most that counts, and what is said where that cuts them."""
    value = decision.value if decision.value is not None else full
    before = now if decision.action is Action.ADD else Fraction(0)
    after = _between(before + value, most)
    return after, "" if after - before == value else f"{decision.what}, of which {marks_text(after - before)} counts"


def _between(marks: Fraction, most: Fraction) -> Fraction:
    """Return marks that are no less than nothing and no more than all."""
    return min(max(marks, Fraction(0)), most)
