"""What lies in a folder of hand-ins: the files that students handed in, and the junk between them.

Everything in such a folder comes from strangers. Nothing is followed that leads elsewhere, nothing is opened but regular
files, and of these only the first bytes, to tell our own pages and documents from hand-ins.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator
from typing import NamedTuple

_SYSTEM_FILES = ("thumbs.db", "desktop.ini", "__macosx")
_HEAD = 4096
# Patterns are text here and compiled when a folder is read: most runs name one file.
_DOCUMENT = rb"(?:^|[\[{,\n])\s*[\"']?format[\"']?\s*:\s*[\"']?gametree-(?!submission\b)([a-z]+)/"
_ANSWERS = rb"(?m)^[{ ]{0,2}\"?answers\"?\s*:"
_PAGES = (
    rb"(?s)<!DOCTYPE html>\s.{0,200}?Content-Security-Policy\" content=\"default-src 'none'; "
    rb"|<\?xml.{0,400}? aria-labelledby=\"tree-title\" aria-describedby=\"tree-desc\""
    rb"|# [^\n]*\n\nProblem `[^`\n]+`\. |# Worked solution of `"
)


class File(NamedTuple):
    """A file that was handed in: its path, as it is said and opened, and the names of it below the folder argument.

    `fault` says why it is not opened at all; usually nothing.
    """

    path: str
    below: tuple[str, ...] = ()
    fault: str = ""


class Junk(NamedTuple):
    """Something that nobody handed in, and what it is instead."""

    path: str
    what: str


def look_below(folder: str, leave_out: Container[str] = ()) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk below the folder, each in the order of their paths.

    Folders whose real path is in `leave_out` are junk: the program itself writes there.
    """
    files: list[File] = []
    junk: list[Junk] = []
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        below = waiting.pop()
        for entry, fault in _entries(folder, below):
            path = os.path.join(folder, *below, entry.name) if entry else os.path.join(folder, *below)
            here = (*below, entry.name) if entry else below
            if entry is None or entry.is_symlink():
                files.append(File(path, here, fault or _LINK))
            elif what := _junk_name(entry.name) or _own(entry, leave_out):
                junk.append(Junk(path, what))
            elif entry.is_dir(follow_symlinks=False):
                waiting.append(here)
            else:
                files.append(File(path, here, "" if entry.is_file(follow_symlinks=False) else _NO_FILE))
    return sorted(files, key=lambda file: file.below), sorted(junk)


_LINK = "is a link, and links are not followed; hand in the file itself"
_NO_FILE = "is no regular file"


def _entries(folder: str, below: tuple[str, ...]) -> Iterator[tuple[os.DirEntry[str] | None, str]]:
    """Yield what lies in one folder; where it cannot be read, nothing with the reason."""
    try:
        with os.scandir(os.path.join(folder, *below)) as entries:
            found = list(entries)
    except OSError as failure:
        yield None, f"cannot be read: {failure.strerror or failure}"
        return
    for entry in found:
        yield entry, ""


def _junk_name(name: str) -> str:
    if name.startswith("."):
        return "is hidden"
    return "is left by an operating system" if name.casefold() in _SYSTEM_FILES else ""


def _own(entry: os.DirEntry[str], leave_out: Container[str]) -> str:
    """Return what of our own it is; nothing for a hand-in, and for what cannot be read, which is told when it is graded."""
    if entry.is_dir(follow_symlinks=False):
        return "is the folder that this run writes into" if os.path.realpath(entry.path) in leave_out else ""
    if not entry.is_file(follow_symlinks=False):
        return ""
    try:
        with open(entry.path, "rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return ""
    return own_document(head)


def own_document(head: bytes) -> str:
    """Return what of our own a file is that begins with these bytes: a document or a page, else nothing.

    Answers that a student wrote into a copy of the problem are a hand-in.

    >>> own_document(b"format: gametree-problem/1"), own_document(b"answers: {}")
    ('is a problem of ours, not a submission', '')
    """
    found = re.search(_DOCUMENT, head)
    if found is None:
        return "is a page of ours, not a submission" if re.match(_PAGES, head) else ""
    if found[1] == b"problem" and re.search(_ANSWERS, head):
        return ""
    return f"is a {found[1].decode()} of ours, not a submission"
