"""A roster from what a platform exports: participants, gradebooks, worksheets and rosters of Moodle, Canvas and Gradescope.

| ours | columns, in whatever case, of which the first that is there counts |
|---|---|
| id | SIS User ID, id, ID number, SID, Student ID, Matrikelnummer, Username, SIS Login ID, Email address, Email |
| name | name, Full name, Student, First name and Last name or Surname |
| email | Email address, Email, SIS Login ID where an @ is in it |
| group | group, Section, Sections, Groups |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.core.errors import suggest
from grader.core.text import listed, printable, quoted
from grader.course.gradebook_files import FileRefused, Line, Table, column_of, read_table
from grader.course.quiz import Student, likeness, wrong_name

_IDS = (
    "SIS User ID",
    "id",
    "ID number",
    "SID",
    "Student ID",
    "Matrikelnummer",
    "Username",
    "SIS Login ID",
    "Email address",
    "Email",
)
_NAMES = (
    ("name",),
    ("Full name",),
    ("Student",),
    ("First name", "Last name"),
    ("First name", "Surname"),
)
_EMAILS = (("Email address",), ("Email",), ("SIS Login ID",))
_GROUPS = ("group", "Section", "Sections", "Groups")
_ROLES = ("Role", "Roles")
_CANVAS = "Student"
_NO_STUDENT = {"points possible": "the points of Canvas", "student, test": "Canvas' student for tests"}
_SEVERAL = re.compile("[,;]")
_SEVERAL_OF_CANVAS = re.compile("[,;]| and ")
_LANGUAGE = "headers are known in English: if that is another language, switch the platform to English and download it once more"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_MOST_NAMED = 8


class MadeRoster(NamedTuple):
    """A roster, with what there is to say of it: which column was taken for what, and which lines were left out."""

    students: dict[str, Student]
    notes: list[str]


class _Taken(NamedTuple):
    """What of a table is what of a roster: its columns by our names, and how a line says each."""

    columns: dict[str, Sequence[int]]
    table: Table
    is_canvas: bool

    def said(self, line: Line, ours: str) -> str:
        return " ".join(filter(None, (" ".join(line.said(at).split()) for at in self.columns.get(ours, ()))))

    def student(self, line: Line) -> Student:
        name, group, email = (self.said(line, ours) for ours in ("name", "group", "email"))
        if self.is_canvas and name.count(",") == 1:
            name = " ".join(part.strip() for part in reversed(name.split(",")))
        several = _SEVERAL_OF_CANVAS if self.is_canvas else _SEVERAL
        return Student(
            self.said(line, "id"), name, "" if several.search(group) else group, email if "@" in email else ""
        )


def make_roster(content: bytes, id_column: str | None = None, group_column: str | None = None) -> MadeRoster:
    """Return the roster that a platform's file tells; `id_column` and `group_column` name the columns for these. Raises FileRefused."""
    try:
        table = read_table(content.decode("utf-16").encode() if content.startswith(_UTF16) else content)
    except UnicodeDecodeError:
        raise FileRefused("is no UTF-16 text, though it begins as one; download it once more") from None
    taken = _columns(table, id_column, group_column)
    left_out, students, lines = list[str](), list[tuple[int, Student]](), list[Line]()
    for line in table.lines:
        if why := _is_nobody(taken, line):
            left_out.append(f"line {line.number}: {why}")
        else:
            lines.append(line)
            students.append((line.number, taken.student(line)))
    if faults := [*_faults(taken, lines, students)]:
        raise FileRefused(*faults)
    return MadeRoster({one.id: one for _, one in students}, [*_told(taken), *_shortened(left_out)])


def _shortened(left_out: Sequence[str]) -> Iterator[str]:
    if left_out:
        yield f"left out: {listed(left_out, _MOST_NAMED)}"


def _told(taken: _Taken) -> Iterator[str]:
    header = taken.table.header
    for ours, columns in taken.columns.items():
        named = " and ".join(f'"{printable(header[at])}"' for at in columns)
        yield f"{ours}: from {named}" if columns else f"{ours}: no column says it"


def _columns(table: Table, id_column: str | None, group_column: str | None) -> _Taken:
    """Return which columns are taken. Raises FileRefused where there is none for the id, or a named one is not there."""
    header = table.header

    def places(*names: str) -> list[int]:
        """Return the places of columns that are all there, else none."""
        found = [column_of(header, name) for name in names]
        return found if min(found) >= 0 else []

    def first(*sought: Sequence[str]) -> list[int]:
        return next(filter(None, (places(*names) for names in sought)), [])

    ids = first(*((name,) for name in _IDS)) if id_column is None else _named(header, id_column)
    groups = first(*((name,) for name in _GROUPS)) if group_column is None else _named(header, group_column)
    if not ids:
        shown = quoted(header, _MOST_NAMED) or "nothing"
        known = f"expected one of {listed(_IDS, len(_IDS))}, or --id COLUMN"
        raise FileRefused(f"its first line names {shown}, and none of these is an id; {known}; {_LANGUAGE}")
    names = first(*_NAMES)
    is_canvas = bool(names) and header[names[0]].casefold() == _CANVAS.casefold()
    return _Taken({"id": ids, "name": names, "email": first(*_EMAILS), "group": groups}, table, is_canvas)


def _named(header: Sequence[str], column: str) -> list[int]:
    if (at := column_of(header, column.strip())) >= 0:
        return [at]
    shown = quoted(header, _MOST_NAMED)
    raise FileRefused(f'has no column "{printable(column)}"{suggest(column, header)}; there are {shown}')


def _is_nobody(taken: _Taken, line: Line) -> str:
    """Return why a line is about no student; nothing for one that is."""
    name = taken.said(line, "name")
    if taken.is_canvas and (why := _NO_STUDENT.get(name.casefold())):
        return why
    for column in _ROLES:
        role = line.said(column_of(taken.table.header, column))
        if role and "student" not in [one.strip().casefold() for one in _SEVERAL.split(role)]:
            return f"{printable(name) or 'somebody'} is {printable(role)}"
    return ""


def _faults(taken: _Taken, lines: Sequence[Line], students: Sequence[tuple[int, Student]]) -> Iterator[str]:
    """Yield all for which the lines are no roster: ids that are empty, twice, or no ids."""
    if not students:
        yield "there is no student in it"
        return
    header = taken.table.header
    column = header[taken.columns["id"][0]]
    names = quoted(_whole_columns(taken, lines), _MOST_NAMED)
    would_do = f"; --id {names} is whole" if names else ""
    if empty := [number for number, one in students if not one.id]:
        have = "line has" if len(empty) == 1 else "lines have"
        yield f"{len(empty)} {have} no {printable(column)} ({_numbers(empty)}){would_do}"
    seen: dict[str, int] = {}
    for number, one in students:
        if not one.id:
            continue
        if why := wrong_name(one.id):
            yield f"line {number}: {printable(column)} {why}"
        elif (earlier := seen.setdefault(likeness(one.id), number)) != number:
            yield f'line {number}: "{printable(one.id)}" stands in line {earlier} already, expected each student once{would_do}'


def _numbers(numbers: Sequence[int]) -> str:
    return f"line{'s' * (len(numbers) > 1)} {listed([*map(str, numbers)], _MOST_NAMED)}"


def _whole_columns(taken: _Taken, lines: Sequence[Line]) -> list[str]:
    """Return the columns that would do for the id: those that may, and are nowhere empty or twice."""
    header = taken.table.header
    found = []
    for name in _IDS:
        at = column_of(header, name)
        said = [likeness(line.said(at)) for line in lines] if at >= 0 else []
        if said and all(said) and len(set(said)) == len(said) and not any(wrong_name(line.said(at)) for line in lines):
            found.append(header[at])
    return found
