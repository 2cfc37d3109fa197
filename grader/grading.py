"""From a submission to its report: the flow of grading, for one submission at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grader.data import Data
from grader.documents import (
    GIVEN_DATA,
    STANDARD_INPUT,
    Document,
    Limits,
    Source,
    misplaced,
    open_source,
    read_document,
    shape_faults,
)
from grader.documents.strict import SUBMISSION_LIMITS
from grader.errors import Fault, SubmissionError
from grader.exact import Number, whole
from grader.kinds import KINDS, Attempt, Exercise, Policy, unmarked_parts
from grader.marks.redaction import redact
from grader.marks.reports import Finding, ProblemReport, Reveal
from grader.marks.rounding import Marks, Share, round_marks
from grader.printable import printable

if TYPE_CHECKING:  # a right submission needs no diagnosis, and does not wait for its import
    from grader.diagnosis import Diagnosis, Fit, Item, Slip

FindExercise = Callable[[str], Exercise | Fault]
"""From a problem id to the problem, or to the reason why there is none."""


NOT_PART = "is not part of this assignment and was not marked"


class Submission(NamedTuple):
    """A submission that was read: who handed it in, and under which key each problem id stands in it."""

    document: Document
    student: str | None
    keys: dict[str, str]


class Graded(NamedTuple):
    """One problem of a submission, marked. `report` is already redacted to what its reader may see, `marks` are rounded."""

    exercise: Exercise
    attempt: Attempt
    report: ProblemReport
    marks: Marks

    @property
    def earned(self) -> Number:
        """Return the marks, as every report shows them."""
        return self.marks.earned

    @property
    def possible(self) -> Number:
        """Return the points."""
        return self.marks.possible

    def __repr__(self) -> str:
        return f"<Graded {printable(self.report.id)}: {self.marks.total.words}>"

    def _repr_html_(self) -> str:
        """Return the tree and the marks, for notebooks."""
        from grader.pages.notebook import graded_html

        return graded_html(self)


class NotGraded(NamedTuple):
    """One problem of a submission that could not be marked, and why."""

    id: str
    fault: Fault


class Superseded(NamedTuple):
    """Answers to a problem that do not count, because those in a later file of the same student do."""

    id: str
    source: str
    by: str

    def __str__(self) -> str:
        """Return it as a sentence."""
        return f"{printable(self.source)}: the answers to {printable(self.id)} do not count, those in {printable(self.by)} do"


class Outcome(NamedTuple):
    """What became of what one student handed in. `faults` say why nothing could be read; then there are no marks at all.

    `student` is who handed in, `typed` what the submission itself says of that. Where several files were joined, `sources` are all of them, `unread` says which could not be read, and `superseded` which answers do not count.
    """

    source: str
    student: str | None = None
    graded: tuple[Graded, ...] = ()
    not_graded: tuple[NotGraded, ...] = ()
    faults: tuple[Fault, ...] = ()
    documents: tuple[Document, ...] = ()
    reveal: Reveal = Reveal.EXPECTED
    typed: str | None = None
    sources: tuple[str, ...] = ()
    unread: tuple[Fault, ...] = ()
    superseded: tuple[Superseded, ...] = ()

    def __repr__(self) -> str:
        who = printable(self.student or self.source)
        return f"<Outcome {who}: {self.total.words if self.is_gradable else 'not graded'}>"

    def _repr_html_(self) -> str:
        """Return the trees and the marks, for notebooks."""
        from grader.pages.notebook import outcome_html

        return outcome_html(self)

    @property
    def problems(self) -> tuple[Graded, ...]:
        """Return the problems that were marked."""
        return self.graded

    @property
    def is_gradable(self) -> bool:
        """Return whether the submission could be read."""
        return not self.faults

    @property
    def earned(self) -> Number:
        """Return the marks of all graded problems, each rounded once."""
        return whole(sum((Fraction(graded.marks.earned) for graded in self.graded), Fraction(0)))

    @property
    def possible(self) -> Number:
        """Return the points of all graded problems."""
        return whole(sum((Fraction(graded.marks.possible) for graded in self.graded), Fraction(0)))

    @property
    def total(self) -> Share:
        """Return the marks of all graded problems of those that could be earned."""
        return Share(self.earned, self.possible)


def outcome_of(graded: Graded) -> Outcome:
    """Return the outcome of one problem that was marked by itself."""
    return Outcome(GIVEN_DATA, graded=(graded,), reveal=graded.report.reveal)


def read_submission(document: Document) -> Submission:
    """Return the submission that the document states. Raises SubmissionError."""
    if faults := shape_faults(document, "submission"):
        raise SubmissionError(misplaced(document) or faults)
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
    only: bool = False,
    limits: Limits = SUBMISSION_LIMITS,
    policy: Policy = Policy(),
) -> Outcome:
    """Return the outcome of the submission in the named file ("-": standard input). Never raises for what is in it."""
    try:
        submission = read_submission(read_document(name, limits, SubmissionError))
    except SubmissionError as failure:
        return Outcome(STANDARD_INPUT if name == "-" else name, faults=failure.faults, reveal=reveal)
    return grade_submission(submission, find, reveal=reveal, require=require, only=only, policy=policy)


def grade_answers(exercise: Exercise, answers: Source, *, reveal: Reveal, policy: Policy) -> Graded:
    """Return the marks of answers to one problem; those of a whole submission that a file or bytes hold.

    Raises SubmissionError where nothing in it can be marked.
    """
    id_ = exercise.problem.id
    stated: Source = {"answers": {id_: answers}} if isinstance(answers, Mapping) else answers
    submission = read_submission(open_source(stated, SUBMISSION_LIMITS, SubmissionError))
    if id_ not in submission.keys:
        message = f"there are no answers to {printable(id_)} in it"
        raise SubmissionError(submission.document.faults([(message, ("answers",))]))
    outcome = grade_submission(submission, lambda _: exercise, reveal=reveal, require=(id_,), only=True, policy=policy)
    if not outcome.graded:
        raise SubmissionError(fault for missed, fault in outcome.not_graded if missed == id_)
    return outcome.graded[0]


def grade_submission(
    submission: Submission,
    find: FindExercise,
    *,
    reveal: Reveal = Reveal.EXPECTED,
    require: Sequence[str] = (),
    only: bool = False,
    policy: Policy = Policy(),
) -> Outcome:
    """Return the outcome of a submission: its problems in the order in which it names them, then the required ones.

    With `only` nothing but the required ones is marked: who adds a problem that they can solve gains nothing by it.
    """
    return grade_joined([submission], find, reveal=reveal, require=require, only=only, policy=policy)


def grade_joined(
    submissions: Sequence[Submission],
    find: FindExercise,
    *,
    reveal: Reveal = Reveal.EXPECTED,
    require: Sequence[str] = (),
    only: bool = False,
    policy: Policy = Policy(),
) -> Outcome:
    """Return the outcome of all submissions of one student as if they were one; see `grade_submission`.

    Of several that answer one problem the last counts. One that only names it, with nothing filled in, does not answer it.
    """
    graded: list[Graded] = []
    not_graded: list[NotGraded] = []
    counting, superseded = _counting(submissions)
    for id_ in dict.fromkeys((*counting, *require)):
        submission = counting.get(id_, submissions[0])
        document = submission.document
        if only and id_ not in require:
            not_graded.append(NotGraded(id_, Fault(NOT_PART)))
            continue
        found = find(id_)
        if isinstance(found, Exercise) and isinstance(_answers(submission, id_), (dict, type(None))):
            graded.append(_grade_problem(found, submission, policy))
        elif isinstance(found, Exercise):
            path = ("answers", submission.keys[id_])
            not_graded.append(NotGraded(id_, shape_faults(document, f"answers-{found.kind.name}", path)[0]))
        else:
            is_unknown = not found.source and id_ in submission.keys
            above = [one.exercise.problem.id for one in graded if one.exercise.problem.id in submission.keys]
            message = _unknown(id_, found.message, above)
            not_graded.append(NotGraded(id_, _fault(submission, id_, message) if is_unknown else found))
    shown = tuple(one._replace(report=redact(one.report, reveal)) for one in _diagnosed(graded))
    documents = tuple(submission.document for submission in submissions)
    student = next((submission.student for submission in submissions if submission.student), None)
    return Outcome(
        documents[0].source,
        student,
        shown,
        tuple(not_graded),
        documents=documents,
        reveal=reveal,
        typed=student,
        superseded=superseded,
    )


def _counting(submissions: Sequence[Submission]) -> tuple[dict[str, Submission], tuple[Superseded, ...]]:
    """Return for each problem the submission whose answers count, and the answers of others that do not."""
    counting: dict[str, Submission] = {}
    answering: dict[str, list[Submission]] = {}
    for submission in submissions:
        for id_ in submission.keys:
            if _is_answered(_answers(submission, id_)):
                answering.setdefault(id_, []).append(submission)
            counting[id_] = answering.get(id_, [submission])[-1]
    left_out = [
        Superseded(id_, earlier.document.source, last.document.source)
        for id_, (*others, last) in answering.items()
        for earlier in others
    ]
    return counting, tuple(left_out)


def _is_answered(answers: Data) -> bool:
    """Return whether anything is filled in; what is no map of parts was at least written."""
    return not is_blank(answers) and (not isinstance(answers, dict) or not all(map(is_blank, answers.values())))


def is_blank(given: Data) -> bool:
    """Return whether an answer says nothing: it is not there, or is a map in which every entry was left blank.

    >>> is_blank(None), is_blank({"A": None}), is_blank({}), is_blank([])
    (True, True, False, False)
    """
    return given is None or (isinstance(given, dict) and bool(given) and all(one is None for one in given.values()))


def _answers(submission: Submission, id_: str) -> Data:
    """Return what the submission answers to a problem, as it was written; None where it does not name it."""
    return submission.document.data["answers"][submission.keys[id_]] if id_ in submission.keys else None


def _unknown(id_: str, message: str, above: Sequence[str]) -> str:
    """Return what is said of an id that no problem has; `above` are the problems that stand before it."""
    if not any(id_ in KINDS[kind].parts for kind in KINDS):
        return message
    advice = (
        f"indent it deeper than {above[-1]}: above it"
        if above
        else "write the problem's id above it and indent it deeper"
    )
    return f'"{id_}" is a part of an answer, expected the id of a problem; {advice}'


def _fault(submission: Submission, id_: str, message: str) -> Fault:
    return submission.document.faults([(message, ("answers", submission.keys[id_]))])[0]


def _grade_problem(exercise: Exercise, submission: Submission, policy: Policy) -> Graded:
    kind, problem, solution, *_ = exercise
    document, marking = submission.document, policy.over(problem.policy).settled()
    if _answers(submission, problem.id) is None:
        blank: Attempt = dict.fromkeys(problem.ask)
        report = kind.check(kind, problem, solution, blank, marking)
        return Graded(exercise, blank, report, round_marks(report, marking.round))
    path = ("answers", submission.keys[problem.id])
    shape = shape_faults(document, f"answers-{kind.name}", path)
    attempt = kind.read_answer(kind, problem, document, path, shape)
    report = kind.check(kind, problem, solution, attempt, marking)
    notes = tuple(unmarked_parts(kind, problem, document, path))
    return Graded(exercise, attempt, report._replace(notes=notes), round_marks(report, marking.round))


def _diagnosed(graded: Sequence[Graded]) -> list[Graded]:
    """Return the problems with what is behind wrong answers; each is told from what the others show."""
    wrong = [one.report.earned != one.report.possible for one in graded]
    if not any(wrong):
        return list(graded)
    from grader.diagnosis import NOTHING, across_problems, diagnose

    diagnoses = [
        diagnose(one.exercise, one.attempt) if is_wrong else NOTHING
        for one, is_wrong in zip(graded, wrong, strict=True)
    ]
    return [_with_findings(one, diagnosis) for one, diagnosis in zip(graded, across_problems(diagnoses), strict=True)]


def _with_findings(graded: Graded, diagnosis: Diagnosis) -> Graded:
    if diagnosis.slip is not None:
        return graded._replace(report=graded.report._replace(slip=_slip_sentence(graded, diagnosis.slip)))
    if not diagnosis.fits:
        return graded
    entries = [entry for part in graded.report.parts for entry in part.entries]
    left_out = {entry.node for entry in entries if entry.given is None} - {
        e.node for e in entries if e.given is not None
    }
    findings = tuple(
        finding._replace(is_seen=finding.node not in left_out)
        for finding in (_finding(graded.exercise, fit, diagnosis.judged) for fit in diagnosis.fits)
    )
    return graded._replace(report=graded.report._replace(findings=findings))


def _finding(exercise: Exercise, fit: Fit, judged: Collection[Item]) -> Finding:
    """Return what is said of a misconception; where it shows is nowhere that the student was right."""
    from grader.kinds.misconceptions import advise

    def may_show(part: str, key: int | None) -> bool:
        return (part, key) not in judged or (part, key) in fit.shown

    kind, problem, solution, *_ = exercise
    divergence = kind.wrong.divergence(problem, solution, fit.answers, may_show)
    at, step = divergence or (None, "")
    node = None if at is None else exercise.name_of(at)
    return Finding(
        fit.misconception.name,
        advise(kind.wrong.wordings[fit.misconception.name], fit.misconception),
        step,
        node,
        fit.explains,
        fit.slips,
        fit.of,
    )


def _slip_sentence(graded: Graded, slip: Slip) -> str:
    """Return what is said of a slip. The node of an entry that is missing is not named: not every reader may see it."""
    (part, key), exercise = slip.item, graded.exercise
    if key is None:
        return f"Only {part} is wrong; all the rest that you answered is right."
    name = exercise.name_of(key)
    if slip.not_following:
        return f"Only {name} is wrong ({part}); {_not_following(exercise, slip)} not follow from it."
    where = f"{part}, at {name}" if key in graded.attempt[part] else part
    return f"One slip ({where}): all the rest is right, or follows from it."


def _not_following(exercise: Exercise, slip: Slip) -> str:
    """Return the subject and verb of what does not follow: numbers together, else the parts by name."""
    answers = [exercise.solution.answers[part] for part in slip.not_following]
    if any(isinstance(answer, (int, Fraction, dict)) for answer in answers):
        return "the other numbers do"
    return f"{' and '.join(slip.not_following)} {'does' if len(answers) == 1 else 'do'}"
