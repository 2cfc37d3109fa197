"""Exports for learning platforms: Gradescope's results.json, and the project's own result."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from banked import BANK as STORE
from console import ROOT, put, run, run_apart
from windows import Deal, dealt

from grader.core.answers.reports import Reveal
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.grading.bank import Bank, bank_folders
from grader.grading.marking import Terms, grade
from grader.grading.result import result
from grader.platforms import export_text

SAMPLE = ROOT.parent / "shared/lms/formats/gradescope/results.json"
BANK = {id_: Path(folder) for id_, folder in bank_folders().items()}
SUBMISSIONS = [file for folder in BANK.values() for file in sorted((folder / "submissions").iterdir())]

# What the platform documents for results.json and for one of its tests.
TOP_KEYS = {
    "score",
    "execution_time",
    "output",
    "output_format",
    "test_output_format",
    "test_name_format",
    "visibility",
    "stdout_visibility",
    "extra_data",
    "tests",
    "leaderboard",
}
TEST_KEYS = {
    "score",
    "max_score",
    "status",
    "name",
    "name_format",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
    "extra_data",
}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
TEXT_FORMATS = {"text", "simple_format", "md", "html", "ansi"}


def gradescope(file: Path, reveal: Reveal = Reveal.EXPECTED) -> dict[str, Any]:
    """Return results.json of a submission, as the platform reads it."""
    stated: dict[str, Any] = json.loads(export_text(grade(str(file), STORE.find, Terms(reveal)), "gradescope"))
    return stated


def is_mark(value: Any) -> bool:
    """Return whether the value is a finite JSON number of at least 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def is_waiting(test: dict[str, Any]) -> bool:
    """Return whether a test is of an answer that a person marks, or would mark if there were one: it has neither marks nor a maximum."""
    assert ("score" in test) == ("max_score" in test)
    is_said = any(words in test["output"] for words in ("a person", "no answer", "not judged"))
    assert is_said or "score" in test
    return "score" not in test


@dealt(16)
@pytest.mark.parametrize("reveal", Reveal, ids=lambda reveal: reveal.value)
def test_every_results_json_of_the_bank_is_as_the_platform_wants_it(reveal: Reveal, deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        stated = gradescope(file, reveal)
        assert set(stated) <= TOP_KEYS
        assert is_mark(stated["score"])
        assert {stated["output_format"], stated["test_output_format"], stated["test_name_format"]} == {"text"}
        assert stated["visibility"] in VISIBILITIES
        assert stated["stdout_visibility"] == "hidden"
        assert isinstance(stated["output"], str)
        assert isinstance(stated["extra_data"], dict)
        for test in stated["tests"]:
            assert set(test) <= TEST_KEYS
            if is_waiting(test):
                continue
            assert is_mark(test["score"])
            assert is_mark(test["max_score"])
            assert test["score"] <= test["max_score"]
            assert test["status"] == ("passed" if test["score"] == test["max_score"] else "failed")
            assert test["output_format"] in TEXT_FORMATS
            assert test["visibility"] == "visible"  # a hidden test would hide the total too
            assert all(isinstance(test[name], str) for name in ("name", "number", "output"))
            assert test["name"]
            assert test["number"]
            assert test["output"] or reveal is Reveal.NONE


@dealt(16)
def test_scores_of_the_tests_sum_to_the_score(deal: Deal, window: int) -> None:
    for file in deal(SUBMISSIONS, window):
        stated, own = gradescope(file), result(grade(str(file), STORE.find))
        tests = [test for test in stated["tests"] if not is_waiting(test)]
        assert math.isclose(stated["score"], sum(test["score"] for test in tests), abs_tol=1e-3)
        assert stated["score"] == own["earned"]
        by_person = [part["possible"] for one in own["problems"] for part in one["parts"] if part["part"] == "text"]
        possible = own["possible"] - sum(by_person)
        assert math.isclose(sum(test["max_score"] for test in tests), possible, abs_tol=1e-3)


def test_keys_are_those_of_the_sample() -> None:
    if not SAMPLE.is_file():
        pytest.skip("the samples of the platforms' formats are not beside this project")
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    sample_tests = {key for test in sample["tests"] for key in test}
    stated = gradescope(BANK["minimax-textbook"] / "submissions/partly-right.yaml")
    assert set(stated) <= set(sample)
    assert {key for test in stated["tests"] for key in test} <= sample_tests
    for ours, theirs in ((stated, sample), (stated["tests"][0], sample["tests"][0])):
        for key in set(ours) & set(theirs):
            same = isinstance(ours[key], int | float) and isinstance(theirs[key], int | float)
            assert same or type(ours[key]) is type(theirs[key])


def test_tests_are_numbered_by_problem_and_part(tmp_path: Path) -> None:
    both = put(tmp_path / "s.yaml", "answers: {minimax-textbook: {value: 3}, ucb-one-log2: {}}\n")
    stated = gradescope(both)
    assert [(test["number"], test["name"]) for test in stated["tests"]] == [
        ("1.1", "Three moves, three replies: Value of the root (value)"),
        ("1.2", "Three moves, three replies: Best move"),
        ("1.3", "Three moves, three replies: Values of the nodes (values)"),
        ("2.1", "UCB1 with the binary logarithm: Scores"),
        ("2.2", "UCB1 with the binary logarithm: Chosen child (choice)"),
    ]
    assert [test["score"] for test in stated["tests"]] == [1, 0, 0, 0, 0]
    assert stated["output"].startswith("1 of 8 points")


@pytest.mark.parametrize("content", ["", "answers: [", b"\xff", "- a\n"])
def test_a_submission_that_cannot_be_graded_still_leaves_a_results_json(tmp_path: Path, content: str | bytes) -> None:
    file = put(tmp_path / "s.yaml", content)
    stated = gradescope(file)
    assert set(stated) <= TOP_KEYS
    assert stated["score"] == 0
    assert stated["tests"] == []
    assert stated["extra_data"]["gradable"] is False
    first, *reasons = stated["output"].splitlines()
    assert "could not be graded" in first
    assert reasons
    assert all(str(file) in reason for reason in reasons)
    assert run("grade", file, "--format", "gradescope").code == 3


def test_a_missing_file_still_leaves_a_results_json(tmp_path: Path) -> None:
    assert gradescope(tmp_path / "nothing.yaml")["extra_data"] == {"gradable": False}


def test_conventions_are_told_in_words() -> None:
    output = gradescope(BANK["textbook-three-by-three"] / "submissions" / "full.yaml")["output"]
    assert "Conventions of " in output
    assert "- Children are examined from left to right." in output


def test_a_score_that_stands_for_no_mark_says_so(tmp_path: Path) -> None:
    results = gradescope(put(tmp_path / "s.yaml", "answers: {nowhere: {value: 3}}\n"))
    assert results["output"].startswith("Nothing in this submission could be graded. The score of 0 only stands in")
    assert (results["score"], results["extra_data"]["gradable"]) == (0, False)


def test_problems_that_were_not_graded_and_notes_are_told(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "answers:\n  nowhere: {}\n  minimax-textbook: {vlaue: 3}\n")
    output = gradescope(file)["output"]
    assert "Not graded: " in output
    assert 'there is no problem "nowhere"' in output
    assert "Note: " in output
    assert 'did you mean "value"?' in output


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "</pre><img src=x>",
        "\u202e\u2066",
        "\x00\x07",
        "{{7*7}}",
        "# head\n**b**",
        "\x1b[2J",
        "&lt;",
    ],
)
def test_hostile_text_stays_plain_text_without_controls(tmp_path: Path, text: str) -> None:
    answers = {"value": text, "best-move": text, "values": {text: 1}, text: text}
    file = put(tmp_path / "s.json", json.dumps({"answers": {"minimax-textbook": answers, text: {}}}))
    written = export_text(grade(str(file), STORE.find), "gradescope")
    stated = json.loads(written)
    assert {stated["output_format"], *(test["output_format"] for test in stated["tests"])} == {"text"}
    texts = [stated["output"], *(test["output"] for test in stated["tests"])]
    assert not any(letter in "".join(texts) for letter in "\u202e\u2066\x00\x07\x1b")
    assert "**b**" not in [line for one in texts for line in one.splitlines()]


@pytest.mark.parametrize("name", ["json", "gradescope"])
def test_an_export_is_one_line_of_json(name: str) -> None:
    for file in SUBMISSIONS[::7]:
        text = export_text(grade(str(file), STORE.find), name)
        assert text.count("\n") == 1
        assert text.endswith("}\n")


def test_the_keys_of_a_result_come_in_a_fixed_order() -> None:
    stated = result(grade(str(SUBMISSIONS[0]), STORE.find))
    assert list(stated) == [
        "format",
        "source",
        "student",
        "gradable",
        "earned",
        "possible",
        "problems",
        "problems_not_graded",
        "provenance",
    ]
    [problem] = stated["problems"]
    assert list(problem)[:6] == ["id", "kind", "earned", "possible", "parts", "diagnoses"]
    assert problem["diagnoses"] == []


def test_marks_of_a_part_that_is_worth_next_to_nothing_are_rounded_to_four_places(tmp_path: Path) -> None:
    stated = "format: gametree-problem/1\nid: p\nkind: minimax\ntree: [[1], [2], [3], [4], [5], [6]]\nask: [values]\npoints: {values: 1/1000}\n"
    store = Bank(put(tmp_path / "p.yaml", stated))
    marks = []
    for right in range(8):
        values = dict(zip("ABCDEFG", (6, 1, 2, 3, 4, 5, 6), strict=True))
        given = dict(list(values.items())[:right])
        file = put(tmp_path / "s.json", json.dumps({"answers": {"p": {"values": given}}}))
        marks.append(result(grade(str(file), store.find))["earned"])
    assert marks == [0, 0.0001, 0.0003, 0.0004, 0.0006, 0.0007, 0.0009, 0.001]


def test_a_result_is_read_back_by_the_strict_reader_too() -> None:
    text = export_text(grade(str(SUBMISSIONS[0]), STORE.find), "json")
    assert parse_document(text.encode(), "result.json", ProblemError).data["format"] == "gametree-result/1"


def test_a_result_on_standard_output_is_utf_8_whatever_the_terminal_writes(tmp_path: Path) -> None:
    file = put(tmp_path / "s.yaml", "student: é☃\nanswers: {minimax-textbook: {value: 3}}")
    ran = run_apart("grade", file, "--format", "json", env={"PYTHONIOENCODING": "latin-1"})
    assert json.loads(ran.stdout.decode("utf-8"))["student"] == "é☃"


def test_a_result_names_a_file_with_a_long_path_as_a_whole(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 80) / ("b" * 80)
    folder.mkdir(parents=True)
    file = put(folder / "answers.yaml", "answers: {minimax-textbook: {value: 3}}")
    assert result(grade(str(file), Bank().find))["source"] == str(file)
