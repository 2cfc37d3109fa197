"""Marks after decisions of people: in one fixed order, whatever their order in the file.

(2) parts: set or drop, then add; (3) an exercise is its parts, rounded as ever, then set or drop, then add, kept within 0 and its
points; (4) a sheet is their sum, without the points of a bonus, then set, then add, then cap, kept within 0 and its points. What is accepted (1)
is marked before, what comes late (5) costs afterwards. Marks that were set or added are not rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from grader.core.data import Data, grouped
from grader.core.games.text_question import TEXT
from grader.core.numbers import Number, marks_text, rounded
from grader.core.policy import CENT
from grader.core.text import printable


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
    and `cap`, `answer` what is accepted, `words` the answer in words that was marked and `out_of` what it was worth, where a table says it, `when` the time of `due` and `handed-in`, or minutes such as +1440. `place` says where it stands in its file, `what` is the
    action as it was typed.
    """

    by: str
    why: str
    students: frozenset[str] = frozenset()
    exercise: str = ""
    part: str = ""
    action: Action | None = None
    value: Number | None = None
    when: str = ""
    answer: Data = None
    note: str = ""
    what: str = ""
    place: str = ""
    words: str = ""
    out_of: str = ""

    @property
    def marks_words(self) -> bool:
        """Return whether it gives marks for an answer in words."""
        return self.part == TEXT and self.action is Action.SET

    @property
    def reach(self) -> tuple[str, str]:
        """Return the exercise and the part that it is about; empty texts for all of them."""
        return self.exercise, self.part


class ExerciseMarks(NamedTuple):
    """Marks of one exercise: earned of possible, the same of its parts, and to what they are rounded."""

    earned: Number
    possible: Number
    parts: Mapping[str, tuple[Number, Number]] = {}
    step: Number = Fraction(1, 100)


class Change(NamedTuple):
    """What a decision did: the marks of its exercise, of the sheet where it names none, before and after (None: none), of how many."""

    decision: Decision
    before: Number | None
    after: Number | None
    possible: Number
    said: str = ""


class AdjustedSheet(NamedTuple):
    """A sheet after decisions: its exercises that count, earned of possible in all, and what changed; `is_excused`: there are no marks."""

    exercises: Mapping[str, ExerciseMarks]
    earned: Number | None
    possible: Number
    changes: Sequence[Change] = ()
    is_excused: bool = False

    @property
    def marks(self) -> dict[str, Number]:
        """Return what each exercise earns."""
        return {exercise: one.earned for exercise, one in self.exercises.items()}


def adjusted(
    sheet: Mapping[str, ExerciseMarks], points: Mapping[str, Number], decisions: Iterable[Decision], student: str
) -> AdjustedSheet:
    """Return the marks of a student's sheet after the decisions that are about the student.

    `sheet` has the exercises that were marked; it is empty where nothing gradable was handed in. `points` are those of all exercises.
    """
    about = [one for one in decisions if student in one.students or (not one.students and sheet)]
    by_exercise = grouped((one.exercise, one) for one in about)
    of_sheet = by_exercise.get("", [])
    changes: list[Change] = []
    counting: dict[str, ExerciseMarks] = {}
    uncounted = {one.exercise for one in about if one.action is Action.BONUS}
    for exercise, most in points.items():
        here = by_exercise.get(exercise, [])
        marked = sheet.get(exercise)
        after = _of_exercise(marked, most, here, changes) if here else marked
        if after is not None:
            counting[exercise] = after
        elif _dropping(here):
            uncounted.add(exercise)
    worth = (
        {exercise: one.possible for exercise, one in counting.items()} if sheet else points
    )  # without a hand-in out of all
    possible = sum(most for exercise, most in worth.items() if exercise not in uncounted)
    earned = sum(one.earned for one in counting.values()) if counting else None
    if drop := _deciding(of_sheet, Action.DROP):
        return AdjustedSheet({}, None, 0, [*changes, Change(drop[0], earned, None, possible)], is_excused=True)
    final = _of_marks(earned, possible, of_sheet, changes)
    if not sheet and final is None:
        changes = [_idle(one, points.get(one.exercise, None if one.exercise else possible)) for one in about]
    else:
        elsewhere = (one for one in about if one.students and one.exercise and one.exercise not in points)
        changes += [_idle(one, None) for one in elsewhere if one.action in _OF_MARKS]
    return AdjustedSheet(counting, final, possible if counting or final is not None else 0, changes)


_OF_MARKS = (Action.ADD, Action.SET, Action.DROP, Action.ACCEPT)


def _idle(one: Decision, possible: Number | None) -> Change:
    """Return what a decision changes where nothing was marked, and nobody gave marks: no more than times. `possible` is None where no quiz says it."""
    instead = (
        f"without a quiz nobody knows what {printable(one.exercise)} is worth: `add` or `set` without an exercise is about the whole sheet"
        if possible is None
        else "`set` without a part gives marks"
    )
    said = f"nothing of it was marked, so this does nothing: {one.what or 'note'}; {instead}"
    return Change(one, None, None, possible or 0, "" if one.action in (Action.DUE, Action.HANDED_IN) else said)


def _dropping(here: Sequence[Decision]) -> list[Decision]:
    """Return the decision that drops an exercise, if it is the one that counts."""
    deciding = _deciding([one for one in here if not one.part], Action.SET, Action.DROP)
    return [one for one in deciding if one.action is Action.DROP]


def _deciding(decisions: Sequence[Decision], *actions: Action) -> list[Decision]:
    """Return the decision of these that counts, if any: one that names the student goes before one for everybody."""
    found = [one for one in decisions if one.action in actions]
    return sorted(found, key=lambda one: not one.students)[:1]


def _in_order(decisions: Sequence[Decision], *actions: Action) -> list[Decision]:
    """Return what changes marks: the decision of these that counts, then all that is added."""
    return [*_deciding(decisions, *actions), *(one for one in decisions if one.action is Action.ADD)]


def _of_exercise(
    marked: ExerciseMarks | None, most: Number, here: Sequence[Decision], changes: list[Change]
) -> ExerciseMarks | None:
    """Return an exercise after the decisions about it and its parts; None where it was dropped, or nobody gave marks."""
    if marked is not None:
        for part in marked.parts:
            marked = _with_part(marked, part, [one for one in here if one.part == part], changes)
    else:
        is_set = any(one.action is Action.SET and not one.part for one in here)
        idle = (one for one in here if one.action in (_OF_MARKS if one.part else (Action.ADD,)[is_set:]))
        changes += [_idle(one, most) for one in idle if one.students or (one.part and one.action is not Action.ACCEPT)]
    earned, possible = (marked.earned, marked.possible) if marked is not None else (None, most)
    if drop := _dropping(here):
        changes.append(Change(drop[0], earned, None, possible))
        return None
    whole = [one for one in here if not one.part or one.action not in _OF_MARKS]
    after = _of_marks(earned, possible, whole, changes)
    return None if after is None else (marked or ExerciseMarks(after, possible))._replace(earned=after)


def _with_part(marked: ExerciseMarks, part: str, decisions: Sequence[Decision], changes: list[Change]) -> ExerciseMarks:
    """Return an exercise after the decisions about one of its parts: the sum of its parts, rounded, and what its words earn."""
    for one in _in_order(decisions, Action.SET, Action.DROP):
        parts, said = dict(marked.parts), ""
        if part not in parts:
            break  # it was dropped
        earned, most = parts.pop(part)
        if one.action is not Action.DROP:
            counts, said = _within(one, earned, most, most)
            parts[part] = (counts, most)
        possible = sum(most for _, most in parts.values())
        # What a person gives for words is not rounded, and leaves what the program or an earlier marking gave for the rest.
        if part == TEXT:
            total = marked.earned - earned + parts.get(part, (0, 0))[0]
        else:
            by_program = rounded(sum(earned for name, (earned, _) in parts.items() if name != TEXT), marked.step)
            total = by_program + parts.get(TEXT, (0, 0))[0]
        after = marked._replace(earned=_between(total, possible), possible=possible, parts=parts)
        changes.append(Change(one, marked.earned, after.earned, possible, said))
        marked = after
    return marked


def _of_marks(
    earned: Number | None, possible: Number, decisions: Sequence[Decision], changes: list[Change]
) -> Number | None:
    """Return marks after `set`, then `add`, then `cap`, kept within 0 and the points, or more where a cap allows it; None where nobody gave any."""
    caps = [(one, one.value) for one in decisions if one.action is Action.CAP and one.value is not None]
    most = max([possible, *(value for _, value in caps)])
    for one in _in_order(decisions, Action.SET):
        if one.action is Action.SET or earned is not None:
            after, said = _within(one, earned or 0, possible, most)
            changes.append(Change(one, earned, after, possible, said))
            earned = after
    for one, value in caps:
        capped = None if earned is None else _between(earned, value)
        changes.append(Change(one, earned, capped, possible))
        earned = capped
    final = None if earned is None else _between(earned, most)
    changes += [Change(one, final, final, possible) for one in decisions if one.action not in (*_OF_MARKS, Action.CAP)]
    return final


def _within(decision: Decision, now: Number, full: Number, most: Number) -> tuple[Number, str]:
    """Return marks after one that sets or adds them, kept within 0 and the most that counts, and what is said where that cuts them."""
    value = decision.value if decision.value is not None else full
    before = now if decision.action is Action.ADD else 0
    wanted = before + value
    after = _between(wanted, most)
    return (
        after,
        "" if -CENT < after - wanted < CENT else f"{decision.what}, of which {marks_text(after - before)} counts",
    )


def _between(marks: Number, most: Number) -> Number:
    """Return marks that are no less than nothing and no more than all."""
    return min(max(marks, 0), most)
