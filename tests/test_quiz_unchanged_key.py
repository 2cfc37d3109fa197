"""`gametree quiz build --rekey` of a quiz in which nothing was changed: nothing is written, so `--force` still works."""

from __future__ import annotations

from pathlib import Path

from class_runs import files_of
from console import run
from quizzes import write_quiz


def test_where_nothing_was_changed_nothing_is_written(tmp_path: Path) -> None:
    quiz, build = write_quiz(tmp_path / "quiz").parent, tmp_path / "build"
    assert run("quiz", "build", quiz, "--out", build).code == 0
    before = files_of(build)
    ran = run("quiz", "build", quiz, "--out", build, "--rekey")
    assert (ran.code, ran.err) == (0, f"nothing was changed since {build} was built, so nothing is written\n")
    assert files_of(build) == before
    assert run("quiz", "build", quiz, "--out", build, "--force").code == 0


def test_after_a_correction_the_key_is_made_anew_once(tmp_path: Path) -> None:
    quiz, build = write_quiz(tmp_path / "quiz").parent, tmp_path / "build"
    assert run("quiz", "build", quiz, "--out", build).code == 0
    file = quiz / "quiz.yaml"
    file.write_text(file.read_text().replace("points: 4", "points: 8"))
    assert "q3 changed" in run("quiz", "build", quiz, "--out", build, "--rekey").err
    before = files_of(build)
    assert "nothing was changed" in run("quiz", "build", quiz, "--out", build, "--rekey").err
    assert files_of(build) == before
