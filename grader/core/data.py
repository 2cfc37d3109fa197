"""What documents hold: before a field has read it, the one place where values have no type yet, and when it is written; and what is gathered."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

Data: TypeAlias = Any
"""Text, lists and mappings of text, null, true and false; numbers too where a program hands data in or out."""

Plain: TypeAlias = str | int | float | bool | Sequence["Plain"] | Mapping[str, "Plain"] | None
"""What a document, a schema or a script is given: all that JSON can hold."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def stated(fields: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the fields that a document states: those that say anything."""
    return {name: value for name, value in fields.items() if value is not None}


def with_field(rows: Mapping[str, object], field: str) -> list[str]:
    """Return the names of the rows that say anything in this field."""
    return [name for name, row in rows.items() if getattr(row, field)]


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values by their keys, both in the order of the pairs.

    >>> grouped([("A", 1), ("B", 2), ("A", 3)])
    {'A': [1, 3], 'B': [2]}
    """
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
