"""Which answers count where a student handed in several to one problem: the latest, the best or the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction

from grader.grading import Choose, FindExercise, grade_submission
from grader.policy import Policy
from grader.submission import Submission


class Keep(StrEnum):
    """Which of several answers to one problem count."""

    LATEST = "latest"
    BEST = "best"
    FIRST = "first"


def choose(keep: Keep, count: int, earned: Callable[[int], Fraction]) -> int:
    """Return which of so many answers counts, by its place in their order; of equally good ones the latest.

    What answers earn is asked for nothing but `best`.

    >>> [choose(keep, 3, [Fraction(1), Fraction(2), Fraction(0)].__getitem__) for keep in Keep]
    [2, 1, 0]
    """
    match keep:
        case Keep.FIRST:
            return 0
        case Keep.LATEST:
            return count - 1
        case Keep.BEST:
            return max(range(count), key=lambda place: (earned(place), place))


def chooser(keep: Keep, find: FindExercise, policy: Policy) -> Choose:
    """Return what chooses among the submissions of a student. Answers that cannot be marked earn less than nothing."""

    def chosen(id_: str, answering: Sequence[Submission]) -> Submission:
        def earned(place: int) -> Fraction:
            outcome = grade_submission(answering[place], find, require=(id_,), only=True, policy=policy)
            return Fraction(outcome.graded[0].report.earned) if outcome.graded else Fraction(-1)

        return answering[choose(keep, len(answering), earned)]

    return chosen
