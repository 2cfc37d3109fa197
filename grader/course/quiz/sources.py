"""Where the exercises of a quiz come from: each is read as far as it can be without the secret, and all that is wrong is said."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from generators.errors import RequestError
from generators.parameters import Parameters
from generators.plan import make_plan
from grader.bank import Bank
from grader.course.quiz.document import Entry, Quiz
from grader.course.quiz.options import as_stated, read_options
from grader.documents import PROBLEM_LIMITS, Document, read_document
from grader.errors import Fault, Path, ProblemError
from grader.exact import whole
from grader.kinds import KINDS, Exercise, Problem, read_exercise
from grader.kinds.problems import FORMAT

_MOST_POINTS = 10**6


class Source(NamedTuple):
    """Where an exercise comes from: a problem that is there, or the request that one is generated from.

    `files` are the files that it was read from, below the quiz's folder.
    """

    entry: Entry
    problem: Problem | None
    kind: str
    request: Parameters | None = None
    files: tuple[str, ...] = ()


def read_sources(quiz: Quiz) -> tuple[list[Source], list[Fault]]:
    """Return where each exercise comes from, and all that is wrong with any."""
    found: list[Source] = []
    faults: list[Fault] = []
    for entry in quiz.entries:
        try:
            found.append(_READ[entry.source](quiz, entry))
        except ProblemError as failure:
            faults += failure.faults
    return found, faults


def inside(quiz: Quiz, stated: str, *path: str | int) -> str:
    """Return the file that a quiz names, which lies in the quiz's own folder. Raises ProblemError."""
    folder = os.path.dirname(os.path.abspath(quiz.document.source))
    file = os.path.join(folder, stated)
    real = os.path.realpath(file)
    if os.path.commonpath([os.path.realpath(folder), real]) != os.path.realpath(folder):
        raise ProblemError([quiz.fault("lies outside the folder of the quiz; put the file beside it", *path)])
    if not os.path.isfile(real):
        raise ProblemError([quiz.fault(f"there is no file {file}", *path)])
    return file


def unknown_in_bank(document: Document) -> list[Fault]:
    """Return the ids of the shipped bank that a document of a wrong shape names, and that there are none of."""
    data = document.data
    stated = data.get("exercises") if isinstance(data, dict) else None
    named = [
        (one["bank"], ("exercises", place, "bank"))
        for place, one in enumerate(stated if isinstance(stated, list) else [])
        if isinstance(one, dict) and isinstance(one.get("bank"), str)
    ]
    found = ((_in_bank(id_), path) for id_, path in named)
    return document.faults((one, path) for one, path in found if isinstance(one, str))


def _in_bank(id_: str) -> Exercise | str:
    """Return a problem of the shipped bank, or why there is none."""
    found = Bank().find(id_.strip())
    return f"the shipped bank: {found.message}" if isinstance(found, Fault) else found


def _from_bank(quiz: Quiz, entry: Entry) -> Source:
    found = _in_bank(str(entry.stated))
    if isinstance(found, str):
        raise ProblemError([quiz.fault(found, *entry.path, "bank")])
    return _fixed(quiz, entry, found)


def _from_file(quiz: Quiz, entry: Entry) -> Source:
    stated = str(entry.stated)
    file = inside(quiz, stated, *entry.path, "file")
    exercise = read_exercise(read_document(file, PROBLEM_LIMITS, ProblemError), KINDS)
    return _fixed(quiz, entry, exercise)._replace(files=(os.path.normpath(stated),))


def _from_quiz(quiz: Quiz, entry: Entry) -> Source:
    """Return the problem that stands in the quiz itself; what is wrong with it is said by its place there."""
    path: Path = (*entry.path, "problem")
    own = [name for name in ("format", "id") if name in entry.stated]
    if own:
        raise ProblemError([quiz.fault(f"leave out {name}: the quiz says it", *path, name) for name in own])
    stated = {"format": FORMAT, "id": entry.id, **entry.stated}
    try:
        return _fixed(quiz, entry, read_exercise(Document(quiz.document.source, stated, "", b""), KINDS))
    except ProblemError as failure:
        raise ProblemError(quiz.fault(fault.message, *path, *fault.path) for fault in failure.faults) from None


def _fixed(quiz: Quiz, entry: Entry, exercise: Exercise) -> Source:
    problem = exercise.problem
    return Source(entry, worth(quiz, entry, problem), problem.kind)


def _generated(quiz: Quiz, entry: Entry) -> Source:
    kind, request, files = read_options(entry.stated, partial(inside, quiz), quiz, (*entry.path, "generate"))
    try:
        plan = make_plan(kind, request)
    except RequestError as failure:
        raise ProblemError([quiz.fault(as_stated(str(failure)), *entry.path, "generate")]) from None
    _check_parts(quiz, entry, plan.ask)
    return Source(entry, None, kind, request, files)


def worth(quiz: Quiz, entry: Entry, problem: Problem) -> Problem:
    """Return the problem with the points that the quiz gives to it: to its parts, or to all in the proportion that they have."""
    _check_parts(quiz, entry, problem.ask)
    if entry.points is None:
        return problem
    if isinstance(entry.points, Mapping):
        return problem._replace(points={**problem.points, **entry.points})
    share = Fraction(entry.points) / Fraction(problem.possible)
    return problem._replace(points={part: whole(share * points) for part, points in problem.points.items()})


def _check_parts(quiz: Quiz, entry: Entry, ask: tuple[str, ...]) -> None:
    stated = entry.points if isinstance(entry.points, Mapping) else {"": entry.points or 1}
    faults = [
        quiz.fault(f"expected points up to {_MOST_POINTS:,}", *entry.path, "points", *filter(None, [part]))
        for part, points in stated.items()
        if points > _MOST_POINTS
    ]
    faults += [
        quiz.fault(f"{part} is not asked, expected points only for {', '.join(ask)}", *entry.path, "points", part)
        for part in stated
        if part and part not in ask
    ]
    if faults:
        raise ProblemError(faults)


_READ: dict[str, Callable[[Quiz, Entry], Source]] = {
    "bank": _from_bank,
    "file": _from_file,
    "problem": _from_quiz,
    "generate": _generated,
}
