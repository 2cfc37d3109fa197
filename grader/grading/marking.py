"""From a submission to its report: the flow of grading, for one submission at a time."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grader.core.answers.reports import Reveal, Voice, redact
from grader.core.answers.rounding import round_marks
from grader.core.data import Data, Plain, grouped
from grader.core.documents import STANDARD_INPUT, Document, Limits, Source, open_source, read_document, shape_faults
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.drawing.diagram import Diagram, Numbers
from grader.core.errors import Fault, Path, SubmissionError, suggest
from grader.core.lazy import LaterFunctions
from grader.core.policy import Marking
from grader.core.text import listed_names, printable
from grader.grading.outcome import NOT_PART, NotGraded, Outcome, Superseded, of_no_problem
from grader.kinds import KINDS, Attempt, Exercise, Graded, Kind, Policy
from grader.kinds.problems import Made, Witness
from grader.kinds.record import View

if TYPE_CHECKING:
    from grader.core.documents import mending
    from grader.grading import accepting, diagnosis
    from grader.grading.diagnosis import Diagnosis
else:  # most submissions can be read, and many are right
    accepting = LaterFunctions("grader.grading.accepting")
    diagnosis = LaterFunctions("grader.grading.diagnosis")
    mending = LaterFunctions("grader.core.documents.mending")


# -- one problem, marked: the report of its parts, what is behind wrong answers, and what is made of both. A class
# gives many answers, but few different ones. So what was made of answers is kept with their exercise for whoever
# writes the very same: marks, diagnosis, and what outputs say of them. Of a thousand students of a quiz three
# quarters of the answers were there before, and grading takes half of the time (`bench/run.py --only grading`)


def mark_answers(exercise: Exercise, document: Document, key: str | None, policy: Policy) -> Graded:
    """Return the marks of the answers that stand under a key of the submission, nothing redacted; without one all is blank."""
    written = None if key is None else document.data["answers"][key]
    path: Path = () if key is None or written is None else ("answers", key)

    known = (repr(written), policy)  # what the problem says of marking is always the same

    def mark() -> Graded:
        marking = policy.over(exercise.problem.policy).settled()
        return _with_room(_mark(exercise, document, path, marking), known)

    graded: Graded = exercise.kept.get_or_make(known, mark, _names_no_line)
    return graded


def _mark(exercise: Exercise, document: Document, path: Path, marking: Marking) -> Graded:
    kind, problem, solution, *_ = exercise
    if not path:
        blank: Attempt = dict.fromkeys(problem.parts)
        report = kind.check(kind, problem, solution, blank, marking)
        return Graded(exercise, blank, report, round_marks(report, marking.round))
    attempt = kind.read_answer(kind, problem, document, path)
    report = kind.check(kind, problem, solution, attempt, marking)
    if exercise.accepted:
        report = accepting.report_with_accepted(exercise, attempt, marking, report)
    notes = (*report.notes, *kind.unmarked(kind, problem, document, path))
    return Graded(exercise, attempt, report._replace(notes=notes), round_marks(report, marking.round))


def _names_no_line(graded: Graded) -> bool:
    """Return whether the marks are the same in any submission: of what cannot be judged the line is told."""
    return not graded.report.notes and not graded.unread


def _with_room(graded: Graded, key: Hashable) -> Graded:
    """Return the marks with room for what is made of them, where another submission can have the same."""
    return graded._replace(made=Made(graded[:-1], key, {})) if _names_no_line(graded) else graded


def diagnosis_of(graded: Graded) -> "Diagnosis":
    """Return what is behind wrong answers to the problem."""
    return graded.get_or_make("diagnosis", lambda: diagnosis.diagnose(graded.exercise, graded.attempt))


def _redacted(graded: Graded, found: "Diagnosis | None", reveal: Reveal) -> Graded:
    """Return the marks with what is behind them, as their reader may see them."""
    fits = () if found is None else tuple(fit.misconception.name for fit in found.fits)

    def make() -> Graded:
        diagnosed = graded if found is None else diagnosis.with_findings(graded, found)
        return diagnosed._replace(report=redact(diagnosed.report, reveal))

    return _made_of(graded, ("shown", fits, reveal), make)


def as_seen(graded: Graded, reveal: Reveal) -> Graded:
    """Return marks that hide nothing as a reader sees them who may see no more than this."""
    if reveal is Reveal.EXPECTED:
        return graded
    return _made_of(graded, ("seen", reveal), lambda: graded._replace(report=redact(graded.report, reveal)))


def _made_of(graded: Graded, what: Hashable, make: Callable[[], Graded]) -> Graded:
    """Return marks that are made of others, with room for what is made of them in turn."""
    key = None if graded.made is None else (graded.made.key, what)
    return graded.get_or_make(what, lambda: _with_room(make(), key))


def witness_of(graded: Graded) -> Witness | None:
    """Return on which problem it is seen what is wrong, of answers to several as its reader may see it."""
    found: Witness | None = graded.get_or_make("witness", partial(graded.exercise.kind.witness, graded))
    return found


def graded_diagrams(graded: Graded, numbers: Numbers = Numbers.VALUES) -> Sequence[Diagram]:
    """Return the annotated diagrams of one graded problem; the solution goes in only where it may be seen.

    Of answers to several problems they are those of the one on which it is seen what is wrong.
    """
    if (witness := witness_of(graded)) is not None:
        return graded_diagrams(witness.graded, numbers)
    kind, problem, solution, *_ = graded.exercise
    seen = solution if graded.report.reveal is Reveal.EXPECTED else None
    view = View(problem, seen, graded.attempt, graded.report, numbers)
    return graded.get_or_make(("diagrams", numbers), partial(_drawn, kind, view, graded.report.voice), is_large=True)


def _drawn(kind: Kind, view: View, voice: Voice) -> Sequence[Diagram]:
    return [one._replace(voice=voice) for one in kind.draw(view)]


# -- a submission that was read: who handed it in, which problems it names, and what it answers to each


class Submission(NamedTuple):
    """A submission that was read: who handed it in, under which key each problem id stands in it, and what of it is passed over."""

    document: Document
    student: str | None
    keys: dict[str, str]
    passed_over: tuple[Fault, ...] = ()


def read_submission(document: Document) -> Submission:
    """Return the submission that the document states. Raises SubmissionError."""
    if faults := shape_faults(document, "submission"):
        raise SubmissionError(document.faults(mending.misplaced(document.data, document.text)) or faults)
    keys: dict[str, str] = {}
    for key in document.data["answers"]:
        if key.strip() in keys:
            message = f'the problem "{printable(key.strip())}" is answered twice, expected once'
            raise SubmissionError(document.faults([(message, ("answers", key))]))
        keys[key.strip()] = key
    student = document.data.get("student")
    return Submission(document, student and student.strip(), keys)


def answered(submission: Submission) -> list[str]:
    """Return the ids of the problems to which anything is filled in, in the order of the submission."""
    return [id_ for id_ in submission.keys if _is_answered(answers_to(submission, id_))]


def _is_answered(answers: Plain) -> bool:
    """Return whether anything is filled in; what is no map of parts was at least written."""
    return not is_blank(answers) and (not isinstance(answers, dict) or not all(map(is_blank, answers.values())))


def is_blank(given: Plain) -> bool:
    """Return whether an answer says nothing: it is not there, is blanks alone, or is a map in which every entry was left blank.

    >>> is_blank(None), is_blank({"A": None}), is_blank(" "), is_blank({}), is_blank([])
    (True, True, True, False, False)
    """
    if isinstance(given, str):
        return not given.strip()
    return given is None or (isinstance(given, dict) and bool(given) and all(one is None for one in given.values()))


def answers_to(submission: Submission, id_: str) -> Data:
    """Return what the submission answers to a problem, as it was written; None where it does not name it."""
    return submission.document.data["answers"][submission.keys[id_]] if id_ in submission.keys else None


FindExercise = Callable[[str], Exercise | Fault]
"""From a problem id to the problem, or to the reason why there is none."""


_MOST_NAMED = 8


Choose = Callable[[str, Sequence[Submission]], Submission]
"""Which of several submissions of one student, in their order, counts for the problem with this id, which all answer."""


def the_last(id_: str, answering: Sequence[Submission]) -> Submission:  # whatever the problem
    """Return the last one."""
    return answering[-1]


class Terms(NamedTuple):
    """How submissions are marked: what their reader may see, the ids that count even where they are left out, and by which policy.

    With `only` nothing but the required ids is marked: who adds a problem that they can solve gains nothing by it. Of several
    that answer one problem the one counts that `choose` says.
    """

    reveal: Reveal = Reveal.EXPECTED
    require: Sequence[str] = ()
    only: bool = False
    policy: Policy = Policy()
    choose: Choose = the_last


def grade(name: str, find: FindExercise, terms: Terms = Terms(), limits: Limits = SUBMISSION_LIMITS) -> Outcome:
    """Return the outcome of the submission in the named file ("-": standard input). Never raises for what is in it."""
    try:
        submission = read_submission(read_document(name, limits, SubmissionError))
    except SubmissionError as failure:
        return Outcome(STANDARD_INPUT if name == "-" else name, faults=failure.faults, reveal=terms.reveal)
    return grade_submission(submission, find, terms)


def grade_answers(exercise: Exercise, answers: Source, reveal: Reveal, policy: Policy) -> Graded:
    """Return the marks of answers to one problem; those of a whole submission that a file or bytes hold.

    Raises SubmissionError where nothing in it can be marked.
    """
    stated: Source = {"answers": {exercise.problem.id: answers}} if isinstance(answers, Mapping) else answers
    submission = read_submission(open_source(stated, SUBMISSION_LIMITS, SubmissionError))
    return grade_one(submission, exercise, Terms(reveal, policy=policy))


def grade_one(submission: Submission, exercise: Exercise, terms: Terms = Terms()) -> Graded:
    """Return the marks of a submission's answers to one problem. Raises SubmissionError where these cannot be marked."""
    id_ = exercise.problem.id
    if id_ not in submission.keys:
        known = list(submission.keys)
        only = f", only to {listed_names(known, _MOST_NAMED)}{suggest(id_, known)}" if known else ""
        message = f"there are no answers to {printable(id_)} in it{only}"
        raise SubmissionError(submission.document.faults([(message, ("answers",))]))
    outcome = grade_submission(submission, lambda _: exercise, terms._replace(require=(id_,), only=True))
    if not outcome.graded:
        raise SubmissionError(fault for missed, fault, _ in outcome.not_graded if missed == id_)
    return outcome.graded[0]


def grade_submission(submission: Submission, find: FindExercise, terms: Terms = Terms()) -> Outcome:
    """Return the outcome of a submission: its problems in the order in which it names them, then the required ones."""
    return grade_asked([submission], find, terms)


def grade_asked(submissions: Sequence[Submission], find: FindExercise, terms: Terms) -> Outcome:
    """Return the outcome of all submissions of one student, as `grade_joined` does.

    With `only`, where they name problems and none of them is required, nothing is graded: they are of another assignment, or
    the ids are mistyped, and neither is worth a 0.
    """
    named = dict.fromkeys(id_ for submission in submissions for id_ in submission.keys)
    if not terms.only or not named or any(id_ in terms.require for id_ in named):
        return grade_joined(submissions, find, terms)
    faults = tuple(
        one.document.faults([(of_no_problem([*one.keys], terms.require), ("answers",))])[0]
        for one in submissions
        if one.keys
    )
    return _of_all(submissions, terms)._replace(faults=faults)


def _of_all(submissions: Sequence[Submission], terms: Terms) -> Outcome:
    """Return the outcome of submissions of which nothing is marked yet."""
    documents = tuple(submission.document for submission in submissions)
    student = next((submission.student for submission in submissions if submission.student), None)
    return Outcome(documents[0].source, student, documents=documents, reveal=terms.reveal, typed=student)


def grade_joined(submissions: Sequence[Submission], find: FindExercise, terms: Terms) -> Outcome:
    """Return the outcome of all submissions of one student as if they were one; see `grade_submission`.

    One that only names a problem, with nothing filled in, does not answer it.
    """
    graded: list[Graded] = []
    not_graded: list[NotGraded] = []
    counting, superseded = _counting(submissions, terms.choose)
    for id_ in dict.fromkeys((*counting, *terms.require)):
        submission = counting.get(id_, submissions[0])
        marked = _marked(submission, id_, find, terms, graded)
        if isinstance(marked, Graded):
            graded.append(marked)
        else:
            not_graded.append(marked)
    return _of_all(submissions, terms)._replace(
        graded=_diagnosed(graded, terms.reveal),
        not_graded=tuple(not_graded),
        superseded=superseded,
        is_closed=terms.only,
    )


def _marked(
    submission: Submission, id_: str, find: FindExercise, terms: Terms, before: Sequence[Graded]
) -> Graded | NotGraded:
    """Return the marks of the answers to a problem, or why there are none; `before` are the problems marked so far."""
    if terms.only and id_ not in terms.require:
        message = f'"{printable(id_)}" {NOT_PART}{suggest(id_, terms.require)}'
        return NotGraded(id_, _fault(submission, id_, message), is_asked=False)
    found, document = find(id_), submission.document
    if isinstance(found, Exercise):
        if isinstance(answers_to(submission, id_), (dict, type(None))):
            return mark_answers(found, document, submission.keys.get(id_), terms.policy)
        path = ("answers", submission.keys[id_])
        return NotGraded(id_, shape_faults(document, f"answers-{found.kind.name}", path)[0])
    if found.source or id_ not in submission.keys:
        return NotGraded(id_, found)
    above = [one.exercise.problem.id for one in before if one.exercise.problem.id in submission.keys]
    return NotGraded(id_, _fault(submission, id_, _unknown(id_, found.message, above)))


def _counting(
    submissions: Sequence[Submission], choose: Choose
) -> tuple[dict[str, Submission], tuple[Superseded, ...]]:
    """Return for each problem the submission whose answers count, and the answers of others that do not."""
    counting = {id_: submission for submission in submissions for id_ in submission.keys}
    answering = grouped((id_, submission) for submission in submissions for id_ in answered(submission))
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
    wrong = [one for one in graded if not one.report.is_right]
    if wrong:
        of_wrong = iter(diagnosis.across_problems([*map(diagnosis_of, wrong)]))
        diagnoses = [next(of_wrong) if not one.report.is_right else None for one in graded]
    return tuple(_redacted(one, found, reveal) for one, found in zip(graded, diagnoses, strict=True))
