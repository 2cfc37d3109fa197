"""The page of a class in a browser: the sentence is seen first, nodes say what the class did there, and it prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.conftest import DESKTOP, LAPTOP, PHONE, OpenPage

Pages = Callable[[str], Path]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, DESKTOP], ids=["phone", "laptop", "desktop"])
def test_the_sentence_and_the_first_question_are_on_the_first_screen(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("class"), size).page
    for seen in (".said", ".questions"):
        box = page.locator(seen).bounding_box()
        assert box
        assert box["y"] + min(box["height"], 200) <= size[1]


def test_a_node_that_is_chosen_says_what_the_class_did_there(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("class")).page
    question = page.locator(".question").first
    card = question.locator(".card")
    assert card.inner_text() == "Choose a node to see all that the class did there."
    question.locator("svg.wide .node .shape").first.click()
    root = card.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    below = card.inner_text()
    assert root != below
    assert all(" are right (" in said or said == "Nothing was asked at this node." for said in (root, below))
