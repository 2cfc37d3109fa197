"""A file beside the answers that cannot be read: it keeps no mark back, unless answers that count may be in it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from console import Ran, put, run
from handed_in import answers
from quizzes import build_quiz, perfect

from grader.course.quiz.built import Built, open_build

pytestmark = pytest.mark.usefixtures("folder")

ONE = "answers: {one-leaf: {value: 7}}\n"
BLANK = "answers: {one-leaf: {}}\n"
PHOTO = b"\xff\xd8\xff\xe0\x00\x10JFIF" + b"x" * 100_000
BROKEN = "answers: {one-leaf: {value: 7\n"
ONE_LEAF = Path("problem_bank/alpha-beta/one-leaf/problem.yaml").absolute()
ASKED = ("--require", "one-leaf", "--only")


def graded(*options: object) -> tuple[Ran, dict[str, str]]:
    """Return how a class was graded, and what became of each student and file."""
    ran = run("grade", "subs", *options, "--html", "--out", "out")
    status = {}
    for name, column in (("gradebook.csv", "student"), ("inputs.csv", "source")):
        table = csv.DictReader(Path("out", name).read_text("utf-8-sig").splitlines())
        status |= {row[column]: row["status"] for row in table}
    return ran, status


def test_a_photo_or_a_note_beside_all_that_is_asked_keeps_no_mark_back() -> None:
    for student, name, content in (("ann", "scratch.jpg", PHOTO), ("bob", "notes.txt", b"I found this hard.\n")):
        put(Path("subs", student, "answers.yaml"), ONE)
        put(Path("subs", student, name), content)
    ran, status = graded(*ASKED)
    assert ran.code == 0
    assert status == {
        "ann": "graded",
        "bob": "graded",
        "subs/ann/answers.yaml": "graded",
        "subs/ann/scratch.jpg": "not-gradable",
        "subs/bob/answers.yaml": "graded",
        "subs/bob/notes.txt": "not-gradable",
    }
    assert "subs/ann/scratch.jpg: is a JPEG image" in ran.err
    assert "subs/bob/notes.txt:1 $: there are no answers in it" in ran.err
    put(Path("book.csv"), "ID number,HW (Real)\nann,\nbob,\n")
    filled = run("gradebook", "out", "--fill", "book.csv", "--out", "filled.csv", "--out-of", "2")
    assert filled.code == 0, filled.err
    assert Path("filled.csv").read_text() == "ID number,HW (Real)\nann,1\nbob,1\n"
    assert run("regrade", "out", "subs", *("--problems", ONE_LEAF), "--out", "new").code == 0


@pytest.mark.parametrize(
    ("first", "name", "second", "asked"),
    [
        (BLANK, "photo.jpg", PHOTO, ASKED),  # the answers may be on the photo
        (ONE, "photo.jpg", PHOTO, ("--require", "one-leaf", "--require", "minimax-textbook", "--only")),
        (ONE, "photo.jpg", PHOTO, ("--require", "one-leaf")),  # who answers more than is asked is marked for it
        (ONE, "photo.jpg", PHOTO, ()),
        (ONE, "answers-2.yaml", BROKEN.encode(), ASKED),  # a corrected version, which would count
        (ONE, "answers-2.yaml", BROKEN.encode("utf-16"), ASKED),
        (ONE, "answers-2.yaml", BROKEN.encode() + b"#" * 100_000, ASKED),
        (ONE, "answers-2.json", b'{"student": "ann", "answers": {"one-leaf": {"val', ASKED),
    ],
)
def test_a_file_that_may_hold_answers_that_count_keeps_the_mark_back(
    first: str, name: str, second: bytes, asked: tuple[str, ...]
) -> None:
    put(Path("subs/ann/answers.yaml"), first)
    put(Path("subs/ann", name), second)
    put(Path("subs/zed/answers.yaml"), ONE)
    ran, status = graded(*asked)
    assert ran.code == 3
    assert (status["ann"], status[f"subs/ann/{name}"]) == ("partly", "not-gradable")


def test_in_a_quiz_all_that_is_on_the_sheet_is_asked(tmp_path: Path) -> None:
    built: Built = open_build(str(build_quiz(tmp_path / "quiz")))
    put(Path("subs/s001/answers.json"), answers(built, "s001", "s001"))
    put(Path("subs/s001/photo.jpg"), PHOTO)
    _, status = graded("--quiz", built.folder)
    assert status["s001"] == "graded"
    assert status["subs/s001/photo.jpg"] == "not-gradable"


@pytest.mark.parametrize(
    ("exercises", "code", "expected"), [(("q1", "q2", "q3", "q4"), 0, "graded"), (("q1", "q3"), 3, "partly")]
)
def test_somebody_elses_sheet_keeps_no_mark_back_where_the_own_one_is_answered(
    exercises: tuple[str, ...], code: int, expected: str, tmp_path: Path
) -> None:
    built: Built = open_build(str(build_quiz(tmp_path / "quiz")))
    own = perfect(built, "s001")["answers"]
    put(Path("subs/s001/1.json"), answers(built, "s002", "s001"))
    put(Path("subs/s001/2.json"), json.dumps({"answers": {id_: own[id_] for id_ in own if id_[:2] in exercises}}))
    ran, status = graded("--quiz", built.folder)
    assert (ran.code, status["s001"], status["subs/s001/1.json"]) == (code, expected, "foreign")
