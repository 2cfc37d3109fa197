"""What a statement explains of how a problem goes and is marked stands in every report with something wrong in it."""

from __future__ import annotations

import pytest
from banked import BANK, FOLDERS

from grader import Exercise, grade, load_problem, render
from grader.grading.outcome import outcome_of
from grader.pages.sheet import conventions


@pytest.mark.parametrize("id_", sorted(FOLDERS))
def test_a_report_with_something_wrong_states_what_the_statement_does(id_: str) -> None:
    exercise = BANK.find(id_)
    assert isinstance(exercise, Exercise)
    said = render(grade(FOLDERS[id_] / "submissions" / "wrong.yaml", exercise))
    assert [one for one in conventions(exercise.kind, exercise.problem) if f"  - {one}\n" not in said] == []


def test_marks_of_outcomes_follow_from_what_the_report_says() -> None:
    """Losses are rarer than wins there, so one earns more: 3 wins and 2 losses cannot be added up without the sentence."""
    exercise = load_problem(
        {
            "format": "gametree-problem/1",
            "id": "p",
            "kind": "positions",
            "game": {"name": "take-away", "objects": 8, "take": [1, 4]},
            "ask": ["outcomes"],
        }
    )
    sentence = "All wins together earn as much as all losses."
    answers = {"0": "loss", "1": "win", "2": "loss", "3": "loss", "4": "win"}
    graded = exercise.grade({"outcomes": answers})
    for form in ("text", "html"):
        assert sentence in render(graded, "text" if form == "text" else "html")
    assert sentence not in render(outcome_of(exercise.grade(exercise.solve())))
