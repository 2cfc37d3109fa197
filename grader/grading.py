"""From a submission to its report: the flow of grading, for one submission at a time."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.documents import (
    STANDARD_INPUT,
    Limits,
    Source,
    open_source,
    read_document,
    shape_faults,
)
from grader.documents.strict import SUBMISSION_LIMITS
from grader.errors import Fault, SubmissionError, suggest
from grader.graded import Graded, diagnosis_of, mark_answers, shown
from grader.kinds import KINDS, Exercise, Policy
from grader.marks.reports import Reveal
from grader.outcome import NOT_PART, NotGraded, Outcome, Superseded, of_no_problem
from grader.printable import printable
from grader.submission import Submission, answered, answers_to, read_submission
from grader.words import listed

if TYPE_CHECKING:  # a right submission needs no diagnosis, and does not wait for its import
    from grader.diagnosis import Diagnosis

FindExercise = Callable[[str], Exercise | Fault]
"""From a problem id to the problem, or to the reason why there is none."""


_MOST_NAMED = 8


Choose = Callable[[str, Sequence[Submission]], Submission]
"""Which of several submissions of one student, in their order, counts for the problem with this id, which all answer."""


def the_last(id_: str, answering: Sequence[Submission]) -> Submission:  # whatever the problem
    """Return the last one."""
    return answering[-1]


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
    return grade_one(submission, exercise, reveal=reveal, policy=policy)


def grade_one(submission: Submission, exercise: Exercise, *, reveal: Reveal, policy: Policy) -> Graded:
    """Return the marks of a submission's answers to one problem. Raises SubmissionError where these cannot be marked."""
    id_ = exercise.problem.id
    if id_ not in submission.keys:
        known = list(submission.keys)
        only = f", only to {listed([*map(printable, known)], _MOST_NAMED)}{suggest(id_, known)}" if known else ""
        message = f"there are no answers to {printable(id_)} in it{only}"
        raise SubmissionError(submission.document.faults([(message, ("answers",))]))
    outcome = grade_submission(submission, lambda _: exercise, reveal=reveal, require=(id_,), only=True, policy=policy)
    if not outcome.graded:
        raise SubmissionError(fault for missed, fault, _ in outcome.not_graded if missed == id_)
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
    return grade_asked([submission], find, reveal=reveal, require=require, only=only, policy=policy)


def grade_asked(
    submissions: Sequence[Submission],
    find: FindExercise,
    *,
    reveal: Reveal = Reveal.EXPECTED,
    require: Sequence[str] = (),
    only: bool = False,
    policy: Policy = Policy(),
    choose: Choose = the_last,
) -> Outcome:
    """Return the outcome of all submissions of one student, as `grade_joined` does.

    With `only`, where they name problems and none of them is required, nothing is graded: they are of another assignment, or
    the ids are mistyped, and neither is worth a 0.
    """
    named = dict.fromkeys(id_ for submission in submissions for id_ in submission.keys)
    if not only or not named or any(id_ in require for id_ in named):
        return grade_joined(submissions, find, reveal=reveal, require=require, only=only, policy=policy, choose=choose)
    faults = tuple(
        one.document.faults([(of_no_problem([*one.keys], require), ("answers",))])[0] for one in submissions if one.keys
    )
    documents = tuple(submission.document for submission in submissions)
    student = next((one.student for one in submissions if one.student), None)
    return Outcome(documents[0].source, student, faults=faults, documents=documents, reveal=reveal, typed=student)


def grade_joined(
    submissions: Sequence[Submission],
    find: FindExercise,
    *,
    reveal: Reveal = Reveal.EXPECTED,
    require: Sequence[str] = (),
    only: bool = False,
    policy: Policy = Policy(),
    choose: Choose = the_last,
) -> Outcome:
    """Return the outcome of all submissions of one student as if they were one; see `grade_submission`.

    Of several that answer one problem the one counts that `choose` says. One that only names it, with nothing filled in,
    does not answer it.
    """
    graded: list[Graded] = []
    not_graded: list[NotGraded] = []
    counting, superseded = _counting(submissions, choose)
    for id_ in dict.fromkeys((*counting, *require)):
        submission = counting.get(id_, submissions[0])
        document = submission.document
        if only and id_ not in require:
            message = f'"{printable(id_)}" {NOT_PART}{suggest(id_, require)}'
            not_graded.append(NotGraded(id_, _fault(submission, id_, message), is_asked=False))
            continue
        found = find(id_)
        if isinstance(found, Exercise) and isinstance(answers_to(submission, id_), (dict, type(None))):
            graded.append(mark_answers(found, document, submission.keys.get(id_), policy))
        elif isinstance(found, Exercise):
            path = ("answers", submission.keys[id_])
            not_graded.append(NotGraded(id_, shape_faults(document, f"answers-{found.kind.name}", path)[0]))
        else:
            is_unknown = not found.source and id_ in submission.keys
            above = [one.exercise.problem.id for one in graded if one.exercise.problem.id in submission.keys]
            message = _unknown(id_, found.message, above)
            not_graded.append(NotGraded(id_, _fault(submission, id_, message) if is_unknown else found))
    documents = tuple(submission.document for submission in submissions)
    student = next((submission.student for submission in submissions if submission.student), None)
    return Outcome(
        documents[0].source,
        student,
        _diagnosed(graded, reveal),
        tuple(not_graded),
        documents=documents,
        reveal=reveal,
        typed=student,
        superseded=superseded,
        is_closed=only,
    )


def _counting(
    submissions: Sequence[Submission], choose: Choose
) -> tuple[dict[str, Submission], tuple[Superseded, ...]]:
    """Return for each problem the submission whose answers count, and the answers of others that do not."""
    counting: dict[str, Submission] = {}
    answering: dict[str, list[Submission]] = {}
    for submission in submissions:
        counting |= dict.fromkeys(submission.keys, submission)
        for id_ in answered(submission):
            answering.setdefault(id_, []).append(submission)
    counting |= {id_: choose(id_, held) if len(held) > 1 else held[0] for id_, held in answering.items()}
    counts = {id(counting[id_]) for id_ in answering}
    left_out = [
        Superseded(id_, one.document.source, counting[id_].document.source, id(one) in counts)
        for id_, held in answering.items()
        for one in held
        if one is not counting[id_]
    ]
    return counting, tuple(left_out)


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


def _diagnosed(graded: Sequence[Graded], reveal: Reveal) -> tuple[Graded, ...]:
    """Return the problems with what is behind wrong answers, as their reader may see it; each is told from what the others show."""
    diagnoses: Sequence[Diagnosis | None] = [None] * len(graded)
    wrong = [one for one in graded if one.report.earned != one.report.possible]
    if wrong:
        from grader.diagnosis import across_problems

        told = iter(across_problems([*map(diagnosis_of, wrong)]))
        diagnoses = [next(told) if one.report.earned != one.report.possible else None for one in graded]
    return tuple(shown(one, diagnosis, reveal) for one, diagnosis in zip(graded, diagnoses, strict=True))
