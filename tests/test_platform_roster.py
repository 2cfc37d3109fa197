"""Rosters of what platforms export: which column is taken for what, who is left out, and what is refused."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest
from console import put, run

from grader.course.gradebook_files import FileRefused
from grader.course.platform_roster import make_roster
from grader.course.quiz import Student, read_roster, write_roster

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,HW3 minimax (98765)
    Points Possible,,,,,10
"O'Neil-Müller, Žofia",3143,S100,zofia@example.edu,AI-01,8.5
"van der Berg, Ann Lee",3144,S101,annlee,AI-01 and AI-02,EX
"Student, Test",3145,,x,AI-01,
"""
PARTICIPANTS = """\
First name,Last name,ID number,Email address,Roles,Groups
Ann,Lee,7,ann@example.edu,Student,Research and Development
Bo,Li,8,bo@example.edu,Student,"A, B"
Ed,Moss,9,ed@example.edu,"Student, Non-editing teacher",A
Ina,Tutor,10,ina@example.edu,Non-editing teacher,
"""
WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments
Participant 5,Žofia O'Neil-Müller,zofia@example.edu,Submitted for grading,70.00,100.00,Yes,"Friday, 20 November 2026, 12:12 PM",-,
"""
EXPORT = """\
First name,Surname,ID number,Institution,Department,Email address,Assignment: HW 3: minimax (Real)
Ann,Lee,7,,,ann@example.edu,88.5
"""
GRADESCOPE = """\
First Name,Last Name,SID,Email,Role,Sections
Ann,Lee,7,ann@example.edu,Student,Mon
Ina,Tutor,8,ina@example.edu,Instructor,
"""
MADE = {
    "Canvas": (
        CANVAS,
        [Student("S100", "Žofia O'Neil-Müller", "AI-01", "zofia@example.edu"), Student("S101", "Ann Lee van der Berg")],
        ["the points of Canvas", "line 5: Canvas' student for tests"],
    ),
    "participants": (
        PARTICIPANTS,
        [
            Student("7", "Ann Lee", "Research and Development", "ann@example.edu"),
            Student("8", "Bo Li", "", "bo@example.edu"),
            Student("9", "Ed Moss", "A", "ed@example.edu"),
        ],
        ["line 5: Ina Tutor is Non-editing teacher"],
    ),
    "worksheet": (
        WORKSHEET,
        [Student("zofia@example.edu", "Žofia O'Neil-Müller", "", "zofia@example.edu")],
        ['id: from "Email address"', "group: no column says it"],
    ),
    "grade export": (
        EXPORT,
        [Student("7", "Ann Lee", "", "ann@example.edu")],
        ['name: from "First name" and "Surname"'],
    ),
    "Gradescope": (
        GRADESCOPE,
        [Student("7", "Ann Lee", "Mon", "ann@example.edu")],
        ["line 3: Ina Tutor is Instructor"],
    ),
}


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "tabs"])
def test_exports_become_rosters(name: str, code: str) -> None:
    text, students, said = MADE[name]
    if code == "tabs":
        written = io.StringIO()
        csv.writer(written, delimiter="\t").writerows(csv.reader(io.StringIO(text)))
        text, code = written.getvalue(), "utf-8"
    made = make_roster(text.encode(code))
    assert [*made.students.values()] == students
    notes = "\n".join(made.notes)
    assert all(one in notes for one in said)
    again = read_roster(write_roster(made.students).encode(), "roster.csv")
    assert [*again] == [one.id for one in students]


def refused(text: str, *columns: str | None) -> str:
    with pytest.raises(FileRefused) as failure:
        make_roster(text.encode(), *columns)
    return "\n".join(failure.value.reasons)


def test_ids_that_are_empty_or_twice_are_refused_and_a_whole_column_is_named() -> None:
    text = "Name,ID number,Email address\nA,,a@x\nB,,b@x\nC,,c@x\nD,4,d@x\nE,4,e@x\n"
    said = refused(text)
    assert '3 lines have no ID number (lines 2, 3, 4); --id "Email address" is whole' in said
    assert 'line 6: "4" stands in line 5 already, expected each student once; --id "Email address" is whole' in said
    assert [*make_roster(text.encode(), "email ADDRESS").students] == ["a@x", "b@x", "c@x", "d@x", "e@x"]


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("Vorname,Nachname\nAnn,Lee\n", None, "headers are known in English"),
        ("", None, "and none of these is an id"),
        ("id,name\n", None, "there is no student in it"),
        ("id,name\n../x,Ann\n", None, 'line 2: id "../x" would be a path'),
        ("id,name\n=1+1,Ann\n", None, "would be a formula"),
        ('id,name\n1,"Ann\n', None, "has a quotation mark in line 2 that is not closed"),
        ("id,Group\n1,a\n", "Gruop", 'has no column "Gruop"'),
    ],
)
def test_what_is_no_roster_is_refused_with_its_place(text: str, column: str | None, said: str) -> None:
    assert said in refused(text, None, column)


def test_what_breaks_over_lines_in_a_cell_is_one_line_of_the_roster() -> None:
    made = make_roster(b'id,name,group\n7,"Ann\n  Lee",\n8,Bo,"a\nb"\n')
    assert [(one.name, one.group) for one in made.students.values()] == [("Ann Lee", ""), ("Bo", "a b")]
    assert read_roster(write_roster(made.students).encode(), "roster.csv") == made.students


def test_files_that_are_no_text_are_refused() -> None:
    for content in (b"id\n\xff1\n", b"\xff\xfe\x00", b"PK\x03\x04\x00\x00"):
        with pytest.raises(FileRefused):
            make_roster(content)


def test_names_and_groups_come_back_as_they_were() -> None:
    """A plain second reading: each row of random names as Canvas writes them."""
    drawn = random.Random(28)
    letters = "abcäß'ł -"
    rows = []
    for number in range(300):
        first, last = (" ".join("".join(drawn.choices(letters, k=6)).split()) or "x" for _ in range(2))
        rows.append((first, last, f"s{number}", f"{number}@example.edu"))
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section"])
    table.writerows(
        [f"{last}, {first}", number, id_, email, "one"] for number, (first, last, id_, email) in enumerate(rows)
    )
    made = make_roster(written.getvalue().encode())
    assert [(one.name, one.id, one.email) for one in made.students.values()] == [
        (f"{first} {last}", id_, email) for first, last, id_, email in rows
    ]


def test_the_command_writes_a_roster_that_a_quiz_takes(tmp_path: Path) -> None:
    file, out = put(tmp_path / "grades.csv", CANVAS), tmp_path / "roster.csv"
    ran = run("roster", file, "--out", out)
    assert (ran.code, ran.out) == (0, "")
    assert 'id: from "SIS User ID"' in ran.err
    assert ran.err.endswith(f"wrote 2 students into {out}\n")
    assert out.read_text("utf-8").splitlines()[1] == "S100,Žofia O'Neil-Müller,AI-01,zofia@example.edu"
    again = run("roster", file, "--out", file)
    assert (again.code, file.read_text("utf-8")) == (2, CANVAS)
    broken = run("roster", put(tmp_path / "broken.csv", "Name\nAnn\n"), "--out", tmp_path / "none.csv")
    assert broken.code == 2
    assert broken.err.endswith(f"{tmp_path / 'none.csv'} is not written\n")
    assert not (tmp_path / "none.csv").exists()
