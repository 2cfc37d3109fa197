"""Pages of a regrade: of whom nothing changes they are copied, and they are what marking afresh makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from class_runs import files_of
from console import put, run
from quizzes import build_quiz, perfect, student_ids

from grader.course.quiz.built import open_build
from grader.pages import feedback

EXERCISES = (
    "{id: q1, bank: minimax-textbook}",
    "{pick: 1, points: 3, of: [{id: q2, generate: {kind: minimax, depth: 2, branching: 2}}, {id: q3, problem: {title: Of some, kind: minimax, tree: [[3, 5], [3, 9]]}}]}",
)
STUDENTS = 6
DECIDED = "{format: gametree-adjust/1, adjust: [{by: a, why: ill, student: s002, exercise: q1, add: -1}]}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a quiz of which everybody was right, marked into OUT with pages; half of the sheets have q3."""
    build = build_quiz(tmp_path, students=STUDENTS, exercises=EXERCISES)
    built = open_build(str(build))
    for student in student_ids(STUDENTS):
        put(tmp_path / f"hand/{student}.json", json.dumps(perfect(built, student)))
    put(tmp_path / "adjust.yaml", DECIDED)
    grade(tmp_path, "OUT")
    return tmp_path


def grade(folder: Path, out: str, *options: object) -> None:
    assert (
        run("grade", folder / "hand", "--quiz", folder / "build", "--html", "--out", folder / out, *options).code == 0
    )


def pages(folder: Path, out: str) -> dict[str, bytes]:
    return files_of(folder / out / "feedback")


def regrade(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: object, old: str = "OUT") -> int:
    """Regrade in this process, and return how many pages were made."""
    made, page = [], feedback.page
    monkeypatch.setattr(feedback, "page", lambda *args: made.append(args) or page(*args))
    paths = (folder / old, folder / "hand", "--quiz", folder / "build", "--out", folder / "NEW", "--jobs", 1)
    assert run("regrade", *paths, *options).code == 0
    return len(made)


def correct(folder: Path, was: str, now: str) -> None:
    file = folder / "quiz/quiz.yaml"
    assert was in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(was, now), "utf-8")
    assert run("quiz", "build", folder / "quiz", "--out", folder / "build", "--rekey").code == 0


def test_where_nothing_changes_no_page_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert regrade(folder, monkeypatch) == 0
    assert pages(folder, "NEW") == pages(folder, "OUT")
    assert len(pages(folder, "NEW")) == STUDENTS


def test_where_the_key_changes_all_pages_are_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    correct(folder, "bank: minimax-textbook", "bank: minimax-textbook, points: {value: 3}")
    assert regrade(folder, monkeypatch) == STUDENTS
    grade(folder, "AFRESH")
    assert pages(folder, "NEW") == pages(folder, "AFRESH")


def test_where_an_exercise_changes_only_pages_of_those_who_had_it_are_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    had = sum(b"Of some" in page for page in pages(folder, "OUT").values())
    correct(folder, "[[3, 5], [3, 9]]", "[[3, 5], [3, 9]], conventions: {tie: any}")
    assert regrade(folder, monkeypatch) == had
    assert 0 < had < STUDENTS
    grade(folder, "AFRESH")
    assert pages(folder, "NEW") == pages(folder, "AFRESH")


def test_a_page_on_which_the_quiz_is_called_otherwise_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pages(folder, "OUT")
    page = next((folder / "OUT/feedback").rglob("*.html"))
    page.write_text(page.read_text("utf-8").replace("Week 5", "Week 4"), "utf-8")
    assert regrade(folder, monkeypatch) == 1
    assert pages(folder, "NEW") == before


def test_decisions_of_this_run_stand_on_copied_pages_and_those_of_the_run_before_do_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert regrade(folder, monkeypatch, "--adjust", folder / "adjust.yaml") == 0
    grade(folder, "DECIDED", "--adjust", folder / "adjust.yaml")
    assert pages(folder, "NEW") == pages(folder, "DECIDED") != pages(folder, "OUT")
    put(folder / "none.yaml", "{format: gametree-adjust/1, adjust: []}")
    assert regrade(folder, monkeypatch, "--adjust", folder / "none.yaml", "--fresh", old="DECIDED") == 0
    assert pages(folder, "NEW") == pages(folder, "OUT")
