"""Enter on an answer page: from field to field, what stands there chosen so that typing replaces it, and no further than the last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page

FOUR, TWO = "four-ply-trace", "minimax-textbook"


@pytest.fixture
def page(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return an open page of two problems."""
    return open_page(answer_page(tmp_path, FOUR, TWO, student="")).page


def chosen(page: Any) -> str:
    return str(
        page.evaluate("(({ value, selectionStart: a, selectionEnd: b }) => value.slice(a, b))(document.activeElement)")
    )


def test_in_a_row_it_goes_to_the_next_field_and_chooses_what_stands_there(page: Any) -> None:
    cutoffs = page.locator('[data-problem="0"] .asked > li').filter(has=page.locator('b:text-is("Cutoffs")'))
    for name in ("s4", "s5"):
        cutoffs.get_by_role("button", name="Add a row").click()
        cutoffs.locator("select").last.select_option(name)
    cutoffs.get_by_label("row 1: alpha").focus()
    for text in ("52", "22", "3", "4"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    given = page.evaluate("answerPage.submission().answers")[FOUR]["cutoffs"]
    assert given == [{"node": "s4", "alpha": "52", "beta": "22"}, {"node": "s5", "alpha": "3", "beta": "4"}]
    cutoffs.get_by_label("row 1: alpha").focus()
    page.keyboard.press("Enter")
    assert chosen(page) == "22"


def test_from_a_field_of_its_own_it_goes_on_to_the_next(page: Any) -> None:
    first, second = (
        page.locator(f'[data-problem="{place}"] input[aria-label="Value of the root"]') for place in (0, 1)
    )
    second.fill("7")
    first.focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(first).not_to_be_focused()
    assert page.evaluate("document.activeElement.matches('[data-widget] :is(input, select)')")
    second.focus()
    page.keyboard.press("Shift+Enter")
    expect(second).not_to_be_focused()


def test_at_a_node_it_chooses_what_stands_in_the_next_field(page: Any) -> None:
    page.locator('[data-problem="0"] svg.wide .node[data-node="0"] .shape').click()
    fields = page.locator("[data-entry] input")
    for field in fields.all():
        field.fill("1")
    fields.first.focus()
    for place in range(1, fields.count()):
        page.keyboard.press("Enter")
        expect(fields.nth(place)).to_be_focused()
        assert chosen(page) == "1"


def test_after_the_last_node_it_stays_and_says_so(page: Any) -> None:
    bar = page.locator("[data-entry]")
    for place in (0, 3):
        page.locator(f'[data-problem="1"] svg.wide .node[data-node="{place}"] .shape').click()
        expect(bar.get_by_role("textbox")).to_be_focused()
        page.keyboard.type("6")
        page.keyboard.press("Enter")
    expect(bar.get_by_text("That was the last node.")).to_be_visible()
    expect(bar.get_by_label("Values of the nodes: D")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("Shift+Enter")
    expect(bar.get_by_text("That is the first node.")).to_be_visible()
    expect(bar.get_by_label("Values of the nodes: A")).to_be_focused()


def test_a_list_to_choose_nodes_from_writes_nothing_before_enter_or_before_it_is_left(page: Any) -> None:
    pruned = page.locator('[data-problem="0"]').get_by_label("Pruned nodes: choose a node")
    given = f"answerPage.submission().answers['{FOUR}']?.pruned"
    pruned.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("s18")
    assert page.evaluate(given) is None
    page.keyboard.press("Enter")
    assert page.evaluate(given) == ["s18"]
    expect(pruned).to_be_focused()
    page.keyboard.type("s10")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    pruned.focus()
    page.keyboard.type("s14")
    page.keyboard.press("Tab")
    assert page.evaluate(given) == ["s18", "s14"]
    pruned.select_option("s24")
    assert page.evaluate(given) == ["s18", "s14", "s24"]


@pytest.mark.parametrize("id_", ["four-ply-trace", "none-and-lots"])
def test_to_tick_that_there_is_nothing_keeps_the_focus(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(answer_page(tmp_path, id_, student="")).page
    boxes = page.locator("label.none input")
    assert boxes.count()
    for place in range(boxes.count()):
        if boxes.nth(place).is_visible():
            boxes.nth(place).focus()
            page.keyboard.press("Space")
            expect(boxes.nth(place)).to_be_focused()
            expect(boxes.nth(place)).to_be_checked()
