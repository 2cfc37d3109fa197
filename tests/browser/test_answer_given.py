"""What an exercise gives stands on its tree, on a telephone too."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import BANK
from turns import in_turn

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page


@pytest.mark.parametrize("id_", ["ucb-slide-wins", "four-ply-trace", "minimax-textbook"])
def test_no_button_lies_on_a_lying_tree(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(answer_page(tmp_path, id_, student=""), PHONE).page
    tree, buttons = (page.locator(one).bounding_box() for one in ("svg.tall", ".seen .zoom"))
    assert tree["y"] + tree["height"] <= buttons["y"]


@in_turn(3)
@pytest.mark.parametrize(("size", "drawing"), [(LAPTOP, "wide"), (PHONE, "tall")], ids=["laptop", "phone"])
@pytest.mark.parametrize("id_", ["ucb-slide-wins", "ucb-log10-larger-parent", "ucb-first-visit"])
def test_totals_and_visits_of_arms_are_on_the_tree(
    id_: str, size: tuple[int, int], drawing: str, tmp_path: Path, open_page: OpenPage
) -> None:
    svg = open_page(answer_page(tmp_path, id_, student=""), size).page.locator(f"svg.{drawing}")
    for node in BANK[id_].diagram().nodes[1:]:
        for given in node.remarks:
            text = svg.get_by_text(given.text.replace("-", "−"), exact=True).first
            expect(text).to_be_visible()
