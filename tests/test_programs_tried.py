"""What game.py says to a student who tries a program is what marking says of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_programs_quiz import drawn

from grader.grading.programs import game
from grader.grading.programs.exercise import handed_out
from grader.grading.programs.program import Program


def tried(program: Program, code: str, folder: Path, file: str = "search-0.py") -> tuple[int, str]:
    """Return how game.py ends for a program, and what it says."""
    for name, content in handed_out(program):
        (folder / name).write_bytes(content)
    (folder / file).write_text(code, "utf-8")
    said = subprocess.run(
        [sys.executable, "game.py", file], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    return said.returncode, said.stdout


def answering(program: Program, *, rounded: int | None = None) -> str:
    """Return a program that answers what the solver does, with scores rounded."""
    answers: list[dict[str, Any]] = []
    for tree in (tree for tree in program.trees if tree.is_public):
        solved = tree.exercise.solve()
        for part, answer in solved.items():
            if rounded is not None and isinstance(answer, dict):
                solved[part] = {key: round(float(one), rounded) for key, one in answer.items()}
        answers.append(solved)
    return f"inf = float('inf')\nANSWERS = {answers!r}\ndef {program.function}(problem):\n    return ANSWERS.pop(0)\n"


def test_scores_may_be_rounded_as_the_exercise_says(tmp_path: Path) -> None:
    program = drawn("ucb").program
    assert tried(program, answering(program, rounded=2), tmp_path)[0] == 0
    code, said = tried(program, answering(program, rounded=0), tmp_path)
    assert (code, "scores wrong" in said) == (1, True)


def test_moves_that_win_may_stand_in_any_order() -> None:
    program = drawn("positions", ask=["winning-moves", "losing", "outcomes"], trees=[{"count": 2, "public": 1}]).program
    stated = json.loads(dict(handed_out(program))["trees.json"])
    assert stated["sets"] == ["winning-moves", "losing"]
    assert game.said_of(stated, "winning-moves", [5, 4], ["4", "5"]) == ("winning-moves right", True)
    assert not game.said_of(stated, "winning-moves", [5, 4], ["4"])[1]
    assert not game.said_of(stated, "visited", ["B", "A"], ["A", "B"])[1]


def test_of_what_may_be_right_in_many_ways_another_answer_is_not_called_wrong(tmp_path: Path) -> None:
    program = drawn("construct").program
    assert "wrong" not in tried(program, answering(program), tmp_path)[1]
    code, said = tried(program, f"def {program.function}(problem):\n    return {{'order': {{'A': ['Z']}}}}\n", tmp_path)
    assert (code, "order not checked here" in said) == (0, True)
    assert tried(program, f"def {program.function}(problem):\n    return {{}}\n", tmp_path)[0] == 1


@pytest.mark.parametrize(
    ("given", "right", "is_same"),
    [(3.38, "27/8", True), (3.37, "27/8", True), (3.36, "27/8", False), (3.004, 3, False), ("6/2", 3, True)],
)
def test_numbers_that_are_not_whole_may_be_rounded(given: object, right: object, is_same: bool) -> None:
    assert game.same(given, right, 0.005) is is_same


@pytest.mark.skipif(sys.platform == "win32", reason="needs sh")
def test_a_program_that_never_ends_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    program = drawn("alpha-beta", run={".sh": ["sh", "-c", "true && sh {file}"]}, limits={"seconds": 1}).program
    code, said = tried(program, "sleep 47\n", tmp_path, "search-0.sh")
    assert (code, said.count("took more than 1 seconds")) == (1, 3)
