"""A sheet with all right answers ends with "Everything is filled in.": nothing is called blank that is right to leave blank."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from banked import FOLDERS, shipped
from turns import in_turn

from browser.conftest import OpenPage
from browser.filling import Mouse
from grader.pages.answer_page import Heading, write_answer_page

_OPEN = {"alpha-beta", "mcts"}
IDS = [id_ for id_, folder in FOLDERS.items() if folder.parent.name in _OPEN]


def opened(id_: str, tmp_path: Path, open_page: OpenPage) -> Any:
    """Return an open page of the problem."""
    file = tmp_path / "quiz.html"
    file.write_text(write_answer_page([shipped(id_).problem], Heading("W", student="s1")), "utf-8")
    return open_page(file).page


@pytest.mark.parametrize("id_", IDS)
@in_turn(12)
def test_a_right_sheet_has_nothing_blank(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    page = opened(id_, tmp_path, open_page)
    Mouse(page, shipped(id_), 0).fill()
    said = page.locator("[data-overview]").inner_text()
    assert "Everything is filled in." in said
    assert "left blank" not in said
