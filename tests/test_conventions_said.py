"""Conventions: stated wherever they change an answer; in text reports said once, and only where something was wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import SOLVED_IDS
from console import put, run

from grader import Bank, Exercise, ProblemError
from grader.core.answers.run import Sought
from grader.core.conventions import FIELDS
from grader.core.documents import Document
from grader.kinds import KINDS, read_exercise

PROBLEM = "format: gametree-problem/1\nid: {}\nkind: minimax\ntree: [[3, 12], [2, 4]]\nask: [value, best-move]\n"
WRONG, RIGHT = "{value: 4, best-move: B}", "{value: 3, best-move: B}"
ORDER = "Children are examined from left to right."


FURTHER = {
    "initial-window": (["-inf", "5"], ["2", "inf"]),
    "exploration": ("1", "3"),
    "unvisited-mean": ("1",),
    "value-bounds": (["0", "30"],),
    "sum-bound": ("10",),
}
"""Values of the conventions that have no list of them."""


def otherwise(exercise: Exercise, name: str, value: object) -> Exercise | None:
    """Return an exercise with another value of a convention; None where that has no place in it."""
    stated = exercise.document.data
    changed = {**stated, "conventions": {**(stated.get("conventions") or {}), name: value}}
    try:
        other = read_exercise(Document("", changed, "", b""), KINDS)
        return other if {*exercise.problem.ask} <= other.solution.answers.keys() else None
    except ProblemError:
        return None


def stated(exercise: Exercise) -> list[str]:
    """Return all that is said of a problem in words."""
    return [*exercise.kind.terms_and_conventions(exercise.problem), *exercise.kind.poses(exercise.problem)]


@pytest.mark.parametrize("id_", SOLVED_IDS)
def test_a_convention_that_changes_an_answer_is_stated(id_: str) -> None:
    exercise = Bank()[id_]
    judged = [part for part in exercise.problem.ask if not isinstance(exercise.solution.answers[part], Sought)]
    for name in (name for name in exercise.kind.conventions if name != "root"):  # the drawing shows who moves
        words = FIELDS[name].words
        for value in FURTHER.get(name, ()) if callable(words) else words:
            other = otherwise(exercise, name, value)
            if other is not None and any(exercise.solve()[part] != other.solve()[part] for part in judged):
                assert stated(exercise) != stated(other), (name, value)


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
