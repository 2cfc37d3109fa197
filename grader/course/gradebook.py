"""gradebook.csv: one line a student, a column for each exercise, without a quiz for each problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.course.late import Late
from grader.course.row import Row, Status
from grader.course.spool import Places, Spool
from grader.course.tally import percent_text
from grader.documents.table import table_lines
from grader.exact import marks_number
from grader.printable import printable
from grader.words import count, listed

_BEFORE = ("student", "name", "group")
_AFTER = ("earned", "possible", "percent", "status", "source")
_OF_PLATFORM = ("platform", "key")
"""Columns of hand-ins that came by a learning platform: which, and what it calls the student."""
_OF_LATE = ("raw", "penalty", "final")
_MOST_SOURCES = 10


class Listed(NamedTuple):
    """A student of a class list."""

    name: str = ""
    group: str = ""


class Gradebook:
    """A table that grows by a row at a time; rows of one student for different problems are one line.

    Students of the class list stand first, in its order, those of whom nothing came too.
    """

    def __init__(
        self, columns: Sequence[str] = (), students: Mapping[str, Listed] | None = None, late: Late | None = None
    ) -> None:
        self._columns = dict.fromkeys(columns)
        self._students = students or {}
        self._late = late
        self._has_platform = False
        self._untimed = 0
        self._rows = Spool[Row]()
        self._of_student = Places()

    def add(self, row: Row) -> None:
        """Take in what became of one hand-in."""
        self._columns |= dict.fromkeys(row.marks)
        self._has_platform = self._has_platform or bool(row.platform)
        is_untimed = self._late is not None and bool(row.marks) and self._late.marks(row).penalty is None
        self._untimed += is_untimed
        held = (self._rows[place] for place in self._places(row.student))
        if row.student and not any(other.marks.keys() & row.marks.keys() for other in held):
            self._of_student.add(row.student, len(self._rows))
        self._rows.append(row)  # which else is a line of its own: never one mark in place of another

    def _places(self, student: str) -> list[int]:
        """Return where the rows stand that are one line of a student."""
        found = self._of_student.of(student) if student else []
        return [place for place in found if self._rows[place].student == student]

    def _lines(self) -> Iterator[Row]:
        """Yield the rows that are one line each, those of the class list first."""
        for student in self._students:
            yield _together(student, [self._rows[place] for place in self._places(student)])
        for place, row in enumerate(self._rows):
            is_alone = not row.student or self._of_student.of(row.student) == [place]
            first, *others = [place] if is_alone else self._places(row.student)
            if place not in (first, *others):
                yield row
            elif place == first and row.student not in self._students:
                yield _together(row.student, [row, *(self._rows[other] for other in others)])

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table as CSV. Marks of what was not graded are empty cells, never 0."""
        columns = tuple(self._columns)
        late = _OF_LATE if self._late is not None else ()
        platform = _OF_PLATFORM if self._has_platform else ()
        rows = (self._cells(row, columns) for row in self._lines())
        return table_lines((*_BEFORE, *columns, *_AFTER, *late, *platform), rows)

    def warnings(self) -> list[str]:
        """Return what the instructor should know of late work: who gets no penalty because nobody knows when it came."""
        if not self._untimed:
            return []
        who = count(self._untimed, "hand-in")
        return [f"warning: of {who} no platform says when it came, so there is no penalty for being late"]

    def text(self) -> str:
        """Return the table as CSV."""
        return "".join(self.lines())

    def _cells(self, row: Row, columns: tuple[str, ...]) -> list[object]:
        listed_as = self._students.get(row.student, Listed())
        marks = [marks_number(row.marks[column]) if column in row.marks else None for column in columns]
        name = listed_as.name or row.platform.get("name")
        who = [row.student, name or None, row.group or listed_as.group or None]
        source = listed([*map(printable, row.sources)], _MOST_SOURCES)
        key = [row.platform.get("lms"), row.platform.get("key")] if self._has_platform else []
        late = _of_late(row, self._late) if self._late is not None else []
        return [*who, *marks, *_totals(row), row.status.value, source, *late, *key]


def _of_late(row: Row, late: Late) -> list[object]:
    """Return the marks before, what being late costs, and those after; nothing where nothing was graded."""
    if not row.marks:
        return [None, None, None]
    return [None if marks is None else marks_number(marks) for marks in late.marks(row)]


def _together(student: str, rows: Sequence[Row]) -> Row:
    """Return the one line of a student; of nothing one that says so."""
    if len(rows) == 1:
        return rows[0]
    if not rows:
        return Row(student, Status.MISSING)
    statuses = {row.status for row in rows}
    return rows[0]._replace(
        status=rows[0].status if len(statuses) == 1 else Status.PARTLY,
        marks={column: marks for row in rows for column, marks in row.marks.items()},
        possible=sum((row.possible for row in rows), Fraction(0)),
        sources=tuple(source for row in rows for source in row.sources),
    )


def _totals(row: Row) -> list[object]:
    """Return earned, possible and percent; nothing where nothing was graded."""
    if not row.marks:
        return [None, None, None]
    percent = percent_text(row.earned, row.possible) if row.possible else None
    return [marks_number(row.earned), marks_number(row.possible), percent]
