"""What lies in archives of hand-ins: the files that students handed in, and the junk between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zipfile import ZipFile

from grader.course.folder import first_bytes
from grader.course.found import (
    HEAD,
    Archive,
    ArgumentRefused,
    File,
    Junk,
    Member,
    Refused,
    fault_of_lines,
    junk_name,
    own_among_hand_ins,
    own_document,
    unreadable,
    version_of,
)
from grader.course.zip_limits import MOST_DEPTH, Budget
from grader.course.zips import (
    Entry,
    check_overlap,
    check_whole,
    entries,
    open_archive,
    read_entry,
)
from grader.documents import is_zip, is_zipped_document
from grader.printable import printable

_TOO_DEEP = f"is an archive in an archive {MOST_DEPTH} times over, which is the limit; it is not looked into"
_NOTHING = "is an archive with nothing in it that could be graded"
_ENDING = ".zip"


def look_into_named(path: str) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk in an archive that was named, each in the order of their paths.

    Raises ArgumentRefused where it cannot be looked into: whose hand-ins are lost with it, nobody can tell.
    """
    files, junk = _apart(_on_disk(File(path), Budget(), is_named=True))
    for file in files:
        if file.path == path and file.fault:
            raise ArgumentRefused(f"{printable(path, len(path))}: {file.fault}")
    return files, junk


def look_into(archives: Iterable[File]) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk in archives on disk that students handed in, each in the order of their paths."""
    budget = Budget()
    return _apart(one for file in sorted(archives) for one in _on_disk(file, budget))


def _on_disk(file: File, budget: Budget, *, is_named: bool = False) -> Iterator[File | Junk]:
    try:
        archive = Archive(file.path, version_of(file.path), is_named)
    except OSError as failure:
        yield file._replace(fault=unreadable(failure))
        return
    yield from _inside(file, archive, budget) if is_named else _handed_in(file, archive, budget)


def _apart(found: Iterable[File | Junk]) -> tuple[list[File], list[Junk]]:
    files: list[File] = []
    junk: list[Junk] = []
    for one in found:
        if isinstance(one, Junk):
            junk.append(one)
        else:
            files.append(one)
    return sorted(files, key=lambda file: file.below), sorted(set(junk))


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
        yield file if is_zipped_document(_head(file)) else file._replace(fault=str(failure))
        return
    if _is_document(opened):
        yield file
        return
    for entry in entries(opened):
        yield from _entry(entry, file, archive, budget)
    opened.put_aside()


def _head(file: File) -> bytes:
    """Return the first bytes of a file on disk or in an archive."""
    if isinstance(file.where, Member):
        return read_entry(file.where.archive, file.where.place, HEAD)
    return first_bytes(file.path)


def _is_document(opened: ZipFile) -> bool:
    """Return whether the archive is a document of some program, which is zipped inside; what it is, is told when it is read."""
    names = [info.filename for info in opened.infolist()]
    is_apple = any(name.endswith(".iwa") for name in names)
    return is_apple or "[Content_Types].xml" in names or names[:1] == ["mimetype"]


def _entry(entry: Entry, file: File, archive: Archive, budget: Budget) -> Iterator[File | Junk]:
    path, where = f"{file.path}/{entry.name}", Member(archive, entry.place)
    parts = entry.parts or ((entry.name,) if file.below else ())  # whatever it is called, it lies in this archive
    found = File(path, (*file.below, *parts) if parts else (), entry.fault, where)
    if junk := _junk_above(entry, file.path):
        yield junk
        return
    if found.fault:
        yield found
        return
    try:
        head = read_entry(archive, entry.place, HEAD)
    except Refused as failure:
        yield found._replace(fault=str(failure))
        return
    if is_zip(head):
        yield from _handed_in(found, archive._replace(inside=(*archive.inside, entry.place)), budget)
    elif what := own_document(head):
        yield own_among_hand_ins(found, what, lambda most: _bytes(archive, entry.place, most))
    else:
        yield found._replace(fault=fault_of_lines(entry.name, head))


def _bytes(archive: Archive, place: int, most: int) -> bytes:
    """Return at most so many bytes of an entry; none where it cannot be read."""
    try:
        return read_entry(archive, place, most)
    except Refused:
        return b""


def _junk_above(entry: Entry, path: str) -> Junk | None:
    """Return the first folder on the way to an entry that is junk, or the entry itself; usually nothing."""
    for depth, part in enumerate(entry.parts, start=1):
        if what := junk_name(part):
            return Junk("/".join((path, *entry.parts[:depth])), what)
    return None
