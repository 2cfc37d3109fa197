"""Who a student is: below a folder the path says it, for files named one by one what they type, else the file."""

import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.course.folder import first_bytes, look_below
from grader.course.found import ANSWER_PAGE, LEADS_OUT, LINES, OWN_PAGE, File, Junk, Remark, unreadable
from grader.course.natural import natural_key
from grader.documents import Limits, is_zip
from grader.names import distinct, harmless_name, name_of_file, stem_of, submission_stems
from grader.printable import printable

if TYPE_CHECKING:  # only a quiz has a build
    from grader.course.quiz.built import Built

FEEDBACK = "feedback"


class Typed(NamedTuple):
    """What a submission says of itself before anything is graded: the student, and the problems that it answers."""

    student: str | None
    problems: frozenset[str]


Peek = Callable[[File], Typed]


class HandIn(NamedTuple):
    """What one student handed in. `student` is None where nothing but the file itself says who it is.

    `beside` is the path in whose folders a problem that is known nowhere else is looked for: of a file that was named
    its own, else one in the folder that was named, so that no student can put a problem beside their answers.
    """

    student: str | None
    files: tuple[File, ...]
    beside: str


def file_says(hand_in: HandIn) -> str:
    """Return the name that the file of a hand-in has; standard input has none."""
    return "" if hand_in.files[0].path == "-" else name_of_file(hand_in.files[0].path)


class Class(NamedTuple):
    """All hand-ins of a run, in order; what was passed over; what the user should know, `remarks` of single files.

    `is_class`: something was named that holds hand-ins of many, a folder, an archive or a file with one a line.
    """

    hand_ins: tuple[HandIn, ...]
    junk: tuple[Junk, ...]
    notes: tuple[str, ...]
    is_class: bool
    remarks: Mapping[str, Remark] = {}


class _Held(NamedTuple):
    """What one argument holds; `is_single`: it is one hand-in and nothing else."""

    hand_ins: Sequence[HandIn]
    junk: Sequence[Junk] = ()
    notes: Sequence[str] = ()
    is_single: bool = False


def gather(
    arguments: Sequence[str], out: str | None, limits: Limits, peek: Peek, built: "Built | None" = None
) -> Class:
    """Return what the arguments hold: files, folders, archives, files with a submission a line.

    Of a single file nothing is read but what tells an archive. Where a build has a roster it says who the students are.
    """
    known = built.roster if built is not None else ()
    held = [_held(argument, out, limits, known) for argument in arguments]
    found: Sequence[HandIn] = [hand_in for one in held for hand_in in one.hand_ins]
    notes = [note for one in held for note in one.notes]
    remarks: Mapping[str, Remark] = {}
    if built is not None and built.roster:
        found, more, remarks = _on_roster(held, built, limits)
        notes += more
    elif len(arguments) > 1:
        from grader.course.apart import named_apart

        found = named_apart(found if built is None else _together(found), peek)
    found, pages = _without_pages(found)
    junk = (*(junk for one in held for junk in one.junk), *pages)
    return Class(tuple(found), junk, tuple(notes), not all(one.is_single for one in held), remarks)


def _together(found: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins with those as one that lie under one name in several arguments."""
    files: dict[str | int, list[HandIn]] = {}
    for place, hand_in in enumerate(found):
        files.setdefault(place if hand_in.student is None else hand_in.student, []).append(hand_in)
    return [same[0]._replace(files=tuple(file for one in same for file in one.files)) for same in files.values()]


def _on_roster(
    held: Sequence[_Held], built: "Built", limits: Limits
) -> tuple[list[HandIn], tuple[str, ...], Mapping[str, Remark]]:
    """Return what each student handed in, all of a student together, and what the user should know."""
    from grader.course.whose import Claim, by_roster

    met: set[object] = set()
    claims = [
        Claim(hand_in.student or file_says(hand_in), _once(hand_in.files, met), place)
        for place, one in enumerate(held)
        for hand_in in one.hand_ins
    ]
    known, notes, remarks = by_roster(claims, built, limits)
    return [HandIn(claim.name or None, claim.files, claim.files[0].path) for claim in known], notes, remarks


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


def _once(files: tuple[File, ...], met: set[object]) -> tuple[File, ...]:
    """Return the files that were not met before, as they are where a folder is named, and what is in it too."""
    new = tuple(file for file in files if file.place not in met)
    met.update(file.place for file in new)
    return new


def _held(argument: str, out: str | None, limits: Limits, known: Container[str]) -> _Held:
    if argument != "-" and os.path.isdir(argument):
        files, junk = look_below(argument, _written_by_us(argument, out))
        shared = _shared(files, known)
        hand_ins = _by_path(os.path.join(argument, "hand-in"), files, shared)
        return _Held(hand_ins, junk, _on_folder(argument, files, shared))
    if argument == "-" or not os.path.isfile(argument):
        return _single(File(argument))
    if argument.casefold().endswith(LINES):
        return _Held(_by_line(argument, limits))
    return _in_archive(argument, known) if is_zip(first_bytes(argument)) else _single(File(argument))


def _in_archive(argument: str, known: Container[str]) -> _Held:
    from grader.course.archives import look_into_named

    files, junk = look_into_named(argument)
    if len(files) == 1 and files[0].path == argument:  # none that can be looked into
        return _single(files[0])
    shared = _shared(files, known)
    return _Held(_by_path(argument, files, shared), junk, _on_folder(argument, files, shared))


def _single(file: File) -> _Held:
    return _Held([HandIn(None, (file,), file.path)], is_single=True)


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
    return (
        [f"all that was handed in lies in {printable(where)}, so the names below it are the students'"]
        if shared
        else []
    )


def _by_path(beside: str, files: Sequence[File], shared: int) -> list[HandIn]:
    """Return what each student handed in, as the paths say it, in the order of their first files.

    A file without names below the argument is nobody's: it is called by its path from there on.
    """
    above = len(os.path.join(os.path.dirname(beside), ""))
    by_student: dict[str, list[File]] = {}
    for file in files:
        first, *others = file.below[shared:] or file.below or (file.path[above:], "")
        by_student.setdefault(first if others else os.path.splitext(first)[0], []).append(file)
    return _named(beside, by_student.items())


def _by_line(path: str, limits: Limits) -> list[HandIn]:
    """Return what each student handed in, as the lines type it, in the order of their first lines."""
    from grader.course.lines import look_along

    by_student: dict[tuple[str, str], list[File]] = {}
    try:
        for typed, file in look_along(path, limits):
            by_student.setdefault((typed, "") if typed else ("", os.path.basename(file.path)), []).append(file)
    except OSError as failure:
        return [HandIn(None, (File(path, fault=unreadable(failure)),), path)]
    return _named(path, ((typed or line, files) for (typed, line), files in by_student.items()))


def _named(beside: str, found: Iterable[tuple[str, list[File]]]) -> list[HandIn]:
    """Return the hand-ins of students who are called so, the files of each in the natural order of their paths."""
    names, files = tuple(zip(*found, strict=True)) or ((), ())
    told = distinct(map(harmless_name, names), fold=str)
    return [HandIn(name, _in_order(held), beside) for name, held in zip(told, files, strict=True)]


def _in_order(files: list[File]) -> tuple[File, ...]:
    """Return the files in the natural order of their paths, without what told whose they are: of a large class it is a lot."""
    if len(files) > 1:
        files = sorted(files, key=lambda file: natural_key(file.below))
    return tuple(file._replace(below=()) for file in files)
