"""What may be corrected after a quiz was handed out: conventions, points and marking; anything else that was changed is said."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from grader.course.quiz.built import QUIZ, Built
from grader.course.quiz.document import GENERATE, Entry, Quiz, read_quiz
from grader.course.quiz.order import Stated
from grader.course.quiz.sources import Source
from grader.data import Data
from grader.documents import PROBLEM_LIMITS, parse_document, read_document
from grader.errors import Fault, ProblemError
from grader.kinds import KINDS, Problem, write_problem

_CORRECTABLE = frozenset({"conventions", "points", "marking"})
_IN_A_REQUEST = frozenset({"convention", "points"})
_ONLY = "was changed since the quiz was built; --rekey corrects conventions, points and marking alone"


def check_corrections(built: Built, stated: Stated) -> None:
    """Refuse a quiz that differs from the one that was built in more than may be corrected. Raises ProblemError."""
    file = os.path.join(built.folder, QUIZ)
    was, _ = read_quiz(read_document(file, PROBLEM_LIMITS, ProblemError))
    faults = list(_of_quiz(was, stated.quiz))
    if not faults:
        faults = [
            fault for pair in zip(was.entries, stated.sources, strict=True) for fault in _of(built, stated, *pair)
        ]
    if faults:
        raise ProblemError(faults)


def _of_quiz(was: Quiz, now: Quiz) -> Iterator[Fault]:
    for field in ("id", "title", "course", "note"):
        if getattr(was, field) != getattr(now, field):
            yield now.fault(f"{field} {_ONLY}", field)
    if (was.variants, was.groups) != (now.variants, now.groups):
        yield now.fault(f"variants {_ONLY}", "variants")
    if (ids := [entry.id for entry in was.entries]) != [entry.id for entry in now.entries]:
        yield now.fault(f"the list of exercises {_ONLY}; they were {', '.join(ids)}", "exercises")


def _of(built: Built, stated: Stated, was: Entry, source: Source) -> Iterator[Fault]:
    """Yield what of an exercise was changed beyond what may be corrected."""
    now, quiz = source.entry, stated.quiz
    if was.source != now.source and GENERATE in (was.source, now.source):
        yield quiz.fault(f"{now.id} was {was.source}:, and {_ONLY}", *now.path, now.source)
    elif source.problem is not None:
        yield from _of_problem(built, quiz, source, source.problem)
    else:
        for name in _different(was.stated, now.stated, _IN_A_REQUEST):
            yield quiz.fault(f"{name} {_ONLY}", *now.path, now.source, name)
        for file in source.files:
            yield from _of_file(built, stated, file)


def _of_problem(built: Built, quiz: Quiz, source: Source, problem: Problem) -> Iterator[Fault]:
    """Yield what differs in a problem that all have from what was handed out."""
    at = [exercise.id for exercise in built.quiz.exercises].index(source.entry.id)
    [handed_out] = {ids[at] for ids in built.lock.sheets.values()} or {""}
    found = built.find(handed_out)
    if isinstance(found, Fault):
        raise ProblemError([found])
    titled = problem._replace(id=handed_out, title=problem.title or source.entry.id)
    was, now = (write_problem(KINDS[one.kind], one) for one in (found.problem, titled))
    for name in _different(was, now, _CORRECTABLE):
        yield quiz.fault(f"{source.entry.id}: {name} {_ONLY}", *source.entry.path, source.entry.source)


def _of_file(built: Built, stated: Stated, name: str) -> Iterator[Fault]:
    """Yield what differs in a file that a request is made from."""
    kept = os.path.join(built.folder, "key", "files", name)
    was = read_document(kept, PROBLEM_LIMITS, ProblemError)
    file = os.path.join(os.path.dirname(stated.quiz.document.source), name)
    now = parse_document(stated.inputs[f"files/{name}"], file, ProblemError)
    yield from now.faults((f"{field} {_ONLY}", (field,)) for field in _different(was.data, now.data, _CORRECTABLE))


def _different(was: Mapping[str, Data], now: Mapping[str, Data], leave_out: frozenset[str]) -> list[str]:
    """Return the fields that one has and the other has not, or has otherwise."""
    return sorted(name for name in (was.keys() | now.keys()) - leave_out if was.get(name) != now.get(name))
