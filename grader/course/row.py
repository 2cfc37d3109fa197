"""What one student's line of a gradebook says: from an outcome, or from the result that was written of it."""

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.data import Data
from grader.marks.reports import Verdict
from grader.outcome import Outcome, student_of

_BLANK = Verdict.BLANK.value


class Status(Enum):
    """What became of a student's work, as gradebook.csv says it; `missing`: nothing came."""

    GRADED = "graded"
    PARTLY = "partly"
    NOT_GRADABLE = "not-gradable"
    MISSING = "missing"


class Row(NamedTuple):
    """What became of what one student handed in.

    `marks` are those of each exercise, without a quiz of each problem, by its id. `typed` is who the submission says it
    is from. `is_readable`: there is a submission, though perhaps nothing of it was marked; `is_whole`: nothing that was
    handed in failed. `platform` is what a learning platform says of who handed in. To what is `blank` nothing was filled in.
    """

    student: str
    status: Status
    marks: Mapping[str, Fraction] = {}
    possible: Fraction = Fraction(0)
    sources: tuple[str, ...] = ()
    typed: str = ""
    group: str = ""
    is_readable: bool = True
    is_whole: bool = True
    platform: Mapping[str, str] = {}
    blank: tuple[str, ...] = ()

    @property
    def earned(self) -> Fraction:
        """Return the marks of all problems."""
        return sum(self.marks.values(), Fraction(0))

    @property
    def share(self) -> Fraction:
        """Return the share of the marks that was earned; nothing of nothing is 0."""
        return self.earned / (self.possible or 1)


def row_of(outcome: Outcome) -> Row:
    """Return what became of a hand-in that was just graded."""
    marks = {
        outcome.exercises.get(graded.report.id, graded.report.id): Fraction(graded.marks.earned)
        for graded in outcome.graded
    }
    sources = outcome.sources or (outcome.source,)
    who = student_of(outcome) or ""
    return Row(
        who,
        status_of(outcome),
        marks,
        Fraction(outcome.possible),
        sources,
        outcome.typed or "",
        outcome.group,
        outcome.is_gradable,
        outcome.is_whole,
        dict(outcome.platform),
        _same(outcome.exercises.get(one.report.id, one.report.id) for one in outcome.graded if one.is_blank),
    )


def status_of(outcome: Outcome) -> Status:
    """Return whether all that counts of what was handed in was graded, a part of it, or nothing, which is no mark of 0."""
    return _status(is_any=bool(outcome.graded), is_all=outcome.is_whole)


def row_in(result: Mapping[str, Data]) -> Row:
    """Return what a result, as it is written, says became of a hand-in."""
    problems = result.get("problems", ())
    failed = any(not item.get("beside") for item in result.get("problems_not_graded", ()))
    in_doubt = any(not item.get("beside") for item in result.get("files_not_graded", ()))
    is_whole = result["gradable"] and not failed and not in_doubt
    source = result.get("source", "")
    who = result.get("student", "")
    return Row(
        who,
        _status(is_any=bool(problems), is_all=is_whole),
        {problem.get("exercise", problem["id"]): _exact(problem["earned"]) for problem in problems},
        _exact(result.get("possible", 0)),
        tuple(source) if isinstance(source, list) else (source,),
        result.get("typed", who),
        result.get("group", ""),
        result["gradable"],
        is_whole,
        result.get("platform", {}),
        _same(problem.get("exercise", problem["id"]) for problem in problems if _is_blank(problem)),
    )


def _is_blank(problem: Mapping[str, Data]) -> bool:
    """Return whether nothing was filled in to a problem, of a result as it is written or in brief."""
    entries = (entry for part in problem.get("parts", ()) for entry in part["entries"])
    return bool(problem.get("blank", "parts" in problem and all(entry["verdict"] == _BLANK for entry in entries)))


def _status(*, is_any: bool, is_all: bool) -> Status:
    if not is_any:
        return Status.NOT_GRADABLE
    return Status.GRADED if is_all else Status.PARTLY


@lru_cache(4096)  # a class earns few different marks, and all rows are kept until the table is written
def _exact(marks: float) -> Fraction:
    """Return marks as they were before they became a number of JSON, which has the digits of a decimal."""
    return Fraction(str(marks))


def _same(names: Iterable[str]) -> tuple[str, ...]:
    return _of_many(tuple(names))


@lru_cache(4096)  # the same for many, too
def _of_many(names: tuple[str, ...]) -> tuple[str, ...]:
    return names
