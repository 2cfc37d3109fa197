"""What a reader of a class report must know before believing its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.exact import marks_text
from grader.statistics.results import UNIT, Result
from grader.words import count, listed

ROUNDED = "Marks in results are rounded already; all numbers here are worked out exactly from these."
_MOST_NAMES = 5


def notes_on(graded: Sequence[Result], superseded: int) -> Iterator[str]:
    """Yield the notes on the results that count, one a student, and on how many others there are for the same problems."""
    yield ROUNDED
    if superseded:
        yield f"Of several results of one student for one problem the last counts: {count(superseded, 'result')} of others {'does' if superseded == 1 else 'do'} not."
    unnamed = sum(result.student is None for result in graded)
    if unnamed:
        yield f"{count(unnamed, 'result')} without a student: each counts as a student of its own."
    yield from _uneven(graded)
    yield from _versions(graded)
    silent = sum(any(part.is_silent for problem in result.problems for part in problem.parts) for result in graded)
    if silent:
        yield f"{count(silent, 'result')} without entries (graded with --reveal none): wrong answers are not known there."


def _uneven(graded: Sequence[Result]) -> Iterator[str]:
    """Yield the problems that not every result holds, and the parts that were worth different marks."""
    held = Counter(problem.id for result in graded for problem in result.problems)
    missing = [f"{id_} (in {count} of {len(graded)})" for id_, count in held.items() if count < len(graded)]
    if missing:
        yield (
            f"Not every result holds {listed(missing, _MOST_NAMES)}: the statistics of a problem are those of the students whose "
            "result holds it. `grade --require` makes left-out problems count as blank."
        )
    worth: dict[str, set[int]] = {}
    for result in graded:
        for problem in result.problems:
            for part in problem.parts:
                worth.setdefault(f"{problem.id} {part.part}", set()).add(part.possible)
    uneven = [f"{name} ({_marks(possible)})" for name, possible in worth.items() if len(possible) > 1]
    if uneven:
        yield (
            f"Not worth the same in all results: {listed(uneven, _MOST_NAMES)}. "
            "The facility is there what all earned of what all could earn."
        )


def _marks(possible: set[int]) -> str:
    return " or ".join(marks_text(Fraction(units, UNIT)) for units in sorted(possible))


def _versions(graded: Sequence[Result]) -> Iterator[str]:
    """Yield the problems whose file changed between results, and mixed versions of the program."""
    digests: dict[str, set[str]] = {}
    for result in graded:
        for problem in result.problems:
            if problem.digest is not None:
                digests.setdefault(problem.id, set()).add(problem.digest)
    changed = [f"{id_} ({len(versions)} versions)" for id_, versions in digests.items() if len(versions) > 1]
    if changed:
        yield f"Graded from different versions of the problem's file: {listed(changed, _MOST_NAMES)}. Grade all submissions again."
    graders = sorted({result.grader for result in graded if result.grader is not None})
    if len(graders) > 1:
        yield f"Graded by different versions of the program: {listed(graders, _MOST_NAMES)}."
