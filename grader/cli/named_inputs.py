"""What a command names: problems, by id or by file, found, read and solved, or complained of; quizzes; and `gametree validate`."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Sequence
from functools import partial

import click

from grader.cli.command import command, completing, problem_ids
from grader.cli.options import (
    Exit,
    complain,
    emit_text,
    leave,
    problem_bytes_option,
    problems_option,
    reach,
    submission_bytes_option,
    with_progress,
)
from grader.core.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, Document, Limits, read_document, too_large
from grader.core.errors import Fault, GradingError, ProblemError, SubmissionError, unreadable
from grader.core.text import count, listed, printable
from grader.course.quiz import LOCK_FILE, QUIZ_FILE, ROSTER_FILE, SECRET_FILE, VARIABLE, Secret, read_secret
from grader.grading.bank import Bank
from grader.grading.marking import grade_submission, is_blank, read_submission
from grader.grading.outcome import Outcome
from grader.grading.problem_files import ARCHIVE, is_problem
from grader.kinds import KINDS, Exercise, read_exercise

_LONGEST_TITLE = 200
_MOST_BLANK = 20
_SUFFIXES = (".yaml", ".yml", ".json")

names_argument = click.argument(
    "names", nargs=-1, required=True, metavar="PROBLEM...", shell_complete=completing(problem_ids, or_file=True)
)


def _open_store(names: Sequence[str], problems: Sequence[str], most: int) -> tuple[Bank, list[str]]:
    """Return a store that also holds the problem files and folders among `names`, and the ids that the names mean."""
    files = [name for name in names if name.endswith(_SUFFIXES) or os.sep in name or os.path.exists(name)]
    store = Bank(*problems, *files, limits=PROBLEM_LIMITS._replace(bytes=most), must_exist=False)
    return store, [id_ for name in names for id_ in (_ids_in(store, name) if name in files else [name])]


def _ids_in(store: Bank, name: str) -> list[str]:
    """Return the ids of the problem in a file, or of those in a folder or a zip; nothing where there is none that can be read."""
    if os.path.isdir(name) or name.endswith(ARCHIVE):
        return store.ids_below(name)
    id_ = store.id_of(name)
    return [] if id_ is None else [id_]


def find_exercises(
    names: Sequence[str], problems: Sequence[str], most: int, *, in_folders: bool = False, needs_all: bool = False
) -> list[Exercise]:
    """Return the problems that are meant; of those that are not there or are wrong it is said, and with `needs_all` the command ends.

    With `in_folders` a folder means all problems in it and below it.
    """
    quizzes = [name for name in names if lies_in(name)]
    refused = [*quizzes, *(name for name in names if os.path.isdir(name) and not in_folders and name not in quizzes)]
    folders = [quiz_fault(name) or Fault("is a folder, expected a problem file", name) for name in refused]
    store, ids = _open_store([name for name in names if name not in refused], problems, most)
    empty = [name for name in names if os.path.isdir(name) and name not in refused and not store.ids_below(name)]
    empty = [] if store.faults else empty  # what is wrong there may be a problem
    folders += [Fault("there is no problem in this folder or below it", name) for name in empty]
    found = [store.find(id_) for id_ in ids]
    missing = [fault for fault in found if isinstance(fault, Fault) and not fault.source]
    complain(store.notes)
    complain(wrong := (*store.faults, *folders, *missing), Exit.PROBLEM)
    if wrong and needs_all:
        leave()
    return [exercise for exercise in found if not isinstance(exercise, Fault)]


def check_once(exercises: Sequence[Exercise], whole: str) -> None:
    """Refuse a problem that is named twice; `whole` is what has each once."""
    often = Counter(exercise.problem.id for exercise in exercises)
    if twice := [id_ for id_, number in often.items() if number > 1]:
        raise click.UsageError(f"{printable(twice[0])} is named twice, but {whole} has each problem once")


def read_title(context: click.Context, parameter: click.Parameter, title: str) -> str:
    """Return a title from the command line, without blanks around it; one that is too long is wrong usage."""
    if len(title) > _LONGEST_TITLE:
        raise click.BadParameter(f"has {len(title):,} letters, expected at most {_LONGEST_TITLE}")
    return title.strip()


# -- quizzes, by their document or the folder that it lies in


def quiz_path(named: str) -> str:
    """Return the document of the quiz: the file itself, or quiz.yaml in the named folder."""
    return os.path.join(named, QUIZ_FILE) if os.path.isdir(named) else named


def lies_in(named: str) -> bool:
    """Return whether a quiz is named by its usual name, or by the folder that it lies in under this name."""
    file = quiz_path(named)
    return os.path.basename(file) == QUIZ_FILE and os.path.isfile(file)


def quiz_fault(named: str) -> Fault | None:
    """Return that it is a quiz, where something else is expected; nothing of what is none."""
    message = f"is a quiz, expected a problem; `gametree quiz check {printable(named, 4096)}` shows what is in it"
    return Fault(message, named) if lies_in(named) else None


def check_quiz_is_there(file: str) -> None:
    """Raise ProblemError where the folder of the document holds none: it may be what was built of a quiz, or hand-ins."""
    folder = os.path.dirname(file)
    if os.path.basename(file) != QUIZ_FILE or os.path.exists(file) or not os.path.isdir(folder):
        return
    is_build = os.path.isfile(os.path.join(folder, LOCK_FILE))
    what = "is the build of a quiz" if is_build else f"holds no {QUIZ_FILE}"
    raise ProblemError([Fault(f"{what}, expected the folder of a quiz, or its file", folder)])


def roster_beside(file: str, named: str | None) -> str | None:
    """Return the roster that is named, else the one beside the quiz; None where there is none."""
    beside = os.path.join(os.path.dirname(file), ROSTER_FILE)
    return named or (beside if os.path.isfile(beside) else None)


def find_secret(file: str, named: str | None) -> Secret:
    """Return the secret of a quiz: of the named file, the variable, or quiz.secret beside it. Raises ProblemError.

    One that others can read is used, with a warning.
    """
    if named is None and (text := os.environ.get(VARIABLE)):
        return read_secret(os.fsencode(text), f"the variable {VARIABLE}", f"unset it, and {SECRET_FILE} is read")
    path = named or os.path.join(os.path.dirname(file), SECRET_FILE)
    try:
        with open(path, "rb") as opened:
            content, mode = opened.read(1 << 16), os.fstat(opened.fileno()).st_mode
    except FileNotFoundError:
        message = f"there is no secret: expected this file, --secret FILE or the variable {VARIABLE}"
        folder = printable(os.path.dirname(file) or ".")
        raise ProblemError([Fault(f"{message}; `gametree quiz init {folder}` adds one", path)]) from None
    except OSError as failure:
        raise ProblemError([Fault(unreadable(failure), path)]) from failure
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        complain([Fault("warning: others can read the secret; `chmod 600` it", path)])
    return read_secret(content, path)


# -- `gametree validate`: what is wrong with a file, problem or submission, without marks


@command(
    "gametree validate week5/problem-01/problem.yaml",
    "gametree validate submissions/*.yaml --problems week5/",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@problems_option
@submission_bytes_option
@problem_bytes_option
def validate(
    files: tuple[str, ...], problems: tuple[str, ...], max_submission_bytes: int, max_problem_bytes: int
) -> None:
    """Check problems and submissions without marking them.

    Says of each problem that it is right and of each submission that it can be graded, or everything that is wrong with
    it, parts that could not be judged included.
    """
    limits = PROBLEM_LIMITS._replace(bytes=max_problem_bytes)
    store = Bank(*problems, limits=limits)
    for name in with_progress(files, len(files), "Checking", "checked"):
        try:
            said = validate_file(name, store, limits, max_submission_bytes)
        except GradingError as failure:
            said = "".join(f"{fault}\n" for fault in failure.faults)
            reach(Exit.PROBLEM if isinstance(failure, ProblemError) else Exit.SUBMISSION)
        emit_text(said)
    store.check_named()
    complain(store.notes)
    complain(store.faults, Exit.PROBLEM)


def validate_file(name: str, store: Bank, limits: Limits, most: int) -> str:
    """Return that the file is right; submissions have at most `most` bytes. Raises SubmissionError and ProblemError with what is wrong with it."""
    if fault := quiz_fault(name):
        raise ProblemError([fault])
    document = read_document(name, limits, SubmissionError)
    source = printable(document.source)
    if any(map(is_problem, (document, *_parts_of(document)))):  # of several in one file it is said that it holds one
        problem = read_exercise(document, KINDS).problem
        warnings = "".join(f"{source}: warning: {warning}\n" for warning in problem.warnings)
        return f"{warnings}{source}: problem {problem.id} ({problem.kind}) is right\n"
    if len(document.content) > most:
        raise SubmissionError([Fault(too_large(SUBMISSION_LIMITS._replace(bytes=most)), document.source)])
    try:
        outcome = grade_submission(read_submission(document), partial(store.find_beside, document.source))
    except ProblemError as failure:
        raise SubmissionError(failure.faults) from failure
    if faults := _submission_faults(outcome):
        raise SubmissionError(faults)
    return f"{source}: {_can_be_graded(outcome)}\n"


def _parts_of(document: Document) -> list[Document]:
    """Return what a list holds, or one under `problems`; nothing of any other document."""
    held = document.data.get("problems") if isinstance(document.data, dict) else document.data
    return [document._replace(data=one) for one in held] if isinstance(held, list) else []


def _can_be_graded(outcome: Outcome) -> str:
    """Return how much of the submission there is to mark, and which parts are still blank."""
    parts = [part for graded in outcome.graded for part in graded.attempt]
    several = len(outcome.graded) > 1
    blank = [
        f"{graded.report.id} {part}" if several else part
        for graded in outcome.graded
        for part, given in graded.attempt.items()
        if is_blank(given)
    ]
    left = f"; blank: {listed(blank, _MOST_BLANK)}" if blank else ""
    return f"can be graded: {count(len(outcome.graded), 'problem')}, {count(len(parts), 'part')}{left}; this says nothing about marks"


def _submission_faults(outcome: Outcome) -> list[Fault]:
    faults = [fault for _, fault, _ in outcome.not_graded]
    for graded in outcome.graded:
        faults += graded.report.notes
        faults += [unread.fault for unread in graded.unread]
    return faults
