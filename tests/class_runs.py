"""A small class and its runs, for tests of what is written, resumed and taken over."""

from __future__ import annotations

import csv
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from console import Ran, begin, put, run

PROBLEMS = {
    "q1": "{format: gametree-problem/1, id: q1, kind: minimax, tree: [[3, 12], [2, 4]]}",
    "q2": "{format: gametree-problem/1, id: q2, kind: alpha-beta, tree: [[3, 12, 8], [2, 15, 6]]}",
    "q3": "{format: gametree-problem/1, id: q3, kind: ucb, children: [{id: A, total: 7, visits: 10}, {id: B, total: 3, visits: 4}]}",
}
ANSWERS = (
    "answers: {q1: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2}}, q2: {value: 3, best-move: B, pruned: [H, I]}}",
    "answers: {q1: {value: 12, best-move: B, values: {A: 12, B: 12, C: 4}}, q3: {scores: {A: 1.4, B: 2}, choice: B}}",
    "answers: {q2: {value: 2, best-move: C, pruned: []}, q9: {value: 1}}",
    "answers: {q1: {value: 3,5}}",
    "answers: [1, 2",
    "student: somebody\nanswers: {q3: {scores: {A: 1, B: 2}, choice: A}, q2: 7}",
)
"""What the students hand in, in turn: right, by a wrong rule, wrong with a problem that nobody knows, malformed, unreadable."""


def make_class(folder: Path, students: int) -> Path:
    """Write problems and what so many students hand in below the folder, and return it."""
    for id_, text in PROBLEMS.items():
        put(folder / f"problems/{id_}.yaml", text)
    for number in range(students):
        put(folder / f"subs/s{number:03d}.yaml", ANSWERS[number % len(ANSWERS)])
    return folder


def grade(folder: Path, *options: object, out: str = "out") -> Ran:
    """Return what becomes of a class run into the folder `out`."""
    return run("grade", folder / "subs", "-p", folder / "problems", "--out", folder / out, *options)


def start(folder: Path, *options: object, out: str = "out", **how: Any) -> subprocess.Popen[bytes]:
    """Return such a run as a process of its own."""
    return begin("grade", folder / "subs", "-p", folder / "problems", "--out", folder / out, *options, **how)


def table(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file by its columns."""
    with open(file, encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a folder by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def kill_in(process: subprocess.Popen[bytes], seconds: float) -> int:
    """Kill a run after so many seconds unless it has come to its end before, and return its exit code."""
    with suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=seconds)
    process.kill()
    process.communicate()
    return process.returncode


def kill_after(process: subprocess.Popen[bytes], journal: Path, lines: int) -> None:
    """Kill a run as soon as so many are marked."""
    while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= lines):
        time.sleep(0)
    process.kill()
    process.communicate()
