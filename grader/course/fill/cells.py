"""A CSV file as cells with their places, so that some can be exchanged and all other bytes stay."""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from grader.documents.table import guard

MOST_BYTES = 64 * 1024**2
_SEPARATORS = ",;\t"
_BOM = "\ufeff"
_ENDS = {separator: re.compile(f"[{separator}\r\n]") for separator in _SEPARATORS}


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


class Lines(Sequence[Line]):
    """The lines of a table that hold anything: of a large one no more is kept than where each of them begins."""

    def __init__(self, text: str, separator: str, places: Iterable[tuple[int, int]]) -> None:
        self._text, self._separator = text, separator
        self._places = array("q", (number for place in places for number in place))

    def __len__(self) -> int:
        return len(self._places) // 2

    @overload
    def __getitem__(self, place: int) -> Line: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Line]: ...

    def __getitem__(self, place: int | slice) -> Line | Sequence[Line]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        begin, number = self._places[2 * place : 2 * place + 2]
        return _line(self._text, begin, number, self._separator)[0]


class Table(NamedTuple):
    """A CSV file: its text, what separates cells, its header, and the lines below."""

    text: str
    separator: str
    header: tuple[str, ...]
    lines: Lines


def read_table(content: bytes) -> Table:
    """Return the table. Raises ValueError with what is wrong with the file."""
    if len(content) > MOST_BYTES:
        raise ValueError(f"is larger than {MOST_BYTES // 1024**2} MiB, which no gradebook is")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise ValueError("is no UTF-8 text (UTF-16, or no text at all); download it as CSV once more")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as failure:
        line = content[: failure.start].count(b"\n") + 1
        raise ValueError(
            f"is no UTF-8 in line {line}; an editor may have saved it in another code: download it once more"
        ) from None
    separator = _separator(text)
    found = _places(text, separator)
    first = Lines(text, separator, islice(found, 1))
    header = tuple(cell.text.removeprefix(_BOM).strip() for line in first for cell in line.cells)
    return Table(text, separator, header, Lines(text, separator, found))


def _separator(text: str) -> str:
    """Return what separates cells: what stands most often in the header outside of quotation marks."""
    header = text.lstrip(_BOM).lstrip().split("\n", 1)[0]
    outside = "".join(header.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)


def _places(text: str, separator: str) -> Iterator[tuple[int, int]]:
    """Yield of each line that holds anything where it begins, and its number. Raises ValueError where a quotation mark is not closed."""
    at, number = (1 if text.startswith(_BOM) else 0), 1
    while at < len(text):
        line, after = _line(text, at, number, separator)
        if any(cell.text.strip() for cell in line.cells):
            yield at, number
        number += text.count("\n", at, line.cells[-1].end) + 1
        at = after


def _line(text: str, at: int, number: int, separator: str) -> tuple[Line, int]:
    """Return the line that begins here, and where the next one does. Raises ValueError where a quotation mark is not closed."""
    cells = list[Cell]()
    while True:
        cell, at = _cell(text, at, separator, number)
        cells.append(cell)
        if at == len(text) or text[at] != separator:
            break
        at += 1
    if text.startswith("\r\n", at):
        at += 2
    elif at < len(text):
        at += 1
    return Line(number, tuple(cells)), at


def _cell(text: str, begin: int, separator: str, line: int) -> tuple[Cell, int]:
    """Return the cell that begins here, and where it ends."""
    if text[begin : begin + 1] == '"':
        at = begin + 1
        while True:
            at = text.find('"', at)
            if at < 0:
                raise ValueError(f"has a quotation mark in line {line} that is not closed")
            if text[at + 1 : at + 2] != '"':
                break
            at += 2
        end = _end(text, at + 1, separator)
        return Cell(text[begin + 1 : at].replace('""', '"') + text[at + 1 : end], begin, end, is_quoted=True), end
    end = _end(text, begin, separator)
    return Cell(text[begin:end], begin, end, is_quoted=False), end


def _end(text: str, begin: int, separator: str) -> int:
    found = _ENDS[separator].search(text, begin)
    return len(text) if found is None else found.start()


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
