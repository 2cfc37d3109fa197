"""Who a student is: below a folder the path says it, for files named one by one what they type, else the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from grader.course.folder import File, Junk, look_below
from grader.names import distinct, harmless_name, name_of_file, stem_of, submission_stems
from grader.printable import printable

FEEDBACK = "feedback"


class Typed(NamedTuple):
    """What a submission says of itself before anything is graded: the student, and the problems that it answers."""

    student: str | None
    problems: frozenset[str]


Peek = Callable[[str], Typed]


class HandIn(NamedTuple):
    """What one student handed in. `student` is None where nothing but the file itself says who it is.

    `beside` is the path in whose folders a problem that is known nowhere else is looked for: of a file that was named
    its own, else one in the folder that was named, so that no student can put a problem beside their answers.
    """

    student: str | None
    files: tuple[File, ...]
    beside: str


class Class(NamedTuple):
    """All hand-ins of a run, in order; what was passed over; what the user should know; whether a folder was named."""

    hand_ins: tuple[HandIn, ...]
    junk: tuple[Junk, ...]
    notes: tuple[str, ...]
    has_folder: bool


def gather(arguments: Sequence[str], out: str | None, peek: Peek) -> Class:
    """Return what the arguments, files and folders, hold; nothing is read where a single file is named."""
    found: list[HandIn] = []
    junk: list[Junk] = []
    notes: list[str] = []
    folders = {argument for argument in arguments if argument != "-" and os.path.isdir(argument)}
    for argument in arguments:
        if argument not in folders:
            found.append(HandIn(None, (File(argument),), argument))
            continue
        files, passed_over = look_below(argument, _written_by_us(argument, out))
        found += _by_path(argument, files)
        junk += passed_over
        notes += _on_folder(argument, files)
    hand_ins = _named_apart(found, peek) if len(arguments) > 1 else found
    return Class(tuple(hand_ins), tuple(junk), tuple(notes), bool(folders))


def feedback_folders(held: Class) -> list[str]:
    """Return the folder of each hand-in's files below the one for all: of a class by student, else by file."""
    if not held.has_folder:
        return submission_stems([hand_in.files[0].path for hand_in in held.hand_ins])
    names = (hand_in.student or name_of_file(hand_in.files[0].path) for hand_in in held.hand_ins)
    return [os.path.join(FEEDBACK, stem) for stem in distinct(map(stem_of, names))]


def _written_by_us(folder: str, out: str | None) -> set[str]:
    """Return the folders below this one that hold our own files; where all goes into this very folder, the feedback."""
    if out is None:
        return set()
    return {os.path.realpath(os.path.join(out, FEEDBACK)), os.path.realpath(out)} - {os.path.realpath(folder)}


def _shared(files: Sequence[File]) -> int:
    """Return in how many folders, one in the other, all files lie."""
    folders = [file.below[:-1] for file in files]
    level = zip(*folders, strict=False)  # the names at each depth that all of them have
    return next((depth for depth, names in enumerate(level) if len(set(names)) > 1), min(map(len, folders), default=0))


def _on_folder(folder: str, files: Sequence[File]) -> list[str]:
    if not files:
        return [f"{printable(folder)}: there is nothing in it that was handed in"]
    shared = files[0].below[: _shared(files)]
    where = printable(os.path.join(folder, *shared))
    return [f"all that was handed in lies in {where}, so the names below it are the students'"] if shared else []


def _by_path(folder: str, files: Sequence[File]) -> list[HandIn]:
    """Return what each student handed in below the folder, in the order of their first files."""
    shared = _shared(files)
    by_student: dict[str, list[File]] = {}
    for file in files:
        first, *others = file.below[shared:] or file.below
        by_student.setdefault(first if others else os.path.splitext(first)[0], []).append(file)
    names = distinct(map(harmless_name, by_student), fold=str)
    beside = os.path.join(folder, "hand-in")
    return [HandIn(name, tuple(held), beside) for name, held in zip(names, by_student.values(), strict=True)]


def _named_apart(found: Sequence[HandIn], peek: Peek) -> list[HandIn]:
    """Return the hand-ins, named such that two of one name answer different problems; below folders such two are one."""
    stated = [_stated(hand_in, peek) for hand_in in found]
    same: dict[str, list[int]] = {}
    for place, hand_in in enumerate(found):
        if name := hand_in.student or stated[place].student or _file_says(hand_in):
            same.setdefault(name, []).append(place)
    settled: dict[int, HandIn] = dict(enumerate(found))
    for places in same.values():
        if len(places) > 1:
            typed = [stated[place] for place in places]
            settled.update(_settle([found[place] for place in places], typed, places, peek))
    return [settled[place] for place in range(len(found)) if settled[place].files]


def _stated(hand_in: HandIn, peek: Peek) -> Typed:
    """Return what a file that was named types; below a folder and on standard input nothing is asked."""
    is_asked = hand_in.student is None and hand_in.files[0].path != "-"
    return peek(hand_in.files[0].path) if is_asked else Typed(None, frozenset())


def _file_says(hand_in: HandIn) -> str:
    return "" if hand_in.files[0].path == "-" else name_of_file(hand_in.files[0].path)


def _settle(
    same: Sequence[HandIn], stated: Sequence[Typed], places: Sequence[int], peek: Peek
) -> Iterable[tuple[int, HandIn]]:
    """Yield what becomes of the hand-ins that claim one name, each with its place; one without files is left out."""
    below = [hand_in.student is not None for hand_in in same]
    problems = [_problems(hand_in, typed, peek) for hand_in, typed in zip(same, stated, strict=True)]
    are_known = all(is_below or typed.student for is_below, typed in zip(below, stated, strict=True))
    if not are_known or len(frozenset().union(*problems)) < sum(map(len, problems)):
        paths = [harmless_name(_path(hand_in)) for hand_in in same]
        for place, hand_in, name in zip(places, same, distinct(paths, fold=str), strict=True):
            yield place, hand_in._replace(student=name)
    elif all(below):
        yield places[0], same[0]._replace(files=tuple(file for hand_in in same for file in hand_in.files))
        yield from ((place, hand_in._replace(files=())) for place, hand_in in zip(places[1:], same[1:], strict=True))


def _problems(hand_in: HandIn, typed: Typed, peek: Peek) -> frozenset[str]:
    if hand_in.student is None:
        return typed.problems
    return frozenset().union(*(peek(file.path).problems for file in hand_in.files if not file.fault))


def _path(hand_in: HandIn) -> str:
    first = hand_in.files[0].path
    return first if len(hand_in.files) == 1 else os.path.dirname(first)
