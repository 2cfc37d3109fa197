"""A class run, as processes: files, a zip and lines of JSON against reading them; two processes; going on; memory; Dask."""

from __future__ import annotations

import json
import subprocess
import tempfile
import zipfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from classes import HandedIn, hand_ins, handed_in, quiz
from measure import Line, Target, interleave, wall_seconds
from samples import environment, python

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.course.quiz import read_secret
from grader.course.quiz.build import build
from grader.course.quiz.built import open_build
from grader.course.quiz.sheets import read_order
from grader.kinds import Exercise, write_problem
from rows.quiz_build import QUIZ
from rows.startup import GRADE

# Reading alone starts a process too, so both sides pay for that.
_READ = """
import sys
from pathlib import Path
from grader.core.documents import SUBMISSION_LIMITS, read_document
from grader.core.errors import SubmissionError
for path in sorted(Path(sys.argv[1]).iterdir()):
    read_document(str(path), SUBMISSION_LIMITS, SubmissionError)
"""
# The peak of the largest worker, or of the process itself where there is none, in KiB, as Linux says it of each while it works. What is said of
# processes that have ended counts the one that started them too, from which they begin as copies.
_PEAK = """
import os, sys, threading, time
from pathlib import Path
from grader.cli.grade import grade

peaks = {}

def peak(process):
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return max([int(line.split()[1]) for line in lines if line.startswith("VmHWM")], default=0)

def watch():
    here = Path(f"/proc/self/task/{os.getpid()}/children")
    while True:
        for worker in here.read_text().split():
            try:
                peaks[worker] = peak(worker)
            except OSError:
                continue
        time.sleep(0.05)

threading.Thread(target=watch, daemon=True).start()
try:
    grade(sys.argv[1:])
finally:
    print(max(peaks.values(), default=peak("self")), file=sys.stderr)
"""
_DASK = """
import sys
from dask.distributed import LocalCluster
from grader.cli.grade import grade
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        grade([*sys.argv[1:], "--executor", f"dask={cluster.scheduler_address}"])
"""


class Size(NamedTuple):
    """How many students hand in, how many more for the memory of a worker, and how many have sheets of their own."""

    students: int
    many: int
    own: int


SMALL, FULL = Size(1000, 4000, 400), Size(10_000, 100_000, 4000)
_MOST_OF_OWN, _MOST_OF_ONE = 150, 200
"""MiB that one process takes for a class with pages and sheets of their own, and for one of 10,000 with one problem."""


class _Class(NamedTuple):
    """A class on disk: a folder of files, a zip, a file of lines, and the folder of the problems; `by` is the option that names it."""

    files: Path
    archive: Path
    lines: Path
    problems: Path
    out: Path
    by: str = "--problems"


def class_run(runs: int, size: Size = SMALL) -> list[Line]:
    """Return what a class run costs beside reading, what a second process gains, and what going on costs."""
    with tempfile.TemporaryDirectory() as folder:
        held = _write(Path(folder), size.students)
        read = partial(run_command, python(_READ, str(held.files)))
        one, two = (partial(_grade, held, held.files, "--jobs", jobs) for jobs in ("1", "2"))
        lines = [
            _compare(
                f"{name} of {size.students:,}, one process", partial(_grade, held, path, "--jobs", "1"), read, runs
            )
            for name, path in (("files", held.files), ("zip", held.archive), ("lines", held.lines))
        ]
        faster = interleave(two, one, runs, wall_seconds).faster()
        lines.append(Line("two processes", "one", faster, Target(1.8, is_least=True), is_faster=True))
        again = interleave(partial(_go_on, held), two, runs)
        lines.append(Line("going on with a finished run", "the run, two processes", again.slower(), Target(0.2)))
        return [*lines, *_dask(held, two, runs), _memory(Path(folder), held, size), *_at_most(Path(folder), size, runs)]


def _compare(what: str, ours: Callable[[], object], read: Callable[[], object], runs: int) -> Line:
    return Line(what, "reading files (process)", interleave(ours, read, runs).slower(), Target(5))


def _dask(held: _Class, two: Callable[[], object], runs: int) -> list[Line]:
    what = "Dask, two workers, their start included"
    if find_spec("distributed") is None:
        return [Line(what, "two processes", note="dask[distributed] is not installed")]
    command = python(_DASK, str(held.files), *_options(held), "--fresh")
    return [Line(what, "two processes", interleave(partial(run_command, command), two, runs).slower())]


def _memory(folder: Path, held: _Class, size: Size) -> Line:
    many = _write(folder / "many", size.many)
    peaks = [_peak(one) for one in (many, held)]
    note = f"{peaks[0]:.0f} MiB against {peaks[1]:.0f} MiB; at most 80"
    return Line(f"memory of a worker, {size.many:,}", f"{size.students:,}", (peaks[0] / peaks[1],), Target(1.1), note)


def _at_most(folder: Path, size: Size, runs: int) -> list[Line]:
    """Return what a class with sheets of their own gains by a second process, and in what memory one marks it, and one of one problem."""
    own, one = write_sheets(folder / "own", size.own), _write(folder / "one", FULL.students, only="q2")
    single, double = (partial(_grade, own, own.files, "--html", "--jobs", jobs) for jobs in ("1", "2"))
    what = f"{size.own:,} sheets of their own, with pages"
    faster = interleave(double, single, runs).faster()
    lines = [Line(f"two processes: {what}", "one", faster, Target(1.7, is_least=True), is_faster=True)]
    for name, held, most, options in (
        (what, own, _MOST_OF_OWN, ["--html"]),
        (f"{FULL.students:,} students of one problem", one, _MOST_OF_ONE, []),
    ):
        peak = _peak(held, "1", *options)
        note = f"{peak:.0f} MiB"
        lines.append(Line(f"memory of one process: {name}", f"{most} MiB", (peak / most,), Target(1), note))
    return lines


def _peak(held: _Class, jobs: str = "2", *more: str) -> float:
    command = python(_PEAK, str(held.files), *_options(held), "--fresh", "--jobs", jobs, *more)
    done = subprocess.run(command, env=environment(), check=False, capture_output=True, text=True)
    return int(done.stderr.split()[-1]) / 1024


def write_sheets(folder: Path, students: int, stated: str = QUIZ) -> _Class:
    """Return a class of so many that hand in a quiz of which each has a sheet of their own."""
    held = _Class(folder / "class", folder, folder, folder / "build", folder / "out", "--quiz")
    held.files.mkdir(parents=True)
    (folder / "quiz.yaml").write_text(stated)
    (folder / "roster.csv").write_text("\n".join(["id", *(f"s{number:06}" for number in range(students))]))
    secret = read_secret(b"0" * 32, "the secret")
    build(read_order(str(folder / "quiz.yaml"), secret, str(folder / "roster.csv")), held.problems)
    built = open_build(str(held.problems))
    for student in built.roster:
        exercises = [built.find(one.problem) for one in built.sheet_of(student)]
        problems = [write_problem(one.kind, one.problem) for one in exercises if isinstance(one, Exercise)]
        (held.files / f"{student}.yaml").write_bytes(handed_in(student, problems).content)
    return held


def _write(folder: Path, students: int, *, only: str = "") -> _Class:
    """Return a class of so many that was written into the folder, in each of the ways in which one comes; with `only` of one exercise."""
    held = _Class(folder / "class", folder / "class.zip", folder / "class.jsonl", folder / "problems", folder / "out")
    for made in (held.files, held.problems):
        made.mkdir(parents=True)
    for id_, content in quiz().items():
        (held.problems / f"{id_}.yaml").write_bytes(content)
    with zipfile.ZipFile(held.archive, "w", zipfile.ZIP_DEFLATED) as archive, held.lines.open("w") as lines:
        for one in hand_ins(students, only=only):
            (held.files / f"{one.student}.yaml").write_bytes(one.content)
            archive.writestr(f"{one.student}.yaml", one.content)
            lines.write(_as_line(one))
    return held


def _as_line(one: HandedIn) -> str:
    return json.dumps(parse_document(one.content, one.student, SubmissionError).data) + "\n"


def _options(held: _Class) -> list[str]:
    return [held.by, str(held.problems), "--out", str(held.out)]


def _grade(held: _Class, path: Path, *more: str) -> None:
    run_command(python(GRADE, str(path), *_options(held), "--fresh", *more))
    if not (held.out / "results.jsonl").exists():
        raise RuntimeError("the run left no results")


def _go_on(held: _Class) -> None:
    run_command(python(GRADE, str(held.files), *_options(held), "--jobs", "2"))


def run_command(command: list[str]) -> None:
    """Run a command that grades; some hand-ins of a class cannot be."""
    done = subprocess.run(command, env=environment(), check=False, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise RuntimeError(done.stderr[-2000:])
