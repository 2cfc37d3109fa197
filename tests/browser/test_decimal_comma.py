"""A decimal comma is taken as one where a number stands alone on a page; where it could part thousands, the page asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page, step_page


@pytest.fixture
def page(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return an open page of one problem."""
    return open_page(answer_page(tmp_path, "minimax-textbook")).page


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("0,5", "0.5"), ("-1,42", "-1.42"), ("\u22121,4", "-1.4"), ("+2,0001", "+2.0001"), ("1.5", "1.5")],
)
def test_a_number_with_a_comma_is_a_decimal(typed: str, meant: str, page: Any) -> None:
    page.locator('[data-part="0"] input').fill(typed)
    assert page.evaluate("answerPage.submission().answers['minimax-textbook'].value") == meant
    expect(page.locator('[data-part="0"] [aria-invalid]')).to_have_count(0)


def test_three_digits_behind_a_comma_are_asked_about(page: Any) -> None:
    page.locator('[data-part="0"] input').fill("1,000")
    expect(page.locator('[data-part="0"] .status')).to_contain_text("1000 or 1.000?")
    expect(page.locator('[data-part="0"] [aria-invalid="true"]')).to_have_count(1)
    page.locator('[data-part="0"] input').fill("1.000")
    expect(page.locator('[data-part="0"] [aria-invalid]')).to_have_count(0)


@pytest.mark.parametrize("typed", ["1,5,2", "1,", ",5", "1,5/2", "1,5e0"])
def test_any_other_comma_is_refused(typed: str, page: Any) -> None:
    page.locator('[data-part="0"] input').fill(typed)
    expect(page.locator('[data-part="0"] [aria-invalid="true"]')).to_have_count(1)


def test_a_guess_takes_a_decimal_comma_and_asks_about_thousands(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "four-ply-trace"), fragment="step=1&guess=1").page
    for _ in range(20):
        if page.locator(".ask input[type=text]").is_visible():
            break
        if page.locator(".ask button").first.is_visible():
            page.locator(".ask button").first.click()
        else:
            page.locator('button[value="next"]').click()
    field = page.locator(".ask input[type=text]")
    field.fill("1,000")
    field.press("Enter")
    expect(page.locator(".ask .hint")).to_have_text("1000 or 1.000?")
    field.fill("0,5")
    field.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Not 0,5")
