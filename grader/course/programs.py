"""Which file that was handed in is the program for which exercise of a quiz: told by names alone, for a program says nothing of itself."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.core.text import either
from grader.course.downloads import as_called
from grader.course.hand_in import File, HandIn, Junk
from grader.grading.programs.program import HANDED_OUT, Program

_COPY = re.compile(r"(?: ?\(\d+\)|-\d+)$")
_ANSWERS = (".yaml", ".yml", ".json", ".txt")
"""Endings of files in which answers on paper may be written, whatever such a file is called."""
_WHICH = "which exercise is it? call it"
_OTHER = "is not run: expected a program as a file of text, with the ending"
_BESIDE = "is not run: a program is one file; put what is in it into"
_HANDED_OUT = "was handed out with the exercise, and is nothing to hand in"


class Programs(NamedTuple):
    """The exercises of a quiz that programs answer: the problem and the endings of each by its id, and the names of files that are handed out with them."""

    problems: Mapping[str, str]
    endings: Mapping[str, frozenset[str]]
    handed_out: frozenset[str]

    def has(self, file: File) -> bool:
        """Return whether a file is a program, of whichever exercise."""
        return not file.fault and _ending(_name(file)) in frozenset().union(*self.endings.values())

    def without_handed_out(self, hand_ins: Sequence[HandIn]) -> tuple[list[HandIn], list[Junk]]:
        """Return the hand-ins, and as junk what was handed out from those who handed in anything else."""
        left: list[HandIn] = []
        junk: list[Junk] = []
        for one in hand_ins:
            files = tuple(file for file in one.files if _name(file).casefold() not in self.handed_out)
            junk += [Junk(file.path, _HANDED_OUT) for file in one.files if files and file not in files]
            left.append(one._replace(files=files or tuple(file._replace(fault=_HANDED_OUT) for file in one.files)))
        return left, junk

    def sorted_out(self, files: Sequence[File]) -> list[tuple[File, str]]:
        """Return the files of a student, each with the problem whose program it is: "" for what is none.

        One that nobody can tell bears a fault; it lies beside the others where each exercise has one that is called as it is.
        """
        names = [_name(file) for file in files]
        return [self._told(file, name, names) for file, name in zip(files, names, strict=True)]

    def _told(self, file: File, name: str, names: Sequence[str]) -> tuple[File, str]:
        stem, ending = self._stem(name), _ending(name)
        running = {exercise: f"{exercise}{ending}" for exercise, endings in self.endings.items() if ending in endings}
        exact = next((one for one in self.endings if one.casefold() == stem), "")
        near = exact or next((one for one in self.endings if name.casefold().startswith(f"{one.casefold()}.")), "")
        if not file.fault and exact in running:
            return file, self.problems[exact]
        alike = {self._stem(one) for one in names if _ending(one) == ending}
        if not file.fault and not exact and len(running) == len(alike) == 1:
            return file, self.problems[next(iter(running))]
        wanted = [*running.values()]
        if near and (exact or not running) and not (exact and ending in _ANSWERS):
            wanted = [f"{near}{one}" for one in sorted(self.endings[near])]
        if not wanted:
            return file, ""
        known = {one.casefold() for one in running}
        is_beside = bool(known) and known <= alike and not stem.startswith(tuple(known))
        is_other = (
            bool(exact) and ending not in self.endings[exact]
        )  # its name says which, and a new name makes it no other file
        why = f"{_OTHER} {either(sorted(self.endings[exact]))}" if is_other else f"{_WHICH} {either(wanted)}"
        why = f"{_BESIDE} {either(wanted)}" if is_beside else why
        return file._replace(fault=file.fault or why, is_beside=is_beside), ""

    def _stem(self, name: str) -> str:
        """Return what a file is called without its ending and the number of a copy; an exercise may be called as a copy of another one's file is."""
        whole = os.path.splitext(name)[0].casefold()
        return whole if whole in map(str.casefold, self.endings) else _COPY.sub("", whole)


def _name(file: File) -> str:
    return as_called(os.path.basename(file.path))


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].casefold()


def programs_of(programs: Mapping[str, Program]) -> Programs:
    """Return what is known of the exercises that these programs are of, by the ids of their problems."""
    names = (os.path.basename(name).casefold() for program in programs.values() for name in program.files)
    return Programs(
        {one.exercise: id_ for id_, one in programs.items()},
        {one.exercise: frozenset(map(str.casefold, one.run)) for one in programs.values()},
        frozenset((*map(str.casefold, HANDED_OUT), *names)),
    )
