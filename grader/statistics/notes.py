"""What a reader of a class report must know before believing its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from grader.exact import marks_text
from grader.statistics.results import UNIT, Pool, Result
from grader.words import count, listed

ROUNDED = "Marks in results are rounded already; all numbers here are worked out exactly from these."
_MOST_NAMES = 5
_MOST_FOLLOWED = 10_000
"""Of so many problems it is looked whether their files changed; a class with a variant for everybody has more."""


class NoteTally:
    """Takes in one student's result that counts after the other."""

    def __init__(self) -> None:
        self._graded = self._unnamed = self._silent = 0
        self._held = Counter[Pool]()
        self._worth: dict[tuple[Pool, str], set[int]] = {}
        self._digests: dict[str, set[str]] = {}
        self._graders: set[str] = set()

    def add(self, result: Result) -> None:
        """Take in one result."""
        self._graded += 1
        self._unnamed += result.student is None
        self._silent += any(part.is_silent for problem in result.problems for part in problem.parts)
        self._graders |= set() if result.grader is None else {result.grader}
        for problem in result.problems:
            self._held[problem.pool] += 1
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
        yield from self._uneven()
        yield from self._versions()
        if self._silent:
            yield f"{count(self._silent, 'result')} without entries (graded with --reveal none): wrong answers are not known there."

    def _uneven(self) -> Iterator[str]:
        """Yield the problems that not every result holds, and the parts that were worth different marks."""
        graded, names = self._graded, names_of(self._held)
        missing = [f"{names[pool]} (in {count} of {graded})" for pool, count in self._held.items() if count < graded]
        if missing:
            yield (
                f"Not every result holds {listed(missing, _MOST_NAMES)}: the statistics of a problem are those of the students whose "
                "result holds it. `grade --require` makes left-out problems count as blank."
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
