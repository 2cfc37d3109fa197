"""How marks are given (docs/marking.md): the command line goes before the problem, the problem before the defaults."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import faults_of, problem_data, read
from console import put, run

from generators.certify import generate
from generators.like import like
from grader import statement
from grader.kinds import Policy, write_problem

TREE = [[[3, 9], [5, 1]], [[8, 6], [2, 7]]]
SLIP = {"value": 5, "best-move": "B", "values": {"D": 9, "E": 5, "F": 8, "G": 2, "B": 5, "C": 2, "A": 5}}
STATED = {"round": "0.5", "follow-through": "1/4", "across-parts": False}


def files(tmp_path: Path, marking: Any) -> tuple[str, str, str]:
    """Return the arguments that grade a slip in a problem of 3 points that says this of its marking."""
    problem = problem_data("minimax", TREE, points={"values": 1}, **({"marking": marking} if marking else {}))
    submission = put(tmp_path / "s.json", json.dumps({"answers": {"q1": SLIP}}))
    return str(submission), "-p", str(put(tmp_path / "p.json", json.dumps(problem)))


def marks(tmp_path: Path, marking: Any, *options: str) -> tuple[float, dict[str, float]]:
    """Return what the slip earns: in all, and by part."""
    graded = run("grade", *files(tmp_path, marking), *options, "--format", "json").json["problems"][0]
    return graded["earned"], {part["part"]: part["earned"] for part in graded["parts"]}


def test_defaults_hold_where_nothing_is_said(tmp_path: Path) -> None:
    assert marks(tmp_path, None) == (1.71, {"value": 0.5, "best-move": 0.5, "values": 0.71})


def test_a_problem_says_how_it_is_marked(tmp_path: Path) -> None:
    assert marks(tmp_path, STATED) == (0.5, {"value": 0, "best-move": 0, "values": 0.64})


def test_the_command_line_goes_before_the_problem_each_option_by_itself(tmp_path: Path) -> None:
    assert marks(tmp_path, STATED, "--round", "0.1")[0] == 0.6
    assert marks(tmp_path, STATED, "--across-parts") == (1.0, {"value": 0.25, "best-move": 0.25, "values": 0.64})
    assert marks(tmp_path, STATED, "--follow-through", "1/2", "--round", "0.01") == (
        0.71,
        {"value": 0, "best-move": 0, "values": 0.71},
    )
    assert marks(tmp_path, {"across-parts": True}, "--no-across-parts")[1]["value"] == 0


def test_every_output_says_the_same_rounded_marks(tmp_path: Path) -> None:
    arguments = files(tmp_path, {"round": "0.5"})
    text = run("grade", *arguments).out
    assert ": 1.5 of 3 points (50 %)\n" in text
    assert "(Minimax): 1.71, rounded to 1.5 of 3 points\n" in text
    scope = run("grade", *arguments, "--format", "gradescope").json
    assert scope["score"] == 1.5
    assert "q1: 1.71, rounded to 1.5 of 3 points" in scope["output"]
    assert sum(test["score"] for test in scope["tests"]) == pytest.approx(1.71)
    run("grade", *arguments, "--html", "--out", tmp_path / "out")
    page = (tmp_path / "out/s/report.html").read_text(encoding="utf-8")
    assert "<b>1.5</b> of 3 points <small>rounded from 1.71</small>" in " ".join(page.split())
    assert run("grade", *arguments, "--format", "json").json["problems"][0]["round"] == 0.5


def test_marks_that_are_not_rounded_to_the_nearest_step_say_why(tmp_path: Path) -> None:
    """2.86 of 3 points are nearest to 3, and 0.14 to 0."""
    nearly = {"value": 7, "best-move": "C", "values": {"A": 7, "B": 5, "C": 7, "D": 1, "E": 5, "F": 8, "G": 7}}
    arguments = files(tmp_path, {"round": "1"})
    put(tmp_path / "s.json", json.dumps({"answers": {"q1": nearly}}))
    assert ", rounded to 2 of 3 points: all points are for what is all right\n" in run("grade", *arguments).out
    put(tmp_path / "s.json", json.dumps({"answers": {"q1": {"values": {"D": 9}}}}))
    assert (
        ", rounded to 1 of 3 points: what earns something is not rounded to nothing\n" in run("grade", *arguments).out
    )


def test_fail_under_holds_the_marks_that_count_against_its_limit(tmp_path: Path) -> None:
    assert run("grade", *files(tmp_path, None), "--round", "0.5", "--fail-under", "50").code == 0
    assert run("grade", *files(tmp_path, None), "--round", "0.5", "--fail-under", "50.1").code == 5


@pytest.mark.parametrize(
    ("marking", "fault"),
    [
        ({"round": "0.2"}, "$.marking.round: marks are not rounded to 0.2, expected one of 0.01, 0.1, 0.25, 0.5, 1"),
        (
            {"follow-through": "2/3"},
            "$.marking.follow-through: 2/3 is not between 0 and 1/2; above 1/2, mending a number could cost marks",
        ),
        ({"round": "half"}, '$.marking.round: "half" is not allowed here, expected a number such as 3, -2.5 or 7/3'),
        ({"across-parts": "no"}, '$.marking.across-parts: "no" is not allowed here, expected true or false'),
    ],
    ids=str,
)
def test_wrong_marking_is_said_with_its_place(marking: Any, fault: str) -> None:
    assert [
        message.partition("; did you")[0] for message in faults_of(problem_data("minimax", TREE, marking=marking))
    ] == [fault]


def test_an_unknown_field_of_marking_is_refused_by_name() -> None:
    (fault,) = faults_of(problem_data("minimax", TREE, marking={"rounds": 1}))
    assert "rounds" in fault
    assert '"round"' in fault


@pytest.mark.parametrize("option", [("--round", "0.2"), ("--round", "x"), ("--follow-through", "0.6")], ids=str)
def test_wrong_options_are_wrong_usage(tmp_path: Path, option: tuple[str, str]) -> None:
    ran = run("grade", *files(tmp_path, None), *option)
    assert ran.code == 2
    assert option[0] in ran.err


def test_marking_comes_back_when_a_problem_is_written() -> None:
    for marking in (STATED, {"round": "1/4"}, {"across-parts": True}, {}):
        exercise = read(problem_data("minimax", TREE, marking=marking))
        again = read(write_problem(exercise.kind, exercise.problem))
        assert again.problem.policy == exercise.problem.policy
    assert exercise.problem.policy == Policy()


def test_variants_are_marked_as_the_problem_that_they_are_like() -> None:
    exercise = read(problem_data("minimax", TREE, marking=STATED))
    variant = generate("minimax", like(exercise.problem), "1")
    assert variant.problem.policy == Policy(Fraction(1, 4), across_parts=False, round=Fraction(1, 2))


def test_statements_say_how_marks_are_given_where_the_problem_does() -> None:
    exercise = read(problem_data("minimax", TREE, marking=STATED))
    text = statement(exercise)
    assert "Marks are rounded to 0.5 a problem." in text
    assert "What follows from a wrong number of your own earns a quarter of the marks." in text
    assert "No part follows from another: each is marked by itself." in text
