"""Conventions in text reports: said once a report, and only where something was wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from console import put, run

PROBLEM = "format: gametree-problem/1\nid: {}\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value, best-move]\n"
WRONG, RIGHT = "{value: 4, best-move: B}", "{value: 3, best-move: B}"
ORDER = "Children are examined from left to right."


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    """Return a folder with two problems of equal conventions, and one with another order."""
    for id_ in ("p1", "p2"):
        put(tmp_path / f"problems/{id_}.yaml", PROBLEM.format(id_))
    put(tmp_path / "problems/p3.yaml", PROBLEM.format("p3") + "conventions: {order: right-to-left}\n")
    return tmp_path / "problems"


def told(problems: Path, *answers: str) -> list[str]:
    """Return the report's lines below `Conventions:` on answers to p1, p2, …"""
    stated = ", ".join(f"p{place}: {answer}" for place, answer in enumerate(answers, 1))
    text = run("grade", put(problems.parent / "s.yaml", f"answers: {{{stated}}}\n"), "-p", problems).out
    assert text.count("Conventions:") <= 1
    return text.partition("\nConventions:\n")[2].splitlines()


def test_a_report_in_which_all_is_right_says_none(problems: Path) -> None:
    assert told(problems, RIGHT, RIGHT) == []


def test_equal_conventions_are_said_once(problems: Path) -> None:
    assert told(problems, WRONG, WRONG) == told(problems, WRONG)
    assert told(problems, WRONG)[0] == f"  - {ORDER}"


def test_only_problems_with_something_wrong_are_spoken_of(problems: Path) -> None:
    assert told(problems, RIGHT, RIGHT, WRONG)[0] == "  - Children are examined from right to left."


def test_where_problems_differ_the_sentence_names_its_own(problems: Path) -> None:
    said = told(problems, WRONG, WRONG, WRONG)
    assert f"  - p1, p2: {ORDER}" in said
    assert "  - p3: Children are examined from right to left." in said
    assert "  - Among equally good moves the one examined first counts." in said


def test_a_blank_answer_is_wrong_enough(problems: Path) -> None:
    assert told(problems, "{}")
