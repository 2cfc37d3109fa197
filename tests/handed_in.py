"""What a class of a quiz handed in, for tests of whose it is and what of it is marked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from quizzes import perfect

from grader.core.answers.reports import Reveal
from grader.core.documents import SUBMISSION_LIMITS
from grader.course.gathering import Gathering, gather
from grader.course.hand_in import Class, HandIn
from grader.course.one_student import mark_given, mark_sheet, open_files, peek
from grader.course.owners import InContent
from grader.course.quiz.built import Built
from grader.grading.marking import Terms, grade_joined
from grader.grading.outcome import Outcome


def answers(built: Built, owner: str, typed: str | None = None) -> str:
    """Return a perfect submission to somebody's sheet; nobody is typed in it unless `typed`."""
    data = perfect(built, owner)
    del data["student"]
    return json.dumps({**data, **({"student": typed} if typed else {})})


def gathered(built: Built, *arguments: str) -> Class:
    how = Gathering(None, SUBMISSION_LIMITS, partial(peek, limits=SUBMISSION_LIMITS), built)
    return gather(arguments or ("subs",), how)


def files(held: Class) -> dict[str | None, list[str]]:
    return {one.student: [file.path for file in one.files] for one in held.hand_ins}


def marked(built: Built, hand_in: HandIn, *, marks_others: bool = False) -> Outcome:
    """Return the outcome of a hand-in as a run marks it."""
    given = open_files(hand_in.files, SUBMISSION_LIMITS)
    student = hand_in.student or ""
    sheet = InContent(built).sheet(student, [file.content for file in given], marks_others=marks_others)

    def mark(submissions: Sequence[Any], require: tuple[str, ...]) -> Outcome:
        return grade_joined(submissions, built.find, Terms(require=require, only=True))

    on_sheet = partial(mark_sheet, sheet=sheet, mark=mark)
    return mark_given(student, given, on_sheet, Reveal.EXPECTED)


def earned(outcome: Outcome) -> Mapping[str, bool]:
    """Return for each exercise that was marked whether it is all right."""
    return {outcome.exercises[one.report.id]: one.earned == one.possible for one in outcome.graded}
