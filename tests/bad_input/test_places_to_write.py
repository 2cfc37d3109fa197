"""Places that cannot be written: exit 2, and the report still comes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from console import put, run_apart

from bad_input.week import GOOD, grade


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")
@pytest.mark.parametrize("command", ["grade", "solve", "validate", "show"])
def test_a_full_disk_behind_stdout_is_exit_2_without_a_traceback(folder: Path, command: str) -> None:
    target = "q1" if command in ("solve", "show") else folder / "good.yaml"
    with open("/dev/full", "wb") as full:
        done = run_apart(command, target, "-p", folder / "q1.problem.yaml", stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode() == "standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")
def test_a_full_disk_behind_stderr_does_not_change_the_exit_code(folder: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = run_apart(
            "grade", folder / "missing.yaml", folder / "good.yaml", "-p", folder / "q1.problem.yaml", stderr=full
        )
    assert done.returncode == 3
    assert b"9 of 9 points" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
def test_a_closed_stdout_is_no_bug_of_ours(folder: Path) -> None:
    closed = ("sh", "-c", 'exec "$@" >&-', "sh")
    done = run_apart("grade", folder / "good.yaml", "-p", folder / "q1.problem.yaml", through=closed)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_an_out_folder_that_cannot_be_made_is_exit_2_and_the_report_still_comes(folder: Path) -> None:
    put(folder / "file", "in the way")
    ran = grade(folder, folder / "good.yaml", "--dot", "--out", folder / "file" / "below")
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "9 of 9 points" in ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="modes of folders are of Unix")
@pytest.mark.parametrize("drawing", ["--dot", "--svg", "--html"])
def test_an_out_folder_that_may_not_be_written_is_exit_2_and_the_report_still_comes(
    folder: Path, bound_by_modes: tuple[str, ...], drawing: str
) -> None:
    out = folder / "out"
    out.mkdir(mode=0o555)
    named = (folder / "good.yaml", "-p", folder / "q1.problem.yaml", drawing, "--out", out)
    done = run_apart("grade", *named, through=bound_by_modes)
    assert done.returncode == 2
    assert b"9 of 9 points" in done.stdout
    assert f"{out / 'good'}" in done.stderr.decode()
    assert "cannot be written: Permission denied" in done.stderr.decode()
    assert not list(out.iterdir())


def test_a_full_disk_below_out_is_exit_2_and_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    again = put(folder / "again.yaml", GOOD)
    ran = grade(folder, folder / "good.yaml", again, "--dot", "--out", folder / "out")
    assert ran.code == 2
    assert ran.out.count(".yaml): 9 of 9 points") == 2
    assert f"{folder / 'out/good/q1.dot'}: cannot be written: No space left on device" in ran.err
    assert not [file for file in (folder / "out").rglob("*") if file.is_file()]
