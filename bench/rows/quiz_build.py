"""Building a quiz for a class in one process, against generating the same problems into a folder: drawn, with statements and keys.

What a build costs now and what it cost before solved pages were made when asked is measured by hand: `gametree quiz build`
of one quiz by two checkouts in turn, in one process each, by processor time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

from measure import Line, Target, interleave

from generators import Generated, certified
from grader.core.documents.files import new_folder
from grader.course.quiz import read_secret
from grader.course.quiz.build import build, is_there
from grader.course.quiz.sheets import Order, read_order
from grader.pages.answer_page import handout_files, key_files

_STUDENTS = 10
QUIZ = """\
format: gametree-quiz/1
id: week5
title: Adversarial search
variants: per-student
exercises:
  - {id: q1, generate: {kind: minimax}}
  - {id: q2, generate: {kind: alpha-beta, prune-count: 2-4}}
  - {id: q3, generate: {kind: expectiminimax}}
  - {id: q4, generate: {kind: ucb}}
"""
ONE_EXERCISE = (
    QUIZ.split("  - {id: q1", maxsplit=1)[0] + "  - {id: q2, generate: {kind: alpha-beta, prune-count: 2-4}}\n"
)
"""The same quiz with one of its exercises."""
_AGAINST = "the same problems generated into a folder"
_MOST_KB = 250


def quiz_build(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as place:
        folder, numbers = Path(place), count()
        (folder / "quiz.yaml").write_text(QUIZ)
        (folder / "roster.csv").write_text("\n".join(["id", *(f"s{number}" for number in range(_STUDENTS))]))
        what = f"a quiz of four problems for {_STUDENTS} students, without paper"
        lines = [_line(what, runs, Target(1), partial(_build, folder, numbers, None), folder, numbers)]
        lines.append(_room(what, folder, next(numbers)))
        what = what.replace("without", "with")
        if not is_there():
            return [*lines, Line(what, _AGAINST, target=Target(7), note="Typst or pypdf is missing")]
        return [*lines, _line(what, runs, Target(7), partial(_build, folder, numbers, "a4"), folder, numbers)]


def _line(what: str, runs: int, target: Target, ours: Callable[[], None], folder: Path, numbers: Iterator[int]) -> Line:
    times = interleave(ours, partial(_generate, folder, numbers), runs)
    each = min(times.ours) / _STUDENTS
    return Line(what, _AGAINST, times.slower(), target, f"{1000 * each:.0f} ms a student here")


def _room(what: str, folder: Path, number: int) -> Line:
    with tempfile.TemporaryDirectory() as place:
        build(_order(folder, number, None), Path(place, "build"))
        each = sum(file.stat().st_size for file in Path(place).rglob("*") if file.is_file()) / _STUDENTS / 1000
    return Line(what, f"{_MOST_KB} KB a student", (each / _MOST_KB,), Target(1), f"{each:.0f} KB a student here")


def _order(folder: Path, number: int, paper: str | None) -> Order:
    """Return an order with problems of its own: what was drawn before helps neither side."""
    secret = read_secret(f"{number:032d}".encode(), "the secret")
    return read_order(str(folder / "quiz.yaml"), secret, str(folder / "roster.csv"), paper=paper)


def _build(folder: Path, numbers: Iterator[int], paper: str | None) -> None:
    with tempfile.TemporaryDirectory() as place:
        build(_order(folder, next(numbers), paper), Path(place, "build"))


def _generate(folder: Path, numbers: Iterator[int]) -> None:
    generate_all(_order(folder, next(numbers), None))


def generate_all(order: Order) -> None:
    """Write what the quiz generates for each student into a folder, as `gametree generate` does."""
    with tempfile.TemporaryDirectory() as place, new_folder(Path(place, "problems")) as write:
        for student in order.roster:
            for generated in _variants(order, student):
                for name, (content, _) in (*handout_files(generated.problem), *key_files(generated)):
                    write(f"{student}/{generated.problem.id}/{name}", content)


def _variants(order: Order, student: str) -> Iterator[Generated]:
    for exercised in order.recipe.exercised:
        source, secret = exercised.source, order.recipe.secret
        if exercised.request is not None:
            yield certified(source.kind, exercised.request, secret.seed(order.quiz.id, source.entry.id, student))
