"""Feedback numbers the exercises of a quiz as its sheet does: two of one kind bear the same title."""

from __future__ import annotations

from pathlib import Path

from console import put

from grader import load_problem
from grader.grading.marking import grade
from grader.grading.outcome import Outcome
from grader.pages.feedback import page
from grader.pages.text import render_text

TITLED = {"format": "gametree-problem/1", "title": "Minimax twice", "kind": "minimax", "tree": [[3, 12], [2, 4]]}


def outcome(tmp_path: Path) -> Outcome:
    """Return the outcome of two problems that are called the same."""
    file = put(tmp_path / "s1.yaml", "answers: {a-1: {value: 3}, b-2: {value: 9}}")
    return grade(str(file), lambda id_: load_problem({**TITLED, "id": id_}))


def test_exercises_of_a_quiz_have_the_numbers_of_the_sheet(tmp_path: Path) -> None:
    exercises = {"z-0": "warm-up", "a-1": "first", "b-2": "second"}
    told = outcome(tmp_path)._replace(quiz="week5", exercises=exercises)
    assert "\n2. Minimax twice — a-1" in render_text(told)
    assert "\n3. Minimax twice — b-2" in render_text(told)
    for number in (2, 3):
        assert f'-title">{number}. <bdi>Minimax twice</bdi>' in page(told)
        assert f">{number}. Minimax twice</" in page(told).replace("</bdi>", "</").replace("<bdi>", ">")


def test_where_no_sheet_is_known_nothing_is_numbered(tmp_path: Path) -> None:
    assert "\nMinimax twice — a-1" in render_text(outcome(tmp_path))
    assert "1. " not in page(outcome(tmp_path)).partition("<main>")[2].partition("What differs")[0]


def test_sheet_of_one_exercise_has_no_number(tmp_path: Path) -> None:
    assert outcome(tmp_path)._replace(exercises={"a-1": "only"}).number_of("a-1") == ""
