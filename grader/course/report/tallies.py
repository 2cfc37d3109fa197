"""What a class did in each exercise, counted one student after the other: marks, misconceptions, wrong answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.core.data import grouped
from grader.core.numbers import Number, read_number
from grader.course.report.statistics import GroupShare, Item, ItemTally, TotalsTally
from grader.grading.read_results import PROGRAMS, UNIT, PartResult, ProblemResult, Wrong

# -- misconceptions and wrong answers: one student counts once

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


class RoleTally(NamedTuple):
    """How many of the students who answered a part have all its entries of a role right; `example` is the problem of the first who has not."""

    part: str
    role: str
    students: int
    right: int
    example: str = ""

    @property
    def share(self) -> Fraction:
        """Return the share of the students who have it right."""
        return Fraction(self.right, self.students)


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
        self._wrong: dict[tuple[str | None, Number | str], _Same] = {}
        self._astray = Counter[Astray]()

    def add(self, part: PartResult) -> None:
        """Take in one student's answers, who counts once at a node."""
        self._right.update(part.right)
        self._asked.update(part.asked)
        if not (part.wrong or part.missed):
            return
        for key, wrong in {(wrong.node, _meant(wrong.given)): wrong for wrong in part.wrong}.items():
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
        wrong = grouped((answer.node, answer) for answer in self._ordered())
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


@lru_cache(4096)
def _meant(given: str) -> Number | str:
    """Return the number that was written, else the text. Many write the same, so it is read once: half of a tally's time."""
    try:
        return read_number(given)
    except ValueError:
        return given


@dataclass(slots=True)
class _Same:
    """One wrong answer as several students wrote it."""

    node: str | None
    written: Counter[str] = field(default_factory=Counter)
    expected: str | None = None
    follow: int = 0

    def add(self, wrong: Wrong) -> None:
        self.written[wrong.given] += 1
        self.expected = wrong.expected
        self.follow += wrong.follows

    def answer(self) -> WrongAnswer:
        written = self.written
        given = min(written, key=lambda text: (-written[text], len(text), text))
        return WrongAnswer(self.node, given, self.expected, written.total(), self.follow)


# -- what a class did in one exercise: one problem, or all variants of it together

ShapeOf = Callable[[str], Hashable]
"""From a problem's id to the shape of its tree, nodes by name; None where it is not known."""

MOST_VARIANTS = 10_000
"""So many variants of an exercise are told apart; of more it is only known that there are more."""
_MOST_SHAPES = 500
_MOST_ROLES = 500
"""So many roles of a part are told apart: far more than trees have, but results may come from anybody."""


class PartSummary(NamedTuple):
    """One part of a problem: its statistics, how many left it blank or wrote what could not be judged, wrong answers.

    `full` students have all its marks. `nodes` says how many of `told` students, those whose results say more than marks, are right where;
    `astray` what is missed and too much in the lists that are not right, each with how many students. `roles` are pooled over all variants.
    For `dropped` students people decided that this part does not count.
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
    roles: tuple[RoleTally, ...] = ()
    dropped: int = 0

    @property
    def is_dropped(self) -> bool:
        """Return whether it counts for nobody, though its problem may."""
        return self.dropped == self.item.students


class ProblemSummary(NamedTuple):
    """One problem, or an exercise of a quiz: its statistics as a whole, its parts, the misconceptions that students show on it.

    `one_slip` is the number of students whose answer is right but for one slip; `digests` are those of the problem's file,
    of which there are several where it was changed between results. `variants` says how many problems are taken together here, of which
    `example` is the first; where there are several their numbers are not: `nodes` of parts are known only if the trees
    have `one_shape`, wrong answers never. `apart` has each variant by itself, where that was asked. For `dropped` students people decided that it
    does not count. `followed` is the wrong rule that most follow, where anybody follows one. `has_words`: some of its points are for words, which people mark.
    Where programs answer, `programs` says of how many students' what is so.
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
    dropped: int = 0
    followed: Followed | None = None
    has_words: bool = False
    programs: tuple[tuple[str, int], ...] = ()

    @property
    def roles(self) -> list[RoleTally]:
        """Return the roles of all parts, the one that the smallest share has right first; of equals the one of more students, then by the sheet."""
        return sorted(
            (role for part in self.parts for role in part.roles), key=lambda role: (role.share, -role.students)
        )

    @property
    def is_dropped(self) -> bool:
        """Return whether it counts for nobody."""
        return self.dropped == self.item.students

    def has_dropped(self, part: str) -> bool:
        """Return whether this part of it counts for nobody."""
        return self.is_dropped or any(one.is_dropped for one in self.parts if one.part == part)


class Attempt(NamedTuple):
    """One student's result on one problem, and what they earned elsewhere: in other problems, of how much, and in all parts."""

    problem: ProblemResult
    other_problems: int
    all_parts: int
    part_count: int
    group: str = ""
    other_possible: int = 0


class ExerciseTally:
    """Takes in one attempt after the other. `shape_of` is asked once for each variant of which the result does not say it; with `apart` each is also counted by itself."""

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
        self._elsewhere = _ElsewhereTally()
        self._dropped, self._has_words = 0, False
        self._did = Counter[str]()
        self._groups = defaultdict[str, TotalsTally](TotalsTally)
        self._apart: dict[str, ExerciseTally] | None = {} if apart else None

    def add(self, attempt: Attempt) -> None:
        """Take in one student's attempt."""
        problem = attempt.problem
        if problem.id not in self._variants and len(self._variants) <= MOST_VARIANTS:
            self._meet(problem)
        if problem.digest is not None and len(self._variants) == 1:
            self._digests.add(problem.digest)
        self._item.add(problem.earned, problem.possible, attempt.other_problems, attempt.part_count)
        self._full += problem.earned >= problem.possible
        self._one_slip += problem.is_slip
        self._misconceptions.add([problem])
        self._elsewhere.add(attempt)
        self._dropped += problem.is_dropped
        self._has_words |= problem.has_words
        self._did.update(problem.did)
        self._groups[attempt.group].add(problem.earned, problem.possible)
        for part in problem.parts:
            self._parts[part.part].add(part, attempt, self._pooling)
        if self._apart is not None:
            if problem.id not in self._apart:
                self._apart[problem.id] = ExerciseTally(problem, self._shape_of)
            self._apart[problem.id].add(attempt)

    def _meet(self, variant: ProblemResult) -> None:
        """Take note of another variant, and forget what its numbers, or its nodes, have not in common with the others'."""
        if self._pooling is not _Pooling.NOTHING:
            if self._pooling is _Pooling.NUMBERS:
                self._shape = self._known_shape(self._first)
            is_known = len(self._variants) < _MOST_SHAPES and self._shape is not None
            is_same = is_known and self._known_shape(variant) == self._shape
            self._pooling = _Pooling.NODES if is_same else _Pooling.NOTHING
            for part in self._parts.values():
                part.forget(self._pooling)
        self._variants.add(variant.id)

    def _known_shape(self, variant: ProblemResult) -> Hashable:
        return self._shape_of(variant.id) if variant.shape is None else variant.shape

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
            dropped=self._dropped,
            followed=self._elsewhere.followed(),
            has_words=self._has_words,
            programs=tuple((what, self._did[what]) for what in PROGRAMS if self._did[what]),
        )


class Followed(NamedTuple):
    """A wrong rule that so many `students` follow, with the mean shares of the points that they and all others earned elsewhere; None where nobody could."""

    misconception: str
    students: int
    own: Fraction | None
    others: Fraction | None


class _ElsewhereTally:
    """Takes in what one student after the other earned in other problems, apart for those who follow one wrong rule."""

    def __init__(self) -> None:
        self._all = TotalsTally()
        self._following = defaultdict[str, TotalsTally](TotalsTally)

    def add(self, attempt: Attempt) -> None:
        earned = attempt.other_problems, attempt.other_possible
        self._all.add(*earned)
        if len(attempt.problem.misconceptions) == 1:
            self._following[next(iter(attempt.problem.misconceptions))].add(*earned)

    def followed(self) -> Followed | None:
        """Return the rule that most follow, of several the first by name; None where nobody follows any."""
        students = {name: tally.totals().students for name, tally in sorted(self._following.items())}
        if not students:
            return None
        name = max(students, key=lambda one: students[one])
        own, everybody = self._following[name].totals(), self._all.totals()
        many, all_ = sum(own.histogram), sum(everybody.histogram)  # those who could earn anything elsewhere
        nothing = Fraction(0)
        rest = (everybody.mean_share or nothing) * all_ - (own.mean_share or nothing) * many
        return Followed(name, students[name], own.mean_share, rest / (all_ - many) if all_ > many else None)


class _Pooling(Enum):
    """What the variants so far have in common: all, as there is one; names of nodes, as their trees have one shape; or nothing."""

    NUMBERS = "numbers"
    NODES = "nodes"
    NOTHING = "nothing"


class _PartTally:
    """Takes in one student's answer to a part after the other."""

    def __init__(self) -> None:
        self._item = ItemTally()
        self._blank = self._malformed = self._told = self._full = self._dropped = 0
        self._roles: dict[str, RoleTally] = {}
        self._answers = AnswerCount()

    def add(self, part: PartResult, attempt: Attempt, pooling: _Pooling) -> None:
        is_dropped = part.is_dropped or attempt.problem.is_dropped
        elsewhere = attempt.all_parts - (0 if is_dropped else part.earned)
        self._item.add(part.earned, part.possible, elsewhere, attempt.part_count)
        self._dropped += part.is_dropped
        self._blank += part.is_blank
        self._malformed += part.is_malformed
        self._told += part.has_entries
        self._full += part.earned >= part.possible
        for role, is_right in part.roles:
            self._add_role(RoleTally(part.part, role, 1, is_right, "" if is_right else attempt.problem.id))
        if pooling is not _Pooling.NOTHING:
            self._answers.add(part)
            self.forget(pooling)

    def _add_role(self, one: RoleTally) -> None:
        if one.role not in self._roles and len(self._roles) >= _MOST_ROLES:
            return
        held = self._roles.get(one.role, one._replace(students=0, right=0))
        self._roles[one.role] = one._replace(
            students=held.students + 1, right=held.right + one.right, example=held.example or one.example
        )

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
            roles=tuple(self._roles[role] for role in sorted(self._roles)),
            dropped=self._dropped,
        )
