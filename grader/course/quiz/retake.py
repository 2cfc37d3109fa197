"""A quiz for those who sat an earlier one: what each student had there, so that nobody gets it again where there is anything else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from generators.certify import content_of
from grader.core.conventions import Conventions
from grader.core.data import grouped
from grader.core.errors import Fault, ProblemError, Refusal
from grader.core.text import printable
from grader.course.quiz import Student, Variants, exercise_in
from grader.course.quiz.built import Built, Retake
from grader.kinds import Problem
from grader.kinds.text.kind import Nothing


class Had(NamedTuple):
    """What those had before who share a sheet: exercises by their ids, and the likeness of each problem."""

    exercises: frozenset[str] = frozenset()
    problems: frozenset[str] = frozenset()

    def has(self, problem: Problem) -> bool:
        """Return whether a problem is one of these, whatever it and its nodes are called, and whatever is asked about it."""
        return bool(self.problems) and likeness_of(problem) in self.problems


def likeness_of(problem: Problem) -> str:
    """Return what problems about the same tree share, whatever is asked, under whatever conventions."""
    if isinstance(problem.game, Nothing) and problem.game.ids:  # the trees of a program: other ones in each quiz
        return hashlib.sha256(problem.id.encode()).hexdigest()
    bare = problem._replace(conventions=Conventions(), ask=())
    return hashlib.sha256(content_of(bare)).hexdigest()


def had_by(retake: Retake, who: str, variants: Variants, roster: Mapping[str, Student]) -> Had:
    """Return what those had before whose sheet it is: a student, the students of a group, or everybody."""
    match variants:
        case Variants.SHARED:
            names: Iterable[str] = retake.had
        case Variants.GROUPS:
            names = (one.id for one in roster.values() if one.group == who)
        case _:
            names = [who]
    # what has no student's name everybody had; without a roster, a group is known by its name alone
    found = [retake.had[name] for name in {"", who, *names} if name in retake.had]
    problems = chain.from_iterable(chain.from_iterable(one.values()) for one in found)
    return Had(frozenset(chain.from_iterable(found)), frozenset(problems))


def retake_of(built: Built, quiz: str, follow: Callable[[Iterable[str], int], Iterable[str]]) -> Retake:
    """Return what everybody had in a build, and in those that it is a retake of itself.

    Raises Refusal for a quiz of the id of one of these, and ProblemError for a build of which no sheet is anybody's.
    """
    of = (built.quiz.id, *built.lock.retake.of)
    if quiz in of:
        message = "it would draw the same trees; give the quiz another id"
        folder = printable(built.folder, 4096)
        whose = f"the quiz in {folder} too" if quiz == of[0] else f"a quiz that {folder} is a retake of"
        raise Refusal(f"{printable(quiz)} is the id of {whose}: {message}")
    if built.quiz.variants is Variants.POOLS:
        message = "it is the key of an export, in which nobody has a sheet, so nothing can be a retake of it"
        raise ProblemError([Fault(message, built.folder)])
    is_known = built.has_own_sheets and built.roster
    sheets = (
        {one: built.lock.sheets.get(built.who_of(one), ()) for one in built.roster} if is_known else built.lock.sheets
    )
    ids = built.ids
    likenesses = {id_: likeness_of(built.get(id_).problem) for id_ in follow(ids, len(ids))}
    had = {
        who: _joined(built.lock.retake.had.get(who, {}), ((exercise_in(id_), likenesses[id_]) for id_ in problems))
        for who, problems in sheets.items()
    }
    return Retake(of, {**built.lock.retake.had, **had})


def _joined(before: Mapping[str, Collection[str]], now: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the likenesses by exercise, those of earlier builds first."""
    earlier = ((exercise, one) for exercise, all_ in before.items() for one in all_)
    return {exercise: tuple(dict.fromkeys(all_)) for exercise, all_ in grouped(chain(earlier, now)).items()}
