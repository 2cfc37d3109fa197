"""Objects on the answer page: children put in an order, numbers at free leaves, changes, and a tree that is drawn."""

from __future__ import annotations

from pathlib import Path

from browser.conftest import LAPTOP, OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page


def test_numbers_that_the_statement_does_not_allow_are_told_before_they_are_handed_in(
    tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(answer_page(tmp_path, "skip-exactly-one", "turn-the-move"), LAPTOP).page
    told = page.locator("[data-overview]")
    for text, said in (
        ("12", "expected a whole number from 1 to 9"),
        ("1.5", "expected a whole number from 1 to 9"),
        ("5", "5 stands at D and G, expected different numbers"),
    ):
        page.get_by_label("Your numbers: D").fill(text)
        page.get_by_label("Your numbers: G").fill("5")
        expect(told).to_contain_text(said)
        expect(told).to_contain_text("1 entry cannot be read: the whole part would not be judged")
    page.get_by_label("Your numbers: D").fill("4")
    expect(told).not_to_contain_text("expected")
    page.get_by_label("Your changes: D").fill("1.5")
    expect(told).to_contain_text("expected a whole number")
    page.get_by_label("Your changes: D").fill("6/3")
    expect(told).not_to_contain_text("expected")
