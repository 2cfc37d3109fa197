"""What a class did: many results in, one frozen `ClassReport` out. Pure; renderers only read it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.errors import Fault
from grader.core.numbers import marks_text
from grader.core.text import count, listed
from grader.course.report.statistics import Comparison, Group, Totals, TotalsTally, compare
from grader.course.report.tallies import (
    Attempt,
    ExerciseTally,
    MisconceptionCount,
    MisconceptionTally,
    ProblemSummary,
    ShapeOf,
)
from grader.grading.read_results import UNIT, Pool, ProblemResult, Result


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


class Superseded(NamedTuple):
    """A student's result for a problem that does not count, because a later one does; `place` is its file and line."""

    student: str
    problem: str
    place: str


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
        self._notes = _NoteTally()
        self._not_gradable: list[NotGradable] = []
        self._missing: dict[str, MissingProblem] = {}

    def add(self, result: Result) -> None:
        """Take in one student's result; nothing of those who are excused or handed in nothing."""
        if result.is_left_out:
            return
        self._results += 1
        if result.errors:
            self._not_gradable.append(NotGradable(result.student, result.source or result.place, result.errors))
            return
        self._totals.add(result.earned, result.possible)
        self._groups[result.group].add(result.earned, result.possible)
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
        named = sorted(self._groups.items()) if any(self._groups) else []
        groups = tuple(Group(name, tally.totals()) for name, tally in named)
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
    """Yield what one student did in each problem, but in those in words alone, which people mark; what was dropped is in nothing elsewhere."""
    in_problems = sum(problem.counting[0] for problem in result.problems)
    possible = sum(problem.counting[1] for problem in result.problems)
    in_parts = sum(problem.counting_parts for problem in result.problems)
    count = sum(len(problem.parts) for problem in result.problems)
    for problem in (one for one in result.problems if not one.is_in_words):
        own_earned, own_possible = problem.counting
        others = in_problems - own_earned, possible - own_possible
        yield Attempt(problem, others[0], in_parts, count, result.group, others[1])


# -- what a reader of a class report must know before believing its numbers

ROUNDED = "Marks in results are rounded already; all numbers here are worked out exactly from these."
_MOST_NAMES = 5
_MOST_FOLLOWED = 10_000
"""Of so many problems it is looked whether their files changed; a class with a variant for everybody has more."""


class _NoteTally:
    """Takes in one student's result that counts after the other."""

    def __init__(self) -> None:
        self._graded = self._unnamed = self._silent = self._changed = 0
        self._held, self._dropped = Counter[Pool](), Counter[Pool]()
        self._words, self._marked_words = Counter[Pool](), Counter[Pool]()
        self._decided: set[tuple[str, ...]] = set()
        self._worth: dict[tuple[Pool, str], set[int]] = {}
        self._digests: dict[str, set[str]] = {}
        self._graders: set[str] = set()

    def add(self, result: Result) -> None:
        """Take in one result."""
        self._graded += 1
        self._unnamed += result.student is None
        self._silent += any(part.is_silent for problem in result.problems for part in problem.parts)
        self._changed += result.is_changed
        self._decided |= {*result.decided} if len(self._decided) < _MOST_FOLLOWED else set()
        self._graders |= set() if result.grader is None else {result.grader}
        for problem in result.problems:
            self._held[problem.pool] += 1
            self._dropped[problem.pool] += problem.is_dropped
            self._words[problem.pool] += problem.has_marked_words is not None
            self._marked_words[problem.pool] += bool(problem.has_marked_words)
            for part in problem.parts:
                self._worth.setdefault((problem.pool, part.part), set()).add(part.possible)
            if problem.digest is not None and (problem.id in self._digests or len(self._digests) < _MOST_FOLLOWED):
                self._digests.setdefault(problem.id, set()).add(problem.digest)

    def notes(self, superseded: int) -> Iterator[str]:
        """Yield the notes on the results so far, and on how many others there are for the same problems."""
        yield ROUNDED
        if superseded:
            yield f"Of several results of one student for one problem the last counts: {count(superseded, 'result')} of others {'does' if superseded == 1 else 'do'} not."
        if self._unnamed:
            yield f"{count(self._unnamed, 'result')} without a student: each counts as a student of its own."
        if self._changed:
            many = len(self._decided)
            decided = f", by {count(many, 'decision' if many == 1 else 'different decision')}" if many else ""
            yield f"People changed marks of {count(self._changed, 'student')}{decided}: exercises are counted as they were marked, totals as they count.{self._uncounted()}"
        names = names_of(self._held)
        words = [
            f"{names[pool]}, {self._marked_words[pool]} of {many} marked" for pool, many in self._words.items() if many
        ]
        if words:
            yield f"Answers in words, which people mark, are in no number of an exercise: {'; '.join(words)}."
        yield from self._uneven()
        yield from self._versions()
        if self._silent:
            yield f"{count(self._silent, 'result')} without entries (graded with --reveal none): wrong answers are not known there."

    def _uncounted(self) -> str:
        """Return which problems people dropped, and for how many."""
        names = names_of(self._held)
        found = [f"{names[pool]} ({count(many, 'student')})" for pool, many in self._dropped.items() if many]
        return f" Not in the totals: {listed(found, _MOST_NAMES)}." if found else ""

    def _uneven(self) -> Iterator[str]:
        """Yield the problems that not every result holds, and the parts that were worth different marks."""
        graded, names = self._graded, names_of(self._held)
        missing = [f"{names[pool]} (in {count} of {graded})" for pool, count in self._held.items() if count < graded]
        is_chosen = any(
            count < graded for (quiz, _), count in self._held.items() if not quiz
        )  # a quiz says what counts
        remedy = " `grade --require` makes left-out problems count as blank." if is_chosen else ""
        if missing:
            yield (
                f"Not every result holds {listed(missing, _MOST_NAMES)}: the statistics of a problem are those of the students whose "
                f"result holds it.{remedy}"
            )
        worth = self._worth.items()
        uneven = [f"{names[pool]} {part} ({_marks(possible)})" for (pool, part), possible in worth if len(possible) > 1]
        if uneven:
            yield (
                f"Not worth the same in all results: {listed(uneven, _MOST_NAMES)}. "
                "The facility is there what all earned of what all could earn."
            )

    def _versions(self) -> Iterator[str]:
        """Yield the problems whose file changed between results, and mixed versions of the program."""
        found = self._digests.items()
        changed = [f"{id_} ({len(versions)} versions)" for id_, versions in found if len(versions) > 1]
        if changed:
            yield f"Graded from different versions of the problem's file: {listed(changed, _MOST_NAMES)}. Grade all submissions again."
        if len(self._graders) > 1:
            yield f"Graded by different versions of the program: {listed(sorted(self._graders), _MOST_NAMES)}."


def names_of(pools: Iterable[Pool]) -> dict[Pool, str]:
    """Return what each exercise is called: with its quiz where there are several quizzes.

    >>> names_of([("", "week5"), ("quiz-1", "q1")])
    {('', 'week5'): 'week5', ('quiz-1', 'q1'): 'q1'}
    """
    found = list(pools)
    has_several = len({quiz for quiz, _ in found if quiz}) > 1
    return {pool: " ".join(filter(None, pool)) if has_several else pool[1] for pool in found}


def _marks(possible: set[int]) -> str:
    return " or ".join(marks_text(Fraction(units, UNIT)) for units in sorted(possible))


# -- from results to students: what one student handed in for different problems adds up, of one problem the last
# counts


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
