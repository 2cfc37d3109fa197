"""A class run: what it writes into OUT, that its gradebook adds up, and that it is the same however it is done."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from class_runs import ANSWERS, PROBLEMS, files_of, grade, make_class, table
from console import put, run

from grader.core.documents import validator

STUDENTS = 14


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a class that was marked once, in this process."""
    made = make_class(tmp_path_factory.mktemp("class"), STUDENTS)
    ran = grade(made)
    assert (ran.code, ran.out) == (3, ""), ran.err
    return made


def results(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "out/results.jsonl").read_text("utf-8").splitlines()]


def test_the_folder_holds_what_the_docs_say_and_nothing_else(folder: Path) -> None:
    assert sorted(files_of(folder / "out")) == [
        "gradebook.csv",
        "inputs.csv",
        "report.html",
        "results.jsonl",
        "run.json",
    ]


def test_there_is_one_result_a_student_in_the_order_of_paths_and_each_has_its_shape(folder: Path) -> None:
    assert [one["student"] for one in results(folder)] == [f"s{number:03d}" for number in range(STUDENTS)]
    assert all(validator("result").is_valid(one) for one in results(folder))


def test_results_are_those_that_standard_output_gets_but_for_the_digest_of_the_input_and_roles(folder: Path) -> None:
    printed = run("grade", folder / "subs", "-p", folder / "problems", "--format", "json").lines
    for one in (written := results(folder)):
        assert one["provenance"].pop("input").startswith("sha256:")
        for entry in (
            entry for problem in one.get("problems", ()) for part in problem["parts"] for entry in part["entries"]
        ):
            assert entry.pop("role", "role")  # by which a class report pools them, in this folder alone
    assert written == printed


def test_the_gradebook_is_right_to_the_last_mark_by_a_sum_of_its_own(folder: Path) -> None:
    rows = {row["student"]: row for row in table(folder / "out/gradebook.csv")}
    for one in results(folder):
        row = rows.pop(one["student"])
        marks = {problem["id"]: Decimal(str(problem["earned"])) for problem in one.get("problems", ())}
        assert {id_: Decimal(row[id_]) for id_ in PROBLEMS if row[id_]} == marks
        if not marks:
            assert (row["earned"], row["possible"], row["percent"], row["status"]) == ("", "", "", "not-gradable")
            continue
        possible = sum(Decimal(str(problem["possible"])) for problem in one["problems"])
        assert (Decimal(row["earned"]), Decimal(row["possible"])) == (sum(marks.values()), possible)
        assert abs(Decimal(row["percent"]) - 100 * sum(marks.values()) / possible) <= Decimal("0.05")
        assert row["status"] == ("partly" if one["problems_not_graded"] else "graded")
    assert not rows


def test_every_file_that_was_met_is_accounted_for(folder: Path) -> None:
    rows = table(folder / "out/inputs.csv")
    assert [row["source"] for row in rows] == [f"{folder}/subs/s{number:03d}.yaml" for number in range(STUDENTS)]
    statuses = ["graded", "graded", "partly", "graded", "not-gradable", "partly"]
    assert [row["status"] for row in rows[: len(ANSWERS)]] == statuses
    assert all(bool(row["reason"]) == (row["status"] != "graded") for row in rows)
    assert rows[5]["typed"] == "somebody"


@pytest.mark.parametrize("options", [("--jobs", 1), ("--jobs", 3)])
def test_the_same_bytes_come_whoever_does_the_work(folder: Path, options: tuple[object, ...]) -> None:
    ran = grade(folder, *options, out="again")
    assert ran.code == 3
    assert files_of(folder / "again") == files_of(folder / "out")
    for file in (folder / "again").iterdir():
        file.unlink()


def test_processes_print_what_one_process_prints(folder: Path) -> None:
    for form in ("text", "json", "csv", "gradescope"):
        alone, together = (
            run("grade", folder / "subs", "-p", folder / "problems", "--format", form, "--jobs", jobs)
            for jobs in (1, 2)
        )
        assert (alone.code, alone.out, sorted(alone.err.splitlines())) == (
            together.code,
            together.out,
            sorted(together.err.splitlines()),
        )


def test_what_students_may_not_see_is_in_the_instructors_files_alone(tmp_path: Path) -> None:
    make_class(tmp_path, 3)
    ran = grade(tmp_path, "--reveal", "none", "--html", "--format", "json")
    assert '"expected": ' not in ran.out  # messages may say what an id or a number should be
    assert all(not part["entries"] for line in ran.lines for problem in line["problems"] for part in problem["parts"])
    assert any(
        part["entries"] for line in results(tmp_path) for problem in line["problems"] for part in problem["parts"]
    )
    assert "Expected answers are not shown" in (tmp_path / "out/feedback/s001/report.html").read_text("utf-8")


def test_a_problem_that_is_wrong_is_told_once_and_the_rest_is_marked(tmp_path: Path) -> None:
    make_class(tmp_path, 5)
    put(tmp_path / "problems/q2.yaml", PROBLEMS["q2"].replace("[2, 15, 6]", "[]"))
    ran = grade(tmp_path, "--jobs", 2)
    assert ran.code == 4
    assert ran.err.count("problems/q2.yaml:1") == 2 + 1  # in the reason of two hand-ins, and by itself
    assert [bool(row["q1"]) for row in table(tmp_path / "out/gradebook.csv")] == [True, True, False, True, False]


def test_a_class_in_which_one_earns_too_little_ends_with_5(tmp_path: Path) -> None:
    put(tmp_path / "problems/q1.yaml", PROBLEMS["q1"])
    put(tmp_path / "subs/ada.yaml", ANSWERS[0].split(", q2")[0] + "}")
    put(tmp_path / "subs/ben.yaml", ANSWERS[1].split(", q3")[0] + "}")
    assert grade(tmp_path).code == 0
    assert grade(tmp_path, "--fail-under", 99).code == 5  # a finished run knows it too
    assert grade(tmp_path, "--fail-under", 1).code == 0


def test_files_alone_are_no_class_and_write_as_ever(tmp_path: Path) -> None:
    make_class(tmp_path, 2)
    files = [tmp_path / "subs/s000.yaml", tmp_path / "subs/s001.yaml"]
    ran = run("grade", *files, "-p", tmp_path / "problems", "--html", "--out", tmp_path / "out")
    assert sorted(files_of(tmp_path / "out")) == ["s000/report.html", "s001/report.html"]
    assert "s000" in ran.out
    assert run("grade", *files, "-p", tmp_path / "problems", "--out", tmp_path / "out").code == 2


def test_a_wrong_problem_that_was_named_is_told_even_where_nobody_answers_it(tmp_path: Path) -> None:
    make_class(tmp_path, 2)
    wrong = put(tmp_path / "wrong.yaml", PROBLEMS["q1"].replace("id: q1", "id: q9").replace("[2, 4]", "[]"))
    for options in ((), ("--out", tmp_path / "out")):
        ran = run("grade", tmp_path / "subs", "-p", tmp_path / "problems", "-p", wrong, "--format", "json", *options)
        assert (ran.code, "wrong.yaml:1" in ran.err) == (4, True)


@pytest.mark.parametrize(
    "options", [("--jobs", 2), ("--keep", "best"), ("--fresh", "--out", "x", "--html"), ("--executor", "dask=x")]
)
def test_options_of_a_class_are_wrong_usage_for_single_files(tmp_path: Path, options: tuple[object, ...]) -> None:
    make_class(tmp_path, 1)
    ran = run("grade", tmp_path / "subs/s000.yaml", "-p", tmp_path / "problems", *options)
    assert (ran.code, "go with a class" in ran.err) == (2, True)


def test_to_begin_anew_needs_a_folder(tmp_path: Path) -> None:
    make_class(tmp_path, 1)
    ran = run("grade", tmp_path / "subs", "-p", tmp_path / "problems", "--fresh")
    assert (ran.code, "--fresh goes with --out" in ran.err) == (2, True)
