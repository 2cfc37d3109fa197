"""`gametree similar` on results as `grade` writes them."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from console import put, run
from made_results import entry, lines, part, problem, result
from quizzes import build_quiz, perfect

from grader import grade, load_problem, render
from grader.core.documents.json_lines import JsonLine
from grader.core.documents.shape import explain_shape
from grader.course.quiz.built import open_build
from grader.course.similar import REST, read_work

IDS = ("q1", "q2", "q3", "q4")


def works_of(*results: Any) -> Any:
    return read_work(JsonLine("r", place, one) for place, one in enumerate(results))


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    """Return the results of a class of 60 in which "thief" copied from "s7", wrong answers and all."""
    draw = random.Random(11)
    trees = [[[draw.randint(1, 30) for _ in range(3)] for _ in range(4)] for _ in IDS]
    frame = {"format": "gametree-problem/1", "kind": "minimax", "ask": ["value", "values"]}
    exercises = {id_: load_problem({**frame, "id": id_, "tree": tree}) for id_, tree in zip(IDS, trees, strict=True)}
    made, submitted = [], {}
    for place in range(60):
        answers = {}
        for id_, exercise in exercises.items():
            right = exercise.solve()
            slips = {node: str(draw.randint(1, 30)) for node in "BCDE" if draw.random() < (0.6 if place == 7 else 0.25)}
            answers[id_] = {**right, "values": right["values"] | slips}
        submitted[place] = answers
    for name, answers in [*((f"s{place}", held) for place, held in submitted.items()), ("thief", submitted[7])]:
        graded = [grade({"student": name, "answers": {id_: held}}, exercises[id_]) for id_, held in answers.items()]
        data = [json.loads(render(one, "json")) for one in graded]
        made.append({**data[0], "problems": [one["problems"][0] for one in data]})
    return made


def test_a_copied_pair_stands_in_all_outputs(tmp_path: Path, results: list[dict[str, Any]]) -> None:
    put(tmp_path / "results.jsonl", lines(*results).decode())
    said = run("similar", tmp_path)
    assert said.code == 0
    assert "s7 and thief:" in said.out
    assert "This proves nothing" in said.out
    data = json.loads(run("similar", tmp_path, "--format", "json").out)
    assert not list(explain_shape("similar", data))
    assert [(one["student"], one["others"]) for one in data["findings"]] == [("s7", ["thief"])]
    (one,) = data["findings"]
    assert one["corrected"] <= 0.05
    assert len(one["shared"]) == one["compared"]
    rows = list(csv.DictReader(io.StringIO(run("similar", tmp_path, "--format", "csv").out)))
    assert len(rows) == len(one["shared"])
    assert {row["student"] for row in rows} == {"s7"}


def test_a_class_that_works_alone_is_told_so(tmp_path: Path, results: list[dict[str, Any]]) -> None:
    put(tmp_path / "r.jsonl", lines(*results[:-1]).decode())
    said = run("similar", tmp_path / "r.jsonl")
    assert "Nothing stands out." in said.out
    assert "proves" not in said.out


def test_programs_are_not_compared_and_that_is_said_once(tmp_path: Path) -> None:
    trees = [entry("wrong", f"tree-{number:02}", "9", "3") for number in range(12)]
    program = {"file": "search.py", "style": "game", "hidden": 12, "right": 0, "public": 0, "public_right": 0}
    made = [
        result(f"s{place}", problem("p", part("values", 0, 1, *trees), exercise="search", program=program))
        for place in range(30)
    ]
    assert not any(student.works["search"].wrong for student in works_of(*made))
    put(tmp_path / "r.jsonl", lines(*made).decode())
    said = run("similar", tmp_path / "r.jsonl")
    assert said.code == 0
    assert said.err.count("search: not compared: programs answer it\n") == 1


def test_answers_that_follow_a_misconception_are_not_looked_at() -> None:
    wrong = part("values", 0, 1, entry("wrong", "B", "9", "3"))
    plain, named = works_of(
        result("a", problem("p", wrong)), result("b", problem("p", wrong, diagnoses={"all-max": 0}))
    )
    assert plain.works["p"].wrong == {("values", "B"): "9"}
    assert (named.works["p"].wrong, named.works["p"].is_explained) == ({}, True)


def test_answers_of_one_student_that_are_not_looked_at_are_not_told_as_those_of_several(tmp_path: Path) -> None:
    wrong = part("values", 0, 1, entry("wrong", "B", "9", "3"))
    named = [problem(name, wrong, diagnoses={"all-max": 0}) for name in ("p", "q")]
    put(tmp_path / "r.jsonl", lines(result("a", *named), result("b", problem("p", wrong))).decode())
    said = " ".join(run("similar", tmp_path / "r.jsonl").out.split())
    assert "explains it: what a student answered to an exercise, in 2 cases." in said


def test_what_follows_from_an_earlier_slip_is_no_answer_of_its_own() -> None:
    values = part("values", 0, 2, entry("wrong", "B", "9.0", "3"), entry("follow-through", "A", "9", "3"))
    (one,) = works_of(result("a", problem("p", part("value", 0, 1, entry("follow-through", None, "9", "3")), values)))
    assert one.works["p"].wrong == {("values", "B"): "9"}


def test_without_numbers_of_nodes_all_that_was_given_is_one_answer() -> None:
    pruned = part("pruned", 0, 1, entry("extra", "E", "E"), entry("missing", "F", None, "F"))
    held = problem("p", part("value", 1, 1, entry("correct", None, "3", "3")), pruned)
    (one,) = works_of(result("a", held))
    assert one.works["p"].wrong == {REST: "value: 3; pruned: E"}
    assert one.works["p"].key == {REST: "value: 3; pruned: F"}


def test_who_has_marks_by_a_decision_alone_has_no_answers_to_compare() -> None:
    right = result("s1", problem("p", part("value", 1, 1, entry("correct", None, "3", "3"))))
    by_hand = result("s2", not_handed_in=True, given={"p": {"earned": 1, "possible": 1}})
    assert [one.name for one in works_of(right, by_hand)] == ["s1"]


def test_what_is_no_result_is_passed_over_and_told(tmp_path: Path) -> None:
    put(tmp_path / "r.jsonl", lines(result("a", problem("p", part("value", 1)))).decode() + "oops\n")
    said = run("similar", tmp_path / "r.jsonl")
    assert said.code == 3
    assert "is not JSON" in said.err
    assert "1 student" in said.out


def test_names_cannot_write_on_the_terminal_or_run_in_a_spreadsheet(
    tmp_path: Path, results: list[dict[str, Any]]
) -> None:
    bad = [{**one, "student": '=HYPERLINK("x")' if one["student"] == "thief" else one["student"]} for one in results]
    put(tmp_path / "r.jsonl", lines(*bad).decode())
    rows = list(csv.DictReader(io.StringIO(run("similar", tmp_path / "r.jsonl", "--format", "csv").out)))
    assert rows[0]["other"].startswith("'=HYPER")


@pytest.mark.sweep
def test_whoever_hands_in_what_is_right_for_another_sheet_of_a_quiz_is_found(tmp_path: Path) -> None:
    """Through the real key, with numbers that are compared to two decimals: s003 has s009's answers, to the own problems."""
    exercises = ("minimax, depth: 2, branching: 3", "ucb, children: 4", "alpha-beta, depth: 2, branching: 3")
    stated = [f"{{id: q{at}, generate: {{kind: {kind}}}}}" for at, kind in enumerate(exercises, 1)]
    built = open_build(str(build_quiz(tmp_path, students=24, exercises=stated)))
    for student in built.roster:
        submission = perfect(built, student)
        if student == "s003":
            theirs = list(perfect(built, "s009")["answers"].values())
            submission["answers"] = dict(zip(submission["answers"], theirs, strict=True))
        put(tmp_path / f"hand/{student}.json", json.dumps(submission))
    run("grade", tmp_path / "hand", "--quiz", built.folder, "--out", tmp_path / "OUT")
    (one,) = json.loads(run("similar", tmp_path / "OUT", "--format", "json").out)["findings"]
    assert (one["sort"], one["student"], one["others"]) == ("key", "s003", ["s009"])
    assert {shared["exercise"] for shared in one["shared"]} == {"q1", "q2", "q3"}
    assert len(one["shared"]) == one["compared"]


def test_who_is_compared_with_no_key_may_share_problems_of_which_there_are_no_variants(tmp_path: Path) -> None:
    made = [
        result(
            f"s{place}",
            problem(f"q1-{place}", part("values", 0, 1, entry("wrong", "A", "3", str(place))), exercise="q1"),
            problem("q2", part("values", 0, 1, entry("wrong", "A", "3", "5")), exercise="q2"),
            quiz="q",
        )
        for place in range(4)
    ]
    put(tmp_path / "results.jsonl", lines(*made).decode())
    said = " ".join(run("similar", tmp_path).out.split())
    assert "4 students; 6 pairs compared" in said
    assert "4 students are compared with no key of other variants: of exercises that have variants nobody" in said


def test_who_can_be_compared_with_nobody_is_told_so(tmp_path: Path) -> None:
    made = [
        result(f"s{place}", problem(f"q1-{place}", part("values", 0, 1, entry("wrong", "A", "3", str(place))), exercise="q1"), quiz="q")
        for place in range(4)
    ]  # fmt: skip
    put(tmp_path / "results.jsonl", lines(*made).decode())
    said = " ".join(run("similar", tmp_path).out.split())
    assert "4 students; 0 pairs compared" in said
    assert (
        "4 students are compared with no key of other variants: of exercises that have variants nobody else has their problems"
        in said
    )
    assert "Nothing stands out" not in said
    data = json.loads(run("similar", tmp_path, "--format", "json").out)
    assert not list(explain_shape("similar", data))
    assert (data["keys"], data["without_keys"]) == (0, 4)
