"""Class runs with decisions that are killed at random moments, while the file of decisions changes: in the end all is as if nothing had happened."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from class_runs import files_of, kill_in
from console import begin, put, run
from quizzes import build_quiz, perfect, student_ids

from grader.course.quiz.built import open_build

pytestmark = [pytest.mark.apart, pytest.mark.slow]

STUDENTS, KILLS = 12, 10
HEAD = "format: gametree-adjust/1\nby: tutor\nadjust:\n"
DECISIONS = (
    HEAD + "  - {why: C is as good as B, exercise: q1, part: best-move, accept: C}\n"
    "  - {why: desk, student: s002, exercise: q2, add: -0.25, note: Read it again.}\n"
    "  - {why: ill, student: s003, exercise: q3, drop: true}\n"
    "  - {why: oral, student: s012, set: 8}\n",
    HEAD + "  - {why: read otherwise, exercise: q1, part: values, accept: {C: 5}}\n"
    "  - {why: ill, student: s003, drop: true}\n"
    "  - {why: too hard, exercise: q4, bonus: true}\n"
    "  - {why: desk, student: [s004, s005], exercise: q3, set: 1.5}\n",
)


class Marked(NamedTuple):
    """A class in a folder: the files of a run to its end with either decisions, and the seconds that such a run takes."""

    folder: Path
    whole: tuple[dict[str, bytes], ...]
    seconds: float

    def command(self, out: str, *options: object) -> tuple[object, ...]:
        """Return the command that grades the class into a folder."""
        build, adjust = self.folder / "build", self.folder / "by-hand.yaml"
        into = self.folder / out
        return "grade", self.folder / "in", "--quiz", build, "--out", into, "--html", "--adjust", adjust, *options

    def decide(self, place: int) -> None:
        """Write one of the two files of decisions."""
        put(self.folder / "by-hand.yaml", DECISIONS[place])


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Marked:
    """Return a class of twelve, of whom some chose C, some gave it the value 5, and one handed in nothing."""
    folder = tmp_path_factory.mktemp("killed")
    built = open_build(str(build_quiz(folder, students=STUDENTS)))
    for number, student in enumerate(student_ids(STUDENTS - 1)):
        data = perfect(built, student)
        first = data["answers"][built.sheet_of(student)[0].problem]
        if number % 3 == 0:
            first["best-move"] = "C"
        elif number % 3 == 1:
            first["values"] = {**first["values"], "C": "5.0"}
        put(folder / f"in/{student}.json", json.dumps(data))
    made, whole, seconds = Marked(folder, (), 0), [], 0.0
    for place in (0, 1):
        made.decide(place)
        before = time.monotonic()
        process = begin(*made.command(f"whole-{place}"))
        _, said = process.communicate()
        seconds = time.monotonic() - before
        assert process.returncode == 0, said
        whole.append(files_of(folder / f"whole-{place}"))
    assert whole[0]["gradebook.csv"] != whole[1]["gradebook.csv"]
    return made._replace(whole=tuple(whole), seconds=seconds)


@pytest.mark.parametrize("round_", range(5))
def test_ten_kills_while_decisions_change_leave_no_trace(marked: Marked, round_: int) -> None:
    draws, out = random.Random(round_), f"killed-{round_}"
    command = marked.command(out, "--jobs", 1 + round_ % 2)
    for kill in range(KILLS):
        marked.decide(kill % 2)
        assert kill_in(begin(*command), draws.uniform(0, marked.seconds)) in (0, -signal.SIGKILL)
    for place in (round_ % 2, 1 - round_ % 2):
        marked.decide(place)
        ran = run(*command)
        assert ran.code == 0, ran.err
        assert files_of(marked.folder / out) == marked.whole[place]
