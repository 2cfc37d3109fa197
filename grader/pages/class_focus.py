"""The first sentence of a class report: what to talk about."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.pages.class_tree import ClassTree, NodeShare
from grader.pages.class_words import description, whole_percent
from grader.statistics import ClassReport, MisconceptionTally, ProblemSummary
from grader.words import count

_OFTEN = Fraction(1, 10)
_GOOD = Fraction(9, 10)
_MOST_NODES = 5


class Focus(NamedTuple):
    """What to talk about: a few words, the reason in sentences, and the place of the problem in the report, if it is one."""

    lead: str
    said: str
    place: int | None = None


def question_to_talk_about(report: ClassReport) -> int | None:
    """Return the place of the question to talk about: where most follow one wrong rule, else that with the fewest points.

    None where no question stands out, or none is one of the class's (everybody may have a variant).
    """
    problems = [problem for problem in report.problems if problem.item.facility is not None]
    held = max((problem.item.students for problem in problems), default=0)
    if 2 * held < report.totals.students or not problems:
        return None
    misled = max(problems, key=_misled)
    worst = min(problems, key=lambda problem: problem.item.facility or 0)
    found = misled if _misled(misled) >= _OFTEN else worst
    return report.problems.index(found) if _misled(found) >= _OFTEN or (found.item.facility or 0) < _GOOD else None


def focus(report: ClassReport, place: int | None, tree: ClassTree | str) -> Focus:
    """Return what to say of that question, whose tree is given; without one what to say of the class."""
    if place is None:
        return _of_the_class(report)
    problem = report.problems[place]
    surest = _surest(problem.misconceptions) if _misled(problem) >= _OFTEN else None
    said = _points(problem) if surest is None else _rule(surest, problem.item.students)
    return Focus(_lead(report, place), said + _where(tree), place)


def _of_the_class(report: ClassReport) -> Focus:
    students = report.totals.students
    shares = [problem.item.facility for problem in report.problems if problem.item.facility is not None]
    if not shares:
        return Focus("Nothing to talk about yet.", "No result has marks.")
    if all(share >= 1 for share in shares):
        return Focus(
            "Everything is right.",
            f"{'The student has' if students == 1 else f'All {students} students have'} all points.",
        )
    surest = _surest(report.misconceptions)
    if surest is not None and surest.alone > 1 and surest.alone >= _OFTEN * students:
        return Focus("Talk about this.", _rule(surest, students))
    if all(share >= _GOOD for share in shares):
        return Focus("Nothing stands out.", f"Every question has {whole_percent(_GOOD)} of its points or more.")
    return Focus("Nothing stands out.", "No wrong rule is behind the answers of many students.")


def _lead(report: ClassReport, place: int) -> str:
    if len(report.problems) > 1:
        return f"Talk about question {place + 1}."
    return "Look at this." if report.totals.students == 1 else "Talk about this."


def _surest(tallies: Sequence[MisconceptionTally]) -> MisconceptionTally | None:
    """Return the wrong rule that most students follow for whom no other rule fits as well; None where there is none."""
    return max((tally for tally in tallies if tally.alone), key=lambda tally: tally.alone, default=None)


def _misled(problem: ProblemSummary) -> Fraction:
    """Return the share of students who follow that rule; one of several students is nobody."""
    surest = _surest(problem.misconceptions)
    most = surest.alone if surest is not None else 0
    return Fraction(most, problem.item.students) if most > 1 or problem.item.students == 1 else Fraction(0)


def _rule(tally: MisconceptionTally, students: int) -> str:
    follow = "follows" if tally.alone == 1 else "follow"
    rule = description(tally.misconception) or tally.misconception
    return f"{tally.alone} of {count(students, 'student')} {follow} one wrong rule — {_lower(rule)}"


def _lower(sentence: str) -> str:
    """Return a sentence as it goes on behind a dash; names that are written in capitals stay.

    >>> _lower("A node is cut too early."), _lower("MAX and MIN are exchanged.")
    ('a node is cut too early.', 'MAX and MIN are exchanged.')
    """
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]


def _points(problem: ProblemSummary) -> str:
    said = (
        f"It has {whole_percent(problem.item.facility)} of its points, and no single wrong rule is behind many answers."
    )
    parts = [part for part in problem.parts if part.item.facility is not None]
    if len(parts) < 2:
        return said
    worst = min(parts, key=lambda part: part.item.facility or 0)
    return f"{said} The fewest are in {worst.part}: {whole_percent(worst.item.facility)}."


def _where(tree: ClassTree | str) -> str:
    """Return at which nodes fewer than 3 in 4 are right: those where it begins, and those that follow from them."""
    if not isinstance(tree, ClassTree):
        return ""
    low = [share for share in tree.shares if share.is_low]
    begins = [share for share in low if not share.follows]
    follow = [share for share in low if share.follows]
    if not begins:
        return f" It goes wrong at {_nodes(tree, follow)}." if follow else ""
    said = f" It goes wrong at {_nodes(tree, begins)}"
    return (
        f"{said}; {_nodes(tree, follow)} {'follows' if len(follow) == 1 else 'follow'} from it."
        if follow
        else f"{said}."
    )


def _nodes(tree: ClassTree, shares: Sequence[NodeShare]) -> str:
    """Return the names of nodes as a sentence has them: "D, G and H"."""
    names = [tree.id_of(share) for share in shares]
    *first, last = (
        names if len(names) <= _MOST_NODES else [*names[: _MOST_NODES - 1], f"{len(names) - _MOST_NODES + 1} more"]
    )
    return f"{', '.join(first)} and {last}" if first else last
