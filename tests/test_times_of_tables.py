"""When students handed in, by tables: Moodle's worksheet, Gradescope's grades, id and time; and LATE of Canvas."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from class_runs import files_of
from console import put, run
from zipped import zipped

from grader.core.times import read_time
from grader.course.gradebook_files import FileRefused
from grader.course.late import Late, late_in, read_times
from grader.course.quiz import Student
from grader.course.tally import Row, Status

DUE = read_time("2026-11-20T18:00+01:00")
WITH = ("--due", "2026-11-20T18:00:00+01:00", "--grace", "10", "--late-penalty", "25")
RIGHT = "answers: {minimax-textbook: {value: 3, best-move: B, values: {A: 3, B: 3, C: 2, D: 2}}}\n"
WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments
Participant 1,Ann Lee,ann@example.edu,Submitted for grading,,9,Yes,"Friday, 20 November 2026, 6:10 PM",-,
Participant 2,Bo Li,bo@example.edu,Submitted for grading,,9,Yes,"Friday, 20 November 2026, 6:11 PM",-,
Participant 3,Cy Lu,cy@example.edu,Submitted for grading,,9,Yes,"Saturday, 21 November 2026, 6:00 PM",-,
Participant 4,Di Mo,di@example.edu,Submitted for grading,,9,Yes,"Saturday, 21 November 2026, 18:01",-,
Participant 5,Ed No,ed@example.edu,No submission,,9,Yes,-,-,
"""
GRADESCOPE = """\
First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission ID,Submission Time
Ann,Lee,s1,ann@example.edu,,,9,Graded,1,2026-11-20 18:10:00 +0100
Bo,Li,s2,bo@example.edu,,,9,Graded,2,2026-11-20 18:11:00 +0100
"""


def late(*tables: str, percent: int = 25) -> Late:
    times = tuple(one for table in tables for one in read_times(table.encode(), DUE))
    return Late(DUE, 10, percent, times)  # type: ignore[arg-type]  # a number is a fraction


def row(student: str, possible: int = 9, **platform: str) -> Row:
    return Row(student, Status.GRADED, {"q1": possible}, possible, platform=platform)  # type: ignore[dict-item, arg-type]  # as above


def test_penalties_of_the_course_by_a_worksheet() -> None:
    """Of 9 points with 25 per cent a day: 18:10 is in time, 6:11 PM and 6:00 PM the next day are one day, 6:01 PM two."""
    told = late(WORKSHEET)
    by_key = [told.marks(row("x", lms="moodle", key=str(number))).penalty for number in range(1, 6)]
    assert by_key == [0, 2.25, 2.25, 4.5, None]
    assert told.marks(row("s2"), Student("s2", email="BO@example.edu")).penalty == 2.25
    assert told.marks(row("s4", name="Di  Mo", lms="moodle", key="77")).penalty == 4.5
    assert told.marks(row("somebody")).penalty is None
    assert late_in(told.as_data()) == told


def test_times_of_gradescope_and_of_any_table_are_known_by_id() -> None:
    assert [late(GRADESCOPE).days(row(who)) for who in ("s1", "s2")] == [0, 1]
    plain = late("id,time\ns1,2026-11-22T18:00+01:00\ns2,2026-11-20T16:00Z\n")
    assert [plain.days(row(who)) for who in ("s1", "s2", "s3")] == [2, 0, None]
    both = late("id,time\ns1,2026-11-22T18:00+01:00\n", "id,time\ns1,2026-11-20T17:00Z\n")
    assert both.days(row("s1")) == 0, "of several files the last one counts"
    assert both.days(row("s1", time="2026-11-25T18:00+01:00")) == 0, "a table goes before the download's own time"


def test_canvas_says_late_and_no_more() -> None:
    told = late()
    assert told.marks(row("a", lms="canvas", key="1", late="yes")).penalty == 2.25
    assert told.marks(row("a", lms="canvas", key="1")).penalty == 0
    few = row("a", lms="canvas", key="1", late="yes")._replace(marks={"q1": 1.5})  # type: ignore[dict-item]  # as above
    assert told.marks(few).penalty == 1.5, "never more than was earned"
    timed = late("id,time\na,2026-11-20T17:00Z\n").marks(row("a", lms="canvas", key="1", late="yes"))
    assert timed.penalty == 0


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (WORKSHEET.replace("Friday, 20 November 2026, 6:11 PM", "Freitag, 20. November 2026, 18:11"), "line 3: "),
        ("id,time\ns1,yesterday\n", 'line 2: "yesterday": expected a date and time'),
        ("id,time\ns1,2026-11-20T18:00\n", "line 2: "),
        ("Identifikator,Name\n1,Ann\n", "headers are known in English"),
        ('id,time\n"s1,\n', "is not closed"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(table: str, said: str) -> None:
    with pytest.raises(FileRefused) as failure:
        read_times(table.encode(), DUE)
    assert said in failure.value.reasons[0]


def test_of_two_of_one_name_nobody_knows_which_it_is() -> None:
    table = 'Full name,Last modified (submission)\nAnn Lee,"Friday, 20 November 2026, 6:10 PM"\nAnn Lee,"Friday, 20 November 2026, 6:11 PM"\n'
    assert read_times(table.encode(), DUE) == []


def test_a_download_of_canvas_costs_one_day_and_says_so(tmp_path: Path) -> None:
    files = {"leeann_LATE_3143_2_a.yaml": RIGHT, "libo_3144_3_a.yaml": RIGHT}
    download = put(tmp_path / "d.zip", zipped(files))
    ran = run("grade", download, "--lms", "canvas", *WITH, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert (
        "1 hand-in is LATE by Canvas, which does not say by how much: one day is taken off; --times or handed-in says more"
        in ran.err
    )
    rows = [*csv.DictReader(io.StringIO((tmp_path / "out/gradebook.csv").read_text("utf-8")))]
    assert [(one["penalty"], one["final"]) for one in rows] == [("0.75", "2.25"), ("0", "3")]
    times = put(tmp_path / "times.csv", "id,time\n3143,2026-11-20T16:00Z\n3144,2026-11-21T18:00Z\n")
    again = run("grade", download, "--lms", "canvas", *WITH, "--times", times, "--out", tmp_path / "2")
    assert again.code == 0, again.err
    rows = [*csv.DictReader(io.StringIO((tmp_path / "2/gradebook.csv").read_text("utf-8")))]
    assert [one["penalty"] for one in rows] == ["0", "1.5"]
    assert "LATE" not in again.err
    broken = put(tmp_path / "broken.csv", "id,time\n3143,soon\n")
    refused = run("grade", download, "--lms", "canvas", *WITH, "--times", broken, "--out", tmp_path / "3")
    assert refused.code == 2
    assert f'{broken}: line 2: "soon"' in refused.err
    assert not (tmp_path / "3").exists()
    assert run("grade", download, "--times", times, "--out", tmp_path / "3").code == 2


def test_other_times_another_penalty_or_none_mark_nobody_again_and_give_what_a_new_run_gives(tmp_path: Path) -> None:
    for name in ("Ann Lee_1", "Bo Li_2", "Cy Ng_3"):
        put(tmp_path / f"hand/{name}_assignsubmission_file/a.yaml", RIGHT)
    table = put(tmp_path / "times.csv", WORKSHEET)
    later = put(tmp_path / "later.csv", WORKSHEET.replace("21 November 2026, 6:00 PM", "21 November 2026, 8:00 PM"))
    command = ("grade", tmp_path / "hand", "--lms", "moodle", "--html", "--out")
    costs = (*WITH, "--times")
    for at, options in enumerate([(*costs, table), (*costs, later), (), (*costs, table, "--late-penalty", "50"), WITH]):
        again = run(*command, tmp_path / "OUT", *options)
        assert again.code == run(*command, tmp_path / f"new-{at}", *options).code == 0, again.err
        assert "3 of 3 hand-ins were marked before" in again.err or at == 0
        assert files_of(tmp_path / "OUT") == files_of(tmp_path / f"new-{at}"), options


def test_a_run_that_was_killed_while_pages_were_freed_of_lateness_goes_on_with_it(tmp_path: Path) -> None:
    put(tmp_path / "hand/Cy Ng_3_assignsubmission_file/a.yaml", RIGHT)
    table = put(tmp_path / "times.csv", WORKSHEET)
    command = ("grade", tmp_path / "hand", "--lms", "moodle", "--html", "--out")
    run(*command, tmp_path / "OUT", *WITH, "--times", table)
    assert "Handed in late" in next((tmp_path / "OUT/feedback").rglob("report.html")).read_text("utf-8")
    run(*command, tmp_path / "new")
    killed = json.loads((tmp_path / "new/run.json").read_text("utf-8")) | {"was_late": True}
    del killed["finished"]
    put(tmp_path / "OUT/run.json", json.dumps(killed))
    run(*command, tmp_path / "OUT")
    assert files_of(tmp_path / "OUT") == files_of(tmp_path / "new")
