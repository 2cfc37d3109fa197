"""The gradebooks that can be filled in, known by their headers: which column takes marks, which comments, and who a line is.

| book | header | marks | who |
|---|---|---|---|
| Moodle grading worksheet | Identifier, Grade, Last modified (grade) | Grade | Identifier, email, full name |
| Moodle grade export | Email address, ID number or Username | a column of an activity | ID number, username, email |
| Canvas | Student, ID, …, Section | a column with (id) | ID, SIS User ID, SIS Login ID, name |
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.documents.writing import guard
from grader.core.errors import suggest
from grader.core.numbers import read_number
from grader.core.text import printable, quoted

# -- a CSV file as cells with their places, so that some can be exchanged and all other bytes stay

MOST_BYTES = 64 * 1024**2
_SEPARATORS = ",;\t"
_BOM = "\ufeff"
_CELLS = {
    separator: re.compile(
        rf'"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"(?P<rest>[^{separator}\r\n]*+)|(?!")(?P<plain>[^{separator}\r\n]*+)'
    )
    for separator in _SEPARATORS
}
"""A cell: in quotation marks, which stand twice inside, and whatever stands behind them; or as it is."""


class FileRefused(ValueError):
    """A platform's file of which nothing is made; `reasons` are all that speaks against it."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


class Cell(NamedTuple):
    """A cell: what it says, and where it stands in the text, its quotation marks with it."""

    text: str
    begin: int
    end: int
    is_quoted: bool


class Line(NamedTuple):
    """A line of the table: its number in the file, counted from 1, and its cells."""

    number: int
    cells: tuple[Cell, ...]

    def said(self, column: int) -> str:
        """Return what stands in a column, without blanks around it; "" where the line is too short."""
        return self.cells[column].text.strip() if 0 <= column < len(self.cells) else ""


class Table(NamedTuple):
    """A CSV file: its text, what separates cells, its header, and the lines below."""

    text: str
    separator: str
    header: tuple[str, ...]
    lines: Sequence[Line]


def read_table(content: bytes) -> Table:
    """Return the table. Raises FileRefused with what is wrong with the file."""
    if len(content) > MOST_BYTES:
        raise FileRefused(f"is larger than {MOST_BYTES // 1024**2} MiB, which no gradebook is")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise FileRefused("is no UTF-8 text (UTF-16, or no text at all); download it as CSV once more")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as failure:
        line = content[: failure.start].count(b"\n") + 1
        raise FileRefused(
            f"is no UTF-8 in line {line}; an editor may have saved it in another code: download it once more"
        ) from None
    separator = _separator(text)
    lines = [*_lines(text, separator)]
    header = tuple(cell.text.removeprefix(_BOM).strip() for line in lines[:1] for cell in line.cells)
    return Table(text, separator, header, lines[1:])


def _separator(text: str) -> str:
    """Return what separates cells: what stands most often in the header outside of quotation marks."""
    header = text.lstrip(_BOM).lstrip().split("\n", 1)[0]
    outside = "".join(header.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)


def _lines(text: str, separator: str) -> Iterator[Line]:
    """Yield the lines that hold anything. Raises FileRefused where a quotation mark is not closed."""
    at, number = (1 if text.startswith(_BOM) else 0), 1
    while at < len(text):
        begin, cells, is_more = at, list[Cell](), True
        while is_more:
            found = _CELLS[separator].match(text, at)
            if found is None:
                raise FileRefused(f"has a quotation mark in line {number} that is not closed")
            (quoted, rest, plain), end = found.groups(), found.end()
            said = plain if quoted is None else quoted.replace('""', '"') + rest
            cells.append(Cell(said, at, end, quoted is not None))
            is_more = text.startswith(separator, end)
            at = end + is_more
        if any(cell.text.strip() for cell in cells):
            yield Line(number, tuple(cells))
        number += text.count("\n", begin, at) + 1
        at += 2 if text.startswith("\r\n", at) else 1


class Change(NamedTuple):
    """Another text for a cell, by the place of its line and its column."""

    line: int
    column: int
    said: str


def filled(table: Table, changes: Iterable[Change]) -> bytes:
    """Return the file with other text in some cells, given in their order; nothing else changes."""
    made, at = io.BytesIO(), 0  # of a large class there are more pieces than are worth keeping
    for line, column, said in changes:
        cell = table.lines[line].cells[column]
        made.write(table.text[at : cell.begin].encode())
        made.write(written(said, table.separator, is_quoted=cell.is_quoted).encode())
        at = cell.end
    made.write(table.text[at:].encode())
    return made.getvalue()


def written(said: str, separator: str, *, is_quoted: bool) -> str:
    """Return the text as a cell: in quotation marks where it had them or needs them; nothing that a spreadsheet would run."""
    shown = guard(said)
    if is_quoted or any(sign in shown for sign in (separator, '"', "\n", "\r")) or shown != shown.strip():
        return '"' + shown.replace('"', '""') + '"'
    return shown


def column_of(header: Sequence[str], name: str) -> int:
    """Return the place of a column, in whatever case; -1 where there is none."""
    folded = [one.casefold() for one in header]
    return folded.index(name.casefold()) if name.casefold() in folded else -1


_MOST_NAMED = 8
_MOST_POINTS = 10**6
"""What marks are out of is below this number; a larger one is a slip of the pen."""
DECIMAL_COMMA = re.compile(r"-?[0-9]+,[0-9]+")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2},[0-9]{3}")
"""What may be a thousand, or 1 with three decimals: nobody can tell."""
_WITH_ID = re.compile(r".*\([0-9]+\)", re.DOTALL)
_NOT_POINTS = re.compile(r".*\((percentage|letter|feedback|prozentsatz|note)\)", re.IGNORECASE | re.DOTALL)


class Book(NamedTuple):
    """A gradebook: what it is called, its columns for marks and comments, and how its lines say who they are.

    `who` are columns with what stands there: "moodle", "canvas" (keys of platforms), "id", "email" or "name".
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
    """Return the gradebook that a table is, to be filled in the named column. Raises FileRefused."""
    for title, (is_it, instead) in _TAKE_THEIR_OWN.items():
        if is_it(table.header):
            raise FileRefused(f"holds {title}, which are not filled in: {instead}")
    for is_it, read in _BOOKS:
        if is_it(table.header):
            return read(table, column)
    shown = quoted(table.header, _MOST_NAMED) or "nothing"
    raise FileRefused(
        f"is no gradebook that is known: its first line names {shown}, expected that of a Moodle grading worksheet "
        "(Identifier, Grade, Last modified (grade)), a Moodle grade export (Email address) or Canvas (Student, ID, Section); "
        "if that is another language, switch the platform to English and download it once more"
    )


def _has(*names: str, is_enough: Callable[[Iterable[bool]], bool] = all) -> Callable[[Sequence[str]], bool]:
    return lambda header: is_enough(column_of(header, name) >= 0 for name in names)


def _who(header: Sequence[str], *columns: tuple[str, str]) -> tuple[tuple[int, str], ...]:
    places = ((column_of(header, name), what) for name, what in columns)
    return tuple((at, what) for at, what in places if at >= 0)


def _named(header: Sequence[str], column: str, places: Sequence[int]) -> int:
    """Return the column of this name, or of which it is the beginning and no other's of those that take marks. Raises FileRefused."""
    if (at := column_of(header, column)) >= 0:
        return at
    asked = column.strip().casefold()
    begins = [place for place, name in enumerate(header) if asked and name.casefold().startswith(asked)]
    meant = [place for place in begins if place in places] or begins
    if len(meant) == 1:
        return meant[0]
    shown = quoted((header[at] for at in meant or range(len(header))), _MOST_NAMED)
    if meant:
        raise FileRefused(f'"{printable(column)}" begins {shown}; say which by --column')
    raise FileRefused(f'has no column "{printable(column)}"{suggest(column, header)}; there are {shown}')


def _chosen(table: Table, column: str | None, places: Sequence[int], what: str) -> int:
    """Return the column for marks: the named one, else the only one that there is. Raises FileRefused."""
    if column is not None:
        at = _named(table.header, column, places)
        if at not in places:
            raise FileRefused(f'its column "{printable(table.header[at])}" is not {what}')
        return at
    if len(places) == 1:
        return places[0]
    shown = quoted((table.header[at] for at in places), _MOST_NAMED) or "none"
    raise FileRefused(f"say by --column which column takes the marks; {what} are: {shown}")


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


def _common(lines: Iterable[Line], column: int) -> tuple[Fraction | None, str]:
    """Return the maximum that stands in the column in all lines, None where there are several or none; and which cannot be read."""
    found: set[Fraction] = set()
    for line in lines:
        if said := line.said(column):
            most = number_in(said, has_comma=True)
            if most is None or not 0 < most < _MOST_POINTS:
                expected = "a maximum above 0 is expected; say it by --out-of"
                return None, f'line {line.number}: "{printable(said)}" stands where {expected}'
            found.add(most)
    return (found.pop() if len(found) == 1 else None), ""


def number_in(text: str, *, has_comma: bool) -> Fraction | None:
    """Return the number in a cell, None for anything else; with `has_comma` one that may be written with a decimal comma.

    >>> number_in("100,00", has_comma=True), number_in("1,000", has_comma=True), number_in("0,125", has_comma=True)
    (Fraction(100, 1), None, Fraction(1, 8))
    """
    try:
        return Fraction(read_number(with_point(text) if has_comma else text))
    except ValueError:
        return None


def with_point(text: str) -> str:
    """Return a number that is written with a decimal comma with a point; any other text as it is.

    >>> with_point("2,5"), with_point("1,000"), with_point("a,5")
    ('2.5', '1,000', 'a,5')
    """
    is_decimal = DECIMAL_COMMA.fullmatch(text) and not _THOUSANDS.fullmatch(text)
    return text.replace(",", ".") if is_decimal else text


def _is_prairielearn(header: Sequence[str]) -> bool:
    is_who = _has("uid", "group_name", "submission_id", is_enough=any)
    return is_who(header) and _has(*_SCORES_OF_PRAIRIELEARN, is_enough=any)(header)


_SCORES_OF_PRAIRIELEARN = ("score_perc", "points", "manual_points", "auto_points")
_BOOKS: tuple[tuple[Callable[[Sequence[str]], bool], Callable[[Table, str | None], Book]], ...] = (
    (_has("Identifier", "Grade", "Last modified (grade)"), _worksheet),
    (_has("Student", "ID", "Section"), _canvas),
    (_has("Email address", "ID number", "Username", is_enough=any), _export),
)
_TAKE_THEIR_OWN: dict[str, tuple[Callable[[Sequence[str]], bool], str]] = {
    "grades of Gradescope": (
        _has("SID", "Total Score", "Max Points"),
        "Gradescope takes the results of its autograder, which grade --format gradescope writes and gametree export --to gradescope sets up",
    ),
    "scores of PrairieLearn": (
        _is_prairielearn,
        "PrairieLearn takes the results of its graders, which grade --format prairielearn writes; gametree export --to prairielearn makes questions that it marks itself",
    ),
}
"""Platforms whose files of grades are not filled in, since they take results of their own: how each is known, and what to use instead."""
