"""A range on an answer page: a line to type on, below it what was understood, and marks for what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import download, graded
from browser.playwright_names import expect
from browser.written_pages import answer_page


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_is_typed_is_said_as_it_is_understood_and_earns_its_marks(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(answer_page(tmp_path, "skipped-on-both-sides"), size).page
    line, understood = page.locator(".sort-range input"), page.locator(".understood")
    line.fill("x \u2264 5 or 8 =< x")
    expect(understood).to_have_text("Understood: x \u2264 5 or x \u2265 8")
    line.fill("x <= 5 and")
    expect(understood).to_have_text("")
    expect(line).to_have_attribute("aria-invalid", "true")
    line.fill("(\u2212\u221e, 5] \u222a [8, inf)")
    expect(understood).to_have_text("Understood: x \u2264 5 or x \u2265 8")
    assert graded(download(page, tmp_path))["earned"] == 1
