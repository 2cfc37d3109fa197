"""What is to be built: a quiz that was read with its class and its secret, every exercise ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from grader.course.quiz.document import Quiz, Variants, read_quiz
from grader.course.quiz.posing import pose_all
from grader.course.quiz.roster import Student, read_roster
from grader.course.quiz.secret import Secret
from grader.course.quiz.sheets import Recipe
from grader.course.quiz.sources import Source, read_sources, unknown_in_bank
from grader.documents import PROBLEM_LIMITS, read_document
from grader.errors import Fault, ProblemError

QUIZ_INPUT, ROSTER_INPUT = "quiz.yaml", "roster.csv"
DRAWN = "key/drawn"
"""Of a build whose key was corrected: the quiz as its problems were drawn, with its files."""


class Stated(NamedTuple):
    """A quiz with all that can be read of it without its secret: sources, class, and the bytes of its files by name."""

    quiz: Quiz
    sources: tuple[Source, ...]
    roster: Mapping[str, Student]
    inputs: Mapping[str, bytes]


class Order(NamedTuple):
    """What is to be built: the recipe of the sheets, the class, and the bytes of the files that it was read from, by name."""

    recipe: Recipe
    roster: Mapping[str, Student]
    inputs: Mapping[str, bytes]

    @property
    def quiz(self) -> Quiz:
        """Return the quiz."""
        return self.recipe.quiz


def read_order(
    file: str, secret: Secret, roster: str | None = None, *, paper: str | None = None, zips: bool = False
) -> Order:
    """Return what the quiz in the file asks for. Raises ProblemError with all that is wrong with the quiz and the roster."""
    order = ordered(read_stated(file, roster), secret)
    return order._replace(recipe=order.recipe._replace(paper=paper, zips=zips))


def ordered(stated: Stated, secret: Secret, drawn: Stated | None = None) -> Order:
    """Return the order of a quiz that was read, its first problems drawn. Raises ProblemError for what no draw meets.

    `drawn` is the quiz as its problems are drawn, where it was corrected since.
    """
    exercised = pose_all(stated.quiz, secret, stated.sources, drawn and drawn.sources)
    return Order(Recipe(stated.quiz, secret, tuple(exercised)), stated.roster, stated.inputs)


def read_stated(file: str, roster: str | None = None, *, needs_class: bool = True) -> Stated:
    """Return what the quiz in the file and the roster say. Raises ProblemError with all that is wrong with both."""
    document = read_document(file, PROBLEM_LIMITS, ProblemError)
    try:
        quiz, faults = read_quiz(document)
    except ProblemError as failure:
        raise ProblemError([*failure.faults, *unknown_in_bank(document)]) from None
    sources, wrong = read_sources(quiz)
    students, content, more = _class(quiz, roster, needed=needs_class)
    if faults := [*faults, *wrong, *more]:
        raise ProblemError(faults)
    inputs = {QUIZ_INPUT: quiz.document.content, **content, **_files(quiz, sources)}
    return Stated(quiz, tuple(sources), students, inputs)


def _class(quiz: Quiz, roster: str | None, *, needed: bool) -> tuple[dict[str, Student], dict[str, bytes], list[Fault]]:
    """Return the students, the content of the roster by its name, and what is wrong with it."""
    if roster is None:
        if quiz.variants is not Variants.PER_STUDENT or not needed:
            return {}, {}, []
        message = "per-student needs a roster: put roster.csv beside the quiz, or name it with --roster FILE"
        return {}, {}, [quiz.fault(message, "variants")]
    try:
        content = Path(roster).read_bytes()
        groups = quiz.groups if quiz.variants is Variants.GROUPS else None
        return read_roster(content, roster, groups), {ROSTER_INPUT: content}, []
    except OSError as failure:
        return {}, {}, [Fault(f"cannot be read: {failure.strerror or failure}", roster)]
    except ProblemError as failure:
        return {}, {}, list(failure.faults)


def _files(quiz: Quiz, sources: Iterable[Source]) -> dict[str, bytes]:
    """Return the files that the quiz names, each under `files/` and its name below the quiz's folder."""
    folder = Path(quiz.document.source).parent
    names = {name for source in sources for name in source.files}
    return {f"files/{name}": (folder / name).read_bytes() for name in sorted(names)}
