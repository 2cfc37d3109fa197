"""A quiz to look at: three students who have not begun, and ten who have handed in, some of them by a wrong rule."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from grader.core.data import Plain
from grader.core.times import Time, write_time
from grader.course.quiz import QUIZ_FILE, ROSTER_FILE, SECRET_FILE, Student, example, write_roster
from grader.course.quiz.sheets import exercise_of
from grader.kinds import Exercise
from grader.serve import work
from grader.serve.config import SERVE_FILE
from grader.serve.database import WAITING, Access, Database, HandIn
from grader.serve.quizzes import ServedQuiz

_NOTE = re.compile(rb"(?m)^note: .*\n")
"""Of the example: to hand in the file that the page gives, which nobody has to here."""
_STUDENTS, _DONE = 3, 10
_SERVE = "format: gametree-serve/1\nquizzes:\n  - {quiz: ., attempts: 3}\n"


def write_demo(folder: Path) -> None:
    """Write a quiz with a class and a secret of its own, and serve.yaml, into an empty folder."""
    names = ["Ada Lovelace", "Alan Turing", "Grace Hopper", *(f"Student {number}" for number in range(1, _DONE + 1))]
    roster = {f"s{1001 + place}": Student(f"s{1001 + place}", name) for place, name in enumerate(names)}
    (folder / QUIZ_FILE).write_bytes(_NOTE.sub(b"", example("yaml")))
    (folder / ROSTER_FILE).write_text(write_roster(roster), "utf-8")
    (folder / SECRET_FILE).write_text(secrets.token_hex(32), "utf-8")
    (folder / SECRET_FILE).chmod(0o600)
    (folder / SERVE_FILE).write_text(_SERVE, "utf-8")


def hand_in_for_ten(quiz: ServedQuiz, database: Database, now: Time) -> None:
    """Draw the sheets of the last ten of the class and hand them in: marks are made when the server begins."""
    for place, student in enumerate(islice(quiz.roster.values(), _STUDENTS, None)):
        of = Access(quiz.quiz.id, student.id)
        drawn, page = work.draw(quiz.recipe, student)
        problems: work.Problems = json.loads(drawn)
        exercises = [exercise_of(document.encode()) for _, _, document in problems]
        answers = {one.problem.id: answer for one, answer in _answered(exercises, place)}
        text = json.dumps({"format": "gametree-submission/1", "student": student.id, "answers": answers})
        database.add_sheet(of, drawn, page)
        database.note_seen(of, write_time(now))
        database.add_hand_in(HandIn(*of, "demo", None, write_time(now), text, WAITING), most=1)


def _answered(exercises: list[Exercise], place: int) -> Iterator[tuple[Exercise, dict[str, Plain]]]:
    """Yield the exercises with answers: right ones, but by a wrong rule to one, and of some nothing to the last."""
    for number, exercise in enumerate(exercises):
        kind, solution = exercise.kind, exercise.solution
        rules = [*islice(exercise.wrong.folds(), 3)]
        if number == place % (len(exercises) + 1) and rules:
            wrong = rules[place % 2 % len(rules)].answers
            solution = solution._replace(answers={**solution.answers, **wrong})
        if place % 5 == 4 and number == len(exercises) - 1:
            continue
        answers = kind.write_answer(kind, exercise.problem, solution)
        yield exercise, {part: answers[part] for part in exercise.problem.ask}
