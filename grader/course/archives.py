"""Zip archives from strangers: what lies in them, opened without believing what they say of themselves, and never unpacked to disk.

The standard zipfile does the reading. It never gives more of an entry than the table of contents declares, and compares
a check sum at the end, so a declared size is a bound. What it would do for anybody who asks is limited by the figures
below.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from grader.core.documents import is_zip, is_zipped_document
from grader.core.errors import unreadable
from grader.core.text import printable
from grader.course.hand_in import (
    CHANGED,
    HEAD,
    LEADS_OUT,
    LINK,
    NO_FILE,
    Archive,
    ArgumentRefused,
    File,
    Junk,
    Member,
    Refused,
    fault_of_lines,
    first_bytes,
    junk_name,
    own_among_hand_ins,
    own_document,
    says_answers,
    version_of,
)

# -- how large archives from strangers may be, in every way in which they can be large

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
    """How much archives may hold: all of a run together, or those that one student handed in, which is taken from the run's as well."""

    def __init__(self, run: Budget | None = None) -> None:
        self._run = run
        of_one = (MOST_ENTRIES_HANDED_IN, MOST_BYTES_HANDED_IN, MOST_ARCHIVES_HANDED_IN)
        self._most = self._left = (MOST_ENTRIES, MOST_BYTES, MOST_ENTRIES) if run is None else of_one

    def of_hand_in(self) -> Budget:
        """Return the one for an archive in this one's: in what a student handed in all archives share theirs."""
        return Budget(self) if self._run is None else self

    def take(self, infos: Sequence[ZipInfo]) -> None:
        """Take one archive and what it holds. Raises Refused where that is too much."""
        taken = (len(infos), sum(info.file_size for info in infos), 1)
        entries, size, archives = self._most
        limits = (
            too_many(entries),
            f"is an archive that holds, unpacked, more than {size // 1024**2:,} MiB, which is the limit; it is not looked into",
            f"is one of more than {archives:,} archives, which is the limit; it is not looked into",
        )
        for part, left, limit in zip(taken, self._left, limits, strict=True):
            if part > left:
                raise Refused(limit)
        if self._run is not None:
            try:
                self._run.take(infos)
            except Refused:
                raise Refused(_ALL) from None
        entries, size, archives = self._left
        self._left = (entries - taken[0], size - taken[1], archives - taken[2])


_UTF8, _ENCRYPTED = 0x800, 0x1 | 0x40 | 0x2000  # flags of an entry
_HEADER = 30  # bytes before an entry's name
_FIRST_ENTRY = b"PK\x03\x04"  # begins an archive that holds anything
_ENTRY = b"PK\x01\x02"  # begins each entry in the table of contents

_END, _LONGEST_END = b"PK\x05\x06", 22 + 0xFFFF
"""What begins the last record of an archive, and how many bytes it may have."""

_BROKEN = (
    BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    OSError,
)
"""What zipfile raises on archives that are broken, by accident or on purpose."""

_DAMAGED = "is a zip archive that is damaged and cannot be opened; zip the files again and hand that in"
_CUT_OFF = "is a zip archive that is damaged: its end is missing, as of a download that was cut off; download it again"
_UNREADABLE = "is a zip archive that is damaged: its table of contents cannot be read; download it again"
_DAMAGED_INSIDE = "is damaged in the archive and cannot be read; zip the file again and hand that in"


class Entry(NamedTuple):
    """A file in an archive, by its place in the table of contents: its name, the parts of it, and why it is not read.

    A name that cannot be trusted has no parts.
    """

    place: int
    name: str
    parts: tuple[str, ...]
    fault: str


class Zip(ZipFile):
    """An archive that closes its file when nobody needs it any more."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._held = file
        self._watched = _Watched(file, most)
        try:
            super().__init__(self._watched)
        finally:
            self._watched.most = None
            self.NameToInfo.clear()  # entries are asked for by their places; of a large archive this is a lot
            if self.fp is None:
                file.close()

    def close(self) -> None:
        """Close the archive and its file."""
        super().close()
        self._held.close()


class _Watched:
    """A file whose table of contents is refused before it is taken apart, where it is too long."""

    def __init__(self, file: BinaryIO, most: int | None) -> None:
        self.most = most
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if self.most is None:
            return self._file.read(size)
        if size > MOST_DIRECTORY:
            raise Refused(too_many(self.most))
        content = self._file.read(size)
        if content.count(_ENTRY) > self.most:
            raise Refused(too_many(self.most))
        return content


def open_archive(archive: Archive) -> Zip:
    """Return the archive, opened; the last few stay open. Raises Refused with the reason where it cannot be."""
    try:
        is_same = version_of(archive.path) == archive.version
    except OSError as failure:
        raise Refused(unreadable(failure)) from failure
    if not is_same:
        raise Refused(CHANGED)
    try:
        return _opened(archive)
    except _BROKEN:
        raise Refused(_damage(archive)) from None


def _damage(archive: Archive) -> str:
    """Return what is said of an archive that cannot be opened, to who handed it in, or to who named it."""
    if archive.inside or not archive.is_named:
        return _DAMAGED
    with open(archive.path, "rb") as file:
        file.seek(-min(_LONGEST_END, archive.version[1]), io.SEEK_END)
        return _UNREADABLE if _END in file.read() else _CUT_OFF


@lru_cache(maxsize=4)
def _opened(archive: Archive) -> Zip:
    most = MOST_ENTRIES if archive.is_named and not archive.inside else MOST_ENTRIES_HANDED_IN
    if archive.inside:
        *around, place = archive.inside
        return Zip(io.BytesIO(_archive_inside(archive._replace(inside=tuple(around)), place)), most)
    try:
        file = open(archive.path, "rb")  # noqa: SIM115  # the archive closes it
    except OSError as failure:
        raise Refused(unreadable(failure)) from failure
    return Zip(file, most)


def _archive_inside(around: Archive, place: int) -> bytes:
    content = read_entry(around, place, MOST_BYTES_INSIDE + 1)
    if len(content) > MOST_BYTES_INSIDE:
        raise Refused(
            f"is an archive of more than {MOST_BYTES_INSIDE // 1024**2} MiB in another one, which is the limit; "
            "it is not looked into"
        )
    return content


def read_entry(archive: Archive, place: int, most: int) -> bytes:
    """Return at most so many of the first bytes of an entry. Raises Refused where it cannot be read."""
    opened = open_archive(archive)
    try:
        with opened.open(opened.infolist()[place]) as file:
            return file.read(most)
    except _BROKEN:
        raise Refused(_DAMAGED_INSIDE) from None


def entries(opened: ZipFile) -> Iterator[Entry]:
    """Yield the files of an archive in the order of its table of contents."""
    names = [_name(info) for info in opened.infolist()]
    parts = [tuple(part for part in name.split("/") if part not in ("", ".")) for name in names]
    often = Counter(parts)
    for place, info in enumerate(opened.infolist()):
        if names[place].endswith("/") and not info.file_size:
            continue
        if fault := _fault_of_name(names[place], info):
            yield Entry(place, names[place], (), fault)
        elif often[parts[place]] > 1:
            fault = f"stands {often[parts[place]]} times in the archive, so nobody can tell which one is meant"
            yield Entry(place, names[place], parts[place], fault)
        else:
            yield Entry(place, names[place], parts[place], _fault_of(info))


def _name(info: ZipInfo) -> str:
    """Return the name of an entry: many programs write UTF-8 and do not say so, and hardly any other text reads as that."""
    if info.flag_bits & _UTF8 or info.filename.isascii():
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _fault_of_name(name: str, info: ZipInfo) -> str:
    parts = name.split("/")
    if len(name) > LONGEST_NAME or len(parts) > MOST_LEVELS:
        return f"has a name of {len(name):,} letters in {len(parts)} levels, which no file system takes"
    leads_out = name.startswith("/") or ".." in parts or "\\" in name or re.match("[A-Za-z]:", name)
    if leads_out or "\0" in info.orig_filename or not any(part not in ("", ".") for part in parts):
        return LEADS_OUT
    return ""


def _fault_of(info: ZipInfo) -> str:
    """Return why an entry is not read; usually nothing."""
    sort = stat.S_IFMT(info.external_attr >> 16)
    if sort == stat.S_IFLNK:
        return LINK
    if sort not in (0, stat.S_IFREG):
        return NO_FILE
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted in the archive; hand it in without a password"
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "is packed in the archive by a method that is not read; zip it as usual (deflate) and hand that in"
    if info.file_size > max(RATIO_FROM, MOST_RATIO * info.compress_size):
        times = (
            f"{info.file_size // info.compress_size:,} times its size"
            if info.compress_size
            else "something from nothing"
        )
        return f"would unpack to {times}, as in a zip bomb; it is not read"
    return ""


def check_whole(opened: ZipFile, archive: Archive) -> None:
    """Raise Refused where an archive that was named is cut off behind one that lies in it, whose table of contents is then the last."""
    first = min((info.header_offset for info in opened.infolist()), default=1)
    if archive.is_named and not archive.inside and first > 0 and first_bytes(archive.path, 4) == _FIRST_ENTRY:
        raise Refused(_CUT_OFF)


def check_overlap(infos: list[ZipInfo]) -> None:
    """Raise Refused where entries lie over each other: then a small file can hold any number of large ones."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise Refused("is an archive whose entries lie over each other, as in a zip bomb; it is not looked into")
        end = info.header_offset + _HEADER + len(info.orig_filename) + info.compress_size


# -- what lies in archives: the files that students handed in, and the junk between them

_TOO_DEEP = f"is an archive in an archive {MOST_DEPTH} times over, which is the limit; it is not looked into"
_NOTHING = "is an archive with nothing in it that could be graded"
_ENDING = ".zip"


def look_into_named(path: str, *, is_alone: bool = True) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk in an archive that was named, each in the order of their paths.

    One that cannot be looked into is a file with that fault beside what else was named; where it `is_alone` ArgumentRefused is raised.
    """
    files, junk = _apart(_on_disk(File(path), Budget(), is_named=True))
    for file in files:
        if is_alone and file.path == path and file.fault:
            raise ArgumentRefused(f"{printable(path, len(path))}: {file.fault}; nothing is marked")
    return files, junk


def look_into(archives: Iterable[File]) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk in archives on disk that students handed in, each in the order of their paths."""
    budget = Budget()
    return _apart(one for file in sorted(archives) for one in _on_disk(file, budget))


def _on_disk(file: File, budget: Budget, *, is_named: bool = False) -> Iterator[File | Junk]:
    try:
        archive = Archive(file.path, version_of(file.path), is_named)
    except OSError as failure:
        return iter([file._replace(fault=unreadable(failure))])
    return _inside(file, archive, budget) if is_named else _handed_in(file, archive, budget)


def _apart(found: Iterable[File | Junk]) -> tuple[list[File], list[Junk]]:
    held = list(found)
    files = sorted((one for one in held if isinstance(one, File)), key=lambda file: file.below)
    return files, sorted({one for one in held if isinstance(one, Junk)})


def _handed_in(file: File, archive: Archive, above: Budget) -> Iterator[File | Junk]:
    """Yield what lies in an archive that a student handed in: in its place a file where that is nothing."""
    if len(archive.inside) == MOST_DEPTH:
        yield file._replace(fault=_TOO_DEEP)
        return
    *folders, name = file.below
    stem = name[: -len(_ENDING)] if name.casefold().endswith(_ENDING) else name
    budget = above.of_hand_in()
    is_empty = True
    for one in _inside(file._replace(below=(*folders, stem or name)), archive, budget):
        is_empty = is_empty and isinstance(one, Junk)
        yield one
    if is_empty:
        yield file._replace(fault=_NOTHING)


def _inside(file: File, archive: Archive, budget: Budget) -> Iterator[File | Junk]:
    """Yield what lies in the archive that is this file; the file, where it is no archive that can be looked into."""
    try:
        opened = open_archive(archive)
        check_whole(opened, archive)
        budget.take(opened.infolist())
        check_overlap(opened.infolist())
    except Refused as failure:
        held = file.where
        head = read_entry(held.archive, held.place, HEAD) if isinstance(held, Member) else first_bytes(file.path)
        yield file if is_zipped_document(head) else file._replace(fault=str(failure))
        return
    if _is_document(opened):
        yield file
        return
    for entry in entries(opened):
        yield from _entry(entry, file, archive, budget)


def _is_document(opened: ZipFile) -> bool:
    """Return whether the archive is a document of some program, which is zipped inside; what it is, is told when it is read."""
    names = [info.filename for info in opened.infolist()]
    is_apple = any(name.endswith(".iwa") for name in names)
    return is_apple or "[Content_Types].xml" in names or names[:1] == ["mimetype"]


def _entry(entry: Entry, file: File, archive: Archive, budget: Budget) -> Iterator[File | Junk]:
    path, where = f"{file.path}/{entry.name}", Member(archive, entry.place)
    parts = entry.parts or ((entry.name,) if file.below else ())  # whatever it is called, it lies in this archive
    is_handed_in = not archive.is_named or bool(archive.inside)
    inside = file.inside + len(parts) if is_handed_in and parts else 0
    found = File(path, (*file.below, *parts) if parts else (), entry.fault, where, inside=inside)
    for depth, part in enumerate(entry.parts, start=1):
        if (what := junk_name(part)) and not (depth == len(entry.parts) and _says_answers(archive, entry)):
            yield Junk("/".join((file.path, *entry.parts[:depth])), what)
            return
    if found.fault:
        yield found
        return
    try:
        head = read_entry(archive, entry.place, HEAD)
        what = own_document(head, entry.name)
        own = own_among_hand_ins(found, what, partial(_bytes, archive, entry.place)) if what else None
    except Refused as failure:
        yield found._replace(fault=str(failure))
        return
    if is_zip(head):
        yield from _handed_in(found, archive._replace(inside=(*archive.inside, entry.place)), budget)
    else:
        yield own or found._replace(fault=fault_of_lines(entry.name, head))


def _says_answers(archive: Archive, entry: Entry) -> bool:
    """Return whether an entry that looks like a file of a system holds answers."""
    try:
        return not entry.fault and says_answers(read_entry(archive, entry.place, HEAD))
    except Refused:
        return False


def _bytes(archive: Archive, place: int, most: int) -> bytes:
    """Return at most so many bytes of an entry; none where it cannot be read."""
    try:
        return read_entry(archive, place, most)
    except Refused:
        return b""
