"""The tables of a class run: gradebook.csv with a line for each student, and inputs.csv with one for each file that was met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from grader.core.documents.writing import table_lines
from grader.core.errors import Fault
from grader.core.numbers import marks_number
from grader.core.text import count, listed, printable
from grader.course.hand_in import Remark
from grader.course.late import Late
from grader.course.one_student import whose
from grader.course.quiz import Student
from grader.course.result_lines import Message, WrittenResult
from grader.course.tally import Row, Status, percent_text

BEFORE_MARKS = ("student", "name", "group")
AFTER_MARKS = ("earned", "possible", "percent", "status", "source")
_OF_PLATFORM = ("platform", "key")
"""Columns of hand-ins that came by a learning platform: which, and what it calls the student."""
_OF_LATE = ("raw", "penalty", "final")
_OF_DECISIONS = ("adjusted",)
_MOST_SOURCES = 10


class Gradebook:
    """A table that grows by a row at a time; rows of one student for different problems are one line.

    Students of the class list stand first, in its order, those of whom nothing came too.
    """

    def __init__(
        self,
        columns: Sequence[str] = (),
        students: Mapping[str, Student] | None = None,
        late: Late | None = None,
        *,
        has_decisions: bool = False,
    ) -> None:
        self._columns = dict.fromkeys(columns)
        self._students = students or {}
        self._late = late
        self._has_decisions = has_decisions
        self._has_platform = False
        self._untimed = self._only_late = 0
        self._rows: list[list[Row]] = []
        self._of_student: dict[str, list[Row]] = {}

    def add(self, row: Row) -> None:
        """Take in what became of one hand-in."""
        self._columns |= dict.fromkeys(row.marks)
        self._has_platform = self._has_platform or bool(row.platform)
        if self._late is not None and row.has_marks and row.sources:
            listed_as = self._students.get(row.student)
            self._untimed += self._late.marks(row, listed_as).penalty is None
            self._only_late += self._late.is_one_day(row, listed_as)
        same = self._of_student.get(row.student)
        if same is not None and not any(other.marks.keys() & row.marks.keys() for other in same):
            same.append(row)
            return
        self._rows.append([row])  # a line of its own: never one mark in place of another
        if row.student and same is None:
            self._of_student[row.student] = self._rows[-1]

    def _lines(self) -> Iterator[Row]:
        """Yield the rows that are one line each, those of the class list first."""
        for student in self._students:
            yield _together(student, self._of_student.get(student, ()))
        for rows in self._rows:
            student = rows[0].student
            if student not in self._students or rows is not self._of_student[student]:
                yield _together(student, rows)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table as CSV. Marks of what was not graded are empty cells, never 0."""
        columns = tuple(self._columns)
        late = _OF_LATE if self._late is not None else ()
        platform = _OF_PLATFORM if self._has_platform else ()
        decided = _OF_DECISIONS if self._has_decisions else ()
        rows = (self._cells(row, columns) for row in self._lines())
        return table_lines((*BEFORE_MARKS, *columns, *AFTER_MARKS, *late, *platform, *decided), rows)

    def warnings(self) -> list[str]:
        """Return what the instructor should know of late work: who gets no penalty because nobody knows when it came."""
        said = []
        if self._untimed:
            who = count(self._untimed, "hand-in")
            said.append(f"warning: of {who} no platform says when it came, so there is no penalty for being late")
        if self._only_late:
            are = f"{count(self._only_late, 'hand-in')} {'is' if self._only_late == 1 else 'are'}"
            said.append(
                f"{are} LATE by Canvas, which does not say by how much: one day is taken off; --times or handed-in says more"
            )
        return said

    def text(self) -> str:
        """Return the table as CSV."""
        return "".join(self.lines())

    def _cells(self, row: Row, columns: tuple[str, ...]) -> list[object]:
        listed_as = self._students.get(row.student, Student(row.student))
        final = row.marks.keys() - {*row.pending}
        marks = [marks_number(row.marks[column]) if column in final else None for column in columns]
        name = listed_as.name or row.platform.get("name")
        who = [row.student, name or None, row.group or listed_as.group or None]
        source = listed([printable(one, len(one)) for one in row.sources], _MOST_SOURCES)
        key = [row.platform.get("lms"), row.platform.get("key")] if self._has_platform else []
        late = _of_late(row, self._late, listed_as) if self._late is not None else []
        decided = ["; ".join(row.decided) or None] if self._has_decisions else []
        return [*who, *marks, *_totals(row), row.status.value, source, *late, *key, *decided]


def _of_late(row: Row, late: Late, listed_as: Student) -> list[object]:
    """Return the marks before, what being late costs, and those after; nothing where nothing was graded."""
    if not row.has_marks:
        return [None, None, None]
    return [None if marks is None else marks_number(marks) for marks in late.marks(row, listed_as)]


def _together(student: str, rows: Sequence[Row]) -> Row:
    """Return the one line of a student; of nothing one that says so."""
    if len(rows) == 1:
        return rows[0]
    if not rows:
        return Row(student, Status.MISSING)
    statuses = {row.status for row in rows}
    return rows[0]._replace(
        status=_status(statuses),
        marks={column: marks for row in rows for column, marks in row.marks.items()},
        possible=sum((row.possible for row in rows), Fraction(0)),
        sources=tuple(source for row in rows for source in row.sources),
        pending=tuple(exercise for row in rows for exercise in row.pending),
        total=sum((row.earned for row in rows), Fraction(0)) if any(row.total is not None for row in rows) else None,
        decided=tuple(said for row in rows for said in row.decided),
    )


def _status(statuses: set[Status]) -> Status:
    """Return the status of several rows together."""
    if len(statuses) == 1:
        return next(iter(statuses))
    return Status.PENDING if statuses == {Status.GRADED, Status.PENDING} else Status.PARTLY


def _totals(row: Row) -> list[object]:
    """Return earned, possible and percent; nothing where nothing was graded, and of what waits for a person only what is possible."""
    if not row.has_marks:
        return [None, marks_number(row.possible) if row.pending else None, None]
    percent = percent_text(row.earned, row.possible) if row.possible else None
    return [marks_number(row.earned), marks_number(row.possible), percent]


# -- inputs.csv: every file that was met, whose it is, and what became of it

_COLUMNS = ("source", "student", "typed", "status", "reason")
_MOST_NAMED = 5
_LONGEST = 1000


class Inputs:
    """A table that grows by a result at a time. `remarks` say of files what no result says."""

    def __init__(self, junk: Iterable[tuple[str, str]] = (), remarks: Mapping[str, Remark] | None = None) -> None:
        self._remarks = {printable(path, len(path)): remark for path, remark in (remarks or {}).items()}
        self._junk = [(printable(path, len(path)), "", "", "junk", what) for path, what in junk]
        self._rows: list[tuple[str, ...]] = []

    def add(self, result: WrittenResult, row: Row) -> None:
        """Take in the files of one result, whose line of the gradebook is the row."""
        what_became = Status.GRADED if row.status is Status.PENDING else row.status  # words wait, their file does not
        reason, status = _reason(result), what_became.value
        told = _told(result, status)
        also = {item["source"]: whose(item["owners"]) for item in result.get("foreign", ())}
        said = [self._remarks.get(source, Remark()) for source in row.sources]
        is_each = any(remark.typed for remark in said)  # a result knows one name for all its files
        for source, remark in zip(row.sources, said, strict=True):
            what, why = told.get(source, (status, "; ".join(filter(None, (reason, also.get(source))))))
            why = "; ".join(filter(None, (why, remark.said)))
            typed = printable(remark.typed or ("" if is_each else result.get("typed", "")))
            self._rows.append((source, row.student, typed, what, printable(why, _LONGEST)))

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table as CSV."""
        return table_lines(_COLUMNS, chain(self._rows, self._junk))


def _told(result: WrittenResult, status: str) -> dict[str, tuple[str, str]]:
    """Return status and reason of the files that have their own, not those of the hand-in."""
    messages: dict[str, dict[str, None]] = {}  # of none of which anything could be graded
    for error in result.get("errors", ()):
        messages.setdefault(error.get("source", ""), {})[_with_line(error)] = None
    foreign = {item["source"]: whose(item["owners"]) for item in result.get("foreign", ())}
    left_out = {item["source"]: item["reason"] for item in result.get("files_not_graded", ())}
    ids: dict[str, list[str]] = {}  # of files of which no answers count, or not all
    in_part = set()
    for answers in result.get("superseded", ()):
        ids.setdefault(answers["source"], []).append(answers["id"])
        in_part |= {answers["source"]} if "others_count" in answers else set()
    return {
        **{source: (status, "; ".join(said)) for source, said in messages.items()},
        **{
            source: ("foreign", owners)
            for source, owners in foreign.items()
            if source in left_out or not result["gradable"]
        },
        **{source: ("not-gradable", reason) for source, reason in left_out.items() if source not in foreign},
        **{
            source: (status if source in in_part else "superseded", f"others count for {listed(found, _MOST_NAMED)}")
            for source, found in ids.items()
        },
    }


def _reason(result: WrittenResult) -> str:
    """Return why a submission was not graded, or not all of it; nothing where all was."""
    if not result["gradable"]:
        return "; ".join(dict.fromkeys(map(_with_line, result["errors"])))
    return "; ".join(f"{item['id']}: {item['reason']}" for item in result["problems_not_graded"])


def _with_line(error: Message) -> str:
    """Return what is said of a file, with the line at which it is to be mended."""
    return Fault(error["message"], line=error.get("line") or 0).in_file
