"""Whole commands against those of an earlier commit, both in turn: the same class, requests and quiz; what they leave on disk, and memory.

The earlier commit is taken from the repository that this file stands in; where it is not (a copy without history) the rows are skipped.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT
from classes import hand_ins, quiz
from compare_outputs import check_out
from measure import Line, Target, Times, interleave
from samples import SUBMISSION, environment, python

from rows.quiz_build import ONE_EXERCISE, QUIZ
from rows.startup import GRADE

EARLIER, BEFORE_DRAWING = "9457c19", "55478fe"
_BANK, _SHARE = ROOT / "problem_bank", 6
SCRIPTS = {"grade": GRADE, "gametree": "from grader.cli import start_gametree; start_gametree()"}
_KB = 1024
# What a process took at its peak: Linux says it of this one alone.
_WITH_PEAK = """
import sys
try:
    {script}
finally:
    print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


class Size(NamedTuple):
    """How many students have sheets of their own, answer one problem alike, and how many exercises are generated and exported."""

    own: int
    alike: int
    generated: int
    exported: int


SMALL, FULL = Size(20, 400, 20, 30), Size(400, 10_000, 200, 1000)


class Command(NamedTuple):
    """A command that both commits know: what it does, its words (a new folder stands for {out}), and what it may cost.

    `most` is the part of the earlier commit's processor time that it may take; `bytes_each` what its files, of the name that is `counted`, may take on
    disk for each of so many (students, problems); `megabytes` its peak of memory.
    """

    what: str
    words: str
    each: int
    most: float
    bytes_each: int | None = None
    counted: str = "*"
    megabytes: int | None = None


def commands(size: Size) -> Iterator[Command]:
    """Yield what is compared; the words name what `_write` makes."""
    own, alike, made, exported = size
    yield Command("grade one right file", "grade right.yaml", 1, 1)
    yield Command("grade one wrong file", "grade wrong.yaml", 1, 1)
    yield Command(
        f"a class of {own}, 4 problems each, with pages",
        "grade own --problems own-problems --out {out} --jobs 1 --html",
        own,
        0.4,
        bytes_each=200 * _KB,
        counted="report.html",
        megabytes=150,
    )
    yield Command(
        f"a class of {alike:,} with the same problems, without pages",
        "grade alike --problems problems --out {out} --jobs 1",
        alike,
        0.5,
        megabytes=200,
    )
    for kind in ("minimax", "alpha-beta"):
        yield Command(
            f"{made} of {kind} generated, certified",
            f"gametree generate {kind} --count {made} --out {{out}} --no-drawings",
            made,
            1,
        )
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        yield Command(
            f"{made} of {kind} generated, with pictures and keys",
            f"gametree generate {kind} --count {made} --out {{out}}",
            made,
            0.4,
        )
    yield Command(
        f"a quiz built for {own}, 4 problems each",
        "gametree quiz build quiz.yaml --jobs 1 --secret quiz.secret --out {out}",
        own,
        0.5,
        bytes_each=250 * _KB,
    )
    yield Command(
        f"{exported} variants exported to Moodle",
        f"gametree export pool.yaml --to moodle-xml --variants {exported} --secret quiz.secret --out {{out}}",
        exported,
        0.4,
        bytes_each=20 * _KB,
        megabytes=150,
    )


def page_commands() -> Iterator[Command]:
    """Yield what writes the pages of a share of the bank: to answer on, step by step, and of what was handed in."""
    problems = sorted(file.parent for file in _BANK.glob("*/*/problem.yaml"))[::_SHARE]
    ids, most = " ".join(one.name for one in problems), 1.15
    handed_in = " ".join(str(file) for one in problems for file in sorted((one / "submissions").glob("*.yaml"))[:1])
    for what, words in {
        "the answer page of a sixth of the bank": f"gametree handout {ids} --out {{out}}",
        "its step pages": f"gametree trace {ids} --html --out {{out}}",
        "its feedback pages": f"grade {handed_in} --html --out {{out}}",
    }.items():
        yield Command(what, words, len(problems), most)


def earlier(runs: int, size: Size = SMALL) -> list[Line]:
    """Return three lines at most for each command: its time against the earlier commit's, what it leaves, its memory."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        _write(folder, size)
        return _against(EARLIER, folder, commands(size), runs)


def pages(runs: int) -> list[Line]:
    """Return a line for the pages of each sort, against the commit before trees were drawn on them."""
    with tempfile.TemporaryDirectory() as place:
        return _against(BEFORE_DRAWING, Path(place), page_commands(), runs)


def _against(commit: str, folder: Path, compared: Iterator[Command], runs: int) -> list[Line]:
    try:
        then = check_out(commit, folder / "earlier")
    except (OSError, subprocess.CalledProcessError) as failure:
        return [Line("whole commands", f"commit {commit}", target=Target(1), note=f"not to be had: {failure}")]
    return [line for command in compared for line in _compare(folder, then, commit, command, runs)]


def _compare(folder: Path, then: Path, commit: str, command: Command, runs: int) -> list[Line]:
    outs = count()
    ours, theirs = (partial(run_command, command, folder, checkout, outs) for checkout in (ROOT, then))
    times = interleave(ours, theirs, runs if command.each > 1 else 3 * runs)
    lines = [Line(command.what, f"commit {commit}", times.slower(), Target(command.most), _each(times, command.each))]
    written, megabytes = ours()
    if command.bytes_each is not None:
        kilobytes = written / command.each / _KB
        lines.append(
            Line(
                "  what it leaves on disk",
                f"{command.bytes_each // _KB} KB each",
                (written / command.each / command.bytes_each,),
                Target(1),
                f"{kilobytes:.0f} KB each",
            )
        )
    if command.megabytes is not None:
        lines.append(
            Line(
                "  its memory",
                f"{command.megabytes} MB",
                (megabytes / command.megabytes,),
                Target(1),
                f"{megabytes:.0f} MB",
            )
        )
    return lines


def _each(times: Times, each: int) -> str:
    mine, theirs = (1000 * min(side) / each for side in times)
    return f"{mine:.1f} ms each against {theirs:.1f} ms"


def run_command(command: Command, folder: Path, checkout: Path, outs: Iterator[int]) -> tuple[int, float]:
    """Run the command with the checkout's program; return the bytes that it leaves and its peak of memory in MB."""
    out = folder / f"out-{next(outs)}"
    program, *words = command.words.format(out=out).split()
    done = subprocess.run(
        python(_WITH_PEAK.format(script=SCRIPTS[program]), *words),
        cwd=folder,
        env=environment() | {"PYTHONPATH": str(checkout)},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode not in (0, 3):  # some hand-ins of a class cannot be graded
        raise RuntimeError(done.stderr[-2000:])
    written = sum(path.stat().st_size for path in out.rglob(command.counted) if path.is_file()) if out.is_dir() else 0
    written += out.stat().st_size if out.is_file() else 0
    shutil.rmtree(out, ignore_errors=True)
    out.unlink(missing_ok=True)
    return written, int(done.stderr.split()[-1]) / 1024


def _write(folder: Path, size: Size) -> None:
    """Write what the commands read: two classes, the problems, a quiz with its roster, a right and a wrong submission."""
    for name in ("own", "own-problems", "alike", "problems"):
        (folder / name).mkdir()
    for one in hand_ins(size.own, own=True):
        (folder / "own" / f"{one.student}.yaml").write_bytes(one.content)
        for id_, document in quiz(one.student).items():
            (folder / "own-problems" / f"{id_}.yaml").write_bytes(document)
    for one in hand_ins(size.alike):
        (folder / "alike" / f"{one.student}.yaml").write_bytes(one.content)
    for id_, document in quiz().items():
        (folder / "problems" / f"{id_}.yaml").write_bytes(document)
    (folder / "quiz.yaml").write_text(QUIZ)
    (folder / "pool.yaml").write_text(ONE_EXERCISE)
    (folder / "quiz.secret").write_text("0" * 32)
    (folder / "roster.csv").write_text("\n".join(["id", *(f"s{number}" for number in range(size.own))]))
    (folder / "wrong.yaml").write_bytes(SUBMISSION.read_bytes())
    (folder / "right.yaml").write_bytes((SUBMISSION.parent / "full.yaml").read_bytes())
