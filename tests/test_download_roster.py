"""Who of a roster handed in by a platform: its numbers are nobody's ids, and a name counts where one person has it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from console import put, run
from zipped import zipped

RIGHT = "answers: {e1: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2, D: 2}}}\n"
HALF = "answers: {e1: {value: 3}}\n"
NUMBERS = "id,name,email\n1,Ann Lee,ann@example.edu\n2,Bob Ray,bob@example.edu\n6,Cy Young,cy@example.edu\n"


class Came(NamedTuple):
    """A class run: its gradebook by student, only those who handed in, and what was said."""

    rows: dict[str, dict[str, str]]
    err: str

    @property
    def keys(self) -> dict[str, str]:
        return {student: row["key"] for student, row in self.rows.items()}


def grade(tmp_path: Path, lms: str, files: Mapping[str, str], roster: str, variants: str = "shared") -> Came:
    """Build a quiz for the roster and grade the download of a platform."""
    quiz = "format: gametree-quiz/1\nid: q\nvariants: VARIANTS\nexercises:\n  - {id: e1, bank: minimax-textbook}\n"
    put(tmp_path / "quiz/quiz.yaml", quiz.replace("VARIANTS", variants))
    put(tmp_path / "quiz/roster.csv", roster)
    put(tmp_path / "quiz/quiz.secret", "0123456789abcdef0123456789abcdef\n")
    built = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "build")
    assert built.code == 0, built.err
    shared = next((tmp_path / "build/key/problems").iterdir()).stem
    download = {name: text.replace("e1", shared) for name, text in files.items()}
    out = tmp_path / "out"
    archive = put(tmp_path / "d.zip", zipped(download))
    ran = run("grade", archive, "--lms", lms, "--quiz", tmp_path / "build", "--out", out)
    rows = csv.DictReader(io.StringIO((out / "gradebook.csv").read_text(encoding="utf-8")))
    return Came({row["student"]: row for row in rows if row["status"] != "missing"}, ran.err)


def moodle(name: str, number: int) -> str:
    return f"{name}_{number}_assignsubmission_file/answers.yaml"


def submitters(**by_submission: tuple[str, str, str]) -> dict[str, str]:
    """Return an export of Gradescope: name, SID and email by submission."""
    said = "".join(
        f"{folder}:\n  :submitters:\n  - :name: {name}\n    :sid: '{sid}'\n    :email: {email}\n"
        for folder, (name, sid, email) in by_submission.items()
    )
    return {"submission_metadata.yml": said, **{f"{folder}/a.yaml": HALF for folder in by_submission}}


def test_a_number_of_moodle_is_nobodys_id(tmp_path: Path) -> None:
    came = grade(
        tmp_path,
        "moodle",
        {moodle("Ann Lee", 2): RIGHT, moodle("Bob Ray", 1): HALF, moodle("Stranger", 6): HALF},
        NUMBERS,
    )
    assert came.keys == {"1": "2", "2": "1", "Participant 6": "6"}
    assert [came.rows[student]["earned"] for student in ("1", "2")] == ["3", "1"]
    assert '"Participant 6" is not on the roster; nobody there is called "Stranger"' in came.err
    assert "; 1 hand-in has no owner (see inputs.csv)" in came.err
    inputs = csv.DictReader(io.StringIO((tmp_path / "out/inputs.csv").read_text(encoding="utf-8")))
    assert [(row["status"], row["reason"]) for row in inputs] == [
        ("graded", ""),
        ("graded", ""),
        ("graded", 'is not on the roster; nobody there is called "Stranger"'),
    ]


def test_a_number_of_canvas_is_nobodys_id(tmp_path: Path) -> None:
    files = {"leeann_2_200_answers.yaml": RIGHT, "raybob_1_201_answers.yaml": HALF, "stranger_6_202_answers.yaml": HALF}
    came = grade(tmp_path, "canvas", files, NUMBERS)
    assert came.keys == {"1": "2", "2": "1", "Canvas 6": "6"}
    assert [came.rows[student]["earned"] for student in ("1", "2")] == ["3", "1"]
    assert '"Canvas 6" is not on the roster; nobody there is called "stranger"' in came.err


def test_a_file_called_by_a_number_is_nobodys_either(tmp_path: Path) -> None:
    came = grade(tmp_path, "moodle", {"Stranger_9_assignsubmission_file/2.yaml": HALF}, NUMBERS)
    assert came.keys == {"Participant 9": "9"}


def test_a_number_of_canvas_says_which_of_those_called_so_it_is(tmp_path: Path) -> None:
    roster = "id,name\n3143,Ann Lee\n3150,Ann Lee\n"
    came = grade(tmp_path, "canvas", {"leeann_3150_1_a.yaml": HALF, "leeann_9_2_a.yaml": HALF}, roster)
    assert came.keys == {"3150": "3150", "9": "9"}
    assert '"9" is not on the roster; several there are called "leeann"' in came.err


@pytest.mark.parametrize(
    ("lms", "files", "keys", "both"),
    [
        ("moodle", [moodle("Ann Lee", 3), moodle("Ann Lee", 9)], ["Participant 3", "Participant 9"], '"Ann Lee"'),
        ("moodle", [moodle("Ann Lee", 3), moodle("Lee Ann", 9)], ["Participant 3", "Participant 9"], '"Ann Lee"'),
        ("canvas", ["leeann_30_1_a.yaml", "leeann_31_2_a.yaml"], ["30", "31"], '"leeann"'),
    ],
)
def test_two_people_of_one_name_are_never_joined(
    tmp_path: Path, lms: str, files: list[str], keys: list[str], both: str
) -> None:
    came = grade(tmp_path, lms, {files[0]: RIGHT, files[1]: HALF}, NUMBERS)
    assert [came.rows[key]["earned"] for key in keys] == ["3", "1"]
    assert sorted(came.rows) == keys
    told = f'"{keys[0]}" is not on the roster; {both} may be "1" there, but so may "{keys[1]}"'
    assert told in came.err


def test_with_personal_sheets_a_number_leads_to_nobody_elses_sheet(tmp_path: Path) -> None:
    files = {moodle("Ann Lee", 2): HALF, moodle("Bob Ray", 1): HALF, moodle("Stranger", 6): HALF}
    came = grade(tmp_path, "moodle", files, NUMBERS, variants="per-student")
    assert came.keys == {"1": "2", "2": "1", "Participant 6": "6"}
    assert came.rows["Participant 6"]["status"] == "not-gradable"
    assert 'nobody there is called "Stranger"' in came.err


def test_an_id_and_a_name_of_two_students_are_told_and_belong_to_neither(tmp_path: Path) -> None:
    files = submitters(submission_1=("Bob Ray", "1", "x@example.edu"), submission_2=("C. Young", "6", "y@example.edu"))
    came = grade(tmp_path, "gradescope", files, NUMBERS)
    assert came.keys == {"6": "6", "Gradescope 1": "1"}
    assert '"Gradescope 1" is not on the roster; its id "1" says "1" and its name "Bob Ray" says "2"' in came.err


def test_an_id_whose_name_is_another_is_told(tmp_path: Path) -> None:
    files = submitters(submission_1=("Dan Dole", "1", ""), submission_2=("C. Young", "6", ""))
    came = grade(tmp_path, "gradescope", files, NUMBERS)
    assert came.keys == {"1": "1", "6": "6"}
    assert (
        'warning: "1" is "Dan Dole" in the download and "Ann Lee" on the roster; look whether they are the same'
        in came.err
    )
    assert "Cy Young" not in came.err


def test_with_a_roster_too_one_number_with_two_names_is_of_two_assignments(tmp_path: Path) -> None:
    grade(tmp_path, "moodle", {moodle("Stranger", 7): HALF}, NUMBERS)
    other = put(tmp_path / "other.zip", zipped({moodle("Visitor", 7): HALF}))
    both = (tmp_path / "d.zip", other, "--lms", "moodle", "--quiz", tmp_path / "build", "--out", tmp_path / "both")
    ran = run("grade", *both)
    assert ran.code == 2
    assert 'Participant 7 is "Stranger" and "Visitor"' in ran.err


def test_marks_of_a_download_go_to_whom_the_gradebook_names(tmp_path: Path) -> None:
    grade(tmp_path, "moodle", {moodle("Ann Lee", 2): RIGHT, moodle("Bob Ray", 1): HALF}, NUMBERS)
    book = put(tmp_path / "b.csv", "ID number,Email address,Quiz (Real)\n1,ann@example.edu,-\n2,bob@example.edu,-\n")
    ran = run("gradebook", tmp_path / "out", "--fill", book, "--out", tmp_path / "f.csv", "--out-of", "3")
    assert ran.code == 0, ran.err
    assert (tmp_path / "f.csv").read_text(encoding="utf-8").splitlines()[1:] == [
        "1,ann@example.edu,3",
        "2,bob@example.edu,1",
    ]
