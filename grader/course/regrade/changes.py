"""Who changes, by how much and why: two results of the same hand-in, compared exercise by exercise and part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.conventions import FIELDS
from grader.course.higher import KEPT
from grader.data import Data
from grader.documents.table import table_lines
from grader.exact import marks_number, marks_text
from grader.marks.rounding import counting
from grader.policy import CENT
from grader.printable import printable
from grader.words import listed

GONE = "the hand-in is gone, or is not what was marked: its marks are kept"
COLUMNS = ("student", "name", "exercise", "part", "before", "of_before", "after", "of_after", "difference", "why")
_MOST_REASONS = 3

Points = tuple[Fraction, Fraction]
"""What was earned of how much."""


class Change(NamedTuple):
    """What changes for a student: in all (no exercise), in an exercise (no part) or in a part. None: it was not there, or is not."""

    student: str
    exercise: str
    part: str
    before: Points | None
    after: Points | None
    why: str

    @property
    def difference(self) -> Fraction:
        """Return by how much the marks change."""
        return (self.after or _NOTHING)[0] - (self.before or _NOTHING)[0]


_NOTHING: Points = (Fraction(0), Fraction(0))


def changes(before: Mapping[str, Data], after: Mapping[str, Data], rules: Sequence[str]) -> list[Change]:
    """Return what changes for a student, exercise by exercise, each behind its parts; nothing where all stays.

    `rules` says what of the marking itself has changed: the reason where no answer was judged differently.
    """
    student = after.get("student", "")
    if before["gradable"] != after["gradable"]:
        why = "could not be graded before" if after["gradable"] else "cannot be graded any more"
        return [Change(student, "", "", _points(before), _points(after), why)]
    old, new = _by(before.get("problems", ()), "exercise", "id"), _by(after.get("problems", ()), "exercise", "id")
    found: list[Change] = []
    for exercise in {**old, **new}:
        found += _of_exercise(student, exercise, old.get(exercise), new.get(exercise), rules)
    return found


def _by(items: Iterable[dict[str, Data]], *names: str) -> dict[str, dict[str, Data]]:
    return {next(item[name] for name in names if name in item): item for item in items}


def _points(item: Mapping[str, Data] | None) -> Points | None:
    """Return marks as they were before they became numbers of JSON."""
    if item is None or "earned" not in item:
        return None
    return Fraction(str(item["earned"])), Fraction(str(item["possible"]))


def _of_exercise(
    student: str, exercise: str, old: dict[str, Data] | None, new: dict[str, Data] | None, rules: Sequence[str]
) -> Iterator[Change]:
    """Yield the parts that change and then the exercise."""
    parts, reasons = [], []
    before, after = (_by((one or {}).get("parts", ()), "part") for one in (old, new))
    ruled = dict(settled_otherwise((old or {}).get("marked_by", {}), (new or {}).get("marked_by", {})))
    rules = [*rules, *ruled.values()]
    for part in {**before, **after} if old and new else ():
        of_part = [said for name, said in ruled.items() if name in FIELDS and part in FIELDS[name].parts]
        why = _why(before.get(part), after.get(part), of_part)
        was, now = _points(before.get(part)), _points(after.get(part))
        if was != now:
            parts.append(Change(student, exercise, part, was, now, why or _rules(rules)))
            reasons += [f"{part}: {why}"] if why else []
    was, now = _points(old), _points(new)
    if parts or was != now:
        yield from parts
        said = "; ".join([*_whole(old, new), *reasons, *_rounding(old, new)])
        yield Change(student, exercise, "", was, now, said or _rules(rules))


def settled_otherwise(before: Mapping[str, Data], after: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """Yield what is settled otherwise than before, by its name; of a convention only where both are known."""
    for name in {**before, **after}:
        is_known = name not in FIELDS or (name in before and name in after)
        if is_known and before.get(name) != after.get(name):
            yield name, f"{name} was {_value(before.get(name))}, is {_value(after.get(name))}"


def _value(value: Data) -> str:
    return "not said" if value is None else str(value)


def _rules(rules: Sequence[str]) -> str:
    return "; ".join(rules) or "was marked again"


def _whole(old: dict[str, Data] | None, new: dict[str, Data] | None) -> list[str]:
    """Return what is to be said of an exercise as a whole."""
    if old is None or new is None:
        return ["was not marked before" if old is None else "is not marked any more"]
    return _kept(new)


def _kept(new: dict[str, Data]) -> list[str]:
    return [note["message"] for note in new.get("notes", ()) if note["message"].startswith(KEPT)]


def _rounding(old: dict[str, Data] | None, new: dict[str, Data] | None) -> list[str]:
    """Return that marks are rounded to another step, where by the one before they would be others."""
    if old is None or new is None or _kept(new):
        return []
    was, now = (Fraction(str(one.get("round", CENT))) for one in (old, new))
    earned, possible = _points(new) or _NOTHING
    fine = sum((points[0] for part in new.get("parts", ()) if (points := _points(part))), Fraction(0))
    is_other = was != now and earned != counting(fine, fine, possible, was)
    return [f"rounded to {marks_text(now)}, before to {marks_text(was)}"] if is_other else []


def _why(old: dict[str, Data] | None, new: dict[str, Data] | None, rules: Sequence[str]) -> str:
    """Return why a part is marked differently, by `rules` that bear on it first; nothing where no answer is judged differently."""
    if old is None or new is None:
        return "was not asked before" if old is None else "is not asked any more"
    said = [*rules, *_reasons(old.get("entries", ()), new.get("entries", ()))]
    if old["possible"] != new["possible"]:
        said.insert(0, f"worth {new['possible']:g}, before {old['possible']:g}")
    return listed(said, _MOST_REASONS)


def _reasons(old: Iterable[dict[str, Data]], new: Iterable[dict[str, Data]]) -> Iterator[str]:
    before, after = ({entry.get("node", ""): entry for entry in entries} for entries in (old, new))
    for node in {**before, **after}:
        said = _reason(before.get(node, {}), after.get(node, {}))
        if said:
            yield f"{node}: {said}" if node else said


def _reason(old: Mapping[str, Data], new: Mapping[str, Data]) -> str:
    was, now = old.get("expected"), new.get("expected")
    if was != now:
        if was is None or now is None:
            return f"{now} is expected now" if was is None else f"{was} is not expected any more"
        return f"expected was {was}, is {now}"
    if old.get("verdict") != new.get("verdict") and old and new:
        return f"was {old['verdict']}, is {new['verdict']}"
    return ""


def changes_lines(found: Iterable[Change], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of changes.csv."""
    return table_lines(COLUMNS, (_row(change, names) for change in found))


def _row(change: Change, names: Mapping[str, str]) -> list[object]:
    points = [
        marks_number(marks) if held else None for held in (change.before, change.after) for marks in held or (0, 0)
    ]
    who = [change.student, names.get(change.student) or None, change.exercise or None, change.part or None]
    return [*who, *points, marks_number(change.difference), printable(change.why, 1000)]


def signed(marks: Fraction) -> str:
    """Return a difference of marks with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(-1)), signed(Fraction(0))
    ('+0.5', '−1', '0')
    """
    size = marks_text(abs(marks))
    return ("+" if marks > 0 else "−" if marks else "") + size
