"""What can lie among hand-ins: files wherever they are held, and the junk between them."""

import os
import re
from collections.abc import Callable
from typing import NamedTuple

_SYSTEM_FILES = ("thumbs.db", "desktop.ini", "__macosx")
HEAD = 4096
"""So many of a file's first bytes tell our own pages and documents, and archives, from hand-ins."""
# Patterns are text here and compiled when a folder is read: most runs name one file.
_DOCUMENT = rb"(?:^|[\[{,\n])\s*[\"']?format[\"']?\s*:\s*[\"']?gametree-(?!submission\b)([a-z]+)/"
_OURS, _SUBMISSION = b"gametree-", b"gametree-submission/"
_ANSWERS = rb"(?m)^[{ ]{0,2}\"?answers\"?\s*:"
_PAGES = (
    rb"(?s)<!DOCTYPE html>\s.{0,200}?Content-Security-Policy\" content=\"default-src 'none'; "
    rb"|<\?xml.{0,400}? aria-labelledby=\"tree-title\" aria-describedby=\"tree-desc\""
    rb"|<!-- gametree-grader -->\n"
)
OWN_PAGE = "is a page of ours, not a submission"
_TO_HAND_IN, _PRACTICE = b'<section class="hand-in noprint"', b" data-practising"
_MOST_OF_PAGE = 4 * 1024**2
ANSWER_PAGE = 'is the answer page itself; hand in the file from "Download submission"'
LINK = "is a link, and links are not followed; hand in the file itself"
NO_FILE = "is no regular file"
LEADS_OUT = "has a name in the archive that leads out of it, or nowhere; it is not read"
RUN, RUN_FORMAT = "run.json", "gametree-run/1"
"""The file that says of a folder that a class run wrote it, and what stands first in it."""
LINES = (".jsonl", ".ndjson")
"""Endings of files that hold a submission a line."""


Version = tuple[int, int, int]
"""What tells a file on disk from the one that stands there after it was changed."""


def version_of(path: str) -> Version:
    """Return which version of the file is there now. Raises OSError."""
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size, found.st_ino


class Archive(NamedTuple):
    """An archive: its file on disk, and the way from there into archives inside, each by its place in the one around it.

    `is_named`: somebody named it on the command line, so it may hold a class; another one is what a student handed in.
    """

    path: str
    version: Version
    is_named: bool = False
    inside: tuple[int, ...] = ()


class Member(NamedTuple):
    """A file in an archive, by its place in the archive's table of contents."""

    archive: Archive
    place: int


class Line(NamedTuple):
    """One line of a file: where it begins and how many bytes it has, its end not counted."""

    path: str
    version: Version
    start: int
    size: int


class File(NamedTuple):
    """A file that was handed in: its path as it is said, and the names of it below the argument that was named.

    `where` says what its bytes are: nothing for a file on disk, which is opened by its path. `fault` says why it is not
    opened at all; usually nothing. `is_pasted`: it is the page that a platform made of what was typed into a text field. A file whose own name cannot be trusted lies in the archive that a student handed in; in
    one that was named it has no names below the argument.
    """

    path: str
    below: tuple[str, ...] = ()
    fault: str = ""
    where: Member | Line | None = None
    is_pasted: bool = False

    @property
    def place(self) -> tuple[object, ...]:
        """Return what is the same for the same file, however it was named; a name in an archive can say anything."""
        match self.where:
            case Member(archive, place):
                return os.path.normpath(archive.path), archive.inside, place
            case Line(path, _, start):
                return os.path.normpath(path), start
            case None:
                return (os.path.normpath(self.path),)


class Junk(NamedTuple):
    """Something that nobody handed in, and what it is instead."""

    path: str
    what: str


class Remark(NamedTuple):
    """What is told of one file beside what became of it: who is typed in it, where that is another name; what to look at."""

    typed: str = ""
    said: str = ""


CHANGED = "was changed while it was read, so nobody can tell what in it is whose; mark it again"


class Refused(Exception):
    """Something that is not opened, and why, to be said after its path."""


class ArgumentRefused(ValueError):
    """Something that was named to be marked and of which nothing can be, or not for sure; the message says what and why."""


def unreadable(failure: OSError) -> str:
    """Return what is said of a file that the system does not let us read."""
    return f"cannot be read: {failure.strerror or failure}"


def junk_name(name: str) -> str:
    """Return why a file or folder of this name is junk; nothing for any other.

    >>> junk_name(".DS_Store"), junk_name("__MACOSX"), junk_name("ada.yaml")
    ('is hidden', 'is left by an operating system', '')
    """
    if name.startswith("."):
        return "is hidden"
    if name.startswith("~$"):
        return "is left by an office program"
    return "is left by an operating system" if name.casefold() in _SYSTEM_FILES else ""


def own_document(head: bytes) -> str:
    """Return what of our own a file is that begins with these bytes: a document or a page, else nothing.

    Answers that a student wrote into a copy of the problem are a hand-in.

    >>> own_document(b"format: gametree-problem/1"), own_document(b"answers: {}")
    ('is a problem of ours, not a submission', '')
    """
    is_named = head.count(_OURS) > head.count(_SUBMISSION)  # else nothing need be searched, which takes its time
    found = re.search(_DOCUMENT, head) if is_named else None
    if found is None:
        return OWN_PAGE if re.match(_PAGES, head) else ""
    if found[1] == b"problem" and re.search(_ANSWERS, head):
        return ""
    return f"is a {found[1].decode()} of ours, not a submission"


def own_among_hand_ins(file: File, what: str, read: Callable[[int], bytes]) -> File | Junk:
    """Return a document or page of ours as junk, but an answer page that lies below somebody's name as what they handed in.

    `read` gives at most so many of its bytes.
    """
    if what == OWN_PAGE and len(file.below) > 1:
        page = read(_MOST_OF_PAGE)
        if _TO_HAND_IN in page and _PRACTICE not in page:
            return file._replace(fault=ANSWER_PAGE)
    return Junk(file.path, what)


def fault_of_lines(name: str, head: bytes) -> str:
    """Return why a file is not read that holds the submissions of many, among the hand-ins of students; else nothing.

    Who named it on the command line trusts the names in it. What a student handed in must not speak for others.
    """
    if not name.casefold().endswith(LINES):
        return ""
    first, *others = head.strip().splitlines() or [b""]
    if first.startswith(b"{") and first.rstrip().endswith(b"}") and any(map(bytes.strip, others)):
        return "holds a submission a line, of which only a file that is named on the command line may have several"
    return ""
