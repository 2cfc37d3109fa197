"""Checking a quiz, which draws every sheet and writes nothing, against building it by the commit that still solved every sheet on a page.

To read a quiz and to draw what all variants are like costs the same for a small class, so only a large one has a target.
"""

from __future__ import annotations

import subprocess
import tempfile
from functools import partial
from itertools import count
from pathlib import Path

from checkout import ROOT
from compare_outputs import check_out
from measure import Line, Target, interleave

from rows.earlier import Command, run_command
from rows.quiz_build import QUIZ

BEFORE = "e774ec9b"
SMALL, FULL = 20, 400
_FIVE = QUIZ + "  - {id: q5, generate: {kind: max-n}}\n"
_MOST = Target(0.2)


def quiz_check(runs: int, students: int = SMALL) -> list[Line]:
    what, against = f"a quiz of five problems for {students} students checked", f"built by commit {BEFORE}"
    target = _MOST if students >= FULL else None
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "quiz.yaml").write_text(_FIVE)
        (folder / "quiz.secret").write_text("0" * 32)
        (folder / "roster.csv").write_text("\n".join(["id", *(f"s{number}" for number in range(students))]))
        try:
            then = check_out(BEFORE, folder / "earlier")
        except (OSError, subprocess.CalledProcessError) as failure:
            return [Line(what, against, target=target, note=f"not to be had: {failure}")]
        words, outs = "quiz.yaml --jobs 1 --secret quiz.secret", count()
        check = Command(what, f"gametree quiz check {words}", students, 1)
        build = Command(against, f"gametree quiz build {words} --out {{out}}", students, 1)
        times = interleave(
            partial(run_command, check, folder, ROOT, outs), partial(run_command, build, folder, then, outs), runs
        )
    ours, theirs = (1000 * min(side) / students for side in times)
    return [Line(what, against, times.slower(), target, f"{ours:.0f} ms a student against {theirs:.0f} ms")]
