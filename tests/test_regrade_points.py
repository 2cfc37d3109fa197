"""`gametree regrade` where a question is worth other points now: shares are compared, and marks by the old key are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import Ran, put, run

PROBLEM = "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12], [2, 4]], ask: [value, best-move], points: {value: N}}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a class of three that was marked into OUT; then the value became worth 3, before 1."""
    put(tmp_path / "p.yaml", PROBLEM.replace("N", "1"))
    for student, answer in {
        "all": "value: 3, best-move: B",
        "move": "value: 9, best-move: B",
        "value": "value: 3",
    }.items():
        put(tmp_path / f"hand/{student}.yaml", f"answers: {{p: {{{answer}}}}}\n")
    assert run("grade", tmp_path / "hand", "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT").code == 0
    put(tmp_path / "p.yaml", PROBLEM.replace("N", "3"))
    return tmp_path


def regrade(folder: Path) -> Ran:
    return run("regrade", folder / "OUT", folder / "hand", "-p", folder / "p.yaml", "--out", folder / "NEW")


def test_more_points_for_a_question_lift_nobody_by_themselves(folder: Path) -> None:
    said = regrade(folder).out
    assert "3 students change, 1 up and 1 down in share of the points\n" in said
    assert "Mean: 1.33 of 2 points (66.7 %) before, 2.67 of 4 points (66.7 %) now\n" in said
    assert "Warning" not in said


def test_marks_that_are_rounded_are_no_change_of_the_share(tmp_path: Path) -> None:
    problem = "{format: gametree-problem/1, id: p, kind: minimax, tree: [[3, 12], [2, 4]], ask: [values], points: {values: N}}"
    put(tmp_path / "p.yaml", problem.replace("N", "8"))
    put(tmp_path / "hand/one.yaml", "answers: {p: {values: {A: 9, B: 3, C: 2}}}\n")
    put(tmp_path / "hand/two.yaml", "answers: {p: {values: {B: 3}}}\n")
    put(tmp_path / "hand/all.yaml", "answers: {p: {values: {A: 3, B: 3, C: 2}}}\n")
    assert run("grade", tmp_path / "hand", "-p", tmp_path / "p.yaml", "--out", tmp_path / "OUT").code == 0
    put(tmp_path / "p.yaml", problem.replace("N", "13"))
    assert "0 up and 0 down in share of the points\n" in regrade(tmp_path).out


def test_to_lose_an_exercise_is_a_change_of_the_share_and_first_marks_are_none(tmp_path: Path) -> None:
    files = [
        put(tmp_path / f"R/r{n}.yaml", PROBLEM.replace("N", "1").replace("id: p", f"id: r{n}")) for n in range(1, 7)
    ]
    moves = ", ".join(f"{file.stem}: {{value: 3, best-move: {'BC'[at > 3]}}}" for at, file in enumerate(files))
    put(tmp_path / "hand/ada.yaml", f"answers: {{{moves}}}")
    put(tmp_path / "hand/ben.yaml", "answers: {r1: {value: 3}}")
    decided = "{format: gametree-adjust/1, by: me, adjust: [{why: ill, student: S, drop: true}]}"
    made = ("--problems", tmp_path / "R", "--round", "0.25", "--adjust")
    before = put(tmp_path / "before.yaml", decided.replace("S", "ben"))
    assert run("grade", tmp_path / "hand", *made, before, "--out", tmp_path / "OUT").code == 0
    after = put(tmp_path / "after.yaml", decided.replace("S", "ada, exercise: r1"))
    ran = run("regrade", tmp_path / "OUT", tmp_path / "hand", *made, after, "--fresh", "--out", tmp_path / "NEW")
    assert "ada\n    r1: 2 of 2 → 0 of 0 (−2)" in ran.out
    assert "2 students change, 0 up and 1 down in share of the points\n" in ran.out


def test_who_keeps_marks_out_of_other_points_is_told(folder: Path) -> None:
    (folder / "hand/move.yaml").unlink()
    assert (
        "Warning: 1 student is still marked by the old key, out of 2 points; by the new one it is 4\n"
        in regrade(folder).out
    )


def test_who_keeps_marks_out_of_the_same_points_is_listed_alone(folder: Path) -> None:
    put(folder / "p.yaml", PROBLEM.replace("N", "1"))
    (folder / "hand/move.yaml").unlink()
    said = regrade(folder).out
    assert "keep their marks (1): move" in said
    assert "Warning" not in said


WORDS = """\
format: gametree-problem/1
id: p
kind: minimax
tree: [[3, 5], [3, 9]]
ask: [value, best-move]
text: {{prompt: Why?, points: {points}}}
"""


@pytest.mark.parametrize("given", [None, 0])
def test_answers_in_words_are_a_persons_and_no_share_of_their_points_is_kept(tmp_path: Path, given: int | None) -> None:
    problem = put(tmp_path / "p.yaml", WORDS.format(points=2))
    put(tmp_path / "in/ada.yaml", "answers: {p: {value: 3, best-move: B, text: Because.}}")
    decisions = "format: gametree-adjust/1\nby: me\nadjust: [{why: w, student: ada, exercise: p, part: text, set: 0}]"
    options = [] if given is None else ["--adjust", put(tmp_path / "dec.yaml", decisions)]
    assert run("grade", tmp_path / "in", "--problems", problem, "--out", tmp_path / "OUT", *options).code == 0
    put(problem, WORDS.format(points=6) + "conventions: {tie: last}\n")
    ran = run(
        *("regrade", tmp_path / "OUT", tmp_path / "in", "--problems", problem, "--keep-higher"),
        *("--out", tmp_path / "NEW"),
    )
    assert ran.code == 0, ran.err
    [result] = [json.loads(line) for line in (tmp_path / "NEW/results.jsonl").read_text("utf-8").splitlines()]
    assert (result["earned"], result["possible"]) == (2, 8), "2 of 2 by the program are kept, and nothing of the words"
    assert [note["message"] for note in result["problems"][0]["notes"]] == [
        "the better marks of an earlier marking are kept: 2 of 2 points; by this one it would be 1 of 2 points (without the answer in words)"
    ]
