"""From a submission to its report: the flow of grading, for one submission at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grader.documents import Document, Limits, read_document, shape_faults
from grader.documents.strict import SUBMISSION_LIMITS
from grader.errors import Fault, SubmissionError
from grader.exact import Number, whole
from grader.kinds import Attempt, Exercise, unmarked_parts
from grader.marking import ProblemReport, Reveal, redact
from grader.printable import printable

FindExercise = Callable[[str], Exercise | Fault]
"""From a problem id to the problem, or to the reason why there is none."""


class Submission(NamedTuple):
    """A submission that was read: who handed it in, and under which key each problem id stands in it."""

    document: Document
    student: str | None
    keys: dict[str, str]


class Graded(NamedTuple):
    """One problem of a submission, marked. `report` is already redacted to what its reader may see."""

    exercise: Exercise
    attempt: Attempt
    report: ProblemReport


class NotGraded(NamedTuple):
    """One problem of a submission that could not be marked, and why."""

    id: str
    fault: Fault


class Outcome(NamedTuple):
    """What became of one submission. `faults` say why nothing could be read; then there are no marks at all."""

    source: str
    student: str | None = None
    graded: tuple[Graded, ...] = ()
    not_graded: tuple[NotGraded, ...] = ()
    faults: tuple[Fault, ...] = ()
    document: Document | None = None
    reveal: Reveal = Reveal.EXPECTED

    @property
    def is_gradable(self) -> bool:
        """Return whether the submission could be read."""
        return not self.faults

    @property
    def earned(self) -> Number:
        """Return the marks of all graded problems."""
        return whole(sum((Fraction(graded.report.earned) for graded in self.graded), Fraction(0)))

    @property
    def possible(self) -> Number:
        """Return the points of all graded problems."""
        return whole(sum((Fraction(graded.report.possible) for graded in self.graded), Fraction(0)))


def read_submission(document: Document) -> Submission:
    """Return the submission that the document states. Raises SubmissionError."""
    if faults := shape_faults(document, "submission"):
        raise SubmissionError(faults)
    keys: dict[str, str] = {}
    for key in document.data["answers"]:
        if key.strip() in keys:
            message = f'the problem "{printable(key.strip())}" is answered twice, expected once'
            raise SubmissionError(document.faults([(message, ("answers", key))]))
        keys[key.strip()] = key
    student = document.data.get("student")
    return Submission(document, student and student.strip(), keys)


def grade(
    name: str,
    find: FindExercise,
    *,
    reveal: Reveal = Reveal.EXPECTED,
    require: Sequence[str] = (),
    limits: Limits = SUBMISSION_LIMITS,
) -> Outcome:
    """Return the outcome of the submission in the named file ("-": standard input). Never raises for what is in it."""
    try:
        submission = read_submission(read_document(name, limits, SubmissionError))
    except SubmissionError as failure:
        return Outcome("standard input" if name == "-" else name, faults=failure.faults, reveal=reveal)
    return grade_submission(submission, find, reveal=reveal, require=require)


def grade_submission(
    submission: Submission, find: FindExercise, *, reveal: Reveal = Reveal.EXPECTED, require: Sequence[str] = ()
) -> Outcome:
    """Return the outcome of a submission: its problems in the order in which it names them, then the required ones."""
    graded: list[Graded] = []
    not_graded: list[NotGraded] = []
    document = submission.document
    for id_ in dict.fromkeys((*submission.keys, *require)):
        found = find(id_)
        if isinstance(found, Exercise) and isinstance(_answers(submission, id_), (dict, type(None))):
            graded.append(_grade_problem(found, submission, reveal))
        elif isinstance(found, Exercise):
            not_graded.append(NotGraded(id_, _fault(submission, id_, "expected a mapping from parts to answers")))
        else:
            is_unknown = not found.source and id_ in submission.keys
            not_graded.append(NotGraded(id_, _fault(submission, id_, found.message) if is_unknown else found))
    return Outcome(
        document.source, submission.student, tuple(graded), tuple(not_graded), document=document, reveal=reveal
    )


def _answers(submission: Submission, id_: str) -> Any:
    """Return what the submission answers to a problem, as it was written; None where it does not name it."""
    return submission.document.data["answers"][submission.keys[id_]] if id_ in submission.keys else None


def _fault(submission: Submission, id_: str, message: str) -> Fault:
    return submission.document.faults([(message, ("answers", submission.keys[id_]))])[0]


def _grade_problem(exercise: Exercise, submission: Submission, reveal: Reveal) -> Graded:
    kind, problem, solution, _ = exercise
    document = submission.document
    if _answers(submission, problem.id) is None:
        attempt: Attempt = dict.fromkeys(problem.ask)
        return Graded(exercise, attempt, redact(kind.check(kind, problem, solution, attempt), reveal))
    path = ("answers", submission.keys[problem.id])
    shape = shape_faults(document, f"answers-{kind.name}", path)
    attempt = kind.read_answer(kind, problem, document, path, shape)
    report = kind.check(kind, problem, solution, attempt)
    notes = tuple(unmarked_parts(kind, problem, document, path))
    return Graded(exercise, attempt, redact(report._replace(notes=notes), reveal))
