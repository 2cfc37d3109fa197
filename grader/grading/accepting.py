"""Answers that people accept beside the reference answer: a student who gave one is marked as if it were the right one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grader.core.answers.case import Answer, Attempt, malformed_in
from grader.core.answers.reports import ProblemReport
from grader.core.data import Data
from grader.core.documents import open_source
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.errors import SubmissionError
from grader.core.games.text_question import TEXT
from grader.core.numbers import add_up
from grader.core.policy import Marking

if TYPE_CHECKING:
    from grader.kinds import Exercise


def accepting(exercise: Exercise, answers: Mapping[str, Data]) -> Exercise:
    """Return the exercise as it is marked where these answers to its parts, as in a submission, are right too.

    Of a map only the entries count that are named. Raises SubmissionError for what is no answer to the part.
    """
    id_ = exercise.problem.id
    document = open_source({"answers": {id_: {**answers}}}, SUBMISSION_LIMITS, SubmissionError)
    attempt = exercise.kind.read_answer(exercise.kind, exercise.problem, document, ("answers", id_))
    accepted: dict[str, Answer] = {}
    for part in answers:
        if part == TEXT:
            raise SubmissionError(document.faults([("a person marks it: set its marks", ("answers", id_, part))]))
        given = attempt.get(part)
        if unread := malformed_in(given):
            raise SubmissionError([one.fault for one in unread])
        is_map = isinstance(given, Mapping)
        if given is None or (is_map and (not given or None in given.values())):
            raise SubmissionError(document.faults([("expected an answer, not a blank one", ("answers", id_, part))]))
        meant = exercise.kind.parts[part].form.on(exercise.problem).meant(exercise.problem, given)
        accepted[part] = {key: meant[key] for key in given if key in meant} if is_map else meant
    return exercise.alone()._replace(accepted=accepted)


def report_with_accepted(
    exercise: Exercise, attempt: Attempt, marking: Marking, report: ProblemReport
) -> ProblemReport:
    """Return the report in which accepted answers, where the student gave them, are right."""
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    right = {part: _right(exercise, part, attempt[part]) for part in exercise.accepted if attempt.get(part) is not None}
    right = {part: answer for part, answer in right.items() if answer is not None}
    if not right:
        return report
    other = solution._replace(
        answers={**solution.answers, **right}, sentences=None
    )  # its words are about another answer
    again = {one.part: one for one in kind.check(kind, problem, other, attempt, marking).parts if one.part in right}
    parts = tuple(again.get(one.part, one) for one in report.parts)
    return report._replace(parts=parts, earned=add_up([one.earned for one in parts]))


def _right(exercise: Exercise, part: str, given: object) -> Answer | None:
    """Return the answer to a part that is right where the student gave what is accepted; None where they did not."""
    problem, form = exercise.problem, exercise.kind.parts[part].form.on(exercise.problem)
    accepted, reference = exercise.accepted[part], exercise.solution.answers[part]
    if malformed_in(given) and not form.by_entry:
        return None
    meant = form.meant(problem, given)
    if not form.by_entry:
        return accepted if form.same(problem, accepted, meant) else None
    same = {
        key: right
        for key, right in accepted.items()
        if meant.get(key) is not None and form.same(problem, right, meant[key])
    }
    return {**reference, **same} if same else None
