"""JSON from strangers, one object a line or one a file: the program's own results, but the files come from anywhere.

Why not the strict reader of YAML: it leaves every number as text, which is right for answers (the field decides) and
wrong here, where the schema demands JSON numbers; and a class has megabytes of results, which Python's own JSON reader
takes in at some twenty times its speed. So what that reader lets through is refused here: duplicate keys, NaN and
infinities (`1e999` too), numbers of absurd length, deep nesting, half a surrogate pair, and sheer size before parsing.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple, NoReturn

from grader.core.data import Data
from grader.core.documents.strict import MOST_LEVELS, Limits
from grader.core.errors import Fault
from grader.core.text import printable

RESULT_LIMITS = Limits(4 * 1024 * 1024, "--max-result-bytes")
_LONGEST_NUMBER = 100
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_EXPECTED = "expected one JSON object a line, or one a file"


class JsonLine(NamedTuple):
    """One JSON object, and the line on which it stands or begins."""

    source: str
    line: int
    data: dict[str, Data]


class _Raw(NamedTuple):
    """A line that is not blank; content None: it is longer than the limit."""

    line: int
    content: bytes | None


def read_json_lines(stream: BinaryIO, source: str, limits: Limits) -> Iterator[JsonLine | Fault]:
    """Yield the objects in the stream, and in its place a fault for each line that is none; the rest goes on.

    A file whose first line is no object by itself may be one object over several lines.
    """
    lines = _raw_lines(stream, limits.bytes)
    first = next(lines, None)
    if first is None:
        yield Fault(f"is empty, {_EXPECTED}", source)
        return
    found = _parse(first, source, limits)
    if isinstance(found, Fault) and first.content is not None:
        held, is_all = _take(first, lines, limits.bytes)
        whole = _parse_whole(held, source, limits, is_all=is_all)
        if isinstance(whole, JsonLine) or all(isinstance(_parse(raw, source, limits), Fault) for raw in held):
            yield whole
            return
        lines = chain(held[1:], lines)
    yield found
    for raw in lines:
        yield _parse(raw, source, limits)


def _raw_lines(stream: BinaryIO, most: int) -> Iterator[_Raw]:
    """Yield the lines that are not blank, with their numbers; lines end with a line feed and nothing else."""
    number = 0
    while content := stream.readline(most + 2):
        number += 1
        text = content.rstrip(b"\r\n")  # a place in a message is then never beyond its line
        if len(text) > most:
            while content and not content.endswith(b"\n"):
                content = stream.readline(most)  # the rest of the line, in pieces, to be forgotten
            yield _Raw(number, None)
        elif text.strip():
            yield _Raw(number, text)


def _take(first: _Raw, lines: Iterator[_Raw], most: int) -> tuple[list[_Raw], bool]:
    """Return the first lines, as many as are within the limit together, and whether these are all."""
    held, size = [first], len(first.content or b"")
    for raw in lines:
        held.append(raw)
        size += most + 1 if raw.content is None else len(raw.content)
        if size > most:
            return held, False
    return held, True


def _parse_whole(held: Iterable[_Raw], source: str, limits: Limits, *, is_all: bool) -> JsonLine | Fault:
    if not is_all:
        return _parse(_Raw(1, None), source, limits)
    # Blank lines were passed over; they are put back so that the places in messages are right.
    text, number = b"", 1
    for raw in held:
        text += b"\n" * (raw.line - number) + (raw.content or b"")
        number = raw.line
    return _parse(_Raw(1, text), source, limits)


def _parse(raw: _Raw, source: str, limits: Limits) -> JsonLine | Fault:
    if raw.content is None:
        message = f"is longer than {limits.bytes:,} bytes, which is the limit; {limits.option} raises it"
        return Fault(message, source, raw.line)
    try:
        data = _load(raw.content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Fault("is not UTF-8 text", source, raw.line)
    except json.JSONDecodeError as failure:
        message = f"is not JSON: {printable(failure.msg)}; {_EXPECTED}"
        return Fault(message, source, raw.line + failure.lineno - 1, failure.colno)
    except _Refused as failure:
        return Fault(str(failure), source, raw.line)
    if not isinstance(data, dict):
        return Fault(f"is JSON, but no object; {_EXPECTED}", source, raw.line)
    return JsonLine(source, raw.line, data)


class _Refused(ValueError):
    """JSON that is well-formed, but not safe to work with."""


def _load(text: str) -> object:
    """Return the data that the text states. Raises JSONDecodeError or _Refused."""
    try:
        data = _DECODER.decode(text)
    except RecursionError:
        raise _Refused(f"is nested deeper than {MOST_LEVELS} levels") from None
    _check_levels(data)
    if _SURROGATE.search(text) and not _is_unicode(data):
        raise _Refused("holds half a surrogate pair, which is no character")
    return data


def _check_levels(data: object) -> None:
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(MOST_LEVELS):
        inside = [value for holder in level for value in (holder.values() if isinstance(holder, dict) else holder)]
        level = [value for value in inside if isinstance(value, dict | list)]
        if not level:
            return
    raise _Refused(f"is nested deeper than {MOST_LEVELS} levels")


def _is_unicode(data: object) -> bool:
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise _Refused(f'the key "{printable(twice)}" stands here twice, expected once')
    return found


def _integer(text: str) -> int:
    _check_length(text)
    return int(text)


def _decimal(text: str) -> float:
    _check_length(text)
    number = float(text)
    if not math.isfinite(number):
        raise _Refused(f"{text} is too large a number")
    return number


def _check_length(text: str) -> None:
    if len(text) > _LONGEST_NUMBER:
        raise _Refused(f"holds a number of {len(text):,} characters, expected at most {_LONGEST_NUMBER}")


def _constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_mapping, parse_int=_integer, parse_float=_decimal, parse_constant=_constant
)
