"""Roles of steps: a class run with pages that finds, writes and counts them, against one in which no entry has any."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from measure import Line, Target, interleave
from samples import python

from rows.class_runs import run_command, write_sheets
from rows.startup import GRADE

_STUDENTS = 400
_WITHOUT = "import grader.kinds.roles as roles; roles.roles_of = lambda _: {}; "


def step_roles(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        held = write_sheets(Path(folder) / "own", _STUDENTS)

        def grade(script: str) -> None:
            words = (str(held.files), "--quiz", str(held.problems), "--out", str(held.out), "--html", "--jobs", "1")
            run_command(python(script, *words, "--fresh"))

        times = interleave(partial(grade, GRADE), partial(grade, _WITHOUT + GRADE), runs)
        what = f"a class run with pages, {_STUDENTS} sheets of their own, with roles"
        return [Line(what, "the same without roles", times.slower(), Target(1.05))]
