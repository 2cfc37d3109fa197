"""`show` tells the statement, `validate` everything that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

from command_line.week import BANK


def test_show_tells_the_statement_without_the_answer(folder: Path) -> None:
    ran = run("show", "q1", "-p", folder / "problems")
    assert ran.code == 0
    assert "Problem id: q1" in ran.out
    assert "value: the value of the root (one number); 2 points" in ran.out
    assert "Conventions:" in ran.out
    solved = run("show", "q1", "-p", folder / "problems", "--solved")
    assert solved.out != ran.out


@pytest.mark.parametrize("id_", BANK)
def test_show_words_every_problem_of_the_bank(id_: str) -> None:
    ran = run("bank", "show", id_)
    assert ran.code == 0
    assert f"Problem id: {id_}" in ran.out
    assert "Hand in:" in ran.out


def test_validate_says_what_is_right(folder: Path) -> None:
    ran = run("validate", folder / "problems/q1.yaml", folder / "right.yaml", "-p", folder / "problems")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"{folder / 'problems/q1.yaml'}: problem q1 (minimax) is right",
        f"{folder / 'right.yaml'}: can be graded: 1 problem, 3 parts; this says nothing about marks",
    ]


def test_validate_says_everything_that_is_wrong_and_gives_no_marks(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers:\n  q1:\n    value: x\n    values: {Z: 1}\n    vlaue: 3\n  nowhere: {}\n")
    ran = run("validate", bad, "-p", folder / "problems")
    assert ran.code == 3
    assert len(ran.out.splitlines()) == 4
    assert 'there is no problem "nowhere"' in ran.out
    assert '$.answers.q1.value (q1, value): "x" is not allowed here' in ran.out
    assert '$.answers.q1.values.Z (q1, values, Z): there is no node "Z"' in ran.out
    assert 'did you mean "value"?' in ran.out
    assert "points" not in ran.out


def test_validate_sorts_what_is_wrong_by_place(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers:\n  q1:\n    value: x\n    vlaue: 3\n  nowhere: {}\n")
    ran = run("validate", bad, "-p", folder / "problems")
    lines = [int(said.split(":")[1].split()[0]) for said in ran.out.splitlines()]
    assert lines == sorted(lines)


@pytest.mark.parametrize("id_", BANK)
def test_validate_finds_every_problem_of_the_bank_right(id_: str) -> None:
    assert run("validate", BANK[id_] / "problem.yaml").code == 0


def test_solved_problem_of_several_stages_is_shown_stage_by_stage(tmp_path: Path) -> None:
    shown = run("show", "deepen", "--solved", "--svg", "--out", tmp_path)
    assert [line for line in shown.out.splitlines() if line.startswith("iteration")] == [
        f"iteration {number}:" for number in (1, 2, 3)
    ]
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"deepen{end}.svg" for end in ("-2", "-3", "-4", "")]
    assert "iteration 1:" not in run("show", "deepen").out
    one = run("show", "deepen", "--solved", "--format", "svg")
    assert one.err == "this is the first of 4 drawings; --svg --out DIR writes all\n"
