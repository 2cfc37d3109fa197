"""What `validate` says of a submission that can be read: how much there is to mark, and nothing about marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

PROBLEM = "format: gametree-problem/1\nid: {id}\nkind: minimax\ntree: [[3, 12], [2, 4]]\n"
TEMPLATE = "answers:\n  q1:\n    value:\n    best-move:\n    values: {A: , B: , C: }\n"
PROMISE = "this says nothing about marks"


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    for id_ in ("q1", "q2"):
        put(tmp_path / f"problems/{id_}.yaml", PROBLEM.format(id=id_))
    return tmp_path / "problems"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (TEMPLATE, "1 problem, 3 parts; blank: value, best-move, values; "),
        ("answers: {q1: {}}", "1 problem, 3 parts; blank: value, best-move, values; "),
        ("answers: {q1: {value: 9, best-move: B, values: {A: 3, B: }}}", "1 problem, 3 parts; "),
        ("answers: {q1: {value: 3, best-move: B, values: {}}, q2: {value: 1}}", "2 problems, 6 parts; blank: q2 best-move, q2 values; "),
        ("answers: {}", "0 problems, 0 parts; "),
    ],
)  # fmt: skip
def test_a_submission_can_be_graded_and_its_blank_parts_are_named(problems: Path, content: str, said: str) -> None:
    ran = run("validate", put(problems.parent / "mine.yaml", content), "-p", problems)
    assert (ran.code, ran.out) == (0, f"{problems.parent / 'mine.yaml'}: can be graded: {said}{PROMISE}\n")


def test_a_generated_template_is_blank_in_every_part_and_not_called_right(tmp_path: Path) -> None:
    assert run("generate", "alpha-beta", "--no-drawings", "--out", tmp_path / "week").code == 0
    ran = run("validate", tmp_path / "week" / "answers.yaml")
    assert "; blank: value, best-move, pruned; " in ran.out
    assert "right" not in ran.out


@pytest.mark.parametrize("above", ["", "problems:\n"])
def test_a_list_of_problems_is_no_submission(tmp_path: Path, above: str) -> None:
    item = "".join(f"  {line}\n" for line in PROBLEM.format(id="q1").splitlines()).replace("  ", "- ", 1)
    ran = run("validate", put(tmp_path / "several.yaml", above + item))
    assert "expected a problem: a mapping with format, id, kind" in ran.out
    assert "answers" not in ran.out
