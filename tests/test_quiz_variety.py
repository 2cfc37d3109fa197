"""What is said of variants that differ, and yet have one right answer; and that the example has no such."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import run
from quizzes import write_quiz, write_roster


def built(folder: Path, exercise: str, students: int = 12) -> str:
    """Return what is said when a quiz of one exercise is built."""
    write_quiz(folder / "quiz", students=students, exercises=[exercise])
    code, _, said = run("quiz", "build", folder / "quiz", "--out", folder / "out", "--jobs", 1)
    assert code == 0
    return said


def test_parts_with_one_right_answer_on_all_sheets_are_noted(tmp_path: Path) -> None:
    said = built(tmp_path, "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 2, ask: [value, pruned]}}")
    assert "note: q1: on all 12 sheets the right answer to pruned is the same, so it can be copied" in said


def test_an_exercise_that_is_meant_to_be_the_same_for_all_is_not(tmp_path: Path) -> None:
    assert "note" not in built(tmp_path, "{id: q1, bank: minimax-textbook}")


def test_nor_is_anything_said_of_a_few_sheets(tmp_path: Path) -> None:
    assert "note" not in built(
        tmp_path, "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 2, ask: [value, pruned]}}", 3
    )


@pytest.mark.sweep
def test_nothing_of_the_example_can_be_copied(tmp_path: Path) -> None:
    assert run("quiz", "init", tmp_path / "quiz").code == 0
    write_roster(tmp_path / "quiz" / "roster.csv", 24)
    (tmp_path / "quiz" / "quiz.secret").write_text("0123456789abcdef" * 2)
    code, _, said = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", "--jobs", 1)
    assert code == 0
    assert "note" not in said
