"""The gradebooks that can be filled in, known by their headers: which column takes marks, which comments, and who a line is.

| book | header | marks | who |
|---|---|---|---|
| Moodle grading worksheet | Identifier, Grade, Last modified (grade) | Grade | Identifier, email, full name |
| Moodle grade export | Email address, ID number or Username | a column of an activity | ID number, username, email |
| Canvas | Student, ID, …, Section | a column with (id) | ID, SIS User ID, SIS Login ID, name |
| PrairieLearn | uid or submission_id, and score_perc or points | score_perc | submission_id, uid |
| Gradescope | First Name, …, Total Score, Max Points, Submission ID | Total Score | Submission ID, SID, email |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.course.fill.cells import Line, Table, column_of
from grader.errors import suggest
from grader.exact import read_number
from grader.printable import printable
from grader.words import listed

_MOST_NAMED = 8
DECIMAL_COMMA = re.compile(r"-?[0-9]+,[0-9]+")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2},[0-9]{3}")
"""What may be a thousand, or 1 with three decimals: nobody can tell."""
_WITH_ID = re.compile(r".*\([0-9]+\)", re.DOTALL)
_NOT_POINTS = re.compile(r".*\((percentage|letter|feedback|prozentsatz|note)\)", re.IGNORECASE | re.DOTALL)


class BookRefused(ValueError):
    """A file that is no gradebook that is known, or of which it is not clear what to fill in."""


class Book(NamedTuple):
    """A gradebook: what it is called, its columns for marks and comments, and how its lines say who they are.

    `who` are columns with what stands there: "moodle", "canvas", "submission" (keys of platforms), "id", "email" or "name".
    `most` is the column with the greatest mark of a line; `out_of` what all marks are out of, where that is known; `unread`
    says where it stands and cannot be read.
    """

    title: str
    marks: int
    comments: int
    who: tuple[tuple[int, str], ...]
    most: int = -1
    out_of: Fraction | None = None
    unread: str = ""
    is_html: bool = False
    has_decimal_comma: bool = False
    empty: tuple[str, ...] = ("",)
    kept: tuple[str, ...] = ()

    def is_student(self, line: Line) -> bool:
        """Return whether a line is about a student at all: some are about points or settings."""
        return any(line.said(column) for column, what in self.who if what != "name")


def read_book(table: Table, column: str | None) -> Book:
    """Return the gradebook that a table is, to be filled in the named column. Raises BookRefused."""
    for is_it, read in _BOOKS:
        if is_it(table.header):
            return read(table, column)
    shown = listed([f'"{printable(name)}"' for name in table.header], _MOST_NAMED) or "nothing"
    raise BookRefused(
        f"is no gradebook that is known: its first line names {shown}, expected that of a Moodle grading worksheet "
        "(Identifier, Grade, Last modified (grade)), a Moodle grade export (Email address), Canvas (Student, ID, Section), PrairieLearn (uid, "
        "score_perc) or Gradescope (SID, Total Score); if that is another language, switch the platform to English and download it once more"
    )


def _has(*names: str) -> Callable[[Sequence[str]], bool]:
    return lambda header: all(column_of(header, name) >= 0 for name in names)


def _who(header: Sequence[str], *columns: tuple[str, str]) -> tuple[tuple[int, str], ...]:
    places = ((column_of(header, name), what) for name, what in columns)
    return tuple((at, what) for at, what in places if at >= 0)


def _named(header: Sequence[str], column: str) -> int:
    """Return the column of this name, or of which it is the beginning and no other's. Raises BookRefused."""
    if (at := column_of(header, column)) >= 0:
        return at
    begins = [place for place, name in enumerate(header) if name.casefold().startswith(column.strip().casefold())]
    if len(begins) == 1 and column.strip():
        return begins[0]
    shown = listed([f'"{printable(name)}"' for name in header], _MOST_NAMED)
    raise BookRefused(f'has no column "{printable(column)}"{suggest(column, header)}; there are {shown}')


def _chosen(table: Table, column: str | None, places: Sequence[int], what: str) -> int:
    """Return the column for marks: the named one, else the only one that there is. Raises BookRefused."""
    if column is not None:
        at = _named(table.header, column)
        if at not in places:
            raise BookRefused(f'its column "{printable(table.header[at])}" is not {what}')
        return at
    if len(places) == 1:
        return places[0]
    shown = listed([f'"{printable(table.header[at])}"' for at in places], _MOST_NAMED) or "none"
    raise BookRefused(f"say by --column which column takes the marks; {what} are: {shown}")


def _worksheet(table: Table, column: str | None) -> Book:
    header = table.header
    marks = _chosen(table, column, [column_of(header, "Grade")], "the column Grade of a grading worksheet")
    who = _who(header, ("Identifier", "moodle"), ("Email address", "email"), ("ID number", "id"), ("Full name", "name"))
    most, comments = column_of(header, "Maximum Grade"), column_of(header, "Feedback comments")
    out_of = _common(table.lines, most)
    return Book("Moodle grading worksheet", marks, comments, who, most, *out_of, is_html=True, empty=("", "-"))


def _export(table: Table, column: str | None) -> Book:
    header = table.header
    known = (
        "first name",
        "last name",
        "surname",
        "id number",
        "username",
        "user id",
        "id",
        "institution",
        "department",
        "email address",
        "last downloaded from this course",
    )
    places = [
        at
        for at, name in enumerate(header)
        if name.casefold() not in known and not name.casefold().endswith("feedback") and not _NOT_POINTS.fullmatch(name)
    ]
    usual = [at for at in places if "total" not in header[at].casefold()]
    marks = _chosen(table, column, usual if column is None else places, "columns of activities")
    of_activity = re.sub(r" \([^()]*\)$", "", header[marks])
    comments = max(column_of(header, f"{of_activity} (Feedback)"), column_of(header, "Feedback"))
    who = _who(header, ("ID number", "id"), ("Username", "id"), ("Email address", "email"))
    return Book("Moodle grade export", marks, comments, who, empty=("", "-"))


def _canvas(table: Table, column: str | None) -> Book:
    header = table.header
    places = [at for at, name in enumerate(header) if at > column_of(header, "Section") and _WITH_ID.fullmatch(name)]
    marks = _chosen(table, column, places, "columns of assignments, which end with their (id)")
    who = _who(
        header,
        ("ID", "canvas"),
        ("SIS User ID", "id"),
        ("SIS Login ID", "id"),
        ("SIS Login ID", "email"),
        ("Student", "name"),
    )
    points = [line for line in table.lines if line.said(0).casefold() == "points possible"][:1]
    cells = [line.said(at) for line in table.lines for at in places]
    has_comma = any(DECIMAL_COMMA.fullmatch(cell) for cell in cells)
    out_of, unread = _common(points, marks)
    return Book(
        "Canvas gradebook", marks, -1, who, out_of=out_of, unread=unread, has_decimal_comma=has_comma, kept=("EX",)
    )


def _prairielearn(table: Table, column: str | None) -> Book:
    header = table.header
    names = ("score_perc", "points", "manual_points", "auto_points")
    there = [at for name in names if (at := column_of(header, name)) >= 0]
    marks = _chosen(table, column, there if column is not None else there[:1], "columns of scores")
    who = _who(header, ("submission_id", "submission"), ("uid", "email"), ("uid", "id"), ("group_name", "name"))
    out_of = Fraction(100) if header[marks].casefold() == "score_perc" else None
    return Book("PrairieLearn scores", marks, column_of(header, "feedback"), who, out_of=out_of)


def _gradescope(table: Table, column: str | None) -> Book:
    header = table.header
    places = [column_of(header, "Total Score")]
    marks = _chosen(table, column, places, "the column Total Score of Gradescope's grades")
    who = _who(header, ("Submission ID", "submission"), ("SID", "id"), ("Email", "email"))
    most = column_of(header, "Max Points")
    return Book("Gradescope grades", marks, -1, who, most, *_common(table.lines, most))


def _common(lines: Iterable[Line], column: int) -> tuple[Fraction | None, str]:
    """Return the maximum that stands in the column in all lines, None where there are several or none; and which cannot be read."""
    found: set[Fraction] = set()
    for line in lines:
        if said := line.said(column):
            most = number_in(said, has_comma=True)
            if most is None:
                return (
                    None,
                    f'line {line.number}: "{printable(said)}" stands where the maximum is expected; say it by --out-of',
                )
            found.add(most)
    return (found.pop() if len(found) == 1 else None), ""


def number_in(text: str, *, has_comma: bool) -> Fraction | None:
    """Return the number in a cell, None for anything else; with `has_comma` one that may be written with a decimal comma.

    >>> number_in("100,00", has_comma=True), number_in("1,000", has_comma=True), number_in("0,125", has_comma=True)
    (Fraction(100, 1), None, Fraction(1, 8))
    """
    if has_comma and DECIMAL_COMMA.fullmatch(text) and not _THOUSANDS.fullmatch(text):
        text = text.replace(",", ".")
    try:
        return Fraction(read_number(text))
    except ValueError:
        return None


def _is_prairielearn(header: Sequence[str]) -> bool:
    is_who = any(column_of(header, name) >= 0 for name in ("uid", "group_name", "submission_id"))
    return is_who and any(
        column_of(header, name) >= 0 for name in ("score_perc", "points", "manual_points", "auto_points")
    )


def _is_export(header: Sequence[str]) -> bool:
    return any(column_of(header, name) >= 0 for name in ("Email address", "ID number", "Username"))


_BOOKS: tuple[tuple[Callable[[Sequence[str]], bool], Callable[[Table, str | None], Book]], ...] = (
    (_has("Identifier", "Grade", "Last modified (grade)"), _worksheet),
    (_has("Student", "ID", "Section"), _canvas),
    (_has("SID", "Total Score", "Max Points"), _gradescope),
    (_is_prairielearn, _prairielearn),
    (_is_export, _export),
)
