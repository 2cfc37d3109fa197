"""A small quiz, built in a folder, for tests of what is done with one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.course.quiz import read_secret
from grader.course.quiz.build import build
from grader.course.quiz.built import Built
from grader.course.quiz.sheets import read_order
from grader.kinds import Exercise

SECRET = b"0123456789abcdef0123456789abcdef"
EXERCISES = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, problem: {kind: minimax, tree: [[3, 5], [2, 9]]}}",
    "{id: q3, generate: {kind: alpha-beta, depth: 2, branching: 3}, points: 4}",
    "{id: q4, generate: {kind: ucb, children: 3}}",
)
"""One of each sort: two that all have, two that are drawn for each."""


def student_ids(students: int) -> list[str]:
    """Return the ids of a class of so many."""
    return [f"s{number:03d}" for number in range(1, students + 1)]


def write_quiz(
    folder: Path,
    variants: str = "per-student",
    students: int = 3,
    *,
    exercises: Sequence[str] = EXERCISES,
    marking: str = "{}",
    groups: Sequence[str] = ("a", "b"),
) -> Path:
    """Write quiz.yaml, roster.csv and quiz.secret into the folder and return the first. `variants` may be "groups".

    Students are s001, s002 …, in one of the groups after the other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stated = f"{{groups: [{', '.join(groups)}]}}" if variants == "groups" else variants
    lines = ["format: gametree-quiz/1", "id: week5", "title: Week 5", f"variants: {stated}", f"marking: {marking}"]
    lines += ["exercises:", *(f"  - {exercise}" for exercise in exercises)]
    (folder / "quiz.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_roster(folder / "roster.csv", students, groups)
    secret = folder / "quiz.secret"
    secret.write_bytes(SECRET)
    secret.chmod(0o600)
    return folder / "quiz.yaml"


def write_roster(file: Path, students: int, groups: Sequence[str] = ("a", "b")) -> None:
    """Write a roster of so many students."""
    rows = [f"{id_},Student {id_},{groups[at % len(groups)]}" for at, id_ in enumerate(student_ids(students))]
    file.write_text("\n".join(["id,name,group", *rows]) + "\n", encoding="utf-8")


def build_quiz(
    folder: Path,
    variants: str = "per-student",
    students: int = 3,
    *,
    exercises: Sequence[str] = EXERCISES,
    marking: str = "{}",
    groups: Sequence[str] = ("a", "b"),
    has_roster: bool = True,
) -> Path:
    """Write a quiz below the folder, build it there and return the folder of the build."""
    file = write_quiz(folder / "quiz", variants, students, exercises=exercises, marking=marking, groups=groups)
    roster = str(file.parent / "roster.csv") if has_roster else None
    build(read_order(str(file), read_secret(SECRET, "the secret of the tests"), roster), folder / "build")
    return folder / "build"


def perfect(built: Built, student: str) -> dict[str, Any]:
    """Return the submission of a student that earns all marks."""
    answers = {}
    for one in built.sheet_of(student):
        exercise = built.find(one.problem)
        assert isinstance(exercise, Exercise), exercise
        solved = exercise.solve()
        answers[one.problem] = {part: solved[part] for part in exercise.problem.ask}
    return {"format": "gametree-submission/1", "student": student, "answers": answers}
