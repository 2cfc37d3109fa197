"""The evening with a class, its forty answers in words marked on the page as a person marks them: with keys, and with the mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_an_evening_of_decisions import RUBRIC, SIZES, Student, evening

from browser.conftest import OpenPage
from browser.playwright_names import Page, expect


@pytest.mark.apart
@pytest.mark.parametrize("count", SIZES)
def test_forty_answers_marked_on_the_page_end_in_the_right_marks(
    tmp_path: Path, count: int, open_page: OpenPage
) -> None:
    marked = evening(tmp_path, count)
    opened = open_page(marked.out / "marking.html")
    page = opened.page
    page.get_by_label("Marked by").fill("Ann")
    left = {one.number for one in marked.held if one.writes}
    assert len(left) == 40
    for place in range(1, 41):
        expect(page.locator("h2")).to_have_text(f"Answer {place} of 40 to q4")
        words = re.search(r"root, (\d+),", page.locator("blockquote").inner_text())
        assert words
        one = marked.held[int(words[1]) // 3 - 1]
        (by_keys if place % 2 else by_mouse)(page, one)
        left.remove(one.number)
    assert not left
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download marks").click()
    expect(page.locator("[data-done]")).to_contain_text("40 of 40 marked")
    waited.value.save_as(tmp_path / "marks.csv")
    assert (opened.errors, opened.requests) == ([], [])
    marked.ends_with(tmp_path / "marks.csv")


def by_keys(page: Page, one: Student) -> None:
    """Mark the answer that is shown without a mouse, and go to the next."""
    page.locator("h2").focus()
    for line in one.ticked:
        page.keyboard.press(str(line + 1))
    if not one.ticked and not one.typed:
        page.keyboard.press("0")
    if one.typed:
        page.keyboard.press("m")
        page.keyboard.press("Control+a")
        page.keyboard.type(one.typed)
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("j")


def by_mouse(page: Page, one: Student) -> None:
    """Mark the answer that is shown by clicks, and go to the next."""
    lines = page.locator("fieldset input")
    assert lines.count() == len(RUBRIC)
    for line in one.ticked:
        lines.nth(line).click()
    if one.typed or not one.ticked:
        page.get_by_label("Marks", exact=True).fill(one.typed or "0")
    page.get_by_role("button", name="Next →").click()
