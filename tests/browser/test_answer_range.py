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


def test_a_comma_in_one_number_of_a_range_is_a_decimal_comma_and_one_that_can_divide_divides(
    tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(answer_page(tmp_path, "skipped-on-both-sides")).page
    line, understood = page.locator(".sort-range input"), page.locator(".understood")
    for typed, meant, handed in (
        ("x <= 5,0 or 8,5 <= x", "x \u2264 5 or x \u2265 17/2", "x <= 5.0 or 8.5 <= x"),
        ("(2,5)", "2 < x < 5", "(2,5)"),
        ("(2,5; 3]", "5/2 < x \u2264 3", "(2.5; 3]"),
        ("2<x<3,5<x<7", "2 < x < 3 or 5 < x < 7", "2<x<3,5<x<7"),
    ):
        line.fill(typed)
        expect(understood).to_have_text(f"Understood: {meant}")
        assert page.evaluate("Object.values(answerPage.submission().answers)[0].range") == handed
    line.fill("x <= 1,000")
    expect(page.locator(".sort-range ~ .status")).to_contain_text("write the decimal point as '.'")
