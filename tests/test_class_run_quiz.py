"""A class run on a personal quiz: columns are exercises, everyone of the class list has a line, and the sums are right to the last mark."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from class_runs import files_of
from console import Ran, put, run
from quizzes import build_quiz, perfect, student_ids

from grader import load_problem
from grader.core.documents import validator
from grader.course.quiz.built import Built, open_build

EXERCISES = ("q1", "q2", "q3", "q4")
STUDENTS = 12
MISSING, UNREADABLE = ("s005", "s011"), ("s007",)


def handed_in(built: Built, number: int, student: str) -> dict[str, Any]:
    """Return right answers but for some: parts that are left out, exercises that are, and numbers that are wrong."""
    data = perfect(built, student)
    for at, (id_, answers) in enumerate([*data["answers"].items()]):
        if (number + at) % 3 == 1:
            answers.pop([*answers][number % len(answers)])
        if (number + at) % 5 == 2 and "value" in answers:
            answers["value"] = 1000 + number
        if (number * 7 + at) % 11 == 3:
            del data["answers"][id_]
    return data


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    marking = "{round: 0.25, reveal: verdicts}"
    return open_build(str(build_quiz(tmp_path_factory.mktemp("quiz"), students=STUDENTS, marking=marking)))


@pytest.fixture(scope="module")
def folder(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what was handed in, marked into `out`."""
    made = tmp_path_factory.mktemp("class")
    for number, student in enumerate(student_ids(STUDENTS)):
        if student not in MISSING:
            text = json.dumps(handed_in(built, number, student))
            put(made / f"subs/{student}.json", text[:-9] if student in UNREADABLE else text)
    put(made / "subs/nobody.json", json.dumps({"answers": {"q1-0000000000": {}}}))
    ran = grade(built, made)
    assert (ran.code, ran.out) == (3, "")
    assert "2 of the 12 on the class list have no hand-in that is theirs; 1 hand-in has no owner" in ran.err
    return made


def grade(built: Built, folder: Path, *options: object, out: str = "out") -> Ran:
    return run("grade", folder / "subs", "--quiz", built.folder, "--html", "--out", folder / out, *options)


def rows_of(folder: Path) -> list[dict[str, str]]:
    with open(folder / "out/gradebook.csv", encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def results_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "out/results.jsonl").read_text("utf-8").splitlines()]


def quarter(marks: Fraction) -> Fraction:
    """Return the marks to the next quarter, halves up."""
    return Fraction((marks * 4 + Fraction(1, 2)) // 1, 4)


def marked_alone(built: Built, problem: str, answers: dict[str, Any] | None) -> Fraction:
    """Return what the answers to one problem earn by themselves, as a library user would find out."""
    stated = load_problem(Path(built.folder, "key/problems", f"{problem}.yaml"))
    earned = Fraction(stated.grade(answers or {}).report.earned)
    rounded = quarter(earned)
    possible = Fraction(stated.problem.possible)
    if rounded >= possible > earned:
        return possible - Fraction(1, 4)
    return Fraction(1, 4) if earned > 0 and rounded == 0 else rounded


@pytest.mark.sweep
def test_the_gradebook_is_right_to_the_last_mark(built: Built, folder: Path) -> None:
    rows = rows_of(folder)
    assert [row["student"] for row in rows] == [*student_ids(STUDENTS), "nobody"]
    for number, row in enumerate(rows[:STUDENTS]):
        student = row["student"]
        cells = [row[exercise] for exercise in (*EXERCISES, "earned", "possible", "percent")]
        if student in MISSING or student in UNREADABLE:
            assert (cells, row["status"]) == ([""] * 7, "missing" if student in MISSING else "not-gradable")
            continue
        answers = handed_in(built, number, student)["answers"]
        sheet = {one.exercise: one.problem for one in built.sheet_of(student)}
        marks = [marked_alone(built, sheet[exercise], answers.get(sheet[exercise])) for exercise in EXERCISES]
        possible = sum(Fraction(str(one.possible)) for one in built.quiz.exercises)
        assert [Fraction(cell) for cell in cells[:6]] == [*marks, sum(marks), possible]
        assert abs(Fraction(cells[6]) - 100 * sum(marks) / possible) <= Fraction(1, 20)
        assert (row["status"], row["name"], row["group"]) == ("graded", f"Student {student}", "ab"[number % 2])
    assert len({row["earned"] for row in rows}) > 5


def test_results_bear_the_quiz_the_group_and_the_exercises(folder: Path) -> None:
    results = results_of(folder)
    assert [one["student"] for one in results] == [
        *(student for student in student_ids(STUDENTS) if student not in MISSING),
        "nobody",
    ]
    for one in results:
        assert validator("result").is_valid(one)
        assert one["quiz"] == "week5"
        assert one.get("group") in ("a", "b") or one["student"] == "nobody"
        if one["gradable"]:
            assert [problem["exercise"] for problem in one["problems"]] == [*EXERCISES]
            marks = sum(Decimal(str(problem["earned"])) for problem in one["problems"])
            assert marks == Decimal(str(one["earned"]))


def test_what_the_quiz_says_of_reveal_holds_for_feedback_and_not_for_the_instructor(folder: Path) -> None:
    page = (folder / "out/feedback/s002/report.html").read_text("utf-8")
    assert "Expected answers are not shown" in page
    assert any("expected" in entry for one in results_of(folder) for entry in entries(one))


def entries(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for problem in result.get("problems", ()) for part in problem["parts"] for entry in part["entries"]]


def test_the_command_line_goes_before_the_quiz(built: Built, folder: Path) -> None:
    ran = grade(built, folder, "--round", 1, "--reveal", "expected", "--format", "json", out="rounded")
    marks = {problem["earned"] for line in ran.lines for problem in line.get("problems", ())}
    assert all(earned == int(earned) for earned in marks)
    assert any("expected" in entry for line in ran.lines for entry in entries(line))


def test_processes_write_what_one_process_writes(built: Built, folder: Path) -> None:
    assert grade(built, folder, "--jobs", 3, out="together").code == 3
    assert files_of(folder / "together") == files_of(folder / "out")


@pytest.mark.parametrize("options", [("-p", "x.yaml"), ("--require", "q1"), ("--only",)])
def test_nothing_else_says_which_problems_count(built: Built, folder: Path, options: tuple[str, ...]) -> None:
    put(folder / "x.yaml", "")
    named = (folder / options[1] if option == "x.yaml" else option for option in options)
    assert grade(built, folder, *named, out="other").code == 2
    assert not (folder / "other").exists()


def test_a_single_file_is_a_class_run_too(built: Built, folder: Path) -> None:
    ran = run("grade", folder / "subs/s001.json", "--quiz", built.folder, "--format", "csv")
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["student", *student_ids(STUDENTS)]


def test_pages_of_feedback_are_headed_by_the_title_of_the_quiz(built: Built, folder: Path) -> None:
    grade(built, folder, "--html", out="pages")
    page = (folder / "pages/feedback/s001/report.html").read_text("utf-8")
    assert f"<h1><bdi>{built.quiz.title}</bdi></h1>" in page
