"""What a server took as a class run: the same marks, a build that is that of the quiz, and commands that go on from there."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from pathlib import Path

from class_runs import files_of
from console import run
from quizzes import perfect, student_ids
from served import CLOSES, answers_of, served
from test_serve_sheets import KINDS, mistaken


def test_an_export_is_marked_as_here_and_goes_on_as_any_class_run(tmp_path: Path) -> None:
    rng = random.Random("exported")
    with served(
        tmp_path, f"attempts: 2, closes: {CLOSES}", exercises=KINDS[:5], marking="{round: 0.25}", students=6
    ) as one:
        for attempt in range(2):
            for student in student_ids(5)[:: 1 + attempt]:
                one.pass_by(seconds=20)
                assert one.hand_in(student, mistaken(one.built, student, rng), str(attempt)).status_code == 200
        one.pass_by(hours=1, minutes=5)
        assert one.hand_in("s006", answers_of(perfect(one.built, "s006"))).status_code == 410
        lines = {student: one.line(student) for student in one.links}
        out = tmp_path / "out"
        said = run("serve", "export", tmp_path, "week5", "--out", out)
        assert said.code == 0, said.err
    results = [json.loads(line) for line in (out / "results" / "results.jsonl").read_text("utf-8").splitlines()]
    assert [one["student"] for one in results] == student_ids(5)
    for result in results:
        line = lines[result["student"]]
        assert (result["earned"], result["possible"]) == (line["earned"], line["possible"])
    assert files_of(out / "build") == files_of(tmp_path / "build")
    times = [*csv.DictReader((out / "times.csv").read_text("utf-8").splitlines())]
    assert {row["id"]: int(row["attempt"]) for row in times} == {
        student: line["attempts"] for student, line in lines.items() if line["attempts"]
    }
    assert {row["closes"] for row in times} == {CLOSES}
    assert [row["time"] for row in times] == sorted(row["time"] for row in times)
    assert {(row["by"], row["score"]) for row in times} == {("student", "none")}
    assert [json.loads(line)["student"] for line in (out / "late.jsonl").read_text("utf-8").splitlines()] == ["s006"]
    again = run("grade", out / "handed-in.jsonl", "--quiz", out / "build", "--html", "--out", out / "results")
    assert (again.code, "nothing has changed" in again.err) == (0, True)
    regraded = run(
        "regrade", out / "results", out / "handed-in.jsonl", "--quiz", out / "build", "--out", tmp_path / "new"
    )
    assert (regraded.code, "0 students change" in regraded.out) == (0, True)
    assert run("report", out / "results").code == 0
    assert run("similar", out / "results").code == 0
    refused = run("serve", "export", tmp_path, "week5", "--out", out)
    assert (refused.code, "has files already" in refused.err) == (2, True)


def test_marks_that_differ_are_told(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.hand_in("s001", answers_of(perfect(one.built, "s001")))
        one.database.connection.one("update handed_in set earned = '0.5'")
        said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert said.code == 5
    assert "s001: 0.5 here, " in said.err


def test_lateness_that_costs_otherwise_is_told(tmp_path: Path) -> None:
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20") as one:
        one.open("s001")
        one.pass_by(hours=2)
        given = one.hand_in("s001", answers_of(perfect(one.built, "s001"))).json()
        one.store(one.database.connection.one, "update handed_in set penalty = '0'")
        said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert said.code == 5
    assert f"s001: {given['possible']:g} here, {given['earned']:g} by grade" in said.err


def test_marks_that_wait_are_exported_and_no_difference(tmp_path: Path) -> None:
    """More time was given while no server runs: of the only one who handed in."""
    with served(tmp_path, f"closes: {CLOSES}, late-penalty: 20") as one:
        one.open("s001")
        one.pass_by(hours=2)
        one.hand_in("s001", answers_of(perfect(one.built, "s001")))
    assert run("serve", "extend", tmp_path, "week5", "s001", "+90", "--why", "ill").code == 0
    said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert (said.code, "here," in said.err) == (0, False), said.err
    assert (tmp_path / "out" / "results" / "gradebook.csv").exists()


def test_problems_of_another_secret_are_not_exported(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.hand_in("s001", {})
    secret = tmp_path / "quiz" / "quiz.secret"
    secret.write_bytes(b"another secret, long enough to be one")
    said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert said.code == 4
    assert "was drawn by another version of this program, or with another secret" in said.err


def test_who_changes_the_group_or_leaves_the_class_keeps_the_mark(tmp_path: Path) -> None:
    with served(tmp_path, variants="groups", students=4) as one:
        for student in ("s001", "s002", "s003"):
            said = one.hand_in(student, answers_of(perfect(one.built, student))).json()
            assert said["earned"] == said["possible"]
    roster = tmp_path / "quiz" / "roster.csv"
    roster.write_text("id,name,group\ns001,Student s001,b\ns003,Student s003,a\ns004,Student s004,b\n", "utf-8")
    exported = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert exported.code == 0, exported.err
    lines = (tmp_path / "out" / "results" / "results.jsonl").read_text("utf-8").splitlines()
    earned = {one["student"]: one["earned"] for one in map(json.loads, lines)}
    assert earned == dict.fromkeys(("s001", "s002", "s003"), said["possible"])


def test_of_nobody_there_is_a_build_alone(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert (said.code, "nobody has handed in anything" in said.err) == (0, True)
    assert (tmp_path / "out" / "build" / "quiz.lock").exists()


def test_lateness_costs_the_same_in_an_export(tmp_path: Path) -> None:
    """One in time, one late by a day, one with more time, and one whose own minutes were over."""
    with served(tmp_path, f"closes: {CLOSES}, minutes: 50, late-penalty: 10", students=4) as one:
        for student in one.links:
            one.open(student)
        one.hand_in("s001", answers_of(perfect(one.built, "s001")))
        assert run("serve", "extend", tmp_path, "week5", "s003", "+1500", "--why", "ill", "--by", "dean").code == 0
        one.pass_by(minutes=55)
        one.hand_in("s004", answers_of(perfect(one.built, "s004")))
        one.pass_by(hours=20)
        for student in ("s002", "s003"):
            one.hand_in(student, answers_of(perfect(one.built, student)))
        finals = {student: one.line(student)["earned"] for student in one.links}
        out = tmp_path / "out"
        said = run("serve", "export", tmp_path, "week5", "--out", out)
        assert said.code == 0, said.err
    rows = {
        row["student"]: row
        for row in csv.DictReader((out / "results" / "gradebook.csv").read_text("utf-8").splitlines())
    }
    assert {student: float(rows[student]["final"]) for student in finals} == finals
    assert finals["s001"] == finals["s003"] > finals["s002"] == finals["s004"]
    assert "dean" in (out / "adjust.yaml").read_text("utf-8")


def test_the_live_page_hands_out_the_export_as_a_zip(tmp_path: Path) -> None:
    with served(tmp_path) as one:
        one.hand_in("s001", answers_of(perfect(one.built, "s001")))
        found = one.client.get(f"{one.live}/export.zip")
        assert found.status_code == 200
        assert 'filename="week5.zip"' in found.headers["content-disposition"]
        with zipfile.ZipFile(io.BytesIO(found.content)) as archive:
            names = archive.namelist()
            assert {
                "week5/handed-in.jsonl",
                "week5/times.csv",
                "week5/build/quiz.lock",
                "week5/results/gradebook.csv",
            } <= {*names}
        assert one.client.get(f"{one.links['s001']}/export.zip").status_code == 404


def test_what_waits_for_its_marks_is_no_difference(tmp_path: Path) -> None:
    with served(tmp_path, "attempts: 2") as one:
        for once in ("1", "2"):
            one.pass_by(seconds=20)
            one.hand_in("s001", {} if once == "1" else answers_of(perfect(one.built, "s001")), once)
        waiting = "update handed_in set state = 'waiting', earned = null where once = '2'"
        one.store(one.database.connection.one, waiting)
    said = run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out")
    assert (said.code, "tell those who write" in said.err) == (0, False), said.err
