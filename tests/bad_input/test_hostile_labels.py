"""Labels and texts that would mean something elsewhere are only text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import put, run

from bad_input.week import HARMFUL, PROBLEM, RIGHT, grade

LABELS = [
    '<IMG SRC="/etc/passwd">',
    "</svg><script>alert(1)</script>",
    "A:n",
    "\\N",
    "\\G\\E\\T",
    "<B>x</B>",
    "a|{b}",
    '"',
    "'",
    "\\",
    "%s{0}$x",
    "=1+1",
    "\u202eabc",
    "a\u200bb",
    "\u2066x\u2069",
    "e\u0301",
    "العربية",
    "😀",
    "-inf",
    "null",
    "NO",
    "x" * 100,
]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_means_something_elsewhere_is_only_a_label(folder: Path, label: str) -> None:
    problem = put(
        folder / "p.yaml",
        json.dumps(
            {
                "format": "gametree-problem/1",
                "id": "p",
                "title": label,
                "kind": "alpha-beta",
                "ask": ["value", "best-move", "pruned", "visited", "values"],
                "tree": {
                    "id": "root",
                    "max": [
                        {"id": "l", "min": ["3", "5"]},
                        {"id": label, "move": f"m{label[:99]}", "min": ["2", {"id": "last", "value": "9"}]},
                    ],
                },
            }
        ),
    )
    answers = {"best-move": label, "pruned": [label, "last"], "visited": [label], "values": {label: 2}, label: 1}
    submission = put(folder / "s.yaml", json.dumps({"student": label, "answers": {"p": answers, label: None}}))
    for format_ in ("text", "gradescope"):
        ran = run("grade", submission, "-p", problem, "--format", format_)
        assert ran.code == 3
        assert not set(HARMFUL) & set((ran.out if format_ == "text" else "") + ran.err)
    ran = run("grade", submission, "-p", problem, "--format", "json")
    assert ran.json["student"] == label
    [values] = [part for part in ran.json["problems"][0]["parts"] if part["part"] == "values"]
    assert any(entry["verdict"] == "correct" for entry in values["entries"])
    solved = run("solve", problem, "--format", "json")
    assert list(solved.json["answers"]["values"])[2] == label


@pytest.mark.parametrize("format_", ["json", "gradescope"])
@pytest.mark.parametrize("label", ["\u202eabc", "\u2066x\u2069", "a\u200fb"])
def test_json_output_shows_direction_marks_as_escapes(folder: Path, label: str, format_: str) -> None:
    titled = put(folder / "t.yaml", PROBLEM.replace("id: q1", f'id: t\ntitle: "{label}"'))
    submission = put(folder / "s.yaml", json.dumps({"student": label, "answers": {"t": RIGHT}}))
    ran = grade(folder, submission, "-p", titled, "--format", format_)
    assert label in (ran.json["student"] if format_ == "json" else ran.json["tests"][0]["name"])
    assert not set(HARMFUL) & set(ran.out)


@pytest.mark.parametrize("key", ["a\nb", "\x1b[2J", "\u202e", "x" * 900, "<b>", "\x00", ""])
def test_hostile_keys_are_noted_harmlessly(folder: Path, key: str) -> None:
    submission = {"answers": {"q1": RIGHT | {key: key}, key + "?": {}}}
    for format_ in ("text", "json", "gradescope"):
        ran = grade(folder, put(folder / "s.json", json.dumps(submission)), "--format", format_)
        assert ran.code == 3
        assert not set(HARMFUL) & set(ran.out + ran.err)
        assert len(ran.out) < 6000
    unknown = {"answers": {"q1": RIGHT | {"values": {key: 1}, "pruned": [key or "-"], "best-move": key or "-"}}}
    for format_ in ("text", "json", "gradescope"):
        ran = grade(folder, put(folder / "s.json", json.dumps(unknown)), "--format", format_)
        assert ran.code == 0
        assert not set(HARMFUL) & set(ran.out + ran.err)


@pytest.mark.parametrize("student", ["", " "])
def test_a_student_of_blanks_is_refused(folder: Path, student: str) -> None:
    ran = grade(folder, put(folder / "s.json", json.dumps({"student": student, "answers": {}})), "--format", "json")
    assert ran.code == 3
    assert "not only blanks" in ran.json["errors"][0]["message"]
    assert ran.json["student"] == "s"  # the name of the file
