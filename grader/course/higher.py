"""Keeping the better of two markings of an exercise, and saying so."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grader.errors import Fault
from grader.exact import rounded, whole
from grader.graded import Graded
from grader.marks.rounding import Share
from grader.outcome import Outcome
from grader.policy import CENT

KEPT = "the better marks of an earlier marking are kept"


def keep_higher(outcome: Outcome, before: Mapping[str, Share]) -> Outcome:
    """Return the outcome with marks that are not below those before, for each exercise by its id.

    Where an exercise is worth other points now, it is the share of them that is kept.
    """
    if not before:
        return outcome
    graded = (_higher(one, before.get(outcome.exercises.get(one.report.id, one.report.id))) for one in outcome.graded)
    return outcome._replace(graded=tuple(graded))


def _higher(graded: Graded, before: Share | None) -> Graded:
    marks = graded.marks
    if before is None or not before.possible or not marks.possible:
        return graded
    kept = Fraction(before.earned) / Fraction(before.possible) * Fraction(marks.possible)
    if kept <= marks.earned:
        return graded
    note = Fault(f"{KEPT}: {before.words}; by this one it would be {marks.total.words}")
    earned = whole(rounded(kept, CENT))
    return graded._replace(
        marks=marks._replace(earned=earned, fine=earned),
        report=graded.report._replace(notes=(*graded.report.notes, note)),
    )
