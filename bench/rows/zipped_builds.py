"""A build of zips: how many files and how much room a class takes, and what marking it costs against a build of folders, as processes."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from measure import Line, Target, interleave
from samples import python

from grader.course.quiz import read_secret
from grader.course.quiz.build import build
from grader.course.quiz.sheets import read_order
from rows.class_runs import run_command, write_sheets
from rows.quiz_build import QUIZ
from rows.startup import GRADE

FIVE = QUIZ + "  - {id: q5, generate: {kind: alpha-beta, depth: 3, branching: 2}}\n"
_FEW, FULL = 400, 5000
_MOST_BESIDE, _MOST_KB = 20, 140
"""Files beside the sheets, and kB for each student: 5,020 files and 0.7 GB for 5,000."""


def zipped_builds(runs: int, students: int = _FEW) -> list[Line]:
    """Return the room that a class takes as zips, and what it costs to mark it from them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        held = write_sheets(folder, students, FIVE)
        order = read_order(str(folder / "quiz.yaml"), read_secret(b"0" * 32, ""), str(folder / "roster.csv"), zips=True)
        build(order, folder / "zips")
        sizes = [
            [file.stat().st_size for file in one.rglob("*") if file.is_file()]
            for one in (folder / "zips", held.problems)
        ]
        (zips, folders), what = sizes, f"{students:,} sheets of five problems, as zips"
        each = sum(zips) / students / 1000
        notes = (
            f"{len(zips):,} files against {len(folders):,} in folders",
            f"{sum(zips) / 1e6:.0f} MB against {sum(folders) / 1e6:.0f} MB",
        )
        room = [
            Line(
                what, f"a file each and {_MOST_BESIDE}", (len(zips) / (students + _MOST_BESIDE),), Target(1), notes[0]
            ),
            Line(what, f"{_MOST_KB} kB a student", (each / _MOST_KB,), Target(1), notes[1]),
        ]
        packed, plain = (partial(_grade, held.files, one) for one in (folder / "zips", held.problems))
        return [
            *room,
            Line("marking them from zips", "from folders", interleave(packed, plain, runs).slower(), Target(1.1)),
        ]


def _grade(files: Path, key: Path) -> None:
    out = key.with_name("marked")
    shutil.rmtree(out, ignore_errors=True)
    run_command(python(GRADE, str(files), "--quiz", str(key), "--out", str(out), "--jobs", "1"))
    if not (out / "results.jsonl").exists():
        raise RuntimeError("the run left no results")
