"""Whose a hand-in is, where a build has a roster: the first that is on it of path, typed student, owner of the sheet, name of the file.

Nothing is read where the path is on the roster, so that a class of thousands is sorted out at once.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from grader.course.content import content_of
from grader.course.found import LEADS_OUT, File, Line, Remark
from grader.course.natural import natural_key
from grader.course.quiz.built import Built
from grader.course.quiz.document import Variants
from grader.course.quiz.roster import likeness
from grader.course.sheet import Other, Sheet
from grader.documents import Limits, parse_document
from grader.errors import SubmissionError, suggest_each
from grader.names import name_of_file
from grader.printable import printable
from grader.submission import read_submission

_MOST_SUGGESTED = 20
_LONGEST_EXERCISE = 100
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"  # of ids
_NOBODY = "is of nobody on the roster: neither its path nor the student typed in it nor its sheet says who handed it in"
_COPY = re.compile(r" \(\d+\)$")  # what browsers and platforms add to a second file of one name
_STREAM = "cannot be told whose it is, as standard input has no name; hand in a file"


class Claim(NamedTuple):
    """Files and whose they are by their path, or by the line that they stand in; `argument` is the place of that they are from.

    `unknown`: nobody of the roster has this name, nor one that a file has: a platform said who it is. It says why, as the
    end of a sentence.
    """

    name: str
    files: tuple[File, ...]
    argument: int = 0
    unknown: str = ""


class Sorted(NamedTuple):
    """The files of each student, those on the roster in its order first; what the user should know, `remarks` of single files."""

    claims: tuple[Claim, ...]
    notes: tuple[str, ...]
    remarks: Mapping[str, Remark] = {}


class Register:
    """The roster of a build, asked by names from paths and documents."""

    def __init__(self, built: Built) -> None:
        self._built = built
        self._composed = {unicodedata.normalize("NFC", id_): id_ for id_ in built.roster}
        self._folded = {likeness(id_): id_ for id_ in built.roster}
        self._suggested = 0

    def find(self, name: str) -> str:
        """Return the student of this id, "" for nobody; letters may be composed of several, as some systems write them."""
        if name in self._built.roster:
            return name
        return self._composed.get(unicodedata.normalize("NFC", name), "") if not name.isascii() else ""

    def near(self, name: str) -> str:
        """Return the student that may be meant by a name which is nobody's, as the end of a sentence; else nothing."""
        if id_ := self._folded.get(likeness(name)):
            return f'; did you mean "{printable(id_)}"?'
        self._suggested += 1
        return suggest_each(name, self._built.roster) if self._suggested <= _MOST_SUGGESTED else ""

    def in_roster(self, claims: Iterable[tuple[str, list[File]]]) -> list[Claim]:
        """Return the claims as values, those of students on the roster in its order first."""
        held = dict(claims)
        known = [Claim(id_, tuple(held.pop(id_))) for id_ in self._built.roster if id_ in held]
        return known + [Claim(name, tuple(files)) for name, files in held.items()]


def by_roster(claims: Sequence[Claim], built: Built, limits: Limits) -> Sorted:
    """Return whose the files are. Those of nobody who has a sheet bear a fault that says so."""
    register, in_content = Register(built), InContent(built)
    held: dict[str, list[File]] = {}
    strangers: dict[str, list[_Read]] = {}
    unknown: dict[str, str] = {}
    doubtful: list[str] = []
    remarks: dict[str, Remark] = {}
    for _, same in groupby(claims, key=lambda claim: claim.argument):
        here: dict[str, list[File]] = {}
        own: dict[str, str] = {}
        typed: dict[str, dict[str, str]] = {}
        for name, files, _, why in same:
            id_ = "" if why else register.find(name)
            unknown[name] = why
            for file in files:
                read = _Read(file, id_) if id_ else _read(file, register, in_content, limits, has_own_name=not why)
                if read.typed not in ("", read.student or name):
                    remarks[file.path] = Remark(read.typed)
                if who := read.student:
                    here.setdefault(who, []).append(file)
                else:
                    strangers.setdefault(name, []).append(read)
                if id_:
                    own.setdefault(id_, file.path)
                elif who:
                    typed.setdefault(who, {}).setdefault(name, file.path)
        for student, paths in _doubts(own, typed):
            doubtful.append(_doubt(student, paths))
            for path, look in _look(student, paths):
                remarks[path] = remarks.get(path, Remark())._replace(said=look)
        for who, files_here in here.items():
            held.setdefault(who, []).extend(_in_order(files_here))
    notes = []
    for name, theirs in strangers.items():
        near = unknown[name] or (register.near(name) if name or not built.sheet_of(name) else "")
        if not built.sheet_of(name):
            held[name] = [_nobodys(read, near) for read in theirs]
            continue
        held[name] = [read.file for read in theirs]
        if name:
            notes.append(f'"{printable(name)}": is not on the roster{near}')
    said = (*_at_most(notes, "are not on it"), *_at_most(doubtful, "are handed in for by several"))
    return Sorted(tuple(register.in_roster(held.items())), said, remarks)


def _at_most(notes: Sequence[str], what: str) -> list[str]:
    """Return the notes, of many the first ones and how many more there are."""
    more = len(notes) - _MOST_SUGGESTED
    return [*notes[:_MOST_SUGGESTED], *([f"and {more:,} more {what}"] if more > 0 else [])]


def _doubts(own: Mapping[str, str], typed: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield a file of each name of whom there are hand-ins of different names: one that is their own, and those that only their content makes theirs."""
    for student, names in typed.items():
        paths = [*([own[student]] if student in own else []), *names.values()]
        if len(paths) > 1:
            yield student, paths


def _look(student: str, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each of the files with what is to be looked at there: one of the others, and how many more there are."""
    also = f" and {len(paths) - 2:,} more" if len(paths) > 2 else ""
    counts = "count" if also else "counts"
    for path in paths:
        other = printable(paths[0] if path != paths[0] else paths[1])
        yield (
            path,
            f'{other}{also}, of another name, {counts} as "{printable(student)}" too; look whether that is right',
        )


def _doubt(student: str, paths: Sequence[str]) -> str:
    """Return that hand-ins of different names are one student's: somebody else may have typed that."""
    first, *_, last = map(printable, paths)
    also = f" and {len(paths) - 2:,} more" if len(paths) > 2 else ""
    return f'warning: {first} and {last}{also} are of different names and count as those of "{printable(student)}"; look whether they are'


def _in_order(files: list[File]) -> list[File]:
    """Return the files of one student from one argument in the natural order of their paths."""
    return sorted(files, key=lambda file: natural_key(file.path.split(os.sep))) if len(files) > 1 else files


class _Read(NamedTuple):
    """A file, the student on the roster whose it is, "" for nobody; what is wrong with it and who is typed in it, where that was found out."""

    file: File
    student: str = ""
    wrong: str = ""
    typed: str = ""


def _nobodys(read: _Read, near: str) -> File:
    """Return the file with why it is nobody's, and before that what else is wrong with it: that is what can be mended."""
    if read.file.path == "-":
        return read.file._replace(fault=_STREAM)
    return read.file._replace(fault=f"{read.wrong}; it {_NOBODY}{near}" if read.wrong else f"{_NOBODY}{near}")


def _read(file: File, register: Register, in_content: InContent, limits: Limits, *, has_own_name: bool) -> _Read:
    """Return the file with the student on the roster that it types, else whose sheet it answers, else whose name it has."""
    if file.path == "-":
        return _Read(file)
    by_name = register.find(_stem(file)) if has_own_name else ""
    try:
        content = content_of(file, limits)
    except SubmissionError as failure:
        return _Read(file, by_name, failure.faults[0].in_file)
    typed, wrong = "", ""
    try:
        typed = read_submission(parse_document(content, file.path, SubmissionError)).student or ""
    except SubmissionError as failure:
        wrong = failure.faults[0].in_file
    return _Read(file, register.find(typed) or in_content.owner(content) or by_name, wrong, typed)


def _stem(file: File) -> str:
    """Return the name of a file without its ending, and without the number of a copy; nothing where it is not its own."""
    if isinstance(file.where, Line) or file.fault == LEADS_OUT:
        return ""
    return _COPY.sub("", name_of_file(file.path))


class InContent:
    """Which problems of a build stand in what was handed in, told from its bytes alone: it may be more than it answers."""

    def __init__(self, built: Built) -> None:
        self._built = built
        self._exercises = {exercise.encode() for exercise, *_ in built.lock.exercises}
        self._ends = re.compile(rb"-[0-9a-f]{10}(?![\w.-])")  # a search for the whole id takes twenty times as long

    def owner(self, content: bytes) -> str:
        """Return the one student on the roster whose sheet it is; "" where it is nobody's, or of several."""
        owners = {owner for id_ in self._found(content) if (owner := self._owner(id_) or "") in self._built.roster}
        return owners.pop() if len(owners) == 1 else ""

    def sheet(self, student: str, contents: Iterable[bytes], *, marks_others: bool = False) -> Sheet:
        """Return a student's sheet, with the problems in the contents that are on somebody else's."""
        mine = {assigned.problem: assigned.exercise for assigned in self._built.sheet_of(student)}
        common = frozenset(id_ for id_ in mine if not self._owner(id_))
        is_anybodys = self._built.quiz.variants is Variants.POOLS
        if len(common) == len(mine) and not is_anybodys and not self._built.by_file:  # nobody has anything else
            return Sheet(mine, common)
        ids = [id_ for content in contents for id_ in self._found(content) if id_ not in mine]
        elsewhere = frozenset(filter(self._built.is_elsewhere, ids))
        found = [(id_, self._owner(id_)) for id_ in ids if id_ not in elsewhere]
        others = {
            id_: Other(id_.rpartition("-")[0], owner)
            for id_, owner in found
            if owner or (is_anybodys and owner is not None)
        }
        return Sheet(mine, common, others, marks_others or is_anybodys, elsewhere)

    def _found(self, content: bytes) -> list[str]:
        found: dict[str, None] = {}
        for end in self._ends.finditer(content):
            before = content[max(0, end.start() - _LONGEST_EXERCISE - 1) : end.start()]
            exercise = before[len(before.rstrip(_LETTERS)) :]
            if exercise in self._exercises:
                found[(exercise + end[0]).decode()] = None
        return [*found]

    def _owner(self, problem: str) -> str | None:
        """Return whose a problem is, "" for all or anybody; None for one of no build."""
        try:
            return self._built.owner_of(problem)
        except KeyError:
            return None
