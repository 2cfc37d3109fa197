"""Marks into gradebooks as platforms give them: only cells for marks and comments change, and nothing is written that an importer refuses."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from console import ROOT, Ran, put, run

from grader.core.text import printable, without_escapes
from grader.course.gradebook_files import Change, filled, read_table

FORMATS = ROOT.parent / "shared/lms/formats/csv"
BOM = "\ufeff"
ZOFIA = {"lms": "moodle", "key": "5", "name": "Žofia ONeil-Müller"}
ANN = {"lms": "moodle", "key": "17", "name": "Ann Lee"}
CANVAS = [
    {"lms": "canvas", "key": "3143", "name": "oneilmülleržofia"},
    {"lms": "canvas", "key": "3144", "name": "vanderbergannlee"},
]


def result(
    student: str, earned: float, possible: float, platform: Mapping[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a result of one student as a class run writes it."""
    problem = {"id": "q1", "kind": "minimax", "earned": earned, "possible": possible, "parts": [], "diagnoses": []}
    return {
        "format": "gametree-result/1",
        "source": f"{student}.yaml",
        "student": student,
        **({"platform": dict(platform)} if platform else {}),
        "gradable": True,
        "earned": earned,
        "possible": possible,
        "problems": [problem],
        "problems_not_graded": [],
        "provenance": {"grader": "0.1.0", "problems": {}, "input": "sha256:" + "0" * 64},
        **more,
    }


def ungraded(student: str, platform: Mapping[str, str] | None = None) -> dict[str, Any]:
    one = result(student, 0, 0, platform)
    for name in ("earned", "possible", "problems", "problems_not_graded"):
        del one[name]
    return one | {"gradable": False, "errors": [{"line": None, "column": None, "path": "$", "message": "is empty"}]}


def out_of(tmp_path: Path, results: Sequence[Mapping[str, Any]]) -> Path:
    """Return a folder with the results of a class."""
    put(tmp_path / "out/results.jsonl", "".join(json.dumps(one) + "\n" for one in results))
    return tmp_path / "out"


def fill(tmp_path: Path, results: Sequence[Mapping[str, Any]], book: str | bytes, *options: object) -> Ran:
    file = put(tmp_path / "book.csv", book)
    return run("gradebook", out_of(tmp_path, results), "--fill", file, "--out", tmp_path / "filled.csv", *options)


def made(tmp_path: Path) -> str:
    return (tmp_path / "filled.csv").read_bytes().decode("utf-8")


WORKSHEET = (
    BOM
    + "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments\r\n"
    'Participant 5,"Žofia O\'Neil-Müller",zofia@example.edu,Submitted for grading,70.00,100.00,Yes,"Friday, 20 November 2026, 12:12 PM",-,""\r\n'
    'Participant 17,Ann Lee,annlee@example.edu,"Submitted, ""late""",,100.00,Yes,-,-,<p>My own words</p>\r\n'
    "Participant 9,=1+1,nobody@example.edu,No submission,-,100.00,Yes,-,-,\r\n"
)


def test_a_grading_worksheet_of_moodle_gets_marks_and_comments_and_nothing_else(tmp_path: Path) -> None:
    ran = fill(tmp_path, [result("s1", 3.5, 5, ZOFIA), result("s2", 1, 3, ANN)], WORKSHEET, "--out-of", "100")
    assert ran.code == 2  # out of 5 and out of 3
    assert "marks are out of different totals (3, 5)" in ran.err
    ran = fill(tmp_path, [result("s1", 3.5, 5, ZOFIA), result("s2", 5, 5, ANN)], WORKSHEET)
    assert ran.code == 0, ran.err
    expected = WORKSHEET.replace("70.00,100.00", "70,100.00", 1).replace('-,""', '-,"<p>3.5 of 5 points</p>"', 1)
    expected = expected.replace('""late""",,', '""late""",100,')
    assert made(tmp_path) == expected
    assert 'Moodle grading worksheet: marks out of 100 in the column "Grade"' in ran.err
    assert "1 line without a hand-in is left as it is" in ran.err
    assert "wrote 2 marks" in ran.err


def test_a_comment_says_where_the_whole_sheet_was_changed_by_hand(tmp_path: Path) -> None:
    one = {"what": "set 0.5", "by": "me", "why": "x", "before": 3.5, "after": 0.5}
    remark = {**one, "what": "", "before": 5, "after": 5}
    given = {"given": {"q2": {"earned": 0, "possible": 0}}}
    fill(
        tmp_path,
        [
            {**result("s1", 3.5, 5, ZOFIA, adjusted=[one], **given), "earned": 0.5},
            result("s2", 5, 5, ANN, adjusted=[remark]),
        ],
        WORKSHEET,
    )
    assert "<p>0.5 of 5 points, changed by hand (q1: 3.5 of 5, q2: 0 of 0)</p>" in made(tmp_path)
    assert made(tmp_path).count("by hand") == 1


def test_a_comment_names_the_exercise_that_is_a_bonus_and_that_no_more_than_all_points_count(tmp_path: Path) -> None:
    bonus = {"what": "bonus", "by": "me", "why": "x", "before": 2, "after": 2}
    more = {
        "id": "q2",
        "kind": "minimax",
        "earned": 2,
        "possible": 2,
        "parts": [],
        "diagnoses": [],
        "adjusted": [bonus],
    }
    results = [result("s1", 2, 5, ZOFIA), result("s2", 4, 5, {**ZOFIA, "key": "9", "name": "No Body"})]
    for one, earned in zip(results, (4, 5), strict=True):
        one["problems"].append(more)
        one["earned"] = earned
    fill(tmp_path, results, WORKSHEET.replace("=1+1", "No Body"))
    assert "<p>4 of 5 points (q1: 2 of 5, q2: 2 of 2 bonus)</p>" in made(tmp_path)
    assert "<p>5 of 5 points, which is the most that counts (q1: 4 of 5, q2: 2 of 2 bonus)</p>" in made(tmp_path)


def test_filling_in_again_renews_what_was_filled_in_and_leaves_the_instructors_words(tmp_path: Path) -> None:
    fill(tmp_path, [result("s1", 3.5, 5, ZOFIA), result("s2", 5, 5, ANN)], WORKSHEET)
    first = made(tmp_path)
    ran = fill(tmp_path, [result("s1", 4, 5, ZOFIA), result("s2", 5, 5, ANN)], first)
    assert ran.code == 0
    assert made(tmp_path) == first.replace("70,100.00", "80,100.00").replace("3.5 of 5", "4 of 5")
    assert "<p>My own words</p>" in made(tmp_path)
    assert "points" not in (fill(tmp_path, [result("s1", 4, 5, ZOFIA)], WORKSHEET, "--no-comments") and made(tmp_path))


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا محمدی", "דוד \u200fכהן", "Kim\u00ad Soft", "Esc \x1b[31mred", "Two\nLines", "x" * 240]
)
def test_a_name_with_letters_that_nobody_sees_is_the_same_name(tmp_path: Path, name: str) -> None:
    """Results hold these as escapes, and names of at most 200 letters; the platform's table has the name as it is, or without them."""
    person = {"lms": "moodle", "key": "5", "name": printable(name, 200)}
    for written in (name, without_escapes(printable(name, 300))):
        book = WORKSHEET.replace("Žofia O'Neil-Müller", written)
        ran = fill(tmp_path, [result("s1", 3.5, 5, person)], book)
        assert ran.code == 0, ran.err
        assert "70,100.00" in made(tmp_path)


def test_a_worksheet_of_another_assignment_is_refused(tmp_path: Path) -> None:
    ran = fill(
        tmp_path, [result("s1", 3, 5, {**ZOFIA, "key": "17"}), result("s2", 3, 5, {**ANN, "key": "5"})], WORKSHEET
    )
    assert ran.code == 2
    assert ran.err.count("the worksheet is of another assignment") == 2
    assert not (tmp_path / "filled.csv").exists()


def test_a_blind_worksheet_is_filled_in_by_number_alone(tmp_path: Path) -> None:
    book = (
        "Identifier,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 5,x,,10,-\nTeilnehmer/in17,x,-,10,-\n"
    )
    ran = fill(tmp_path, [result("Participant 5", 1, 4, {"lms": "moodle", "key": "5"}), result("x", 4, 4, ANN)], book)
    assert ran.code == 0, ran.err
    assert made(tmp_path) == book.replace("5,x,,", "5,x,2.5,").replace("17,x,-,", "17,x,10,")


EXPORT = (
    "First name;Last name;ID number;Email address;Assignment: HW 3: minimax (Real);Assignment: HW 3: minimax (Feedback);Course total (Real)\n"
    "Žofia;O'Neil-Müller;s1;zofia@example.edu;-;;12.5\n"
    '"Ann; Lee";Lee;;annlee@example.edu;;"";-\n'
)


def test_a_grade_export_of_moodle_is_filled_in_by_id_or_email(tmp_path: Path) -> None:
    students = [result("s1", 8.5, 10), result("annlee@example.edu", 2.125, 10)]
    ran = fill(tmp_path, students, EXPORT, "--out-of", "10")
    assert ran.code == 0, ran.err
    expected = EXPORT.replace("zofia@example.edu;-;;", "zofia@example.edu;8.5;8.5 of 10 points;")
    assert made(tmp_path) == expected.replace(
        ';annlee@example.edu;;""', ';annlee@example.edu;2.13;"2.125 of 10 points"'
    )
    assert "marks out of 10" in ran.err
    ran = fill(tmp_path, students, EXPORT, "--out-of", "20")
    assert ";17;" in made(tmp_path)
    ran = fill(tmp_path, students, EXPORT, "--column", "Assignment: HW 3", "--out-of", "20")
    assert ran.code == 0, "the column of feedback, which begins so too, takes no marks"
    assert ";17;" in made(tmp_path)
    ran = fill(tmp_path, students[:1], EXPORT, "--column", "Course total (Real)", "--no-comments", "--out-of", "10")
    assert made(tmp_path) == EXPORT.replace(";12.5", ";8.5")


def test_a_gradebook_that_states_no_maximum_is_filled_by_out_of_alone(tmp_path: Path) -> None:
    perfect = [result("annlee@example.edu", 3, 3)]
    for book, column in (
        (EXPORT, "Assignment: HW 3: minimax (Real)"),
        ("Student,ID,SIS Login ID,Section,HW 3 (98)\nLee,7,annlee@example.edu,S,\n", "HW 3 (98)"),
    ):
        ran = fill(tmp_path, perfect, book)
        assert (ran.code, (tmp_path / "filled.csv").exists()) == (2, False), book
        assert f'does not say what "{column}" is out of' in ran.err
        assert "say it by --out-of, such as --out-of 100; --out-of 3 leaves the marks as they were earned" in ran.err
        assert fill(tmp_path, perfect, book, "--out-of", "100").code == 0
        assert re.search(r"[,;]100\b", made(tmp_path))
        (tmp_path / "filled.csv").unlink()


def test_a_roster_says_email_and_name_of_students(tmp_path: Path) -> None:
    roster = put(
        tmp_path / "roster.csv", "id,name,email\nk1,Žofia O'Neil-Müller,zofia@example.edu\nk2,Ann,ANNLEE@example.edu\n"
    )
    students = [result("k1", 8.5, 10), result("k2", 2, 10)]
    assert fill(tmp_path, students, EXPORT).code == 2
    ran = fill(tmp_path, students, EXPORT, "--roster", roster, "--out-of", "10")
    assert ran.code == 0, ran.err


BOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,HW2 (98764),HW3 minimax (98765),Current Score\n"
    ",,,,,Manual Posting,,(read only)\n"
    "    Points Possible,,,,,10,10,(read only)\n"
    '"O\'Neil-Müller, Žofia",3143,S100,zofia@example.edu,AI-01,7,8.5,80\n'
    '"van der Berg, Ann Lee",3144,S101,annlee@example.edu,"AI-01, AI-02",,EX,\n'
    '"=SUM(A1)",3145,S102,eve@example.edu,AI-01,1,,5\n'
)


def test_a_gradebook_of_canvas_keeps_ids_excuses_and_formulas(tmp_path: Path) -> None:
    students = [result("3143", 3, 4, CANVAS[0]), result("3144", 4, 4, CANVAS[1]), result("S102", 1, 4)]
    ran = fill(tmp_path, students, BOOK, "--column", "HW3 minimax (98765)")
    assert ran.code == 0, ran.err
    assert made(tmp_path) == BOOK.replace(",7,8.5,80", ",7,7.5,80").replace("AI-01,1,,5", "AI-01,1,2.5,5")
    assert "left as it is, excused: 1 student" in ran.err
    assert fill(tmp_path, students, BOOK, "--column", "hw3").code == 0


def test_a_number_of_canvas_is_not_looked_for_among_other_ids(tmp_path: Path) -> None:
    book = BOOK.replace("3143,S100", "3199,3143")
    ran = fill(tmp_path, [result("3143", 3, 4, CANVAS[0] | {"name": "x"})], book, "--column", "HW3")
    assert ran.code == 2
    assert 'there is no line for "3143"' in ran.err


def test_a_gradebook_of_canvas_with_decimal_commas_gets_decimal_commas(tmp_path: Path) -> None:
    book = BOM + BOOK.replace('"AI-01, AI-02"', "AI").replace("Müller, Ž", "Müller- Ž").replace(
        "Berg, A", "Berg- A"
    ).replace(",", ";").replace("8.5", "8,5").replace("EX", "4,25")
    ran = fill(tmp_path, [result("3143", 3, 4, CANVAS[0])], book, "--column", "HW3 minimax (98765)")
    assert ran.code == 0, ran.err
    assert made(tmp_path) == book.replace("7;8,5;80", "7;7,5;80")


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (None, "say by --column which column takes the marks"),
        ("HW3", ""),
        ("HW", '"HW" begins "HW2 (98764)", "HW3 minimax (98765)"; say which by --column'),
        ("HW4", "has no column"),
        ("Current Score", "is not columns of assignments, which end with their (id)"),
        ("ID", "is not columns of assignments"),
    ],
)
def test_a_column_of_canvas_is_named_and_has_an_id(tmp_path: Path, column: str | None, said: str) -> None:
    ran = fill(tmp_path, [result("3143", 3, 4, CANVAS[0])], BOOK, *(("--column", column) if column else ()))
    assert ran.code == (2 if said else 0)
    assert said in ran.err


@pytest.mark.parametrize(
    ("head", "what", "instead"),
    [
        ("First Name,SID,Email,Total Score,Max Points,Submission ID", "grades of Gradescope", "--format gradescope"),
        ("submission_id,uid,qid,instance,score_perc,feedback", "scores of PrairieLearn", "--format prairielearn"),
        ("uid,points", "scores of PrairieLearn", "--format prairielearn"),
        ("group_name,manual_points", "scores of PrairieLearn", "--format prairielearn"),
    ],
)
def test_files_of_platforms_that_take_their_own_results_are_refused(
    tmp_path: Path, head: str, what: str, instead: str
) -> None:
    ran = fill(tmp_path, [result("s1", 3, 4)], f"{head}\ns1,s1,,,,\n", "--out-of", "4")
    assert ran.code == 2
    assert f"book.csv: holds {what}, which are not filled in: " in ran.err
    assert f"which grade {instead} writes" in ran.err
    assert "filled.csv is not written" in ran.err
    assert not (tmp_path / "filled.csv").exists()


def test_who_handed_in_by_gradescope_is_known_by_sid_and_email_in_other_gradebooks(tmp_path: Path) -> None:
    of_scope = {"lms": "gradescope", "name": "Someone", "submission": "77"}
    book = "Student,ID,SIS User ID,SIS Login ID,Section,HW (1)\nLee,7,S1,,A,\nEk,8,,bo@example.edu,A,\n"
    students = [
        result("S1", 1, 4, {**of_scope, "key": "S1"}),
        result("x", 2, 4, {**of_scope, "key": "x", "email": "bo@example.edu"}),
    ]
    ran = fill(tmp_path, students, book, "--out-of", "4")
    assert ran.code == 0, ran.err
    assert made(tmp_path) == book.replace("S1,,A,", "S1,,A,1").replace("edu,A,", "edu,A,2")


def test_real_examples_are_filled_in(tmp_path: Path) -> None:
    if not FORMATS.is_dir():
        pytest.skip("the samples of the platforms' formats are not beside this project")
    for name, students in {
        "moodle-grading-worksheet.csv": [result("s1", 3, 4, ZOFIA)],
        "moodle-gradebook-import.csv": [result("zofia@example.edu", 3, 4), result("annlee@example.edu", 3, 4)],
        "canvas-gradebook-import.csv": [result("S100", 3, 4, CANVAS[0])],
    }.items():
        book = (FORMATS / name).read_text("utf-8")
        ran = fill(tmp_path, students, book, *(["--out-of", "100"] if name == "moodle-gradebook-import.csv" else []))
        assert ran.code == 0, (name, ran.err)
        before, after = ([*csv.reader(io.StringIO(text))] for text in (book, made(tmp_path)))
        differ = {
            before[0][at]
            for old, new in zip(before, after, strict=True)
            for at, pair in enumerate(zip(old, new, strict=True))
            if len({*pair}) > 1
        }
        assert differ <= {
            "Grade",
            "Feedback comments",
            "Assignment: HW 3: minimax (Real)",
            "Feedback",
            "HW3 minimax (98765)",
        }
        assert differ


# What marks are out of


@pytest.mark.parametrize(
    ("book", "most", "mark"),
    [
        (WORKSHEET.replace("100.00", "MOST"), '"100,00"', "50"),
        (WORKSHEET.replace("100.00", "MOST"), "1000.0", "500"),
        (BOOK.replace("10,10,(", "10,MOST,("), '"10,0"', "5"),
    ],
)
def test_a_maximum_with_a_decimal_comma_is_read(tmp_path: Path, book: str, most: str, mark: str) -> None:
    student = result("annlee@example.edu", 2, 4, ANN if "Participant" in book else None)
    column = ("--column", "HW3") if "HW3" in book else ()
    ran = fill(tmp_path, [student], book.replace("MOST", most).replace(",EX", ","), *column)
    assert ran.code == 0, ran.err
    assert f",{mark}," in made(tmp_path)


@pytest.mark.parametrize(
    ("book", "line"),
    [(WORKSHEET.replace("100.00", "MOST"), 2), (BOOK.replace("10,10,(", "10,MOST,("), 3)],
)
@pytest.mark.parametrize("most", ["ten", "1.000,00", "1,000", "1e400"])
def test_a_maximum_that_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, book: str, line: int, most: str
) -> None:
    student = result("annlee@example.edu", 2, 4, ANN if "Participant" in book else None)
    column = ("--column", "HW3") if "HW3" in book else ()
    book = book.replace("MOST", f'"{most}"').replace(",EX", ",")
    ran = fill(tmp_path, [student], book, *column)
    assert ran.code == 2
    assert f'line {line}: "{most}" stands where a maximum above 0 is expected' in ran.err
    assert fill(tmp_path, [student], book, *column, "--out-of", "8").code == 0


@pytest.mark.parametrize("most", ["0", "0.00", "-10"])
@pytest.mark.parametrize(
    ("book", "line"), [(WORKSHEET.replace("100.00", "MOST"), 2), (BOOK.replace("10,10,(", "10,MOST,("), 3)]
)
def test_marks_out_of_nothing_are_no_marks(tmp_path: Path, book: str, line: int, most: str) -> None:
    """A column of practice work, out of 0: each mark that stands there would become 0."""
    student = result("annlee@example.edu", 2, 4, ANN if "Participant" in book else None)
    column = ("--column", "HW3") if "HW3" in book else ()
    ran = fill(tmp_path, [student], book.replace("MOST", most).replace(",EX", ","), *column)
    assert ran.code == 2
    assert f'line {line}: "{most}" stands where a maximum above 0 is expected; say it by --out-of' in ran.err


def test_a_gradebook_in_another_language_is_refused_with_what_helps(tmp_path: Path) -> None:
    book = "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung\nTeilnehmer/in17,Ann Lee,a@x,,,100\n"
    ran = fill(tmp_path, [result("a@x", 1, 2)], book)
    assert ran.code == 2
    assert "switch the platform to English and download it once more" in ran.err


# What an importer would refuse


@pytest.mark.parametrize(
    ("book", "said"),
    [
        (
            EXPORT.replace(";-;;", ";8,5;;").replace("s1;", "zz;").replace("zofia@", "z@"),
            "written with a decimal comma",
        ),
        (
            EXPORT.replace(";-;;", ";B+;;").replace("s1;", "zz;").replace("zofia@", "z@"),
            'line 2: "B+" stands where a mark is expected',
        ),
        (EXPORT.replace(";-;;", ";-3;;").replace("s1;", "zz;").replace("zofia@", "z@"), "is below 0"),
        (EXPORT.replace("annlee@", "zofia@"), 'lines 2 and 3 are both "zofia@example.edu"'),
        (
            EXPORT.replace("annlee@", "someone@"),
            'there is no line for "annlee@example.edu"; lines are known by id and email address here; name the class list: --roster roster.csv',
        ),
        ("a,b\n1,2\n", 'is no gradebook that is known: its first line names "a", "b"'),
        ("", "is no gradebook that is known"),
        (EXPORT.encode("utf-16"), "is no UTF-8 text (UTF-16"),
        (
            EXPORT.encode("latin-1", "replace").replace(b"M?ller", b"M\xfcller").replace(b"\xfc", b"\xff"),
            "is no UTF-8 in line 2",
        ),
        ('Email address,X (Real)\n"zofia@example.edu,3\n', "has a quotation mark in line 2 that is not closed"),
        ("Email address,X (Real),Y (Real)\nzofia@example.edu,,\n", "say by --column which column takes the marks"),
        ("Email address,X (Letter)\nzofia@example.edu,\n", "columns of activities are: none"),
        ("Email address,X (Real)\nzofia@example.edu\nannlee@example.edu,\n", "line 2 has only 1 cell"),
    ],
)
def test_what_would_end_an_import_is_told_and_nothing_is_written(tmp_path: Path, book: str | bytes, said: str) -> None:
    students = [result("zofia@example.edu", 8.5, 10), result("annlee@example.edu", 2, 10)]
    if isinstance(book, str) and "zz;" in book:
        students = students[1:]
    ran = fill(tmp_path, students, book)
    assert ran.code == 2
    assert said in ran.err
    assert "filled.csv is not written" in ran.err
    assert not (tmp_path / "filled.csv").exists()


def test_marks_over_the_maximum_are_all_told(tmp_path: Path) -> None:
    ran = fill(tmp_path, [result("s1", 3, 4, ZOFIA), result("s2", 4, 4, ANN)], WORKSHEET, "--out-of", "150")
    assert ran.code == 2
    assert 'line 2: 112.5 for "s1" is more than the maximum of 100' in ran.err
    assert 'line 3: 150 for "s2" is more than the maximum of 100' in ran.err


def test_who_has_no_line_can_be_left_out(tmp_path: Path) -> None:
    students = [result("s1", 3, 4, ZOFIA), result("gone", 4, 4)]
    assert fill(tmp_path, students, WORKSHEET).code == 2
    ran = fill(tmp_path, students, WORKSHEET, "--skip-unknown")
    assert ran.code == 0
    assert "left out, without a line: gone" in ran.err


def test_what_was_not_graded_or_only_in_part_gets_no_mark(tmp_path: Path) -> None:
    partly = result("s2", 1, 2, ANN, problems_not_graded=[{"id": "q2", "reason": "there is no problem"}])
    ran = fill(tmp_path, [ungraded("s1", ZOFIA), partly], WORKSHEET)
    assert ran.code == 0, ran.err
    assert made(tmp_path) == WORKSHEET
    assert "left as it is, partly: s2" in ran.err
    assert "left as it is, not-gradable: s1" in ran.err


def test_a_line_that_may_be_several_students_is_refused(tmp_path: Path) -> None:
    book = "Student,ID,Section,HW (1)\nAnn Lee,99,A,\n"
    students = [
        result("a", 1, 1, {"lms": "moodle", "key": "1", "name": "Ann Lee"}),
        result("b", 1, 1, {"lms": "moodle", "key": "2", "name": "Lee Ann"}),
    ]
    ran = fill(tmp_path, students, book)
    assert 'line 2 may be any of "a", "b"' in ran.err


def test_no_answer_gets_into_a_gradebook_and_no_cell_is_a_formula(tmp_path: Path) -> None:
    one = result("=cmd()", 3, 4, ZOFIA)
    one["problems"][0]["parts"] = [
        {
            "part": "value",
            "earned": 0,
            "possible": 1,
            "entries": [{"verdict": "wrong", "given": "4", "expected": "SECRET", "message": "SECRET"}],
        }
    ]
    ran = fill(tmp_path, [one], WORKSHEET)
    assert ran.code == 0
    assert "SECRET" not in made(tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("--fill", "BOOK"),
        ("--out", "x.csv"),
        ("--fill", "BOOK", "--out", "BOOK"),
        ("--feedback-zip", "x.zip", "--column", "A"),
        ("--fill", "BOOK", "--out", "x", "--feedback-zip", "x"),
        ("--fill", "BOOK", "--out", "x", "--out-of", "0"),
        ("--fill", "BOOK", "--out", "x", "--out-of", "ten"),
        ("--fill", "nowhere.csv", "--out", "x"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    book = put(tmp_path / "book.csv", WORKSHEET)
    out = out_of(tmp_path, [result("s1", 3, 4, ZOFIA)])
    ran = run("gradebook", out, *(str(book) if one == "BOOK" else one for one in wrong))
    assert ran.code == 2
    assert book.read_bytes().decode() == WORKSHEET


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    book = put(tmp_path / "book.csv", WORKSHEET)
    for out in (tmp_path / "nowhere", tmp_path):
        assert run("gradebook", out, "--fill", book, "--out", tmp_path / "x").code == 3


# Bytes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("bom", ["", BOM])
def test_all_but_the_changed_cells_stays_byte_for_byte(bom: str, separator: str, end: str) -> None:
    rows = [
        ["a", '"b"', "c"],
        ['"x""y"', f'"line one{end}two{separator}"', ""],
        [" pad ", "'q'", '"" '],
        ["=1", "", "é李"],
    ]
    content = (bom + end.join(separator.join(row) for row in rows)).encode()
    table = read_table(content)
    assert filled(table, []) == content
    assert table.header == ("a", "b", "c")
    assert [len(line.cells) for line in table.lines] == [3, 3, 3]
    changed = filled(table, [Change(0, 2, "new"), Change(2, 1, 'say "hi"')])
    expected = [*rows[:1], [*rows[1][:2], "new"], rows[2], ["=1", '"say ""hi"""', "é李"]]
    assert changed == (bom + end.join(separator.join(row) for row in expected)).encode()
    assert filled(table, [Change(0, 0, "=2")]).decode().count('"\'=2"') == 1


@pytest.mark.parametrize("seed", range(200))
def test_tables_are_read_as_pythons_reader_reads_them_and_changed_as_it_would_read_the_change(seed: int) -> None:
    rng = random.Random(seed)
    separator, end = rng.choice(",;\t"), rng.choice(["\n", "\r\n"])
    rows = [[random_cell(rng) for _ in range(4)] for _ in range(rng.randint(2, 6))]
    rows[0] = ["name", "mark", "x", "y"]
    out = io.StringIO()
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)
    table = read_table(out.getvalue().encode())
    lines = [row for row in rows[1:] if any(map(str.strip, row))]
    assert [[cell.text for cell in line.cells] for line in table.lines] == lines
    changes = {
        (place, rng.randrange(4)): rng.choice(["3.5", 'a "b"', f"x{separator}y", "<p>1</p>"])
        for place in range(len(lines))
    }
    for (place, column), said in changes.items():
        lines[place][column] = said
    again = [
        *csv.reader(
            io.StringIO(
                filled(table, [Change(*at, said) for at, said in sorted(changes.items())]).decode(), newline=""
            ),
            delimiter=separator,
        )
    ]
    assert [row for row in again[1:] if any(map(str.strip, row))] == lines


def random_cell(rng: random.Random) -> str:
    return "".join(
        rng.choice(["a", "é", '"', ",", ";", "\n", "\r\n", " ", "=", "李", "'"]) for _ in range(rng.randint(0, 5))
    )


# Feedback files


def test_feedback_goes_to_moodle_in_paths_of_feedback_alone(tmp_path: Path) -> None:
    download = tmp_path / "download"
    for folder in ("Žofia ONeil-Müller_5_assignsubmission_file", "Participant_2_assignsubmission_file"):
        put(download / folder / "a.yaml", "answers: {minimax-textbook: {value: 3}}\n")
    out, archive = tmp_path / "out", tmp_path / "feedback.zip"
    assert run("grade", download, "--lms", "moodle", "--html", "--svg", "--out", out).code == 0
    ran = run("gradebook", out, "--feedback-zip", archive)
    assert ran.code == 0, ran.err
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == [
            "Participant_2_assignfeedback_file/minimax-textbook.svg",
            "Participant_2_assignfeedback_file/report.html",
            "Žofia ONeil-Müller_5_assignfeedback_file/minimax-textbook.svg",
            "Žofia ONeil-Müller_5_assignfeedback_file/report.html",
        ]
        assert b"Three moves" in opened.read("Participant_2_assignfeedback_file/report.html")
    first = archive.read_bytes()
    run("gradebook", out, "--feedback-zip", archive)
    assert archive.read_bytes() == first
    assert "wrote feedback for 2 students" in ran.err
    (out / "feedback/Participant_2/report.html").unlink()
    (out / "feedback/Participant_2/minimax-textbook.svg").unlink()
    ran = run("gradebook", out, "--feedback-zip", archive)
    assert "without feedback: Participant 2\nwrote feedback for 1 student into" in ran.err


def test_without_feedback_or_moodle_there_is_no_archive(tmp_path: Path) -> None:
    for results, said in (
        ([result("s1", 3, 4, ZOFIA)], "there is no feedback"),
        ([result("s1", 3, 4)], "nobody handed in by Moodle"),
    ):
        ran = run("gradebook", out_of(tmp_path, results), "--feedback-zip", tmp_path / "x.zip")
        assert (ran.code, said in ran.err) == (2, True)
        assert not (tmp_path / "x.zip").exists()


def test_from_download_to_gradebook_nothing_is_renamed(tmp_path: Path) -> None:
    download = tmp_path / "download"
    put(download / "Žofia ONeil-Müller_5_assignsubmission_file/a.yaml", "answers: {minimax-textbook: {value: 3}}\n")
    out = tmp_path / "out"
    run("grade", download, "--lms", "auto", "--require", "minimax-textbook", "--only", "--out", out)
    book = put(tmp_path / "book.csv", WORKSHEET)
    assert run("gradebook", out, "--fill", book, "--out", tmp_path / "filled.csv").code == 0
    assert "70.00" not in made(tmp_path)
    assert "33.33,100.00" in made(tmp_path)


def test_lines_of_a_large_table_are_read_where_they_are_asked_for() -> None:
    """Nothing is kept of a line but its place, and each is what it was when all were read at once."""
    text = 'a,b\r\n\r\n"x\n""y""",1\n ,\nz,2,\n'
    lines = read_table(text.encode()).lines
    assert [(line.number, [cell.text for cell in line.cells]) for line in lines] == [
        (3, ['x\n"y"', "1"]),
        (6, ["z", "2", ""]),
    ]
    assert (len(lines), lines[1], lines[0:2][0]) == (2, [*lines][1], lines[0])
    with pytest.raises(IndexError):
        lines[2]
