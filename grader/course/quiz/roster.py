"""The roster: who is in the class, as a CSV file from anywhere says it; all that is wrong with it is said at once."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.documents.table import guard, table_text
from grader.errors import Fault, ProblemError, suggest
from grader.printable import is_hidden, printable
from grader.words import listed

COLUMNS = ("id", "name", "group", "email")
_MOST_BYTES = 16 * 1024 * 1024
_LONGEST_ID = 100
_MOST_NAMED = 8


class Student(NamedTuple):
    """A line of the roster."""

    id: str
    name: str = ""
    group: str = ""
    email: str = ""


class _Row(NamedTuple):
    """A line of the file: its number, and what stands in it by column."""

    line: int
    cells: dict[str, str]


def read_roster(content: bytes, source: str, groups: Sequence[str] | None = None) -> dict[str, Student]:
    """Return the students by id, in the order of the file. Raises ProblemError with all that is wrong.

    With `groups` each student must be in one of these.
    """
    rows, faults = _rows(_text(content, source), source)
    lines: dict[str, int] = {}
    students: dict[str, Student] = {}
    for row in rows:
        student = Student(**row.cells)
        if broken := [name for name in COLUMNS if "\n" in row.cells[name] or "\r" in row.cells[name]]:
            message = f"a line break stands in {listed(broken, _MOST_NAMED)}, expected a line for each student; a quotation mark may not be closed"
            faults.append(Fault(message, source, row.line, path=(broken[0],)))
        elif message := _wrong_id(student.id, lines):
            faults.append(Fault(message, source, row.line, path=("id",)))
        elif groups is not None and (message := _wrong_group(student.group, groups)):
            faults.append(Fault(message, source, row.line, path=("group",)))
        lines.setdefault(likeness(student.id), row.line)
        students.setdefault(student.id, student)
    if not students and not faults:
        faults.append(Fault("there is no student in it, expected a line for each below the header", source))
    if faults:
        raise ProblemError(faults)
    return students


def write_roster(roster: Mapping[str, Student]) -> str:
    """Return the roster as CSV; a name that a spreadsheet would run as a formula cannot."""
    return table_text(COLUMNS, roster.values())


def wrong_name(text: str) -> str:
    """Return why the text cannot be the id of a student or the name of a group; nothing for one that can.

    These are names of folders and cells of tables, and are typed by students: so they bear no path, no formula and no
    letter that nobody can see.
    """
    if not text:
        return "is empty"
    shown = f'"{printable(text)}"'
    if len(text) > _LONGEST_ID:
        return f"{shown} has {len(text):,} letters, expected at most {_LONGEST_ID}"
    if any(letter in text for letter in "/\\") or text in (".", ".."):
        return f"{shown} would be a path, expected a name without '/' and '\\'"
    if any(map(is_hidden, text)):
        return f"{shown} holds a letter that nobody can see; type it anew"
    if guard(text) != text or text[0] in "'-+":
        return f"{shown} would be a formula in a spreadsheet, expected a letter or a digit first"
    return ""


def likeness(id_: str) -> str:
    """Return what two ids share that look the same, or differ only in case: letters may be composed of several."""
    return unicodedata.normalize("NFC", id_).casefold()


def _wrong_id(id_: str, lines: Mapping[str, int]) -> str:
    if message := wrong_name(id_):
        return message
    earlier = lines.get(likeness(id_))
    return f'"{printable(id_)}" stands in line {earlier} already, expected each student once' if earlier else ""


def _wrong_group(group: str, groups: Sequence[str]) -> str:
    if group in groups:
        return ""
    here = f'"{printable(group)}"' if group else "nothing"
    return f"{here} stands here, expected {listed(groups, _MOST_NAMED)}{suggest(group, groups) if group else ''}"


def _text(content: bytes, source: str) -> str:
    """Return the text of the file. Raises ProblemError for what is no UTF-8."""
    if len(content) > _MOST_BYTES:
        raise ProblemError([Fault(f"is larger than {_MOST_BYTES:,} bytes, which no roster is", source)])
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise ProblemError([Fault("is no UTF-8 text (UTF-16, or no text at all); save it as CSV UTF-8", source)])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        line = content[: failure.start].count(b"\n") + 1
        shown = content.splitlines()[line - 1].decode("latin-1").strip()
        message = f'is no UTF-8; it may be Latin-1, in which this line is "{printable(shown)}"; save it as CSV UTF-8'
        raise ProblemError([Fault(message, source, line)]) from None


def _rows(text: str, source: str) -> tuple[list[_Row], list[Fault]]:
    """Return the lines below the header, and what is wrong with the form of the table. Raises ProblemError for the header."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(first), strict=True)
    faults: list[Fault] = []
    rows: list[_Row] = []
    header: list[str] | None = None
    for line, cells in _lines(reader, source, faults):
        if header is None:
            header = _header(cells, Fault("", source, line))
        elif len(cells) > len(header):
            message = f"{len(cells)} cells stand here under {len(header)} columns; put text that holds '{_separator(first)}' in quotes"
            faults.append(Fault(message, source, line))
        else:
            known = dict(zip(header, cells, strict=False))
            rows.append(_Row(line, {name: known.get(name, "") for name in COLUMNS}))
    if header is None and not faults:
        raise ProblemError([Fault("is empty, expected a header with a column id", source)])
    return rows, faults


def _separator(first: str) -> str:
    return ";" if first.count(";") > first.count(",") else ","


def _lines(reader: Iterator[list[str]], source: str, faults: list[Fault]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number at which each line begins and its trimmed cells; what is blank is passed over."""
    end = 0
    while True:
        begin = end + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as failure:
            faults.append(Fault(f"is no CSV: {failure}", source, begin))
            return
        end = reader.line_num  # type: ignore[attr-defined]  # of csv's reader
        if any(cells):
            yield begin, cells


def _header(cells: Sequence[str], at: Fault) -> list[str]:
    """Return the columns in lower case. Raises ProblemError where there is no id, or one of ours stands twice."""
    names = [cell.casefold() for cell in cells]
    faults = [
        at._replace(message=f'the column "{name}" stands here twice, expected once')
        for name in COLUMNS
        if names.count(name) > 1
    ]
    if "id" not in names:
        shown = listed([f'"{printable(name)}"' for name in cells], _MOST_NAMED)
        message = f"there is no column id, only {shown}; the first line names the columns, with ',' or ';' between them"
        faults.append(at._replace(message=message))
    if faults:
        raise ProblemError(faults)
    return names
