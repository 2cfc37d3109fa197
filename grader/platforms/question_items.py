"""An exercise as a learning platform takes it: what each part is made of, what wrong rules would answer, and which parts are files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from grader.core.answers.case import Case
from grader.core.answers.inputs import Accepted, Carried, Item, Items, Typed, Upload
from grader.core.answers.reports import Reveal
from grader.core.data import grouped
from grader.core.documents.files import Contents
from grader.core.drawing.draw import svg
from grader.core.games.text_question import TEXT
from grader.core.lazy import LaterValues
from grader.core.numbers import Number
from grader.core.policy import Marking
from grader.core.processes import ALONE, Workers
from grader.core.text import listed, printable
from grader.grading.programs.program import Program
from grader.kinds import Exercise
from grader.pages.sheet import Held, Question, Solved, make_sheet, solved_of, title_shown

# -- exercises as files that other programs take: LaTeX, notebooks, an autograder. Each format is a function from
# pools of exercises to files


class HandedIn(NamedTuple):
    """An exercise that students answer with a program: what it is, its files to hand out, and those of the build by which it alone is marked."""

    program: Program
    handed_out: Mapping[str, bytes]
    key: Mapping[str, bytes]


class Wishes(NamedTuple):
    """What may be chosen: the title, which wheels go along, how much of the right answers feedback tells, and who works on many exercises.

    `programs` are exercises that are answered with programs; `key` is the build by which these and all others are marked, where there are any.
    """

    title: str = ""
    wheels: Sequence[Path] = ()
    reveal: Reveal = Reveal.VERDICTS
    workers: Workers = ALONE
    programs: Sequence[HandedIn] = ()
    key: Mapping[str, bytes] = {}


class Pool(NamedTuple):
    """One or more exercises of which a platform gives each student one: the variants of a problem, or a problem alone.

    `name` is the same for all that is made from it, and no other pool's: an id, no name of a file yet.
    """

    name: str
    title: str
    exercises: tuple[Exercise, ...]


Files = Iterator[tuple[str, Contents]]
"""Names below the folder, and contents."""


class Format(NamedTuple):
    """What writes exercises for another program, and what there is to say of that line by line.

    `carry` is how a platform takes exercises that marks some parts itself and takes the others as files; None for others. Where all
    students get the same, `instead` says what serves where each has variants of their own. `runs_programs`: it has students' programs run and marked.
    `needed` are the packages of which wheels may go along, `needed_by_programs` where programs are run too. `tells`: it marks by itself,
    and how much of the right answers it tells may be chosen.
    """

    write: Callable[[Sequence[Pool], Wishes], Files]
    notes: Callable[[Sequence[Pool]], Iterable[str]] = lambda _: ()
    carry: Callable[[Pool], list[CarriedExercise]] | None = None
    instead: str = ""
    runs_programs: bool = False
    needed: Sequence[str] = ()
    needed_by_programs: Sequence[str] = ()
    tells: bool = False


FORMATS: LaterValues[Format] = LaterValues(
    {
        "canvas": "grader.platforms.canvas:CANVAS",
        "gradescope": "grader.platforms.gradescope:GRADESCOPE",
        "jupyter": "grader.platforms.notebook:JUPYTER",
        "latex": "grader.platforms.latex:LATEX",
        "moodle-xml": "grader.platforms.moodle:MOODLE",
        "prairielearn": "grader.platforms.prairielearn:PRAIRIELEARN",
        "qti21": "grader.platforms.qti21:QTI",
    }
)
GONE = {"gift": "GIFT is not written any more, as Moodle gave its right answers wrong marks; moodle-xml is for Moodle"}
"""Formats that there were, and what serves now."""


def needed_words(needed: Sequence[str]) -> str:
    """Return packages that are needed as the words of a command."""
    return " ".join(f'"{one}"' for one in needed)


def alone(exercise: Exercise) -> Pool:
    """Return the pool of a problem that all have."""
    return Pool(exercise.problem.id, exercise.problem.title or exercise.problem.id, (exercise,))


def singles(pools: Sequence[Pool]) -> list[Exercise]:
    """Return the exercises of pools of one, for a format in which all students get the same. Raises ValueError for others."""
    found = []
    for pool in pools:
        (exercise,) = pool.exercises
        found.append(exercise)
    return found


_MOST_NAMED = 4  # exercises, where the same is to be said of many


class Misled(NamedTuple):
    """A number that a wrong rule gives, and what the student is told then."""

    accepted: Accepted
    advice: str


class CarriedPart(NamedTuple):
    """A part of an exercise on a platform; the task of what is handed in as a file says how that is written."""

    name: str
    title: str
    task: str
    points: Number
    carried: Carried


Place = tuple[str, int]
"""A field by its part and its place there."""


class CarriedExercise:
    """An exercise on a platform: its parts, its statement, and what is told of it afterwards.

    `files` are parts that are handed in as a file whatever they are, with why; `why_not_weighed` says why a part is whose ticks weigh differently.
    """

    def __init__(self, exercise: Exercise, files: Mapping[str, str] | None = None, why_not_weighed: str = "") -> None:
        self.exercise, self.problem, self.files = exercise, exercise.problem, files or {}
        self.why_not_weighed = why_not_weighed

    @cached_property
    def parts(self) -> list[CarriedPart]:
        """Return the asked parts, but for what is answered in words."""
        return [self._part(name) for name in self.problem.ask]

    @cached_property
    def in_words(self) -> list[CarriedPart]:
        """Return the part that is answered in words, if one is: it is made of no fields, and a person marks it."""
        part, question = self.exercise.kind.parts[TEXT], self.problem.text
        prompt = part.form.prompt(self.problem)
        return [CarriedPart(TEXT, part.title, prompt, question.points, Items(()))] if question else []

    @property
    def uploads(self) -> list[CarriedPart]:
        """Return the parts that are handed in as a file."""
        return [part for part in self.parts if isinstance(part.carried, Upload)]

    @cached_property
    def fields(self) -> dict[Place, Item]:
        """Return the fields of the parts that the platform marks."""
        marked = ((part.name, part.carried.items) for part in self.parts if isinstance(part.carried, Items))
        return {(name, place): item for name, items in marked for place, item in enumerate(items)}

    @cached_property
    def worth(self) -> dict[Place, Number]:
        """Return of each field what it is worth."""
        return {place: self.problem.points[place[0]] * item.share for place, item in self.fields.items()}

    @property
    def is_asked(self) -> bool:
        """Return whether the platform asks and marks anything."""
        return len(self.uploads) < len(self.parts)

    @cached_property
    def question(self) -> Question:
        """Return the statement, made from the problem alone."""
        return make_sheet([self.problem]).questions[0]._replace(conventions=self.conventions())

    def conventions(self, *but: str) -> tuple[Held]:
        """Return the sentences on the conventions, but for those named, and for what holds of documents and of `grade` alone."""
        kind = self.exercise.kind
        return (Held((*kind.terms(self.problem), *kind.conventions_said(self.problem, {"list-pruned-as", *but}))),)

    @cached_property
    def solved(self) -> Solved:
        """Return the right answers, and the steps to them: for students, so not by what a person marks an answer in words."""
        return solved_of(self.exercise.kind, self.problem._replace(text=None), self.exercise.solution)

    @property
    def name(self) -> str:
        """Return the title, and the id where that is another one: variants have one title."""
        title, id_ = title_shown(self.problem), printable(self.problem.id)
        return title if title == id_ else f"{title} ({id_})"

    def misled(self, part: CarriedPart) -> Sequence[Sequence[Misled]]:
        """Return for each item of a part the numbers of wrong rules, where one rule alone gives them and they are not right."""
        right = part.carried.items if isinstance(part.carried, Items) else ()
        found: list[list[Misled]] = [[] for _ in right]
        typed = [(mine, misled) for mine, misled in zip(right, found, strict=True) if isinstance(mine, Typed)]
        if any(mine.share for mine, _ in typed):  # else no wrong rule need be followed
            for advice, answers in self._wrong_answers:
                self._add_misled(typed, part.name, answers, advice)
        return [_distinct(one) for one in found]

    def _add_misled(
        self, typed: Sequence[tuple[Typed, list[Misled]]], part: str, answers: Mapping[str, object], advice: str
    ) -> None:
        """Add to each field what one wrong rule gives there, and what is told then; most give the right answer to most parts."""
        is_wrong = part in answers and answers[part] != self.exercise.solution.answers[part]
        carried = self._items(part, answers[part]) if is_wrong else None
        its = [item for item in carried.items if isinstance(item, Typed)] if isinstance(carried, Items) else []
        for (mine, misled), other in zip(typed, its, strict=False):
            if mine.share and other.tells and _differ(mine.accepted[0], other.accepted[0]):
                misled.append(Misled(other.accepted[0], advice))

    def _part(self, name: str) -> CarriedPart:
        part, carried = self.exercise.kind.parts[name], self._items(name, self.exercise.solution.answers[name])
        task = part.task if isinstance(carried, Upload) else part.wanted
        return CarriedPart(name, part.title, task, self.problem.points[name], carried)

    def _items(self, name: str, answer: object) -> Carried:
        if name in self.files:
            return Upload(self.files[name])
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


def _distinct(misled: Sequence[Misled]) -> list[Misled]:
    """Return the numbers that one rule alone gives, each once."""
    by_number: dict[object, set[str]] = {}
    for one in misled:
        by_number.setdefault(one.accepted[0], set()).add(one.advice)
    return [one for one in dict.fromkeys(misled) if len(by_number[one.accepted[0]]) == 1]


def pictures_of(question: Question, stem: str) -> dict[str, str]:
    """Return the drawings of a problem by names of files; none where its tree is not drawn."""
    drawn = question.diagrams if question.is_drawn else ()
    return {f"{stem}-{place}.svg": svg(diagram) for place, diagram in enumerate(drawn, 1)}


def title_of(pools: Sequence[Pool], wishes: Wishes) -> str:
    """Return what stands at the top of an export, fit to be shown."""
    title = wishes.title or (pools[0].title if len(pools) == 1 else "Game trees")
    return printable(title, len(title))


Carry = Callable[[Pool], list[CarriedExercise]]
"""How a platform takes the exercises of a pool."""


def carried_of(pool: Pool, why_not_weighed: str = "") -> list[CarriedExercise]:
    """Return the exercises of a pool as most platforms take them; a part that is a file in one variant is one in all, so that they are worth the same."""
    carried = [CarriedExercise(exercise, why_not_weighed=why_not_weighed) for exercise in pool.exercises]
    files = {
        part.name: part.carried.reason for one in carried for part in one.parts if isinstance(part.carried, Upload)
    }
    return [CarriedExercise(one.exercise, files, why_not_weighed) for one in carried] if files else carried


def notes(pools: Sequence[Pool], carry: Carry = carried_of) -> Iterator[str]:
    """Yield for the parts that no platform marks that they are a file, and why; once for all exercises and variants of which that is so."""
    said: dict[tuple[str, str], dict[str, None]] = {}
    for pool in pools:
        for part in (part for carried in carry(pool) for part in carried.uploads):
            if isinstance(part.carried, Upload):
                said.setdefault((pool.name, part.carried.reason), {})[part.name] = None
    alike = grouped(((tuple(parts), reason), name) for (name, reason), parts in said.items())
    for (which, reason), names in alike.items():
        are = f"{', '.join(which)} {'is' if len(which) == 1 else 'are'}"
        yield f"{listed(names, _MOST_NAMED)}: {are} handed in as a file, which grade marks: {reason}"
    yield from notes_in_words(pools)


def notes_in_words(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield which exercises have an answer in words, for which no platform has marks of its own."""
    if names := [pool.name for pool in pools if pool.exercises[0].problem.text]:
        yield f"{listed(names, _MOST_NAMED)}: {TEXT} is answered in words, which a person marks on the platform"
