"""From results to students: what one student handed in for different problems adds up, of one problem the last counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.statistics.results import ProblemResult, Result


class Superseded(NamedTuple):
    """A student's result for a problem that does not count, because a later one does; `place` is its file and line."""

    student: str
    problem: str
    place: str


def add_up(results: Iterable[Result], often: Mapping[str, int], superseded: list[Superseded]) -> Iterator[Result]:
    """Yield one result for each student, at the place of their last one, and note what of them does not count.

    `often` says who has several, and how many: only these are held back. Results without a student are a student's each.
    Submissions that were not gradable are yielded as they are: they add nothing and take nothing away.
    """
    held: dict[str, list[Result]] = {}
    for result in results:
        if result.errors or result.student is None or result.student not in often:
            yield result
            continue
        held.setdefault(result.student, []).append(result)
        if len(held[result.student]) == often[result.student]:
            yield _together(held.pop(result.student), superseded)


def _together(held: Sequence[Result], superseded: list[Superseded]) -> Result:
    """Return the results of one student as one, and note what does not count."""
    counting: dict[tuple[str, str], tuple[ProblemResult, str]] = {}
    left_out: list[ProblemResult] = []
    for result in held:
        for problem in result.problems:
            if problem.pool in counting:
                earlier, place = counting[problem.pool]
                left_out.append(earlier)
                superseded.append(Superseded(result.student or "", earlier.id, place))
            counting[problem.pool] = (problem, result.place)
    counted = {problem.id for problem, _ in counting.values()}
    missing = {id_: reason for result in held for id_, reason in result.not_graded if id_ not in counted}
    return held[-1]._replace(
        earned=sum(result.earned for result in held) - sum(problem.earned for problem in left_out),
        possible=sum(result.possible for result in held) - sum(problem.possible for problem in left_out),
        problems=tuple(problem for problem, _ in counting.values()),
        not_graded=tuple(missing.items()),
        group=next((result.group for result in reversed(held) if result.group), ""),
    )
