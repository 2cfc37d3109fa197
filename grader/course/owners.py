"""Whose a hand-in is, where a build has a roster: the first that is on it of path, typed student, owner of the sheet, name of the file.

Nothing is read where the path is on the roster, so that a class of thousands is sorted out at once.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from grader.core.data import grouped
from grader.core.documents import Limits, parse_document
from grader.core.errors import SubmissionError, suggest_each
from grader.core.names import distinct, harmless_name, name_of_file
from grader.core.text import both, first_of_many, printable, quoted
from grader.course.contents import content_of
from grader.course.hand_in import (
    LEADS_OUT,
    File,
    HandIn,
    Line,
    Peek,
    Remark,
    Typed,
    file_says,
    natural_key,
)
from grader.course.lms import KeyOf, Person, letters, turned
from grader.course.one_student import Other, Sheet
from grader.course.quiz import Student, Variants, exercise_in, likeness
from grader.course.quiz.built import Built
from grader.grading.marking import read_submission

# -- hand-ins that claim one name: those of one student are one, others are told apart by their paths

ExerciseOf = Callable[[str], str]
"""From the id of a problem to that of the exercise that it is a variant of."""


def named_apart(found: Sequence[HandIn], peek: Peek, exercise_of: ExerciseOf | None = None) -> list[HandIn]:
    """Return the hand-ins, named such that two of one name answer different problems; below folders such two are one.

    With `exercise_of` all files of one name are one where they answer different exercises: there what one of them leaves out counts too.
    """
    stated = [_stated(hand_in, peek) for hand_in in found]
    names = (
        hand_in.student or typed.student or file_says(hand_in) for hand_in, typed in zip(found, stated, strict=True)
    )
    same = grouped((name, place) for place, name in enumerate(names) if name)
    settled: dict[int, HandIn] = dict(enumerate(found))
    for name, places in same.items():
        if len(places) > 1:
            typed = [stated[place] for place in places]
            settled.update(_settle(name, [found[place] for place in places], typed, places, peek, exercise_of))
    return [settled[place] for place in range(len(found)) if settled[place].files]


def _stated(hand_in: HandIn, peek: Peek) -> Typed:
    """Return what a file that was named types; below a folder and on standard input nothing is asked."""
    is_asked = hand_in.student is None and hand_in.files[0].path != "-"
    return peek(hand_in.files[0]) if is_asked else Typed(None, frozenset())


def _settle(
    name: str,
    same: Sequence[HandIn],
    stated: Sequence[Typed],
    places: Sequence[int],
    peek: Peek,
    exercise_of: ExerciseOf | None,
) -> Iterable[tuple[int, HandIn]]:
    """Yield what becomes of the hand-ins that claim one name, each with its place; one without files is left out."""
    below = [hand_in.student is not None for hand_in in same]
    problems = [_problems(hand_in, typed, peek, exercise_of) for hand_in, typed in zip(same, stated, strict=True)]
    are_known = all(is_below or typed.student for is_below, typed in zip(below, stated, strict=True))
    if not are_known or len(frozenset().union(*problems)) < sum(map(len, problems)):
        paths = [harmless_name(_path(hand_in)) for hand_in in same]
        for place, hand_in, path in zip(places, same, distinct(paths, fold=str), strict=True):
            yield place, hand_in._replace(student=path)
    elif exercise_of is not None or all(below):
        files = tuple(file for hand_in in same for file in hand_in.files)
        yield places[0], same[0]._replace(student=harmless_name(name), files=files)
        yield from ((place, hand_in._replace(files=())) for place, hand_in in zip(places[1:], same[1:], strict=True))


def _problems(hand_in: HandIn, typed: Typed, peek: Peek, exercise_of: ExerciseOf | None) -> frozenset[str]:
    """Return the problems that a hand-in names, or the exercises to which it has filled in anything."""
    all_typed = [typed] if hand_in.student is None else [peek(file) for file in hand_in.files if not file.fault]
    if exercise_of is None:
        return frozenset().union(*(one.problems for one in all_typed))
    return frozenset(exercise_of(id_) for one in all_typed for id_ in one.answered)


def _path(hand_in: HandIn) -> str:
    first = hand_in.files[0]
    is_alone = len(hand_in.files) == 1 or isinstance(first.where, Line)  # lines lie in no folder of their own
    return first.path if is_alone else os.path.dirname(first.path)


_MOST_SUGGESTED = 20
_NOT_LISTED = "is not on the roster"
_LONGEST_EXERCISE = 100
Key = TypeVar("Key")
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

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self.find(name))

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
        doubtful += _doubts(own, typed, remarks)
        for who, files_here in here.items():
            held.setdefault(who, []).extend(sorted(files_here, key=lambda file: natural_key(file.path.split(os.sep))))
    notes = []
    for name, theirs in strangers.items():
        has_sheet = bool(built.sheet_of(name))
        near = unknown[name] or (register.near(name) if name or not has_sheet else "")
        held[name] = [read.file if has_sheet else _nobodys(read, near) for read in theirs]
        for path in (file.path for file in held[name] if has_sheet):
            remarks[path] = remarks.get(path, Remark())._replace(said=_NOT_LISTED + near)
        if name and has_sheet:
            notes.append(
                f'{printable(path := theirs[0].file.path, len(path))}: "{printable(name)}" {_NOT_LISTED}{near}'
            )
    said = (
        *first_of_many(notes, _MOST_SUGGESTED, "are not on it"),
        *first_of_many(doubtful, _MOST_SUGGESTED, "are handed in for by several"),
    )
    in_order = [id_ for id_ in built.roster if id_ in held] + [name for name in held if name not in built.roster]
    return Sorted(tuple(Claim(name, tuple(held[name])) for name in in_order), said, remarks)


def _doubts(
    own: Mapping[str, str], typed: Mapping[str, Mapping[str, str]], remarks: dict[str, Remark]
) -> Iterator[str]:
    """Yield of whom there are hand-ins of different names, which somebody else may have typed; each such file gets its remark.

    `own` is a file that is the student's by its name, `typed` one of each other name that only its content makes theirs.
    """
    for student, names in typed.items():
        paths = [*([own[student]] if student in own else []), *names.values()]
        if len(paths) < 2:
            continue
        first, *_, last = map(printable, paths)
        who, also = f'"{printable(student)}"', f" and {len(paths) - 2:,} more" if len(paths) > 2 else ""
        yield f"warning: {first} and {last}{also} are of different names and count as those of {who}; look whether they are"
        for path in paths:
            other, counts = printable(paths[0] if path != paths[0] else paths[1]), "count" if also else "counts"
            look = f"{other}{also}, of another name, {counts} as {who} too; look whether that is right"
            remarks[path] = remarks.get(path, Remark())._replace(said=look)


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
    if in_content.is_program(file):  # which can say whatever it wants of others
        return _Read(file, by_name)
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

    def is_program(self, file: File) -> bool:
        """Return whether a file is a program, by its name."""
        return self._built.programs is not None and self._built.programs.has(file)

    def owner(self, content: bytes) -> str:
        """Return the one student on the roster whose sheet it is; "" where it is nobody's, or of several."""
        owners = {owner for id_ in self._found(content) if (owner := self._owner(id_) or "") in self._built.roster}
        return owners.pop() if len(owners) == 1 else ""

    def sheet(self, student: str, contents: Iterable[bytes], *, marks_others: bool = False) -> Sheet:
        """Return a student's sheet, with the problems in the contents that are on somebody else's."""
        mine = {assigned.problem: assigned.exercise for assigned in self._built.sheet_of(student)}
        common = frozenset(id_ for id_ in mine if not self._owner(id_))
        is_anybodys = self._built.quiz.variants is Variants.POOLS
        has_others = not self._built.is_one_sheet or is_anybodys or self._built.by_file
        if not mine or not has_others:
            return Sheet(mine, common)
        ids = [id_ for content in contents for id_ in self._found(content) if id_ not in mine]
        elsewhere = frozenset(filter(self._built.is_elsewhere, ids))
        found = [(id_, self._owner(id_)) for id_ in ids if id_ not in elsewhere]
        others = {id_: Other(exercise_in(id_), owner) for id_, owner in found if owner is not None}
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


# -- who of a roster a platform means: by what the platform and the roster both know, by a full name that only one has; a
# group by its name. Moodle's number counts the participants of one assignment and Canvas' its users: what a roster calls
# `id` is neither, so a number that looks like one says nothing by itself.

_MOST_NAMED = 3


class Meant(NamedTuple):
    """Whose hand-in it is: students of the roster, or what somebody is called who is `unknown` to it: why, as the end of a sentence."""

    students: tuple[str, ...]
    unknown: str = ""


class Persons:
    """The roster asked by persons of a platform, and which person each student is."""

    def __init__(self, built: Built, persons: Sequence[Person]) -> None:
        self._roster, self._sheets = built.roster, built.lock.sheets
        roster = built.roster.values()
        self._ids = {student.id.casefold(): student.id for student in roster}
        self._by_email = _only((student.email.casefold(), student.id) for student in roster)
        self._called = _all((name, student.id) for student in roster for name in turned(student.name) if name)
        self._groups = _all((group, student.id) for student in roster if (group := letters(student.group)))
        self._may_be = _all(((person.lms, who), person.student) for person in persons for who in self._each(person))
        self._by_student: dict[str, Person] = {}
        self._by_path: dict[str, Person] = {}

    def names(self, person: Person) -> Meant:
        """Return the students whose hand-in it is: one, those of a group, or what the platform calls somebody else."""
        told = self._told(person)
        named = self._named(person)
        if named and not self._others(person, named):
            told |= {named: f'name "{printable(person.name)}"'}
        if len(told) == 1:
            return Meant((*told,))
        group = letters(person.name)
        if not told and group in self._groups and not self._others(person, group):
            return Meant((*self._groups[group],))
        return Meant((self._apart(person),), f"; {self._why(person, told, named)}")

    def add(self, name: str, files: Sequence[File], person: Person | None) -> None:
        """Note who a student, and who handed in these files."""
        if person is not None:
            self._by_student[name] = person
            self._by_path |= {file.path: person for file in files}

    def of(self, name: str, files: Iterable[File]) -> Person | None:
        """Return the person that a student is; of one whom only the content told, the one whose files these are."""
        by_path = (self._by_path[file.path] for file in files if file.path in self._by_path)
        return self._by_student.get(name) or next(by_path, None)

    def doubts(self) -> list[str]:
        """Return what is to be looked at: the students whose names in the download and on the roster share no word."""
        doubtful = [
            f'warning: "{printable(id_)}" is "{printable(person.name)}" in the download and "{printable(self._roster[id_].name)}" on the roster; '
            "look whether they are the same"
            for id_, person in self._by_student.items()
            if id_ in self._roster and id_ in self._told(person) and _is_another(person, self._roster[id_])
        ]
        return first_of_many(doubtful, _MOST_SUGGESTED, "of other names")

    def _told(self, person: Person) -> dict[str, str]:
        """Return the students that the platform's id and address are, each with what says so."""
        id_ = self._ids.get(person.key.casefold(), "") if person.platform.key is KeyOf.STUDENT else ""
        email = self._by_email.get(person.email.casefold(), "")
        by_email = {email: f'address "{printable(person.email)}"'} if email else {}
        return ({id_: f'id "{printable(person.key)}"'} if id_ else {}) | by_email

    def _named(self, person: Person) -> str:
        """Return the only student of this name; of several the one whose id is the number of a user of the platform. "" for nobody."""
        called = self._called.get(letters(person.name), ())
        if len(called) > 1 and person.platform.key is KeyOf.USER:
            called = [id_ for id_ in called if id_ == person.key]
        return called[0] if len(called) == 1 else ""

    def _each(self, person: Person) -> set[str]:
        """Return all that a person may be: students of the roster, or a group by its name."""
        named = self._named(person)
        return {*self._told(person), named or letters(person.name)}

    def _others(self, person: Person, who: str) -> list[str]:
        """Return whoever else of the platform may be the student, or the group."""
        return [other for other in self._may_be.get((person.lms, who), ()) if other != person.student]

    def _apart(self, person: Person) -> str:
        """Return what somebody is called who is nobody of the roster: never like anyone on it."""
        said = person.student
        is_taken = said in self._roster or said in self._sheets
        return f"{person.platform.title} {person.key}" if is_taken else said

    def _why(self, person: Person, told: dict[str, str], named: str) -> str:
        """Return why somebody is nobody of the roster."""
        called, name = letters(person.name), f'"{printable(person.name)}"'
        if told:
            return both([f'its {how} says "{printable(who)}"' for who, how in told.items()])
        if not called:
            return "the platform says no name"
        if (named or called in self._groups) and (others := self._others(person, named or called)):
            shown = quoted(others, _MOST_NAMED)
            who = f'"{printable(named)}"' if named else "that group"
            return f"{name} may be {who} there, but so may {shown}"
        return f"{'several there are' if called in self._called else 'nobody there is'} called {name}"


def _is_another(person: Person, student: Student) -> bool:
    """Return whether a person and a student of the roster have names, and no word of these in common."""
    ours, theirs = ({letters(word) for word in name.split()} - {""} for name in (student.name, person.name))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _only(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the ids by what only one has."""
    return {what: ids[0] for what, ids in _all(pairs).items() if what and len(ids) == 1}


def _all(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """Return the ids by what they have, each once."""
    return {what: [*dict.fromkeys(ids)] for what, ids in grouped(pairs).items()}
