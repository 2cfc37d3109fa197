"""What can lie among hand-ins: files wherever they are held, who handed them in, and the junk between them."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.core.documents import is_zip
from grader.core.errors import Refusal
from grader.core.names import name_of_file
from grader.course.lms import Person

# -- the natural order of names, in which answers-2 comes before answers-10, and a file before its later copies


def natural_key(names: Sequence[str]) -> tuple[object, ...]:
    """Return what orders paths, given as their names: by letters, and by numbers where there are digits.

    The ending of a file counts last, so that `answers (1).yaml`, which a browser or a platform makes of a second
    `answers.yaml`, comes after the first.

    >>> paths = [["answers (1).yaml"], ["answers-10.yaml"], ["answers.yaml"], ["answers-2.yaml"]]
    >>> sorted(paths, key=natural_key)
    [['answers.yaml'], ['answers (1).yaml'], ['answers-2.yaml'], ['answers-10.yaml']]
    """
    *folders, file = (part for name in names or ("",) for part in name.split("/"))
    stem, ending = os.path.splitext(file)
    return (*map(_pieces, folders), _pieces(stem)), _pieces(ending), tuple(names)


def _pieces(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the runs of letters and of digits; of two numbers the one with more digits is larger, zeros in front apart."""
    runs = filter(None, re.split("([0-9]+)", text))
    return tuple((0, len(run.lstrip("0")), run.lstrip("0")) if run[0] in "0123456789" else (1, 0, run) for run in runs)


_SYSTEM_FILES = ("thumbs.db", "desktop.ini", "__macosx")
HEAD = 4096
"""So many of a file's first bytes tell our own pages and documents, and archives, from hand-ins."""
# Patterns are text here and compiled when a folder is read: most runs name one file.
_DOCUMENT = rb"(?:^|[\[{,\n])\s*[\"']?format[\"']?\s*:\s*[\"']?gametree-(?!submission\b)([a-z]+)/"
_OURS, _SUBMISSION = b"gametree-", b"gametree-submission/"
_ENDINGS = r"|\.(ya?ml|jsonl?|ndjson|lock|html?|xml|svg|dot|md|txt|tex|csv|ipynb)"
"""How the names of documents end: a program in which one stands is none."""
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
    one that was named it has no names below the argument. The last `inside` of the names are of an archive that a student handed in,
    who may call things there like anybody. `is_beside`: it lies beside what answers, such as a module of a program.
    """

    path: str
    below: tuple[str, ...] = ()
    fault: str = ""
    where: Member | Line | None = None
    is_pasted: bool = False
    inside: int = 0
    is_beside: bool = False

    @property
    def outside(self) -> tuple[str, ...]:
        """Return the names below the argument that are not of an archive that a student handed in."""
        return self.below[: len(self.below) - self.inside]

    @property
    def place(self) -> tuple[object, ...]:
        """Return what is the same for the same file, however it was named; a name in an archive can say anything."""
        match self.where:
            case Member(archive, place):
                return os.path.abspath(archive.path), archive.inside, place
            case Line(path, _, start):
                return os.path.abspath(path), start
            case None:
                return (os.path.abspath(self.path),)


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


class ArgumentRefused(Refusal):
    """Something that was named to be marked and of which nothing can be, or not for sure; the message says what and why."""


# -- what of our own, or of a system, lies among hand-ins


def first_bytes(path: str, most: int = HEAD) -> bytes:
    """Return the first bytes of a file; none of what cannot be read, which is told when it is graded."""
    try:
        with open(path, "rb") as file:
            return file.read(most)
    except OSError:
        return b""


_OF_SYSTEMS = ("is hidden", "is left by an office program", "is left by an operating system", "is left by Python")


def is_of_system(what: str) -> bool:
    """Return whether junk is a file of a system, an office program or Python, by what is said of it."""
    return what in _OF_SYSTEMS


def junk_name(name: str) -> str:
    """Return why a file or folder of this name is junk; nothing for any other.

    >>> junk_name(".DS_Store"), junk_name("__MACOSX"), junk_name("ada.yaml")
    ('is hidden', 'is left by an operating system', '')
    """
    hidden, office, system, python = _OF_SYSTEMS
    if name == "__pycache__":
        return python
    if name.startswith("."):
        return hidden
    if name.startswith("~$"):
        return office
    return system if name.casefold() in _SYSTEM_FILES else ""


def says_answers(head: bytes) -> bool:
    r"""Return whether a document that begins with these bytes says that it holds answers: whatever it is called, somebody handed it in.

    >>> says_answers(b"student: ada\nanswers:\n"), says_answers(b"format: gametree-problem/1\n")
    (True, False)
    """
    return re.search(_ANSWERS, head) is not None


def own_document(head: bytes, name: str = "") -> str:
    """Return what of our own a file of this name is that begins with these bytes: a document or a page, else nothing.

    Answers that a student wrote into one, such as a copy of the problem, are a hand-in, and so is a program in which one stands.

    >>> own_document(b"format: gametree-problem/1"), own_document(b"answers: {}")
    ('is a problem of ours, not a submission', '')
    """
    if not re.fullmatch(_ENDINGS, os.path.splitext(name)[1].casefold()):
        return ""
    is_named = head.count(_OURS) > head.count(_SUBMISSION)  # else nothing need be searched, which takes its time
    found = re.search(_DOCUMENT, head) if is_named else None
    if found is None:
        return OWN_PAGE if re.match(_PAGES, head) else ""
    if says_answers(head):
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


# -- what a student handed in, and what a class did: the values that finding and marking share


class Typed(NamedTuple):
    """What a submission says of itself before anything is graded: the student, the problems that it names, and which of them it answers."""

    student: str | None
    problems: frozenset[str]
    answered: frozenset[str] = frozenset()


Peek = Callable[[File], Typed]


class HandIn(NamedTuple):
    """What one student handed in. `student` is None where nothing but the file itself says who it is.

    `beside` is the path in whose folders a problem that is known nowhere else is looked for: of a file that was named
    its own, else one in the folder that was named, so that no student can put a problem beside their answers. `person` is who
    the platform says it is, where a download says it.
    """

    student: str | None
    files: tuple[File, ...]
    beside: str
    person: Person | None = None


def file_says(hand_in: HandIn) -> str:
    """Return the name that the file of a hand-in has; standard input has none."""
    return "" if hand_in.files[0].path == "-" else name_of_file(hand_in.files[0].path)


class Class(NamedTuple):
    """All hand-ins of a run, in order; what was passed over; what the user should know, `remarks` of single files.

    `is_class`: something was named that holds hand-ins of many, a folder, an archive or a file with one a line.
    """

    hand_ins: Sequence[HandIn]
    junk: tuple[Junk, ...]
    notes: tuple[str, ...]
    is_class: bool
    remarks: Mapping[str, Remark] = {}


def is_archive(file: str) -> bool:
    """Return whether a file that is named is an archive, or meant as one: it may begin with something else, or be damaged."""
    return file.casefold().endswith(".zip") or is_zip(first_bytes(file))


def single_file(arguments: Sequence[str]) -> Class | None:
    """Return what was named where it is one file with one hand-in, or nothing; None where more may lie there."""
    if len(arguments) != 1:
        return None
    [argument] = arguments
    is_file = argument != "-" and os.path.isfile(argument)
    holds_many = is_file and (argument.casefold().endswith(LINES) or is_archive(argument))
    if holds_many or (argument != "-" and os.path.isdir(argument)):
        return None
    return Class([HandIn(None, (File(argument),), argument)], (), (), is_class=False)
