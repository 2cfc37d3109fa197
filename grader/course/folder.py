"""What lies in a folder of hand-ins: the files that students handed in, and the junk between them.

Everything in such a folder comes from strangers. Nothing is followed that leads elsewhere, nothing is opened but regular
files, and of these only the first bytes, to tell our own pages and documents, and archives, from hand-ins.
"""

import os
from collections.abc import Container, Iterator
from typing import NamedTuple

from grader.course.found import (
    HEAD,
    LINK,
    NO_FILE,
    RUN,
    RUN_FORMAT,
    File,
    Junk,
    fault_of_lines,
    junk_name,
    own_among_hand_ins,
    own_document,
    unreadable,
)
from grader.documents import is_zip


def look_below(folder: str, leave_out: Container[str] = ()) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk below the folder and in archives there, each in the order of their paths.

    Folders whose real path is in `leave_out` are junk: the program itself writes there.
    """
    found = _Found([], [], [], [()])
    while found.waiting:
        below = found.waiting.pop()
        for entry, fault in _entries(folder, below):
            if entry is None:
                found.files.append(File(os.path.join(folder, *below), below, fault))
            else:
                _sort_out(entry, File(os.path.join(folder, *below, entry.name), (*below, entry.name)), leave_out, found)
    if found.archives:
        from grader.course.archives import look_into

        files, junk = look_into(found.archives)
        found.files.extend(files)
        found.junk.extend(junk)
    return sorted(found.files, key=lambda file: file.below), sorted(found.junk)


class _Found(NamedTuple):
    """What was found so far, and the folders that are still to be looked into."""

    files: list[File]
    junk: list[Junk]
    archives: list[File]
    waiting: list[tuple[str, ...]]

    def add(self, one: File | Junk) -> None:
        """Take in one thing that was found."""
        if isinstance(one, Junk):
            self.junk.append(one)
        else:
            self.files.append(one)


def _sort_out(entry: os.DirEntry[str], file: File, leave_out: Container[str], found: _Found) -> None:
    """Put one thing in a folder where it belongs."""
    if entry.is_symlink():
        found.files.append(file._replace(fault=LINK))
    elif what := junk_name(entry.name):
        found.junk.append(Junk(file.path, what))
    elif entry.is_dir(follow_symlinks=False):
        if os.path.realpath(file.path) in leave_out:
            found.junk.append(Junk(file.path, "is the folder that this run writes into"))
        elif _is_run(file.path):
            found.junk.append(Junk(file.path, "is the folder of an earlier run, not a hand-in"))
        else:
            found.waiting.append(file.below)
    elif not entry.is_file(follow_symlinks=False):
        found.files.append(file._replace(fault=NO_FILE))
    elif what := own_document(head := first_bytes(file.path)):
        found.add(own_among_hand_ins(file, what, lambda most: first_bytes(file.path, most)))
    elif is_zip(head):
        found.archives.append(file)
    else:
        found.files.append(file._replace(fault=fault_of_lines(entry.name, head)))


def _is_run(folder: str) -> bool:
    """Return whether a class run wrote the folder."""
    file = os.path.join(folder, RUN)
    is_file = os.path.isfile(file) and not os.path.islink(file)
    return is_file and RUN_FORMAT.encode() in first_bytes(file)


def first_bytes(path: str, most: int = HEAD) -> bytes:
    """Return the first bytes of a file; none of what cannot be read, which is told when it is graded."""
    try:
        with open(path, "rb") as file:
            return file.read(most)
    except OSError:
        return b""


def _entries(folder: str, below: tuple[str, ...]) -> Iterator[tuple[os.DirEntry[str] | None, str]]:
    """Yield what lies in one folder; where it cannot be read, nothing with the reason."""
    try:
        with os.scandir(os.path.join(folder, *below)) as entries:
            found = list(entries)
    except OSError as failure:
        yield None, unreadable(failure)
        return
    for entry in found:
        yield entry, ""
