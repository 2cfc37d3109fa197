"""A gradebook.csv that somebody edited by hand: what was changed there, as decisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from grader.core.documents.writing import table_text
from grader.core.numbers import marks_text, rounded
from grader.core.policy import CENT
from grader.core.text import listed, printable
from grader.course.csv_tables import AFTER_MARKS, BEFORE_MARKS, Gradebook
from grader.course.gradebook_files import FileRefused, Line, Table, number_in, read_table
from grader.course.late import late_in
from grader.course.quiz import Student
from grader.course.result_lines import row_in, written
from grader.course.run.out_folder import ADJUSTED, RESULTS, StatedRun

COLUMNS = ("student", "exercise", "set", "drop", "by", "why")
_EARNED, _MOST_NAMED = AFTER_MARKS[0], 8


class Edit(NamedTuple):
    """What a changed cell decides: marks of an exercise, or of the sheet where it names none; None: they are dropped."""

    student: str
    exercise: str
    marks: Fraction | None


def as_written(folder: Path, stated: StatedRun) -> str:
    """Return the gradebook as the run wrote it, made of its results again. Raises OSError."""
    students = {id_: Student(id_, *rest) for id_, *rest in stated.get("students", ())}
    columns = stated.get("columns", stated["options"].get("--require", ()))
    has_decisions = (folder / ADJUSTED).exists()
    book = Gradebook(columns, students, late_in(stated["options"]), has_decisions=has_decisions)
    with open(folder / RESULTS, "rb") as lines:
        for line in lines:
            book.add(row_in(written(json.loads(line))))
    return book.text()


def edits_in(was: str, now: bytes) -> list[Edit]:
    """Return what was changed in a gradebook. Raises FileRefused where anything but marks was changed, with all lines of that."""
    old, new = read_table(was.encode()), read_table(now)
    if old.header != new.header:
        raise FileRefused("its columns are not those that the run wrote; only marks can be changed")
    if len(old.lines) != len(new.lines):
        there, were = f"{len(new.lines):,}", f"{len(old.lines):,}"
        raise FileRefused(f"it has {there} lines of students, the run wrote {were}; none can be added or taken out")
    edits, wrong = list[Edit](), list[str]()
    for before, after in zip(old.lines, new.lines, strict=True):
        try:
            edits += _of_line(old, before, after, has_comma=new.separator != ",")
        except ValueError as failure:
            wrong.append(f"line {after.number}: {failure}")
    if wrong:
        raise FileRefused(*wrong)
    return edits


def _of_line(table: Table, before: Line, after: Line, *, has_comma: bool) -> Iterator[Edit]:
    """Yield what was changed in the line of a student. Raises ValueError."""
    exercises = range(len(BEFORE_MARKS), table.header.index(_EARNED, len(BEFORE_MARKS)))
    student = before.said(0)
    changed = {
        column: after.said(column)
        for column in range(max(len(table.header), len(after.cells)))
        if not _is_same(before.said(column), after.said(column), has_comma=has_comma)
    }
    marks = {column: _marks(said, has_comma=has_comma) for column, said in changed.items() if column in exercises}
    yield from (Edit(student, table.header[column], number) for column, number in marks.items())
    for column, said in changed.items():
        if column in marks:
            continue
        name = table.header[column] if column < len(table.header) else f"column {column + 1}"
        if name != _EARNED:
            of_marks = listed([*map(printable, table.header[exercises.start : exercises.stop + 1])], _MOST_NAMED)
            raise ValueError(f'"{printable(said)}" in the column "{printable(name)}": only {of_marks} can be changed')
        if not marks:
            yield Edit(student, "", _marks(said, has_comma=has_comma))
        elif _marks(said, has_comma=has_comma) != _sum(before, marks, exercises):
            raise ValueError(
                f'"{printable(said)}" in the column "{_EARNED}" is not the sum of its exercises, which were changed too'
            )


def _sum(before: Line, marks: dict[int, Fraction | None], exercises: Sequence[int]) -> Fraction:
    found = (marks[at] if at in marks else number_in(before.said(at), has_comma=False) for at in exercises)
    return sum((one or Fraction(0) for one in found), Fraction(0))


def _is_same(before: str, after: str, *, has_comma: bool) -> bool:
    """Return whether two cells say the same: a spreadsheet may write a number otherwise."""
    if before == after:
        return True
    number = number_in(before, has_comma=False)
    return number is not None and number == number_in(after, has_comma=has_comma)


def _marks(said: str, *, has_comma: bool) -> Fraction | None:
    """Return the marks that a cell says, None for an empty one. Raises ValueError."""
    if not said:
        return None
    number = number_in(said, has_comma=has_comma)
    if number is None or number < 0 or rounded(number, CENT) != number:
        raise ValueError(f'"{printable(said)}": expected marks, a number from 0 up with at most 2 decimals, or nothing')
    return number


def table_of_decisions(edits: Sequence[Edit], by: str, why: str) -> str:
    """Return the decisions as a table that --adjust takes."""
    done = ((None, "true") if one.marks is None else (marks_text(one.marks), None) for one in edits)
    rows = ([one.student, one.exercise or None, *what, by, why] for one, what in zip(edits, done, strict=True))
    return table_text(COLUMNS, rows)
