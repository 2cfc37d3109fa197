"""Valid documents with one thing in them changed: odd values in every field, fields that are gone, twice there or unknown, damaged bytes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from grader.core.documents.shape import load_schema

Path = tuple[str | int, ...]

_RAW, _AGAIN = "\ue000", "\ue001"  # marks of what JSON writers do not write: bare words, a key that stands twice
_TEXTS = (
    *("", " ", "x", "?", "-", "true", "0x10", "1_000", "50%", "3,5", "2/3", "1/0", "½", "∞", "inf", "-inf", "NaN"),
    *("1e999", "1e99999", "9" * 1001, "x" * 5000, "日本語", "١٢", "\u202e\u001b[2J\u0007", "a\x00b", "\ud800", "a\nb"),
    *("=1+1", "../../etc/passwd", "<IMG SRC=x>", "gametree-problem/9", "2026-99-99T00:00", "[1, 2]", "first, last"),
)
_BARE = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e3",
    "1.0",
    "-0",
    "yes",
    "~",
    "12:30",
    "0o7",
    "2026-11-20",
    "*a",
    "&a 1",
    "!x 1",
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 1.0, 0.5, 0.75, 2, 7, 1000, 10**400, 1e308, -5e-324),
    *_TEXTS,
    *(_RAW + word for word in _BARE),
    *([], [[]], [None], [0], ["x"], [1, 2], [2, 1], [1, [2, []]], [1] * 200, [{}], ["A", "A"]),
    *({}, {"": ""}, {"x": {"y": 1}}, {"value": 1, "max": [1]}, {"A": None}, {"format": "x"}),
)
"""What a field may be given that wants something else, whatever it wants."""


def text_of(data: Any) -> bytes:
    """Return the JSON text of changed data; what no text can hold stands there as it can."""
    text = json.dumps(data, ensure_ascii=False).replace(_AGAIN, "")
    bare = re.sub(rf'"{_RAW}((?:[^"\\]|\\.)*)"', lambda found: str(json.loads(f'"{found[1]}"')), text)
    return bare.encode("utf-8", "surrogatepass")


@cache
def _objects(schema: str) -> list[frozenset[str]]:
    """Return the names of the fields of each mapping that a schema, or what is common to all, describes."""
    waiting, found = [load_schema(schema), load_schema("common")], []
    for held in waiting:
        if isinstance(held, dict) and isinstance(held.get("properties"), dict):
            found.append(frozenset(held["properties"]))
        waiting.extend(held.values() if isinstance(held, dict) else held if isinstance(held, list) else ())
    return found


def changes(schema: str, documents: Iterable[Any], depth: int = 0) -> Iterator[Any]:
    """Yield changed documents: for each field, in the first document that has it, every change of it once.

    Steps by numbers and by names that the author chose are one field. Of the documents the schema describes what is so deep in them.
    """
    names, seen = frozenset().union(*_objects(schema)), set()
    for data in documents:
        for path, value in places_in(data):
            if len(path) < depth:
                continue
            field = tuple(step if step in names else "*" for step in path[-3:])
            absent = _absent(schema, value) if isinstance(value, dict) else ()
            for name in (None, *absent):
                where = (*field, name)
                if where not in seen:
                    seen.add(where)
                    new = _replaced(value) if name is None else ({**value, name: odd} for odd in ODD)
                    yield from (_put(data, path, one) for one in new)
                    if name is None and path:
                        yield without(data, path)
                        yield _again(data, path)


def _absent(schema: str, mapping: Mapping[str, Any]) -> list[str]:
    """Return the fields that a mapping with these could have too, and one that none has."""
    like = [fields for fields in _objects(schema) if fields.issuperset(mapping)] if mapping else []
    return [*sorted(frozenset().union(*like) - set(mapping)), "no-such-field"]


def _replaced(value: Any) -> Iterator[Any]:
    yield from ODD
    yield from ([value], {"x": value}, str(value), [value, value])
    if isinstance(value, str):
        yield from (value.upper(), f" {value} ", value[:-1], value + value)
    if isinstance(value, list):
        yield from (value[::-1], value + value, value[:1], [*value, None])
    if isinstance(value, dict):
        yield from (list(value), list(value.values()), {name.upper(): held for name, held in value.items()})


def places_in(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value in the data with its path, the whole first."""
    yield path, data
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in below:
        yield from places_in(value, (*path, step))


def _put(data: Any, path: Path, new: Any) -> Any:
    """Return the data with something else at the path."""
    if not path:
        return new
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = _put(data[path[0]], path[1:], new)
    return copy


def _holder(data: Any, path: Path) -> Any:
    for step in path[:-1]:
        data = data[step]
    return data


def without(data: Any, path: Path) -> Any:
    """Return the data without what stands at the path."""
    holder = _holder(data, path)
    held: dict[Any, Any] = holder.copy() if isinstance(holder, dict) else dict(enumerate(holder))
    del held[path[-1]]
    return _put(data, path[:-1], held if isinstance(holder, dict) else list(held.values()))


def _again(data: Any, path: Path) -> Any:
    holder = _holder(data, path)
    if isinstance(holder, dict):
        return _put(data, path[:-1], {**holder, f"{path[-1]}{_AGAIN}": holder[path[-1]]})
    return _put(data, path[:-1], [*holder, holder[path[-1]]])


def changed_tables(content: bytes) -> Iterator[bytes]:
    """Yield a table of text with each cell of its first lines odd, columns gone, twice there or in another order, and damaged."""
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    cells = [*_TEXTS, "1.5", "-1", "100,00", "nobody", '"', "a;b", "a\tb"]
    for line, row in enumerate(rows[:3]):
        for column in range(len(row)):
            for cell in cells:
                yield _table([*rows[:line], [*row[:column], cell, *row[column + 1 :]], *rows[line + 1 :]])
        yield from (
            _table([*rows[:line], *more, *rows[line + 1 :]])
            for more in ([], [row, row], [row[:1]], [[*row, "x"]], [[]])
        )
    for column in range(len(rows[0])):
        yield _table([row[:column] + row[column + 1 :] for row in rows])
        yield _table([[*row, *row[column : column + 1]] for row in rows])
    yield _table([row[::-1] for row in rows])
    yield from (content.replace(b",", sign) for sign in (b";", b"\t", b" "))
    yield from (content.decode("utf-8-sig").encode(name, "replace") for name in ("utf-16", "latin-1", "utf-32"))
    yield from damaged(content)


def _table(rows: Iterable[Iterable[str]]) -> bytes:
    made = io.StringIO(newline="")
    csv.writer(made).writerows(rows)
    return made.getvalue().encode("utf-8", "surrogatepass")


_PIECES = 60


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield the bytes cut off, turned and overwritten at places that are spread over all of them."""
    yield from (b"", b"\x00", b"\xff\xfe", content + content, b"\xef\xbb\xbf" + content, b"\n" + content)
    for piece in range(_PIECES):
        at = piece * len(content) // _PIECES
        yield content[:at]
        yield content[:at] + bytes([content[at] ^ (1 << piece % 8)]) + content[at + 1 :]
        yield content[:at] + b"\xff\xff\xff\xff" + content[at + 4 :]
        yield content[:at] + content[at + 1 :]
