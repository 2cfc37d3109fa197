"""What `grade` prints: results that fit their schema, the rest on standard error."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

import pytest
from console import put, run, run_apart
from turns import in_turn
from windows import Deal, dealt

from command_line.week import BANK, PROBLEM, RIGHT, grade, valid
from grader.core.documents.shape import validator
from grader.core.resources import __version__
from grader.kinds import KINDS


def test_several_submissions_are_one_object_a_line_in_the_order_of_their_names(folder: Path) -> None:
    ran = grade(folder, *(folder / f"{name}.yaml" for name in ("half", "broken", "right")), "--format", "json")
    assert [line["gradable"] for line in ran.lines] == [True, False, True]
    assert [line.get("earned") for line in ran.lines] == [2, None, 4]
    assert [Path(line["source"]).stem for line in ran.lines] == ["half", "broken", "right"]


def test_one_submission_is_one_line(folder: Path) -> None:
    assert len(grade(folder, folder / "half.yaml", "--format", "json").lines) == 1


@in_turn(3)
@dealt(4)
@pytest.mark.parametrize("reveal", ["none", "verdicts", "expected"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_result_of_the_bank_fits_the_schema_and_sums_up(kind: str, reveal: str, deal: Deal, window: int) -> None:
    folders = [folder for folder in BANK.values() if folder.parent.name == kind]
    submissions = deal([path for folder in folders for path in sorted((folder / "submissions").iterdir())], window)
    ran = run("grade", *submissions, "--format", "json", "--reveal", reveal)
    assert len(ran.lines) == len(submissions) > 0
    for line in ran.lines:
        assert validator("result").is_valid(line)  # a test of the gate holds the other validator to the same verdict
        if line["gradable"]:
            assert math.isclose(line["earned"], sum(problem["earned"] for problem in line["problems"]), abs_tol=1e-3)
            for problem in line["problems"]:
                assert math.isclose(problem["earned"], sum(part["earned"] for part in problem["parts"]), abs_tol=1e-3)
                assert math.isclose(
                    problem["possible"], sum(part["possible"] for part in problem["parts"]), abs_tol=1e-3
                )


def test_every_sort_of_result_fits_the_schema(folder: Path) -> None:
    odd = put(folder / "odd.yaml", 'student: "010"\nanswers: {q1: {value: x, extra: 1}, nowhere: {}, wrong: {}}\n')
    ran = grade(
        folder,
        odd,
        folder / "broken.yaml",
        folder / "missing.yaml",
        "--format",
        "json",
        "--require",
        "minimax-textbook",
    )
    assert ran.code == 4
    assert [valid("result", line) for line in ran.lines] == [True, True, True]
    assert ran.lines[0]["student"] == "010"
    assert [problem["id"] for problem in ran.lines[0]["problems"]] == ["q1", "minimax-textbook"]
    assert [problem["id"] for problem in ran.lines[0]["problems_not_graded"]] == ["nowhere", "wrong"]


def test_required_problems_count_even_where_they_are_left_out(folder: Path) -> None:
    ran = grade(folder, folder / "half.yaml", "--require", " minimax-textbook ,q1,", "--format", "json")
    assert (ran.code, ran.json["earned"], ran.json["possible"]) == (0, 2, 7)
    assert {entry["verdict"] for part in ran.json["problems"][1]["parts"] for entry in part["entries"]} == {"blank"}


def test_stdout_carries_the_report_and_stderr_the_rest(folder: Path) -> None:
    put(folder / "problems/minimax-textbook.yaml", PROBLEM.replace("q1", "minimax-textbook"))
    unknown = put(folder / "s.yaml", "answers: {nowhere: {}, minimax-textbook: {value: 3}}\n")
    ran = grade(folder, unknown, "--format", "json")
    assert ran.lines[0]["possible"] == 4
    assert 'there is no problem "nowhere"' in ran.err
    assert 'problem "minimax-textbook" is taken from' in ran.err
    assert "not from the shipped bank" in ran.err


def test_each_complaint_is_made_once(folder: Path) -> None:
    ran = grade(folder, folder / "to-wrong.yaml", folder / "to-wrong.yaml")
    assert ran.err.count("sum to 99/100") <= 3
    wrong = [line for line in ran.err.splitlines() if "the problem itself is wrong" not in line]
    assert len(wrong) == len(set(wrong))


def test_provenance_names_the_bytes_that_were_graded(folder: Path) -> None:
    provenance = grade(folder, folder / "right.yaml", "--format", "json").json["provenance"]
    assert provenance == {
        "grader": __version__,
        "problems": {"q1": "sha256:" + hashlib.sha256(PROBLEM.encode()).hexdigest()},
        "submission": "sha256:" + hashlib.sha256(RIGHT.encode()).hexdigest(),
    }


@pytest.mark.sweep
def test_two_processes_give_the_same_bytes(folder: Path) -> None:
    submissions = [sorted((path / "submissions").iterdir())[index % 4] for index, path in enumerate(BANK.values())]
    for format_ in ("text", "json", "gradescope"):
        outs = set()
        for seed in ("0", "1", "4242"):
            done = run_apart("grade", *submissions[::4], "--format", format_, env={"PYTHONHASHSEED": seed}, cwd=folder)
            outs.add((done.returncode, done.stdout, done.stderr))
        assert len(outs) == 1
