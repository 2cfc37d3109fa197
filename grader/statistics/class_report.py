"""The class report: one frozen value from many results, exact until it is written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from grader.errors import Fault
from grader.statistics.moments import Item, Mark, deviation, item_statistics
from grader.statistics.notes import notes_on
from grader.statistics.results import UNIT, PartResult, ProblemResult, Result
from grader.statistics.students import Superseded, add_up
from grader.statistics.tallies import MisconceptionTally, WrongAnswer, tally_misconceptions, tally_wrong

BINS = 10
_FINE = 10**12
"""Shares are held to 12 places: a class in which everyone has another maximum has no handy common denominator."""


class Totals(NamedTuple):
    """The students' totals. Shares are of what each could earn; students who could earn nothing have none.

    `histogram` counts shares in ten bins of a tenth each; the last one holds 1 as well.
    """

    students: int
    mean: Fraction | None
    possible: Fraction | None
    mean_share: Fraction | None
    median_share: Fraction | None
    deviation: Fraction | None
    histogram: tuple[int, ...]


class PartSummary(NamedTuple):
    """One part of a problem: its statistics, how many left it blank or wrote what could not be judged, wrong answers."""

    part: str
    item: Item
    blank: int
    malformed: int
    wrong: tuple[WrongAnswer, ...]
    other_wrong: int


class ProblemSummary(NamedTuple):
    """One problem: its statistics as a whole, its parts, the misconceptions that students show on it.

    `one_slip` is the number of students whose answer is right but for one slip.
    """

    id: str
    kind: str
    item: Item
    parts: tuple[PartSummary, ...]
    misconceptions: tuple[MisconceptionTally, ...]
    one_slip: int


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

    `superseded` are results for a problem that do not count, because a later one of the same student does.
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


def class_report(results: Sequence[Result], faults: Iterable[Fault], top: int) -> ClassReport:
    """Return the report on the results, in their order, with the `top` most frequent wrong answers of each part."""
    graded, superseded = add_up(results)
    return ClassReport(
        results=len(results),
        totals=_totals(graded),
        problems=tuple(_problem(attempts, top) for attempts in _by_problem(graded)),
        misconceptions=tally_misconceptions(result.problems for result in graded),
        not_gradable=tuple(
            NotGradable(result.student, result.source or result.place, result.errors)
            for result in results
            if result.errors
        ),
        problems_not_graded=tuple(_missing_problems(graded)),
        unreadable=tuple(map(str, faults)),
        notes=tuple(notes_on(graded, len(superseded))),
        superseded=tuple(superseded),
    )


class _Attempt(NamedTuple):
    """One student's result on one problem, and what they earned elsewhere: in other problems, and in all parts."""

    problem: ProblemResult
    other_problems: int
    all_parts: int
    part_count: int


def _by_problem(graded: Sequence[Result]) -> Iterable[list[_Attempt]]:
    """Return the attempts at each problem; the problems in the order in which they first occur."""
    found: dict[str, list[_Attempt]] = {}
    for result in graded:
        in_problems = sum(problem.earned for problem in result.problems)
        in_parts = sum(part.earned for problem in result.problems for part in problem.parts)
        count = sum(len(problem.parts) for problem in result.problems)
        for problem in result.problems:
            attempt = _Attempt(problem, in_problems - problem.earned, in_parts, count)
            found.setdefault(problem.id, []).append(attempt)
    return found.values()


def _problem(attempts: Sequence[_Attempt], top: int) -> ProblemSummary:
    problems = [attempt.problem for attempt in attempts]
    marks = [Mark(attempt.problem.earned, attempt.problem.possible, attempt.other_problems) for attempt in attempts]
    rounded = max(attempt.part_count for attempt in attempts)
    by_part: dict[str, list[tuple[PartResult, Mark]]] = {}
    for attempt in attempts:
        for part in attempt.problem.parts:
            mark = Mark(part.earned, part.possible, attempt.all_parts - part.earned)
            by_part.setdefault(part.part, []).append((part, mark))
    return ProblemSummary(
        id=problems[0].id,
        kind=problems[0].kind,
        item=item_statistics(marks, UNIT, rounded),
        parts=tuple(_part(rows, rounded, top) for rows in by_part.values()),
        misconceptions=tally_misconceptions([problem] for problem in problems),
        one_slip=sum(problem.is_slip for problem in problems),
    )


def _part(rows: Sequence[tuple[PartResult, Mark]], rounded: int, top: int) -> PartSummary:
    parts = [part for part, _ in rows]
    wrong, others = tally_wrong(parts, top)
    return PartSummary(
        part=parts[0].part,
        item=item_statistics([mark for _, mark in rows], UNIT, rounded),
        blank=sum(part.is_blank for part in parts),
        malformed=sum(part.is_malformed for part in parts),
        wrong=wrong,
        other_wrong=others,
    )


def _totals(graded: Sequence[Result]) -> Totals:
    n = len(graded)
    able = [result for result in graded if result.possible]
    exact = [Fraction(result.earned, result.possible) for result in able]
    shares = [_FINE * result.earned // result.possible for result in able]
    bins = [0] * BINS
    for result in able:
        bins[min(BINS * result.earned // result.possible, BINS - 1)] += 1
    return Totals(
        students=n,
        mean=Fraction(sum(result.earned for result in graded), UNIT * n) if n else None,
        possible=Fraction(sum(result.possible for result in graded), UNIT * n) if n else None,
        mean_share=sum(exact, Fraction(0)) / len(exact) if exact else None,
        median_share=Fraction(median(exact)) if exact else None,
        deviation=deviation(shares, _FINE),
        histogram=tuple(bins),
    )


def _missing_problems(graded: Sequence[Result]) -> Iterator[MissingProblem]:
    reasons: dict[str, list[str]] = {}
    for result in graded:
        for id_, reason in dict(result.not_graded).items():
            reasons.setdefault(id_, []).append(reason)
    for id_, said in reasons.items():
        yield MissingProblem(id_, len(said), said[0])
