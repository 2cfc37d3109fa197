"""Where someone watches standard error, a class run shows how far it has come; elsewhere nothing of it is written."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest
from class_runs import grade, make_class
from console import _all_of, begin

from grader.cli.options import per_second

pytestmark = pytest.mark.apart


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bar_shows_how_far_a_class_run_has_come(tmp_path: Path, jobs: int) -> None:
    make_class(tmp_path, 30)
    ours, theirs = pty.openpty()
    named = (tmp_path / "subs", "-p", tmp_path / "problems", "--out", tmp_path / "out", "--jobs", jobs)
    process = begin("grade", *named, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = _all_of(ours).decode()
    os.close(ours)
    assert (process.wait(), process.communicate()[0]) == (3, b"")
    assert "Traceback" not in shown
    assert "Grading  [" in shown
    assert "100%" in shown
    assert "30 hand-ins: 25 graded" in shown


def test_without_a_terminal_there_is_no_bar(tmp_path: Path) -> None:
    make_class(tmp_path, 12)
    assert "Grading" not in grade(tmp_path).err


def test_the_rate_is_told_as_soon_as_it_is_known() -> None:
    assert (per_second(0), per_second(0.0004), per_second(0.5)) == ("", "2,500 a second", "2 a second")
