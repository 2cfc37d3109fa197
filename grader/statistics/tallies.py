"""What is counted rather than averaged: misconceptions, and wrong answers. One student counts once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grader.exact import Number, read_number
from grader.statistics.results import PartResult, ProblemResult, Wrong

_MOST_AT_A_NODE = 5
_MOST_DIFFERENT = 20_000
"""So many different wrong answers to a part are counted; a class whose answers differ even more has nothing in common."""


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


class NodeTally(NamedTuple):
    """How many students have a part right at a node, and the most frequent wrong answers there, the commonest first.

    `node` is None where the part is about no node. `of` is of how many students that is known.
    """

    node: str | None
    right: int
    wrong: tuple[WrongAnswer, ...]
    of: int


class Astray(NamedTuple):
    """What one student's list of nodes misses, and what should not be in it; None stands for what the result does not name."""

    missed: frozenset[str | None]
    extra: frozenset[str | None]


class MisconceptionCount:
    """Takes in one student after the other, each with the problems to look at."""

    def __init__(self) -> None:
        self._shown = Counter[str]()
        self._alone = Counter[str]()
        self._exact = Counter[str]()

    def add(self, problems: Iterable[ProblemResult]) -> None:
        """Take in one student."""
        found = [(name, slipped, problem) for problem in problems for name, slipped in problem.misconceptions.items()]
        if found:
            self._shown.update({name for name, _, _ in found})
            self._alone.update({name for name, _, problem in found if len(problem.misconceptions) == 1})
            self._exact.update({name for name, slipped, _ in found if not slipped})

    def tallies(self) -> tuple[MisconceptionTally, ...]:
        """Return the misconceptions of the students so far, the most frequent first."""
        ordered = sorted(self._shown, key=lambda name: (-self._shown[name], name))
        return tuple(
            MisconceptionTally(name, self._shown[name], self._alone[name], self._exact[name]) for name in ordered
        )


class AnswerCount:
    """Takes in the answers of one student after the other to one part, and keeps how many gave which."""

    def __init__(self) -> None:
        self._right = Counter[str | None]()
        self._asked = Counter[str | None]()
        self._wrong: dict[_Key, _Same] = {}
        self._astray = Counter[Astray]()

    def add(self, part: PartResult) -> None:
        """Take in one student's answers, who counts once at a node."""
        self._right.update(part.right)
        self._asked.update(part.asked)
        if not (part.wrong or part.missed):
            return
        for key, wrong in {_key(wrong): wrong for wrong in part.wrong}.items():
            if key not in self._wrong and len(self._wrong) < _MOST_DIFFERENT:
                self._wrong[key] = _Same(wrong.node)
            if key in self._wrong:
                self._wrong[key].add(wrong)
        one = Astray(part.missed, frozenset(wrong.node for wrong in part.wrong))
        if one in self._astray or len(self._astray) < _MOST_DIFFERENT:
            self._astray[one] += 1

    def forget_what_was_written(self) -> None:
        """Keep how many are right where, and no wrong answer: variants have one shape, but each has its own numbers."""
        self._wrong, self._astray = {}, Counter()

    def frequent(self, top: int) -> tuple[tuple[WrongAnswer, ...], int]:
        """Return the most frequent wrong answers, at most `top`, and how many different ones there are besides.

        Equal numbers are one answer, shown as most students wrote it. Where an answer is shared by several students, those
        that only one student gave are not listed.
        """
        ordered = self._ordered()
        shared = [answer for answer in ordered if answer.students > 1]
        listed = (shared or ordered)[:top]
        return tuple(listed), len(ordered) - len(listed)

    def nodes(self, told: int | None) -> tuple[NodeTally, ...]:
        """Return how many of `told` students have each node right, and the few most frequent wrong answers at each.

        The nodes are all at which somebody gave something, by name. With None, of variants, these are all that ask for an
        answer at all, of those students who were asked for one there.
        """
        wrong: dict[str | None, list[WrongAnswer]] = {}
        for answer in self._ordered():
            wrong.setdefault(answer.node, []).append(answer)
        nodes = sorted({*self._right, *wrong, *(self._asked if told is None else ())}, key=lambda node: node or "")
        return tuple(
            NodeTally(
                node,
                self._right[node],
                tuple(wrong.get(node, ())[:_MOST_AT_A_NODE]),
                self._asked[node] if told is None else told,
            )
            for node in nodes
        )

    def astray(self) -> tuple[tuple[Astray, int], ...]:
        """Return what is missed and what is too much, each with how many students that is so of."""
        return tuple(self._astray.items())

    def _ordered(self) -> list[WrongAnswer]:
        """Return the wrong answers, the most frequent first."""
        found = (same.answer() for same in self._wrong.values())
        return sorted(found, key=lambda answer: (-answer.students, answer.node or "", answer.given))


_Key = tuple[str | None, Number | str]


def _key(wrong: Wrong) -> _Key:
    return wrong.node, _meant(wrong.given)


@lru_cache(4096)
def _meant(given: str) -> Number | str:
    """Return the number that was written, else the text. Many write the same, so it is read once: half of a tally's time."""
    try:
        return read_number(given)
    except ValueError:
        return given


class _Same:
    """One wrong answer as several students wrote it."""

    __slots__ = ("_expected", "_follow", "_node", "_written")

    def __init__(self, node: str | None) -> None:
        self._node = node
        self._written = Counter[str]()
        self._expected: str | None = None
        self._follow = 0

    def add(self, wrong: Wrong) -> None:
        self._written[wrong.given] += 1
        self._expected = wrong.expected
        self._follow += wrong.follows

    def answer(self) -> WrongAnswer:
        written = self._written
        given = min(written, key=lambda text: (-written[text], len(text), text))
        return WrongAnswer(self._node, given, self._expected, written.total(), self._follow)
