"""What became of all hand-ins of a run: how many were graded, how many not, and the mean."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from grader.exact import marks_text, points_text, rounded
from grader.grading import NOT_PART, Outcome
from grader.policy import CENT
from grader.printable import printable
from grader.words import count, listed

_MOST_NAMED = 5


class Status(Enum):
    """What became of a student's work, as gradebook.csv says it."""

    GRADED = "graded"
    PARTLY = "partly"
    NOT_GRADABLE = "not-gradable"


def status_of(outcome: Outcome) -> Status:
    """Return whether all that was handed in was graded, a part of it, or nothing, which is no mark of 0."""
    if not outcome.graded:
        return Status.NOT_GRADABLE
    failed = any(fault.message != NOT_PART for _, fault in outcome.not_graded)
    return Status.PARTLY if failed or outcome.unread else Status.GRADED


class Tally:
    """Counts outcomes as they come; nothing of them is kept but numbers, and who types which name."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(Status, 0)
        self._earned = self._possible = Fraction(0)
        self._namesakes: dict[tuple[str, str], list[str]] = {}

    def add(self, outcome: Outcome) -> None:
        """Take in one outcome."""
        self._counts[status_of(outcome)] += 1
        if outcome.graded:
            self._earned += Fraction(outcome.earned)
            self._possible += Fraction(outcome.possible)
        for graded in outcome.graded if outcome.typed else ():
            self._namesakes.setdefault((outcome.typed or "", graded.report.id), []).append(outcome.source)

    def warnings(self) -> list[str]:
        """Return whose names were typed in several hand-ins that answer one problem: these count as different students."""
        told: dict[tuple[str, ...], tuple[str, list[str]]] = {}
        for (typed, id_), sources in self._namesakes.items():
            if len(sources) > 1:
                told.setdefault(tuple(sources), (typed, []))[1].append(id_)
        return [
            f'warning: the student "{printable(typed)}" is typed in {listed([*map(printable, sources)], _MOST_NAMED)}, '
            f"which answer the same: {listed(ids, _MOST_NAMED)}; they count as different students, named by their paths"
            for sources, (typed, ids) in told.items()
        ]

    def __str__(self) -> str:
        """Return one line: how many students, how many graded and not, and the mean of those that were graded."""
        graded = self._counts[Status.GRADED] + self._counts[Status.PARTLY]
        partly = f" ({self._counts[Status.PARTLY]:,} of them in part)" if self._counts[Status.PARTLY] else ""
        line = f"{count(sum(self._counts.values()), 'hand-in')}: {graded:,} graded{partly}, "
        line += f"{self._counts[Status.NOT_GRADABLE]:,} not"
        if not graded:
            return line
        mean, possible = self._earned / graded, self._possible / graded
        share = f" ({percent_text(mean, possible)} %)" if possible else ""
        return f"{line}; mean {marks_text(rounded(mean, CENT))} of {points_text(rounded(possible, CENT))}{share}"


def percent_text(earned: Fraction, possible: Fraction) -> str:
    """Return the percentage with one decimal, rounded and never cut, without a zero behind the point.

    >>> percent_text(Fraction(2), Fraction(3)), percent_text(Fraction(1), Fraction(2))
    ('66.7', '50')
    """
    return marks_text(rounded(100 * earned / possible, Fraction(1, 10)))
