"""Tables as CSV, which spreadsheets open: every CSV of the program is written here, so no cell can be run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from grader.printable import is_hidden

Cell = TypeVar("Cell")

_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
# Full-width forms count too: spreadsheets in East Asian settings read them as the plain signs.
_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_BREAKS = ("\t", "\r", "\n")


def table_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return the rows as CSV under a line of column names; None is an empty cell."""
    return "".join(table_lines(columns, rows))


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of such a table one by one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in chain([columns], rows):
        writer.writerow([guard(cell) for cell in row])
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def guard(value: Cell) -> Cell | str:
    r"""Return a cell's value; text that a spreadsheet could take for a formula gets an apostrophe in front.

    Blanks and hidden letters before the sign do not hide it: spreadsheets drop them.

    >>> guard("=1+1"), guard("-3"), guard("-1/2"), guard(" @A1"), guard("\n=1"), guard("B")
    ("'=1+1", '-3', "'-1/2", "' @A1", "'\n=1", 'B')
    """
    if not isinstance(value, str) or _PLAIN_NUMBER.fullmatch(value):
        return value
    is_formula = value.startswith(_BREAKS) or _seen(value).startswith(_FORMULA_STARTS)
    return f"'{value}" if is_formula else value


def _seen(text: str) -> str:
    """Return the text from the first letter on that can be seen."""
    at = next((at for at, letter in enumerate(text) if not (letter.isspace() or is_hidden(letter))), len(text))
    return text[at:]
