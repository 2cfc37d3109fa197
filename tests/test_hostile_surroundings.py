"""Surroundings that nobody wishes for: folders for files, names too long, folders that may not be read or written."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import put, run, run_apart

pytestmark = pytest.mark.apart

LONG = "x" * 300
unix = pytest.mark.skipif(sys.platform == "win32", reason="users of Unix")


@pytest.mark.parametrize("command", ["solve", "show", "trace"])
@pytest.mark.parametrize("name", ["week", "week.yaml"])
def test_a_folder_is_no_problem(tmp_path: Path, command: str, name: str) -> None:
    (tmp_path / name).mkdir()
    ran = run(command, tmp_path / name)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err == f"{tmp_path / name}: is a folder, expected a problem file\n"


def test_a_bank_without_problems_proves_nothing(tmp_path: Path) -> None:
    ran = run("bank", "verify", "--bank", tmp_path)
    assert ran.code == 4
    assert "holds no problems" in ran.err


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["grade", LONG], 3),
        (["grade", f"{LONG}/{LONG}.yaml"], 3),
        (["grade", "FILE", "--html", "--out", LONG], 2),
        (["grade", "FILE", "--problems", LONG], 2),
        (["validate", LONG], 3),
        (["report", LONG], 3),
        (["solve", LONG], 4),
        (["solve", f"{LONG}.yaml"], 4),
        (["show", "one-leaf", "--dot", "--out", LONG], 2),
        (["trace", "one-leaf", "--html", "--out", LONG], 2),
        (["generate", "minimax", "--out", LONG], 2),
        (["generate", "minimax", "--like", LONG], 2),
        (["bank", "verify", LONG], 4),
        (["bank", "verify", "--bank", LONG], 2),
    ],
    ids=lambda value: " ".join(value).replace(LONG, "LONG") if isinstance(value, list) else str(value),
)
def test_names_that_no_file_can_have_are_refused(tmp_path: Path, args: list[str], code: int) -> None:
    file = put(tmp_path / "a.yaml", "answers: {one-leaf: {value: 3}}\n")
    ran = run(*(str(tmp_path / arg) if arg == LONG and "--out" in args else arg.replace("FILE", str(file)) for arg in args))  # fmt: skip
    assert ran.code == code
    assert ran.out + ran.err


def test_the_name_of_a_file_deep_below_is_said_whole(tmp_path: Path) -> None:
    deep = put(tmp_path / ("folder/" * 20) / "broken.yaml", "answers: [\n")
    assert f"{deep}:" in run("validate", deep).out


@pytest.fixture
def as_nobody(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return the words that start a process as a user who may do little; skip where that cannot be."""
    if os.getuid() != 0:
        return ()
    words = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    try:
        subprocess.run([*words, sys.executable, "-c", "import click, yaml"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nobody cannot run Python here")
    return words


@pytest.fixture
def for_all() -> Iterator[Path]:
    """Return a folder that every user can reach; those of pytest are for one's own eyes."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@unix
def test_what_may_not_be_read_or_written_is_said(for_all: Path, as_nobody: tuple[str, ...]) -> None:
    closed = put(for_all / "closed.yaml", "answers: {one-leaf: {value: 3}}\n")
    opened = put(for_all / "open.yaml", "answers: {one-leaf: {value: 3}}\n")
    closed.chmod(0)
    (for_all / "shut").mkdir(mode=0o555)
    for args, code in (
        (["grade", closed], 3),
        (["validate", closed], 3),
        (["report", closed], 3),
        (["solve", closed], 4),
        (["grade", opened, "-p", closed], 2),
        (["grade", opened, "--html", "--out", for_all / "shut/x"], 2),
        (["show", "one-leaf", "--dot", "--out", for_all / "shut"], 2),
        (["trace", "one-leaf", "--html", "--out", for_all / "shut"], 2),
        (["generate", "minimax", "--out", for_all / "shut"], 2),
        (["generate", "minimax", "--out", for_all / "shut/x", "--count", "2"], 2),
    ):
        done = run_apart(*args, through=as_nobody, cwd=for_all)
        said = (done.stdout + done.stderr).decode()
        assert (done.returncode, "Traceback" in said) == (code, False), said
        assert "Permission denied" in said or "is not readable" in said
