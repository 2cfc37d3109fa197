"""Problems beside a submission, and required ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from console import put, run

from command_line.week import PROBLEM, RIGHT, WRONG_PROBLEM
from grader.cli.grade import grade as grade_command
from grader.documents.shape import explainer


def test_only_required_problems_are_marked_where_that_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text("answers: {fall-2014-final-q13: {value: 3}, one-leaf: {value: 4}}\n", encoding="utf-8")
    ended = CliRunner().invoke(
        grade_command, [str(file), "--require", "fall-2014-final-q13", "--only", "--format", "json"]
    )
    result = json.loads(ended.stdout)
    assert ended.exit_code == 0
    assert [problem["id"] for problem in result["problems"]] == ["fall-2014-final-q13"]
    assert result["problems_not_graded"] == [
        {"id": "one-leaf", "reason": "is not part of this assignment and was not marked"}
    ]
    assert CliRunner().invoke(grade_command, [str(file), "--only"]).exit_code == 2


BONUS = "format: gametree-problem/1\nid: bonus\nkind: minimax\ntree: [1]\npoints: {value: 995}\n"


@pytest.fixture
def mallory(tmp_path: Path) -> Path:
    """Return the folder of a student who hands in an exercise of his own."""
    put(tmp_path / "mallory/problem.yaml", BONUS)
    put(tmp_path / "mallory/answers.yaml", "answers: {bonus: {value: 1}, one-leaf: {value: 5}}\n")
    return tmp_path / "mallory"


def test_a_problem_from_beside_the_submission_is_named_on_stderr(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml")
    assert f'problem "bonus" is taken from {mallory / "problem.yaml"}, beside the submission' in ran.err
    assert "--problems" in ran.err


def test_required_problems_leave_none_to_be_brought_along(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml", "--require", "one-leaf", "--format", "json")
    assert ran.code == 3
    assert [problem["id"] for problem in ran.json["problems"]] == ["one-leaf"]
    assert 'there is no problem "bonus"' in ran.json["problems_not_graded"][0]["reason"]


def test_a_required_problem_is_found_beside_the_submission(mallory: Path) -> None:
    ran = run("grade", mallory / "answers.yaml", "--require", "bonus", "--format", "json")
    assert {problem["id"] for problem in ran.json["problems"]} == {"bonus", "one-leaf"}


def test_a_named_file_with_a_wrong_problem_is_exit_4_even_where_nobody_answers_it(folder: Path, tmp_path: Path) -> None:
    wrong = put(tmp_path / "alone.yaml", WRONG_PROBLEM)
    right = put(tmp_path / "q1.yaml", PROBLEM)
    file = put(tmp_path / "answers.yaml", RIGHT)
    for command in ("grade", "validate"):
        ran = run(command, file, "-p", right, "-p", wrong)
        assert ran.code == 4
        assert "sum" in ran.err


def test_a_result_with_an_empty_problem_id_fits_its_schema(tmp_path: Path) -> None:
    ran = run("grade", put(tmp_path / "s.yaml", 'answers: {"": {}}\n'), "--format", "json")
    assert ran.json["problems_not_graded"][0]["id"] == ""
    assert not list(explainer("result").iter_errors(ran.json))
