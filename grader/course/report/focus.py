"""The first line of a class report: what to talk about. A wrong rule that many follow, else the role of a step that most have wrong, else the question with the fewest points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.numbers import marks_text, rounded
from grader.core.text import both, count
from grader.course.report import ClassReport
from grader.course.report.class_tree import FEW, ClassTree, NodeShare
from grader.course.report.tallies import MisconceptionTally, ProblemSummary, RoleTally
from grader.course.report.wording import description, whole_percent
from grader.kinds import KINDS

_OFTEN = Fraction(1, 10)
_GOOD = Fraction(9, 10)
_MOST_NODES = 5
_SOME = 5
"""Of a role that fewer students have nothing is said first."""


class Focus(NamedTuple):
    """What to talk about: a few words, the reason in sentences, and the number of the question, if it is one."""

    lead: str
    said: str
    number: int | str | None = None

    @property
    def line(self) -> str:
        """Return all of it as one line."""
        return f"{self.lead} {self.said}"


class Teach(NamedTuple):
    """The role to teach, of the problem at this place of the report."""

    place: int
    role: RoleTally


def to_teach(report: ClassReport) -> Teach | None:
    """Return the role of which the smallest share of students is right, where that is to be talked about.

    None where a wrong rule comes first, or no role has at least 5 students of whom fewer than 3 in 4 are right.
    """
    place = _place_of(report)
    is_led = place is not None and _misled(report.problems[place]) >= _OFTEN
    if is_led or (place is None and _rule_of_class(report) is not None):
        return None
    found = [
        Teach(place, role)
        for place, problem in enumerate(report.problems)
        for role in problem.roles
        if role.students >= _SOME and role.share < FEW
    ]
    return min(found, key=lambda one: (one.role.share, -one.role.students), default=None)


def first_line(report: ClassReport) -> str:
    """Return what to talk about as one line; questions are called by their names."""
    return focus(report, question_to_talk_about(report), [problem.name for problem in report.problems], "").line


def question_to_talk_about(report: ClassReport) -> int | None:
    """Return the place of the question to talk about: where most follow one wrong rule, else that of the role to teach, else that with the fewest points.

    None where no question stands out, or none is one of the class's (everybody may have a variant).
    """
    teach = to_teach(report)
    return _place_of(report) if teach is None else teach.place


def _place_of(report: ClassReport) -> int | None:
    """Return the place of the question where most follow one wrong rule, else of that with the fewest points; None where none is to be talked about."""
    problems = [problem for problem in report.problems if problem.item.facility is not None]
    held = max((problem.item.students for problem in problems), default=0)
    if 2 * held < report.totals.students or not problems:
        return None
    misled = max(problems, key=_misled)
    worst = min(problems, key=lambda problem: problem.item.facility or 0)
    found = misled if _misled(misled) >= _OFTEN else worst
    return report.problems.index(found) if _misled(found) >= _OFTEN or (found.item.facility or 0) < _GOOD else None


def focus(report: ClassReport, place: int | None, numbers: Sequence[int | str], tree: ClassTree | str) -> Focus:
    """Return what to say of that question, whose tree is given; without one what to say of the class. `numbers` are those of all questions."""
    if place is None:
        return _of_the_class(report)
    if (teach := to_teach(report)) is not None:
        return _taught(report.problems[place], teach.role, numbers[place])
    problem = report.problems[place]
    surest = _surest(problem.misconceptions) if _misled(problem) >= _OFTEN else None
    said = _points(problem) if surest is None else _rule(surest, problem.item.students)
    return Focus(_lead(report, numbers[place]), said + _where(tree), numbers[place])


def _of_the_class(report: ClassReport) -> Focus:
    students = report.totals.students
    shares = [problem.item.facility for problem in report.problems if problem.item.facility is not None]
    if not shares:
        if report.totals.mean_share is not None:
            return Focus("Nothing stands out.", "People mark all that is asked.")
        return Focus("Nothing to talk about yet.", "No result has marks.")
    if all(share >= 1 for share in shares):
        return Focus(
            "Everything is right.",
            f"{'The student has' if students == 1 else f'All {students} students have'} all points.",
        )
    surest = _rule_of_class(report)
    if surest is not None:
        return Focus("Talk about this.", _rule(surest, students))
    if all(share >= _GOOD for share in shares):
        return Focus("Nothing stands out.", f"Every question has {whole_percent(_GOOD)} of its points or more.")
    return Focus("Nothing stands out.", "No wrong rule is behind the answers of many students.")


def _rule_of_class(report: ClassReport) -> MisconceptionTally | None:
    """Return the wrong rule that several students follow, a tenth of the class or more; None where there is none."""
    surest = _surest(report.misconceptions)
    is_often = surest is not None and surest.alone > 1 and surest.alone >= _OFTEN * report.totals.students
    return surest if is_often else None


def _taught(problem: ProblemSummary, role: RoleTally, number: int | str) -> Focus:
    """Return what is said of the role to teach, and of the one of its part that most have right."""
    others = [other for other in problem.roles if other.part == role.part and other.role != role.role]
    best = max(others, key=lambda other: (other.share, other.students), default=None)
    said = f"{role.right} of {count(role.students, 'student')} have all of it right ({_share(role)})"
    beside = "" if best is None else f"; {best.role}: {best.right} of {best.students} ({_share(best)})"
    part = KINDS[problem.kind].parts.get(role.part) if problem.kind in KINDS else None
    is_extra = part is not None and part.roles is not None and part.roles.extra == role.role
    meaning = " The others list what the search does not skip." if is_extra else ""
    uncounted = " It does not count." if problem.has_dropped(role.part) else ""
    return Focus(f"Teach {role.role} ({problem.name}, {role.part}):", f"{said}{beside}.{meaning}{uncounted}", number)


def _share(role: RoleTally) -> str:
    return f"{marks_text(rounded(100 * role.share, Fraction(1, 10)))} %"


def _lead(report: ClassReport, number: int | str) -> str:
    if len(report.problems) > 1:
        return f"Talk about question {number}."
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
    if len(names) > _MOST_NODES:
        names[_MOST_NODES - 1 :] = [f"{len(names) - _MOST_NODES + 1} more"]
    return both(names)
