"""`gametree validate`: what is wrong with a file, problem or submission, without marks."""

from __future__ import annotations

from functools import partial

import click

from grader.bank import Bank, is_problem
from grader.cli.command import Command
from grader.cli.options import (
    Exit,
    complain,
    emit_text,
    leave,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
    with_progress,
)
from grader.cli.quiz_files import quiz_fault
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS, Document, Limits, read_document, too_large
from grader.errors import Fault, GradingError, ProblemError, SubmissionError
from grader.grading import grade_submission
from grader.kinds import KINDS, read_exercise
from grader.marks.reports import Malformed
from grader.outcome import Outcome
from grader.printable import printable
from grader.submission import is_blank, read_submission
from grader.words import count, listed

_MOST_BLANK = 20
_NO_MARKS = "this says nothing about marks"


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  gametree validate week5/problem-01/problem.yaml
  gametree validate submissions/*.yaml --problems week5/
""",
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
    codes: set[Exit] = set()
    for name in with_progress(files, len(files), "Checking", "checked"):
        said, code = validate_file(name, store, limits, max_submission_bytes)
        codes |= {code} if emit_text(said) else {Exit.USAGE}
    store.check_named()
    complain((*store.notes, *store.faults))
    leave(codes | ({Exit.PROBLEM} if store.faults else set()))


def validate_file(name: str, store: Bank, limits: Limits, most: int) -> tuple[str, Exit]:
    """Return what is to be said of the file, and the exit code that it asks for; submissions have at most `most` bytes."""
    if fault := quiz_fault(name):
        return _said((fault,)), Exit.PROBLEM
    try:
        document = read_document(name, limits, SubmissionError)
    except SubmissionError as failure:
        return _said(failure.faults), Exit.SUBMISSION
    if is_problem(document):
        return _validate_problem(document)
    return _validate_submission(document, store, most)


def _said(faults: tuple[Fault, ...]) -> str:
    return "".join(f"{fault}\n" for fault in faults)


def _validate_problem(document: Document) -> tuple[str, Exit]:
    try:
        problem = read_exercise(document, KINDS).problem
    except ProblemError as failure:
        return _said(failure.faults), Exit.PROBLEM
    warnings = "".join(f"{printable(document.source)}: warning: {warning}\n" for warning in problem.warnings)
    return f"{warnings}{printable(document.source)}: problem {problem.id} ({problem.kind}) is right\n", Exit.GRADED


def _validate_submission(document: Document, store: Bank, most: int) -> tuple[str, Exit]:
    try:
        if len(document.content) > most:
            raise SubmissionError([Fault(too_large(SUBMISSION_LIMITS._replace(bytes=most)), document.source)])
        find = partial(store.find_beside, document.source)
        outcome = grade_submission(read_submission(document), find)
    except GradingError as failure:
        return _said(failure.faults), Exit.SUBMISSION
    faults = tuple(_submission_faults(outcome))
    if faults:
        faults = SubmissionError(faults).faults  # sorted by place
        return _said(faults), Exit.SUBMISSION
    return f"{printable(document.source)}: {_can_be_graded(outcome)}\n", Exit.GRADED


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
    return f"can be graded: {count(len(outcome.graded), 'problem')}, {count(len(parts), 'part')}{left}; {_NO_MARKS}"


def _submission_faults(outcome: Outcome) -> list[Fault]:
    faults = [fault for _, fault, _ in outcome.not_graded]
    for graded in outcome.graded:
        faults += graded.report.notes
        faults += [given.fault for given in graded.attempt.values() if isinstance(given, Malformed)]
    return faults
