"""A class from Moodle and back: its bulk download read and graded, and the marks filled into its worksheet; in what memory."""

from __future__ import annotations

import os
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from classes import HandedIn, hand_ins, quiz
from measure import Line, Target, interleave
from samples import environment, python

from grader.cli.report import ResultFiles
from grader.core.documents import SUBMISSION_LIMITS
from grader.course.fill import Wishes, fill, marked_students
from grader.course.gathering import Gathering, gather
from grader.course.hand_in import Class
from grader.course.one_student import peek
from grader.course.run.chunks import Setup
from grader.course.run.class_run import ClassRun, News, plan_of
from grader.course.run.out_folder import Out
from grader.course.run.workers import here
from rows.grading import as_json, grade_all

_HEADER = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade),Feedback comments"
SMALL, FULL = 500, 5000
"""So many students hand in; memory is that of the many against that of the few."""
# What a process took at its peak: Linux says it, and counts this one alone.
_PEAK = """
import sys
from grader.cli.main import gametree
try:
    gametree(sys.argv[1:])
finally:
    print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


class _Course(NamedTuple):
    """What a course has on disk: the download, the worksheet, the folder of the problems, and what is written: a folder, a worksheet."""

    download: Path
    worksheet: Path
    problems: Path
    out: Path
    filled: Path


def downloads(runs: int, students: int = SMALL) -> list[Line]:
    """Return what the way from a download to a filled worksheet costs beside grading, and how its memory grows."""
    with tempfile.TemporaryDirectory() as folder:
        handed_in = list(hand_ins(students))
        course = _write(Path(folder) / "course", handed_in)
        alone = partial(grade_all, handed_in, quiz(), as_json)
        whole, *steps = (
            Line(f"{what} of {students:,} students", "grading to JSON", interleave(call, alone, runs).slower())
            for what, call in (
                ("download to worksheet", partial(_round, course)),
                ("who handed in what", partial(_gathered, course)),
                ("the worksheet", partial(_filled, course)),
            )
        )
        return [whole._replace(target=Target(2.5)), *steps, *_memory(Path(folder))]


def _round(course: _Course) -> None:
    """Grade the download into the folder, as `grade --lms moodle` does, and fill the worksheet from what stands there."""
    held, out, news = _gathered(course), Out(course.out), News()
    plan = plan_of(held, [str(course.download)], Setup(problems=(str(course.problems),)), SUBMISSION_LIMITS, {}, None)
    out.open(plan.made, is_fresh=True)
    try:
        run = ClassRun(plan, out, here(), news)
        for _ in run.mark():
            pass
        run.finish()
    finally:
        out.close()
    _filled(course)


def _gathered(course: _Course) -> Class:
    limits = SUBMISSION_LIMITS
    return gather(
        [str(course.download)], Gathering(str(course.out), limits, partial(peek, limits=limits), lms="moodle")
    )


def _filled(course: _Course) -> None:
    results: Any = (line.data for line in ResultFiles((str(course.out),)).lines())
    students = list(marked_students(results, {}, None))
    made = fill(course.worksheet.read_bytes(), students, Wishes())
    course.filled.write_bytes(made.content)
    if not made.marks:
        raise RuntimeError("no mark was filled in")


def _memory(folder: Path) -> list[Line]:
    whats = (("download", Target(1.5)), ("worksheet", Target(2)))
    lines = [Line(f"memory of the {what}, {FULL:,}", f"{SMALL:,}", target=target) for what, target in whats]
    if not os.path.exists("/proc/self/status"):
        return [line._replace(note="only Linux says it") for line in lines]
    few, many = (_peaks(_write(folder / f"{count}", hand_ins(count))) for count in (SMALL, FULL))
    return [
        line._replace(ratios=(more / less,), note=_grows(more, less))
        for line, more, less in zip(lines, many, few, strict=True)
    ]


def _grows(more: float, less: float) -> str:
    return f"{more:.0f} MiB against {less:.0f} MiB: {1024 * (more - less) / (FULL - SMALL):.1f} KiB a student"


def _peaks(course: _Course) -> tuple[float, float]:
    """Return what `grade` and `gametree gradebook` took at their peaks, in MiB."""
    graded = ("grade", course.download, "--lms", "moodle", "--problems", course.problems, "--jobs", "1", "--fresh")
    filled = ("gradebook", course.out, "--fill", course.worksheet)
    return _peak(*graded, "--out", course.out), _peak(*filled, "--out", course.filled)


def _peak(*command: object) -> float:
    words = python(_PEAK, *map(str, command))
    done = subprocess.run(words, env=environment(), check=False, capture_output=True, text=True)
    if done.returncode not in (0, 3):  # some hand-ins of a class cannot be graded
        raise RuntimeError(done.stderr[-2000:])
    return int(done.stderr.split()[-1]) / 1024


def _write(folder: Path, handed_in: Iterable[HandedIn]) -> _Course:
    """Return a course that was written into the folder; its platform numbers the students as they come."""
    names = ("download.zip", "worksheet.csv", "problems", "out", "filled.csv")
    course = _Course(*(folder / name for name in names))
    course.problems.mkdir(parents=True)
    for id_, content in quiz().items():
        (course.problems / f"{id_}.yaml").write_bytes(content)
    with zipfile.ZipFile(course.download, "w", zipfile.ZIP_DEFLATED) as archive, course.worksheet.open("w") as sheet:
        print(_HEADER, file=sheet)
        for number, one in enumerate(handed_in, 1):
            archive.writestr(f"Student {one.student}_{number}_assignsubmission_file/answers.yaml", one.content)
            print(_line(number, one.student), file=sheet)
    return course


def _line(number: int, student: str) -> str:
    return f"Participant {number},Student {student},{student}@example.edu,Submitted for grading,,100.00,-,"
