"""Marking what one student handed in, in one file or in several: which answers count, and what of them where a quiz says what the sheet is."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grader.core.answers.reports import Reveal
from grader.core.answers.rounding import Share
from grader.core.documents import STANDARD_INPUT, Limits, parse_document
from grader.core.errors import Fault, SubmissionError
from grader.core.games.text_question import TEXT
from grader.core.numbers import rounded, whole
from grader.core.policy import CENT, Policy
from grader.core.text import listed, listed_names, printable
from grader.course.contents import content_of, holds_answers
from grader.course.hand_in import File, Typed
from grader.grading.marking import Choose, FindExercise, Submission, Terms, answered, grade_submission, read_submission
from grader.grading.outcome import Foreign, NotGraded, Outcome, of_no_problem
from grader.kinds import Graded

if TYPE_CHECKING:
    from grader.course.programs import Programs

MOST_FILES = 100
_MOST_SOURCES = 3
FAILED = "could not be marked: the program failed on it, which is a bug of the program; it is not graded"

Mark = Callable[[list[Submission]], Outcome]
"""From the submissions of one student, at least one, to the outcome of all together."""


def read_file(file: File, limits: Limits) -> Submission | None:
    """Return a file that was handed in as a submission; None where it cannot be read."""
    try:
        return read_submission(parse_document(content_of(file, limits), file.path, SubmissionError))
    except SubmissionError:
        return None


def peek(file: File, limits: Limits, programs: "Programs | None" = None) -> Typed:
    """Return what a submission says of itself; nothing of one that cannot be read, or that is one of the programs."""
    submission = None if programs is not None and programs.has(file) else read_file(file, limits)
    if submission is None:
        return Typed(None, frozenset())
    return Typed(submission.student, frozenset(submission.keys), frozenset(answered(submission)))


class Opened(NamedTuple):
    """A file that was handed in, ready to be sent to another process: its bytes, or why it has none; the problem whose `program` it is, if it is one; whether it lies beside those."""

    source: str
    content: bytes = b""
    faults: tuple[Fault, ...] = ()
    program: str = ""
    is_beside: bool = False


Read = Callable[[Opened], Submission]
"""From a file to what is handed in by it, or to SubmissionError."""


def open_files(files: Sequence[File], limits: Limits) -> tuple[Opened, ...]:
    """Return the files of a student with their bytes. Of very many files only the first are read."""
    left_out = files[MOST_FILES:]
    first = f"is the first of {len(left_out):,} files that are not read: {MOST_FILES} a student are"
    others = f"is not read: {MOST_FILES} files a student are"
    return (
        *(_open(file, limits) for file in files[:MOST_FILES]),
        *(
            Opened(file.path, faults=(Fault(others if place else first, file.path),))
            for place, file in enumerate(left_out)
        ),
    )


def _open(file: File, limits: Limits) -> Opened:
    source = STANDARD_INPUT if file.path == "-" else file.path
    try:
        return Opened(source, content_of(file, limits))
    except SubmissionError as failure:
        return Opened(source, faults=failure.faults, is_beside=file.is_beside)


def read_opened(file: Opened) -> Submission:
    """Return a file as a submission. Raises SubmissionError."""
    if file.faults:
        raise SubmissionError(file.faults)
    return read_submission(parse_document(file.content, file.source, SubmissionError))


def mark_given(
    student: str | None, given: Sequence[Opened], mark: Mark, reveal: Reveal, read: Read = read_opened
) -> Outcome:
    """Return the outcome of what a student handed in, from the bytes of the files. Never raises for what is in them."""
    submissions: list[Submission] = []
    unread: list[Fault] = []
    beside: set[str] = set()
    for file in given:
        try:
            submission = read(file)
        except SubmissionError as failure:
            unread += failure.faults
            beside |= {file.source} if _is_beside(file) else set()
            continue
        submissions.append(submission)
        unread += submission.passed_over
        beside |= {fault.source for fault in submission.passed_over}
    sources = tuple(file.source for file in given)
    outcome = mark(submissions) if submissions else Outcome(sources[0], reveal=reveal)
    if outcome.faults or not submissions:
        outcome = outcome._replace(faults=(*unread, *outcome.faults))
    else:
        outcome = outcome._replace(unread=(*unread, *outcome.unread), beside=outcome.beside | beside)
    marked = {document.source for document in outcome.documents}
    left_out = tuple(one.document for one in submissions if one.document.source not in marked)
    outcome = outcome._replace(not_marked=left_out)
    if len(sources) > 1:
        outcome = outcome._replace(source=listed(sources, _MOST_SOURCES), sources=sources)
    return outcome._replace(student=student or outcome.student)


def _is_beside(file: Opened) -> bool:
    """Return whether a file that is no submission was looked at and says nowhere that answers are in it."""
    is_no_text = file.is_beside or any(fault.is_no_text for fault in file.faults)
    return is_no_text or not (file.faults or holds_answers(file.content))


def foreign_in(outcome: Outcome) -> list[str]:
    """Return what of a report others wrote: students, files, titles, names in problems, and answers."""
    texts = [outcome.student, outcome.typed, outcome.source, *outcome.sources]
    for graded in outcome.graded:
        problem, parts = graded.exercise.problem, graded.report.parts
        texts += [problem.id, problem.title, *graded.exercise.keys_by_name()]
        texts += [text for part in parts for entry in part.entries for text in (entry.given, entry.expected)]
    return [printable(text, len(text)) for text in texts if text]


# -- which answers count where a student handed in several to one problem: the latest, the best or the first


class Keep(StrEnum):
    """Which of several answers to one problem count."""

    LATEST = "latest"
    BEST = "best"
    FIRST = "first"


def choose(keep: Keep, count: int, earned: Callable[[int], Fraction]) -> int:
    """Return which of so many answers counts, by its place in their order; of equally good ones the latest.

    What answers earn is asked for nothing but `best`.

    >>> [choose(keep, 3, [Fraction(1), Fraction(2), Fraction(0)].__getitem__) for keep in Keep]
    [2, 1, 0]
    """
    match keep:
        case Keep.FIRST:
            return 0
        case Keep.LATEST:
            return count - 1
        case Keep.BEST:
            return max(range(count), key=lambda place: (earned(place), place))


def chooser(keep: Keep, find: FindExercise, policy: Policy) -> Choose:
    """Return what chooses among the submissions of a student. Answers that cannot be marked earn less than nothing."""

    def chosen(id_: str, answering: Sequence[Submission]) -> Submission:
        def earned(place: int) -> Fraction:
            outcome = grade_submission(answering[place], find, Terms(require=(id_,), only=True, policy=policy))
            if not outcome.graded:
                return Fraction(-1)
            [graded] = outcome.graded  # words may earn all that they are worth
            return Fraction(graded.report.earned) + Fraction(graded.pending)

        return answering[choose(keep, len(answering), earned)]

    return chosen


# -- keeping the better of two markings of an exercise, and saying so

KEPT = "the better marks of an earlier marking are kept"


def keep_higher(outcome: Outcome, before: Mapping[str, Share]) -> Outcome:
    """Return the outcome with marks that are not below those before, for each exercise by its id.

    Where an exercise is worth other points now, it is the share of them that is kept. An answer in words is left out of both: a
    person marks it.
    """
    if not before:
        return outcome
    graded = (_higher(one, before.get(outcome.exercises.get(one.report.id, one.report.id))) for one in outcome.graded)
    return outcome._replace(graded=tuple(graded))


def _higher(graded: Graded, before: Share | None) -> Graded:
    marks = graded.marks
    words = sum(
        share.possible for part, share in zip(graded.report.parts, marks.parts, strict=True) if part.part == TEXT
    )
    now = Share(marks.earned, marks.possible - words)
    if before is None or not before.possible or not now.possible:
        return graded
    kept = Fraction(before.earned) / Fraction(before.possible) * Fraction(now.possible)
    if kept <= now.earned:
        return graded
    beside = " (without the answer in words)" if words else ""
    note = Fault(f"{KEPT}: {before.words}; by this one it would be {now.words}{beside}")
    earned = whole(rounded(kept, CENT))
    return graded._replace(
        marks=marks._replace(earned=earned, fine=earned),
        report=graded.report._replace(notes=(*graded.report.notes, note)),
    )


# -- the sheet of a quiz: every exercise of it is marked, and nothing else

_MOST_NAMED = 3
_FOREIGN = "answers the sheet of somebody else, so it is not marked; hand in the answers to your own"
_ELSEWHERE = "answers only what was answered on the platform and is marked there, so nothing of it is marked here"
_ON_PLATFORM = "is marked on the platform, so it was not marked here"
_ONE_COUNTS = "was not marked: of several variants in what was handed in one counts"
_NOT_MINE = "is a problem of somebody else's sheet, so it was not marked"

MarkSheet = Callable[[list[Submission], tuple[str, ...]], Outcome]
"""From the submissions of one student, at least one, and the ids of the problems that count, to the outcome."""


def whose(owners: Sequence[str]) -> str:
    """Return whose sheet it is, as a sentence for the instructor.

    >>> whose(["ben", "group a"])
    'this is the sheet of ben, group a'
    """
    return f"this is the sheet of {listed_names(owners, _MOST_NAMED)}"


class Other(NamedTuple):
    """A problem that is not on a student's sheet: the exercise that it is a variant of, and whose it is, in words."""

    exercise: str
    owner: str


class Sheet(NamedTuple):
    """The problems that a student has, each with its exercise, in order.

    `common` are those among them that everybody has: they do not tell whose sheet it is. `others` are problems of the quiz
    that the student does not have, but that stand in what was handed in. `marks_others`: an exercise that the student did
    not answer is marked by such a one, where there is one. Those of pools have no owner: anybody may have any. `elsewhere` are those
    in what was handed in of which a platform marks everything.
    """

    problems: Mapping[str, str]
    common: frozenset[str] = frozenset()
    others: Mapping[str, Other] = {}
    marks_others: bool = False
    elsewhere: frozenset[str] = frozenset()

    @property
    def needed(self) -> tuple[str, ...]:
        """Return the problems that may have to be marked."""
        return (*self.problems, *self.others) if self.marks_others else tuple(self.problems)


class _Counting(NamedTuple):
    """The submissions that are marked; what is said of the others; and which answer somebody else's sheet."""

    submissions: list[Submission]
    faults: list[Fault]
    foreign: list[Foreign]


def mark_sheet(submissions: Sequence[Submission], sheet: Sheet, mark: MarkSheet) -> Outcome:
    """Return the outcome of all submissions of one student for the sheet.

    What students read of it does not say whose another sheet is; `foreign` of the outcome does.
    """
    kept = _kept(submissions, sheet)
    if not kept.submissions:
        first = submissions[0]
        typed = next((one.student for one in submissions if one.student), None)
        outcome = Outcome(first.document.source, typed, faults=tuple(kept.faults), typed=typed)
        return outcome._replace(foreign=tuple(kept.foreign))
    counting = _counting(kept.submissions, sheet)
    outcome = mark(kept.submissions, tuple(counting))
    counts = {exercise: id_ for id_, exercise in counting.items()}
    not_graded = tuple(_not_graded(one, sheet, counts) for one in outcome.not_graded)
    return outcome._replace(
        not_graded=not_graded,
        unread=tuple(kept.faults),
        exercises=counting,
        foreign=tuple(kept.foreign),
        beside=frozenset(one.source for one in kept.foreign),
    )


def _not_graded(one: NotGraded, sheet: Sheet, counts: Mapping[str, str]) -> NotGraded:
    """Return a problem that was not marked with the reason that the sheet knows; `counts` are by exercise the problems that were."""
    name, other = f'"{printable(one.id)}"', sheet.others.get(one.id)
    if one.id in sheet.elsewhere:
        return one._replace(fault=one.fault._replace(message=f"{name} {_ON_PLATFORM}"))
    if other is not None and not sheet.marks_others:
        return NotGraded(one.id, Fault(_NOT_MINE), is_asked=True)
    if other is None:
        return one
    said = f'{name} {_ONE_COUNTS}, here "{printable(counts[other.exercise])}"' if other.exercise in counts else ""
    return NotGraded(one.id, one.fault._replace(message=said or one.fault.message), is_asked=False)


def _kept(submissions: Sequence[Submission], sheet: Sheet) -> _Counting:
    kept = _Counting([], [], [])
    for submission in submissions:
        source, ids = submission.document.source, submission.keys
        others = [sheet.others[id_] for id_ in ids if id_ in sheet.others]
        if owners := dict.fromkeys(other.owner for other in others if other.owner):
            kept.foreign.append(Foreign(source, tuple(owners)))
        # What all have says nothing where somebody else's own problem stands beside it.
        mine = [id_ for id_ in ids if id_ in sheet.problems and not (owners and id_ in sheet.common)]
        if others and not sheet.marks_others and not mine:
            kept.faults.append(Fault(_FOREIGN, source))
        elif not ids or others or any(id_ in sheet.problems for id_ in ids):
            kept.submissions.append(submission)
        elif sheet.elsewhere.issuperset(ids):
            kept.faults.append(Fault(_ELSEWHERE, source))
        else:
            kept.faults.append(Fault(_of_no_problem([*ids], sheet), source))
    return kept


def _of_no_problem(ids: Sequence[str], sheet: Sheet) -> str:
    """Return what is said of a submission to problems that nobody has: those of another quiz, or mistyped ones."""
    of_exercise = {exercise: id_ for id_, exercise in sheet.problems.items()}
    near = next((f'; did you mean "{of_exercise[id_]}"?' for id_ in ids if id_ in of_exercise), "")
    return of_no_problem(ids, sheet.problems, "quiz", near)


def _counting(submissions: Sequence[Submission], sheet: Sheet) -> dict[str, str]:
    """Return the problem that counts for each exercise of the sheet, with the exercise."""
    if not sheet.marks_others:
        return dict(sheet.problems)
    filled_in = [id_ for submission in submissions for id_ in answered(submission)]
    instead = {sheet.others[id_].exercise: id_ for id_ in filled_in if id_ in sheet.others}
    chosen = (
        (problem if problem in filled_in else instead.get(exercise, problem), exercise)
        for problem, exercise in sheet.problems.items()
    )
    return dict(chosen)
