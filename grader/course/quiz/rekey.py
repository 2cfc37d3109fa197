"""The key made anew: the same trees under corrected conventions, points or marking. What was handed out stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from generators.parameters import Parameters
from generators.recheck import rechecked
from grader.course.quiz.add import check_same
from grader.course.quiz.build import INDEX, Row, index_text, points_of
from grader.course.quiz.built import PROBLEMS, QUIZ, Built, open_build
from grader.course.quiz.corrections import check_corrections
from grader.course.quiz.document import Quiz
from grader.course.quiz.lock import NAME, digest, renewed, write_lock
from grader.course.quiz.making import kept, write_all
from grader.course.quiz.order import DRAWN, QUIZ_INPUT, ROSTER_INPUT, Stated
from grader.course.quiz.posing import document_of, figures
from grader.course.quiz.printing import KEY, clear_prints, print_files
from grader.course.quiz.secret import Secret
from grader.course.quiz.sheets import CERTIFICATES, File, Recipient, exercise_of, recipients, solved_files
from grader.course.quiz.sources import Source
from grader.documents import PROBLEM_LIMITS, read_document
from grader.documents.folders import staged_changes, write_below
from grader.documents.write import to_yaml
from grader.errors import Fault, ProblemError
from grader.kinds import KINDS, Problem, read_exercise
from grader.processes import in_processes


class Corrected(NamedTuple):
    """A problem as it is marked from now on: its file, its figures, and its certificate where that changed."""

    problem: Problem
    content: bytes
    figures: dict[str, int]
    certificate: bytes | None


def rekey(stated: Stated, secret: Secret, out: Path, *, jobs: int = 1) -> list[str] | None:
    """Write the key anew and return the ids of the exercises that are marked otherwise now; None where nothing was changed.

    Then nothing is written. Raises ProblemError where anything else than conventions, points and marking was changed.
    """
    built = open_build(str(out))
    check_same(built, secret)
    check_corrections(built, stated)
    problems = _corrected(built, stated)
    inputs = {name: digest(content) for name, content in stated.inputs.items() if name != ROSTER_INPUT}
    if _is_as_built(built, inputs, problems):
        return None
    wanted = recipients(built.quiz.variants, built.quiz.groups, built.roster)
    paper = str(built.lock.options["paper"]) or None
    with staged_changes(out, NAME) as staged:
        files = write_all(staged, _key_files(built, stated, problems))
        solve = partial(_solve, stated.quiz, paper, built, staged)
        for solved in in_processes(solve, wanted, jobs):
            files |= solved
        files |= write_all(staged, [(INDEX, index_text(_rows(built, wanted, problems)).encode())])
        if paper is not None:
            files |= write_all(staged, print_files(staged, wanted, (KEY,)))
        clear_prints(staged)
        first = [next(problems[ids[at]] for ids in built.lock.sheets.values()) for at in range(len(stated.sources))]
        lock = renewed(built.lock, built.fingerprint, built.lock.files | files)._replace(
            exercises=tuple(
                (source.entry.id, one.problem.title, points_of(one.problem.possible))
                for source, one in zip(stated.sources, first, strict=True)
            ),
            inputs=built.lock.inputs | inputs,
        )
        write_below(staged, NAME, write_lock(lock))
    return _changed(built, files)


def _is_as_built(built: Built, inputs: Mapping[str, str], problems: Mapping[str, Corrected]) -> bool:
    """Return whether the quiz, its files and all problems are byte for byte those of the build."""
    was = {name: one for name, one in built.lock.inputs.items() if name != ROSTER_INPUT}
    files = built.lock.files
    return was == inputs and all(
        files[f"{PROBLEMS}/{id_}.yaml"] == digest(one.content) for id_, one in problems.items()
    )


def _changed(built: Built, files: Mapping[str, str]) -> list[str]:
    """Return the exercises of which a problem has another file now."""
    names = {id_: f"{PROBLEMS}/{id_}.yaml" for ids in built.lock.sheets.values() for id_ in ids}
    changed = {id_ for id_, name in names.items() if files[name] != built.lock.files[name]}
    sheets = built.lock.sheets.values()
    return [one.id for at, one in enumerate(built.quiz.exercises) if any(ids[at] in changed for ids in sheets)]


def _corrected(built: Built, stated: Stated) -> dict[str, Corrected]:
    """Return every problem of the build as it is marked from now on. Raises ProblemError with what is wrong with any."""
    source_of = {
        id_: source for ids in built.lock.sheets.values() for id_, source in zip(ids, stated.sources, strict=True)
    }
    found: dict[str, Corrected] = {}
    faults: list[Fault] = []
    for id_, source in source_of.items():
        try:
            found[id_] = _correct(built, stated.quiz, source, id_)
        except ProblemError as failure:
            faults += [stated.quiz.fault(f"{id_}: {fault.message}", *source.entry.path) for fault in failure.faults]
    if faults:
        raise ProblemError(faults)
    return found


def _correct(built: Built, quiz: Quiz, source: Source, id_: str) -> Corrected:
    """Return one problem with the conventions, points and marking that its exercise has now."""
    was = built.find(id_)
    if isinstance(was, Fault):
        raise ProblemError([was])
    document = document_of(quiz, source, was.problem, id_)
    new = read_exercise(document, KINDS).problem
    is_same = new.conventions == was.problem.conventions
    certificate = None if is_same or source.request is None else _certificate(built, new, source.request)
    return Corrected(new, document.content, figures(new), certificate)


def _certificate(built: Built, problem: Problem, request: Parameters) -> bytes:
    file = Path(built.folder, CERTIFICATES, f"{problem.id}.yaml")
    document = read_document(str(file), PROBLEM_LIMITS, ProblemError)
    return to_yaml(rechecked(document.data, problem, request)).encode()


def _key_files(built: Built, stated: Stated, problems: Mapping[str, Corrected]) -> Iterator[File]:
    for id_, corrected in problems.items():
        yield f"{PROBLEMS}/{id_}.yaml", corrected.content
        if corrected.certificate is not None:
            yield f"{CERTIFICATES}/{id_}.yaml", corrected.certificate
    yield from _as_drawn(built)
    yield QUIZ, stated.quiz.document.content
    yield from ((f"key/{name}", content) for name, content in stated.inputs.items() if name.startswith("files/"))


def _as_drawn(built: Built) -> Iterator[File]:
    """Yield the quiz by which problems are drawn, before it is corrected for the first time: late students get their own by it."""
    if f"{DRAWN}/{QUIZ_INPUT}" in built.lock.files:
        return
    yield f"{DRAWN}/{QUIZ_INPUT}", Path(built.folder, QUIZ).read_bytes()
    for name in built.lock.files:
        if name.startswith("key/files/"):
            yield f"{DRAWN}/{name.removeprefix('key/files/')}", Path(built.folder, name).read_bytes()


def _solve(quiz: Quiz, paper: str | None, built: Built, staged: Path, recipient: Recipient) -> dict[str, str]:
    """Write one solved sheet and return the digests of its files."""
    ids = built.lock.sheets[recipient.who]
    exercises = [exercise_of((staged / PROBLEMS / f"{id_}.yaml").read_bytes()) for id_ in ids]
    return kept(write_all(staged, solved_files(quiz, recipient, exercises, paper)))


def _rows(built: Built, wanted: Sequence[Recipient], problems: Mapping[str, Corrected]) -> list[Row]:
    return [
        Row(recipient, exercise.id, id_, problems[id_].figures)
        for recipient in wanted
        for exercise, id_ in zip(built.quiz.exercises, built.lock.sheets[recipient.who], strict=True)
    ]
