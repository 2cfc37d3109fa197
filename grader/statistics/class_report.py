"""The class report: one frozen value from many results, exact until it is written out.

Results are taken in one after the other and forgotten again: what is kept are counts, so that a class of a hundred thousand
needs little more room than one of a hundred.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.errors import Fault
from grader.statistics.exercises import Attempt, ExerciseTally, ProblemSummary, ShapeOf
from grader.statistics.groups import Comparison, Group, Totals, TotalsTally, compare
from grader.statistics.notes import NoteTally, names_of
from grader.statistics.results import Pool, Result
from grader.statistics.students import Superseded, add_up
from grader.statistics.tallies import MisconceptionCount, MisconceptionTally


class NotGradable(NamedTuple):
    """A submission that could not be graded: who, from which file, and why."""

    student: str | None
    source: str
    errors: tuple[str, ...]


class MissingProblem(NamedTuple):
    """A problem that could not be graded in some submissions: in how many, and the reason given in the first."""

    id: str
    students: int
    reason: str


class ClassReport(NamedTuple):
    """What a class did: `totals.students` students in `results` results. `unreadable` lines were no results.

    `superseded` are results for a problem that do not count, because a later one of the same student does. `groups` are
    there where results name groups; students without one are the group "".
    """

    results: int
    totals: Totals
    problems: tuple[ProblemSummary, ...]
    misconceptions: tuple[MisconceptionTally, ...]
    not_gradable: tuple[NotGradable, ...]
    problems_not_graded: tuple[MissingProblem, ...]
    unreadable: tuple[str, ...]
    notes: tuple[str, ...]
    superseded: tuple[Superseded, ...] = ()
    groups: tuple[Group, ...] = ()
    comparison: Comparison | None = None


def _no_shape(_id: str) -> None:
    """Return that nothing is known of the problem's tree."""


def class_report(
    results: Iterable[Result], faults: Iterable[Fault], top: int, shape_of: ShapeOf = _no_shape, *, apart: bool = False
) -> ClassReport:
    """Return the report on the results, in their order, with the `top` most frequent wrong answers of each part.

    Where students have several results these are gone through twice; what is no list must begin anew each time. With `apart`
    each variant of an exercise is also reported on by itself.
    """
    tally, seen = ClassTally(shape_of, apart=apart), Counter[str]()
    for result in results:
        tally.add(result)
        seen.update({result.student} if result.student is not None and not result.errors else ())
    often = {student: times for student, times in seen.items() if times > 1}
    if not often:
        return tally.report(top, faults)
    tally, superseded = ClassTally(shape_of, apart=apart), list[Superseded]()
    for result in add_up(results, often, superseded):
        tally.add(result)
    made = tally.report(top, faults, superseded)
    return made._replace(results=made.results + sum(often.values()) - len(often))


class ClassTally:
    """Takes in one result after the other, no two of one student."""

    def __init__(self, shape_of: ShapeOf = _no_shape, *, apart: bool = False) -> None:
        self._shape_of, self._is_apart = shape_of, apart
        self._results = 0
        self._totals = TotalsTally()
        self._groups = defaultdict[str, TotalsTally](TotalsTally)
        self._exercises: dict[Pool, ExerciseTally] = {}
        self._misconceptions = MisconceptionCount()
        self._notes = NoteTally()
        self._not_gradable: list[NotGradable] = []
        self._missing: dict[str, MissingProblem] = {}

    def add(self, result: Result) -> None:
        """Take in one student's result."""
        self._results += 1
        if result.errors:
            self._not_gradable.append(NotGradable(result.student, result.source or result.place, result.errors))
            return
        self._totals.add(result)
        self._groups[result.group].add(result)
        self._misconceptions.add(result.problems)
        self._notes.add(result)
        for attempt in _attempts(result):
            problem = attempt.problem
            if problem.pool not in self._exercises:
                self._exercises[problem.pool] = ExerciseTally(problem, self._shape_of, apart=self._is_apart)
            self._exercises[problem.pool].add(attempt)
        for id_, reason in dict(result.not_graded).items():
            held = self._missing.get(id_, MissingProblem(id_, 0, reason))
            self._missing[id_] = held._replace(students=held.students + 1)

    def report(self, top: int, faults: Iterable[Fault] = (), superseded: Iterable[Superseded] = ()) -> ClassReport:
        """Return the report on the results so far."""
        left_out = tuple(superseded)
        names = names_of(self._exercises)
        are_grouped = any(self._groups)
        groups = (
            tuple(Group(name, tally.totals()) for name, tally in sorted(self._groups.items())) if are_grouped else ()
        )
        return ClassReport(
            results=self._results,
            totals=self._totals.totals(),
            problems=tuple(tally.summary(names[pool], top) for pool, tally in self._exercises.items()),
            misconceptions=self._misconceptions.tallies(),
            not_gradable=tuple(self._not_gradable),
            problems_not_graded=tuple(self._missing.values()),
            unreadable=tuple(map(str, faults)),
            notes=tuple(self._notes.notes(len(left_out))),
            superseded=left_out,
            groups=groups,
            comparison=compare(groups),
        )


def _attempts(result: Result) -> Iterator[Attempt]:
    """Yield what one student did in each problem."""
    in_problems = sum(problem.earned for problem in result.problems)
    in_parts = sum(part.earned for problem in result.problems for part in problem.parts)
    count = sum(len(problem.parts) for problem in result.problems)
    for problem in result.problems:
        yield Attempt(problem, in_problems - problem.earned, in_parts, count, result.group)
