"""`gametree quiz init` in a folder that has something already: what is missing is added, what is there stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from console import run
from quizzes import write_quiz

NAMES = ("quiz.yaml", "roster.csv", "quiz.secret")


@pytest.mark.parametrize("missing", [("quiz.secret",), ("roster.csv",), ("roster.csv", "quiz.secret"), ("quiz.yaml",)])
def test_what_is_missing_is_added_and_the_rest_stays(tmp_path: Path, missing: tuple[str, ...]) -> None:
    write_quiz(tmp_path)
    for name in missing:
        (tmp_path / name).unlink()
    (tmp_path / "mine.txt").write_text("mine")
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    ran = run("quiz", "init", tmp_path)
    assert ran.code == 0
    assert f"{' and '.join(missing)} {'was' if len(missing) == 1 else 'were'} added in {tmp_path}, " in ran.err
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert sorted(os.listdir(tmp_path)) == sorted([*NAMES, "mine.txt"])
    assert ("roster.csv is an example" in ran.err) == ("roster.csv" in missing)
    if os.name == "posix":
        assert (tmp_path / "quiz.secret").stat().st_mode & 0o777 == 0o600
    assert run("quiz", "check", tmp_path).code == 0


@pytest.mark.parametrize(("content", "said"), [("", "is empty"), ("s3cret", "has 6 letters")])
def test_a_secret_that_is_too_short_says_what_to_do(
    tmp_path: Path, content: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_quiz(tmp_path)
    (tmp_path / "quiz.secret").write_text(content)
    ran = run("quiz", "check", tmp_path)
    assert (
        f"the secret {said}, expected 32 to 4,096 letters; take this file away, and `gametree quiz init` makes one"
        in ran.err
    )
    (tmp_path / "quiz.secret").unlink()
    assert run("quiz", "init", tmp_path).code == 0
    assert run("quiz", "check", tmp_path).code == 0
    monkeypatch.setenv("GAMETREE_SECRET", content or " ")
    assert "unset it, and quiz.secret is read" in run("quiz", "check", tmp_path).err
