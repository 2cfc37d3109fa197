"""How a run ends that cannot go on: closed streams, full disks, readers that leave, interruptions and other signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from console import begin, put, run_apart

pytestmark = [
    pytest.mark.apart,
    pytest.mark.skipif(sys.platform == "win32", reason="streams, signals and devices of Unix"),
]
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")
RIGHT = "answers: {minimax-textbook: {value: 3}}\n"
CLOSED = {stream: ("sh", "-c", f'exec "$@" {how}', "sh") for stream, how in {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}.items()}  # fmt: skip


def ended(*args: object, **options: object) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a run of its own."""
    done = run_apart(*args, **options)
    return done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode()


# --- Closed streams -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["grade", "validate", "report"])
def test_a_closed_standard_input_cannot_be_read_and_is_exit_3(command: str) -> None:
    code, out, err = ended(command, "-", through=CLOSED["stdin"])
    assert code == 3
    assert "standard input: cannot be read: it is closed" in out + err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["help"], ["grade", "--help"], ["bank", "list", "-h"], ["bank", "list"]]
)
def test_a_closed_standard_output_is_exit_2(args: list[str]) -> None:
    code, _, err = ended(*args, through=CLOSED["stdout"])
    assert (code, err) == (2, "standard output cannot be written: it is closed\n")


@pytest.mark.parametrize(("args", "code"), [(["bank", "list"], 0), (["--nonsense"], 2), (["solve", "nowhere"], 4)])
def test_a_closed_standard_error_changes_no_exit_code(args: list[str], code: int) -> None:
    assert ended(*args, through=CLOSED["stderr"])[0] == code


# --- Full disks -----------------------------------------------------------------------------------


@needs_full
@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["help", "grade"], ["grade", "-h"], ["grade", "--version"]]
)
def test_help_and_version_on_a_full_disk_are_exit_2_and_a_sentence(args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        code, _, err = ended(*args, stdout=full)
    assert (code, err) == (2, "standard output cannot be written: No space left on device\n")


@needs_full
def test_wrong_usage_is_exit_2_though_the_disk_is_full_behind_stderr() -> None:
    with open("/dev/full", "wb") as full:
        assert ended("grade", "--nonsense", stderr=full)[0] == 2


# --- A reader that leaves -------------------------------------------------------------------------


@pytest.mark.parametrize("args", [["bank", "list"], ["--help"], ["grade", "FILE", "FILE"], ["conventions"]])
def test_a_reader_that_has_seen_enough_hears_nothing_more(tmp_path: Path, args: list[str]) -> None:
    file = put(tmp_path / "a.yaml", RIGHT)
    reading, writing = os.pipe()
    os.close(reading)
    code, _, err = ended(*(file if arg == "FILE" else arg for arg in args), stdout=writing)
    os.close(writing)
    assert err == ""
    assert code == 2


# --- Interruptions --------------------------------------------------------------------------------


def stopped_after(marks: int, number: signal.Signals, tmp_path: Path) -> tuple[int, str]:
    """Return how grading five files ends when the signal comes while the one after so many is read."""
    files = [put(tmp_path / f"{place}.yaml", RIGHT) for place in range(4)]
    large = ["--max-submission-bytes", 10_000_000]
    process = begin("grade", *files[:marks], "-", *files[marks:], *large, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b" " * 1_000_000)  # more than a pipe holds: this returns when the program is reading it
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    return process.returncode, err.decode()


def test_an_interruption_is_exit_130_and_says_how_many_were_done(tmp_path: Path) -> None:
    code, err = stopped_after(3, signal.SIGINT, tmp_path)
    assert (code, err.strip()) == (130, "interrupted: 3 of 5 graded")


def test_sigterm_is_exit_143_without_a_traceback(tmp_path: Path) -> None:
    assert stopped_after(1, signal.SIGTERM, tmp_path) == (143, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_generating_that_is_stopped_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    process = begin("generate", "minimax", "--count", "100000", "--out", "week/five", "--no-drawings", cwd=tmp_path)
    while not list(tmp_path.glob("week/.*.part/key/*")):
        assert process.poll() is None
    for _ in range(3):  # nobody is patient
        process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert list(tmp_path.glob("week/.*")) == []
    if number == signal.SIGINT:
        assert err.decode().strip().endswith(" of 100000 made, nothing is written")


def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    quiet = ("sh", "-c", 'trap "" HUP; exec "$@"', "sh")
    asks = "import signal, sys; from grader.cli import start_gametree; sys.argv = ['gametree', '--version']\n"
    asks += "try: start_gametree()\nfinally: print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    done = subprocess.run([*quiet, sys.executable, "-c", asks], capture_output=True, check=True, cwd=Path(__file__).parent.parent)  # fmt: skip
    assert done.stdout.endswith(b"True\n")
