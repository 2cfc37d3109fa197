"""A class of 200 in one process, start-up included, against parsing the same files with PyYAML and nothing else."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from measure import Line, interleave
from samples import ROOT, SUBMISSION, environment, python

from rows.startup import GRADE

_STUDENTS = 200
_PARSE = """
import sys, yaml
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        yaml.load(file.read(), yaml.CSafeLoader)
"""


def batch(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        names = _write_class(Path(folder))
        times = interleave(partial(_run, python(GRADE, *names)), partial(_run, python(_PARSE, *names)), runs)
    each = statistics.median(times.ours) / _STUDENTS
    note = f"{each * 1000:.2f} ms a submission"
    return [Line(f"grade {_STUDENTS} files (process)", "parse them: CSafeLoader", times.slower(), None, note)]


def _write_class(folder: Path) -> list[str]:
    """Return the files of a class that handed in one problem: right, partly right, wrong and blank answers in turn."""
    texts = [(SUBMISSION.parent / f"{stem}.yaml").read_text() for stem in ("full", "partly-right", "wrong", "blank")]
    names = []
    for student in range(_STUDENTS):
        path = folder / f"s{student}.yaml"
        path.write_text(texts[student % len(texts)])
        names.append(str(path))
    return names


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, capture_output=True)
