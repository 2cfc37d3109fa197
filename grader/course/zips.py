"""Zip archives from strangers: opened without believing what they say of themselves, and never unpacked to disk.

The standard zipfile does the reading. It never gives more of an entry than the table of contents declares, and compares
a check sum at the end, so a declared size is a bound. What it would do for anybody who asks is limited by the figures
in `grader/course/zip_limits.py`.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from grader.course import zip_limits as limits
from grader.course.found import CHANGED, LEADS_OUT, LINK, NO_FILE, Archive, Refused, unreadable, version_of
from grader.course.spool import kept_aside

_UTF8, _ENCRYPTED = 0x800, 0x1 | 0x40 | 0x2000  # flags of an entry
_HEADER = 30  # bytes before an entry's name
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
_CUT_OFF = "is a zip archive that is damaged: its end is missing, as of a download that was cut off; nothing is marked, download it again"
_UNREADABLE = (
    "is a zip archive that is damaged: its table of contents cannot be read; nothing is marked, download it again"
)
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

    def put_aside(self) -> None:
        """Hold no more of the entries than is needed to read them once more: they were looked at."""
        self.filelist = kept_aside(self.filelist)  # type: ignore[assignment]  # nothing is added any more

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
        if size > limits.MOST_DIRECTORY:
            raise Refused(limits.too_many(self.most))
        content = self._file.read(size)
        if content.count(_ENTRY) > self.most:
            raise Refused(limits.too_many(self.most))
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
    most = limits.MOST_ENTRIES if archive.is_named and not archive.inside else limits.MOST_ENTRIES_HANDED_IN
    if archive.inside:
        *around, place = archive.inside
        return Zip(io.BytesIO(_archive_inside(archive._replace(inside=tuple(around)), place)), most)
    try:
        file = open(archive.path, "rb")  # noqa: SIM115  # the archive closes it
    except OSError as failure:
        raise Refused(unreadable(failure)) from failure
    return Zip(file, most)


def _archive_inside(around: Archive, place: int) -> bytes:
    content = read_entry(around, place, limits.MOST_BYTES_INSIDE + 1)
    if len(content) > limits.MOST_BYTES_INSIDE:
        raise Refused(
            f"is an archive of more than {limits.MOST_BYTES_INSIDE // 1024**2} MiB in another one, which is the limit; "
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
    if len(name) > limits.LONGEST_NAME or len(parts) > limits.MOST_LEVELS:
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
    if info.file_size > max(limits.RATIO_FROM, limits.MOST_RATIO * info.compress_size):
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
    if archive.is_named and not archive.inside and first > 0 and _begins_with_an_entry(archive.path):
        raise Refused(_CUT_OFF)


def _begins_with_an_entry(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(4) == b"PK\x03\x04"


def check_overlap(infos: list[ZipInfo]) -> None:
    """Raise Refused where entries lie over each other: then a small file can hold any number of large ones."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise Refused("is an archive whose entries lie over each other, as in a zip bomb; it is not looked into")
        end = info.header_offset + _HEADER + len(info.orig_filename) + info.compress_size
