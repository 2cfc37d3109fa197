"""Who changes by a regrade, by how much and why: a table of rows, made of the two results of each hand-in, and what it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from grader.core.answers.rounding import counting
from grader.core.conventions import FIELDS
from grader.core.documents.writing import table_lines
from grader.core.numbers import Number, marks_number, marks_text, points_text, rounded
from grader.core.policy import CENT
from grader.core.text import count, listed, listed_names, printable
from grader.core.times import write_time
from grader.course.late import Late
from grader.course.one_student import KEPT
from grader.course.result_lines import (
    WrittenChange,
    WrittenEntry,
    WrittenPart,
    WrittenProblem,
    WrittenResult,
    exercise_of,
    row_in,
    sources_of,
)
from grader.course.tally import Status, percent_text

GONE = "the hand-in is gone, or is not what was marked: its marks are kept"
COLUMNS = ("student", "name", "exercise", "part", "before", "of_before", "after", "of_after", "difference", "why")
_PENDING = Status.PENDING.value
_OF_MARKS = ("set ", "add ", "cap ")
_MOST_REASONS = 3
_MOST_NAMED = 20
_MOST_FREQUENT = 10


class Points(NamedTuple):
    """What was earned of how much; `is_pending`: some of it waits for a person, so nothing is settled."""

    earned: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    is_pending: bool = False


Settled = str | int | bool | None
"""What a rule of marking is, as it is written; None where nothing is said of it."""


class Change(NamedTuple):
    """A row: what changes for a student in all (no exercise), in an exercise (no part) or in a part. None: it was not there, or is not.

    `elsewhere` is what of the difference in all stands in the rows of exercises.
    """

    student: str
    exercise: str
    part: str
    before: Points | None
    after: Points | None
    why: str
    elsewhere: Fraction = Fraction(0)

    @property
    def difference(self) -> Fraction | None:
        """Return by how much the marks change beyond what stands elsewhere; None where some wait for a person before or after."""
        before, after = self.before or Points(), self.after or Points()
        return None if before.is_pending or after.is_pending else after.earned - before.earned - self.elsewhere


# -- the rows of one hand-in, from its two results, exercise by exercise and part by part


def changes(before: WrittenResult, after: WrittenResult, rules: Sequence[str]) -> list[Change]:
    """Return what changes for a student, exercise by exercise, each behind its parts; nothing where all stays.

    `rules` says what of the marking itself has changed: the reason where no answer was judged differently.
    """
    student = after.get("student", "")
    if before["gradable"] != after["gradable"]:
        why = "could not be graded before" if after["gradable"] else "cannot be graded any more"
        why = "; ".join(_decisions(before, after)) or why
        return [Change(student, "", "", _points(before), _points(after), why)]
    old, new = ({exercise_of(one): one for one in result.get("problems", ())} for result in (before, after))
    rows = [
        change
        for exercise in {**old, **new}
        for change in _of_exercise(student, exercise, old.get(exercise), new.get(exercise), rules)
    ]
    return [*rows, *_of_sheet(before, after, rows)]


def _of_sheet(before: WrittenResult, after: WrittenResult, rows: Sequence[Change]) -> Iterator[Change]:
    """Yield what changes of the whole sheet beyond its exercises: decisions about it, and what of these no longer counts."""
    was, now, decided = _points(before), _points(after), [*_decisions(before, after)]
    elsewhere = sum((one.difference or Fraction(0) for one in rows if not one.part), Fraction(0))
    row = Change(after.get("student", ""), "", "", was, now, "; ".join(decided), elsewhere)
    if abs(row.difference or Fraction(0)) >= CENT and (_has_decisions(before) or _has_decisions(after)):
        yield row._replace(why="; ".join(decided or _standing(after)) or "decisions of people: see adjusted.csv")
    elif decided and was != now:
        yield row


def _decisions(
    before: WrittenResult | WrittenProblem, after: WrittenResult | WrittenProblem, part: str = ""
) -> Iterator[str]:
    """Yield what people decided about a sheet or a problem, or a part of it alone, before or after and not both times."""
    was, now = (
        [_decision(one) for one in item.get("adjusted", ()) if part in ("", one.get("part"))]
        for item in (before, after)
    )
    yield from (f"decision: {said}" for said in now if said not in was)
    yield from (f"no decision any more: {said}" for said in was if said not in now)


def _standing(item: WrittenResult | WrittenProblem) -> list[str]:
    """Return what people decided about the marks of a sheet or a problem as a whole."""
    decided = (one for one in item.get("adjusted", ()) if not one.get("part") and one["what"].startswith(_OF_MARKS))
    return [f"decision: {_decision(one)}" for one in decided]


def _has_decisions(result: WrittenResult) -> bool:
    return "given" in result or any("adjusted" in one for one in (result, *result.get("problems", ())))


def _decision(one: WrittenChange) -> str:
    return f"{one['what'] or 'note'} by {one['by']} ({one['why']})"


def _points(item: WrittenResult | WrittenProblem | WrittenPart | None) -> Points | None:
    """Return marks as they were before they became numbers of JSON."""
    if item is None or "earned" not in item:
        return None
    return Points(Fraction(str(item["earned"])), Fraction(str(item["possible"])), "pending" in item)


def _of_exercise(
    student: str, exercise: str, old: WrittenProblem | None, new: WrittenProblem | None, rules: Sequence[str]
) -> Iterator[Change]:
    """Yield the parts that change and then the exercise."""
    was, now = _points(old), _points(new)
    if old is None or new is None:
        why = "was not marked before" if old is None else "is not marked any more"
        yield Change(student, exercise, "", was, now, why)
        return
    ruled = dict(settled_otherwise(old.get("marked_by", {}), new.get("marked_by", {})))
    in_general = "; ".join([*rules, *ruled.values()]) or "was marked again"
    before, after = ({part["part"]: part for part in one.get("parts", ())} for one in (old, new))
    parts, reasons = [], []
    for part in {**before, **after}:
        of_part = [said for name, said in ruled.items() if name in FIELDS and part in FIELDS[name].parts]
        why = _why(before.get(part), after.get(part), of_part)
        of_before, of_after = _points(before.get(part)), _points(after.get(part))
        decided = "; ".join(_decisions(old, new, part))
        if of_before != of_after and (
            decided or (of_before or ())[:2] != (of_after or ())[:2]
        ):  # with its whole exercise no part is settled
            parts.append(Change(student, exercise, part, of_before, of_after, decided or why or in_general))
            reasons += [f"{part}: {why}"] if why else []
    if parts or was != now:
        yield from parts
        kept = [note["message"] for note in new.get("notes", ()) if note["message"].startswith(KEPT)]
        by_people = dict.fromkeys([*_decisions(old, new), *_standing(new)])
        said = [*by_people, *kept, *reasons, *([] if kept else _rounding(old, new))]
        yield Change(student, exercise, "", was, now, "; ".join(said) or in_general)


def settled_otherwise(before: Mapping[str, Settled], after: Mapping[str, Settled]) -> Iterator[tuple[str, str]]:
    """Yield what is settled otherwise than before, by its name; of a convention only where both are known."""
    for name in {**before, **after}:
        is_known = name not in FIELDS or (name in before and name in after)
        was, now = ("not said" if one.get(name) is None else str(one.get(name)) for one in (before, after))
        if is_known and before.get(name) != after.get(name):
            yield name, f"{name} was {was}, is {now}"


def _rounding(old: WrittenProblem, new: WrittenProblem) -> list[str]:
    """Return that marks are rounded to another step, where by the one before they would be others."""
    was, now = (Fraction(str(one.get("round", CENT))) for one in (old, new))
    earned, possible, _ = _points(new) or Points()
    fine = sum((points.earned for part in new.get("parts", ()) if (points := _points(part))), Fraction(0))
    is_other = was != now and earned != counting(fine, fine, possible, was)
    return [f"rounded to {marks_text(now)}, before to {marks_text(was)}"] if is_other else []


def _why(old: WrittenPart | None, new: WrittenPart | None, rules: Sequence[str]) -> str:
    """Return why a part is marked differently, by `rules` that bear on it first; nothing where no answer is judged differently."""
    if old is None or new is None:
        return "was not asked before" if old is None else "is not asked any more"
    worth = [f"worth {new['possible']:g}, before {old['possible']:g}"] if old["possible"] != new["possible"] else []
    before, after = ({entry.get("node", ""): entry for entry in part.get("entries", ())} for part in (old, new))
    entries = (
        f"{node}: {said}" if node else said
        for node in {**before, **after}
        if (said := _reason(before.get(node), after.get(node)))
    )
    return listed([*worth, *rules, *entries], _MOST_REASONS)


def _reason(old: WrittenEntry | None, new: WrittenEntry | None) -> str:
    """Return why an entry is judged differently; nothing where it is not."""
    was, now = (one.get("expected") if one else None for one in (old, new))
    if was != now:
        if was is None or now is None:
            return f"{now} is expected now" if was is None else f"{was} is not expected any more"
        return f"expected was {was}, is {now}"
    if old and new and old["verdict"] != new["verdict"]:
        return f"was {old['verdict']}, is {new['verdict']}"
    return ""


# -- all rows of a regrade, and what they come to: means, whose share of the points is greater or less, and who is
# marked by the old key


class Difference:
    """What a regrade changes: `rows` of those who were marked again, what all results come to. Who is `gone` keeps the marks.

    `worth` says of how much an exercise is by the new key, `rules` what of the marking itself has changed. Raw marks cannot be
    compared where an exercise is worth other points, so who goes up or down is told by shares of the points.
    """

    def __init__(self, worth: Mapping[str, Number], rules: Sequence[str], gone: Sequence[str]) -> None:
        self.rows: list[Change] = []
        self._gone, self._are_gone = gone, frozenset(gone)
        self._worth: dict[str, Fraction] = {id_: Fraction(number) for id_, number in worth.items()}
        self._rules = rules
        self._before: list[Points] = []
        self._after: list[Points] = []
        self._turns: dict[str, int] = {}
        self._results = 0
        self._by_old_key: list[dict[str, Fraction]] = []

    def add(self, was: WrittenResult, now: WrittenResult) -> None:
        """Take in the two results of one hand-in; of one that is gone they are the same."""
        self._results += bool(sources_of(was))
        old, new = (None if "excused" in one else _points(one) for one in (was, now))
        self._before += [old] if old and row_in(was).has_marks else []  # what waits for a person is in no mean
        self._after += [new] if new and row_in(now).has_marks else []
        worth = {exercise_of(one): Fraction(str(one["possible"])) for one in now.get("problems", ())}
        student = now.get("student", "")
        if student in self._are_gone:
            self._by_old_key.append(worth)
            return
        self.rows += changes(was, now, self._rules)
        self._worth |= worth
        less, more = (points.earned / (points.possible or 1) if points else Fraction(0) for points in (old, new))
        is_open = any(points and points.is_pending for points in (old, new))
        is_same = old is None or new is None or abs(more - less) <= _inexact(was, now)
        self._turns[student] = 0 if is_open or is_same else (more > less) - (more < less)

    def lines(self, names: Mapping[str, str]) -> Iterator[str]:
        """Yield the lines of changes.csv: those who keep their marks because the hand-in is gone stand at the end."""
        standing = (Change(student, "", "", None, None, GONE) for student in self._gone)
        return table_lines(COLUMNS, (_cells(change, names) for change in chain(self.rows, standing)))

    def text(self, names: Mapping[str, str], new: Sequence[str], late: Late | None) -> list[str]:
        """Return what is told of the regrade, as lines; `new` are files that were not there before."""
        lines = [*self._head(), *(f"Marked by other rules: {rule}" for rule in self._rules)]
        if late is not None:
            taken = f"{marks_text(late.percent)} % a day after {write_time(late.due)}"
            lines.append(
                f"All marks here are those before {taken} for late work, which holds again: see raw, penalty and final in gradebook.csv"
            )
        lines += [*_of_students(self.rows, names), *_frequent_reasons(self.rows)]
        for what, named in (
            ("Gone, or not what was marked; they keep their marks", self._gone),
            ("New, and not marked", new),
        ):
            if named:
                lines.append(f"{what} ({len(named)}): {listed_names(named, _MOST_NAMED)}")
        return lines

    def _head(self) -> Iterator[str]:
        wholes = [change for change in self.rows if not change.part]
        changed = {change.student for change in wholes if change.before != change.after}
        more, less = (sum(self._turns.get(student, 0) == sign for student in changed) for sign in (1, -1))
        verb = "changes" if len(changed) == 1 else "change"
        # where an exercise is worth other points than before, marks say less than shares
        is_other = any(
            change.before and change.after and change.before.possible != change.after.possible for change in wholes
        )
        said = f"{count(len(changed), 'student')} {verb}, {more:,} up and {less:,} down"
        said += " in share of the points" if is_other else ""
        yield f"{count(self._results - len(self._gone), 'hand-in')} of {self._results:,} marked again: {said}"
        if kept := {change.student for change in wholes if change.why.startswith(KEPT)}:
            yield f"Better marks of the earlier marking are kept in some exercise of {count(len(kept), 'student')}"
        yield f"Mean: {_mean(self._before)} before, {_mean(self._after)} now"
        pairs = Counter(
            (sum(held.values()), sum(self._worth.get(id_, number) for id_, number in held.items()))
            for held in self._by_old_key
            if any(self._worth.get(id_, number) != number for id_, number in held.items())
        )
        for (old, new), students in sorted(pairs.items()):
            verb = "is" if students == 1 else "are"
            yield f"Warning: {count(students, 'student')} {verb} still marked by the old key, out of {points_text(old)}; by the new one it is {marks_text(new)}"


def _inexact(was: WrittenResult, now: WrittenResult) -> Fraction:
    """Return by how much the share of the points can be another one because marks are rounded: of exercises that are worth other points now."""
    old, new = ({exercise_of(one): one for one in result.get("problems", ())} for result in (was, now))
    other = [id_ for id_, one in new.items() if id_ in old and one["possible"] not in (0, old[id_]["possible"])]
    shares = (
        Fraction(str(of[id_].get("round", CENT))) / 2 / Fraction(str(result.get("possible") or 1))
        for of, result in ((old, was), (new, now))
        for id_ in other
    )
    return sum(shares, Fraction())


def _mean(points: Sequence[Points]) -> str:
    """Return the mean of those who have marks, of how much it is, and its share."""
    if not points:
        return "nothing"
    earned, possible, _ = (sum(numbers, Fraction(0)) for numbers in zip(*points, strict=True))
    mean, of = (rounded(number / len(points), CENT) for number in (earned, possible))
    return f"{marks_text(mean)} of {points_text(of)}" + (f" ({percent_text(earned, possible)} %)" if possible else "")


def _cells(change: Change, names: Mapping[str, str]) -> list[object]:
    who = [change.student, names.get(change.student) or None, change.exercise or None, change.part or None]
    points = [cell for one in (change.before, change.after) for cell in _two_cells(one)]
    difference = None if change.difference is None else marks_number(change.difference)
    return [*who, *points, difference, printable(change.why, 1000)]


def _two_cells(points: Points | None) -> tuple[object, object]:
    if points is None:
        return None, None
    return _PENDING if points.is_pending else marks_number(points.earned), marks_number(points.possible)


def signed(marks: Fraction) -> str:
    """Return a difference of marks with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(-1)), signed(Fraction(0))
    ('+0.5', '−1', '0')
    """
    size = marks_text(abs(marks))
    return ("+" if marks > 0 else "−" if marks else "") + size


def _of_students(rows: Iterable[Change], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the changes of each student who has any, exercise by exercise."""
    last = None
    for change in rows:
        if change.part:
            continue
        if change.student != last:
            last = change.student
            name = names.get(change.student)
            yield f"  {printable(change.student)}" + (f" ({printable(name)})" if name else "")
        what = f"{change.exercise}: " if change.exercise else "the whole sheet: " if change.elsewhere else ""
        was, now = (
            "no marks"
            if one is None
            else _PENDING
            if one.is_pending
            else f"{marks_text(one.earned)} of {marks_text(one.possible)}"
            for one in (change.before, change.after)
        )
        beside = " beside these" if change.elsewhere else ""
        by = "" if change.difference is None else f" ({signed(change.difference)}{beside})"
        yield f"    {what}{was} → {now}{by}: {printable(change.why, 500)}"


def _frequent_reasons(rows: Iterable[Change]) -> Iterator[str]:
    """Yield why parts change, where several students share the reason."""
    seen = Counter((change.exercise, change.part, change.why) for change in rows if change.part)
    often = [(reason, times) for reason, times in seen.most_common() if times > 1]
    if often:
        yield "Most frequent reasons:"
        for (exercise, part, why), times in often[:_MOST_FREQUENT]:
            yield f"  {exercise} {part}: {printable(why, 500)} ({count(times, 'student')})"
