"""What was named, as hand-ins: files, folders, archives, files with a submission a line, downloads of platforms; and who each student is.

Below a folder the path says it, for files named one by one what they type, else the file. Everything in a folder comes from
strangers: nothing is followed that leads elsewhere, nothing is opened but regular files, and of these only the first
bytes, to tell our own pages and documents, and archives, from hand-ins.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from grader.core.data import grouped
from grader.core.documents import Limits, is_zip
from grader.core.errors import unreadable
from grader.core.names import distinct, harmless_name, name_of_file, stem_of, submission_stems
from grader.core.text import printable
from grader.course.archives import look_into, look_into_named
from grader.course.downloads import Layout, LayoutRefused, check_one, hint, layout_among_folders, read_layout
from grader.course.hand_in import (
    ANSWER_PAGE,
    LEADS_OUT,
    LINES,
    LINK,
    NO_FILE,
    OWN_PAGE,
    RUN,
    RUN_FORMAT,
    Class,
    File,
    HandIn,
    Junk,
    Line,
    Peek,
    Remark,
    fault_of_lines,
    file_says,
    first_bytes,
    is_archive,
    junk_name,
    natural_key,
    own_among_hand_ins,
    own_document,
    says_answers,
    single_file,
    version_of,
)
from grader.course.lms import NO_PLATFORM
from grader.course.owners import Claim, Meant, Persons, Register, by_roster, named_apart
from grader.course.quiz.built import Built

if TYPE_CHECKING:
    from grader.course.programs import Programs

FEEDBACK = "feedback"


class _Held(NamedTuple):
    """What one argument holds; `is_single`: it is one hand-in and nothing else."""

    hand_ins: Sequence[HandIn]
    junk: Sequence[Junk] = ()
    notes: Sequence[str] = ()
    is_single: bool = False


class Gathering(NamedTuple):
    """How what was named is looked into, and what tells whose it is: a build with a roster, a platform's names (`lms`), or what `peek` finds typed.

    What lies below `out` is our own. `counts_all`: what a student leaves out counts, as it always does with a build. `as_one`: all of it is
    one hand-in. `is_alone`: nothing else was named, so that a damaged archive leaves nothing to mark; None where these are all that were.
    Of exercises that `programs` answer what was handed out is passed over.
    """

    out: str | None
    limits: Limits
    peek: Peek
    built: Built | None = None
    lms: str = ""
    counts_all: bool = False
    as_one: bool = False
    is_alone: bool | None = None
    programs: Programs | None = None


def gather(arguments: Sequence[str], how: Gathering) -> Class:
    """Return what the arguments hold: files, folders, archives, files with a submission a line, or each the download of a platform.

    Of a single file nothing is read but what tells an archive. Raises ArgumentRefused where one cannot be looked into.
    """
    register = Register(how.built) if how.built is not None and how.built.roster else None
    how = how._replace(
        is_alone=len(arguments) == 1 if how.is_alone is None else how.is_alone,
        lms="" if how.lms == NO_PLATFORM and register is None else how.lms,
    )
    arguments = [same[0] for same in grouped((os.path.realpath(one), one) for one in arguments).values()]
    held = [
        _download(argument, how) if how.lms and register is None else _held(argument, how, register)
        for argument in arguments
    ]
    found, notes, remarks = _with_owners(held, arguments, how)
    found, passed_over = _without_pages(found)
    if how.programs is not None:
        found, handed_out = how.programs.without_handed_out(found)
        passed_over += handed_out
    junk = (*(junk for one in held for junk in one.junk), *passed_over)
    return Class(found, junk, tuple(notes), not (how.as_one or all(one.is_single for one in held)), remarks)


def feedback_folders(held: Class) -> list[str]:
    """Return the folder of each hand-in's files below the one for all: of a class by student, else by file."""
    if not held.is_class:
        return submission_stems([hand_in.files[0].path for hand_in in held.hand_ins])
    names = (hand_in.student or name_of_file(hand_in.files[0].path) for hand_in in held.hand_ins)
    return [os.path.join(FEEDBACK, stem) for stem in distinct(map(stem_of, names))]


def _written_by_us(folder: str, out: str | None) -> set[str]:
    """Return the folders below this one that hold our own files; where all goes into this very folder, the feedback."""
    if out is None:
        return set()
    return {os.path.realpath(os.path.join(out, FEEDBACK)), os.path.realpath(out)} - {os.path.realpath(folder)}


# -- whose the hand-ins of all arguments are


def _with_owners(
    held: Sequence[_Held], arguments: Sequence[str], how: Gathering
) -> tuple[Sequence[HandIn], Sequence[str], Mapping[str, Remark]]:
    """Return the hand-ins of all arguments, each with whose it is, what the user should know, and remarks on students."""
    has_roster = how.built is not None and bool(how.built.roster)
    found: Sequence[HandIn] = [hand_in for one in held for hand_in in one.hand_ins]
    if len(arguments) > 1 and not has_roster:
        found = _each_once(found)
    _check_persons(found)
    if how.as_one:
        return _in_one(found, arguments[0]), (), {}
    notes = [note for one in held for note in one.notes]
    if how.built is not None and has_roster:
        found, more, remarks = _on_roster(held, how.built, how.limits)
        return found, [*notes, *more], remarks
    if how.lms:
        return _together(found), notes, {}
    if len(arguments) > 1:
        found = _by_what_is_typed(found, how)
    return found, notes, {}


def _in_one(found: Sequence[HandIn], first: str) -> list[HandIn]:
    """Return all that was named as one hand-in, beside the first."""
    files = tuple(file for hand_in in found for file in hand_in.files) or (File(first),)
    return [HandIn(None, files, found[0].beside if found else first)]


def _by_what_is_typed(found: Sequence[HandIn], how: Gathering) -> Sequence[HandIn]:
    """Return the hand-ins of those who are named by what they type; what lies in folders and archives has names already."""
    if how.built is None:
        return named_apart(found, how.peek, str if how.counts_all else None)
    return named_apart(_together(found), how.peek, how.built.exercise_of)


def _together(found: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins with those as one that lie under one name in several arguments."""
    files = grouped((place if one.student is None else one.student, one) for place, one in enumerate(found))
    return [same[0]._replace(files=tuple(file for one in same for file in one.files)) for same in files.values()]


def _on_roster(
    held: Sequence[_Held], built: Built, limits: Limits
) -> tuple[list[HandIn], tuple[str, ...], Mapping[str, Remark]]:
    """Return what each student handed in, all of a student together, and what the user should know."""
    met: set[object] = set()
    claims = []
    persons = Persons(built, [hand_in.person for one in held for hand_in in one.hand_ins if hand_in.person])
    for place, one in enumerate(held):
        for hand_in in one.hand_ins:
            who = persons.names(hand_in.person) if hand_in.person else Meant((hand_in.student or file_says(hand_in),))
            for name in who.students:
                files = _once(hand_in.files, met, name if hand_in.person else "")
                claims.append(Claim(name, files, place, who.unknown))
                persons.add(name, files, hand_in.person)
    known, notes, remarks = by_roster(claims, built, limits)
    hand_ins = [
        HandIn(claim.name or None, claim.files, claim.files[0].path, persons.of(claim.name, claim.files))
        for claim in known
    ]
    return hand_ins, (*notes, *persons.doubts()), remarks


def _once(files: tuple[File, ...], met: set[object], person: str) -> tuple[File, ...]:
    """Return the files that were not met before, as they are where a folder is named, and what is in it too.

    What a group hands in is met once for each `person`.
    """
    new = tuple(file for file in files if (person, file.place) not in met)
    met.update((person, file.place) for file in new)
    return new


def _each_once(found: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins without files that another one of them has already, where the same was named in several ways."""
    met: set[object] = set()
    once = [one._replace(files=_once(one.files, met, (one.student or "") if one.person else "")) for one in found]
    return [new for new, one in zip(once, found, strict=True) if new.files or not one.files]


def _without_pages(found: Sequence[HandIn]) -> tuple[list[HandIn], list[Junk]]:
    """Return the hand-ins, and as junk the answer pages of those who handed in anything else."""
    kept: list[HandIn] = []
    pages: list[Junk] = []
    for one in found:
        others = tuple(file for file in one.files if not file.fault.startswith(ANSWER_PAGE))
        if others and len(others) < len(one.files):
            pages += [Junk(file.path, OWN_PAGE) for file in one.files if file not in others]
        kept.append(one._replace(files=others) if others else one)
    return kept, pages


# -- what one argument holds, where its paths, or its lines, say who the students are


def _held(argument: str, how: Gathering, register: Register | None) -> _Held:
    if (single := single_file([argument])) is not None:
        return _Held(single.hand_ins, is_single=True)
    if argument.casefold().endswith(LINES) and not os.path.isdir(argument):
        return _Held(_by_line(argument, how.limits))
    beside, files, junk = _within(argument, how)
    if len(files) == 1 and files[0].path == argument == beside:  # the document of some program, or damaged
        return _Held([HandIn(None, (files[0],), argument)], is_single=True)
    if register is not None:
        return _on_list(argument, beside, files, junk, how, register)
    shared = _shared(files, ())
    has_marks = any("_" in name for file in files for name in file.below)  # as names of platforms have
    notes = [*_on_folder(argument, files, shared), *(hint(argument, files) if has_marks else ())]
    return _Held(_by_path(beside, files, shared), junk, notes)


def _within(argument: str, how: Gathering) -> tuple[str, Sequence[File], Sequence[Junk]]:
    """Return beside what hand-ins of a folder or an archive lie, and the files and the junk in it."""
    if os.path.isdir(argument):
        return os.path.join(argument, "hand-in"), *look_below(argument, _written_by_us(argument, how.out))
    return argument, *look_into_named(argument, is_alone=how.is_alone is True)


def _on_list(
    argument: str, beside: str, files: Sequence[File], junk: Sequence[Junk], how: Gathering, register: Register
) -> _Held:
    """Return what lies in a folder or an archive, where a class list says who the students are: by platforms' names, else by the path."""
    layout, others = layout_among_folders(how.lms, argument, files, how.limits)
    shared = _shared(others, register)
    hand_ins = [*_by_person(beside, layout), *_by_path(beside, others, shared, register)]
    notes = [*layout.notes, *(() if layout.by_person else _on_folder(argument, others, shared))]
    return _Held(hand_ins, (*junk, *layout.junk), notes)


def _shared(files: Sequence[File], known: Container[str]) -> int:
    """Return in how many folders, one in the other, all files lie; none of them is that of a student who is known."""
    folders = [file.below[:-1] for file in files if file.below]
    level = zip(*folders, strict=False)  # the names at each depth that all of them have
    told = (depth for depth, names in enumerate(level) if len(set(names)) > 1 or names[0] in known)
    return next(told, min(map(len, folders), default=0))


def _on_folder(folder: str, files: Sequence[File], shared: int) -> list[str]:
    first = next((file for file in files if file.below and file.fault != LEADS_OUT), None)
    if first is None:
        return [] if files else [f"{printable(folder)}: there is nothing in it that was handed in"]
    where = first.path
    for _ in first.below[shared:]:
        where = os.path.dirname(where)
    said = f"all that was handed in lies in {printable(where)}, so the names below it are the students'"
    return [said] if shared else []


def _by_path(beside: str, files: Sequence[File], shared: int, register: Container[str] = ()) -> list[HandIn]:
    """Return what each student handed in, as the paths say it, in the order of their first files.

    Of several folders, one in the other, it is the first one that is on the class list, but for those in what a student zipped. A file without names below the argument is
    nobody's: it is called by its path from there on.
    """
    above = len(os.path.join(os.path.dirname(beside), ""))
    by_student: dict[str, list[File]] = {}
    for file in files:
        first, *others = file.below[shared:] or file.below or (file.path[above:], "")
        folders = file.outside[: len(file.below) - 1]
        first = next((folder for folder in folders if folder in register), first)
        by_student.setdefault(first if others else os.path.splitext(first)[0], []).append(file)
    return _named(beside, by_student.items())


def _by_person(beside: str, layout: Layout) -> list[HandIn]:
    """Return what each person of a platform handed in."""
    found = [(person.student, files) for person, files in layout.by_person]
    named = zip(_named(beside, found), layout.by_person, strict=True)
    return [hand_in._replace(person=person) for hand_in, (person, _) in named]


def _by_line(path: str, limits: Limits) -> list[HandIn]:
    """Return what each student handed in, as the lines type it, in the order of their first lines."""
    try:
        by_student = grouped(
            ((typed, "") if typed else ("", os.path.basename(file.path)), file)
            for typed, file in look_along(path, limits)
        )
    except OSError as failure:
        return [HandIn(None, (File(path, fault=unreadable(failure)),), path)]
    return _named(path, ((typed or line, files) for (typed, line), files in by_student.items()))


def _named(beside: str, found: Iterable[tuple[str, Sequence[File]]]) -> list[HandIn]:
    """Return the hand-ins of students who are called so, the files of each in the natural order of their paths."""
    names, files = tuple(zip(*found, strict=True)) or ((), ())
    told = distinct(map(harmless_name, names), fold=str)
    return [HandIn(name, _in_order(held), beside) for name, held in zip(told, files, strict=True)]


def _in_order(files: Sequence[File]) -> tuple[File, ...]:
    """Return the files in the natural order of their paths, without what told whose they are: of a large class it is a lot."""
    if len(files) > 1:
        files = sorted(files, key=lambda file: natural_key(file.below))
    return tuple(file._replace(below=()) for file in files)


# -- the bulk download of a platform


def _download(argument: str, how: Gathering) -> _Held:
    """Return what a platform's download holds. Raises ArgumentRefused; a damaged one that is not alone is a file that cannot be read."""
    is_one = argument == "-" or not (os.path.isdir(argument) or is_archive(argument))
    beside, files, junk = (argument, (), ()) if is_one else _within(argument, how)
    if beside == argument and files and files[0].path == argument:
        if files[0].fault:
            return _Held([HandIn(harmless_name(argument), (files[0],), beside)])
        is_one = len(files) == 1  # the document of some program
    if is_one:
        expected = "is no download of a platform, expected a zip archive or a folder"
        raise LayoutRefused(f"{printable(argument)}: {expected}")
    layout = read_layout(how.lms, argument, files, how.limits)
    unowned = [HandIn(harmless_name(file.path), (file,), beside) for file in layout.unowned]
    return _Held([*_by_person(beside, layout), *unowned], (*junk, *layout.junk), layout.notes)


def _check_persons(found: Sequence[HandIn]) -> None:
    """Refuse several downloads in which one key is of two persons. Raises LayoutRefused."""
    met = ((one.person, one.files[0].path) for one in found if one.person is not None)
    for same in grouped((person.student, (person, path)) for person, path in met).values():
        check_one(same)


# -- what lies in a folder


def look_below(folder: str, leave_out: Container[str] = ()) -> tuple[list[File], list[Junk]]:
    """Return the hand-ins and the junk below the folder and in archives there, each in the order of their paths.

    Folders whose real path is in `leave_out` are junk: the program itself writes there.
    """
    files: list[File] = []
    junk: list[Junk] = []
    archives: list[File] = []
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        below = waiting.pop()
        try:
            with os.scandir(os.path.join(folder, *below)) as entries:
                found = list(entries)
        except OSError as failure:
            files.append(File(os.path.join(folder, *below), below, unreadable(failure)))
            continue
        for entry in found:
            file = File(os.path.join(folder, *below, entry.name), (*below, entry.name))
            match _sort_out(entry, file, leave_out):
                case Junk() as one:
                    junk.append(one)
                case File() as one:
                    files.append(one)
                case "folder":
                    waiting.append(file.below)
                case "archive":
                    archives.append(file)
    more_files, more_junk = look_into(archives)
    return sorted([*files, *more_files], key=lambda file: file.below), sorted([*junk, *more_junk])


def _sort_out(entry: os.DirEntry[str], file: File, leave_out: Container[str]) -> File | Junk | str:
    """Return what one thing in a folder is: a hand-in, junk, or what is looked into, a "folder" or an "archive"."""
    if entry.is_symlink():
        return file._replace(fault=LINK)
    what = junk_name(entry.name)
    if what and not (entry.is_file(follow_symlinks=False) and says_answers(first_bytes(file.path))):
        return Junk(file.path, what)
    if entry.is_dir(follow_symlinks=False):
        if os.path.realpath(file.path) in leave_out:
            return Junk(file.path, "is the folder that this run writes into")
        return Junk(file.path, "is the folder of an earlier run, not a hand-in") if _is_run(file.path) else "folder"
    if not entry.is_file(follow_symlinks=False):
        return file._replace(fault=NO_FILE)
    if what := own_document(head := first_bytes(file.path), entry.name):
        return own_among_hand_ins(file, what, lambda most: first_bytes(file.path, most))
    return "archive" if is_zip(head) else file._replace(fault=fault_of_lines(entry.name, head))


def _is_run(folder: str) -> bool:
    """Return whether a class run wrote the folder."""
    file = os.path.join(folder, RUN)
    is_file = os.path.isfile(file) and not os.path.islink(file)
    return is_file and RUN_FORMAT.encode() in first_bytes(file)


# -- a file of many submissions, one a line (NDJSON, `.jsonl`): which lines there are, and whose each says that it is

_BOM = b"\xef\xbb\xbf"
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
"""A number that stands for a student is the text that was written."""


def look_along(path: str, limits: Limits) -> Iterator[tuple[str, File]]:
    """Yield the lines of the file that are not blank, each with the student that it types, "" where it types none.

    Nothing of a line is kept but its place. Raises OSError.
    """
    start = 0
    version = version_of(path)
    with open(path, "rb") as lines:
        for number in count(1):
            content = lines.readline(limits.bytes + 2)
            if not content:
                return
            rest = _skip_line(lines, limits.bytes) if len(content) == limits.bytes + 2 and content[-1:] != b"\n" else 0
            text = content.rstrip(b"\r\n")
            if rest:
                yield "", File(f"{path}:{number}", where=Line(path, version, start, len(content) + rest))
            elif text.strip():
                yield _typed(text), File(f"{path}:{number}", where=Line(path, version, start, len(text)))
            start += len(content) + rest


def _skip_line(lines: BinaryIO, piece: int) -> int:
    """Return how many bytes the rest of a line has, which is read in pieces and forgotten."""
    size = 0
    while content := lines.readline(piece):
        size += len(content)
        if content.endswith(b"\n"):
            break
    return size


def _typed(content: bytes) -> str:
    """Return the student that a line types; what is no submission is told when it is read for its marks."""
    try:
        held = _DECODER.decode(content.removeprefix(_BOM).decode("utf-8"))
    except (ValueError, RecursionError):
        return ""
    student = held.get("student") if isinstance(held, dict) else None
    return student.strip() if isinstance(student, str) else ""
