"""Marking what one student handed in, in one file or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grader.course.folder import File
from grader.course.students import HandIn, Typed
from grader.documents import STANDARD_INPUT, Limits, read_document
from grader.errors import Fault, SubmissionError
from grader.grading import Outcome, Submission, read_submission
from grader.marks.reports import Reveal
from grader.words import listed

MOST_FILES = 100
_MOST_SOURCES = 3

Mark = Callable[[list[Submission]], Outcome]
"""From the submissions of one student, at least one, to the outcome of all together."""


def peek(path: str, limits: Limits) -> Typed:
    """Return what a submission says of itself; of one that cannot be read nothing."""
    try:
        submission = read_submission(read_document(path, limits, SubmissionError))
    except SubmissionError:
        return Typed(None, frozenset())
    return Typed(submission.student, frozenset(submission.keys))


def mark_hand_in(hand_in: HandIn, limits: Limits, mark: Mark, reveal: Reveal) -> Outcome:
    """Return the outcome of what a student handed in. Never raises for what is in the files."""
    submissions: list[Submission] = []
    unread: list[Fault] = []
    for found in _read(hand_in.files, limits):
        submissions += [found] if isinstance(found, Submission) else []
        unread += found if isinstance(found, list) else []
    sources = tuple(STANDARD_INPUT if file.path == "-" else file.path for file in hand_in.files)
    outcome = mark(submissions) if submissions else Outcome(sources[0], faults=tuple(unread), reveal=reveal)
    if submissions:
        outcome = outcome._replace(unread=tuple(unread))
    if len(sources) > 1:
        outcome = outcome._replace(source=listed(sources, _MOST_SOURCES), sources=sources)
    return outcome._replace(student=hand_in.student or outcome.student)


def _read(files: tuple[File, ...], limits: Limits) -> Iterator[Submission | list[Fault]]:
    """Yield each file as a submission, or why it is none. Of very many files only the first are read."""
    for file in files[:MOST_FILES]:
        try:
            fault = [Fault(file.fault, file.path)] if file.fault else []
            yield fault or read_submission(read_document(file.path, limits, SubmissionError))
        except SubmissionError as failure:
            yield list(failure.faults)
    if len(files) > MOST_FILES:
        message = f"is the first of {len(files) - MOST_FILES:,} files that are not read: {MOST_FILES} a student are"
        yield [Fault(message, files[MOST_FILES].path)]
