"""True or false on an answer page: chosen by mouse, keyboard and finger, taken back, and handed in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import download, graded
from browser.playwright_names import Locator, Page
from browser.written_pages import answer_page

TRUTHS = {"s1": "true", "s2": "false", "s3": "true", "s4": "true", "s5": "true"}


def chosen(page: Page, field: Locator, value: str) -> None:
    """Choose from a list with the pointer."""
    field.select_option(value)


def typed(page: Page, field: Locator, value: str) -> None:
    """Choose from a list with the keyboard: its first letter."""
    field.focus()
    page.keyboard.type(value[0])


def clicked(page: Page, box: Locator) -> None:
    box.click()


def tapped(page: Page, box: Locator) -> None:
    box.tap()


def pressed(page: Page, box: Locator) -> None:
    box.focus()
    page.keyboard.press("Space")


WAYS: dict[str, tuple[Callable[[Page, Locator, str], None], Callable[[Page, Locator], None], tuple[int, int]]] = {
    "mouse": (chosen, clicked, LAPTOP),
    "keyboard": (typed, pressed, LAPTOP),
    "finger": (chosen, tapped, PHONE),
}


@pytest.mark.parametrize("way", WAYS)
def test_claims_are_judged_ticked_and_shown_and_what_was_taken_back_is_not_handed_in(
    way: str, tmp_path: Path, open_page: OpenPage
) -> None:
    choose, tick, size = WAYS[way]
    opened = open_page(answer_page(tmp_path, "what-holds", student=""), size)
    page = opened.page
    truth = page.locator('[data-part="0"] select')
    assert truth.count() == len(TRUTHS)
    choose(page, truth.nth(1), "true")
    for place, one in enumerate(TRUTHS.values()):
        choose(page, truth.nth(place), one)
    choose(page, page.locator('[data-part="1"] select'), "C")
    boxes = page.locator('[data-part="2"] [type=checkbox]')
    for place, one in enumerate(TRUTHS.values()):
        if one == "true" or place == 1:
            tick(page, boxes.nth(place))
    tick(page, boxes.nth(1))
    page.get_by_label("Your student id").fill("s1")
    result = graded(download(page, tmp_path))
    assert result["earned"] == result["possible"] == 7
    assert not opened.errors


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_box_stands_beside_the_name_of_its_claim(size: tuple[int, int], tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(answer_page(tmp_path, "what-holds", student=""), size).page
    row = page.locator('[data-part="2"] label').first
    box, name = row.locator("input").bounding_box(), row.locator("bdi").bounding_box()
    assert box is not None
    assert name is not None
    assert 0 <= name["x"] - (box["x"] + box["width"]) < 20
