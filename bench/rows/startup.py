"""The whole command on one file, as the installed script starts it, against the import of a YAML library."""

from __future__ import annotations

import statistics
import subprocess
from functools import partial

from measure import Line, Target, interleave
from samples import ROOT, SUBMISSION, environment, python

GRADE = "from grader.cli import start_grade; start_grade()"


def startup(runs: int) -> list[Line]:
    """Return a line for a right file and one for a file with wrong answers."""
    return [_one(name, runs) for name in ("full", SUBMISSION.stem)]


def _one(name: str, runs: int) -> Line:
    file = SUBMISSION.with_stem(name)
    # Processes scatter more than loops do, so there are three times as many runs.
    times = interleave(
        partial(_run, python(GRADE, str(file)), expected=b" points"), partial(_run, python("import yaml")), 3 * runs
    )
    note = f"{statistics.median(times.ours) * 1000:.0f} ms against {statistics.median(times.theirs) * 1000:.0f} ms"
    return Line(f"grade one file (process): {file.name}", "python -c 'import yaml'", times.slower(), Target(3), note)


def _run(command: list[str], expected: bytes = b"") -> None:
    done = subprocess.run(command, cwd=ROOT, env=environment(), check=True, capture_output=True)
    if expected not in done.stdout:
        raise RuntimeError(f"the command printed no marks: {done.stdout!r}")
