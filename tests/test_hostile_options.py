"""Options and names that nobody means well: what is shown of them is harmless, and only files are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from console import put, run

ESCAPES = "\x1b]0;owned\x07\x1b[31mred\u202eder\x9b2J"
OUT = {
    "grade": ["FILE", "--html"],
    "report": ["FILE", "--html"],
    "show": ["minimax-textbook", "--dot"],
    "trace": ["minimax-textbook", "--html"],
    "generate": ["minimax"],
    "handout": ["minimax-textbook"],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a submission."""
    return put(tmp_path / "a.yaml", "answers: {minimax-textbook: {value: 3}}\n")


@pytest.mark.parametrize(
    "args",
    [
        [ESCAPES],
        [f"--{ESCAPES}"],
        ["help", ESCAPES],
        ["grade", f"--{ESCAPES}"],
        ["grade", ESCAPES],
        ["grade", "FILE", "--format", ESCAPES],
        ["grade", "FILE", "--problems", ESCAPES],
        ["grade", "FILE", "--require", ESCAPES],
        ["grade", "FILE", "--follow-through", ESCAPES],
        ["grade", "FILE", "--fail-under", ESCAPES],
        ["grade", "FILE", "--html", "--out", f"FILE/{ESCAPES}"],
        ["solve", ESCAPES],
        ["show", f"{ESCAPES}.yaml"],
        ["trace", "minimax-textbook", "--html", "--out", f"FILE/{ESCAPES}"],
        ["handout", ESCAPES, "--out", "FILE.new"],
        ["handout", "minimax-textbook", "--out", f"FILE/{ESCAPES}"],
        ["validate", ESCAPES],
        ["report", ESCAPES],
        ["bank", ESCAPES],
        ["bank", "verify", ESCAPES],
        ["bank", "verify", "--bank", ESCAPES],
        ["conventions", ESCAPES],
        ["generate", ESCAPES],
        ["generate", "minimax", "--out", f"FILE/{ESCAPES}"],
        ["generate", "minimax", "--like", ESCAPES],
        ["generate", "minimax", "--seed", ESCAPES, "--values", ESCAPES],
        ["generate", "minimax", "--ask", ESCAPES],
        ["generate", "minimax", "--convention", ESCAPES],
        ["generate", "minimax", "--ordering", ESCAPES],
        ["generate", "minimax", "--shape", ESCAPES],
        ["generate", "minimax", "--separate", ESCAPES],
        ["generate", "minimax", "--points", f"value={ESCAPES}"],
    ],
    ids=lambda args: " ".join(args).replace(ESCAPES, "ESCAPES"),
)
def test_escapes_in_ones_own_options_reach_no_terminal(file: Path, args: list[str]) -> None:
    ran = run(*(arg.replace("FILE", str(file)) for arg in args))
    assert ran.code in (2, 3, 4)
    assert (ran.out + ran.err).replace("\n", "").isprintable()
    assert "\\x1b" in ran.out + ran.err


@pytest.mark.parametrize("command", OUT)
def test_an_out_folder_without_a_name_is_wrong_usage(file: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    ran = run(command, *(str(file) if arg == "FILE" else arg for arg in OUT[command]), "--out", "")
    assert ran.code == 2
    assert "'--out': expected the name of a folder" in ran.err
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.skipif(sys.platform == "win32", reason="devices of Unix")
@pytest.mark.parametrize("command", ["grade", "validate", "report"])
@pytest.mark.parametrize("device", ["/dev/zero", "FIFO"])
def test_what_is_no_file_is_refused_by_all_commands_alike(tmp_path: Path, command: str, device: str) -> None:
    if device == "FIFO":
        device = str(tmp_path / "pipe")
        os.mkfifo(device)
    ran = run(command, device)
    assert ran.code == 3
    assert f"{device}: cannot be read: it is not a regular file; - reads standard input" in ran.out + ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="devices of Unix")
@pytest.mark.parametrize("option", ["--like", "--mirror"])
def test_a_device_is_no_problem_either(option: str) -> None:
    ran = run("generate", "minimax", option, "/dev/zero")
    assert ran.code in (2, 4)
    assert "not a regular file" in ran.err


def test_a_folder_among_results_is_refused(tmp_path: Path) -> None:
    ran = run("report", tmp_path)
    assert ran.code == 3
    assert "there is no results.jsonl in it" in ran.err
