"""Programs as answers: what a program costs, right, wrong and unexplained, in starts of a bare interpreter; two jobs; memory; a certificate."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from measure import Line, Target, interleave, wall_seconds

from grader.core.documents import Document
from grader.core.errors import Refusal
from grader.grading.marking import Terms, grade_submission
from grader.grading.programs.marking import program_exercise, submission_of
from grader.grading.programs.playing import play
from grader.grading.programs.sandbox import Sandbox, open_sandbox
from grader.grading.programs.spec import read_spec
from grader.grading.programs.trees import Drawn, draw
from grader.kinds import Exercise

SEARCH = """
INF = float("inf")

def search(game):
    return best(game, game.root, -INF, INF)

def best(game, node, alpha, beta):
    if game.is_leaf(node):
        return game.value(node), None
    value, choice = None, None
    for child in game.children(node):
        found, _ = best(game, child, alpha, beta)
        is_max = game.player(node) == "max"
        if value is None or (found > value if is_max else found < value):
            value, choice = found, child
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value, choice
"""
WRONG = SEARCH.replace("alpha >= beta", "alpha > beta")
UNEXPLAINED = SEARCH.replace("return value, choice\n", "return value + (game.player(node) == 'min'), choice\n")
_START = (sys.executable, "-I", "-S", "-c", "pass")
ENDLESS = "def search(game):\n    while True:\n        pass\n"
_CLASS, _LARGER = 60, 600
_EVENING = 400
"""Programs of a class, of which in one folder each tenth never ends."""


def programs(runs: int, *, students: int = _CLASS) -> list[Line]:
    """Return what programs cost against a bare start of the interpreter, and how long a certificate takes."""
    try:
        box = open_sandbox("bubblewrap")
    except Refusal as failure:
        return [Line("a program that is played", "a start of Python", note=str(failure))]
    began = time.process_time()
    drawn = _drawn()
    certificate = time.process_time() - began
    exercise = program_exercise(drawn.program)
    lines = []
    for what, code, limit in (("right", SEARCH, 10), ("wrong", WRONG, 12), ("that no rule explains", UNEXPLAINED, 60)):
        times = interleave(partial(_mark, drawn, exercise, box, code), _start, runs, wall_seconds)
        played = f"a program, {what}, on {len(drawn.program.trees)} trees"
        lines.append(Line(played, "a start of python -I -S -c pass", times.slower(), Target(limit)))
    lines.append(Line("the certificate of the default trees", "a second", (certificate,), Target(2)))
    lines += _class_runs(runs, students)
    return lines


def _drawn() -> Drawn:
    spec = read_spec(Document("quiz.yaml", {}, "", b""), (), {"kind": "alpha-beta"}, lambda name, *_: str(name))
    return draw(spec, "search-1", "search", "Search", dict.fromkeys(spec.ask, 1), "bench", {})


def _mark(drawn: Drawn, exercise: Exercise, box: Sandbox, code: str) -> None:
    exercise.forget()
    content, run = code.encode(), partial(play, drawn.program, "search.py", code.encode(), box)
    submission = submission_of(
        drawn.program, run(), "search.py", content, alone=lambda trees: run(trees, is_separate=True), exercise=exercise
    )
    grade_submission(submission, lambda _: exercise, Terms(require=("search-1",), only=True))


def _start() -> None:
    subprocess.run(_START, check=True)


def _class_runs(runs: int, students: int) -> list[Line]:
    """Return how much quicker two jobs are than one, and the memory of the grader for a class and for one that is ten times as large."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quiz = folder / "quiz"
        quiz.mkdir()
        text = "format: gametree-quiz/1\nid: bench\nexercises:\n  - {id: search, program: {kind: alpha-beta, limits: {seconds: 1}}}\n"
        (quiz / "quiz.yaml").write_text(text, "utf-8")
        (quiz / "quiz.secret").write_text("0123456789abcdef0123456789abcdef", "utf-8")
        _run("grader.cli", "gametree", "quiz", "build", str(quiz), "--out", str(folder / "b"))
        classes = {f"in-{count}": count for count in (students, _LARGER, _EVENING)} | {"endless": _EVENING}
        for called, count in classes.items():
            for at in range(count):
                held = folder / called / f"s{at:04}"
                held.mkdir(parents=True)
                never_ends = called == "endless" and at % 10 == 0
                code = ENDLESS if never_ends else (SEARCH, WRONG, WRONG.replace("0", "1"))[at % 3]
                (held / "search.py").write_text(f"# {at}\n{code}", "utf-8")
        one, two = (partial(_graded, folder, f"in-{students}", jobs) for jobs in (1, 2))
        times = interleave(two, one, max(3, runs // 3), wall_seconds)
        small, large = (_graded(folder, f"in-{count}", 1) for count in (students, _LARGER))
        ended, endless = (partial(_graded, folder, called, 2) for called in (f"in-{_EVENING}", "endless"))
        evening = interleave(endless, ended, 1, wall_seconds)
        return [
            Line(f"two jobs, {students} programs", "one", times.faster(), Target(1.7, is_least=True), is_faster=True),
            Line(f"MB of the grader, {_LARGER} programs", "80 MB", (large / 80,), Target(1), f"{large:.0f} MB"),
            Line(
                f"MB of the grader, {_LARGER} programs", f"{students}", (large / small,), Target(1.1), f"{small:.0f} MB"
            ),
            Line(
                f"{_EVENING} programs, of which a tenth never ends",
                "all end",
                evening.slower(),
                note=f"{evening.ours[0]:.0f} s by two jobs; a second for each tree, three trees for each that never ends",
            ),
        ]


def _graded(folder: Path, called: str, jobs: int) -> float:
    """Mark a class; return the megabytes that the grader took at most."""
    with tempfile.TemporaryDirectory() as out:
        said = _run(
            "grader.cli",
            "grade",
            str(folder / called),
            "--quiz",
            str(folder / "b"),
            "--jobs",
            str(jobs),
            "--out",
            f"{out}/o",
        )
    return float(said)


def _run(module: str, command: str, *words: str) -> str:
    """Run a command of this program; return the megabytes that it took at most."""
    code = (
        f"import resource, sys; sys.argv = {[command, *words]!r}\n"
        f"from {module} import start_{command}\n"
        f"try: start_{command}()\n"
        "except SystemExit as end: sys.stderr.write('' if end.code in (0, None, 3) else f'ended with {end.code}')\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[-1]
