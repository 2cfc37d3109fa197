"""What steps draw beside the tree has its script on the pages that need it, and on no other."""

from __future__ import annotations

import pytest
from banked import BANK

from grader import grade
from grader.grading.bank import bank_folders
from grader.pages import feedback
from grader.pages.stepper import trace_page


@pytest.mark.parametrize(
    ("id_", "has_windows", "has_arrows"),
    [("minimax-textbook", False, False), ("four-ply-trace", True, False), ("five-playouts", False, True)],
)
def test_pages_carry_what_their_steps_draw(id_: str, has_windows: bool, has_arrows: bool) -> None:
    exercise = BANK[id_]
    submission = bank_folders()[id_] / "submissions" / "blank.yaml"
    for page in (trace_page(exercise, exercise.steps())[0], feedback.page(grade(submission, exercise))):
        assert "function stepTree(" in page
        assert ("function stepLadder(" in page, "function playout(" in page) == (has_windows, has_arrows)
