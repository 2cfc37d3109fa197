"""`gametree similar` and `gametree report` on a folder that has no results: no report of nobody, but what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from class_runs import grade, make_class
from console import put, run


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """Return a folder that a class was graded into."""
    grade(make_class(tmp_path, 3))
    return tmp_path / "out"


@pytest.mark.parametrize("command", ["similar", "report"])
def test_of_a_run_that_was_interrupted_nothing_is_reported(finished: Path, command: str) -> None:
    assert "3 students" in run(command, finished).out
    put(finished / "journal.jsonl", "")
    for is_begun in (True, False):
        ran = run(command, finished, "--format", "csv")
        assert (ran.code, ran.out) == (3, "")
        assert ran.err == f"{finished}: the run was interrupted; give its command again, so that it comes to its end\n"
        if is_begun:
            (finished / "results.jsonl").unlink()


@pytest.mark.parametrize("command", ["similar", "report"])
def test_of_a_folder_that_no_class_was_graded_into_nothing_is_reported(tmp_path: Path, command: str) -> None:
    ran = run(command, tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"{tmp_path}: there is no results.jsonl in it, expected a folder that a class was graded into\n"
    ran = run(command, tmp_path / "mistyped")
    assert (ran.code, ran.out) == (3, "")
    assert "mistyped: cannot be read" in ran.err


def test_a_page_is_not_written_of_nothing(tmp_path: Path) -> None:
    ran = run("report", tmp_path, "--html", "--out", tmp_path / "page")
    assert (ran.code, (tmp_path / "page").exists()) == (3, False)


@pytest.mark.parametrize("command", ["similar", "report"])
def test_the_rest_is_reported_where_one_folder_has_none(finished: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty").mkdir()
    ran = run(command, finished, tmp_path / "empty")
    assert (ran.code, "3 students" in ran.out, "there is no results.jsonl in it" in ran.err) == (3, True, True)
