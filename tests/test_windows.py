"""Every commit sweeps another window of seeds, and the same commit the same one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import random_problems
from console import ROOT
from windows import TURNS, WIDTH, WINDOWS, chunk_params, shifted, window_of_commit

pytestmark = pytest.mark.apart

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def commit(folder: Path, message: str) -> None:
    """Make an empty commit in the folder, the same one on every machine."""
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    dates = {"GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}
    words = ["git", *who, "commit", "--quiet", "--allow-empty", "--no-verify", "-m", message]
    subprocess.run(words, cwd=folder, env={**os.environ, **dates}, check=True)


@needs_git
def test_every_commit_has_a_window_of_its_own_and_the_next_one_the_next_share(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    windows = []
    for message in ("first", "second", "third"):
        commit(tmp_path, message)
        windows.append(window_of_commit(tmp_path))
    assert len({window // TURNS for window in windows}) == 3  # these three hashes are in different twentieths
    assert [window % TURNS for window in windows] == [1, 2, 3]
    assert windows[-1] == window_of_commit(tmp_path)


@needs_git
def test_where_git_has_only_the_last_commits_the_share_follows_from_the_hash(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path / "whole"], check=True)
    for message in ("first", "second"):
        commit(tmp_path / "whole", message)
    address = (tmp_path / "whole").as_uri()
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", address, tmp_path / "last"], check=True)
    said = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=tmp_path / "last", capture_output=True, text=True, check=True
    )
    assert window_of_commit(tmp_path / "last") == int(said.stdout, 16) % WINDOWS


@needs_git
def test_window_0_is_drawn_where_nothing_is_committed(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    assert window_of_commit(tmp_path) == 0


def test_window_0_is_drawn_where_there_is_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert window_of_commit(tmp_path) == 0


def test_windows_have_no_seed_in_common_and_the_first_has_the_seeds_as_they_are_written() -> None:
    assert shifted(80_000, 0) == 80_000
    assert shifted(WIDTH - 1, 3) < shifted(0, 4)


def test_another_window_draws_other_problems_and_the_same_one_the_same() -> None:
    drawn = [[data for _, data in random_problems("minimax", 0, 5, window)] for window in (0, 7, 7)]
    assert drawn[1] == drawn[2] != drawn[0]


def test_run_without_sweeps_keeps_one_chunk_and_a_full_one_takes_them_all() -> None:
    marked = [{mark.name for mark in each.marks} for each in chunk_params(every=2, longer=1, whole=5, wanted="slow")]
    assert marked == [set(), {"sweep"}, {"slow"}, {"slow", "full"}, {"slow", "full"}]


@pytest.mark.parametrize(
    ("wanted", "made"),
    [
        ("not slow", 2),
        ("not slow and not sweep", 2),
        ("slow and not full", 3),
        ("slow", 5),
        ("", 5),
        ("not slow or full", 5),
    ],
)
def test_only_chunks_that_a_run_may_take_are_made(wanted: str, made: int) -> None:
    assert len(chunk_params(every=2, longer=1, whole=5, wanted=wanted)) == made


def test_run_says_which_window_it_sweeps_and_takes_another_one_on_request() -> None:
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--window",
        "4711",
        "-p",
        "no:cacheprovider",
        "tests/test_tasks.py",
    ]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "sweeps: window 4711 (repeat with --window 4711)" in said.splitlines()
