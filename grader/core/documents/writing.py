"""object as a YAML document that people like to read: short things on one line, long ones indented. Every JSON value is one."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from grader.core.text import is_hidden, json_text

_WIDTH = 100
_PLAIN = r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*"
_HALVES = r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
_NOT_TEXT = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"})


def to_yaml(data: Mapping[str, object]) -> str:
    """Return the mapping as a YAML document, its keys in their order.

    >>> print(to_yaml({"id": "q1", "tree": {"max": [3, "7/2"]}}), end="")
    id: q1
    tree: {max: [3, "7/2"]}
    """
    return "\n".join(_lines(data, "")) + "\n"


def scalar(value: object) -> str:
    """Return a single value; text is quoted wherever some reader of YAML could take it for something else."""
    if isinstance(value, str):
        return _text(value)
    # What is written is most often a whole number, for which JSON takes ten times as long.
    return str(value) if type(value) is int else json_text(value)


@lru_cache(maxsize=1000)  # the keys and node names of one document come again in the next
def _text(value: str) -> str:
    if re.fullmatch(_PLAIN, value) and value.casefold() not in _NOT_TEXT:
        return value
    return json_text(value) if value.isprintable() else re.sub(_HALVES, _whole, json_text(value, is_ascii=True))


def _whole(halves: re.Match[str]) -> str:
    """Return the escape of a letter beyond the first plane as YAML has it; JSON escapes each half of it."""
    above, below = (int(half, 16) for half in halves.groups())
    return f"\\U{0x10000 + ((above & 0x3FF) << 10) + (below & 0x3FF):08x}"


def _flow(data: object) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{scalar(key)}: {_flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(map(_flow, data)) + "]"
    return scalar(data)


def _is_short(data: object, room: int) -> bool:
    """Return whether the data fits into this many characters on one line; looks no further than it must."""
    waiting = [data]
    for item in waiting:
        room -= 2
        if isinstance(item, dict):
            waiting.extend(item.values())
            room -= sum(len(str(key)) + 2 for key in item)
        elif isinstance(item, (list, tuple)):
            waiting.extend(item)
        else:
            room -= len(str(item))
        if room < 0:
            return False
    return True


def _lines(data: Mapping[str, object] | Iterable[object], indent: str) -> list[str]:
    """Return the lines of a mapping or a list."""
    lines: list[str] = []
    for key, value in data.items() if isinstance(data, Mapping) else ((None, item) for item in data):
        head = f"{indent}-" if key is None else f"{indent}{scalar(key)}:"
        if not isinstance(value, (dict, list, tuple)) or not value or _is_short(value, _WIDTH - len(head)):
            lines.append(f"{head} {_flow(value)}")
            continue
        first, *others = _lines(value, indent + "  ")
        lines += [f"{head} {first.lstrip()}", *others] if key is None else [head, first, *others]
    return lines


# -- tables as CSV, which spreadsheets open: every CSV of the program is written here, so no cell can be run as a
# formula

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
    if text[:1].isalnum():
        return text
    at = next((at for at, letter in enumerate(text) if not (letter.isspace() or is_hidden(letter))), len(text))
    return text[at:]
