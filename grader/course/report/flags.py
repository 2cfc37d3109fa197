"""What is flagged of a question: too easy, too hard, or misleading strong students; each with its reason and the decision to copy that takes it out of the marks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from grader.core.data import Plain
from grader.core.documents.writing import scalar
from grader.core.text import count
from grader.course.report.statistics import correlation_by_chance
from grader.course.report.tallies import ProblemSummary
from grader.course.report.wording import whole_percent

FEWEST = 20
"""With fewer students nothing is flagged."""
_EASY, _HARD, _MANY = Fraction(95, 100), Fraction(20, 100), Fraction(1, 4)


class Flag(NamedTuple):
    """A flag of a question, its reason, and the decision that would drop the question: one for all flags that it has. None where chance may be all that is behind it."""

    flag: str
    why: str
    adjust: dict[str, Plain] | None


def _by_facility(said: str, is_so: Callable[[Fraction], bool]) -> Callable[[ProblemSummary], str]:
    """Return what gives the reason where the facility is so, of a question whose points are not for words."""

    def reason(problem: ProblemSummary) -> str:
        facility = problem.item.facility
        is_told = facility is not None and not problem.has_words and is_so(facility)
        return f"{said} have it right (facility {whole_percent(facility)})" if is_told else ""

    return reason


def _negative(problem: ProblemSummary) -> str:
    found = problem.item.discrimination
    if found is None or found >= 0:
        return ""
    said = f"stronger students do worse (discrimination −{whole_percent(-found / 100)})"
    chance = whole_percent(correlation_by_chance(problem.item.students))
    return f"{said}, which may be chance: it gives down to −{chance}" if _is_by_chance(problem) else said


def _is_by_chance(problem: ProblemSummary) -> bool:
    """Return whether its discrimination is no further from 0 than chance alone gives."""
    found = problem.item.discrimination
    return found is not None and abs(found) <= 100 * correlation_by_chance(problem.item.students)


def _misleading(problem: ProblemSummary) -> str:
    """Return that those who follow a wrong rule are no weaker elsewhere; nothing where they are, or nobody can tell."""
    one = problem.followed
    if one is None or one.own is None or one.others is None:
        return ""
    is_many, is_strong = one.students >= _MANY * problem.item.students, one.own >= one.others
    shares = f"{whole_percent(one.own)} against {whole_percent(one.others)}"
    said = f"{one.students} of {count(problem.item.students, 'student')} follow one wrong rule, {one.misconception}, and do no worse elsewhere ({shares})"
    return said if is_many and is_strong else ""


_FLAGS: dict[str, tuple[str, Callable[[ProblemSummary], str]]] = {
    "too-easy": ("too easy", _by_facility("nearly all", lambda facility: facility >= _EASY)),
    "too-hard": ("too hard", _by_facility("hardly any", lambda facility: facility <= _HARD)),
    "negative": ("negative discrimination", _negative),
    "misleading": ("misleading", _misleading),
}
"""Of each flag why somebody would decide so, and the reason that a question gives for it; nothing where it gives none."""


def flags_of(problem: ProblemSummary) -> list[Flag]:
    """Return the flags of a question that counts for enough students."""
    if problem.item.students < FEWEST or problem.is_dropped:
        return []
    found = [(flag, decided, why) for flag, (decided, reason) in _FLAGS.items() if (why := reason(problem))]
    unsure = {"negative"} if _is_by_chance(problem) else set()
    adjust: dict[str, Plain] = {
        "why": " and ".join(decided for flag, decided, _ in found if flag not in unsure),
        "exercise": problem.id,
        "drop": True,
    }
    return [Flag(flag, why, None if flag in unsure else adjust) for flag, _, why in found]


def flag_lines(problem: ProblemSummary) -> list[str]:
    """Return a sentence with all reasons to look at a question and one decision as it stands in a file of decisions; none without flags."""
    if not (flags := flags_of(problem)):
        return []
    said = f"{problem.name}: {'; '.join(flag.why for flag in flags)}."
    adjust = next((flag.adjust for flag in flags if flag.adjust), {})
    fields = ", ".join(f"{field}: {scalar(value)}" for field, value in adjust.items())
    return [f"{said} If it should not count: {{{fields}}}" if fields else said]
