"""Bulk downloads of learning platforms: every layout, who handed in what in it, and what cannot be read."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from console import put, run
from zipped import Put, written, zipped

from grader.course.downloads import read_metadata
from grader.course.lms import canvas, gradescope, moodle
from grader.course.pasted import pasted_text

RIGHT = "answers: {minimax-textbook: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2, D: 2}}}\n"
HALF = "answers: {minimax-textbook: {value: 3}}\n"
PASTED = "<p>answers:<br>&nbsp; minimax-textbook:<br />\n&nbsp;&nbsp; &nbsp;value: 3</p><!-- x -->"


def metadata(submissions: Mapping[str, str]) -> str:
    return "".join(f"{folder}:\n{below}" for folder, below in submissions.items())


def submitter(name: str, sid: str, email: str) -> str:
    return f"  - :name: {name}\n    :sid: {sid}\n    :email: {email}\n"


GRADESCOPE = {
    "assignment_9_export/submission_metadata.yml": metadata(
        {
            "submission_212345": "  :submitters:\n"
            + submitter("Žofia O'Neil-Müller", "'100'", "zofia@example.edu")
            + "  :created_at: 2026-11-20 14:22:32.365935000 Z\n  :score: 8.0\n  :results: {tests: [{name: A}]}\n  :history: []\n",
            "submission_212346": "  :submitters:\n"
            + submitter("Pair One", "'200'", "one@example.edu")
            + '  - {":name": Pair Two, ":sid": "201", ":email": two@example.edu}\n',
        }
    ),
    "assignment_9_export/submission_212345/answers.yaml": RIGHT,
    "assignment_9_export/submission_212346/answers.yaml": HALF,
}
LAYOUTS: dict[str, tuple[str, Mapping[str, bytes | str], dict[str, tuple[str, str]]]] = {
    "Moodle with folders": (
        "moodle",
        {
            "Žofia ONeil-Müller_5_assignsubmission_file/answers.yaml": RIGHT,
            "李 小龙_2_assignsubmission_file/week 5/my answers.yml": HALF,
            "Ann Lee_17_assignsubmission_onlinetext/onlinetext.html": PASTED,
        },
        {
            "Participant 5": ("Žofia ONeil-Müller", "3"),
            "Participant 2": ("李 小龙", "1"),
            "Participant 17": ("Ann Lee", "1"),
        },
    ),
    "Moodle without folders": (
        "moodle",
        {
            "Žofia ONeil-Müller_5_assignsubmission_file_answers.yaml": RIGHT,
            "Ann Lee_17_assignsubmission_file_x_2_assignsubmission_file_y.yaml": HALF,
            "Bo_4_assignsubmission_onlinetext_onlinetext.html": PASTED,
            "Bo_4_assignsubmission_onlinetext_picture.png": "PNG",
        },
        {
            "Participant 5": ("Žofia ONeil-Müller", "3"),
            "Participant 17": ("Ann Lee", "1"),
            "Participant 4": ("Bo", "1"),
        },
    ),
    "Moodle blind": (
        "moodle",
        {
            "Participant_5_assignsubmission_file_/answers.json": json.dumps(
                {"answers": {"minimax-textbook": {"value": 3}}}
            )
        },
        {"Participant 5": ("", "1")},
    ),
    "Moodle groups": (
        "moodle",
        {"Team A_3_assignsubmission_file/answers.yaml": RIGHT, "Default group_0_assignsubmission_file/a.yaml": HALF},
        {"Participant 3": ("Team A", "3"), "Participant 0": ("Default group", "1")},
    ),
    "Moodle unzipped around": (
        "moodle",
        {"AI-HW3-44/Ann Lee_17_assignsubmission_file/answers.yaml": HALF},
        {"Participant 17": ("Ann Lee", "1")},
    ),
    "Canvas": (
        "canvas",
        {
            "oneilmüllerzofia_3143_207797_answers.yaml": RIGHT,
            "leeann_LATE_3144_207798_my_5_6_answers.yaml": HALF,
            "text_3145_text.html": "<html><head><title>HW 3: Text</title></head><body>\n<h1>HW 3: Text</h1>\n<div>\n  "
            + PASTED
            + "\n</div></body></html>",
            "again_3146_1_answers.yaml": RIGHT,
            "again_3146_2_answers-1.yaml": HALF,
        },
        {
            "3143": ("oneilmüllerzofia", "3"),
            "3144": ("leeann", "1"),
            "3145": ("text", "1"),
            "3146": ("again", "1"),
        },
    ),
    "Canvas anonymous": (
        "canvas",
        {"anon_Xy12Z_207797_answers.yaml": RIGHT, "LATE_anon_abcde_5_a.yaml": HALF, "anon_fghij_LATE_6_a.yaml": HALF},
        {"anon_Xy12Z": ("", "3"), "anon_abcde": ("", "1"), "anon_fghij": ("", "1")},
    ),
    "Canvas, files of a quiz": (
        "canvas",
        {
            "lee_ann3143_question_55_901_answers.yaml": RIGHT,
            "o-neil_bo3144_question_55_902_question_1_2_answers.yaml": HALF,
            "o-neil_bo3144_question_56_904_more.yaml": "answers: {one-leaf: {value: 7}}\n",
            "3145_question_55_903_9_9_answers.yaml": HALF,
        },
        {"3143": ("lee ann", "3"), "3144": ("o-neil bo", "2"), "3145": ("", "1")},
    ),
    "Canvas, students call their files as quizzes do": (
        "canvas",
        {
            "leeann_3143_207797_hw3_question_1_2_answers.yaml": RIGHT,
            "leebo_LATE_3144_207798_7_question_1_2_a.yaml": HALF,
            "anon_Xy12Z_207799_hw3_question_1_2_a.yaml": HALF,
        },
        {"3143": ("leeann", "3"), "3144": ("leebo", "1"), "anon_Xy12Z": ("", "1")},
    ),
    "Gradescope": (
        "gradescope",
        GRADESCOPE,
        {"100": ("Žofia O'Neil-Müller", "3"), "200": ("Pair One", "1"), "201": ("Pair Two", "1")},
    ),
}
JUNK = {"__MACOSX/x_1_assignsubmission_file/._answers.yaml": "junk", ".DS_Store": "x", "Thumbs.db": "x"}


def book(folder: Path) -> dict[str, dict[str, str]]:
    rows = csv.DictReader(io.StringIO((folder / "gradebook.csv").read_text("utf-8")))
    return {row["student"]: row for row in rows}


@pytest.mark.parametrize("is_archive", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("lms", ["auto", "named"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_read(tmp_path: Path, layout: str, lms: str, is_archive: bool) -> None:
    platform, files, students = LAYOUTS[layout]
    download = tmp_path / "download.zip"
    if is_archive:
        put(download, zipped({**files, **JUNK}))
    else:
        download = tmp_path / "download"
        for name, content in {**files, **JUNK}.items():
            put(download / name, content)
    out = tmp_path / "out"
    ran = run("grade", download, "--lms", platform if lms == "named" else lms, "--out", out)
    assert ran.code == 0, ran.err
    rows = book(out)
    assert {student: (row["name"], row["earned"]) for student, row in rows.items()} == students
    assert {row["platform"] for row in rows.values()} == {platform}
    for student, row in rows.items():
        assert row["key"] == student.removeprefix("Participant ")
    results = [json.loads(line) for line in (out / "results.jsonl").read_text("utf-8").splitlines()]
    assert {one["platform"]["key"] for one in results} == {row["key"] for row in rows.values()}


def test_only_the_last_answers_of_a_resubmission_count_unless_asked_otherwise(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", zipped(LAYOUTS["Canvas"][1]))
    for keep, earned in (("latest", "1"), ("first", "3"), ("best", "3")):
        run("grade", download, "--lms", "auto", "--keep", keep, "--out", tmp_path / keep)
        assert book(tmp_path / keep)["3146"]["earned"] == earned


def test_two_submissions_of_one_student_are_told_and_joined(tmp_path: Path) -> None:
    again = "  :submitters:\n" + submitter("Solo", "'100'", "s@example.edu") + "  :created_at: 2026-11-21 10:00:00 Z\n"
    first = again.replace("21", "20")
    download = zipped(
        {
            "submission_metadata.yml": metadata({"submission_7": first, "submission_8": again}),
            "submission_7/a.yaml": RIGHT,
            "submission_8/a.yaml": HALF,
        }
    )
    ran = run("grade", put(tmp_path / "d.zip", download), "--lms", "auto", "--out", tmp_path / "out")
    assert '"100" handed in 2 submissions, submission_7, submission_8; --keep says which answers count' in ran.err
    assert book(tmp_path / "out")["100"]["earned"] == "1"
    (result,) = [json.loads(line) for line in (tmp_path / "out/results.jsonl").read_text("utf-8").splitlines()]
    assert (result["platform"]["submission"], result["platform"]["time"]) == ("8", "2026-11-21 10:00:00 Z")


def test_two_people_with_one_student_id_in_one_download_are_told_as_that(tmp_path: Path) -> None:
    ann, bo = ("  :submitters:\n" + submitter(name, "'100'", f"{name}@example.edu") for name in ("Ann", "Bo"))
    said = {"submission_metadata.yml": metadata({"submission_7": ann, "submission_8": bo})}
    download = zipped({**said, "submission_7/a.yaml": RIGHT, "submission_8/a.yaml": HALF})
    ran = run("grade", put(tmp_path / "d.zip", download), "--lms", "auto", "--out", tmp_path / "out")
    assert ran.code == 2
    assert '100 is "Ann" and "Bo"' in ran.err
    assert "two people have one student ID; correct it on Gradescope's roster" in ran.err
    assert "several downloads" not in ran.err


def test_a_submission_named_twice_is_refused_and_a_time_that_is_none_is_said(tmp_path: Path) -> None:
    one = "  :submitters:\n" + submitter("Solo", "'100'", "s@example.edu") + "  :created_at: yesterday\n"
    files = {"submission_metadata.yml": metadata({"submission_7": one}), "submission_7/a.yaml": RIGHT}
    ran = run("grade", put(tmp_path / "once.zip", zipped(files)), "--lms", "auto", "--out", tmp_path / "once")
    assert ran.code == 0
    assert '"yesterday" and the like are no times; nobody knows when "submission_7" came' in ran.err
    other = one.replace("Solo", "Other").replace("100", "200")
    twice = {**files, "submission_metadata.yml": metadata({"submission_7": one}) + metadata({"submission_7": other})}
    ran = run("grade", put(tmp_path / "twice.zip", zipped(twice)), "--lms", "auto", "--out", tmp_path / "twice")
    assert ran.code == 2
    assert 'submission_metadata.yml: names "submission_7" twice; nobody can tell whose it is' in ran.err


def test_a_text_beside_a_file_is_left_out_unless_it_holds_answers(tmp_path: Path) -> None:
    held = "Ann_1_assignsubmission_"
    for text, status in (("<p>See my file. Thanks!</p>", "junk"), (PASTED, "superseded")):
        files = {f"{held}file/a.yaml": RIGHT, f"{held}onlinetext/onlinetext.html": text}
        out = tmp_path / status
        ran = run(
            "grade", put(tmp_path / f"{status}.zip", zipped(files)), "--lms", "moodle", "--keep", "first", "--out", out
        )
        assert ran.code == 0
        table = csv.DictReader(io.StringIO((out / "inputs.csv").read_text("utf-8")))
        rows = {row["source"].rpartition("/")[2]: row for row in table}
        assert rows["onlinetext.html"]["status"] == status
        assert rows["a.yaml"]["status"] == "graded"


@pytest.mark.parametrize(("keep", "earned"), [("latest", "1"), ("first", "3"), ("best", "3")])
def test_of_a_text_field_and_a_file_the_text_field_is_the_last(tmp_path: Path, keep: str, earned: str) -> None:
    files = {
        "Ann Lee_1_assignsubmission_onlinetext/onlinetext.html": PASTED,
        "Ann Lee_1_assignsubmission_file/z.yaml": RIGHT,
    }
    out = tmp_path / "out"
    ran = run("grade", put(tmp_path / "d.zip", zipped(files)), "--lms", "moodle", "--keep", keep, "--out", out)
    assert book(out)["Participant 1"]["earned"] == earned
    assert "the answers to minimax-textbook do not count" in ran.err


def test_the_address_of_a_page_is_not_followed(tmp_path: Path) -> None:
    ran = run(
        "grade", put(tmp_path / "d.zip", zipped({"annlee_5_link.html": "<html>"})), "--lms", "auto", "--format", "json"
    )
    assert ran.code == 3
    assert "is the address of a page, which is not followed" in ran.json["errors"][0]["message"]


@pytest.mark.parametrize("lms", ["auto", "moodle", "canvas", "gradescope"])
@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"ada.yaml": HALF, "ben/answers.yaml": HALF}, 'there is "ada.yaml", "ben", expected names like Moodle\'s'),
        ({}, "there is nothing in it"),
        ({"submission_1/a.yaml": HALF}, 'there is "submission_1"'),
        (
            {"Ann_1_assignsubmission_file/a.yaml": HALF, "annlee_5_6_a.yaml": HALF},
            'Moodle ("Ann_1_assignsubmission_file"), Canvas ("annlee_5_6_a.yaml")',
        ),
    ],
)
def test_a_layout_that_is_unknown_or_mixed_is_told_with_what_was_found(
    tmp_path: Path, files: Mapping[str, str], said: str, lms: str
) -> None:
    ran = run("grade", put(tmp_path / "d.zip", zipped(files)), "--lms", lms, "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_a_download_of_another_platform_than_named_says_which_it_is(tmp_path: Path) -> None:
    ran = run("grade", put(tmp_path / "d.zip", zipped(LAYOUTS["Canvas"][1])), "--lms", "moodle")
    assert ran.code == 2
    assert "is laid out as Canvas does it" in ran.err
    assert "--lms canvas reads it" in ran.err


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("is_archive", [True, False])
def test_without_lms_a_download_is_told_to_look_like_one(tmp_path: Path, layout: str, *, is_archive: bool) -> None:
    lms, files, _ = LAYOUTS[layout]
    for name, content in files.items():
        put(tmp_path / "d" / name, content)
    put(tmp_path / "d/strange.txt", "x")  # junk makes no other download of it
    download = put(tmp_path / "d.zip", zipped(files | {"strange.txt": "x"})) if is_archive else tmp_path / "d"
    ran = run("grade", download, "--format", "csv")
    assert f"{download}: is laid out as {lms.capitalize()} does it (" in ran.err
    assert f"); --lms {lms} reads from its names who handed in what\n" in ran.err


def test_a_folder_of_students_is_not_told_to_be_a_download(tmp_path: Path) -> None:
    for name in ("ann.yaml", "lee_3143_207797_answers.yaml", "Bo_4_assignsubmission_file/a.yaml"):
        put(tmp_path / "d" / name, HALF)
    assert "--lms" not in run("grade", tmp_path / "d", "--format", "csv").err


def test_what_is_no_download_is_wrong_usage(tmp_path: Path) -> None:
    for what in (put(tmp_path / "a.yaml", HALF), "-"):
        assert run("grade", what, "--lms", "auto").code == 2
    assert run("grade", tmp_path / "gone.zip", "--lms", "auto").code == 2
    document = zipped({"word/document.xml": b"y", "[Content_Types].xml": b"x"})
    assert run("grade", put(tmp_path / "a.docx", document), "--lms", "auto").code == 2


def test_a_file_without_a_platforms_name_is_named_and_nobodys(tmp_path: Path) -> None:
    files = {
        "Ann_1_assignsubmission_file/a.yaml": HALF,
        "notes.txt": "mine",
        "Ben_x_assignsubmission_file/a.yaml": HALF,
    }
    ran = run("grade", put(tmp_path / "d.zip", zipped(files)), "--lms", "auto", "--out", tmp_path / "out")
    assert ran.code == 0
    assert ran.err.count("passed over, it has no name that Moodle gives to what a student handed in") == 2
    assert [*book(tmp_path / "out")] == ["Participant 1"]


def test_a_hostile_archive_hurts_nobody_else(tmp_path: Path) -> None:
    mine = b"Ann_1_assignsubmission_file/"
    entries = [
        Put(mine + b"a.yaml", RIGHT.encode()),
        Put(b"../Ben_2_assignsubmission_file/a.yaml", RIGHT.encode()),
        Put(b"Cy_3_assignsubmission_file/a.yaml", b"x" * 2_000_000),
        Put(b"Di_4_assignsubmission_file/a.yaml", RIGHT.encode(), flags=1),
        Put(b"Ed_5_assignsubmission_file/a.yaml", RIGHT.encode(), mode=0o120777),
        Put(b"Fay_6_assignsubmission_file/a.yaml", RIGHT.encode(), crc=1),
    ]
    ran = run("grade", put(tmp_path / "d.zip", written(entries)), "--lms", "auto", "--out", tmp_path / "out")
    assert ran.code == 3
    rows = book(tmp_path / "out")
    assert [rows[f"Participant {n}"]["status"] for n in (1, 3, 4, 5, 6)] == ["graded", *["not-gradable"] * 4]
    assert "leads out of it" in ran.err
    assert "Participant 2" not in rows
    assert not [*tmp_path.parent.rglob("Ben_2*")]


def test_an_archive_that_a_student_handed_in_is_looked_into(tmp_path: Path) -> None:
    inner = zipped({"a/answers.yaml": RIGHT, "submission_metadata.yml": "x: y", "submission_1/b.yaml": HALF})
    files = {"annlee_3143_207797_my_answers.zip": inner, "Ann_1_assignsubmission_file/my.zip": inner}
    for name, student in zip(files, ("3143", "Participant 1"), strict=True):
        out = tmp_path / student
        run("grade", put(tmp_path / f"{student}.zip", zipped({name: files[name]})), "--lms", "auto", "--out", out)
        assert [*book(out)] == [student]


def test_downloads_of_two_assignments_are_not_mixed_up(tmp_path: Path) -> None:
    one = put(tmp_path / "a.zip", zipped({"Ann Lee_1_assignsubmission_file/a.yaml": HALF}))
    two = put(tmp_path / "b.zip", zipped({"Ben Ray_1_assignsubmission_file/a.yaml": HALF}))
    ran = run("grade", one, two, "--lms", "moodle", "--out", tmp_path / "out")
    assert ran.code == 2
    assert 'Participant 1 is "Ann Lee" and "Ben Ray"' in ran.err


@pytest.mark.parametrize("lms", ["auto", "named"])
@pytest.mark.parametrize(
    ("platform", "files", "who"),
    [
        (
            "moodle",
            ["Ann Lee_17_assignsubmission_file/a.yaml", "Bob Ek_17_assignsubmission_file/a.yaml"],
            'Participant 17 is "Ann Lee" and "Bob Ek"',
        ),
        ("canvas", ["annlee_17_1_a.yaml", "bobek_LATE_17_2_a.yaml"], '17 is "annlee" and "bobek"'),
        (
            "moodle",
            ["Bob Ek_17_assignsubmission_file/a.yaml", "Participant_17_assignsubmission_file/a.yaml"],
            'Participant 17 is "Bob Ek" and anonymous',
        ),
    ],
)
def test_one_key_with_names_of_two_students_is_never_joined(
    tmp_path: Path, platform: str, files: list[str], who: str, lms: str
) -> None:
    download = put(tmp_path / "d.zip", zipped({files[0]: RIGHT, files[1]: HALF}))
    ran = run("grade", download, "--lms", platform if lms == "named" else lms, "--out", tmp_path / "out")
    assert ran.code == 2
    assert ran.err.startswith(f"{download}/{files[1]}: {who}, the first in {download}/{files[0]}; ")
    assert not (tmp_path / "out").exists()


def test_a_run_that_is_given_again_marks_nothing_and_regrade_knows_the_same_hand_ins(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", zipped(LAYOUTS["Moodle with folders"][1]))
    out = tmp_path / "out"
    first = run("grade", download, "--lms", "moodle", "--out", out)
    again = run("grade", download, "--lms", "moodle", "--out", out)
    assert first.code == again.code == 0
    assert "nothing has changed" in again.err
    assert "--lms" in run("grade", download, "--out", out).err  # another run, which is refused
    problem = Path("problem_bank/minimax/minimax-textbook/problem.yaml").absolute()
    ran = run("regrade", out, download, "--problems", problem, "--out", tmp_path / "new")
    assert ran.code == 0, ran.err
    assert {row["key"] for row in book(tmp_path / "new").values()} == {"2", "5", "17"}
    assert [row["earned"] for row in book(tmp_path / "new").values()] == [row["earned"] for row in book(out).values()]


def test_a_group_is_marked_again_once_for_each_member(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", zipped(GRADESCOPE))
    run("grade", download, "--lms", "gradescope", "--out", tmp_path / "out")
    problem = Path("problem_bank/minimax/minimax-textbook/problem.yaml").absolute()
    ran = run("regrade", tmp_path / "out", download, "--problems", problem, "--out", tmp_path / "new")
    assert ran.code == 0, ran.err
    assert {student: row["earned"] for student, row in book(tmp_path / "new").items()} == {
        "100": "3",
        "200": "1",
        "201": "1",
    }


# Who of a roster it is


def test_a_roster_knows_students_by_id_email_full_name_and_group(tmp_path: Path, quiz_build: Path) -> None:
    cases: dict[str, Mapping[str, bytes | str]] = {
        "moodle": {
            "Žofia ONeil-Müller_5_assignsubmission_file/a.yaml": HALF,
            "Team B_3_assignsubmission_file/a.yaml": HALF,
        },
        "canvas": {"oneilmülleržofia_3143_1_a.yaml": HALF, "bergannvan_3144_2_a.yaml": HALF},
        "gradescope": {
            "submission_metadata.yml": metadata(
                {
                    "submission_1": "  :submitters:\n" + submitter("Somebody", "S1", "x@example.edu"),
                    "submission_2": "  :submitters:\n" + submitter("Somebody", "", "ANN@example.edu"),
                }
            ),
            "submission_1/a.yaml": HALF,
            "submission_2/a.yaml": HALF,
        },
    }
    for lms, files in cases.items():
        out = tmp_path / lms
        run("grade", put(tmp_path / f"{lms}.zip", zipped(files)), "--lms", lms, "--quiz", quiz_build, "--out", out)
        came = {student for student, row in book(out).items() if row["status"] != "missing"}
        assert came == ({"s1", "s2", "s3"} if lms == "moodle" else {"s1", "s2"})
        keys = {row["key"] for student, row in book(out).items() if student in came}
        assert "" not in keys


@pytest.fixture
def quiz_build(tmp_path: Path) -> Path:
    put(
        tmp_path / "quiz/quiz.yaml",
        "format: gametree-quiz/1\nid: q\nvariants: {groups: [Team A, Team B]}\nexercises:\n  - {id: e1, bank: minimax-textbook}\n",
    )
    put(
        tmp_path / "quiz/roster.csv",
        "id,name,group,email\ns1,Žofia O'Neil-Müller,Team A,z@example.edu\ns2,Ann van Berg,Team B,ann@example.edu\ns3,Bo Bo,Team B,bo@example.edu\n",
    )
    put(tmp_path / "quiz/quiz.secret", "0123456789abcdef0123456789abcdef\n")
    ran = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build")
    assert ran.code == 0, ran.err
    return tmp_path / "build"


# Names, pages and metadata by themselves


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Ann Lee_17_assignsubmission_file", "17"),
        ("Ann Lee_17_assignsubmission_file_a_3_assignsubmission_file_b", "17"),
        ("17_assignsubmission_file", None),
        ("Ann_Lee_17_assignsubmission_file", None),
        ("Ann Lee_x_assignsubmission_file", None),
        ("Ann Lee_17_assignfeedback_file", None),
    ],
)
def test_a_name_of_moodle_is_read_from_the_left(name: str, key: str | None) -> None:
    found = moodle(name)
    assert (found and found.person.key) == key
    assert canvas(name) is None


@pytest.mark.parametrize(
    ("name", "key", "is_late"),
    [
        ("studenttest_3143_207797_zipsubmission", "3143", False),
        ("a_b_LATE_3143_207797_x_9_9_y.yaml", "3143", True),
        ("李小龙_1_2_答案.yaml", "1", False),
        ("annlee_5_text.html", "5", False),
        ("annlee_5_6.yaml", None, False),
        ("answers.yaml", None, False),
        ("late_LATE_1_2_a", "1", True),
        ("anon_Xy12Z_5_question_1_2_a.yaml", "anon_Xy12Z", False),
        ("anon_12345_5_a.yaml", "12345", False),
        ("o-neil_bo3144_question_55_902_question_1_2_a.yaml", "3144", False),
        ("question_55_901_a.yaml", "55", False),
        ("lee_question_55_901_a.yaml", "55", False),
    ],
)
def test_a_name_of_canvas_holds_user_and_attachment(name: str, key: str | None, is_late: bool) -> None:
    found = canvas(name)
    assert (found and found.person.key, bool(found and found.person.is_late)) == (key, is_late)
    assert moodle(name) is None
    assert gradescope(name) is None


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (PASTED, "answers:\n  minimax-textbook:\n    value: 3\n"),
        ("answers: {a: 1}\n", "answers: {a: 1}\n"),
        ("<pre>answers:\n  a: &lt;b&gt; &amp;lt;</pre>", "answers:\n  a: <b> &lt;\n"),
        ("<p>answers:</p><p>&nbsp;&nbsp;q: {v: 3}</p>", "answers:\n  q: {v: 3}\n"),
        ("<p>answers: <b>{q:</b>\n {v: 3}}</p>", "answers: {q: {v: 3}}\n"),
        ("<script>answers: 1</script><style>x</style><p>a < b</p>", "a < b\n"),
        ("<ul><li>G</li><li>H</li></ul>", "- G\n- H\n"),
        ("<p>a</p><script>never closed", "a\n"),
        ("<p>a<", "a<\n"),
        ("<p>a<!-- never closed", "a\n"),
        ("", "\n"),
    ],
)
def test_a_page_of_a_text_field_is_text_again(page: str, text: str) -> None:
    assert pasted_text(page.encode()).decode() == text


@pytest.mark.parametrize("piece", ["<", "<!--", "<script>", "<p", "</", "&", "<a b=<"])
def test_broken_markup_takes_no_longer_the_more_there_is_of_it(piece: str) -> None:
    """Each character is looked at a bounded number of times; a quadratic reader would not come to an end here."""
    assert pasted_text((piece * (2_000_000 // len(piece))).encode()) is not None


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"a", b"a: [", b"\xff\xfe\x00", b"submission_1:\n  :submitters:\n  - &x {:name: \x00}\n"]
)
def test_metadata_that_gradescope_never_wrote_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ValueError, match=r"is no|ends too early"):
        read_metadata(content)
    files = {"submission_metadata.yml": content, "submission_1/a.yaml": HALF.encode()}
    ran = run("grade", put(tmp_path / "d.zip", zipped(files)), "--lms", "auto")
    assert ran.code == 2
    assert "submission_metadata.yml: " in ran.err


def test_metadata_may_name_a_person_by_reference_and_hold_anything_else(tmp_path: Path) -> None:
    said = b"""---
submission_1:
  :submitters:
  - &1
    :name: Ann
    :sid:
    :email: ann@example.edu
  :history: [[[[{a: [b]}]]]]
  :results: !ruby/object:X {a: *1}
submission_2:
  :submitters: [*1]
submission_3: null
"""
    found = read_metadata(said)
    assert [[person.key for person in one.submitters] for one in found.values()] == [["ann@example.edu"]] * 2 + [[]]
    bomb = "a: &a [x]\n" + "".join(f"b{n}: [{'*a,' * 50}]\n" for n in range(50))
    assert all(not one.submitters for one in read_metadata(bomb.encode()).values())


def test_a_download_is_read_entry_by_entry_and_never_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is larger than a submission may be is not read to its end, and nothing is written beside OUT."""
    asked: list[int] = []
    before = zipfile.ZipExtFile.read

    def read(self: Any, n: int | None = -1) -> bytes:
        asked.append(n or -1)
        return before(self, n)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", read)
    files = {f"S{n}_{n}_assignsubmission_file/a.yaml": HALF for n in range(30)}
    stored = zipped(
        {**files, "Big_99_assignsubmission_file/photo.jpg": b"\xff\xd8" + bytes(range(256)) * 8000}, zipfile.ZIP_STORED
    )
    ran = run("grade", put(tmp_path / "d.zip", stored), "--lms", "moodle", "--format", "json")
    assert ran.code == 3
    assert len(ran.lines) == 31
    assert max(asked) <= 64 * 1024 + 1
    assert min(asked) > 0
    assert [file.name for file in tmp_path.iterdir()] == ["d.zip"]
