"""A class that answers a quiz, simulated, and what its marks add up to by a sum of its own.

Nothing of the program is used to answer or to mark: students answer by `bench/students`, their answers are marked by the
second solver (`tests/oracle`), and points, conventions and rounding are stated here once more.
"""

from __future__ import annotations

import json
import math
import random
import zipfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import oracle
import students
import yaml
from oracle import Document

ROUND = Fraction(1, 4)
QUIZ = """\
format: gametree-quiz/1
id: evening
title: An evening
variants: per-student
exercises:
  - {id: q1, generate: {kind: minimax, depth: 2, branching: 3}, points: 3}
  - {id: q2, generate: {kind: alpha-beta, depth: 3, branching: 2, ask: [value, best-move, pruned, values]}, points: 4}
  - {id: q3, generate: {kind: expectiminimax, depth: 2, branching: 2}, points: 3}
  - {id: q4, generate: {kind: ucb, children: 4}, points: 2}
marking: {round: 0.25}
"""
CORRECTIONS = (
    ("{kind: ucb, children: 4}, points: 2", "{kind: ucb, children: 4, convention: [exploration=1]}, points: 5"),
)


class Stated(NamedTuple):
    """What is stated of an exercise beside its tree: its points and its conventions."""

    points: Fraction
    conventions: Mapping[str, object]


BEFORE = {
    "q1": Stated(Fraction(3), {}),
    "q2": Stated(Fraction(4), {}),
    "q3": Stated(Fraction(3), {}),
    "q4": Stated(Fraction(2), {}),
}
AFTER = {**BEFORE, "q4": Stated(Fraction(5), {"exploration": 1})}
"""What QUIZ states, and what it states when it was corrected."""

Sheet = Mapping[str, Document]
"""The problems of a student's sheet by the exercise."""
Answers = dict[str, Document]
"""What a student answers, by the exercise."""


class HandIn(NamedTuple):
    """What a student hands in, how it comes ("" for nothing), and what of it is to be marked; None: nothing can be."""

    student: str
    sort: str
    way: str
    marked: Answers | None
    files: tuple[tuple[str, str], ...] = ()


def student_ids(count: int) -> list[str]:
    """Return the ids of a class."""
    return [f"s{1000 + 7 * place}" for place in range(count)]


SECRET = "0123456789abcdef" * 4


def write_class(folder: Path, count: int, quiz: str = QUIZ) -> None:
    """Write quiz.yaml, roster.csv and quiz.secret."""
    (folder / "quiz.yaml").write_text(quiz, "utf-8")
    (folder / "quiz.secret").write_text(SECRET, "utf-8")
    (folder / "quiz.secret").chmod(0o600)
    rows = [f"{student},Student {place},{'AB'[place % 2]}" for place, student in enumerate(student_ids(count))]
    (folder / "roster.csv").write_text("\n".join(["id,name,group", *rows]) + "\n", "utf-8")


def correct(folder: Path, corrections: Sequence[tuple[str, str]] = CORRECTIONS) -> None:
    """Correct quiz.yaml, as AFTER states it where nothing else is said."""
    text = (folder / "quiz.yaml").read_text("utf-8")
    for was, now in corrections:
        assert text.count(was) == 1
        text = text.replace(was, now)
    (folder / "quiz.yaml").write_text(text, "utf-8")


def sheets(build: Path, count: int) -> dict[str, Sheet]:
    """Return everybody's sheet, read from the answers' templates and the key, numbers as text."""
    held = {}
    for student in student_ids(count):
        template = yaml.load((build / "students" / student / "answers.yaml").read_text("utf-8"), yaml.BaseLoader)
        assert template["student"] == student
        held[student] = {id_.partition("-")[0]: _problem(build, id_) for id_ in template["answers"]}
    return held


def _problem(build: Path, id_: str) -> Document:
    problem: Document = yaml.load((build / "key/problems" / f"{id_}.yaml").read_text("utf-8"), yaml.BaseLoader)
    assert problem["id"] == id_
    return problem


# What students answer


def right(problem: Document, rng: random.Random) -> Document:
    """Return the right answers."""
    return students.handed_in(problem, students.follow(problem))


def slip(problem: Document, rng: random.Random) -> Document:
    """Return the answers of one who slips once and goes on from there."""
    return students.handed_in(problem, students.follow_with_slips(rng, problem, students.RIGHT, 1) or {})


def misconception(problem: Document, rng: random.Random) -> Document:
    """Return the answers of one who follows a wrong rule."""
    return students.handed_in(problem, students.follow(problem, rng.choice(students.rules_of(problem))))


def noise(problem: Document, rng: random.Random) -> Document:
    """Return answers at random."""
    return students.handed_in(problem, students.write_at_random(rng, problem))


WAYS_TO_ANSWER = {"right": right, "slip": slip, "misconception": misconception, "noise": noise}
_MALFORMED = {
    "value": "three",
    "values": 7,
    "scores": [1, 2],
    "choice": ["A", "B"],
    "best-move": "Nowhere",
    "pruned": "?",
}


def answered(sort: str, sheet: Sheet, rng: random.Random) -> tuple[Answers, Answers]:
    """Return what a student of this sort writes, and what of it can be marked."""
    written = {name: WAYS_TO_ANSWER.get(sort, right)(problem, rng) for name, problem in sheet.items()}
    marked = {name: dict(answers) for name, answers in written.items()}
    if sort == "blank":
        gone, empty, *_ = rng.sample(list(sheet), 2)
        del written[gone], marked[gone]
        written[empty], marked[empty] = dict.fromkeys(written[empty]), {}
    if sort == "malformed":
        for name, answers in written.items():
            part = rng.choice(list(answers))
            answers[part] = _MALFORMED[part]
            del marked[name][part]
    return written, marked


def document(student: str | None, sheet: Sheet, answers: Answers) -> Document:
    """Return a submission."""
    given = {sheet[name]["id"]: parts for name, parts in answers.items()}
    return {"format": "gametree-submission/1", **({"student": student} if student else {}), "answers": given}


# What they hand in

SORTS = ("right", "slip", "misconception", "noise", "blank", "malformed")
WAYS = ("folder", "zip", "jsonl", "file")
SPECIAL = ("missing", "foreign", "twice", "unreadable")


def hand_ins(sheets: Mapping[str, Sheet], seed: str = "an evening") -> list[HandIn]:
    """Return what each of the class hands in: all sorts, in all ways, in turn."""
    names = list(sheets)
    made = []
    for place, student in enumerate(names):
        rng = random.Random(f"{seed} {student}")
        at = place % (len(SPECIAL) + 8)
        if at < len(SPECIAL):
            made.append(_special(SPECIAL[at], student, sheets, names[(place + 5) % len(names)], rng))
        else:
            made.append(_ordinary(SORTS[place % len(SORTS)], WAYS[place % len(WAYS)], student, sheets[student], rng))
    return made


def _ordinary(sort: str, way: str, student: str, sheet: Sheet, rng: random.Random) -> HandIn:
    written, marked = answered(sort, sheet, rng)
    typed = document(student if way == "jsonl" or rng.random() < 0.5 else None, sheet, written)
    text = json.dumps(typed) if way == "jsonl" or rng.random() < 0.5 else yaml.safe_dump(typed, sort_keys=False)
    return HandIn(student, sort, way, marked, (("answers.yaml", text),))


def _special(sort: str, student: str, sheets: Mapping[str, Sheet], other: str, rng: random.Random) -> HandIn:
    own = sheets[student]
    if sort == "missing":
        return HandIn(student, sort, "", None)
    if sort == "unreadable":
        return HandIn(student, sort, "folder", None, (("answers.yaml", "answers: {q1: [1, 2"),))
    if sort == "foreign":
        text = json.dumps(document(other, sheets[other], answered("right", sheets[other], rng)[0]))
        return HandIn(student, sort, "folder", None, (("answers.yaml", text),))
    (first, earlier), (second, later) = answered("noise", own, rng), answered("right", own, rng)
    again = list(own)[1:3]
    files = (
        ("answers.yaml", json.dumps(document(student, own, first))),
        ("answers (1).yaml", json.dumps(document(student, own, {name: second[name] for name in again}))),
    )
    return HandIn(student, sort, "folder", {**earlier, **{name: later[name] for name in again}}, files)


def write_hand_ins(folder: Path, held: Sequence[HandIn]) -> list[Path]:
    """Write what comes back below the folder, and return what there is to grade: a folder, a zip, lines."""
    lines = [dict(held.files)["answers.yaml"] for held in held if held.way == "jsonl"]
    (folder / "by-mail.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    with zipfile.ZipFile(folder / "platform.zip", "w") as archive:
        for one in held:
            if one.way == "zip":
                for name, text in one.files:
                    archive.writestr(f"Assignment 5/{one.student}/{name}", text)
    for one in held:
        for name, text in one.files:
            path = folder / "class" / (f"{one.student}.yaml" if one.way == "file" else f"{one.student}/{name}")
            if one.way in ("folder", "file"):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    return [folder / "class", folder / "platform.zip", folder / "by-mail.jsonl"]


# What it adds up to


def in_equal_shares(points: Fraction, parts: int) -> list[Fraction]:
    """Return what each part is worth: hundredths where equal ones do, else by the largest step that gives each something; the last get what is left."""
    if points * 100 % parts == 0:
        return [points / parts] * parts
    steps = (Fraction(1, one) for one in (1, 2, 4, 20, 100))
    step = next(one for one in steps if points % one == 0 and points // one >= parts)
    each, left = divmod(points // step, parts)
    return [step * (each + (place >= parts - left)) for place in range(parts)]


def marks(problem: Document, stated: Stated, answers: Document) -> Fraction:
    """Return the marks of one exercise: points over its parts in equal shares that people can add up, rounded once."""
    shared: dict[str, Any] = dict(zip(problem["ask"], in_equal_shares(stated.points, len(problem["ask"])), strict=True))
    game = {
        name: problem[name] for name in ("id", "kind", "tree", "children", "parent-visits", "ask") if name in problem
    }
    exact = sum(
        oracle.marks({**game, "conventions": stated.conventions, "points": shared}, answers).values(), Fraction(0)
    )
    return in_steps(exact, stated.points)


def in_steps(exact: Fraction, possible: Fraction) -> Fraction:
    """Return marks in quarters, halves up; never all for less than all, nor none for something."""
    steps = math.floor(exact / ROUND + Fraction(1, 2))
    if exact < possible:
        steps = min(steps, math.ceil(possible / ROUND) - 1)
    if exact > 0:
        steps = max(steps, 1)
    return steps * ROUND


def gradebook(
    held: Sequence[HandIn], sheets: Mapping[str, Sheet], stated: Mapping[str, Stated]
) -> list[dict[str, str]]:
    """Return what the gradebook must say of everybody: marks by exercise and in all, percent and status."""
    return [_line(one, sheets[one.student], stated) for one in held]


def _line(one: HandIn, sheet: Sheet, stated: Mapping[str, Stated]) -> dict[str, str]:
    if one.marked is None:
        status = "missing" if one.sort == "missing" else "not-gradable"
        return {
            "student": one.student,
            **dict.fromkeys((*stated, "earned", "possible", "percent"), ""),
            "status": status,
        }
    earned = {name: marks(sheet[name], stated[name], one.marked.get(name, {})) for name in sheet}
    total, possible = sum(earned.values()), sum(stated[name].points for name in sheet)
    tenths = math.floor(1000 * total / possible + Fraction(1, 2))
    return {
        "student": one.student,
        **{name: _text(earned[name]) if name in earned else "" for name in stated},
        "earned": _text(total),
        "possible": _text(possible),
        "percent": _text(Fraction(tenths, 10)),
        "status": "graded",
    }


def _text(number: Fraction) -> str:
    return f"{float(number):g}"
