"""What is counted rather than averaged: misconceptions, and wrong answers. One student counts once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.exact import Number, read_number
from grader.statistics.results import PartResult, ProblemResult, Wrong


class MisconceptionTally(NamedTuple):
    """How many students show a misconception.

    `alone` of them on a problem where it is the only one that fits; `exact` on a problem that it explains without a slip.
    """

    misconception: str
    students: int
    alone: int
    exact: int


class WrongAnswer(NamedTuple):
    """A wrong answer and how many students gave it; with `follow_through` of them it follows from an earlier slip."""

    node: str | None
    given: str
    expected: str | None
    students: int
    follow_through: int


def tally_misconceptions(students: Iterable[Sequence[ProblemResult]]) -> tuple[MisconceptionTally, ...]:
    """Return the misconceptions of students, each with the problems to look at; the most frequent first."""
    shown: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for problems in students:
        found = [(name, slipped, problem) for problem in problems for name, slipped in problem.misconceptions.items()]
        shown.update({name for name, _, _ in found})
        alone.update({name for name, _, problem in found if len(problem.misconceptions) == 1})
        exact.update({name for name, slipped, _ in found if not slipped})
    ordered = sorted(shown, key=lambda name: (-shown[name], name))
    return tuple(MisconceptionTally(name, shown[name], alone[name], exact[name]) for name in ordered)


def tally_wrong(parts: Iterable[PartResult], top: int) -> tuple[tuple[WrongAnswer, ...], int]:
    """Return the most frequent wrong answers to a part, at most `top`, and how many different ones there are besides.

    Equal numbers are one answer, shown as most students wrote it. Where an answer is shared by several students, those
    that only one student gave are not listed.
    """
    found: dict[_Key, list[Wrong]] = {}
    for part in parts:
        for key, wrong in {_key(wrong): wrong for wrong in part.wrong}.items():
            found.setdefault(key, []).append(wrong)
    ordered = sorted(
        map(_gather, found.values()), key=lambda answer: (-answer.students, answer.node or "", answer.given)
    )
    shared = [answer for answer in ordered if answer.students > 1]
    listed = (shared or ordered)[:top]
    return tuple(listed), len(ordered) - len(listed)


_Key = tuple[str | None, Number | str]


def _key(wrong: Wrong) -> _Key:
    try:
        return wrong.node, read_number(wrong.given)
    except ValueError:
        return wrong.node, wrong.given


def _gather(same: Sequence[Wrong]) -> WrongAnswer:
    written = Counter(wrong.given for wrong in same)
    given = min(written, key=lambda text: (-written[text], len(text), text))
    return WrongAnswer(same[0].node, given, same[-1].expected, len(same), sum(wrong.follows for wrong in same))
