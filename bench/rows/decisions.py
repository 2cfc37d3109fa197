"""Decisions of people: a finished class run whose file of decisions was changed, and what reading and applying many of them takes."""

from __future__ import annotations

import itertools
import tempfile
import tracemalloc
from functools import partial
from pathlib import Path
from typing import Any

from measure import Line, Target, interleave, processor_seconds
from samples import python

from grader.course.adjusted_results import Adjustment
from grader.course.decisions import read_decisions
from grader.course.result_lines import WrittenResult
from rows.class_runs import run_command, write_sheets
from rows.startup import GRADE

_STUDENTS, _TOUCHED, _MANY = 400, 10, 5000
_SECONDS, _BYTES = 1, 2048


def decisions(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        return [_again(Path(folder), runs), *_many(runs)]


def _again(folder: Path, runs: int) -> Line:
    held, file = write_sheets(folder / "own", _STUDENTS), folder / "by-hand.csv"
    marks = itertools.cycle(("0.25", "0.5"))

    def grade(*more: str) -> None:
        rows = (f"s{number:06},q1,{next(marks)},t,w" for number in range(_TOUCHED))
        file.write_text("\n".join(["student,exercise,add,by,why", *rows, ""]))
        next(marks)  # the next file says something else
        words = (str(held.files), "--quiz", str(held.problems), "--out", str(held.out), "--html", "--jobs", "1")
        run_command(python(GRADE, *words, "--adjust", str(file), *more))

    grade("--fresh")
    again = interleave(grade, partial(grade, "--fresh"), runs)
    what = f"a changed file of decisions about {_TOUCHED} of {_STUDENTS}"
    return Line(what, "the run with pages", again.slower(), Target(0.25))


def _many(runs: int) -> list[Line]:
    rows = (f"s{number},q{number % 5},{number % 3 + 1}.25,t,marked,Well argued." for number in range(_MANY))
    table = "\n".join(["student,exercise,set,by,why,note", *rows]).encode()
    problems = [
        {"id": f"q{number}", "kind": "minimax", "earned": 1, "possible": 4, "parts": [], "diagnoses": []}
        for number in range(5)
    ]
    results: list[Any] = [
        {"student": f"s{number}", "gradable": True, "earned": 5, "possible": 20, "problems": problems, "provenance": {}}
        for number in range(_MANY)
    ]

    def read_and_apply() -> None:
        adjustment = Adjustment(read_decisions([("marks.csv", table)]))
        result: WrittenResult
        for result in results:
            adjustment.apply(result)

    seconds = []
    for _ in range(runs):
        before = processor_seconds()
        read_and_apply()
        seconds.append(processor_seconds() - before)
    tracemalloc.start()
    made = Adjustment(read_decisions([("marks.csv", table)]))
    size = tracemalloc.get_traced_memory()[0] / len(made.decisions)
    tracemalloc.stop()
    what = f"{_MANY:,} decisions as CSV"
    return [
        Line(f"{what}: read and applied", f"{_SECONDS} s", tuple(one / _SECONDS for one in seconds), Target(1)),
        Line(f"{what}: memory of one", "2 KiB", (size / _BYTES,), Target(1), f"{size:.0f} bytes"),
    ]
