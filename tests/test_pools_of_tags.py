"""Exercises that are picked among all problems of a tag: of a kind in the shipped bank, or in a folder beside the quiz."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from class_runs import files_of
from console import ROOT, run
from quizzes import SECRET, student_ids, write_roster
from test_picks import digits

from grader.course.quiz import exercises
from grader.course.quiz.built import open_build

PROBLEM = "format: gametree-problem/1\nid: {}\nkind: minimax\ntree: [[3, {}], [2, 9]]\ntags: [{}]\n"
FILES = {"z.yaml": ("first", 5, "new"), "y.yaml": ("second", 6, "new, old"), "below/x.yaml": ("third", 7, "new")}


def write_quiz(folder: Path, of: str, pick: int = 2) -> Path:
    """Write a quiz that picks among problems of a tag, with a folder `pool`, for a class of three."""
    (folder / "pool/below").mkdir(parents=True)
    for name, stated in FILES.items():
        (folder / "pool" / name).write_text(PROBLEM.format(*stated), "utf-8")
    (folder / "pool/w.yaml").write_text(PROBLEM.format("fourth", 8, "old"), "utf-8")
    (folder / "pool/answers.yaml").write_text("format: gametree-submission/1\nanswers: {}\n", "utf-8")
    exercises = f"  - {{id: q1, bank: minimax-textbook}}\n  - {{pick: {pick}, points: 3, of: {of}}}\n"
    text = f"format: gametree-quiz/1\nid: week6\nvariants: per-student\nexercises:\n{exercises}"
    (folder / "quiz.yaml").write_text(text + "  - {id: q3, bank: minimax-textbook}\n", "utf-8")
    (folder / "quiz.secret").write_bytes(SECRET)
    (folder / "quiz.secret").chmod(0o600)
    write_roster(folder / "roster.csv", 3)
    return folder


def build(quiz: Path, *options: str) -> Path:
    """Return the folder of the build."""
    ran = run("quiz", "build", quiz, "--out", quiz.parent / "build", "--jobs", 1, *options)
    assert ran.code == 0, ran.err
    return quiz.parent / "build"


def exercises_of(folder: Path) -> list[str]:
    """Return the exercises of a build, in the order of the document."""
    return [one.id for one in open_build(str(folder)).quiz.exercises]


def test_every_problem_of_the_bank_with_the_kind_and_the_tag_is_picked_among(tmp_path: Path) -> None:
    tagged = sorted(
        file.parent.name
        for file in (ROOT / "problem_bank/alpha-beta").glob("*/problem.yaml")
        if "deep-cutoff" in yaml.load(file.read_text("utf-8"), yaml.BaseLoader).get("tags", ())
    )
    assert len(tagged) > 2
    built = build(write_quiz(tmp_path / "quiz", "{bank: alpha-beta, tag: deep-cutoff}"))
    assert exercises_of(built) == ["q1", *tagged, "q3"]
    for who in student_ids(3):
        picked = sorted(tagged, key=lambda id_, who=who: digits("pick", id_, who, secret=SECRET.decode()))[:2]  # type: ignore[misc]
        sheet = [one.exercise for one in open_build(str(built)).sheet_of(who)]
        assert sheet == ["q1", *sorted(picked), "q3"]


def test_exercises_on_one_tree_that_a_pick_brings_together_are_told(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    (quiz / "pool/twin.yaml").write_text(PROBLEM.format("twin", 5, "new") + "conventions: {tie: any}\n", "utf-8")
    built = open_build(str(build(quiz)))
    sheets = [built.sheet_of(who) for who in student_ids(3)]
    both = sum({"first", "twin"} <= {one.exercise for one in sheet} for sheet in sheets)
    assert both
    told = [line for line in run("quiz", "check", quiz).err.splitlines() if "same tree" in line]
    assert told == [f"warning: first and twin have the same tree, and two of them stand together on {both} of 3 sheets"]


@pytest.mark.parametrize("id_", ["first", "name", "f" * 41])
def test_what_is_wrong_with_an_id_in_a_pool_names_the_file(tmp_path: Path, id_: str) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    (quiz / "pool/zz.yaml").write_text(PROBLEM.format(id_, 4, "new"), "utf-8")
    ran = run("quiz", "check", quiz)
    assert ran.code == 4
    [fault] = ran.err.splitlines()
    assert "$.exercises[1].of: pool/z" in fault
    assert f'"{id_}"' in fault


def test_points_that_are_wrong_beside_a_pick_are_told_once(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{bank: ucb, tag: tie}, title: x", 1)
    stated = (quiz / "quiz.yaml").read_text("utf-8").replace("points: 3", "points: 2.345").replace(", title: x", "")
    (quiz / "quiz.yaml").write_text(stated, "utf-8")
    [fault] = run("quiz", "check", quiz).err.splitlines()
    assert "at most two decimals" in fault


def test_every_problem_of_a_folder_with_the_tag_is_picked_among(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    built = build(quiz)
    assert exercises_of(built) == ["q1", "first", "second", "third", "q3"]
    held = {name.partition("key/files/pool/")[2] for name in open_build(str(built)).lock.files if "key/files" in name}
    assert held == {*FILES}
    assert run("quiz", "show", built, "s001").code == 0
    ran = run("grade", built / "students", "--quiz", built, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    header = (tmp_path / "out/gradebook.csv").read_text("utf-8").partition("\n")[0]
    assert header.startswith("student,name,group,q1,first,second,third,q3,earned,")


def test_late_students_are_added_and_the_key_is_corrected(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    built = build(quiz)
    before = files_of(built / "students")
    write_roster(quiz / "roster.csv", 5)
    build(quiz, "--add")
    text = (quiz / "quiz.yaml").read_text("utf-8")
    (quiz / "quiz.yaml").write_text(text.replace("points: 3", "points: 6"), "utf-8")
    build(quiz, "--rekey")
    assert [str(one.possible) for one in open_build(str(built)).quiz.exercises] == ["3", "6", "6", "6", "3"]
    write_roster(quiz / "roster.csv", 6)
    build(quiz, "--add")
    after = files_of(built / "students")
    assert {name: after[name] for name in before} == before
    assert len(open_build(str(built)).lock.sheets) == 6


@pytest.mark.parametrize(
    ("option", "said"),
    [("--add", "was no part of the quiz when it was built"), ("--rekey", "was changed since the quiz was built")],
)
def test_another_problem_of_the_tag_is_no_correction(tmp_path: Path, option: str, said: str) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    built = build(quiz)
    before = files_of(built)
    (quiz / "pool/w.yaml").write_text(PROBLEM.format("fourth", 8, "new"), "utf-8")
    ran = run("quiz", "build", quiz, "--out", built, option)
    assert ran.code == 4
    assert said in ran.err
    assert files_of(built) == before


def test_another_bank_than_that_of_the_build_adds_no_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{bank: alpha-beta, tag: deep-cutoff}")
    built = build(quiz)
    found = exercises.bank_folders()
    monkeypatch.setattr(
        exercises, "bank_folders", lambda: {id_: at for id_, at in found.items() if id_ != "deep-cutoff"}
    )
    ran = run("quiz", "build", quiz, "--out", built, "--add")
    assert ran.code == 4
    assert "$.exercises: its exercises were q1, deep-cutoff, " in ran.err


@pytest.mark.parametrize(
    ("of", "said"),
    [
        (
            "{bank: alpha-beta, tag: deep-cutof}",
            '.of.tag: 0 problems there have the tag "deep-cutof", expected at least 3 to pick 2; did you mean "deep-cutoff"?',
        ),
        ("{files: pool, tag: old}", '.of.tag: 2 problems there have the tag "old", expected at least 3 to pick 2'),
        ("{bank: alphabeta, tag: x}", '.of.bank: there is no kind "alphabeta", expected minimax'),
        ("{bank: alpha-beta, tag: Deep}", '.of.tag: "Deep" is not allowed here'),
        ("{bank: alpha-beta}", ".of: tag is missing"),
        ("{tag: old}", ".of: nothing here says where the problems are"),
        ("{bank: ucb, files: pool, tag: old}", ".of.files: bank stands there too, expected only one of bank and files"),
        ("{files: pool, tag: old, kind: ucb}", '.of.kind: there is no field "kind" here'),
        ("{files: nowhere, tag: old}", ".of.files: there is no folder"),
        ("{files: .., tag: old}", ".of.files: lies outside the folder of the quiz"),
    ],
)
def test_a_pool_that_is_too_small_or_nowhere_is_refused_with_its_place(tmp_path: Path, of: str, said: str) -> None:
    ran = run("quiz", "check", write_quiz(tmp_path / "quiz", of))
    assert (ran.code, ran.out) == (4, "")
    assert f"quiz.yaml:6 $.exercises[1]{said}" in ran.err


def test_ids_that_are_no_exercises_are_refused(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    (quiz / "pool/z.yaml").write_text(PROBLEM.format("q3", 5, "new"), "utf-8")
    (quiz / "pool/y.yaml").write_text(PROBLEM.format("y" * 41, 5, "new"), "utf-8")
    ran = run("quiz", "check", quiz)
    assert ran.code == 4
    assert "has 41 letters, more than 40" in ran.err
    assert '$.exercises[2].id: there is an exercise "q3" already, expected another id' in ran.err


def test_a_broken_problem_of_the_folder_is_told_and_a_link_leads_nowhere(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    (quiz / "pool/broken.yaml").write_text("format: gametree-problem/1\nid: z\nkind: minimax\n", "utf-8")
    shutil.copy(quiz / "pool/z.yaml", tmp_path / "outside.yaml")
    (quiz / "pool/link.yaml").symlink_to(tmp_path / "outside.yaml")
    ran = run("quiz", "check", quiz)
    assert ran.code == 4
    assert "pool/broken.yaml:1 $: tree is missing" in ran.err
    assert "lies outside the folder of the quiz; put the file beside it" in ran.err


def test_practice_and_notes_take_in_the_whole_pool(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}")
    ran = run("quiz", "practice", quiz, "--out", tmp_path / "practice.html")
    assert ran.code == 0, ran.err
    assert [line.partition(":")[0] for line in ran.err.splitlines()][:5] == ["q1", "first", "second", "third", "q3"]


@pytest.mark.parametrize(
    ("name", "stated", "said"),
    [
        ("v.yaml", ("fifth", 9, "new"), "was no part of the quiz when it was built"),
        ("y.yaml", ("second", 6, "old"), "is no part of the quiz any more"),
        ("y.yaml", ("second", 1, "new"), "was changed since the quiz was built"),
    ],
)
def test_nobody_is_added_to_a_build_whose_pool_has_changed(
    tmp_path: Path, name: str, stated: tuple[str, int, str], said: str
) -> None:
    quiz = write_quiz(tmp_path / "quiz", "{files: pool, tag: new}", pick=1)
    built = build(quiz)
    before = files_of(built)
    write_roster(quiz / "roster.csv", 4)
    (quiz / "pool" / name).write_text(PROBLEM.format(*stated), "utf-8")
    ran = run("quiz", "build", quiz, "--out", built, "--add")
    assert ran.code == 4
    assert f"pool/{name}: {said}; --add only adds students" in ran.err
    assert files_of(built) == before
