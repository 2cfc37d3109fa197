"""Problems beside a submission, and required ones."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from console import put, run

from command_line.week import PROBLEM, RIGHT, WRONG_PROBLEM
from grader.cli.grade import grade as grade_command
from grader.core.documents.shape import explainer


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
        {
            "id": "one-leaf",
            "reason": f'{file}:1 $.answers.one-leaf: "one-leaf" is not part of this assignment and was not marked',
            "beside": True,
        }
    ]
    assert CliRunner().invoke(grade_command, [str(file), "--only"]).exit_code == 2


TYPO = """answers: {minimax-textbok: {value: 3}}
"""
SAID = 'answers no problem of this assignment, only minimax-textbok; did you mean "minimax-textbook"?'


@pytest.mark.parametrize("format_", ["text", "json", "gradescope", "coderunner", "prairielearn", "check50", "junit"])
def test_a_sheet_of_mistyped_ids_alone_is_not_graded_and_says_what_may_be_meant(tmp_path: Path, format_: str) -> None:
    file = put(tmp_path / "answers.yaml", TYPO)
    ran = run("grade", file, "--require", "minimax-textbook,one-leaf", "--only", "--format", format_)
    assert ran.code == 3
    assert "only minimax-textbok; did you mean" in ran.out + ran.err
    assert "of 3 points" not in ran.out


def test_in_a_class_a_sheet_of_mistyped_ids_alone_is_not_graded(tmp_path: Path) -> None:
    put(tmp_path / "in/ann.yaml", TYPO)
    put(tmp_path / "in/bob.yaml", "answers: {minimax-textbook: {value: 3}, minimax-textbok: {value: 5}}")
    ran = run("grade", tmp_path / "in", "--require", "minimax-textbook", "--only", "--out", tmp_path / "out")
    assert ran.code == 3
    assert f"ann.yaml:1 $.answers: {SAID}" in ran.err
    rows = (tmp_path / "out/gradebook.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["ann", "bob"]
    assert ",not-gradable," in rows[1]
    assert ",graded," in rows[2]


@pytest.mark.parametrize("format_", ["text", "gradescope", "coderunner", "prairielearn", "check50", "junit"])
def test_what_is_not_part_of_an_assignment_is_named_with_what_may_be_meant(tmp_path: Path, format_: str) -> None:
    file = put(tmp_path / "answers.yaml", "answers: {one-leaf: {value: 7}, minimax-textbok: {value: 3}}")
    ran = run("grade", file, "--require", "minimax-textbook,one-leaf", "--only", "--format", format_)
    assert ran.code == 0
    said = html.unescape(ran.out.replace('\\"', '"'))
    assert (
        '"minimax-textbok" is not part of this assignment and was not marked; did you mean "minimax-textbook"?' in said
    )


@pytest.mark.parametrize("only", [(), ("--only",)])
def test_a_mistyped_id_of_require_is_one_usage_error_before_a_class_is_marked(tmp_path: Path, only: tuple[str]) -> None:
    for student in ("ann", "bob"):
        put(tmp_path / f"in/{student}.yaml", "answers: {minimax-textbook: {value: 3}}")
    required = ("--require", "one-leaf,minimax-textbok", *only)
    ran = run("grade", tmp_path / "in", *required, "--out", tmp_path / "out")
    assert ran.code == 2
    assert ran.err.count("minimax-textbok") == 1
    assert '--require: there is no problem "minimax-textbok"; did you mean "minimax-textbook"?' in ran.err
    assert not (tmp_path / "out").exists()


def test_a_required_problem_beside_the_class_is_found_before_it_is_marked(tmp_path: Path) -> None:
    put(tmp_path / "in/problem.yaml", BONUS)
    put(tmp_path / "in/ann/answers.yaml", "answers: {bonus: {value: 1}}")
    put(tmp_path / "in/bob/answers.yaml", "answers: {bonus: {value: 2}}")
    ran = run("grade", tmp_path / "in", "--require", "bonus", "--only", "--format", "csv")
    assert "--require: there is no problem" not in ran.err


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
