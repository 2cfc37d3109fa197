"""A simulated class: a quiz with four problems of four kinds, and what its students hand in.

Of the answers to a problem four in ten are right, a quarter has a slip (half of these go on from its number), a fifth follows
a wrong rule, and the rest is noise: guesses, some with a number that cannot be read. A problem is the same for all, or a
student's own. Everything comes from fixed seeds, student by student.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from oracle import Document
from simulate import handed_in as answers_of
from simulate import read, with_slips
from slips import one_changed
from students import RIGHT, Rule, rules_of, write_at_random
from students import handed_in as asked_of
from teaching import teaching_problem

from grader.core.documents.writing import to_yaml
from grader.kinds.problems import write_problem

_EXERCISES: dict[str, tuple[str, tuple[str, ...], tuple[int, int]]] = {
    "q1": ("minimax", ("value", "best-move", "values"), (3, 3)),
    "q2": ("alpha-beta", ("value", "best-move", "values", "pruned", "visited", "windows"), (3, 3)),
    "q3": ("expectiminimax", ("value", "best-move", "values"), (2, 4)),
    "q4": ("ucb", ("scores", "choice"), (5, 5)),
}
"""Exercise -> kind, parts, and branching factor and depth (of UCB the number of children)."""

_MIX = {"right": 40, "slip": 25, "rule": 20, "noise": 15}
_UNREADABLE = 0.2  # of the noise


class HandedIn(NamedTuple):
    """What a student handed in: whose it is, and the bytes of the file."""

    student: str
    content: bytes


def quiz(student: str = "") -> dict[str, bytes]:
    """Return the problems' documents by their ids: those of all, or a student's own."""
    return {problem["id"]: _written(problem) for problem in _problems(student)}


def hand_ins(students: int, *, own: bool = False, only: str = "") -> Iterator[HandedIn]:
    """Yield what so many students hand in, to the problems of all or to their `own`; with `only` to this exercise alone."""
    for number in range(1, students + 1):
        yield _hand_in(f"s{number:06}", own=own, only=only)


def _hand_in(student: str, *, own: bool, only: str) -> HandedIn:
    problems = _problems(student) if own else _shared()
    return handed_in(student, [one for one in problems if one["id"].startswith(only)])


def handed_in(student: str, problems: list[Document]) -> HandedIn:
    """Return what a student hands in to these problems."""
    draws = random.Random(f"answers {student}")
    answers = {problem["id"]: _answers(draws, problem) for problem in problems}
    data = {"format": "gametree-submission/1", "student": student, "answers": answers}
    return HandedIn(student, to_yaml(data).encode())


def _problems(student: str) -> list[Document]:
    return [_problem(exercise, student) for exercise in _EXERCISES]


@cache
def _shared() -> list[Document]:
    return _problems("")


def _problem(exercise: str, student: str) -> Document:
    kind, ask, size = _EXERCISES[exercise]
    draws = random.Random(f"problem {exercise} {student}")
    return teaching_problem(draws, kind, ask, size) | {"id": f"{exercise}-{student or 'all'}"}


def _written(problem: Document) -> bytes:
    """Return the document as a build writes it: every node explicit."""
    exercise = read(problem)
    return to_yaml(write_problem(exercise.kind, exercise.problem)).encode()


def _answers(draws: random.Random, problem: Document) -> Document:
    student = draws.choices(list(_MIX), list(_MIX.values()))[0]
    right = _followed(problem, RIGHT)
    if student == "right":
        return right
    if student == "rule":
        return _followed(problem, draws.choice(rules_of(problem)))
    if student == "slip":
        slipped = with_slips(draws, problem, RIGHT, 1) if draws.random() < 0.5 else one_changed(draws, problem, right)
        return slipped or right
    guessed = asked_of(problem, write_at_random(draws, problem))
    return _unreadable(draws, guessed) if draws.random() < _UNREADABLE else guessed


def _followed(problem: Document, rule: Rule) -> Document:
    """Return what one who follows the rule hands in; to a problem of all it is found once."""
    return _followed_once(problem["id"], rule) if problem in _shared() else answers_of(problem, rule)


@cache
def _followed_once(id_: str, rule: Rule) -> Document:
    problem = next(one for one in _shared() if one["id"] == id_)
    return answers_of(problem, rule)


def _unreadable(draws: random.Random, answers: Document) -> Document:
    """Return the answers with a decimal comma in one number of a map, where there is one."""
    part = next((part for part in ("values", "scores") if part in answers), None)
    if part is None:
        return answers
    node = draws.choice(list(answers[part]))
    return {**answers, part: {**answers[part], node: f"{draws.randint(0, 9)},5"}}
