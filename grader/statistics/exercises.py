"""What a class did in one exercise: one problem, or all variants of it together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from grader.statistics.moments import Item, ItemTally, Mark
from grader.statistics.results import UNIT, PartResult, ProblemResult
from grader.statistics.tallies import (
    AnswerCount,
    Astray,
    MisconceptionCount,
    MisconceptionTally,
    NodeTally,
    WrongAnswer,
)

ShapeOf = Callable[[str], Hashable]
"""From a problem's id to the shape of its tree, nodes by name; None where it is not known."""

MOST_VARIANTS = 10_000
"""So many variants of an exercise are told apart; of more it is only known that there are more."""
_MOST_SHAPES = 500


class PartSummary(NamedTuple):
    """One part of a problem: its statistics, how many left it blank or wrote what could not be judged, wrong answers.

    `full` students have all its marks. `nodes` says how many of `told` students, those whose results say more than marks, are right where;
    `astray` what is missed and too much in the lists that are not right, each with how many students.
    """

    part: str
    item: Item
    blank: int
    malformed: int
    wrong: tuple[WrongAnswer, ...]
    other_wrong: int
    full: int = 0
    told: int = 0
    nodes: tuple[NodeTally, ...] = ()
    astray: tuple[tuple[Astray, int], ...] = ()


class GroupShare(NamedTuple):
    """What one group did in an exercise: how many students, what they earned of what they could, how many have all."""

    group: str
    students: int
    mean: Fraction
    possible: Fraction
    facility: Fraction | None
    full: int


class ProblemSummary(NamedTuple):
    """One problem, or an exercise of a quiz: its statistics as a whole, its parts, the misconceptions that students show on it.

    `one_slip` is the number of students whose answer is right but for one slip; `digests` are those of the problem's file,
    of which there are several where it was changed between results. `variants` says how many problems are taken together here, of which
    `example` is the first; where there are several their numbers are not: `nodes` of parts are known only if the trees
    have `one_shape`, wrong answers never. `apart` has each variant by itself, where that was asked.
    """

    id: str
    kind: str
    item: Item
    parts: tuple[PartSummary, ...]
    misconceptions: tuple[MisconceptionTally, ...]
    one_slip: int
    digests: tuple[str, ...] = ()
    quiz: str = ""
    name: str = ""
    full: int = 0
    example: str = ""
    variants: int = 1
    one_shape: bool = True
    groups: tuple[GroupShare, ...] = ()
    apart: tuple[ProblemSummary, ...] = ()


class Attempt(NamedTuple):
    """One student's result on one problem, and what they earned elsewhere: in other problems, and in all parts."""

    problem: ProblemResult
    other_problems: int
    all_parts: int
    part_count: int
    group: str = ""


class ExerciseTally:
    """Takes in one attempt after the other. `shape_of` is asked once for each variant; with `apart` each is also counted by itself."""

    def __init__(self, first: ProblemResult, shape_of: ShapeOf, *, apart: bool = False) -> None:
        self._first = first
        self._shape_of = shape_of
        self._variants: set[str] = {first.id}
        self._digests: set[str] = set()
        self._pooling = _Pooling.NUMBERS
        self._shape: Hashable = None
        self._item, self._full, self._one_slip = ItemTally(), 0, 0
        self._parts = defaultdict[str, _PartTally](_PartTally)
        self._misconceptions = MisconceptionCount()
        self._groups = defaultdict[str, _GroupTally](_GroupTally)
        self._apart: dict[str, ExerciseTally] | None = {} if apart else None

    def add(self, attempt: Attempt) -> None:
        """Take in one student's attempt."""
        problem = attempt.problem
        if problem.id not in self._variants and len(self._variants) <= MOST_VARIANTS:
            self._meet(problem.id)
        if problem.digest is not None and len(self._variants) == 1:
            self._digests.add(problem.digest)
        self._item.add(Mark(problem.earned, problem.possible, attempt.other_problems), attempt.part_count)
        self._full += problem.earned >= problem.possible
        self._one_slip += problem.is_slip
        self._misconceptions.add([problem])
        self._groups[attempt.group].add(problem)
        for part in problem.parts:
            mark = Mark(part.earned, part.possible, attempt.all_parts - part.earned)
            self._parts[part.part].add(part, mark, attempt.part_count, self._pooling)
        if self._apart is not None:
            if problem.id not in self._apart:
                self._apart[problem.id] = ExerciseTally(problem, self._shape_of)
            self._apart[problem.id].add(attempt)

    def _meet(self, id_: str) -> None:
        """Take note of another variant, and forget what its numbers, or its nodes, have not in common with the others'."""
        if self._pooling is not _Pooling.NOTHING:
            if self._pooling is _Pooling.NUMBERS:
                self._shape = self._shape_of(self._first.id)
            is_same = (
                len(self._variants) < _MOST_SHAPES and self._shape is not None and self._shape_of(id_) == self._shape
            )
            self._pooling = _Pooling.NODES if is_same else _Pooling.NOTHING
            for part in self._parts.values():
                part.forget(self._pooling)
        self._variants.add(id_)

    def summary(self, name: str, top: int) -> ProblemSummary:
        """Return what was taken in, with the `top` most frequent wrong answers of each part."""
        apart = self._apart if self._apart is not None and len(self._variants) > 1 else {}
        quiz, id_ = self._first.pool
        return ProblemSummary(
            id=id_,
            kind=self._first.kind,
            item=self._item.item(UNIT),
            parts=tuple(part.summary(name, top, self._pooling) for name, part in self._parts.items()),
            misconceptions=self._misconceptions.tallies(),
            one_slip=self._one_slip,
            digests=tuple(sorted(self._digests)) if len(self._variants) == 1 else (),
            quiz=quiz,
            name=name,
            full=self._full,
            example=self._first.id,
            variants=len(self._variants),
            one_shape=self._pooling is not _Pooling.NOTHING,
            groups=tuple(tally.share(group) for group, tally in sorted(self._groups.items())),
            apart=tuple(alone.summary(id_, top)._replace(id=id_) for id_, alone in (apart or {}).items()),
        )


class _Pooling(Enum):
    """What the variants so far have in common: all, as there is one; names of nodes, as their trees have one shape; or nothing."""

    NUMBERS = "numbers"
    NODES = "nodes"
    NOTHING = "nothing"


class _PartTally:
    """Takes in one student's answer to a part after the other."""

    def __init__(self) -> None:
        self._item = ItemTally()
        self._blank = self._malformed = self._told = self._full = 0
        self._answers = AnswerCount()

    def add(self, part: PartResult, mark: Mark, rounded: int, pooling: _Pooling) -> None:
        self._item.add(mark, rounded)
        self._blank += part.is_blank
        self._malformed += part.is_malformed
        self._told += part.is_told
        self._full += part.earned >= part.possible
        if pooling is not _Pooling.NOTHING:
            self._answers.add(part)
            self.forget(pooling)

    def forget(self, pooling: _Pooling) -> None:
        if pooling is _Pooling.NODES:
            self._answers.forget_what_was_written()
        elif pooling is _Pooling.NOTHING:
            self._answers = AnswerCount()

    def summary(self, name: str, top: int, pooling: _Pooling) -> PartSummary:
        wrong, others = self._answers.frequent(top)
        return PartSummary(
            part=name,
            item=self._item.item(UNIT),
            blank=self._blank,
            malformed=self._malformed,
            wrong=wrong,
            other_wrong=others,
            full=self._full,
            told=self._told,
            nodes=self._answers.nodes(self._told if pooling is _Pooling.NUMBERS else None),
            astray=self._answers.astray(),
        )


class _GroupTally:
    """Takes in one attempt of a group's students after the other."""

    def __init__(self) -> None:
        self._students = self._earned = self._possible = self._full = 0

    def add(self, problem: ProblemResult) -> None:
        self._students += 1
        self._earned += problem.earned
        self._possible += problem.possible
        self._full += problem.earned >= problem.possible

    def share(self, group: str) -> GroupShare:
        mean, possible = (Fraction(units, UNIT * self._students) for units in (self._earned, self._possible))
        facility = Fraction(self._earned, self._possible) if self._possible else None
        return GroupShare(group, self._students, mean, possible, facility, self._full)
