"""Who a student is where files are named one by one, the line that ends a run, and the table for a gradebook."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from console import Ran, put, run
from quizzes import EXERCISES, build_quiz, perfect, write_quiz

from grader.course.quiz.built import open_build

PROBLEM = "format: gametree-problem/1\nid: {id}\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value, best-move]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for id_ in ("q1", "q2", "q3"):
        put(tmp_path / f"problems/{id_}.yaml", PROBLEM.format(id=id_))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hand_in(name: str, problem: str, value: object, student: str = "") -> str:
    typed = f"student: {student}\n" if student else ""
    put(Path(name), f"{typed}answers: {{{problem}: {{value: {value}}}}}\n")
    return name


def grade(*args: object) -> Ran:
    return run("grade", *args, "-p", "problems")


def names(*files: str) -> list[tuple[str, str | None]]:
    return [(line["student"], line.get("typed")) for line in grade(*files, "--format", "json").lines]


def rows(*args: object) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(grade(*args, "--format", "csv").out)))


def test_what_is_typed_names_the_student_and_else_the_file(folder: Path) -> None:
    assert names(hand_in("a.yaml", "q1", 3, "ada"), hand_in("d/ben.yaml", "q1", 3)) == [("ada", None), ("ben", None)]
    assert grade("d/ben.yaml").out.startswith("d/ben.yaml: 1 of 2 points")


def test_nobody_knows_who_wrote_to_standard_input(folder: Path) -> None:
    ran = run("grade", "-", "-p", "problems", "--format", "json", stdin=b"answers: {q1: {value: 3}}")
    assert "student" not in ran.json


def test_two_files_that_type_one_name_and_answer_one_problem_are_two_students(folder: Path) -> None:
    files = [hand_in("d1/a.yaml", "q1", 3, "ada"), hand_in("d2/a.yaml", "q1", 2, "ada"), hand_in("b.yaml", "q1", 3)]
    assert names(*files) == [("d1/a.yaml", "ada"), ("d2/a.yaml", "ada"), ("b", None)]
    ran = grade(*files)
    assert 'warning: the student "ada" is typed in d1/a.yaml, d2/a.yaml, which answer the same: q1' in ran.err
    assert ran.code == 0


def test_files_that_type_one_name_for_different_problems_are_one_student(folder: Path) -> None:
    files = [hand_in("a.yaml", "q1", 3, "ada"), hand_in("b.yaml", "q2", 2, "ada")]
    assert names(*files) == [("ada", None), ("ada", None)]
    assert "warning" not in grade(*files).err
    (row,) = rows(*files)
    assert (row["student"], row["q1"], row["q2"], row["earned"], row["possible"]) == ("ada", "1", "0", "1", "4")
    assert row["source"] == "a.yaml, b.yaml"


def test_files_of_one_name_in_several_folders_are_told_apart_by_their_paths(folder: Path) -> None:
    files = [hand_in("d1/answers.yaml", "q1", 3), hand_in("d2/answers.yaml", "q2", 3)]
    assert names(*files) == [("d1/answers.yaml", None), ("d2/answers.yaml", None)]
    assert "warning" not in grade(*files).err


def test_a_file_that_types_the_name_of_another_file_is_another_student(folder: Path) -> None:
    files = [hand_in("ada.yaml", "q1", 3), hand_in("b.yaml", "q1", 2, "ada")]
    assert names(*files) == [("ada.yaml", None), ("b.yaml", "ada")]


def test_below_folders_the_same_typed_name_is_a_warning_as_well(folder: Path) -> None:
    hand_in("subs/ada.yaml", "q1", 3, "ada")
    hand_in("subs/ben.yaml", "q1", 3, "ada")
    assert 'the student "ada" is typed in subs/ada.yaml, subs/ben.yaml' in grade("subs").err


def test_two_folders_with_one_name_are_one_student_for_different_problems(folder: Path) -> None:
    for name in ("ada", "ben"):
        hand_in(f"first/{name}.yaml", "q1", 3)
        hand_in(f"second/{name}.yaml", "q2", 3)
    assert names("first", "second") == [("ada", None), ("ben", None)]
    hand_in("second/ada.yaml", "q1", 3)
    assert names("first", "second") == [("first/ada.yaml", None), ("ben", None), ("second/ada.yaml", None)]


def test_feedback_folders_of_files_with_one_name_bear_the_names_of_their_folders(folder: Path) -> None:
    files = [hand_in("d1/a.yaml", "q1", 3), hand_in("d2/a.yaml", "q1", 3)]
    ran = grade(*files, "--html", "--out", "out")
    assert (ran.code, "wrote 2 files into out" in ran.err) == (0, True)
    assert sorted(path.name for path in Path("out").iterdir()) == ["d1-a", "d2-a"]


def test_a_run_of_several_files_ends_with_how_many_were_graded_and_the_mean(folder: Path) -> None:
    put(Path("broken.yaml"), "answers: [\n")
    files = [hand_in("a.yaml", "q1", 3), hand_in("b.yaml", "q1", 2), hand_in("c.yaml", "nowhere", 2), "broken.yaml"]
    ran = grade(*files)
    assert ran.err.splitlines()[-1] == "4 hand-ins: 2 graded, 2 not; mean 0.5 of 2 points (25 %)"
    assert "hand-in" not in grade("a.yaml").err


def test_csv_has_a_line_for_each_student_and_no_mark_where_nothing_was_graded(folder: Path) -> None:
    put(Path("subs/broken.yaml"), "answers: [\n")
    put(Path("subs/ada.yaml"), "answers: {q1: {value: 3, best-move: B}, q2: {value: 3}}\n")
    put(Path("subs/ben.yaml"), "answers: {q2: {}, nowhere: {}}\n")
    assert grade("subs", "--format", "csv").out.splitlines() == [
        "student,name,group,q1,q2,earned,possible,percent,status,source",
        "ada,,,2,1,3,4,75,graded,subs/ada.yaml",
        "ben,,,,0,0,2,0,partly,subs/ben.yaml",
        "broken,,,,,,,,not-gradable,subs/broken.yaml",
    ]


def test_the_columns_of_required_problems_come_first_and_count_where_they_are_left_out(folder: Path) -> None:
    (row,) = rows(hand_in("a.yaml", "q1", 3), "--require", "q3,q1")
    assert list(row)[3:5] == ["q3", "q1"]
    assert (row["q3"], row["q1"], row["possible"], row["percent"]) == ("0", "1", "4", "25")


def test_percentages_are_rounded_and_never_cut(folder: Path) -> None:
    put(Path("problems/thirds.yaml"), PROBLEM.format(id="thirds").replace("best-move]", "best-move, values]"))
    (row,) = rows(hand_in("a.yaml", "thirds", 3, "x"))
    assert row["percent"] == "33.3"
    put(Path("b.yaml"), "answers: {thirds: {value: 3, best-move: B}}\n")
    (row,) = rows("b.yaml")
    assert row["percent"] == "66.7"


@pytest.mark.parametrize("student", ["=HYPERLINK(1)", " =1", "＝1", "+1+1", "@x"])
def test_no_name_in_the_table_can_be_a_formula(folder: Path, student: str) -> None:
    (row,) = rows(hand_in("a.yaml", "q1", 3, f'"{student}"'))
    assert row["student"] == f"'{student.strip()}"


# where what is left out counts: with --require, and with the sheet of a quiz


def test_files_named_one_by_one_that_type_one_name_are_one_student_where_all_exercises_count(folder: Path) -> None:
    files = [hand_in("a.yaml", "q1", 3, "ada"), hand_in("b.yaml", "q2", 3, "ada"), hand_in("c.yaml", "q1", 3, "ben")]
    ran = grade(*files, "--require", "q1,q2", "--format", "json")
    assert [(one["student"], one["earned"], one["possible"]) for one in ran.lines] == [("ada", 2, 4), ("ben", 1, 4)]
    assert "warning" not in ran.err


def test_files_of_a_quiz_without_a_roster_that_type_one_name_are_one_student(tmp_path: Path) -> None:
    build = build_quiz(tmp_path, "shared", exercises=EXERCISES[:2], has_roster=False)
    files = halves(tmp_path, build)
    for out in ((), ("--out", tmp_path / "out")):
        ran = run("grade", *files, "--quiz", build, "--format", "csv", *out)
        [row] = csv.DictReader(io.StringIO(ran.out))
        assert (row["student"], row["percent"], "warning" in ran.err) == ("ada", "100", False)


def test_two_variants_of_one_exercise_under_one_name_are_two_students_named_by_their_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    quiz = write_quiz(tmp_path / "quiz", "shared", exercises=EXERCISES[2:3]).parent
    (quiz / "roster.csv").unlink()
    run("export", quiz, "--to", "prairielearn", "--variants", 2, "--key", "key", "--out", "out")
    ids = [path.stem for path in sorted((tmp_path / "key/key/problems").iterdir())]
    files = [hand_in(f"{at}.yaml", id_, 3, "ada") for at, id_ in enumerate(ids)]
    ran = run("grade", *files, "--quiz", "key", "--format", "csv")
    assert [row["student"] for row in csv.DictReader(io.StringIO(ran.out))] == ["0.yaml", "1.yaml"]
    assert 'the student "ada" is typed in 0.yaml, 1.yaml, which answer the same: q3' in ran.err


def test_halves_of_a_sheet_that_lie_side_by_side_in_a_folder_are_not_said_to_answer_the_same(tmp_path: Path) -> None:
    build = build_quiz(tmp_path, "shared", exercises=EXERCISES[:2], has_roster=False)
    halves(tmp_path / "subs", build)
    told = "which answer different exercises; they count as different students, named by their paths, and what one of them leaves out counts there; if they are one, put their files into a folder of their own"
    for out in ((), ("--out", tmp_path / "out")):
        ran = run("grade", tmp_path / "subs", "--quiz", build, *out)
        assert told in ran.err
        assert "answer the same" not in ran.err
    for file in (tmp_path / "subs").iterdir():
        put(tmp_path / "apart/ada" / file.name, file.read_text())
    put(tmp_path / "apart/ben/mine.yaml", "answers: {}\n")
    ran = run("grade", tmp_path / "apart", "--quiz", build, "--format", "csv")
    assert [row["percent"] for row in csv.DictReader(io.StringIO(ran.out))] == ["100", "0"]
    assert "warning" not in ran.err


def halves(folder: Path, build: Path) -> list[Path]:
    """Write the right answers to each exercise of a shared quiz into a file of its own, all by one student."""
    answers = perfect(open_build(str(build)), "ada")["answers"]
    stated = ({"student": "ada", "answers": {id_: mine}} for id_, mine in answers.items())
    return [put(folder / f"ada-{at}.json", json.dumps(one)) for at, one in enumerate(stated)]
