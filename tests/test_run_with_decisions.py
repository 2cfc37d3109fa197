"""A class run with decisions of people: in every file that it writes, without marking anybody again, at whatever moment it was killed."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from class_runs import files_of, table
from console import Ran, put, run
from quizzes import build_quiz, perfect, student_ids

from grader.core.documents import validator
from grader.course.quiz.built import open_build

STATED = """\
format: gametree-adjust/1
by: tutor
adjust:
  - {why: desk, student: s002, exercise: q1, add: 0.25, note: <b>Well</b> argued.}
  - {why: ill, student: s003, exercise: q3, drop: true}
  - {why: oral, student: s005, set: 8}
  - {why: more, student: s001, exercise: q2, add: 1}
  - {why: ill, student: s004, drop: true}
  - {why: seen, student: s001, exercise: q4, note: A nice drawing.}
"""
GRADEBOOK = """\
student,name,group,q1,q2,q3,q4,earned,possible,percent,status,source,adjusted
s001,Student s001,a,3,3,4,2,12,12,100,graded,in/s001.json,q2 add 1
s002,Student s002,b,0.25,3,4,2,9.25,12,77.1,graded,in/s002.json,q1 add 0.25
s003,Student s003,a,3,3,,2,8,8,100,graded,in/s003.json,q3 drop
s004,Student s004,b,,,,,,,,excused,in/s004.json,drop
s005,Student s005,a,,,,,8,12,66.7,graded,,set 8
"""
ADJUSTED = """\
student,name,exercise,part,what,before,after,of,by,why,note
s001,Student s001,q2,,add 1,3,3,3,tutor,more,
s001,Student s001,q4,,,2,2,2,tutor,seen,A nice drawing.
s002,Student s002,q1,,add 0.25,0,0.25,3,tutor,desk,<b>Well</b> argued.
s003,Student s003,q3,,drop,4,,4,tutor,ill,
s004,Student s004,,,drop,12,,12,tutor,ill,
s005,Student s005,,,set 8,,8,12,tutor,oral,
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a quiz of four exercises, hand-ins of four of five students, decisions, and a run without these into `plain`."""
    folder = tmp_path_factory.mktemp("decided")
    built = open_build(str(build_quiz(folder, students=5)))
    for student in student_ids(4):
        data = perfect(built, student)
        if student == "s002":
            data["answers"][built.sheet_of(student)[0].problem] = {}
        put(folder / f"in/{student}.json", json.dumps(data))
    put(folder / "by.yaml", STATED)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert grade("plain", adjust=()).code == 0
    return folder


@pytest.fixture(autouse=True)
def in_folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)


def grade(out: str, *options: object, adjust: tuple[str, ...] = ("by.yaml",)) -> Ran:
    files = [word for file in adjust for word in ("--adjust", file)]
    return run("grade", "in", "--quiz", "build", "--out", out, "--html", *files, *options)


def fresh(out: str, *options: object) -> Path:
    """Return a new folder of a run with the decisions."""
    shutil.rmtree(out, ignore_errors=True)
    assert grade(out, *options).code == 0
    return Path(out)


def by_hand(out: str, student: str) -> list[str]:
    """Return what the page of a student says of decisions."""
    page = Path(out, "feedback", student, "report.html").read_text("utf-8")
    (said,) = re.findall(r'<div class="by-hand"[^>]*>(.*?)</div>', page)
    return re.findall("<p>(.*?)</p>", said)


def test_decisions_stand_in_every_file_and_nobody_is_marked_again() -> None:
    shutil.copytree("plain", "again")
    ran = grade("again")
    assert ran.code == 0
    assert "4 of 4 hand-ins were marked before and are taken over" in ran.err
    assert "warning: by.yaml:7: s001: add 1, of which 0 counts" in ran.err
    closing = (
        "4 hand-ins: 3 graded, 0 not, 1 excused; mean 9.31 of 11 points (84.7 %); 1 has marks by decisions alone; 1 of "
    )
    assert closing in ran.err, "(12 + 9.25 + 8 + 8) / 4 of (12 + 12 + 8 + 12) / 4"
    assert Path("again/gradebook.csv").read_text() == GRADEBOOK
    assert Path("again/adjusted.csv").read_text() == ADJUSTED
    assert by_hand("again", "s001") == ["Remark: Question 4: A nice drawing.", "In all: 12 of 12 points."]
    assert by_hand("again", "s002") == [
        "Changed by hand: Question 1: 0 → 0.25 of 3 points. &lt;b&gt;Well&lt;/b&gt; argued.",
        "In all: 9.25 of 12 points.",
    ]
    assert by_hand("again", "s003") == ["Changed by hand: Question 3: 4 → does not count.", "In all: 8 of 8 points."]
    assert by_hand("again", "s004") == ["Changed by hand: You are excused, so there are no marks."]
    assert by_hand("plain", "s002") == []
    assert files_of(Path("again")) == files_of(fresh("whole"))


def test_the_page_of_what_could_not_be_graded_shows_the_marks_that_were_given() -> None:
    shutil.copytree("in", "in-broken")
    put(Path("in-broken/s005.json"), "{")
    for options in (["--adjust", "by.yaml"], ["--fresh"]):
        given = options[0] == "--adjust"
        assert run("grade", "in-broken", "--quiz", "build", "--out", "broken", "--html", *options).code == 3
        page = Path("broken/feedback/s005/report.html").read_text("utf-8")
        assert ("it can be handed in again" in re.sub(' data-marked="[^"]*"', "", page)) == (not given)
        assert ("<b>8</b> of 12 points" in page) == given
        assert by_hand("broken", "s005") == ["Changed by hand: no marks → 8 of 12 points."] * given


def test_who_has_no_marks_left_is_in_no_mean() -> None:
    drops = "".join(
        f"  - {{by: a, why: ill, student: s003, exercise: q{place}, drop: true}}\n" for place in range(1, 5)
    )
    put(Path("drops.yaml"), f"format: gametree-adjust/1\nadjust:\n{drops}")
    ran = grade("dropped", adjust=("drops.yaml",))
    assert "4 hand-ins: 4 graded, 0 not; mean 11 of 12 points (91.7 %);" in ran.err, "(12 + 9 + 12) / 3"


def test_results_say_what_was_marked_and_what_was_decided() -> None:
    lines = [json.loads(line) for line in (fresh("whole") / "results.jsonl").read_text().splitlines()]
    assert all(validator("result").is_valid(line) for line in lines)
    of = {line["student"]: line for line in lines}
    (decided,) = of["s002"]["problems"][0]["adjusted"]
    assert of["s002"]["problems"][0]["marked"] == 0
    assert decided == {
        "what": "add 0.25",
        "before": 0,
        "after": 0.25,
        "by": "tutor",
        "why": "desk",
        "note": "<b>Well</b> argued.",
    }
    assert of["s003"]["problems"][2]["dropped"]
    assert (of["s005"]["earned"], of["s005"]["possible"], of["s005"]["not_handed_in"]) == (8, 12, True)
    ran = run("report", "whole", "--format", "json")
    assert json.loads(ran.out)["results"] == 3, "of who is excused and who handed in nothing no answers count"


def test_the_report_counts_exercises_as_they_were_marked_and_totals_as_they_count() -> None:
    said = run("report", fresh("whole"), "--format", "json").json
    assert {one["id"]: (one["students"], one["mean"], one["possible"]) for one in said["problems"]} == {
        "q1": (3, 2, 3),
        "q2": (3, 3, 3),
        "q3": (3, 4, 4),
        "q4": (3, 2, 2),
    }
    assert (said["totals"]["mean"], said["totals"]["possible"]) == (9.75, 10.6667)
    remark = "People changed marks of 2 students, by 2 different decisions: exercises are counted as they were marked, totals as they count. Not in the totals: q3 (1 student)."
    assert remark in said["notes"]
    assert remark in Path("whole/report.html").read_text()
    assert not any("People" in note for note in run("report", "plain", "--format", "json").json["notes"])


SHOWN = {
    "exercise: q1, add: 0.25": ["9.25 of 12 points", "0.25 of 3", "0.25 of 3 points"],
    "exercise: q1, set: 2": ["11 of 12 points", "2 of 3", "2 of 3 points"],
    "exercise: q1, part: best-move, set: full": ["10 of 12 points", "1 of 3", "1 of 3 points"],
    "exercise: q1, part: best-move, drop: true": ["9 of 11 points", "0 of 2", "0 of 2 points"],
    "exercise: q1, drop: true": ["9 of 9 points", "does not count", "does not count"],
    "set: 8": ["8 of 12 points", "0 of 3", "0 of 3 points"],
    "drop: true": ["does not count", "does not count", "does not count"],
    "note: Well.": ["9 of 12 points", "0 of 3", "0 of 3 points"],
}
SHOWN_TO_ALL = {
    "exercise: q1, drop: true": ["9 of 9 points", "does not count", "does not count"],
    "exercise: q1, bonus: true": ["9 of 9 points", "0 of 3, bonus", "0 of 3 points bonus"],
    "cap: 5": ["5 of 12 points", "0 of 3", "0 of 3 points"],
    "exercise: q1, part: best-move, accept: D": None,
}


@pytest.mark.parametrize(
    ("decision", "shown"), [*((f"student: s002, {one}", shown) for one, shown in SHOWN.items()), *SHOWN_TO_ALL.items()]
)
def test_a_page_shows_the_marks_that_count_whatever_was_decided(decision: str, shown: list[str] | None) -> None:
    put(Path("one.yaml"), f"format: gametree-adjust/1\nby: t\nadjust:\n  - {{why: w, {decision}}}\n")
    shutil.rmtree("one", ignore_errors=True)
    assert grade("one", adjust=("one.yaml",)).code == 0
    page = Path("one/feedback/s002/report.html").read_text("utf-8")
    found = re.findall(
        r'<(?:p class="total"|span class="marks") data-of="([^"]*)" data-part="".*?>(.*?)</(?:p|span)>', page
    )
    head, q1 = ([re.sub(r"<.*?>", "", text) for of, text in found if of == name] for name in ("", "q1"))
    if shown:
        assert [*head, *q1] == shown
        assert page.count("does not count</p>") == sum(one == "does not count" for one in shown[::2]) + (
            3 if decision.endswith("s002, drop: true") else 0
        )
    row = next(line for line in Path("one/gradebook.csv").read_text().splitlines() if line.startswith("s002"))
    earned, possible = row.split(",")[7:9]
    assert head == [f"{earned} of {possible} points" if earned else "does not count"]


def test_no_decisions_any_more_is_as_if_there_had_been_none() -> None:
    fresh("emptied")
    put(Path("by.yaml"), EMPTY)
    try:
        assert grade("emptied").code == 0
    finally:
        put(Path("by.yaml"), STATED)
    now, plain = files_of(Path("emptied")), files_of(Path("plain"))
    assert {**now, "run.json": b""} == {**plain, "run.json": b""}


class Killed(BaseException):
    """As if the process had been ended there."""


def killed(run_it: Callable[[], object], most: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a run was ended when it had put so many files in their places; False where it came to its end before."""
    replace, left = os.replace, most

    def counted(*paths: str) -> None:
        nonlocal left
        if not left:
            raise Killed
        left -= 1
        replace(*paths)

    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(os, "replace", counted)
        run_it()
        return False
    return True


EMPTY = "format: gametree-adjust/1\nadjust: []\n"


def check_kills(
    run_it: Callable[[str], Ran],
    adjust: str,
    begun: str,
    whole: Mapping[str, bytes],
    plain: Mapping[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kill a run at each file in turn, from the folder that had `begun`: it goes on to the `whole` files, or without decisions to the `plain` ones."""
    stated = Path(adjust).read_text()
    for most in range(60):
        for out in ("killed", "emptied"):
            shutil.rmtree(out, ignore_errors=True)
        if begun:
            shutil.copytree(begun, "killed")
        if not killed(partial(run_it, "killed"), most, monkeypatch):
            assert most > 5, "the run writes files"
            return
        shutil.copytree("killed", "emptied")
        assert run_it("killed").code == 0
        assert files_of(Path("killed")) == whole, most
        put(Path(adjust), EMPTY)
        assert run_it("emptied").code == 0
        put(Path(adjust), stated)
        assert {**files_of(Path("emptied")), "run.json": b""} == {**plain, "run.json": b""}, most
    raise AssertionError("it never came to its end")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # who is killed closes no files
@pytest.mark.parametrize("begun", ["", "plain", "other"])
def test_a_run_that_was_killed_at_any_file_ends_with_the_same_bytes(
    begun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = files_of(fresh("whole"))
    put(Path("by.yaml"), STATED.replace("s002", "s001").replace("set: 8", "set: 7"))
    fresh("other")
    put(Path("by.yaml"), STATED)
    check_kills(grade, "by.yaml", begun, whole, files_of(Path("plain")), monkeypatch)


def test_a_file_of_decisions_that_was_named_before_cannot_be_left_out() -> None:
    out = fresh("named")
    before = files_of(out)
    ran = grade("named", adjust=())
    assert ran.code == 2
    assert "named: was made with by.yaml, which is not named now; name it, or --fresh" in ran.err
    assert files_of(out) == before
    assert grade("named", "--fresh", adjust=()).code == 0
    assert files_of(out) == files_of(Path("plain"))


def test_decisions_in_the_build_are_taken_by_themselves() -> None:
    whole = files_of(fresh("whole"))
    put(Path("build/adjust.yaml"), STATED)
    try:
        assert grade("beside", adjust=()).code == 0
        assert (
            "decisions are applied where a class is marked into a folder" in run("grade", "in", "--quiz", "build").err
        )
    finally:
        Path("build/adjust.yaml").unlink()
    now = files_of(Path("beside"))
    assert {**now, "run.json": b""} == {**whole, "run.json": b""}


def test_marks_that_are_out_of_date_are_in_no_gradebook_and_no_report() -> None:
    fresh("stale")
    put(Path("by.yaml"), STATED.replace("0.25", "0.5"))
    try:
        for command in (("report", "stale"), ("gradebook", "stale", "--feedback-zip", "f.zip")):
            ran = run(*command)
            assert ran.code == 3
            assert "by.yaml was changed since the run was made; give the command of the run again" in ran.err
        assert grade("stale").code == 0
        assert "s002,Student s002,b,0.5," in Path("stale/gradebook.csv").read_text()
    finally:
        put(Path("by.yaml"), STATED)


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ("student: s009, set: 1", 'by.yaml:4 $: there is no student "s009"; did you mean "s00'),
        ("student: s001, exercise: q9, set: 1", 'there is no exercise "q9"'),
        ("student: s001, exercise: q1, set: 3.5", "q1 has 3 points, 3.5 cannot be set"),
        ("student: s001, due: '+60'", "s001 has a time of their own, but nothing says when the others' work was due"),
        ("exercise: q1, part: best-move, accept: Z", 'by.yaml:4 $: accept: there is no move at the root called "Z"'),
        ("exercise: q1, part: values, accept: {C: ~}", "accept: expected an answer, not a blank one"),
        ("exercise: q1, part: values, accept: {}", "accept: expected an answer, not a blank one"),
        (
            f"exercise: q1, set: {'9' * 1001}",
            "is not allowed here, expected a number from 0 up with at most 2 decimals",
        ),
        ("exercise: q1, part: values, accept: {Z: 4}", 'accept: there is no node "Z"'),
        (
            "exercise: q4, part: choice, accept: A",
            "q4 is another problem on each sheet, so A may be wrong on another; name the",
        ),
        (
            "exercise: q7, set: 1}\n  - {why: w, exercise: q8, set: 1",
            "by.yaml:4 $: is of another quiz: none of its exercises is here, q7, q8; expected q1, q2, q3, q4\nnothing",
        ),
        ("student: s001, set: 1, add: 1", "add and set: one decision does one thing"),
    ],
)
def test_what_is_wrong_with_decisions_ends_the_run_before_anything_is_marked(decision: str, said: str) -> None:
    put(Path("wrong/by.yaml"), f"format: gametree-adjust/1\nby: t\nadjust:\n  - {{why: w, {decision}}}\n")
    ran = grade("never", adjust=("wrong/by.yaml",))
    assert ran.code == 2
    assert said in ran.err
    assert "nothing is marked or written" in ran.err
    assert not Path("never").exists()


def test_without_a_quiz_a_decision_names_the_problem_as_the_end_of_its_page_does() -> None:
    answers = {"answers": {"minimax-textbook": {"value": 3}, "deep-cutoff": {"value": 3}}}
    put(Path("bank/s001.json"), json.dumps({"format": "gametree-submission/1", "student": "s001", **answers}))
    decision = "student: s001, exercise: deep-cutoff, add: 1"
    put(Path("bank.yaml"), f"format: gametree-adjust/1\nby: t\nadjust:\n  - {{why: w, {decision}}}\n")
    ran = run("grade", "bank", "--out", "no-quiz", "--html", "--adjust", "bank.yaml")
    assert ran.code == 0, ran.err
    [said, _] = by_hand("no-quiz", "s001")
    assert said.startswith("Changed by hand: deep-cutoff: ")
    page = Path("no-quiz/feedback/s001/report.html").read_text("utf-8")
    assert re.search(r"<footer><p>Problems? .*deep-cutoff.* · ", page)


def test_decisions_without_a_class_are_wrong_usage() -> None:
    said = "decisions are about a class; name a folder, an archive or --quiz"
    for words in (("in/s001.json", "--out", "x", "--html"), ("in/s001.json",), ("in", "--quiz", "build")):
        ran = run("grade", *words, "--adjust", "by.yaml")
        assert ran.code == 2
        assert (said in ran.err) == ("--quiz" not in words)
    assert "Error: --adjust goes with --out DIR, which is missing\n" in ran.err


def test_a_gradebook_that_was_edited_becomes_decisions() -> None:
    fresh("edited")
    whole = Path("edited/gradebook.csv").read_text()
    changed = whole.replace("s001,Student s001,a,3,3,4,2,12,", "s001,Student s001,a,2.5,3,4,2,11.5,")
    changed = changed.replace(",8,12,66.7,graded", ",7.5,12,66.7,graded").replace(
        "b,0.25,3,4,2,9.25", "b,0.25,,4,2,6.25"
    )
    put(Path("edited/gradebook.csv"), changed)
    told = "edited/gradebook.csv was changed since the run wrote it; gametree adjust "
    for command in (
        ("report", "edited"),
        ("gradebook", "edited", "--feedback-zip", "f.zip"),
        ("regrade", "edited", "in", "--quiz", "build", "--out", "re"),
        ("grade", "in", "--quiz", "build", "--out", "edited", "--html", "--adjust", "by.yaml"),
    ):
        ran = run(*command)
        assert ran.code in (2, 3)
        assert told in ran.err
    command = ("adjust", "edited", "--by", "me", "--why", "desk", "--out", "hand.csv")
    ran = run(*command)
    assert ran.code == 2
    assert (
        "s005's sheet was set in line 6 of by.yaml already: change that decision and put the cell back, or take it out and "
        "give this command again\nhand.csv is not written, and edited/gradebook.csv stays as it was edited\n"
    ) in ran.err
    assert not Path("hand.csv").exists()
    assert Path("edited/gradebook.csv").read_text() == changed
    put(Path("by.yaml"), STATED.replace("  - {why: oral, student: s005, set: 8}\n", ""))
    try:
        ran = run(*command)
    finally:
        put(Path("by.yaml"), STATED)
    assert "wrote 3 decisions into hand.csv" in ran.err
    assert Path("hand.csv").read_text() == (
        "student,exercise,set,drop,by,why\ns001,q1,2.5,,me,desk\ns002,q2,,true,me,desk\ns005,,7.5,,me,desk\n"
    )
    assert Path("edited/gradebook.csv").read_text() == whole
    put(Path("by.yaml"), STATED.replace("  - {why: oral, student: s005, set: 8}\n", ""))
    try:
        assert grade("edited", adjust=("by.yaml", "hand.csv")).code == 0
    finally:
        put(Path("by.yaml"), STATED)
    lines = Path("edited/gradebook.csv").read_text().splitlines()
    assert lines[1].startswith("s001,Student s001,a,2.5,3,4,2,11.5,12,95.8,graded,")
    assert lines[2].startswith("s002,Student s002,b,0.25,,4,2,6.25,9,69.4,graded,")
    assert lines[5].startswith("s005,Student s005,a,,,,,7.5,12,62.5,graded,")


def test_decisions_of_a_gradebook_take_the_place_of_no_file_of_the_run() -> None:
    out = fresh("same")
    put(Path("by.csv"), "student,set,by,why\ns005,8,tutor,oral\n")
    assert grade("same", "--fresh", adjust=("by.csv",)).code == 0
    put(out / "gradebook.csv", (out / "gradebook.csv").read_text().replace("a,3,3,4,2,12,", "a,2,3,4,2,11,"))
    ran = run("adjust", "same", "--by", "me", "--why", "desk", "--out", "./by.csv")
    assert (ran.code, "holds decisions of the run already; name another file" in ran.err) == (2, True)
    assert "tutor" in Path("by.csv").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            ",graded,in/s001",
            ",missing,in/s001",
            'line 2: "missing" in the column "status": only q1, q2, q3, q4, earned can be changed',
        ),
        ("s001,Student s001,a,3", "s001,Student s001,a,three", 'line 2: "three": expected marks'),
        ("s001,Student s001,a,3", "s001,Student s001,a,2.555", 'line 2: "2.555": expected marks'),
        ("a,3,3,4,2,12,12", "a,2,3,4,2,12.5,12", 'line 2: "12.5" in the column "earned" is not the sum'),
        ("q1,q2", "q1,q5", "its columns are not those that the run wrote"),
        ("s004,Student s004,b,,,,,,,,excused,in/s004.json,drop\n", "", "it has 4 lines of students, the run wrote 5"),
    ],
)
def test_what_is_no_edit_of_marks_is_refused(old: str, new: str, said: str) -> None:
    out = fresh("refused")
    put(out / "gradebook.csv", GRADEBOOK.replace(old, new, 1))
    ran = run("adjust", "refused", "--by", "me", "--why", "desk", "--out", "no.csv")
    assert ran.code == 2
    assert said in ran.err
    assert not Path("no.csv").exists()


def test_a_gradebook_is_edited_where_there_are_no_decisions_yet() -> None:
    put(Path("none.yaml"), EMPTY)
    for out, adjust in (("no-file", ()), ("empty-file", ("none.yaml",))):
        assert grade(out, adjust=adjust).code == 0
        book = Path(out, "gradebook.csv")
        put(book, book.read_text().replace("s001,Student s001,a,3,3,4,2,12,", "s001,Student s001,a,3,2,4,2,11,"))
        ran = run("adjust", out, "--by", "me", "--why", "desk", "--out", "one.csv")
        assert ran.code == 0, ran.err
        assert Path("one.csv").read_text() == "student,exercise,set,drop,by,why\ns001,q2,2,,me,desk\n"


def test_a_spreadsheet_may_write_the_same_numbers_otherwise() -> None:
    out = fresh("sheet")
    put(
        out / "gradebook.csv",
        "\ufeff" + GRADEBOOK.replace(",", ";").replace("0.25;3", "0,50;3,00").replace("66.7", "66,7"),
    )
    ran = run("adjust", "sheet", "--by", "me", "--why", "desk", "--out", "comma.csv")
    assert ran.code == 0, ran.err
    assert Path("comma.csv").read_text() == "student,exercise,set,drop,by,why\ns002,q1,0.5,,me,desk\n"
    assert run("adjust", "sheet", "--by", "me", "--why", "desk", "--out", "comma.csv").err.startswith(
        "sheet/gradebook.csv: no marks"
    )


def test_due_and_handed_in_of_decisions_go_before_what_the_others_have() -> None:
    """Due at 18:00, 25 per cent of 12 a day: s001 and s002 came on the next day, 19:00, which are two days begun."""
    put(
        Path("times.csv"),
        "id,time\ns001,2026-11-21T19:00+01:00\ns002,2026-11-21T19:00+01:00\ns003,2026-11-20T17:00+01:00\n",
    )
    put(
        Path("times.yaml"),
        "format: gametree-adjust/1\nby: t\nadjust:\n"
        "  - {why: fire alarm, student: s002, due: '+1440'}\n"
        "  - {why: fire alarm, student: s002, due: '+60'}\n"
        "  - {why: by mail, student: s004, handed-in: '2026-11-22T17:00Z'}\n"
        "  - {why: oral, student: s005, set: 8}\n",
    )
    due = ("--due", "2026-11-20T18:00:00+01:00", "--late-penalty", 25, "--times", "times.csv")
    ran = grade("late", *due, adjust=("times.yaml",))
    assert ran.code == 0
    assert "says when it came" not in ran.err, "who handed in nothing was not late"
    book = Path("late/gradebook.csv").read_text().splitlines()
    assert [line.split(",")[-4:] for line in book[1:5]] == [
        ["12", "6", "6", ""],
        ["9", "3", "6", "due +1440; due +60"],
        ["12", "0", "12", ""],
        ["12", "6", "6", "handed-in 2026-11-22T17:00Z"],
    ]
    assert [by_hand("late", student) for student in ("s002", "s003")] == [
        ["Handed in late: 3 points taken off, which leaves 6 of 12 points."],
        [],
    ]
    assert by_hand("late", "s004") == ["Handed in late: 6 points taken off, which leaves 6 of 12 points."]
    put(
        Path("drop.yaml"),
        "format: gametree-adjust/1\nby: t\nadjust: [{why: w, student: s001, exercise: q2, drop: true}]\n",
    )
    assert grade("late", *due, adjust=("times.yaml", "drop.yaml")).code == 0
    assert by_hand("late", "s001") == [
        "Changed by hand: Question 2: 3 → does not count.",
        "In all: 9 of 9 points.",
        "Handed in late: 4.5 points taken off, which leaves 4.5 of 9 points.",
    ]


def test_a_page_says_what_is_taken_off_where_nobody_decided_anything() -> None:
    put(Path("late.csv"), "id,time\ns001,2026-11-20T19:00+01:00\ns002,2026-11-20T18:10+01:00\ns003,-\n")
    options = ("--due", "2026-11-20T18:00+01:00", "--grace", 10, "--late-penalty", 25, "--times", "late.csv")
    ran = grade("taken", *options, adjust=())
    assert ran.code == 0, ran.err
    before = files_of(Path("taken"))
    assert [by_hand("taken", student) for student in student_ids(4)] == [
        ["Handed in late: 3 points taken off, which leaves 9 of 12 points."],
        *([], [], []),
    ]
    assert grade("taken", *options, adjust=()).code == 0
    assert files_of(Path("taken")) == before


def test_a_canvas_gradebook_gets_ex_for_who_is_excused(tmp_path: Path) -> None:
    fresh("canvas")
    book = (
        "Student,ID,SIS User ID,SIS Login ID,Section,HW3 (98765)\n    Points Possible,,,,,12\n"
        '"s001, Student",1,s001,s001,AI,\n"s004, Student",4,s004,s004,AI,\n"s005, Student",5,s005,s005,AI,\n'
        '"s002, Student",2,s002,s002,AI,\n"s003, Student",3,s003,s003,AI,\n'
    )
    put(Path("canvas.csv"), book)
    ran = run("gradebook", "canvas", "--fill", "canvas.csv", "--column", "HW3", "--out", tmp_path / "filled.csv")
    assert ran.code == 0, ran.err
    assert [line.rpartition(",")[2] for line in (tmp_path / "filled.csv").read_text().splitlines()[2:]] == [
        *("12", "EX", "8", "9.25", "12")
    ]
    assert '"EX" is put for those, excused by a decision: s004' in ran.err


def test_a_bonus_is_no_part_of_what_is_possible_and_no_more_than_that_is_earned() -> None:
    """Of 12 points 2 are a bonus: 12 earned are 10 of 10, 9 earned 9 of 10; with a cap of 11 they are 11 and 9."""
    for cap, most in (("", "10"), ("  - {why: enough, cap: 11}\n", "11")):
        put(
            Path("bonus.yaml"),
            f"format: gametree-adjust/1\nby: t\nadjust:\n  - {{why: w, exercise: q4, bonus: true}}\n{cap}",
        )
        shutil.rmtree("bonus", ignore_errors=True)
        assert grade("bonus", adjust=("bonus.yaml",)).code == 0
        lines = [line.split(",") for line in Path("bonus/gradebook.csv").read_text().splitlines()]
        assert [line[7:9] for line in lines[1:3]] == [[most, "10"], ["9", "10"]]
        assert by_hand("bonus", "s001")[-1] == f"In all: {most} of 10 points."


def test_what_is_for_everybody_is_not_for_those_who_handed_in_nothing() -> None:
    """With a bonus and a cap of 5 an oral examination in place of a hand-in stays 8 of all 12 points, and others have 5 of 10."""
    rules = ("{why: w, exercise: q4, bonus: true}", "{why: w, cap: 5}", "{why: oral, student: s005, set: 8}")
    put(Path("absent.yaml"), "\n  - ".join(["format: gametree-adjust/1\nby: t\nadjust:", *rules]) + "\n")
    shutil.rmtree("absent", ignore_errors=True)
    assert grade("absent", adjust=("absent.yaml",)).code == 0
    lines = [line.split(",") for line in Path("absent/gradebook.csv").read_text().splitlines()]
    assert [line[7:9] for line in (lines[1], lines[5])] == [["5", "10"], ["8", "12"]]


def test_the_gradebook_knows_the_class_list_from_the_folder() -> None:
    fresh("named-in-out")
    names = "".join(f"Participant {number},Student s00{number},,,12,Yes,-,-,\n" for number in range(1, 6))
    head = "Identifier,Full name,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments\n"
    put(Path("worksheet.csv"), head + names)
    ran = run("gradebook", "named-in-out", "--fill", "worksheet.csv", "--out", "filled.csv")
    assert ran.code == 0, ran.err
    assert [line.split(",")[3] for line in Path("filled.csv").read_text().splitlines()[1:]] == [
        "12",
        "9.25",
        "12",
        "",
        "8",
    ]
    assert "left as it is, excused by a decision: s004" in ran.err
    put(Path("worksheet.csv"), head + names.replace("Student s001", "Somebody Else"))
    ran = run("gradebook", "named-in-out", "--fill", "worksheet.csv", "--out", "none.csv")
    assert ran.code == 2
    assert (
        'there is no line for "s001" (Student s001); lines are known by number and name here: is this the worksheet of another '
        "course? --skip-unknown leaves such students out"
    ) in ran.err


def test_regrading_applies_the_decisions_of_the_first_run_to_the_new_marks() -> None:
    fresh("first")
    ran = run("regrade", "first", "in", "--quiz", "build", "--out", "second")
    assert ran.code == 0, ran.err
    assert "4 hand-ins of 4 marked again: 0 students change" in ran.out
    assert Path("second/gradebook.csv").read_text() == GRADEBOOK
    put(Path("other.yaml"), STATED.replace("0.25", "1.5").replace("set: 8", "set: 9"))
    assert (
        run("regrade", "first", "in", "--quiz", "build", "--out", "third", "--adjust", "other.yaml", "--fresh").code
        == 0
    )
    assert Path("third/changes.csv").read_text().splitlines()[1:] == [
        "s002,Student s002,q1,,0.25,3,1.5,3,1.25,decision: add 1.5 by tutor (desk); no decision any more: add 0.25 by tutor (desk)",
        "s005,Student s005,,,8,12,9,12,1,decision: set 9 by tutor (oral); no decision any more: set 8 by tutor (oral)",
    ]
    ran = run("regrade", "first", "in", "--quiz", "build", "--keep-higher", "--out", "fourth")
    assert Path("fourth/gradebook.csv").read_text() == GRADEBOOK, "marks before decisions are compared"


@pytest.mark.parametrize("what", ["cap: 2", "add: 9", "add: 1", "set: 3"])
def test_changes_add_up_to_the_difference_of_the_gradebooks_with_decisions_about_the_sheet(
    tmp_path: Path, what: str
) -> None:
    problem = (
        "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 5], [3, 9]], ask: [value, best-move, values]}"
    )
    put(tmp_path / "p.yaml", problem.replace("]}", "], conventions: {tie: last}}"))
    put(tmp_path / "in/ada.yaml", "answers: {p: {value: 3, best-move: B, values: {A: 3, B: 3, C: 3}}}")
    student = "" if what.startswith("cap") else "student: ada, "
    put(tmp_path / "d.yaml", f"format: gametree-adjust/1\nby: l\nadjust: [{{why: w, {student}{what}}}]")
    given = (tmp_path / "in", "--problems", tmp_path / "p.yaml")
    assert run("grade", *given, "--out", tmp_path / "OUT", "--adjust", tmp_path / "d.yaml").code == 0
    put(tmp_path / "p.yaml", problem)
    ran = run("regrade", tmp_path / "OUT", *given, "--out", tmp_path / "NEW")
    before, after = (Decimal(table(tmp_path / out / "gradebook.csv")[0]["earned"]) for out in ("OUT", "NEW"))
    rows = [row for row in table(tmp_path / "NEW/changes.csv") if not row["part"]]
    assert rows[0]["difference"] == "1"
    assert sum(Decimal(row["difference"]) for row in rows) == after - before
    if what != "add: 1":
        assert rows[1]["why"] == f"decision: {what.replace(':', '')} by l (w)"
        assert "the whole sheet: " in ran.out


ACCEPTED = """\
format: gametree-adjust/1
by: tutor
adjust:
  - {why: C is as good as B, exercise: q1, part: best-move, accept: C, note: C is right too.}
  - {why: read otherwise, exercise: q1, part: values, accept: {C: 5}}
  - {why: desk, student: s003, exercise: q1, add: -0.25}
"""


@pytest.fixture
def accepted(made: Path) -> Path:
    """Return the class, of whom s001 and s003 chose C, s002 gave C the value 5, and s004 D, which nobody accepts."""
    built = open_build("build")
    for student, part, answer in (
        ("s001", "best-move", "C"),
        ("s002", "values", {"A": 3, "B": 3, "C": "5.0", "D": 2}),
        ("s003", "best-move", "C"),
        ("s004", "best-move", "D"),
    ):
        data = perfect(built, student)
        data["answers"][built.sheet_of(student)[0].problem][part] = answer
        put(Path(f"given/{student}.json"), json.dumps(data))
    put(Path("accept.yaml"), ACCEPTED)
    return made


def grade_given(out: str, adjust: str = "accept.yaml") -> Ran:
    words = ("--adjust", adjust) if adjust else ()
    return run("grade", "given", "--quiz", "build", "--out", out, "--html", "--svg", *words)


def test_answers_that_are_accepted_are_right_for_all_who_gave_them(accepted: Path) -> None:
    shutil.rmtree("acc", ignore_errors=True)
    assert grade_given("acc", "").code == 0
    before = files_of(Path("acc"))
    assert [line.split(",")[3] for line in Path("acc/gradebook.csv").read_text().splitlines()[1:5]] == [
        *("2", "2.75", "2", "2")
    ]
    ran = grade_given("acc")
    assert ran.code == 0, ran.err
    (item,) = [one for one in run("report", "acc", "--format", "json").json["problems"] if one["id"] == "q1"]
    assert (item["mean"], [part["mean"] for part in item["parts"]]) == (2.75, [1, 0.75, 1]), "without what was added"
    assert "4 of 4 hand-ins were marked before and are taken over" in ran.err
    book = Path("acc/gradebook.csv").read_text().splitlines()
    assert [line.split(",")[3] for line in book[1:5]] == ["3", "3", "2.75", "2"]
    assert book[1].endswith("q1 accept C; q1 accept {C: 5}")
    lines = [json.loads(line) for line in Path("acc/results.jsonl").read_text().splitlines()]
    assert all(validator("result").is_valid(line) for line in lines)
    first = lines[0]["problems"][0]
    assert (first["marked"], first["earned"], first["diagnoses"]) == (2, 3, [])
    assert {entry["verdict"] for part in first["parts"] for entry in part["entries"]} == {"correct"}
    assert [(one["before"], one["after"]) for one in first["adjusted"]] == [(2, 3), (3, 3)]
    assert [(one["before"], one["after"]) for one in lines[1]["problems"][0]["adjusted"]] == [(2.75, 2.75), (2.75, 3)]
    assert [(one["before"], one["after"]) for one in lines[2]["problems"][0]["adjusted"]] == [(2, 3), (3, 3), (3, 2.75)]
    assert by_hand("acc", "s001")[0] == "Changed by hand: Question 1: 2 → 3 of 3 points. C is right too."
    page = Path("acc/feedback/s001/report.html").read_text()
    assert 'data-part="best-move" data-mark="right" data-yours="C"' in page
    shutil.rmtree("acc2", ignore_errors=True)
    grade_given("acc2")
    assert files_of(Path("acc")) == files_of(Path("acc2"))
    put(Path("accept.yaml"), EMPTY)
    assert grade_given("acc").code == 0
    assert {**files_of(Path("acc")), "run.json": b""} == {**before, "run.json": b""}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # as above
def test_so_they_are_where_the_run_was_killed_at_any_file(accepted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for out in ("plain2", "whole2"):
        shutil.rmtree(out, ignore_errors=True)
        assert grade_given(out, "accept.yaml" if out == "whole2" else "").code == 0
    check_kills(grade_given, "accept.yaml", "plain2", files_of(Path("whole2")), files_of(Path("plain2")), monkeypatch)


def test_without_a_class_list_those_who_handed_in_can_be_decided_about() -> None:
    answers = "answers: {minimax-textbook: {value: 4}, ucb-greedy: {choice: A}}"
    for name in ("ann", "bo"):
        put(Path(f"plainly/{name}.yaml"), answers)
    put(
        Path("two.csv"),
        "student,exercise,part,set,drop,by,why\nann,minimax-textbook,value,1,,t,w\nbo,ucb-greedy,,,true,t,w\n",
    )
    assert run("grade", "plainly", "--out", "listless", "--adjust", "two.csv").code == 0
    ann, bo = (line.split(",") for line in Path("listless/gradebook.csv").read_text().splitlines()[1:])
    assert ann[-1] == "minimax-textbook value set 1"
    assert bo[-1] == "ucb-greedy drop"
    assert bo[4] == ""
    put(Path("all.csv"), "student,set,by,why\nann,2,t,w\nbo,99,t,w\n")
    ran = run("grade", "plainly", "--out", "sheets", "--adjust", "all.csv")
    assert ran.code == 0, ran.err
    earned = [line.split(",")[5] for line in Path("sheets/gradebook.csv").read_text().splitlines()]
    assert earned == ["earned", "2", "5"], "no more than what was handed in is worth"
    assert "all.csv:3: bo: set 99, of which 5 counts" in ran.err
    ran = run("grade", "plainly", "--out", "nobody", "--adjust", put(Path("cy.csv"), "student,set,by,why\ncy,1,t,w\n"))
    assert ran.code == 2
    assert 'there is no student "cy"' in ran.err


def test_students_whose_names_have_blanks_in_them_are_named_in_tables_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (17, 3):
        put(
            Path(f"down/Ann Lee {number}_{number}_assignsubmission_file/a.yaml"),
            "answers: {minimax-textbook: {value: 4}}",
        )
    command = ("grade", "down", "--lms", "moodle", "--out", "out")
    assert run(*command).code == 0
    book = Path("out/gradebook.csv")
    put(book, book.read_text().replace("Participant 17,Ann Lee 17,,0,0,", "Participant 17,Ann Lee 17,,2,2,"))
    ran = run("adjust", "out", "--by", "me", "--why", "desk", "--out", "hand.csv")
    assert ran.code == 0, ran.err
    assert Path("hand.csv").read_text().splitlines()[1:] == ["Participant 17,minimax-textbook,2,,me,desk"]
    assert run(*command, "--adjust", "hand.csv").code == 0
    assert "Participant 17,Ann Lee 17,,2,2,3,66.7,graded" in book.read_text()
