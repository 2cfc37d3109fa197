"""What handing in late costs, by the platform's times."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
from console import put, run
from zipped import zipped

from grader.core.times import read_time
from grader.course.late import Late, late_in
from grader.course.tally import Row, Status

DUE = "2026-11-20T18:00:00+01:00"
WITH = ("--due", DUE, "--grace", "10", "--late-penalty", "25")
HALF = "answers: {minimax-textbook: {value: 3}}\n"
RIGHT = "answers: {minimax-textbook: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2, D: 2}}}\n"


def export(times: dict[str, str]) -> bytes:
    """Return a download of Gradescope in which students hand in at these times."""
    said = [
        f'submission_{n}:\n  :submitters:\n  - {{":name": {who}, ":sid": {who}}}\n'
        + (f"  :created_at: {time}\n" if time else "")
        for n, (who, time) in enumerate(times.items())
    ]
    files = {f"submission_{n}/a.yaml": RIGHT for n in range(len(times))}
    return zipped({"submission_metadata.yml": "".join(said), **files})


def rows(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text))]


def test_each_day_begun_costs_its_share_of_the_possible_marks(tmp_path: Path) -> None:
    times = {
        "ada": "2026-11-20 17:00:00.000000000 Z",
        "ben": "2026-11-20 17:10:00.999999999 Z",
        "cy": "2026-11-20 17:10:00 Z",
        "di": "2026-11-21 18:00:00 +01:00",
        "ed": "2026-11-21 18:00:01 +0100",
        "fay": "2026-12-24 00:00:00 UTC",
        "gus": "",
    }
    download = put(tmp_path / "d.zip", export(times))
    ran = run("grade", download, "--lms", "gradescope", *WITH, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    said = {
        row["student"]: (row["raw"], row["penalty"], row["final"])
        for row in rows((tmp_path / "out/gradebook.csv").read_text("utf-8"))
    }
    assert said == {
        "ada": ("3", "0", "3"),
        "ben": ("3", "0.75", "2.25"),
        "cy": ("3", "0", "3"),
        "di": ("3", "0.75", "2.25"),
        "ed": ("3", "1.5", "1.5"),
        "fay": ("3", "3", "0"),
        "gus": ("3", "", "3"),
    }
    assert "warning: of 1 hand-in no platform says when it came, so there is no penalty for being late" in ran.err
    assert (
        run("grade", download, "--lms", "gradescope", *WITH, "--out", tmp_path / "out").err.count("nothing has changed")
        == 1
    )
    other = run("grade", download, "--lms", "gradescope", *WITH[:-1], "50", "--out", tmp_path / "out")
    assert (other.code, "7 of 7 hand-ins were marked before" in other.err) == (0, True)
    dearer = {row["student"]: row["penalty"] for row in rows((tmp_path / "out/gradebook.csv").read_text("utf-8"))}
    assert (dearer["ben"], dearer["ed"], dearer["gus"]) == ("1.5", "3", "")


def test_the_table_on_standard_output_has_the_same_columns(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", export({"ada": "2026-11-22 17:00:00 Z"}))
    (row,) = rows(run("grade", download, "--lms", "auto", *WITH, "--format", "csv").out)
    assert [*row][-5:] == ["raw", "penalty", "final", "platform", "key"]
    assert (row["earned"], row["raw"], row["penalty"], row["final"]) == ("3", "3", "1.5", "1.5")


def test_without_a_due_time_there_are_no_such_columns(tmp_path: Path) -> None:
    put(tmp_path / "in/ada.yaml", HALF)
    assert "penalty" not in run("grade", tmp_path / "in", "--format", "csv").out


def test_who_handed_in_nothing_has_empty_cells(tmp_path: Path) -> None:
    put(tmp_path / "in/ada.yaml", "answers: [")
    (row,) = rows(run("grade", tmp_path / "in", *WITH, "--format", "csv").out)
    assert (row["raw"], row["penalty"], row["final"]) == ("", "", "")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--due", DUE),
        ("--late-penalty", "10"),
        ("--grace", "5"),
        ("--due", "yesterday", "--late-penalty", "10"),
        ("--due", "2026-11-20T18:00", "--late-penalty", "10"),
        ("--due", DUE, "--late-penalty", "101"),
        ("--due", DUE, "--late-penalty", "-1"),
        ("--due", DUE, "--late-penalty", "ten"),
        ("--due", DUE, "--late-penalty", "10", "--grace", "-1"),
    ],
)
def test_half_of_a_rule_or_a_wrong_one_is_wrong_usage(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    put(tmp_path / "in/ada.yaml", HALF)
    assert run("grade", tmp_path / "in", *wrong).code == 2


def test_a_rule_for_late_work_goes_with_a_class(tmp_path: Path) -> None:
    ran = run("grade", put(tmp_path / "ada.yaml", HALF), *WITH)
    assert ran.code == 2
    assert "go with a class" in ran.err


def test_a_penalty_is_never_more_than_was_earned_and_the_rule_is_read_back() -> None:
    late = Late(read_time(DUE), 0, Fraction(100, 3))
    row = Row("s", Status.GRADED, {"e": Fraction(1, 2)}, Fraction(1), platform={"time": "2026-11-21T19:00Z"})
    assert late.marks(row) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert late_in(late.as_data()) == late
    assert late_in({}) is None


def test_what_is_due_at_the_end_of_all_time_is_never_late(tmp_path: Path) -> None:
    put(tmp_path / "in/ada.yaml", HALF)
    times = put(tmp_path / "t.csv", "id,time\nada,2026-11-20T18:00Z\n")
    rule = ("--due", "9999-12-31T23:59Z", "--grace", "10", "--late-penalty", "10", "--times", times)
    ran = run("grade", tmp_path / "in", *rule, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    (row,) = rows((tmp_path / "out/gradebook.csv").read_text("utf-8"))
    assert row["final"] == row["raw"]


def test_two_times_of_one_student_are_refused_by_their_lines(tmp_path: Path) -> None:
    """The penalty would go with whichever line is taken, and quite with neither."""
    put(tmp_path / "in/ada.yaml", HALF)
    lines = ("id,time", "ada,2026-11-20T10:00Z", "bob,2026-11-20T10:00Z", "ada,2026-11-25T10:00Z")
    times = put(tmp_path / "t.csv", "\n".join((*lines, "")))
    ran = run("grade", tmp_path / "in", *WITH, "--times", times, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "lines 2 and 4 say two times for id ada; leave one" in ran.err


def test_marking_again_takes_off_the_same(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", export({"ada": "2026-11-22 17:00:00 Z"}))
    run("grade", download, "--lms", "auto", *WITH, "--out", tmp_path / "out")
    problem = Path("problem_bank/minimax/minimax-textbook/problem.yaml").absolute()
    ran = run("regrade", tmp_path / "out", download, "--problems", problem, "--out", tmp_path / "new")
    assert ran.code == 0, ran.err
    (row,) = rows((tmp_path / "new/gradebook.csv").read_text("utf-8"))
    assert row["final"] == "1.5"


def test_a_gradebook_is_filled_in_with_the_final_marks(tmp_path: Path) -> None:
    download = put(tmp_path / "d.zip", export({"ada": "2026-11-21 17:00:00 Z", "ben": "2026-11-20 17:00:00 Z"}))
    run("grade", download, "--lms", "auto", *WITH, "--out", tmp_path / "out")
    head = "Student,ID,SIS User ID,Section,HW (1)\nPoints Possible,,,,30\n"
    book = put(tmp_path / "book.csv", f"{head}A,1,ada,s,\nB,2,ben,s,\n")
    ran = run("gradebook", tmp_path / "out", "--fill", book, "--out", tmp_path / "filled.csv")
    assert ran.code == 0, ran.err
    assert (tmp_path / "filled.csv").read_text("utf-8") == f"{head}A,1,ada,s,22.5\nB,2,ben,s,30\n"
