"""What is said of an answer that follows from the student's own numbers, and of parts with several entries."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import problem_data, read, report_of
from console import put, run

from grader.core.answers.reports import ProblemReport, Verdict

TREE = [[3, 12, 8], [2, 15, 6]]
OWN = {"value": 15, "best-move": "C", "values": {"A": 15, "B": 12, "C": 15}}
STEP = "On your numbers max(12, 15) = 15: this step is right, half marks. Right: max(3, 2) = 3."
MOVE = "On your numbers max(12, 15) = 15, so C: this step is right, half marks. Right: max(3, 2) = 3, so B."
RESTS = "What value and best-move earn rests on your own numbers in values; where these are corrected it can be less."


def told(report: ProblemReport) -> dict[tuple[str, str | None], str]:
    """Return what is said of each entry that follows, by part and node."""
    return {
        (part.part, entry.node): entry.message
        for part in report.parts
        for entry in part.entries
        if entry.verdict is Verdict.FOLLOW_THROUGH
    }


def files(tmp_path: Path, answers: Any = OWN, kind: str = "minimax", game: Any = TREE, **fields: Any) -> list[str]:
    problem = put(tmp_path / "p.json", json.dumps(problem_data(kind, game, **fields)))
    return [str(put(tmp_path / "s.json", json.dumps({"answers": {"q1": answers}}))), "-p", str(problem)]


def test_every_output_shows_the_students_own_step_beside_the_right_one(tmp_path: Path) -> None:
    arguments = files(tmp_path)
    text = run("grade", *arguments).out
    assert f"you wrote 15. {STEP}\n" in text
    assert f"you wrote C. {MOVE}\n" in text
    result = run("grade", *arguments, "--format", "json").json["problems"][0]
    assert [part["entries"][0]["message"] for part in result["parts"]] == [STEP, MOVE, STEP]
    scope = run("grade", *arguments, "--format", "gradescope").json
    assert all(words in test["output"] for test, words in zip(scope["tests"], (STEP, MOVE, STEP), strict=True))
    run("grade", *arguments, "--html", "--out", tmp_path / "out")
    page = (tmp_path / "out/s/report.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    assert page.count(f'<td class="why">{STEP}</td>') == 2
    assert f'<td class="why">{MOVE}</td>' in page
    assert ">, but" not in page


def test_one_line_says_what_carried_marks_rest_on(tmp_path: Path) -> None:
    arguments = files(tmp_path)
    assert run("grade", *arguments).out.count(f"  {RESTS}\n") == 1
    assert RESTS in run("grade", *arguments, "--format", "gradescope").json["output"]
    assert RESTS not in run("grade", *arguments, "--reveal", "none").out
    assert "rests on" not in run("grade", *arguments, "--no-across-parts").out


@pytest.mark.parametrize(
    ("share", "words"), [("1/2", "half marks"), ("0.25", "a quarter of the marks"), ("0.2", "1/5 of the marks")]
)
def test_the_share_is_the_one_that_was_given(tmp_path: Path, share: str, words: str) -> None:
    assert f"this step is right, {words}. Right" in run("grade", *files(tmp_path), "--follow-through", share).out


def test_chance_nodes_show_their_weights() -> None:
    tree = {"max": [{"chance": [{"p": "1/3", "min": [3, 5]}, {"p": "2/3", "min": [2, 9]}]}, 1]}
    answers = {"values": {"A": "13/3", "B": "13/3", "D": 5, "E": 4}}
    said = told(report_of(read(problem_data("expectiminimax", tree)), answers))
    assert said["values", "B"].startswith("On your numbers (1/3)*5 + (2/3)*4 = 13/3: this step is right")
    assert said["values", "B"].endswith("Right: (1/3)*3 + (2/3)*2 = 7/3.")


def test_a_cut_node_shows_only_what_the_search_examined() -> None:
    tree = [[[3, 5], [6, 9]], [[1, 2], [7, 4]]]  # at C only F is examined
    said = told(report_of(read(problem_data("alpha-beta", tree, ask=["values"])), {"values": {"F": 3, "C": 3}}))
    assert said == {} or all("min(3)" in words for words in said.values())
    answers = {"values": {"A": 6, "B": 4, "D": 4, "E": 6, "C": 6, "F": 6}}
    assert told(report_of(read(problem_data("alpha-beta", tree, ask=["values"])), answers))["values", "A"] == (
        "On your numbers max(4, 6) = 6: this step is right, half marks. Right: max(5, 2) = 5."
    )


def test_a_value_taken_from_the_students_own_root_says_so() -> None:
    answers = {"value": 14, "values": {"A": 14, "B": 12, "C": 15}}
    said = told(report_of(read(problem_data("minimax", TREE)), answers))
    assert said["value", None] == "On your numbers A is 14: this step is right, half marks. Right: max(3, 2) = 3."


def test_a_choice_says_the_greatest_of_the_students_scores() -> None:
    children = [{"id": "p", "total": 7, "visits": 10}, {"id": "q", "total": 3, "visits": 5}]
    exercise = read(problem_data("ucb", children))
    said = told(report_of(exercise, {"scores": {"p": "2.9", "q": "1.1"}, "choice": "p"}))
    assert said["choice", None] == (
        "On your numbers the greatest score is 2.9, at p: this step is right, half marks. "
        "Right: the greatest score is 1.64, at q."
    )


def test_what_a_hostile_student_makes_long_is_cut() -> None:
    huge = "9" * 1000
    said = told(report_of(read(problem_data("minimax", TREE)), {"values": {"A": huge, "B": huge, "C": 1}}))
    assert len(said["values", "A"]) < 1000


def test_parts_of_several_entries_say_how_many_are_right(tmp_path: Path) -> None:
    answers = {"values": {"A": 3, "B": 3, "C": 5}, "pruned": ["C"], "visited": ["A", "B", "D", "E", "F", "C"]}
    arguments = files(tmp_path, answers, "alpha-beta", points={"values": 4}, ask=[*answers])
    text = run("grade", *arguments).out
    # 4.0238 in all: of 2.6667, 0.5 and 0.8571 the last has lost most.
    assert "Values of the nodes (values): 2 of 3 right: 2.66 of 4 points\n" in text
    assert "Pruned nodes (pruned): 2 of 2 leaves right, 1 not expected: 0.5 of 1 point\n" in text
    assert "Order of visits (visited): 6 of 7 right: 0.86 of 1 point\n" in text
    run("grade", *arguments, "--html", "--out", tmp_path / "out")
    page = (tmp_path / "out/s/report.html").read_text(encoding="utf-8")
    words = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert "Values of the nodes 2.66 of 4 2 of 3 right" in words
    assert "1.3333" not in page


@pytest.mark.parametrize("reveal", ["none", "verdicts"])
def test_how_many_entries_there_are_is_not_told_below_expected(tmp_path: Path, reveal: str) -> None:
    answers = {"values": {"A": 3, "B": 3, "C": 5}, "pruned": ["C"], "visited": ["A", "B"]}
    arguments = files(tmp_path, answers, "alpha-beta", ask=[*answers])
    for form in ("text", "json", "gradescope"):
        out = run("grade", *arguments, "--format", form, "--reveal", reveal).out
        assert " right" not in out.split("Conventions")[0]
    run("grade", *arguments, "--html", "--out", tmp_path / "out", "--reveal", reveal)
    assert "of 3 right" not in (tmp_path / "out/s/report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("outcomes", "half", "third"),
    [
        ([5, 6], "11/2", "11/3"),
        ([5, "13/2"], "23/4", "23/6"),
        ([5, 6.5], "5.75", "23/6"),
        ([{"p": 0.5, "value": 5}, {"p": 0.5, "value": 6}], "5.5", "11/3"),
    ],
    ids=str,
)
def test_one_sentence_writes_its_numbers_in_one_style_that_of_the_problem(outcomes: Any, half: str, third: str) -> None:
    """A decimal where the problem writes one and the number ends within 4 places, else a fraction."""
    problem = read(problem_data("expectiminimax", {"chance": outcomes}))
    report = report_of(problem, {"values": {"A": 3}})
    entry = next(part for part in report.parts if part.part == "values").entries[0]
    assert entry.expected == half
    assert entry.message.startswith(f"expected {half}. A is a chance node")
    assert f" = {half}" in entry.message
    assert ("." in half) == ("1/2" not in entry.message)
    assert problem.problem.say(Fraction(third)) == third


def test_a_part_that_is_right_is_not_told_as_what_others_rest_on(tmp_path: Path) -> None:
    """The move rests on the student's own best moves here: the number of finished iterations is right."""
    answers = {"best-moves": ["B", "B", "B"], "completed": 2, "move": "B"}
    file = put(tmp_path / "s.json", json.dumps({"answers": {"deepen": answers}}))
    text = run("grade", file).out
    assert "  What move earns rests on your own numbers; where these are corrected it can be less.\n" in text
