"""Who a student is: below a folder the path says it, for files named one by one what they type, else the file."""

import os
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.course.folder import first_bytes, look_below
from grader.course.found import ANSWER_PAGE, LEADS_OUT, LINES, OWN_PAGE, File, Junk, Remark, unreadable
from grader.course.hand_in import Class, HandIn, Held, Peek, file_says, in_order, together
from grader.course.spool import kept_aside
from grader.documents import Limits, is_zip
from grader.names import distinct, harmless_name, name_of_file, stem_of, submission_stems
from grader.printable import printable

if TYPE_CHECKING:  # only a quiz has a build, and only a platform persons
    from grader.course.quiz.built import Built

FEEDBACK = "feedback"


def gather(
    arguments: Sequence[str],
    out: str | None,
    limits: Limits,
    peek: Peek,
    built: "Built | None" = None,
    lms: str = "",
    *,
    counts_all: bool = False,
    as_one: bool = False,
) -> Class:
    """Return what the arguments hold: files, folders, archives, files with a submission a line.

    Of a single file nothing is read but what tells an archive. Where a build has a roster it says who the students are. With
    `lms` each argument is the download of a platform. Raises ArgumentRefused where one cannot be looked into. `counts_all`: what a student leaves out counts,
    as it always does with a build. `as_one`: all of it is one hand-in.
    """
    known = built.roster if built is not None else ()
    if lms:
        from grader.course.lms.download import check_persons, download
    held = [
        _held(argument, out, limits, known)
        if not lms
        else download(argument, _written_by_us(argument, out), limits, lms)
        for argument in arguments
    ]
    found: Sequence[HandIn] = [hand_in for one in held for hand_in in one.hand_ins]
    notes = [note for one in held for note in one.notes]
    if lms:
        check_persons(found)
    remarks: Mapping[str, Remark] = {}
    if as_one:
        files = tuple(file for hand_in in found for file in hand_in.files) or (File(arguments[0]),)
        found, notes = [HandIn(None, files, found[0].beside if found else arguments[0])], []
    elif built is not None and built.roster:
        found, more, remarks = _on_roster(held, built, limits)
        notes += more
    elif lms:
        found = together(found)
    elif len(arguments) > 1:
        from grader.course.apart import named_apart

        exercise_of = str if counts_all else None
        found = (
            named_apart(found, peek, exercise_of)
            if built is None
            else named_apart(together(found), peek, built.exercise_of)
        )
    found, pages = _without_pages(found)
    junk = (*(junk for one in held for junk in one.junk), *pages)
    return Class(kept_aside(found), junk, tuple(notes), not (as_one or all(one.is_single for one in held)), remarks)


def _on_roster(
    held: Sequence[Held], built: "Built", limits: Limits
) -> tuple[list[HandIn], tuple[str, ...], Mapping[str, Remark]]:
    """Return what each student handed in, all of a student together, and what the user should know."""
    from grader.course.lms.roster import Meant, Persons
    from grader.course.whose import Claim, by_roster

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


def _once(files: tuple[File, ...], met: set[object], person: str) -> tuple[File, ...]:
    """Return the files that were not met before, as they are where a folder is named, and what is in it too.

    What a group hands in is met once for each `person`.
    """
    new = tuple(file for file in files if (person, file.place) not in met)
    met.update((person, file.place) for file in new)
    return new


def _held(argument: str, out: str | None, limits: Limits, known: Container[str]) -> Held:
    if argument != "-" and os.path.isdir(argument):
        files, junk = look_below(argument, _written_by_us(argument, out))
        shared = _shared(files, known)
        hand_ins = _by_path(os.path.join(argument, "hand-in"), files, shared)
        return Held(hand_ins, junk, [*_on_folder(argument, files, shared), *_hint(argument, files)])
    if argument == "-" or not os.path.isfile(argument):
        return _single(File(argument))
    if argument.casefold().endswith(LINES):
        return Held(_by_line(argument, limits))
    return _in_archive(argument, known) if is_zip(first_bytes(argument)) else _single(File(argument))


def _in_archive(argument: str, known: Container[str]) -> Held:
    from grader.course.archives import look_into_named

    files, junk = look_into_named(argument)
    if len(files) == 1 and files[0].path == argument:  # the document of some program
        return _single(files[0])
    shared = _shared(files, known)
    notes = [*_on_folder(argument, files, shared), *_hint(argument, files)]
    return Held(_by_path(argument, files, shared), junk, notes)


def _hint(argument: str, files: Sequence[File]) -> list[str]:
    """Return that it looks like a platform's download, where it does."""
    if not any("_" in name for file in files for name in file.below):
        return []
    from grader.course.lms.layout import hint

    return hint(argument, files)


def _single(file: File) -> Held:
    return Held([HandIn(None, (file,), file.path)], is_single=True)


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
    return [HandIn(name, in_order(held), beside) for name, held in zip(told, files, strict=True)]
