"""What of a student's submissions is marked where a quiz says what their sheet is: every exercise of it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.errors import Fault
from grader.outcome import Foreign, NotGraded, Outcome, of_no_problem
from grader.printable import printable
from grader.submission import Submission, answered
from grader.words import listed

_MOST_NAMED = 3
_FOREIGN = "answers the sheet of somebody else, so it is not marked; hand in the answers to your own"
_ELSEWHERE = "answers only what was answered on the platform and is marked there, so nothing of it is marked here"
_NOT_MINE = "is a problem of somebody else's sheet, so it was not marked"

MarkSheet = Callable[[list[Submission], tuple[str, ...]], Outcome]
"""From the submissions of one student, at least one, and the ids of the problems that count, to the outcome."""


def whose(owners: Sequence[str]) -> str:
    """Return whose sheet it is, as a sentence for the instructor.

    >>> whose(["ben", "group a"])
    'this is the sheet of ben, group a'
    """
    return f"this is the sheet of {listed([*map(printable, owners)], _MOST_NAMED)}"


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


class _Kept(NamedTuple):
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
    is_asked = not sheet.marks_others  # else the own one counts, or another one instead
    not_graded = tuple(
        NotGraded(one.id, Fault(_NOT_MINE) if is_asked else one.fault, is_asked) if one.id in sheet.others else one
        for one in outcome.not_graded
    )
    return outcome._replace(
        not_graded=not_graded, unread=tuple(kept.faults), exercises=counting, foreign=tuple(kept.foreign)
    )


def _kept(submissions: Sequence[Submission], sheet: Sheet) -> _Kept:
    kept = _Kept([], [], [])
    for submission in submissions:
        source, ids = submission.document.source, submission.keys
        others = [sheet.others[id_] for id_ in ids if id_ in sheet.others]
        if owners := dict.fromkeys(other.owner for other in others if other.owner):
            kept.foreign.append(Foreign(source, tuple(owners)))
        if others and not sheet.marks_others and not any(_is_own(id_, sheet) for id_ in ids):
            kept.faults.append(Fault(_FOREIGN, source))
        elif not ids or others or any(id_ in sheet.problems for id_ in ids):
            kept.submissions.append(submission)
        elif sheet.elsewhere.issuperset(ids):
            kept.faults.append(Fault(_ELSEWHERE, source))
        else:
            kept.faults.append(Fault(_of_no_problem([*ids], sheet), source))
    return kept


def _is_own(problem: str, sheet: Sheet) -> bool:
    return problem in sheet.problems and problem not in sheet.common


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
