"""Marking what one student handed in, in one file or in several."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grader.course.content import content_of, holds_answers
from grader.course.found import File
from grader.course.hand_in import HandIn, Typed
from grader.documents import STANDARD_INPUT, Limits, parse_document
from grader.errors import Fault, SubmissionError
from grader.marks.reports import Reveal
from grader.outcome import Outcome
from grader.submission import Submission, answered, read_submission
from grader.words import listed

MOST_FILES = 100
_MOST_SOURCES = 3
FAILED = "could not be marked: the program failed on it, which is a bug of the program; it is not graded"

Mark = Callable[[list[Submission]], Outcome]
"""From the submissions of one student, at least one, to the outcome of all together."""


def peek(file: File, limits: Limits) -> Typed:
    """Return what a submission says of itself; of one that cannot be read nothing."""
    try:
        submission = read_submission(parse_document(content_of(file, limits), file.path, SubmissionError))
    except SubmissionError:
        return Typed(None, frozenset())
    return Typed(submission.student, frozenset(submission.keys), frozenset(answered(submission)))


class Given(NamedTuple):
    """A file that was handed in, ready to be sent to another process: its bytes, or why it has none."""

    source: str
    content: bytes = b""
    faults: tuple[Fault, ...] = ()


def open_files(files: Sequence[File], limits: Limits) -> tuple[Given, ...]:
    """Return the files of a student with their bytes. Of very many files only the first are read."""
    given = tuple(_open(file, limits) for file in files[:MOST_FILES])
    if len(files) <= MOST_FILES:
        return given
    first = f"is the first of {len(files) - MOST_FILES:,} files that are not read: {MOST_FILES} a student are"
    others = f"is not read: {MOST_FILES} files a student are"
    left_out = files[MOST_FILES:]
    said = (first, *(others for _ in left_out[1:]))
    return (
        *given,
        *(Given(file.path, faults=(Fault(why, file.path),)) for file, why in zip(left_out, said, strict=True)),
    )


def _open(file: File, limits: Limits) -> Given:
    source = STANDARD_INPUT if file.path == "-" else file.path
    try:
        return Given(source, content_of(file, limits))
    except SubmissionError as failure:
        return Given(source, faults=failure.faults)


def mark_hand_in(hand_in: HandIn, limits: Limits, mark: Mark, reveal: Reveal) -> Outcome:
    """Return the outcome of what a student handed in. Never raises for what is in the files."""
    return mark_given(hand_in.student, open_files(hand_in.files, limits), mark, reveal)


def mark_given(student: str | None, given: Sequence[Given], mark: Mark, reveal: Reveal) -> Outcome:
    """Return the outcome of what a student handed in, from the bytes of the files."""
    submissions: list[Submission] = []
    unread: list[Fault] = []
    beside: set[str] = set()
    for file, found in zip(given, _read(given), strict=True):
        if isinstance(found, Submission):
            submissions.append(found)
        else:
            unread += found
            beside |= {file.source} if _is_beside(file) else set()
    sources = tuple(file.source for file in given)
    outcome = mark(submissions) if submissions else Outcome(sources[0], reveal=reveal)
    if outcome.faults or not submissions:
        outcome = outcome._replace(faults=(*unread, *outcome.faults))
    else:
        outcome = outcome._replace(unread=(*unread, *outcome.unread), beside=frozenset(beside))
    marked = {document.source for document in outcome.documents}
    left_out = tuple(one.document for one in submissions if one.document.source not in marked)
    outcome = outcome._replace(not_marked=left_out)
    if len(sources) > 1:
        outcome = outcome._replace(source=listed(sources, _MOST_SOURCES), sources=sources)
    return outcome._replace(student=student or outcome.student)


def _is_beside(file: Given) -> bool:
    """Return whether a file that is no submission was looked at and says nowhere that answers are in it."""
    return any(fault.is_no_text for fault in file.faults) or not (file.faults or holds_answers(file.content))


def _read(given: Sequence[Given]) -> Iterator[Submission | list[Fault]]:
    """Yield each file as a submission, or why it is none."""
    for file in given:
        try:
            yield list(file.faults) or read_submission(parse_document(file.content, file.source, SubmissionError))
        except SubmissionError as failure:
            yield list(failure.faults)
