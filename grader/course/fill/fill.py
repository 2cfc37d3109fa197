"""Which line of a gradebook is which student, and what is written there; all that its importer would refuse is told before."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.course.fill.books import DECIMAL_COMMA, Book, BookRefused, number_in, read_book
from grader.course.fill.cells import Change, Line, Table, filled, read_table
from grader.course.fill.marked import Marked, as_html
from grader.course.fill.who import Known, keys_in
from grader.course.lms.person import letters, turned
from grader.course.row import Status
from grader.course.spool import Places, Spool
from grader.exact import marks_text, rounded
from grader.policy import CENT
from grader.printable import printable
from grader.words import count, listed

_MOST_TOLD = 20
_MOST_NAMED = 5
_OURS = re.compile(r"(<p>)?[0-9.]+ of [0-9.]+ points?\b.*", re.DOTALL)


class Filled(NamedTuple):
    """A gradebook with marks: its bytes, in how many lines, and what the instructor should know."""

    content: bytes
    marks: int
    notes: tuple[str, ...]


class FillRefused(ValueError):
    """A gradebook that is not filled in; `reasons` are all of them."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


class Wishes(NamedTuple):
    """What is said of how to fill: the column, what marks are out of, whether with comments, whether to leave out who has no line."""

    column: str | None = None
    out_of: Fraction | None = None
    has_comments: bool = True
    skips_unknown: bool = False


def fill(content: bytes, students: Sequence[Marked], wishes: Wishes) -> Filled:
    """Return the gradebook with the marks of the students filled in. Raises FillRefused with all that is in the way."""
    try:
        table = read_table(content)
        book = read_book(table, wishes.column)
    except (BookRefused, ValueError) as failure:
        raise FillRefused([str(failure)]) from None
    return _Filling(table, book, students, wishes).fill()


class _Filling:
    """One gradebook while it is filled in. Students and changes are read again where they are asked for: of a large class they are a lot."""

    def __init__(self, table: Table, book: Book, students: Sequence[Marked], wishes: Wishes) -> None:
        self._table, self._book, self._wishes = table, book, wishes
        self._students = students
        self._out_of = wishes.out_of if wishes.out_of is not None else book.out_of
        self._known = Known(students, [what for _, what in book.who])
        self._whose = array("q", [-1]) * len(table.lines)
        self._is_found = bytearray(len(students))
        self._left: dict[Status, list[str]] = {}
        self._line_of = Places()
        self._reasons: list[str] = []  # whose lines are
        self._wrong: list[str] = []  # what stands in them; told after these
        self._excused = 0

    def fill(self) -> Filled:
        self._look()
        changes, marked = Spool[Change](), 0
        for place, line in enumerate(self._table.lines):
            if not self._book.is_student(line):
                continue
            student = self._assigned(place, line)
            if (
                student is not None
                and student.status is Status.GRADED
                and line.said(self._book.marks) not in self._book.kept
            ):
                for change in sorted(self._changes(place, line, student)):
                    changes.append(change)
                    marked += change.column == self._book.marks
            else:
                self._excused += student is not None and line.said(self._book.marks) in self._book.kept
                self._check_left(line)
        self._check_unknown()
        if reasons := self._reasons + self._wrong:
            more = len(reasons) - _MOST_TOLD
            raise FillRefused([*reasons[:_MOST_TOLD], *([f"and {more:,} more like these"] if more > 0 else [])])
        return Filled(filled(self._table, changes), marked, tuple(self._notes()))

    def _look(self) -> None:
        """Look at each student once: who it is, what the marks are out of, and whether there are any."""
        possible = set()
        for place, student in enumerate(self._students):
            self._known.add(place, student)
            if student.status is Status.GRADED:
                possible.add(student.possible)
            else:
                self._left.setdefault(student.status, []).append(printable(student.student))
                self._is_found[place] = True  # nobody looks for a line
        self._check_scale(possible)

    def _check_scale(self, possible: set[Fraction]) -> None:
        """Refuse to scale marks to a maximum that cannot be read, or that are out of different numbers: who leaves a problem out would gain by it."""
        if self._wishes.out_of is None and self._book.unread:
            self._reasons.append(self._book.unread)
        if self._out_of is not None and len(possible) > 1:
            shown = listed([*map(marks_text, sorted(possible))], _MOST_NAMED)
            self._reasons.append(
                f"marks are out of different totals ({shown}), so they cannot be put out of {marks_text(self._out_of)}; grade with --quiz, or with --require and --only"
            )

    def _assigned(self, place: int, line: Line) -> Marked | None:
        """Return whose a line is; None where it is nobody's, or that is not clear."""
        meant, by = self._meant(line)
        if len(meant) > 1:
            names = listed([f'"{printable(one.student)}"' for _, one in meant], _MOST_NAMED)
            self._reasons.append(f"line {line.number} may be any of {names}")
        if len(meant) != 1:
            return None
        [(whose, student)] = meant
        if (other := self._line(student)) is not None:
            self._reasons.append(
                f'lines {other.number} and {line.number} are both "{printable(student.student)}"; keep the one that is meant'
            )
            return None
        self._line_of.add(student.student, place)
        self._whose[place], self._is_found[whose] = whose, True
        self._check_name(line, student, by)
        return student

    def _line(self, student: Marked) -> Line | None:
        """Return the line that is the student's; None where there is none."""
        for place in self._line_of.of(student.student):
            if self._students[self._whose[place]].student == student.student:
                return self._table.lines[place]
        return None

    def _meant(self, line: Line) -> tuple[Sequence[tuple[int, Marked]], str]:
        """Return the students that a line may be, each with the place, by the first of its columns that knows any.

        Where that knows several, as the submission of a group does, the columns after it say which of these it is.
        """
        meant: Sequence[tuple[int, Marked]] = ()
        by = ""
        for column, what in self._book.who:
            for key in keys_in(what, line.said(column)):
                known = self._known.get(key)
                among = [one for one in known if one in meant] if meant else known
                meant, by = (among, by or what) if among else (meant, by)
                if len(meant) == 1:
                    return meant, by
        return meant, by

    def _check_name(self, line: Line, student: Marked, by: str) -> None:
        """Refuse a worksheet in which a participant's number is another one's name: it is of another assignment."""
        name = next((line.said(column) for column, what in self._book.who if what == "name"), "")
        theirs = student.person.name if student.person is not None else ""
        if by == "moodle" and name and theirs and letters(name) not in turned(theirs):
            self._reasons.append(
                f'line {line.number} is "{printable(name)}", but that number handed in as "{printable(theirs)}"; the worksheet is of another assignment'
            )

    def _changes(self, place: int, line: Line, student: Marked) -> list[Change]:
        book = self._book
        mark = student.earned
        if self._out_of is not None:
            mark = mark * self._out_of / student.possible if student.possible else Fraction(0)
        mark = Fraction(rounded(mark, CENT))
        most = self._most(line)
        if most is not None and mark > most:
            self._wrong.append(
                f'line {line.number}: {marks_text(mark)} for "{printable(student.student)}" is more than the maximum of {marks_text(most)}'
            )
        if len(line.cells) <= max(book.marks, book.comments):
            self._wrong.append(
                f"line {line.number} has only {count(len(line.cells), 'cell')}; save the file as the platform gave it"
            )
            return []
        said = marks_text(mark).replace(".", "," if book.has_decimal_comma else ".")
        is_free = book.comments >= 0 and (not line.said(book.comments) or _OURS.fullmatch(line.said(book.comments)))
        comment = as_html(student.comment) if book.is_html else student.comment
        with_comment = [Change(place, book.comments, comment)] if self._wishes.has_comments and is_free else []
        return [Change(place, book.marks, said), *with_comment]

    def _most(self, line: Line) -> Fraction | None:
        """Return the greatest mark that a line takes, where the book says it."""
        stated = number_in(line.said(self._book.most), has_comma=True) if self._book.most >= 0 else None
        return stated if stated is not None else self._book.out_of

    def _check_left(self, line: Line) -> None:
        """Refuse what stands in a cell that is not filled in, where it would end the import of the whole file."""
        said, book = line.said(self._book.marks), self._book
        if said in (*book.empty, *book.kept):
            return
        mark, most = number_in(said, has_comma=book.has_decimal_comma), self._most(line)
        if mark is None:
            hint = ", written with a decimal comma" if DECIMAL_COMMA.fullmatch(said) else ""
            self._wrong.append(
                f'line {line.number}: "{printable(said)}" stands where a mark is expected{hint}; the importer takes none of the file'
            )
        elif mark < 0 or (most is not None and mark > most):
            limit = "below 0" if mark < 0 else f"more than the maximum of {marks_text(most or 0)}"
            self._wrong.append(f"line {line.number}: {printable(said)} stands there already and is {limit}")

    def _without_a_line(self) -> Iterator[Marked]:
        """Yield the students with marks who have no line."""
        unfound = (self._students[place] for place, is_found in enumerate(self._is_found) if not is_found)
        return (one for one in unfound if self._line(one) is None)

    def _check_unknown(self) -> None:
        if self._wishes.skips_unknown:
            return
        self._wrong += [
            f'there is no line for "{printable(student.student)}"{_also(student)}, who has {marks_text(student.earned)} of {marks_text(student.possible)}'
            for student in self._without_a_line()
        ]

    def _notes(self) -> Iterable[str]:
        book, header = self._book, self._table.header
        scale = f"out of {marks_text(self._out_of)}" if self._out_of is not None else "as they were earned"
        yield f'{book.title}: marks {scale} in the column "{printable(header[book.marks])}"'
        for status in (Status.PARTLY, Status.NOT_GRADABLE):
            if names := self._left.get(status):
                yield f"left as it is, {status.value}: {listed(names, _MOST_NAMED)}"
        if self._excused:
            yield f"left as it is, excused: {count(self._excused, 'student')}"
        if unknown := [printable(one.student) for one in self._without_a_line()]:
            yield f"left out, without a line: {listed(unknown, _MOST_NAMED)}"
        empty = sum(self._book.is_student(line) for line in self._table.lines) - sum(
            whose >= 0 for whose in self._whose
        )
        if empty:
            yield f"{count(empty, 'line')} without a hand-in {'is' if empty == 1 else 'are'} left as {'it is' if empty == 1 else 'they are'}"


def _also(student: Marked) -> str:
    names = listed(
        [f'"{printable(name)}"' for name in (*student.names, *student.emails) if name != student.student], _MOST_NAMED
    )
    return f" ({names})" if names else ""
