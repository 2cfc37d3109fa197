"""gradebook.csv: one line a student, a column for each problem."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grader.course.tally import Status, percent_text, status_of
from grader.documents.table import table_text
from grader.exact import marks_number
from grader.export.result import student_of
from grader.grading import Outcome
from grader.printable import printable
from grader.words import listed

_BEFORE = ("student", "name", "group")
_AFTER = ("earned", "possible", "percent", "status", "source")
_MOST_SOURCES = 10


class _Line(NamedTuple):
    """What one student earned for which problem, of how much in all, and where it comes from."""

    student: str
    marks: dict[str, Fraction]
    possible: Fraction
    statuses: tuple[Status, ...]
    sources: tuple[str, ...]


class Gradebook:
    """A table that grows by an outcome at a time; outcomes of one student for different problems are one line."""

    def __init__(self, problems: tuple[str, ...] = ()) -> None:
        self._problems = dict.fromkeys(problems)
        self._lines: dict[str | int, _Line] = {}

    def add(self, outcome: Outcome) -> None:
        """Take in one outcome."""
        line = _line(outcome)
        self._problems |= dict.fromkeys(line.marks)
        key = student_of(outcome) or len(self._lines)
        held = self._lines.get(key)
        if held is not None and held.marks.keys() & line.marks.keys():  # never one mark in place of another
            key = len(self._lines)
            held = None
        self._lines[key] = line if held is None else _together(held, line)

    def text(self) -> str:
        """Return the table as CSV. Marks of what was not graded are empty cells, never 0."""
        rows = (_row(line, tuple(self._problems)) for line in self._lines.values())
        return table_text((*_BEFORE, *self._problems, *_AFTER), rows)


def _line(outcome: Outcome) -> _Line:
    marks = {graded.report.id: Fraction(graded.marks.earned) for graded in outcome.graded}
    sources = tuple(map(printable, outcome.sources or (outcome.source,)))
    return _Line(student_of(outcome) or "", marks, Fraction(outcome.possible), (status_of(outcome),), sources)


def _together(held: _Line, line: _Line) -> _Line:
    return held._replace(
        marks=held.marks | line.marks,
        possible=held.possible + line.possible,
        statuses=held.statuses + line.statuses,
        sources=held.sources + line.sources,
    )


def _row(line: _Line, problems: tuple[str, ...]) -> list[object]:
    marks = [marks_number(line.marks[id_]) if id_ in line.marks else None for id_ in problems]
    return [line.student, None, None, *marks, *_totals(line), _status(line).value, listed(line.sources, _MOST_SOURCES)]


def _totals(line: _Line) -> list[object]:
    """Return earned, possible and percent; nothing where nothing was graded."""
    if not line.marks:
        return [None, None, None]
    earned = sum(line.marks.values(), Fraction(0))
    percent = percent_text(earned, line.possible) if line.possible else None
    return [marks_number(earned), marks_number(line.possible), percent]


def _status(line: _Line) -> Status:
    return line.statuses[0] if len(set(line.statuses)) == 1 else Status.PARTLY
