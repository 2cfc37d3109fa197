"""A file of many submissions, one a line (NDJSON, `.jsonl`): which lines there are, and whose each says that it is."""

import json
from collections.abc import Iterator
from itertools import count
from typing import BinaryIO

from grader.course.found import File, Line, version_of
from grader.documents import Limits

_BOM = b"\xef\xbb\xbf"


def look_along(path: str, limits: Limits) -> Iterator[tuple[str, File]]:
    """Yield the lines of the file that are not blank, each with the student that it types, "" where it types none.

    Nothing of a line is kept but its place. Raises OSError.
    """
    start = 0
    version = version_of(path)
    with open(path, "rb") as lines:
        for number in count(1):
            content = lines.readline(limits.bytes + 2)
            if not content:
                return
            rest = _skip_line(lines, limits.bytes) if len(content) == limits.bytes + 2 and content[-1:] != b"\n" else 0
            text = content.rstrip(b"\r\n")
            if rest:
                yield "", File(f"{path}:{number}", where=Line(path, version, start, len(content) + rest))
            elif text.strip():
                yield _typed(text), File(f"{path}:{number}", where=Line(path, version, start, len(text)))
            start += len(content) + rest


def _skip_line(lines: BinaryIO, piece: int) -> int:
    """Return how many bytes the rest of a line has, which is read in pieces and forgotten."""
    size = 0
    while content := lines.readline(piece):
        size += len(content)
        if content.endswith(b"\n"):
            break
    return size


def _typed(content: bytes) -> str:
    """Return the student that a line types; what is no submission is told when it is read for its marks."""
    try:
        held = _DECODER.decode(content.removeprefix(_BOM).decode("utf-8"))
    except (ValueError, RecursionError):
        return ""
    student = held.get("student") if isinstance(held, dict) else None
    return student.strip() if isinstance(student, str) else ""


_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
"""A number that stands for a student is the text that was written."""
