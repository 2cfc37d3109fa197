"""`gametree regrade` after a corrected key: who changes, by how much, why; marked as `grade` marks, and nothing is lost."""

from __future__ import annotations

import csv
import json
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from class_runs import table
from console import Ran, put, run
from quizzes import build_quiz, perfect, student_ids

from grader.core.documents import validator
from grader.course.quiz.built import open_build

EXERCISES = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, problem: {kind: minimax, tree: [[3, 5], [3, 9]]}}",
    "{id: q3, generate: {kind: minimax, depth: 2, branching: 2}, points: 4}",
)
STUDENTS = 5


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a quiz that was built, handed in, marked into OUT, and whose key was corrected afterwards.

    The last of equal moves counts now, q1's value is worth 3, and of the students every second one has a wrong value.
    """
    folder = tmp_path_factory.mktemp("regrade")
    build = build_quiz(folder, students=STUDENTS, exercises=EXERCISES)
    built = open_build(str(build))
    for place, student in enumerate(student_ids(STUDENTS)):
        submission = perfect(built, student)
        for answers in submission["answers"].values():
            answers["value"] = 99 if place % 2 else answers["value"]
        put(folder / f"hand/{student}.json", json.dumps(submission))
    put(folder / "hand/s005.json", "{")
    assert run("grade", folder / "hand", "--quiz", build, "--out", folder / "OUT").code == 3
    correct(folder, "tree: [[3, 5], [3, 9]]", "tree: [[3, 5], [3, 9]], conventions: {tie: last}")
    correct(folder, "bank: minimax-textbook", "bank: minimax-textbook, points: {value: 3}")
    assert run("quiz", "build", folder / "quiz", "--out", build, "--rekey").code == 0
    return folder


def correct(folder: Path, was: str, now: str) -> None:
    file = folder / "quiz/quiz.yaml"
    assert was in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(was, now), "utf-8")


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def regrade(folder: Path, *options: object, hand: object = "hand") -> Ran:
    return run(
        "regrade", folder / "OUT", folder / str(hand), "--quiz", folder / "build", "--out", folder / "NEW", *options
    )


def results(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def earned(file: Path) -> dict[str, Decimal | None]:
    return {row["student"]: Decimal(row["earned"]) if row["earned"] else None for row in table(file)}


def test_what_is_marked_again_is_what_grade_gives_by_the_new_key(folder: Path) -> None:
    assert regrade(folder).code == 3  # one hand-in cannot be read, as before
    assert run("grade", folder / "hand", "--quiz", folder / "build", "--out", folder / "AFRESH").code == 3
    mine, theirs = results(folder / "NEW/results.jsonl"), results(folder / "AFRESH/results.jsonl")
    for one in (*mine, *theirs):
        assert validator("result").is_valid(one)
        del one["provenance"]["input"]
    assert mine == theirs
    for name in ("gradebook.csv", "inputs.csv", "report.html"):
        assert (folder / "NEW" / name).read_bytes() == (folder / "AFRESH" / name).read_bytes()


def test_changes_add_up_to_the_difference_of_the_gradebooks(folder: Path) -> None:
    regrade(folder)
    before, after = earned(folder / "OUT/gradebook.csv"), earned(folder / "NEW/gradebook.csv")
    rows = table(folder / "NEW/changes.csv")
    for student, was in before.items():
        mine = [row for row in rows if row["student"] == student]
        by_exercise = sum((Decimal(row["difference"]) for row in mine if not row["part"]), Decimal(0))
        by_part = sum((Decimal(row["difference"]) for row in mine if row["part"]), Decimal(0))
        now = after[student]
        assert by_exercise == by_part == (0 if was is None or now is None else now - was)
    assert {row["name"] for row in rows} == {f"Student {student}" for student in before if before[student] is not None}


def test_the_reasons_are_the_answers_of_the_key_and_the_points(folder: Path) -> None:
    ran = regrade(folder)
    rows = {(row["student"], row["exercise"], row["part"]): row for row in table(folder / "NEW/changes.csv")}
    moved = rows["s001", "q2", "best-move"]
    assert (moved["before"], moved["after"], moved["difference"]) == ("1", "0", "-1")
    assert moved["why"] == "expected was B, is C"
    worth = rows["s001", "q1", "value"]
    assert (worth["before"], worth["of_after"], worth["why"]) == ("1", "3", "worth 3, before 1")
    assert rows["s002", "q1", "value"]["difference"] == "0"
    assert not [row for row in rows.values() if row["exercise"] == "q3"]
    assert "q2: 3 of 3 → 2 of 3 (−1): best-move: expected was B, is C" in ran.out
    assert "4 students change, 0 up and 4 down in share of the points" in ran.out
    assert "q2 best-move: expected was B, is C (4 students)" in ran.out


def test_keep_higher_takes_nothing_from_anybody_and_says_so(folder: Path) -> None:
    regrade(folder, "--keep-higher", "--jobs", 1)
    before, after = results(folder / "OUT/results.jsonl"), results(folder / "NEW/results.jsonl")
    for old, new in zip(before, after, strict=True):
        assert validator("result").is_valid(new)
        for was, now in zip(old.get("problems", ()), new.get("problems", ()), strict=True):
            share = was["earned"] / was["possible"]
            assert now["earned"] >= share * now["possible"] - 0.005  # rounded to 0.01
            is_kept = any(
                "the better marks of an earlier marking are kept" in note["message"] for note in now.get("notes", ())
            )
            assert is_kept == (now["earned"] != pytest.approx(sum(part["earned"] for part in now["parts"])))
        if new["gradable"]:
            assert new["earned"] == pytest.approx(sum(one["earned"] for one in new["problems"]))
    kept = next(one for one in after[0]["problems"] if one["exercise"] == "q2")
    assert kept["earned"] == 3
    assert "3 of 3 points; by this one it would be 2 of 3" in kept["notes"][0]["message"]
    rows = {row["student"]: row for row in table(folder / "NEW/gradebook.csv")}
    assert rows["s001"]["q2"] == "3"


def test_where_all_is_kept_nobody_changes(folder: Path) -> None:
    ran = regrade(folder, "--keep-higher")
    assert "Better marks of the earlier marking are kept in some exercise of 4 students" in ran.out
    whole = {
        row["student"]: row for row in table(folder / "NEW/changes.csv") if row["exercise"] == "q2" and not row["part"]
    }
    assert {row["difference"] for row in whole.values()} == {"0"}
    assert "s001 (Student s001)\n    q1: 3 of 3 → 5 of 5 (+2)" in ran.out


def test_what_is_gone_keeps_its_marks_and_what_is_new_is_not_marked(folder: Path) -> None:
    (folder / "hand/s002.json").unlink()
    put(folder / "hand/s003.json", (folder / "hand/s003.json").read_text("utf-8") + "\n")
    put(folder / "hand/late/s004/again.yaml", "answers: {}\n")
    ran = regrade(folder)
    assert ran.code == 3
    before, after = ((folder / name / "results.jsonl").read_bytes().splitlines() for name in ("OUT", "NEW"))
    assert (before[1:3], len(after)) == (after[1:3], len(before))
    assert "keep their marks (2): s002, s003" in ran.out
    assert "New, and not marked (2): " in ran.out
    gone = [row["student"] for row in table(folder / "NEW/changes.csv") if "is gone" in row["why"]]
    assert gone == ["s002", "s003"]
    assert earned(folder / "NEW/gradebook.csv")["s002"] == earned(folder / "OUT/gradebook.csv")["s002"]


def test_files_may_lie_elsewhere_or_in_an_archive(folder: Path) -> None:
    regrade(folder)
    shutil.make_archive(str(folder / "all"), "zip", folder / "hand")
    (folder / "hand").rename(folder / "moved")
    for file in sorted((folder / "moved").glob("s00[1-4].json")):
        file.rename(file.with_name(f"x{file.name}"))
    marks = [(folder / "NEW/gradebook.csv").read_text("utf-8").replace(str(folder / "hand"), "")]
    for hand in ("moved", "all.zip"):
        shutil.rmtree(folder / "NEW")
        assert regrade(folder, hand=hand).err.count("before") == 0
        rows = table(folder / "NEW/gradebook.csv")
        assert [row["earned"] for row in rows] == [row["earned"] for row in csv.DictReader(marks[0].splitlines())]
        assert [row["status"] for row in rows] == ["graded"] * 4 + ["not-gradable"]


def test_what_is_of_nobody_on_the_roster_is_told_as_before(folder: Path) -> None:
    put(folder / "hand/stranger.json", '{"student": "zoe", "answers": {}}')
    put(folder / "hand/unknown.json", "{oops")
    shutil.rmtree(folder / "OUT")
    run("quiz", "build", folder / "quiz", "--out", folder / "build", "--rekey")
    run("grade", folder / "hand", "--quiz", folder / "build", "--out", folder / "OUT")
    ran = regrade(folder)
    assert "0 students change" in ran.out
    assert "Gone" not in ran.out
    assert (folder / "NEW/inputs.csv").read_bytes() == (folder / "OUT/inputs.csv").read_bytes()
    assert "nobody on the roster" in (folder / "NEW/inputs.csv").read_text("utf-8")


def test_an_unchanged_sheet_of_somebody_else_may_lie_elsewhere(folder: Path) -> None:
    own = (folder / "hand/s001.json").read_text("utf-8")
    foreign = (folder / "hand/s004.json").read_text("utf-8")
    other_quiz = '{"answers": {"of-another-quiz": {"value": 3}}}'
    (folder / "hand").rename(folder / "single")
    put(folder / "hand/s001/1.json", own)
    put(folder / "hand/s001/2.json", foreign)
    put(folder / "hand/s002/a.json", foreign)
    put(folder / "hand/s003/a.json", other_quiz)
    put(folder / "hand/s004/a.json", foreign)
    put(folder / "hand/s005/a.json", foreign)
    put(folder / "hand/s005/b.json", "{")
    shutil.rmtree(folder / "OUT")
    assert run("grade", folder / "hand", "--quiz", folder / "build", "--out", folder / "OUT").code == 3
    (folder / "hand").rename(folder / "moved")
    ran = regrade(folder, hand="moved")
    assert "5 hand-ins of 5 marked again" in ran.out
    assert "Gone" not in ran.out
    assert "New" not in ran.out
    assert [row["status"] for row in table(folder / "NEW/inputs.csv")] == [
        *["graded", "foreign"],
        *["foreign", "not-gradable", "graded"],
        *["foreign", "not-gradable"],
    ]
    put(folder / "moved/s002/a.json", foreign + "\n")
    shutil.rmtree(folder / "NEW")
    ran = regrade(folder, hand="moved")
    assert "keep their marks (1): s002" in ran.out
    assert "New, and not marked (1): " in ran.out


@pytest.mark.parametrize("name", ["{who}_7_assignsubmission_onlinetext/onlinetext.html", "{who}_7_text.html"])
@pytest.mark.parametrize("where", ["hand", "moved"])
def test_what_was_typed_into_the_text_field_of_a_platform_is_marked_again(folder: Path, name: str, where: str) -> None:
    answers = json.loads((folder / "hand/s001.json").read_text("utf-8"))
    shutil.rmtree(folder / "hand")
    shutil.rmtree(folder / "OUT")
    page = name.format(who="s001")
    put(folder / "hand" / page, f"<p>{json.dumps(answers).replace('A', '&#65;')}</p>")
    assert run("grade", folder / "hand", "--quiz", folder / "build", "--out", folder / "OUT").code == 0
    if where == "moved":
        (folder / "hand").rename(folder / "moved")
    ran = regrade(folder, hand=where)
    assert ran.code == 0
    assert "1 hand-in of 1 marked again" in ran.out
    assert "not marked" not in ran.out


def test_two_who_handed_in_the_same_bytes_each_keep_their_own(tmp_path: Path) -> None:
    put(
        tmp_path / "p.yaml", "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12], [2, 4]], ask: [value]}"
    )
    for student in "abc":
        put(tmp_path / f"hand/{student}.yaml", "answers: {p: {value: 3}}\n")
    run("grade", tmp_path / "hand", "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT")
    (tmp_path / "hand/b.yaml").unlink()
    ran = run("regrade", tmp_path / "OUT", tmp_path / "hand", "-p", tmp_path / "p.yaml", "--out", tmp_path / "NEW")
    assert "keep their marks (1): b" in ran.out
    assert [one["student"] for one in results(tmp_path / "NEW/results.jsonl")] == ["a", "b", "c"]


def test_the_same_command_again_writes_the_same_and_marks_nothing(folder: Path) -> None:
    first = regrade(folder)
    files = {file: file.read_bytes() for file in (folder / "NEW").iterdir()}
    again = regrade(folder)
    assert (again.code, again.out) == (first.code, first.out)
    assert "all was marked before" in again.err
    assert {file: file.read_bytes() for file in (folder / "NEW").iterdir()} == files


def test_a_regrade_that_was_interrupted_goes_on_and_writes_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "hand/s002.json").unlink()
    regrade(folder)
    whole = {file.name: file.read_bytes() for file in (folder / "NEW").iterdir()}
    shutil.rmtree(folder / "NEW")
    with monkeypatch.context() as patch:
        patch.setattr("grader.course.run.class_run.write_file", full_disk)
        assert regrade(folder).code == 2
    assert (folder / "NEW/journal.jsonl").exists()
    ran = regrade(folder)
    assert "keep their marks (1): s002" in ran.out
    assert {file.name: file.read_bytes() for file in (folder / "NEW").iterdir()} == whole


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_without_a_quiz_the_problems_are_named_and_the_rest_is_as_it_was(tmp_path: Path) -> None:
    problem = "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12], [2, 4]], ask: [value, values]POINTS}"
    put(tmp_path / "p.yaml", problem.replace("POINTS", ""))
    put(tmp_path / "hand/a.yaml", "answers: {p: {value: 3, values: {A: 3, B: 12, C: 2}}}\n")
    put(tmp_path / "hand/b.yaml", "answers: {}\n")
    run(
        "grade",
        tmp_path / "hand",
        "-p",
        tmp_path / "p.yaml",
        "--require",
        "p",
        "--follow-through",
        "0",
        "--out",
        tmp_path / "OUT",
    )
    put(tmp_path / "p.yaml", problem.replace("POINTS", ", points: {value: 2}"))
    where = ("regrade", tmp_path / "OUT", tmp_path / "hand", "-p", tmp_path / "p.yaml")
    ran = run(*where, "--out", tmp_path / "NEW")
    assert ran.code == 0
    assert "a\n    p: 1.67 of 2 → 2.67 of 3 (+1): value: worth 2, before 1" in ran.out
    assert {row["student"]: row["earned"] for row in table(tmp_path / "NEW/gradebook.csv")} == {"a": "2.67", "b": "0"}
    ran = run(*where, "--round", "0.5", "--out", tmp_path / "HALF")
    assert "Marked by other rules: round was not said, is 1/2" in ran.out
    assert {row["student"]: row["earned"] for row in table(tmp_path / "HALF/gradebook.csv")} == {"a": "2.5", "b": "0"}


def test_a_marking_convention_that_is_another_now_is_the_reason(tmp_path: Path) -> None:
    frame = "{format: gametree-problem/1, id: p, kind: positions, game: {name: take-away, objects: 8, take: [1, 4]}, ask: [outcomes]"
    put(tmp_path / "p.yaml", frame + "}")
    put(tmp_path / "free.yaml", frame + ", conventions: {guessing: free}}")
    put(tmp_path / "h/a.yaml", "answers: {p: {outcomes: {0: loss, 1: win, 2: loss, 3: loss, 4: win}}}\n")
    run("grade", tmp_path / "h", "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT")
    ran = run("regrade", tmp_path / "OUT", tmp_path / "h", "-p", tmp_path / "free.yaml", "--out", tmp_path / "NEW")
    assert "p: 0.35 of 1 → 0.44 of 1 (+0.09): outcomes: guessing was corrected, is free" in ran.out
    assert all(validator("result").is_valid(one) for one in results(tmp_path / "NEW/results.jsonl"))


def test_late_work_holds_again_and_names_of_the_download_are_told(tmp_path: Path) -> None:
    problem = "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 5], [3, 9]], ask: [value, best-move]"
    put(tmp_path / "p.yaml", problem + "}")
    put(tmp_path / "last.yaml", problem + ", conventions: {tie: last}}")
    put(
        tmp_path / "d/submission_metadata.yml",
        "submission_7:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '11'\n    :email: ada@example.org\n"
        "  :created_at: 2026-03-02 10:00:00.000000000 Z\n",
    )
    put(tmp_path / "d/submission_7/a.yaml", "answers: {p: {value: 3, best-move: C}}\n")
    late = ("--due", "2026-03-01T23:59Z", "--late-penalty", 10)
    first = run(
        *("grade", tmp_path / "d", "--lms", "gradescope", *late, "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT")
    )
    assert first.code == 0, first.err
    ran = run("regrade", tmp_path / "OUT", tmp_path / "d", "-p", tmp_path / "last.yaml", "--out", tmp_path / "NEW")
    assert "before 10 % a day after 2026-03-01T23:59" in ran.out
    assert "which holds again" in ran.out
    assert "(Ada Lovelace)\n    p: 1 of 2 → 2 of 2 (+1)" in ran.out
    assert {row["name"] for row in table(tmp_path / "NEW/changes.csv")} == {"Ada Lovelace"}
    (row,) = table(tmp_path / "NEW/gradebook.csv")
    assert (row["raw"], row["penalty"], row["final"]) == ("2", "0.2", "1.8")


def test_pages_marked_again_link_to_the_practice_page_that_they_linked_to(folder: Path) -> None:
    hand_in, link = folder / "hand/s001.json", "https://example.org/practice.html"
    submission = json.loads(hand_in.read_text("utf-8"))
    given = {"value": 14, "best-move": "D", "values": {"A": 14, "B": 12, "C": 6, "D": 14}}  # MAX at every node
    submission["answers"][min(submission["answers"])] = given  # of q1
    hand_in.write_text(json.dumps(submission), "utf-8")
    shutil.rmtree(folder / "OUT")
    options = ("--html", "--practice", link)
    assert run("grade", folder / "hand", "--quiz", folder / "build", "--out", folder / "OUT", *options).code == 3
    assert regrade(folder).code == 3
    (before,), (after,) = ((folder / out / "feedback").rglob("s001/*.html") for out in ("OUT", "NEW"))
    assert before.read_text("utf-8").count(link) == after.read_text("utf-8").count(link) > 0
