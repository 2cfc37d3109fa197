"""Folders of earlier runs: what lies in them is no hand-in, and where they cannot be gone on with, what to do is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from console import put, run
from handed_in import answers
from quizzes import build_quiz

from grader.course.quiz.built import Built


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, built: Built, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for id_ in built.roster:
        put(Path(f"subs/{id_}.json"), answers(built, id_))
    return tmp_path


def test_the_folder_of_an_earlier_run_among_the_hand_ins_is_no_hand_in(built: Built) -> None:
    for out in ("subs/out", "subs/second", "third"):
        ran = run("grade", "subs", "--quiz", built.folder, "--out", out, "--html")
        assert (ran.code, ran.err.splitlines()[-1][:21]) == (0, "3 hand-ins: 3 graded,")
    assert "subs/out: passed over, it is the folder of an earlier run" in ran.err
    assert "subs/second: passed over" in ran.err
    assert "subs/out/gradebook.csv" not in Path("third/inputs.csv").read_text("utf-8")


def test_a_file_that_is_only_called_so_takes_no_folder_away(built: Built) -> None:
    put(Path("subs/s001.json"), b"")
    Path("subs/s001.json").unlink()
    put(Path("subs/s001/answers.json"), answers(built, "s001"))
    put(Path("subs/s001/run.json"), "{}")
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out")
    assert "earlier run" not in ran.err
    assert "3 hand-ins: 3 graded" in ran.err


def test_what_was_marked_by_another_key_names_what_marks_it_again(built: Built, tmp_path: Path) -> None:
    assert run("grade", "subs", "--quiz", built.folder, "--out", "out").code == 0
    other = build_quiz(tmp_path / "other", marking="{follow-through: 0}")
    ran = run("grade", "subs", "--quiz", other, "--out", "out")
    assert ran.code == 2
    assert "`gametree regrade` marks the same hand-ins" in ran.err
    assert "--fresh begins anew" in ran.err


def test_a_build_that_was_changed_names_what_builds_it_again(built: Built, tmp_path: Path) -> None:
    changed = shutil.copytree(built.folder, tmp_path / "changed")
    problem = next(changed.glob("key/problems/*.yaml"), None) or next(changed.rglob("*.yaml"))
    problem.write_text(problem.read_text("utf-8") + "\n", "utf-8")
    ran = run("grade", "subs", "--quiz", "changed", "--out", "out")
    assert ran.code == 4
    assert "was changed since the quiz was built" in ran.err
    assert "`gametree quiz build QUIZ --out changed --force` builds it again" in ran.err
    assert "force" not in run("grade", "subs", "--quiz", "subs", "--out", "out").err
