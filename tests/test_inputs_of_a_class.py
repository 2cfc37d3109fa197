"""inputs.csv: every file that a class handed in is there once, with whose it is and what became of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from console import Ran, put, run
from quizzes import build_quiz, perfect
from zipped import Put, written, zipped

from grader.course.one_student import MOST_FILES
from grader.course.quiz.built import Built, open_build

pytestmark = pytest.mark.usefixtures("folder")

EXERCISES = (
    "{id: q1, bank: one-leaf}",
    "{id: q2, generate: {kind: minimax, depth: 2, branching: 2}, points: 2}",
    "{id: q3, generate: {kind: ucb, children: 3}}",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return open_build(str(build_quiz(tmp_path_factory.mktemp("quiz"), exercises=EXERCISES, students=6)))


def sheet(built: Built, owner: str, *exercises: str, typed: str = "", **wrong: Any) -> str:
    """Return right answers to the exercises of somebody's sheet, all of them if none is named; `wrong` are others."""
    held = perfect(built, owner)["answers"]
    chosen = {id_: one for id_, one in held.items() if not exercises or id_.partition("-")[0] in exercises}
    for exercise, one in wrong.items():
        chosen |= {id_: one for id_ in held if id_.startswith(f"{exercise}-")}
    return json.dumps({"answers": chosen, **({"student": typed} if typed else {})})


def grade(built: Built, *arguments: object) -> Ran:
    return run("grade", *arguments, "--quiz", built.folder, "--out", "out", "--jobs", 1)


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path("out", name).read_text("utf-8"))))


def inputs() -> dict[str, tuple[str, str, str]]:
    """Return whose each file is, what became of it and why; each file stands there once."""
    rows = {row["source"]: (row["student"], row["status"], row["reason"]) for row in table("inputs.csv")}
    assert len(rows) == len(table("inputs.csv"))
    return rows


def marks() -> dict[str, list[str]]:
    return {row["student"]: [row[q] for q in ("q1", "q2", "q3")] + [row["status"]] for row in table("gradebook.csv")}


def results() -> Mapping[str, Any]:
    lines = Path("out/results.jsonl").read_text("utf-8").splitlines()
    return {result["student"]: result for result in map(json.loads, lines)}


def test_every_file_of_a_class_is_accounted_for(built: Built) -> None:
    put(Path("subs/s001/answers.json"), sheet(built, "s001", "q1", "q2", q2={"value": 10**6}))
    put(Path("subs/s001/answers (1).json"), sheet(built, "s001", "q2"))
    put(Path("subs/s001/photo.jpg"), b"\xff\xd8\xff\xe0")
    put(Path("subs/s002.json"), sheet(built, "s003"))
    put(
        Path("subs/s003.zip"),
        zipped({"x/1.json": sheet(built, "s003"), "__MACOSX/x": b"", "x/2.json": sheet(built, "s003")}),
    )
    put(Path("subs/s004.docx"), b"PK\x03\x04[Content_Types].xml word/document.xml")
    put(Path("subs/friend.json"), sheet(built, "s005", typed="s005"))
    put(Path("subs/S006.json"), "answers: {}")
    put(
        Path("late.zip"),
        written([Put(b"s005/../s006.json", b"answers: {}"), Put(b"a/s005/old.json", b"answers: {x: }")]),
    )
    ran = grade(built, "subs", "late.zip")
    assert ran.code == 3
    assert {source: row[:2] for source, row in inputs().items()} == {
        "subs/s001/answers.json": ("s001", "partly"),
        "subs/s001/answers (1).json": ("s001", "partly"),
        "subs/s001/photo.jpg": ("s001", "not-gradable"),
        "subs/s002.json": ("s002", "foreign"),
        "subs/s003.zip/x/1.json": ("s003", "superseded"),
        "subs/s003.zip/x/2.json": ("s003", "graded"),
        "subs/s004.docx": ("s004", "not-gradable"),
        "subs/friend.json": ("s005", "partly"),
        "late.zip/a/s005/old.json": ("s005", "not-gradable"),
        "subs/S006.json": ("S006", "not-gradable"),
        "late.zip/s005/../s006.json": ("late.zip/s005/../s006.json", "not-gradable"),
        "subs/s003.zip/__MACOSX": ("", "junk"),
    }
    assert inputs()["subs/s001/answers.json"][2].startswith("others count for q2-")
    assert 'did you mean "s006"?' in inputs()["subs/S006.json"][2]
    assert marks()["s001"] == ["2", "2", "0", "partly"]
    assert marks()["s002"] == ["", "", "", "not-gradable"]
    assert marks()["s006"] == ["", "", "", "missing"]
    assert sum(row["status"] == "missing" for row in table("gradebook.csv")) == 1


def test_whose_a_foreign_sheet_is_stands_in_what_the_instructor_reads_alone(built: Built) -> None:
    put(Path("subs/s001.json"), sheet(built, "s003"))
    put(Path("subs/s002.json"), sheet(built, "s002"))
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out", "--html", "--format", "json")
    assert inputs()["subs/s001.json"] == ("s001", "foreign", "this is the sheet of s003")
    assert results()["s001"]["foreign"] == [{"source": "subs/s001.json", "owners": ["s003"]}]
    assert "subs/s001.json: this is the sheet of s003" in ran.err
    page = Path("out/feedback/s001/report.html").read_text("utf-8")
    assert "answers the sheet of somebody else" in page
    assert "s003" not in page + ran.out
    report = Path("out/report.html").read_text("utf-8")
    assert "s003" not in report


def test_a_foreign_sheet_is_marked_where_that_is_asked_for_and_is_still_told(built: Built) -> None:
    put(Path("subs/s001.json"), sheet(built, "s003"))
    put(Path("subs/s002/1.json"), sheet(built, "s002", "q2", q2={"value": 10**6}))
    put(Path("subs/s002/2.json"), sheet(built, "s003"))
    ran = run("grade", "subs", "--quiz", built.folder, "--out", "out", "--mark-foreign")
    assert ran.code == 0
    assert inputs()["subs/s001.json"] == ("s001", "graded", "this is the sheet of s003")
    assert marks()["s001"][3] == "graded"
    assert [float(mark) for mark in marks()["s001"][:3]] == [float(one.possible) for one in built.quiz.exercises]
    assert marks()["s002"][1] == "0"
    assert marks()["s002"][2] == marks()["s001"][2]


@pytest.mark.parametrize(("keep", "expected"), [("latest", "0"), ("first", "1"), ("best", "2")])
def test_keep_says_which_of_several_answers_counts(built: Built, keep: str, expected: str) -> None:
    right = next(one for id_, one in perfect(built, "s001")["answers"].items() if id_.startswith("q2"))
    half = {part: answer if place == 0 else None for place, (part, answer) in enumerate(right.items())}
    for number, answers in enumerate((half, right, {"value": 10**6})):
        put(Path(f"subs/s001/{number}.json"), sheet(built, "s001", "q2", q2=answers))
    put(Path("subs/s002.json"), sheet(built, "s002"))
    assert run("grade", "subs", "--quiz", built.folder, "--out", "out", "--keep", keep).code == 0
    found = float(marks()["s001"][1])
    assert (found == 2) == (keep == "best")
    assert (found == 0) == (keep == "latest")
    counting = {"latest": "2", "first": "0", "best": "1"}[keep]
    assert [source for source, row in inputs().items() if row[:2] == ("s001", "graded")] == [
        f"subs/s001/{counting}.json"
    ]
    assert expected


def test_later_copies_count_wherever_a_student_is_found(built: Built) -> None:
    wrong, right = sheet(built, "s001", "q1", "q3"), sheet(built, "s001")
    names = ["ada_11_answers.json", "ada_11_answers-1.json", "ada_12_answers-2.json", "ada_12_answers-10.json"]
    put(Path("all.zip"), zipped(dict.fromkeys(names[:3], wrong) | {names[3]: right, "~$answers.docx": b"x"}))
    ran = grade(built, "all.zip")
    assert [source for source, row in inputs().items() if row[1] == "graded"] == [f"all.zip/{names[3]}"]
    assert results()["s001"]["source"] == [f"all.zip/{name}" for name in names]
    assert inputs()["all.zip/~$answers.docx"][1] == "junk"
    assert len([line for line in ran.err.splitlines() if "do not count" in line]) == 3


def test_a_problem_that_two_files_name_and_nobody_has_stops_nothing(built: Built) -> None:
    for number in range(2):
        put(
            Path(f"subs/s001/{number}.json"),
            sheet(built, "s001").replace('{"answers": {', '{"answers": {"foo": {"value": 1}, '),
        )
    put(Path("subs/s002.json"), sheet(built, "s002"))
    assert run("grade", "subs", "--quiz", built.folder, "--out", "out", "--keep", "best").code == 0
    assert marks()["s001"][3] == "graded"


def test_of_very_many_files_each_one_is_accounted_for(built: Built) -> None:
    for number in range(MOST_FILES + 30):
        put(Path(f"subs/s001/{number:03}.json"), sheet(built, "s001"))
    put(Path("subs/s002.json"), sheet(built, "s002"))
    ran = grade(built, "subs")
    statuses = [row[1] for row in inputs().values()]
    assert [statuses.count(status) for status in ("superseded", "partly", "not-gradable", "graded")] == [99, 1, 30, 1]
    assert len(ran.err.splitlines()) < 60


def test_lines_and_archives_of_a_quiz_come_out_like_the_folder(built: Built) -> None:
    files = {f"{id_}.json": sheet(built, id_, typed=id_) for id_ in built.roster}
    for name, content in files.items():
        put(Path("subs", name), content)
    put(Path("class.zip"), zipped(files))
    put(Path("all.jsonl"), "\n".join(files.values()))
    told = []
    for argument in ("subs", "class.zip", "all.jsonl"):
        assert run("grade", argument, "--quiz", built.folder, "--out", "out", "--fresh").code == 0
        told.append((marks(), [row[:2] for row in inputs().values()]))
    assert told[0] == told[1] == told[2]
    assert {row[3] for row in told[0][0].values()} == {"graded"}


def test_mark_foreign_goes_with_a_quiz() -> None:
    put(Path("subs/a.yaml"), "answers: {}")
    ran = run("grade", "subs", "--mark-foreign")
    assert (ran.code, "goes with --quiz" in ran.err) == (2, True)


def test_what_is_named_twice_counts_once(built: Built) -> None:
    for id_ in ("s001", "s002"):
        put(Path(f"subs/{id_}.json"), sheet(built, id_))
    put(Path("class.zip"), written([Put(b"../subs/s001.json", b"?"), Put(b"s003.json", sheet(built, "s003").encode())]))
    grade(built, "class.zip", "subs", "subs/s001.json", "./subs", "./class.zip")
    assert inputs().pop("class.zip/../subs/s001.json")[1] == "not-gradable"
    assert {source: row for source, row in inputs().items() if row[1] == "graded"} == {
        "subs/s001.json": ("s001", "graded", ""),
        "subs/s002.json": ("s002", "graded", ""),
        "class.zip/s003.json": ("s003", "graded", ""),
    }
    assert len(inputs()) == 4


def test_an_empty_folder_is_a_class_of_which_nothing_came(built: Built) -> None:
    Path("subs").mkdir()
    ran = grade(built, "subs")
    assert (ran.code, inputs()) == (3, {})
    assert {row[3] for row in marks().values()} == {"missing"}
    assert "subs: there is nothing in it that was handed in" in ran.err


HOSTILE = ["=cmd()", "a\nb", "\x1b[2J", "\u202etxt", "'--", " ", "CON", "x" * 300, "../x", "-e", "@A1", "<b>", '"']


def test_hostile_names_come_out_harmless_in_every_file(built: Built, folder: Path) -> None:
    held = {
        f"w5/{name}.zip": zipped({f"{name}.json": sheet(built, "s001"), name: "?"})
        for name in HOSTILE
        if "/" not in name
    }
    lines = [json.dumps({"student": name, "answers": {name: {name: name}}}) for name in HOSTILE]
    put(Path("class.zip"), zipped({**held, "../x": "?"}))
    put(Path("all.jsonl"), "\n".join(lines))
    ran = run("grade", "class.zip", "all.jsonl", "--quiz", built.folder, "--out", "out", "--html")
    assert ran.code == 3
    said = ran.out + ran.err + "".join(file.read_text("utf-8") for file in Path("out").rglob("*") if file.is_file())
    assert not {"\x1b", "\u202e"} & set(said)
    for name in ("inputs.csv", "gradebook.csv"):
        assert not any(cell.startswith(("=", "@", "-e")) for row in table(name) for cell in row.values())
    assert sorted(path.name for path in folder.iterdir()) == ["all.jsonl", "class.zip", "out"]
    assert sum(row["status"] == "junk" for row in table("inputs.csv")) == 0
    assert len(inputs()) == 2 * (len(HOSTILE) - 1) + 1 + len(HOSTILE)
