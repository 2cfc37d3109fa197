"""`gametree quiz check`: all that is wrong with a quiz, and what its exercises look like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from grader.cli.command import Command
from grader.cli.options import Exit, complain, emit_text, leave
from grader.cli.quiz import quiz_argument, roster_option, secret_option
from grader.cli.quiz_files import check_quiz_is_there, find_secret, quiz_path, roster_beside
from grader.errors import Fault, GradingError, ProblemError
from grader.exact import points_text
from grader.printable import printable
from grader.words import count

if TYPE_CHECKING:
    from grader.course.quiz.order import Order, Stated
    from grader.course.quiz.secret import Secret


@click.command(
    "check",
    cls=Command,
    epilog="""\b
Examples:
  gametree quiz check week5
""",
)
@quiz_argument
@roster_option
@secret_option
def check(quiz_file: str, roster: str | None, secret_file: str | None) -> None:
    """Say all that is wrong with a quiz and its class; draw a variant of each exercise and print its figures.

    QUIZ is quiz.yaml or the folder that it lies in.
    """
    from grader.course.quiz.order import ordered

    file = quiz_path(quiz_file)
    try:
        check_quiz_is_there(file)
        stated, secret = _read(file, roster_beside(file, roster), secret_file)
        lines = list(_lines(ordered(stated, secret)))
    except GradingError as failure:
        complain(failure.faults)
        leave({Exit.PROBLEM})
    leave(set() if emit_text("\n".join(lines) + "\n") else {Exit.USAGE})


def _read(file: str, roster: str | None, secret_file: str | None) -> tuple[Stated, Secret]:
    """Return the quiz and its secret. Raises ProblemError with all that is wrong with either."""
    from grader.course.quiz.order import read_stated

    faults: list[Fault] = []
    try:
        secret = find_secret(file, secret_file)
    except ProblemError as failure:
        faults += failure.faults
    try:
        stated = read_stated(file, roster)
    except ProblemError as failure:
        faults += failure.faults
    if faults:
        raise ProblemError(faults)
    return stated, secret


def _lines(order: Order) -> Iterator[str]:
    """Yield what is to be said of the quiz: who gets what, and the figures of one variant of each exercise."""
    from grader.course.quiz.posing import drawn
    from grader.course.quiz.sheets import recipients

    quiz = order.quiz
    wanted = recipients(quiz.variants, quiz.groups, order.roster)
    posed = [drawn(quiz, order.recipe.secret, exercised, wanted[0].who) for exercised in order.recipe.exercised]
    points = points_text(sum(one.problem.possible for one in posed))
    sheets = count(len(wanted), "sheet")
    yield f"{quiz.id}: {printable(quiz.heading)}; {count(len(posed), 'exercise')}, {points}; {sheets}, {quiz.variants.value}"
    for exercised, one in zip(order.recipe.exercised, posed, strict=True):
        entry, problem = exercised.source.entry, one.problem
        whose = "the same for all" if exercised.request is None else "another for each sheet"
        named = f" {printable(str(entry.stated))}" if isinstance(entry.stated, str) else ""
        yield f"  {entry.id}: {problem.kind}, {points_text(problem.possible)}; {entry.source}{named}, {whose}"
        yield f"    {printable(problem.title, 200)}: {', '.join(problem.ask)}"
        if one.figures:
            yield f"    {', '.join(f'{name} {number}' for name, number in one.figures.items())}"
