"""An exercise as a learning platform takes it: what each part is made of, what wrong rules would answer, and which parts are files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from grader.answers.case import Case
from grader.answers.platform import Accepted, Carried, Items, Typed, Upload
from grader.exact import Number
from grader.exercises import Pool, Wishes
from grader.handout.sheet import Question, Solved, make_sheet, solved_of
from grader.kinds import Exercise
from grader.policy import Marking
from grader.printable import printable
from grader.words import listed

_MOST_NAMED = 4  # exercises, where the same is to be said of many
_HEAVIEST = 9999
"""No single weight is larger: some platforms keep them in so many digits."""


class Misled(NamedTuple):
    """A number that a wrong rule gives, and what the student is told then."""

    accepted: Accepted
    advice: str


class CarriedPart(NamedTuple):
    """A part of an exercise on a platform; the task of what is handed in as a file says how that is written."""

    name: str
    task: str
    points: Number
    carried: Carried


class CarriedExercise:
    """An exercise on a platform: its parts, its statement, and what is told of it afterwards.

    `why_a_file` says why all of it is handed in as a file, if it is; `why_not_weighed` why a part is whose ticks weigh differently.
    """

    def __init__(self, exercise: Exercise, why_a_file: str = "", why_not_weighed: str = "") -> None:
        self.exercise, self.problem, self.why_a_file = exercise, exercise.problem, why_a_file
        self.why_not_weighed = why_not_weighed

    @cached_property
    def parts(self) -> list[CarriedPart]:
        """Return the asked parts."""
        return [self._part(name) for name in self.problem.ask]

    @property
    def uploads(self) -> list[CarriedPart]:
        """Return the parts that are handed in as a file."""
        return [part for part in self.parts if isinstance(part.carried, Upload)]

    @property
    def is_asked(self) -> bool:
        """Return whether the platform asks and marks anything."""
        return len(self.uploads) < len(self.parts)

    @cached_property
    def question(self) -> Question:
        """Return the statement, made from the problem alone."""
        return make_sheet([self.problem]).questions[0]._replace(conventions=self.conventions())

    def conventions(self, *but: str) -> tuple[str, ...]:
        """Return the sentences on the conventions, but for those named, and for what holds of documents and of `grade` alone."""
        kind = self.exercise.kind
        return (*kind.terms(self.problem), *kind.conventions_said(self.problem, {"list-pruned-as", *but}))

    @cached_property
    def solved(self) -> Solved:
        """Return the right answers, and the steps to them."""
        return solved_of(self.exercise.kind, self.problem, self.exercise.solution)

    @property
    def name(self) -> str:
        """Return the title, and the id where that is another one: variants have one title."""
        title, id_ = self.question.title, self.question.id
        return title if title == id_ else f"{title} ({id_})"

    def misled(self, part: CarriedPart) -> Sequence[Sequence[Misled]]:
        """Return for each item of a part the numbers of wrong rules, where one rule alone gives them and they are not right."""
        right = part.carried.items if isinstance(part.carried, Items) else ()
        found: list[list[Misled]] = [[] for _ in right]
        typed = [(mine, told) for mine, told in zip(right, found, strict=True) if isinstance(mine, Typed)]
        if any(mine.share for mine, _ in typed):  # else no wrong rule need be followed
            for advice, answers in self._wrong_answers:
                self._add_misled(typed, part.name, answers, advice)
        return [_told_apart(one) for one in found]

    def _add_misled(
        self, typed: Sequence[tuple[Typed, list[Misled]]], part: str, answers: Mapping[str, object], advice: str
    ) -> None:
        """Add to each field what one wrong rule gives there, and what is told then; most give the right answer to most parts."""
        is_wrong = part in answers and answers[part] != self.exercise.solution.answers[part]
        carried = self._items(part, answers[part]) if is_wrong else None
        its = [item for item in carried.items if isinstance(item, Typed)] if isinstance(carried, Items) else []
        for (mine, told), other in zip(typed, its, strict=False):
            if mine.share and _differ(mine.accepted[0], other.accepted[0]):
                told.append(Misled(other.accepted[0], advice))

    def _part(self, name: str) -> CarriedPart:
        part, carried = self.exercise.kind.parts[name], self._items(name, self.exercise.solution.answers[name])
        task = part.task if isinstance(carried, Upload) else part.wanted
        return CarriedPart(name, task, self.problem.points[name], carried)

    def _items(self, name: str, answer: object) -> Carried:
        if self.why_a_file:
            return Upload(self.why_a_file)
        case = Case(self.problem, self.exercise.solution, {}, Marking(), self.exercise.kind.tutor)
        carried = self.exercise.kind.parts[name].form.items(case, answer)
        if self.why_not_weighed and isinstance(carried, Items) and carried.is_weighed:
            return Upload(self.why_not_weighed)
        return carried

    @cached_property
    def _wrong_answers(self) -> list[tuple[str, dict[str, object]]]:
        wrong = self.exercise.kind.wrong
        rules = wrong.rules(self.problem)
        return [(wrong.wordings[rule.name].advice, dict(rule.answer({}, self.problem.ask))) for rule in rules]


def _differ(right: Accepted, wrong: Accepted) -> bool:
    """Return whether a number of a wrong rule is one, and none that is right."""
    (expected, room), (given, _) = right, wrong
    if isinstance(given, str | float):
        return False
    return isinstance(expected, str | float) or not -2 * room <= given - expected <= 2 * room


def _told_apart(misled: Sequence[Misled]) -> list[Misled]:
    """Return the numbers that one rule alone gives, each once."""
    by_number: dict[object, set[str]] = {}
    for one in misled:
        by_number.setdefault(one.accepted[0], set()).add(one.advice)
    return [one for one in dict.fromkeys(misled) if len(by_number[one.accepted[0]]) == 1]


def weights(carried: CarriedExercise) -> dict[tuple[str, int], int]:
    """Return of each item, by its part and place, a whole weight: they stand to each other as the points do.

    Where no whole numbers of few digits do, they are the nearest ones.
    """
    exact = {
        (part.name, place): part.points * item.share
        for part in carried.parts
        if isinstance(part.carried, Items)
        for place, item in enumerate(part.carried.items)
    }
    times = lcm(*(weight.denominator for weight in exact.values()))
    found = {where: int(weight * times) for where, weight in exact.items()}
    common, most = gcd(*found.values()) or 1, max(found.values(), default=0)
    if most // common <= _HEAVIEST:
        return {where: weight // common for where, weight in found.items()}
    return {where: -(-weight * _HEAVIEST // most) for where, weight in found.items()}


def title_of(pools: Sequence[Pool], wishes: Wishes) -> str:
    """Return what stands at the top of an export, fit to be shown."""
    title = wishes.title or (pools[0].title if len(pools) == 1 else "Game trees")
    return printable(title, len(title))


Carry = Callable[[Pool], list[CarriedExercise]]
"""How a platform takes the exercises of a pool."""


def carried_of(pool: Pool) -> list[CarriedExercise]:
    """Return the exercises of a pool as most platforms take them."""
    return list(map(CarriedExercise, pool.exercises))


def notes(pools: Sequence[Pool], carry: Carry = carried_of) -> Iterator[str]:
    """Yield for the parts that no platform marks that they are a file, and why; once for all exercises and variants of which that is so."""
    said: dict[tuple[str, str], dict[str, None]] = {}
    for pool in pools:
        for part in (part for carried in carry(pool) for part in carried.uploads):
            if isinstance(part.carried, Upload):
                said.setdefault((pool.name, part.carried.reason), {})[part.name] = None
    alike: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for (name, reason), parts in said.items():
        alike.setdefault((tuple(parts), reason), []).append(name)
    for (which, reason), names in alike.items():
        are = f"{', '.join(which)} {'is' if len(which) == 1 else 'are'}"
        yield f"{listed(names, _MOST_NAMED)}: {are} handed in as a file, which grade marks: {reason}"
