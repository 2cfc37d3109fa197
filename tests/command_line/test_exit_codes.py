"""Every command ends with the code that its help promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

from command_line.week import grade


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["right.yaml"], 0),
        (["half.yaml"], 0),
        (["half.yaml", "--fail-under", "50"], 0),
        (["half.yaml", "--fail-under", "51"], 5),
        (["right.yaml", "--fail-under", "100"], 0),
        (["right.yaml", "half.yaml", "--fail-under", "100"], 5),
        (["broken.yaml"], 3),
        (["broken.yaml", "right.yaml"], 3),
        (["broken.yaml", "half.yaml", "--fail-under", "100"], 3),
        (["broken.yaml", "--fail-under", "100"], 3),
        (["to-wrong.yaml"], 4),
        (["to-wrong.yaml", "broken.yaml", "half.yaml", "--fail-under", "100"], 4),
        (["half.yaml", "--require", "wrong"], 4),
        (["half.yaml", "--require", "nowhere"], 3),
        (["half.yaml", "--dot", "--out", "half.yaml/below"], 2),
        (["to-wrong.yaml", "broken.yaml", "half.yaml", "--dot", "--out", "half.yaml/x", "--fail-under", "100"], 2),
        (["right.yaml", "--out", "feedback"], 2),
        (["right.yaml", "--dot"], 2),
        (["right.yaml", "--html"], 2),
        (["right.yaml", "--out", "right.yaml", "--dot"], 2),
        (["right.yaml", "--fail-under", "101"], 2),
        (["right.yaml", "--fail-under", "-1"], 2),
        (["right.yaml", "--fail-under", "half"], 2),
        (["right.yaml", "--format", "xml"], 2),
        (["right.yaml", "--reveal", "all"], 2),
        (["right.yaml", "--nonsense"], 2),
        (["right.yaml", "--problems", "nowhere"], 2),
        (["right.yaml", "--max-submission-bytes", "0"], 2),
        ([], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_grade_ends_with_the_most_serious_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int
) -> None:
    monkeypatch.chdir(folder)
    ran = run("grade", *args, "-p", "problems")
    assert ran.code == code
    if code != 2 and "right.yaml" in args:
        assert "4 of 4 points" in ran.out  # whatever happens to the others


def test_fail_under_must_be_a_number(folder: Path) -> None:
    assert grade(folder, folder / "right.yaml", "--fail-under", "nan").code == 2


def test_fail_under_is_compared_exactly(folder: Path) -> None:
    put(folder / "problems/thirds.yaml", "format: gametree-problem/1\nid: thirds\nkind: minimax\ntree: [1, 2]\n")
    third = put(folder / "third.yaml", "answers: {thirds: {value: 2}}\n")
    assert grade(folder, third, "--fail-under", "33.33").code == 0
    assert grade(folder, third, "--fail-under", "33.34").code == 5


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["solve", "q1"], 0),
        (["solve", "nowhere"], 4),
        (["solve", "q1", "wrong"], 4),
        (["solve"], 2),
        (["show", "q1"], 0),
        (["show", "nowhere"], 4),
        (["show", "q1", "--out", "x"], 2),
        (["validate", "right.yaml"], 0),
        (["validate", "broken.yaml"], 3),
        (["validate", "right.yaml", "problems/wrong.yaml", "broken.yaml"], 4),
        (["validate", "nowhere.yaml"], 3),
        (["validate"], 2),
        (["bank"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_the_other_commands_end_with_these_codes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int
) -> None:
    monkeypatch.chdir(folder)
    named = ["-p", "problems"] if len(args) > 1 else []
    assert run(*args, *named).code == code
