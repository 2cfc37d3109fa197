"""From results to students: what one student handed in for different problems adds up, of one problem the last counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.statistics.results import ProblemResult, Result


class Superseded(NamedTuple):
    """A student's result for a problem that does not count, because a later one does; `place` is its file and line."""

    student: str
    problem: str
    place: str


def add_up(results: Iterable[Result]) -> tuple[list[Result], list[Superseded]]:
    """Return one result for each student, in the order of their last ones, and what of them does not count.

    Results without a student are a student's each. Submissions that were not gradable add nothing and take nothing away.
    """
    by_student: dict[str | int, list[Result]] = {}
    for place, result in enumerate(results):
        if not result.errors:
            key: str | int = place if result.student is None else result.student
            by_student[key] = [*by_student.pop(key, []), result]
    superseded: list[Superseded] = []
    return [_together(held, superseded) for held in by_student.values()], superseded


def _together(held: Sequence[Result], superseded: list[Superseded]) -> Result:
    """Return the results of one student as one, and note what does not count."""
    counting: dict[str, tuple[ProblemResult, str]] = {}
    left_out: list[ProblemResult] = []
    for result in held:
        for problem in result.problems:
            if problem.id in counting:
                earlier, place = counting[problem.id]
                left_out.append(earlier)
                superseded.append(Superseded(result.student or "", problem.id, place))
            counting[problem.id] = (problem, result.place)
    missing = {id_: reason for result in held for id_, reason in result.not_graded if id_ not in counting}
    return held[-1]._replace(
        earned=sum(result.earned for result in held) - sum(problem.earned for problem in left_out),
        possible=sum(result.possible for result in held) - sum(problem.possible for problem in left_out),
        problems=tuple(problem for problem, _ in counting.values()),
        not_graded=tuple(missing.items()),
    )
