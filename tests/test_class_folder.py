"""A folder as an argument of `grade`: which files are hand-ins, whose they are, and what hostile names and links do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from console import Ran, put, run

from grader.course.gathering import look_below
from grader.course.hand_in import own_document
from grader.course.one_student import MOST_FILES

PROBLEM = "format: gametree-problem/1\nid: {id}\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value]\n"
RIGHT = "answers: {q1: {value: 3}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with problems beside an empty folder of hand-ins."""
    for id_ in ("q1", "q2"):
        put(tmp_path / f"problems/{id_}.yaml", PROBLEM.format(id=id_))
    (tmp_path / "subs").mkdir()
    return tmp_path


def grade(folder: Path, *args: object) -> Ran:
    return run("grade", folder / "subs", "-p", folder / "problems", *args)


def students(folder: Path) -> list[str]:
    return [line["student"] for line in grade(folder, "--format", "json").lines]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["ben.yaml", "ada.yaml"], ["ada", "ben"]),
        (["ben/answers.yaml", "ada/answers.yaml"], ["ada", "ben"]),
        (["week5/late/ben/a.yaml", "week5/late/ada/b.yaml"], ["ada", "ben"]),
        (["ada/deep/down/a.yaml", "ben.v2.json"], ["ada", "ben.v2"]),
        (["week5/ada.yaml", "week5/ben.yaml"], ["ada", "ben"]),
        (["ada.yaml"], ["ada"]),
        (["Ada.yaml", "ada.yaml"], ["Ada", "ada"]),
        (["a/x.yaml", "a-b/x.yaml", "a b/x.yaml"], ["a", "a b", "a-b"]),
    ],
)
def test_the_path_names_the_student_below_folders_that_all_share(
    folder: Path, files: list[str], expected: list[str]
) -> None:
    for name in files:
        put(folder / "subs" / name, "student: somebody else\n" + RIGHT)
    assert students(folder) == expected


def test_what_was_typed_is_kept_where_it_differs_from_the_path(folder: Path) -> None:
    put(folder / "subs/ada.yaml", "student: s1\n" + RIGHT)
    put(folder / "subs/ben.yaml", "student: ben\nanswers: {q2: {value: 3}}\n")
    first, second = grade(folder, "--format", "json").lines
    assert (first["student"], first["typed"]) == ("ada", "s1")
    assert (second["student"], "typed" in second) == ("ben", False)


def test_files_of_one_student_are_joined_and_marked_as_one(folder: Path) -> None:
    put(folder / "subs/ada/1.yaml", RIGHT)
    put(folder / "subs/ada/2.yaml", "answers: {q2: {value: 2}}\n")
    put(folder / "subs/ben.yaml", RIGHT)
    ran = grade(folder, "--require", "q1,q2", "--format", "json")
    ada, ben = ran.lines
    assert ada["source"] == [str(folder / "subs/ada/1.yaml"), str(folder / "subs/ada/2.yaml")]
    assert [(problem["id"], problem["earned"]) for problem in ada["problems"]] == [("q1", 1), ("q2", 0)]
    assert (ada["earned"], ada["possible"], len(ada["provenance"]["submission"])) == (1, 2, 2)
    assert (ben["source"], ben["possible"]) == (str(folder / "subs/ben.yaml"), 2)


def test_of_one_problem_twice_the_last_file_counts_and_the_others_are_listed(folder: Path) -> None:
    put(folder / "subs/ada/1.yaml", RIGHT)
    put(folder / "subs/ada/2.yaml", "answers: {q1: {value: 2}}\n")
    put(folder / "subs/ben.yaml", RIGHT)
    ran = grade(folder, "--format", "json")
    assert ran.code == 0
    assert (ran.lines[0]["earned"], ran.lines[0]["possible"]) == (0, 1)
    assert ran.lines[0]["superseded"] == [{"id": "q1", "source": str(folder / "subs/ada/1.yaml")}]
    assert f"{folder}/subs/ada/1.yaml: the answers to q1 do not count, those in {folder}/subs/ada/2.yaml do" in ran.err
    assert "the answers to q1 do not count" in grade(folder).out


@pytest.mark.parametrize("blank", ["answers: {q1: }", "answers: {q1: {value: }}", "answers: {q1: {}}"])
def test_a_later_file_that_leaves_the_problem_blank_takes_nothing_away(folder: Path, blank: str) -> None:
    put(folder / "subs/ada/1.yaml", RIGHT)
    put(folder / "subs/ada/2.yaml", blank)
    put(folder / "subs/ben.yaml", RIGHT)
    ran = grade(folder, "--format", "json")
    assert [(line["earned"], line["possible"]) for line in ran.lines] == [(1, 1), (1, 1)]
    assert "superseded" not in ran.lines[0]


JUNK = {
    ".DS_Store": "x",
    "ada/.git/config": "x",
    "__MACOSX/._ada.yaml": "x",
    "Thumbs.db": "x",
    "ada/DESKTOP.INI": "x",
    "ada/problem.yaml": PROBLEM.format(id="q1"),
    "results.jsonl": '{"format": "gametree-result/1", "source": "x"}\n',
    "report.html": '<!DOCTYPE html>\n<html lang="en">\n<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; base">',
}


def test_junk_is_named_and_is_no_fault(folder: Path) -> None:
    for name, content in JUNK.items():
        put(folder / "subs" / name, content)
    put(folder / "subs/ada/answers.yaml", RIGHT)
    put(folder / "subs/ben.yaml", RIGHT)
    ran = grade(folder, "--format", "json")
    assert (ran.code, [line["student"] for line in ran.lines]) == (0, ["ada", "ben"])
    passed_over = [line.partition(": passed over, ")[0] for line in ran.err.splitlines() if "passed over" in line]
    told = {"ada/.git/config": "ada/.git", "__MACOSX/._ada.yaml": "__MACOSX"}
    assert sorted(passed_over) == sorted(f"{folder}/subs/{told.get(name, name)}" for name in JUNK)


def test_what_the_program_writes_itself_is_never_a_hand_in(folder: Path) -> None:
    week = folder / "subs" / "ada"
    assert run("generate", "minimax", "--id", "week5", "--out", week).code == 0
    assert run("grade", week / "answers.yaml", "--html", "--svg", "--out", week / "feedback").code == 0
    assert [file.below for file in look_below(str(week))[0]] == [("answers.yaml",), ("key", "solution.yaml")]


def test_answers_written_into_the_problem_are_a_hand_in() -> None:
    assert own_document(PROBLEM.format(id="q1").encode())
    assert own_document((PROBLEM.format(id="q1") + "answers: {value: 3}\n").encode()) == ""
    assert own_document(b'{"format": "gametree-submission/1", "answers": {}}') == ""


def test_any_other_file_is_a_hand_in_that_cannot_be_graded(folder: Path) -> None:
    put(folder / "subs/ada.docx", b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml word/document.xml")
    put(folder / "subs/ben.pdf", b"%PDF-1.7\n")
    put(folder / "subs/cem.png", b"\x89PNG\r\n\x1a\n")
    put(folder / "subs/dee/answers.yaml", RIGHT)
    put(folder / "subs/dee/photo.jpg", b"\xff\xd8\xff\xe0")
    ran = grade(folder, "--format", "json")
    assert ran.code == 3
    assert [(line["student"], line["gradable"]) for line in ran.lines] == [
        ("ada", False),
        ("ben", False),
        ("cem", False),
        ("dee", True),
    ]
    assert "is a Word document" in ran.lines[0]["errors"][0]["message"]
    assert ran.lines[3]["files_not_graded"][0]["source"] == str(folder / "subs/dee/photo.jpg")
    assert ran.err.splitlines()[-1] == "4 hand-ins: 1 graded (1 of them in part), 3 not; mean 1 of 1 point (100 %)"


def test_links_are_not_followed_wherever_they_lead(folder: Path) -> None:
    secret = put(folder / "secret.yaml", RIGHT)
    put(folder / "subs/ada/answers.yaml", RIGHT)
    (folder / "subs/ben.yaml").symlink_to(secret)
    (folder / "subs/cem").symlink_to(folder / "subs")
    (folder / "subs/dee").symlink_to("/")
    (folder / "subs/eve.yaml").symlink_to("ada/answers.yaml")
    (folder / "subs/loop").symlink_to("loop")
    ran = grade(folder, "--format", "json")
    assert ran.code == 3
    assert [line["student"] for line in ran.lines if line["gradable"]] == ["ada"]
    assert sum("is a link, and links are not followed" in line for line in ran.err.splitlines()) == 5


def test_a_pipe_is_told_and_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "subs/ada.yaml")
    ran = grade(folder)
    assert (ran.code, "ada.yaml: is no regular file" in ran.err) == (3, True)


@pytest.mark.parametrize(
    "name", ["a\nb", "\x1b[2J", "\u202eada", "=cmd", b"\xff".decode("utf-8", "surrogateescape"), "x" * 200]
)
def test_hostile_names_come_out_harmless_in_every_output(folder: Path, name: str) -> None:
    put(folder / "subs" / name / "answers.yaml", RIGHT)
    put(folder / "subs/ben.yaml", RIGHT)
    for form in ("text", "json", "csv", "gradescope"):
        ran = grade(folder, "--format", form, "--html", "--out", folder / "out")
        assert ran.code == 0
        assert not {"\x1b", "\u202e"} & set(ran.out + ran.err)
        if form == "csv":
            lines = ran.out.splitlines()
            assert len(lines) == 3
            assert not any(line.startswith("=") for line in lines)
    assert all(len(student) <= 100 for student in students(folder))
    assert len(list((folder / "out/feedback").iterdir())) == 2


def test_names_that_look_alike_when_shown_stay_apart(folder: Path) -> None:
    put(folder / "subs" / "a\nb.yaml", RIGHT)
    put(folder / "subs" / "a\\nb.yaml", RIGHT)
    assert students(folder) == ["a\\nb", "a\\nb-2"]


def test_no_student_can_put_a_problem_beside_the_answers(folder: Path) -> None:
    put(folder / "subs/ada/problem.yaml", PROBLEM.format(id="mine").replace("12", "3"))
    put(folder / "subs/ada/answers.yaml", "answers: {mine: {value: 3}}\n")
    put(folder / "subs/ben.yaml", RIGHT)
    ran = run("grade", folder / "subs")
    assert (ran.code, 'there is no problem "mine"' in ran.err) == (3, True)
    put(folder / "problem.yaml", PROBLEM.format(id="mine"))
    assert 'problem "mine" is taken from' in run("grade", folder / "subs").err


def test_pages_of_a_class_lie_in_a_folder_for_each_student(folder: Path) -> None:
    put(folder / "subs/ada/answers.yaml", RIGHT)
    put(folder / "subs/ben/answers.yaml", RIGHT)
    ran = grade(folder, "--html", "--out", folder / "subs/out")
    assert (ran.code, f"wrote 6 files into {folder}/subs/out" in ran.err) == (0, True)
    pages = sorted(path.relative_to(folder / "subs/out").as_posix() for path in (folder / "subs/out").rglob("*.html"))
    assert pages == ["feedback/ada/report.html", "feedback/ben/report.html", "report.html"]
    again = grade(folder, "--html", "--out", folder / "subs/out", "--format", "json")
    assert [line["student"] for line in again.lines] == ["ada", "ben"]
    assert f"{folder}/subs/out: passed over, it is the folder that this run writes into" in again.err


def test_a_folder_without_hand_ins_is_told(folder: Path) -> None:
    put(folder / "subs/.hidden", "x")
    ran = grade(folder, "--format", "csv")
    assert (ran.code, ran.out) == (3, "student,name,group,earned,possible,percent,status,source\n")
    assert ran.err.splitlines()[-1] == "0 hand-ins: 0 graded, 0 not"


def test_of_very_many_files_of_one_student_only_the_first_are_read(folder: Path) -> None:
    for number in range(MOST_FILES + 2):
        put(folder / f"subs/ada/{number:04}.yaml", RIGHT)
    put(folder / "subs/ben.yaml", RIGHT)
    ran = grade(folder, "--format", "json")
    assert ran.code == 3
    assert f"is the first of 2 files that are not read: {MOST_FILES} a student are" in ran.err


@pytest.mark.slow
def test_ten_thousand_hand_ins_are_graded_in_one_run(folder: Path) -> None:
    for number in range(10_000):
        (folder / f"subs/s{number:05}.yaml").write_text(RIGHT, encoding="utf-8")
    ran = grade(folder, "--format", "csv")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 10_001
    assert ran.err.splitlines()[-1].startswith("10,000 hand-ins: 10,000 graded, 0 not; mean 1 of 1 point")
