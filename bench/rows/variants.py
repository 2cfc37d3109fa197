"""A folder of variants: one submission against it, and in what memory a whole class is graded, each on a variant of its own."""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from measure import Line, Target, interleave
from samples import environment, python

from rows.startup import GRADE

_FEW, _MANY = 1000, 10_000
_ASK = "[value, best-move, values, pruned]"
# What a process took at its peak: Linux says it, and counts this one alone.
_PEAK = """
import sys
from grader.cli import grade
sys.argv[1:] = [*open(sys.argv[1]).read().split(), "--problems", sys.argv[2]]
try:
    grade.grade()
finally:
    print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


def variants(runs: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        few, many = _write(top / "few", _FEW), _write(top / "many", _MANY)
        lines = [_time(few, runs)]
        if os.path.exists("/proc/self/status"):
            lines.append(_memory(many, top / "many"))
        else:
            lines.append(Line(f"memory of {_MANY:,} variants", "one", note="only Linux says it"))
    return lines


def _time(folders: list[Path], runs: int) -> Line:
    mine = folders[_FEW // 2]
    command = partial(_run, python(GRADE, str(mine / "answers.yaml"), "--problems"))
    times = interleave(partial(command, str(mine.parent)), partial(command, str(mine / "problem.yaml")), 3 * runs)
    return Line(f"grade one file against {_FEW:,} variants", "against its own file", times.slower(), Target(1.5))


def _memory(folders: list[Path], top: Path) -> Line:
    peaks = []
    for graded, problems in ((folders, top), (folders[:1], folders[0])):
        names = top / "names"
        names.write_text("\n".join(str(folder / "answers.yaml") for folder in graded))
        done = subprocess.run(
            python(_PEAK, str(names), str(problems)), env=environment(), check=False, capture_output=True, text=True
        )
        peaks.append(int(done.stderr.split()[-1]) / 1024)
    note = f"{peaks[0]:.0f} MiB against {peaks[1]:.0f} MiB"
    return Line(f"memory of {_MANY:,} variants, all wrong", "one", (peaks[0] / peaks[1],), Target(2), note)


def _write(top: Path, count: int) -> list[Path]:
    """Return the folders of variants of one exercise, each with a wrong answer that must be diagnosed."""
    draw = random.Random(count)
    folders = []
    for place in range(count):
        folder = top / f"problem-{place:05}"
        folder.mkdir(parents=True)
        leaves = draw.sample(range(1, 99), 18)
        tree = [[leaves[6 * row + 2 * column :][:2] for column in range(3)] for row in range(3)]
        head = f"format: gametree-problem/1\nid: variant-{place:05}\nkind: alpha-beta"
        (folder / "problem.yaml").write_text(f"{head}\ntree: {tree}\nask: {_ASK}\n")
        answers = f"{{value: {leaves[0]}, best-move: D, values: {{A: 1, B: 2, C: {leaves[1]}}}, pruned: [E]}}"
        (folder / "answers.yaml").write_text(
            f"format: gametree-submission/1\nanswers: {{variant-{place:05}: {answers}}}\n"
        )
        folders.append(folder)
    return folders


def _run(command: list[str], problems: str) -> None:
    done = subprocess.run([*command, problems], env=environment(), check=True, capture_output=True)
    if b" points" not in done.stdout:
        raise RuntimeError(f"the command printed no marks: {done.stdout!r}")
