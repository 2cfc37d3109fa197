"""What is wrong in one place costs nothing in another; floods inside the limits are marked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from console import put
from turns import some_now

from bad_input.week import GOOD, RIGHT, grade
from grader.core.documents import SUBMISSION_LIMITS
from grader.core.documents import strict as strict_reader
from grader.core.numbers import hint


def test_of_two_submissions_only_the_broken_one_is_lost(folder: Path) -> None:
    bad = put(folder / "bad.yaml", "answers: {q1: {value: 3}\n")
    for order in ([bad, folder / "good.yaml"], [folder / "good.yaml", bad]):
        ran = grade(folder, *order)
        assert ran.code == 3
        assert f"{bad}: not graded\n  {bad}:1 $: is not well-formed YAML or JSON" in ran.out
        assert "9 of 9 points" in ran.out


def test_standard_input_is_judged_like_a_file(folder: Path) -> None:
    assert grade(folder, "-", "--format", "json", stdin=GOOD.encode()).json["earned"] == 9
    ran = grade(folder, "-", stdin=b"answers: {q1: {}}\n---\n")
    assert ran.code == 3
    assert ran.err.startswith("standard input:2 $: a second document")


@pytest.mark.parametrize("wrong", ["3", "[3]", "text", "true"])
def test_answers_of_the_wrong_type_for_one_problem_do_not_lose_the_others(folder: Path, wrong: str) -> None:
    submission = put(folder / "s.yaml", f"answers:\n  q2: {wrong}\n  q1: {json.dumps(RIGHT)}\n")
    ran = grade(folder, submission, "--format", "json")
    assert ran.code == 3
    assert ran.json["gradable"] is True
    assert ran.json["earned"] == 9


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("[3]", "a list is not allowed here, expected a mapping from parts to answers"),
        ("value:3", '"value:3" is not allowed here, expected a mapping from parts to answers'),
        ("value:3", "; a space must follow the ':'; did you mean \"value: 3\"?"),
    ],
)
def test_answers_of_the_wrong_type_are_told_with_what_stands_there(folder: Path, wrong: str, says: str) -> None:
    ran = grade(folder, put(folder / "s.yaml", f"answers:\n  q1: {wrong}\n"), "--format", "json")
    [left_out] = ran.json["problems_not_graded"]
    assert "s.yaml:2 $.answers.q1: " in left_out["reason"]
    assert says in left_out["reason"]


def test_a_message_about_a_key_stands_at_the_line_of_the_key(folder: Path) -> None:
    submission = put(folder / "s.yaml", "answers:\n  q7:\n    value: 3\n  q1:\n    valeus:\n      A: 3\n")
    ran = grade(folder, submission, "--format", "json")
    assert "s.yaml:2 $.answers.q7:" in ran.json["problems_not_graded"][0]["reason"]
    assert ran.json["problems"][0]["notes"][0]["line"] == 5


@pytest.mark.parametrize("end", ["%", ",5", "_1", "/0", "e9999", "−"])
def test_no_hint_is_sought_in_a_text_too_long_for_a_number(end: str) -> None:
    assert hint("1" * 5000 + end) == ""


def test_a_submission_is_read_no_more_often_for_many_unknown_problems(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings, build = [], strict_reader._build

    def counted(*args: Any) -> Any:
        readings.append(args)
        return build(*args)

    monkeypatch.setattr(strict_reader, "_build", counted)
    ids = {f"unknown-{n}": None for n in range(50)}
    ran = grade(folder, put(folder / "s.json", json.dumps({"answers": ids})), "--format", "json")
    assert len(ran.json["problems_not_graded"]) == 50
    assert len(readings) <= 5


@pytest.mark.parametrize(
    "part",
    [
        {"pruned": ["I"] * 15_000},
        {"pruned": ["A"] * 15_000},
        {"visited": ["A", "B"] * 6_000},
        {"principal-variation": ["A", "B", "E"] * 4_000},
        {"cutoffs": [{"node": "C", "alpha": 3, "beta": 2}] * 1_400},
        {"values": {" " * n + "A": 3 for n in range(300)}},
        {f"part-{n}": n for n in range(3_000)},
        {"values": {f"n{n}": n for n in range(5_000)}},
        {"pruned": [[]] * 15_000},
        {"cutoffs": [{}] * 15_000},
    ],
    ids=lambda part: next(iter(part)),
)
@pytest.mark.parametrize("format_", some_now(["text", "json", "gradescope"], 3))
def test_floods_inside_the_size_limit_are_marked(folder: Path, part: dict[str, Any], format_: str) -> None:
    content = json.dumps({"answers": {"q1": {"value": 3} | part}}, separators=(",", ":"))
    submission = put(folder / "s.json", content)
    assert submission.stat().st_size <= SUBMISSION_LIMITS.bytes
    ran = grade(folder, submission, "--format", format_)
    assert ran.code == 0
    assert ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_a_link_as_submission_is_followed_and_named_as_it_was_given(folder: Path) -> None:
    (folder / "link.yaml").symlink_to(folder / "good.yaml")
    ran = grade(folder, folder / "link.yaml", "--format", "json")
    assert (ran.code, ran.json["source"]) == (0, str(folder / "link.yaml"))
