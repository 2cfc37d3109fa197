"""A sheet with all right answers ends with "Everything is filled in.": nothing is called blank that is right to leave blank."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import FOLDERS, shipped
from turns import in_turn

from browser.conftest import OpenPage
from browser.filling import Mouse
from browser.written_pages import answer_page

_OPEN = {"alpha-beta", "mcts"}
IDS = [id_ for id_, folder in FOLDERS.items() if folder.parent.name in _OPEN]


@pytest.mark.parametrize("id_", IDS)
@in_turn(12)
def test_a_right_sheet_has_nothing_blank(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(answer_page(tmp_path, id_)).page
    Mouse(page, shipped(id_), 0).fill()
    said = page.locator("[data-overview]").inner_text()
    assert "Everything is filled in." in said
    assert "left blank" not in said
