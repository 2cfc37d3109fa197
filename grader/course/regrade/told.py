"""What is told of a regrade: who changes, by how much and why, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.course.higher import KEPT
from grader.course.late import Late
from grader.course.regrade.changes import Change, Points, signed
from grader.course.regrade.sums import Sums
from grader.exact import marks_text, points_text
from grader.printable import printable
from grader.times import write_time
from grader.words import count, listed

_MOST_NAMED = 20
_MOST_REASONS = 10


class Told(NamedTuple):
    """All that is told: the changes of each student who has any, what it comes to, whose hand-in is gone, files that are new, rules, late work."""

    changes: Sequence[Change]
    sums: Sums
    results: int
    gone: Sequence[str]
    new: Sequence[str]
    rules: Sequence[str]
    names: Mapping[str, str]
    late: Late | None = None


def told_text(told: Told) -> list[str]:
    """Return the lines."""
    lines = list(_head(told))
    lines += [f"Marked by other rules: {rule}" for rule in told.rules]
    if told.late is not None:
        lines.append(_late(told.late))
    lines += _students(told)
    lines += _reasons(told.changes)
    if told.gone:
        lines += [f"Gone, or not what was marked; they keep their marks ({len(told.gone)}): {_names(told.gone)}"]
    if told.new:
        lines += [f"New, and not marked ({len(told.new)}): {_names(told.new)}"]
    return lines


def _late(late: Late) -> str:
    taken = f"{marks_text(late.percent)} % a day after {write_time(late.due)}"
    return f"All marks here are those before {taken} for late work, which holds again: see raw, penalty and final in gradebook.csv"


def _names(names: Sequence[str]) -> str:
    return listed([printable(name) for name in names], _MOST_NAMED)


def _head(told: Told) -> Iterator[str]:
    wholes = [change for change in told.changes if not change.part]
    changed = {change.student for change in wholes if change.before != change.after}
    more, less = (sum(told.sums.turns.get(student, 0) == sign for student in changed) for sign in (1, -1))
    verb = "changes" if len(changed) == 1 else "change"
    other = " in share of the points" if any(_is_worth_other(change) for change in wholes) else ""
    said = f"{count(len(changed), 'student')} {verb}, {more:,} up and {less:,} down{other}"
    yield f"{count(told.results - len(told.gone), 'hand-in')} of {told.results:,} marked again: {said}"
    if kept := {change.student for change in wholes if change.why.startswith(KEPT)}:
        yield f"Better marks of the earlier marking are kept in some exercise of {count(len(kept), 'student')}"
    yield f"Mean: {told.sums.before} before, {told.sums.after} now"
    for old, new, students in told.sums.by_old_key():
        verb = "is" if students == 1 else "are"
        yield f"Warning: {count(students, 'student')} {verb} still marked by the old key, out of {points_text(old)}; by the new one it is {marks_text(new)}"


def _is_worth_other(change: Change) -> bool:
    """Return whether an exercise is worth other points than before, so that marks say less than shares."""
    return bool(change.before and change.after and change.before[1] != change.after[1])


def _students(told: Told) -> Iterator[str]:
    last = None
    for change in told.changes:
        if change.part:
            continue
        if change.student != last:
            last = change.student
            name = told.names.get(change.student)
            yield f"  {printable(change.student)}" + (f" ({printable(name)})" if name else "")
        what = f"{change.exercise}: " if change.exercise else ""
        yield f"    {what}{_points(change.before)} → {_points(change.after)} ({signed(change.difference)}): {printable(change.why, 500)}"


def _points(points: Points | None) -> str:
    return "no marks" if points is None else f"{marks_text(points[0])} of {marks_text(points[1])}"


def _reasons(changes: Sequence[Change]) -> Iterator[str]:
    """Yield why parts change, where several students share the reason."""
    seen = Counter((change.exercise, change.part, change.why) for change in changes if change.part)
    often = [(reason, times) for reason, times in seen.most_common() if times > 1]
    if often:
        yield "Most frequent reasons:"
        for (exercise, part, why), times in often[:_MOST_REASONS]:
            yield f"  {exercise} {part}: {printable(why, 500)} ({count(times, 'student')})"
