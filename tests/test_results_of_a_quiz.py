"""A result of a quiz says the group, the quiz, and of which exercise each problem is a variant; others say nothing of it."""

from __future__ import annotations

from pathlib import Path

from console import put

from grader import load_problem
from grader.core.documents import validator
from grader.core.errors import Fault
from grader.grading.marking import grade
from grader.grading.outcome import Outcome
from grader.grading.result import result

PROBLEM = {"format": "gametree-problem/1", "id": "q1-0123456789", "kind": "minimax", "tree": [[3, 12], [2, 4]]}


def outcome(tmp_path: Path) -> Outcome:
    """Return the outcome of a right answer to the value alone."""
    exercise = load_problem(PROBLEM)
    file = put(tmp_path / "s1.yaml", "answers: {q1-0123456789: {value: 3}}")
    return grade(str(file), lambda _: exercise)


def test_group_quiz_and_exercise_are_told(tmp_path: Path) -> None:
    exercises = {"q1-0123456789": "q1"}
    told = result(outcome(tmp_path)._replace(group="monday", quiz="week5", exercises=exercises))
    assert (told["group"], told["quiz"], told["problems"][0]["exercise"]) == ("monday", "week5", "q1")
    assert validator("result").is_valid(told)


def test_a_result_without_marks_tells_quiz_and_group(tmp_path: Path) -> None:
    told = result(Outcome("s1.yaml", "s1", faults=(Fault("is empty", "s1.yaml"),), group="monday", quiz="week5"))
    assert (told["gradable"], told["group"], told["quiz"]) == (False, "monday", "week5")
    assert validator("result").is_valid(told)


def test_without_a_quiz_nothing_of_it_is_told(tmp_path: Path) -> None:
    told = result(outcome(tmp_path))
    assert not {"group", "quiz"} & told.keys()
    assert "exercise" not in told["problems"][0]
