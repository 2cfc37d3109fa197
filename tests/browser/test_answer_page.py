"""The answer page in a browser: right answers typed into it come out as a submission that earns all marks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from turns import in_turn

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Keyboard, Mouse, download, graded
from browser.written_pages import answer_page
from grader.grading.bank import bank_folders

WAYS = {"mouse": (Mouse, LAPTOP), "keyboard": (Keyboard, LAPTOP), "finger": (Finger, PHONE)}
QUARTERS = 4
"""A page holds some of the problems: one with all of them is slow."""


def covering() -> list[str]:
    """Return problems of the bank that together ask every part of every kind, few of them."""
    asked = {id_: {(BANK[id_].problem.kind, part) for part in BANK[id_].problem.ask} for id_ in bank_folders()}
    left = set().union(*asked.values())
    chosen = []
    while left:
        best = max(asked, key=lambda id_: (len(asked[id_] & left), -len(BANK[id_].problem.game.ids)))
        chosen.append(best)
        left -= asked[best]
    return chosen


@in_turn(QUARTERS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("quarter", range(QUARTERS))
def test_right_answers_earn_all_marks_whatever_they_are_typed_with(
    quarter: int, way: str, tmp_path: Path, open_page: OpenPage
) -> None:
    user, size = WAYS[way]
    exercises = [BANK[id_] for id_ in covering()[quarter::QUARTERS]]
    opened = open_page(answer_page(tmp_path, *exercises, student=""), size)
    for place, exercise in enumerate(exercises):
        user(opened.page, exercise, place).fill()
    opened.page.get_by_label("Your student id").fill("s1000117")
    file = download(opened.page, tmp_path)
    assert file.name == "s1000117.json"
    result = graded(file)
    assert (result["student"], result["earned"]) == ("s1000117", result["possible"]), _lost(result)
    assert len(result["problems"]) == len(exercises) > 1
    assert not opened.errors
    assert not opened.requests


def _lost(result: dict[str, Any]) -> list[Any]:
    return [
        (problem["id"], part)
        for problem in result["problems"]
        for part in problem["parts"]
        if part["earned"] != part["possible"]
    ]
