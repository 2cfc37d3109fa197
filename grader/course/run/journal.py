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

_END = re.compile(rb'"input": "sha256:([0-9a-f]{64})"\}\}\n\Z')
_LONGEST_END = 100


class Journal:
    """The results that a folder holds: those of a finished run and those that were added since, by their digests."""

    def __init__(self, journal: Path, finished: Path) -> None:
        self._path = journal
        self._files = [_open(finished), _open(journal)]
        self._places: dict[bytes, tuple[int, int]] = {}
        self._adding: BinaryIO | None = None
        self._end = 0
        for number, file in enumerate(self._files):
            for digest, start, end in () if file is None else _whole_lines(file):
                self._places[digest] = number, start
                self._end = end if number else 0

    def __contains__(self, digest: str) -> bool:
        return _short(digest) in self._places

    def __len__(self) -> int:
        return len(self._places)

    def digests(self) -> Iterator[str]:
        """Yield the digests of all results, in the order in which they were found."""
        return (f"sha256:{digest.hex()}" for digest in self._places)

    def add(self, results: Iterable[tuple[str, str]]) -> None:
        """Add results, each with its digest; they are on their way to the disk when this returns. Raises OSError."""
        if self._adding is None:
            self._adding = open(self._path, "ab", buffering=0)  # noqa: SIM115  # it stays open for the run
            self._adding.truncate(self._end)  # what was cut off in the middle of a line goes
            self._files[1] = self._files[1] or _open(self._path)
        for digest, result in results:
            content = memoryview(result.encode("utf-8"))
            self._places[_short(digest)] = 1, self._end
            self._end += len(content)
            while content:
                content = content[self._adding.write(content) :]

    def read(self, digest: str) -> bytes:
        """Return the line of a result. Raises KeyError where there is none."""
        number, start = self._places[_short(digest)]
        file = self._files[number]
        if file is None:
            raise KeyError(digest)
        file.seek(start)
        return file.readline()

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
    return bytes.fromhex(digest.removeprefix("sha256:"))


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
        if found := _END.search(line, max(0, len(line) - _LONGEST_END)):
            yield bytes.fromhex(found[1].decode()), start, end
        start = end
