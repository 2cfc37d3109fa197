"""How large archives from strangers may be, in every way in which they can be large.

| limit | here | why |
|---|---|---|
| entries of an archive that is named, with all archives in it | 250,000 | a class of 100,000 with two files each; a table of contents of so many costs some 120 MB |
| entries of one that a student handed in, with all in it | 10,000 | nobody hands in so many; 5 MB |
| table of contents | 64 MiB | so many entries with names of 200 letters |
| all that is in a named one, unpacked | 16 GiB | a class with photographs of 40 MB each; no more than 64 KiB of a file are ever read |
| all that is in a handed-in one, unpacked, with all in it | 256 MiB | bounds the work for one student |
| an archive in an archive | 16 MiB | it is held in memory while it is read |
| how many times its size a file of more than 8 KiB unpacks to | 100 | text packs 3 to 30 times; a bomb 1,000 times |
| archives in an archive that a student handed in | 100 | each has to be opened |
| archives in archives | 4 | the platform's, the student's, and one too many of each |
| names | 4,096 letters, 100 levels | what file systems take |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from zipfile import ZipInfo

from grader.course.found import Refused

MOST_ENTRIES = 250_000
MOST_ENTRIES_HANDED_IN = 10_000
MOST_BYTES = 16 * 1024**3
MOST_BYTES_HANDED_IN = 256 * 1024**2
MOST_BYTES_INSIDE = 16 * 1024**2
MOST_DEPTH = 4
MOST_DIRECTORY = 64 * 1024**2
MOST_ARCHIVES_HANDED_IN = 100
MOST_RATIO = 100
RATIO_FROM = 8 * 1024
LONGEST_NAME = 4096
MOST_LEVELS = 100


def too_many(most: int) -> str:
    """Return what is said of an archive with more files than that."""
    return f"is an archive of more than {most:,} files, which is the limit; it is not looked into"


_ALL = "is not looked into: all archives of the run together hold more files, or larger ones, than the limit allows"


class Budget:
    """How much archives may hold: all of a run together, and those that one student handed in."""

    def __init__(self, run: Budget | None = None) -> None:
        """Begin with all that a run may hold, or with what one student may, which is taken from the run's as well."""
        self._run = run
        self._most = _Room(MOST_ENTRIES, MOST_BYTES, MOST_ENTRIES)
        if run is not None:
            self._most = _Room(MOST_ENTRIES_HANDED_IN, MOST_BYTES_HANDED_IN, MOST_ARCHIVES_HANDED_IN)
        self._left = self._most

    def of_hand_in(self) -> Budget:
        """Return the one for an archive in this one's: in what a student handed in all archives share theirs."""
        return Budget(self) if self._run is None else self

    def take(self, infos: Sequence[ZipInfo]) -> None:
        """Take one archive and what it holds. Raises Refused where that is too much."""
        taken = _Room(len(infos), sum(info.file_size for info in infos), 1)
        self._check(taken)
        if self._run is not None:
            if not self._run._left.holds(taken):  # noqa: SLF001  # of its own class
                raise Refused(_ALL)
            self._run._left = self._run._left.less(taken)  # noqa: SLF001
        self._left = self._left.less(taken)

    def _check(self, taken: _Room) -> None:
        if taken.entries > self._left.entries:
            raise Refused(too_many(self._most.entries))
        if taken.bytes > self._left.bytes:
            mib = self._most.bytes // 1024**2
            raise Refused(
                f"is an archive that holds, unpacked, more than {mib:,} MiB, which is the limit; it is not looked into"
            )
        if taken.archives > self._left.archives:
            most = self._most.archives
            raise Refused(f"is one of more than {most:,} archives, which is the limit; it is not looked into")


class _Room(NamedTuple):
    """Room for so many entries, bytes when they are unpacked, and archives."""

    entries: int
    bytes: int
    archives: int

    def holds(self, taken: _Room) -> bool:
        """Return whether there is as much room as that."""
        return all(left >= part for left, part in zip(self, taken, strict=True))

    def less(self, taken: _Room) -> _Room:
        """Return the room that is left."""
        return _Room(self.entries - taken.entries, self.bytes - taken.bytes, self.archives - taken.archives)
