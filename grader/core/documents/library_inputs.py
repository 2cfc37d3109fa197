"""Documents that a program hands over: a path, the bytes of a text, or data that it has already."""

from __future__ import annotations

import os
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real

from grader.core.documents.strict import (
    MOST_LEVELS,
    STANDARD_INPUT,
    Document,
    Limits,
    parse_document,
    read_document,
    too_large,
)
from grader.core.errors import Fault, GradingError, Path
from grader.core.numbers import show_number
from grader.core.text import json_line

Source = str | os.PathLike[str] | bytes | Mapping[str, object]
"""Text and paths name a file, bytes are the text of a document, a mapping is data."""

GIVEN_TEXT, GIVEN_DATA = "given text", "given data"
"""What a document without a file is called in messages."""

NO_FILE = frozenset({STANDARD_INPUT, GIVEN_TEXT, GIVEN_DATA})
"""Sources that are no files, so that their name is nobody's."""


class _Refused(Exception):
    """A value that no document can hold: a message, and where it stands."""


def open_source(source: Source, limits: Limits, error: type[GradingError]) -> Document:
    """Return the document. Raises `error` when it cannot be read safely, which no option of the command line changes here."""
    limits = limits._replace(option="")
    if isinstance(source, Mapping):
        return document_of(source, limits, error)
    if not isinstance(source, bytes | str | os.PathLike):
        message = (
            f"a value of the type {type(source).__name__} stands here, expected a mapping, or a file's name or bytes"
        )
        raise error([Fault(message, GIVEN_DATA)])
    if not isinstance(source, bytes):
        return read_document(os.fspath(source), limits, error)
    if len(source) > limits.bytes:
        raise error([Fault(too_large(limits), GIVEN_TEXT)])
    return parse_document(source, GIVEN_TEXT, error)


def document_of(data: Mapping[str, object], limits: Limits, error: type[GradingError]) -> Document:
    """Return the document that the data would be in a file, less the places of things. Raises `error`."""
    try:
        read = as_read(data)
    except _Refused as failure:
        message, path = failure.args
        raise error([Fault(message, GIVEN_DATA, path=path)]) from None
    content = json_line(read).encode()
    if len(content) > limits.bytes:
        raise error([Fault(too_large(limits), GIVEN_DATA)])
    return Document(GIVEN_DATA, read, "", content)


def as_read(value: object, path: Path = ()) -> object:
    """Return data as the strict reader would: every number and key as its text; whole numbers may be of any library.

    >>> as_read({"value": 3, "values": {"A": Fraction(7, 3), 2: 0.5}, "pruned": ("G", None)})
    {'value': '3', 'values': {'A': '7/3', '2': '0.5'}, 'pruned': ['G', None]}
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, path)
    if len(path) >= MOST_LEVELS:
        raise _Refused(f"is nested deeper than {MOST_LEVELS} levels", ())
    if isinstance(value, Mapping):
        return _mapping(value, path)
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)  # a set has no order of its own that would be the same twice
    if isinstance(value, (list, tuple)):
        return [as_read(item, (*path, place)) for place, item in enumerate(value)]
    return _number(value, path)


def _mapping(value: Mapping[object, object], path: Path) -> dict[str, object]:
    read: dict[str, object] = {}
    for key, below in value.items():
        name = _text(key, path) if isinstance(key, str) else _number(key, path)
        if name in read:
            raise _Refused(f'the key "{name}" stands here twice, expected once', (*path, name))
        read[name] = as_read(below, (*path, name))
    return read


def _text(value: str, path: Path) -> str:
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise _Refused("half of a letter stands here (a lone surrogate), which no file can hold", path)
    return value


def _number(value: object, path: Path) -> str:
    """Return the text of a number; a float's is the shortest that means it."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, Real):
        what = type(value).__name__
        raise _Refused(f"a value of the type {what} stands here, expected text, a number, a list or a mapping", path)
    if isinstance(value, Integral):
        return show_number(int(value))
    if isinstance(value, Rational):
        return show_number(Fraction(int(value.numerator), int(value.denominator)))
    return repr(float(value))
