"""A run that was interrupted goes on with the same command and ends with the same bytes as an undisturbed one."""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from class_runs import files_of, grade, make_class, start
from console import put

from grader.course.run.class_run import CHUNK
from grader.course.run.workers import Here

pytestmark = pytest.mark.apart

STUDENTS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a class that was marked undisturbed, with pages and drawings, into `whole`."""
    made = make_class(tmp_path_factory.mktemp("class"), STUDENTS)
    assert grade(made, "--html", "--svg", out="whole").code == 3
    return made


def journal(folder: Path, out: str) -> int:
    """Return how many bytes the journal has; -1 where there is none."""
    try:
        return (folder / out / "journal.jsonl").stat().st_size
    except FileNotFoundError:
        return -1


def is_ending(folder: Path, out: str) -> bool:
    """Return whether the files of a run that is whole are being written."""
    return any((folder / out / name).exists() for name in ("results.jsonl", "gradebook.csv", "report.html"))


def kill_somewhere(process: subprocess.Popen[bytes], folder: Path, out: str, draws: random.Random) -> None:
    """Kill the run when its journal has grown by some length that is drawn, at its end, or a moment after its start."""
    size = (folder / "whole/results.jsonl").stat().st_size
    wanted = draws.choice([-1, *range(0, size, 997), size + 1])
    while process.poll() is None:
        if wanted > size and is_ending(folder, out):
            break
        if journal(folder, out) >= wanted and wanted <= size:
            break
        time.sleep(0)
    time.sleep(draws.random() / 50)
    process.kill()
    process.communicate()


def disturbed(folder: Path, out: str, kills: int, *options: object) -> None:
    """Kill the run so many times, then let it come to its end, and compare all files."""
    draws = random.Random(f"{out} {options}")
    for _ in range(kills):
        kill_somewhere(start(folder, "--html", "--svg", *options, out=out), folder, out, draws)
    process = start(folder, "--html", "--svg", *options, out=out)
    _, err = process.communicate()
    assert process.returncode == 3, err
    assert files_of(folder / out) == files_of(folder / "whole")


def test_a_run_that_is_killed_a_few_times_ends_with_the_same_bytes(folder: Path) -> None:
    disturbed(folder, "killed", 3, "--jobs", 1)


def test_so_does_one_that_marks_in_processes(folder: Path) -> None:
    disturbed(folder, "killed-together", 1, "--jobs", 2)


@pytest.mark.slow
@pytest.mark.parametrize("round_", range(10))
def test_a_hundred_kills_change_nothing(folder: Path, round_: int) -> None:
    disturbed(folder, f"killed-{round_}", 10, "--jobs", 1 + round_ % 2)


def unfinished(folder: Path, out: str, content: bytes) -> None:
    """Make the folder of a run whose journal was cut off."""
    made = json.loads((folder / "whole/run.json").read_text("utf-8"))
    del made["finished"]
    put(folder / out / "run.json", json.dumps(made))
    put(folder / out / "journal.jsonl", content)


@pytest.mark.parametrize("lines", [0, 3, STUDENTS])
@pytest.mark.parametrize("rest", [b"", b"{", b'{"format": "gametree-result/1", "prov', b"\0\0\0\n", b"torn}}\n\n"])
def test_a_journal_that_was_cut_off_anywhere_is_gone_on_with(folder: Path, lines: int, rest: bytes) -> None:
    kept = (folder / "whole/results.jsonl").read_bytes().splitlines(keepends=True)[:lines]
    out = f"cut-{lines}-{len(rest)}"
    unfinished(folder, out, b"".join(kept) + rest)
    for name, content in files_of(folder / "whole/feedback").items():  # it is written before the journal says so
        put(folder / out / "feedback" / name, content)
    ran = grade(folder, "--html", "--svg", out=out)
    assert f"{lines} of {STUDENTS} hand-ins were marked before" in ran.err or not lines
    assert files_of(folder / out) == files_of(folder / "whole")


def test_a_file_that_is_too_large_for_the_disk_stops_the_run_with_its_reason(folder: Path) -> None:
    process = start(folder, "--html", "--svg", out="full")
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (50_000, 50_000))  # long before anything is imported
    _, err = process.communicate()
    assert process.returncode == 2
    assert b"File too large" in err
    assert b"the same command goes on from there" in err
    assert grade(folder, "--html", "--svg", out="full").code == 3
    assert files_of(folder / "full") == files_of(folder / "whole")


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """Return a disk of 100 KB; without the right to make one there is no test."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", place], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("needs the right to mount")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_stops_the_run_and_more_room_lets_it_go_on(folder: Path, small_disk: Path) -> None:
    ran = grade(folder, "--html", "--svg", out=str(small_disk / "out"))
    assert ran.code == 2
    assert "No space left on device" in ran.err
    subprocess.run(["mount", "-o", "remount,size=20m", small_disk], check=True)
    assert grade(folder, "--html", "--svg", out=str(small_disk / "out")).code == 3
    assert files_of(small_disk / "out") == files_of(folder / "whole")


def wait_for_the_last_process_of(session: subprocess.Popen[bytes]) -> None:
    """Return when no process is left of those that a run has started; a test that hangs here shows one that stays."""
    while subprocess.run(["pgrep", "-s", str(session.pid)], capture_output=True, check=False).stdout:
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_says_how_far_it_came_and_leaves_no_process(folder: Path, jobs: int) -> None:
    out = f"interrupted-{jobs}"
    process = start(folder, "--html", "--svg", "--jobs", jobs, out=out, start_new_session=True)
    while journal(folder, out) < 1 and process.poll() is None:
        time.sleep(0)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode in (130, 3)  # it may have been ending
    assert b"Traceback" not in err
    assert f"of {STUDENTS} graded; the same command goes on from there".encode() in err or process.returncode == 3
    wait_for_the_last_process_of(process)
    grade(folder, "--html", "--svg", out=out)
    assert files_of(folder / out) == files_of(folder / "whole")


def test_an_interruption_counts_all_that_is_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submit = Here.submit
    left = [2]

    def soon_interrupted(*args: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return submit(*args)

    monkeypatch.setattr(Here, "submit", soon_interrupted)
    for _ in range(2):  # the second time all of it was marked before
        ran = grade(folder, "--html", "--jobs", 1, out="counted")
        lines = (folder / "counted/journal.jsonl").read_text().count("\n")
        assert (ran.code, lines) == (130, 2 * CHUNK)
        said = ran.err.strip().splitlines()[-1]
        assert said == f"interrupted: {lines} of {STUDENTS} graded; the same command goes on from there"


def test_processes_end_when_the_one_that_started_them_is_killed(folder: Path) -> None:
    process = start(folder, "--jobs", 2, out="orphans", start_new_session=True)
    while journal(folder, "orphans") < 1 and process.poll() is None:
        time.sleep(0)
    process.kill()
    process.communicate()  # ends when nobody holds its streams any more, the workers neither
    wait_for_the_last_process_of(process)
