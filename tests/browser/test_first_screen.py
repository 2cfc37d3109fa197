"""The first minute on an answer page: one line says how, what counts is folded, and the first tree is on the first screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.sample_pages import answer

TWELVE = (
    "four-ply-trace",
    "minimax-textbook",
    "expecti-fall-2005-q7",
    "ucb-slide-wins",
    "five-playouts",
    "what-changes-what",
    "when-pruned",
    "turn-it-round",
    "ten-objects",
    "fall-2014-final-q13",
    "hundred-seconds",
    "tic-tac-toe-two-cells",
)
HOW = "a node, type, press Enter; at the end download your file and hand it in."
ROOM = {LAPTOP: 280, PHONE: 430}


@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_first_tree_begins_on_the_first_screen(
    count: int, size: tuple[int, int], open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(answer(tmp_path, ids=TWELVE[:count]), size).page
    assert page.locator(".treebox").first.bounding_box()["y"] <= ROOM[size]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("size", "verb"), [(LAPTOP, "Click"), (PHONE, "Tap")])
def test_one_line_says_how(size: tuple[int, int], verb: str, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(answer(tmp_path, ids=TWELVE[:1]), size, is_mobile=size == PHONE).page
    assert page.locator("[data-how]").inner_text() == f"{verb} {HOW}"


def test_fields_without_a_tree_ask_for_no_click_on_a_node(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(answer(tmp_path, ids=("hundred-seconds",))).page
    assert (
        page.locator("[data-how]").inner_text() == "Fill in the fields; at the end download your file and hand it in."
    )


def test_what_counts_is_folded_on_a_screen_and_open_on_paper(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(answer(tmp_path, ids=TWELVE)).page
    said = page.locator("details.conventions li").first
    assert not said.is_visible()
    page.emulate_media(media="print")
    assert said.is_visible()
    page.emulate_media(media="screen")
    page.locator("details.conventions summary").first.click()
    assert said.is_visible()
