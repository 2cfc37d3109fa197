"""The build by which a platform has programs marked: cut out of the whole, with nothing in it that is for students."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from grader.core.data import Plain
from grader.core.documents.writing import to_yaml
from grader.core.policy import write_policy
from grader.course.quiz import LOCK_FILE, Variants, exercise_in
from grader.course.quiz.built import CERTIFICATE, QUIZ, Built, Lock, Retake, digest, file_of, write_lock
from grader.grading.built_problems import read_program_of
from grader.platforms.question_items import HandedIn

_HANDED_OUT = "programs"


def programs_in(built: Built) -> list[HandedIn]:
    """Return the exercises of a build that programs answer, each with the build of it alone. Raises ProblemError."""
    found = []
    for id_ in () if built.programs is None else built.programs.problems.values():
        program = read_program_of(id_, built.documents(id_))
        folder = f"{_HANDED_OUT}/{program.exercise}/"
        names = [name for name in built.lock.files if name.startswith(folder)]
        handed_out = {name.removeprefix(folder): built.read(name) for name in names}
        found.append(HandedIn(program, handed_out, key_of(built, [id_])))
    return found


def key_of(built: Built, ids: Sequence[str]) -> dict[str, bytes]:
    """Return the files of a build of these problems alone, the same for all. Its quiz says how it is marked, and not where problems are from. Raises ProblemError."""
    names = [name for id_ in ids for name in _names(built.lock, id_)]
    files = {name: built.read(name) for name in names} | {QUIZ: to_yaml(_quiz(built, ids)).encode()}
    exercises = {exercise_in(id_) for id_ in ids}
    lock = built.lock._replace(
        exercises=tuple(one for one in built.lock.exercises if one[0] in exercises),
        variants=Variants.SHARED.value,
        sheets={"": tuple(ids)},
        folders={"": ""},
        shared=tuple(ids),
        options={"paper": "", "zip": False},
        inputs={},
        files={name: digest(content) for name, content in files.items()},
        earlier=(),
        platform="",
        by_file={},
        retake=Retake(),
    )
    return {**files, LOCK_FILE: write_lock(lock)}


def _names(lock: Lock, id_: str) -> list[str]:
    """Return the files of the key that a problem is marked by."""
    first = file_of(lock, id_)
    folder, name = os.path.split(first)
    return [one for one in lock.files if os.path.dirname(one) == folder] if name == CERTIFICATE else [first]


def _quiz(built: Built, ids: Sequence[str]) -> dict[str, Plain]:
    marking = built.quiz.marking
    said: Mapping[str, Plain] = {"reveal": marking.reveal and marking.reveal.value, "keep": marking.keep}
    return {
        "format": "gametree-quiz/1",
        "id": built.quiz.id,
        "title": built.quiz.title,
        "marking": write_policy(marking.policy) | {name: one for name, one in said.items() if one},
        "exercises": [{"id": exercise_in(id_), "file": f"{id_}.yaml"} for id_ in ids],
    }
