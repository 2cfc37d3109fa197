"""The journal: results as they come, one a line, which no interruption can harm.

A line is a result with the digest of what it was made from at its very end. So a line that is whole says so itself, and
the same reader finds the results of a run that was interrupted and those of one that came to its end.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from grader.course.spool import Places

_END = re.compile(rb'"input": "sha256:([0-9a-f]{64})"\}\}\n\Z')
_LONGEST_END = 100
_FILE = 60
"""The bit of a place that says in which file it is."""


class Journal:
    """The results that a folder holds: those of a finished run and those that were added since, by their digests."""

    def __init__(self, journal: Path, finished: Path) -> None:
        self._path = journal
        self._files = [_open(finished), _open(journal)]
        self._places = Places()
        self._adding: BinaryIO | None = None
        self._end = 0
        for number, file in enumerate(self._files):
            for digest, start, end in () if file is None else _whole_lines(file):
                self._places.add(digest, _place(number, start))
                self._end = end if number else 0

    def __contains__(self, digest: str) -> bool:
        return self._line(digest) is not None

    def digests(self) -> Iterator[str]:
        """Yield the digests of all results, in the order in which they were found."""
        for file in self._files:
            for digest, _, _ in () if file is None else _whole_lines(file):
                yield f"sha256:{digest.decode()}"

    def add(self, results: Iterable[tuple[str, str]]) -> None:
        """Add results, each with its digest; they are on their way to the disk when this returns. Raises OSError."""
        if self._adding is None:
            self._adding = open(self._path, "ab", buffering=0)  # noqa: SIM115  # it stays open for the run
            self._adding.truncate(self._end)  # what was cut off in the middle of a line goes
            self._files[1] = self._files[1] or _open(self._path)
        for digest, result in results:
            content = memoryview(result.encode("utf-8"))
            self._places.add(_short(digest), _place(1, self._end))
            self._end += len(content)
            while content:
                content = content[self._adding.write(content) :]

    def read(self, digest: str) -> bytes:
        """Return the line of a result. Raises KeyError where there is none."""
        line = self._line(digest)
        if line is None:
            raise KeyError(digest)
        return line

    def _line(self, digest: str) -> bytes | None:
        """Return the line of a result, of several the one that was added last; nothing where there is none."""
        for place in reversed(self._places.of(_short(digest))):
            file = self._files[place >> _FILE]
            if file is None:
                continue
            file.seek(place & ~(1 << _FILE))
            line = file.readline()
            if (found := _end_of(line)) and found[1] == _short(digest):
                return line
        return None

    def close(self) -> None:
        """Let go of the files."""
        for file in (*self._files, self._adding):
            if file is not None:
                with suppress(OSError):
                    file.close()

    def remove(self) -> None:
        """Let the journal end: its results stand elsewhere."""
        self.close()
        self._path.unlink(missing_ok=True)


def _short(digest: str) -> bytes:
    return digest.removeprefix("sha256:").encode()


def _place(number: int, start: int) -> int:
    """Return a place in one of the two files as a number; those in the journal are the larger ones."""
    return number << _FILE | start


def _end_of(line: bytes) -> re.Match[bytes] | None:
    return _END.search(line, max(0, len(line) - _LONGEST_END))


def _open(path: Path) -> BinaryIO | None:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        return None


def _whole_lines(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """Yield digest, start and end of each line that is whole. What stands behind the last of them was cut off."""
    file.seek(0, os.SEEK_SET)
    start = 0
    for line in file:
        end = start + len(line)
        if found := _end_of(line):
            yield found[1], start, end
        start = end
