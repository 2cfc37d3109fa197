"""Two tabs with the same answer page: neither destroys what was answered in the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenPage
from browser.playwright_names import expect
from browser.reloading import in_another_tab, reloaded
from browser.written_pages import answer_page

_DEAF = "window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"
TAKEN = "What was answered in another tab with this page is taken over."


@pytest.fixture
def tabs(tmp_path: Path, open_page: OpenPage) -> tuple[Any, Any]:
    """Return two tabs with one sheet."""
    first = open_page(answer_page(tmp_path, "minimax-textbook", "four-ply-trace", student="", quiz="week5")).page
    return first, in_another_tab(first)


def answers(page: Any) -> Any:
    return page.evaluate("answerPage.submission().answers")


def value(page: Any, problem: int) -> Any:
    return page.locator(f'[data-problem="{problem}"] input[aria-label="Value of the root"]')


def test_what_one_tab_writes_stands_in_the_other(tabs: tuple[Any, Any]) -> None:
    first, second = tabs
    value(first, 0).fill("111")
    expect(value(second, 0)).to_have_value("111")
    expect(second.locator("[data-live]")).to_have_text(TAKEN)
    second.get_by_label("Pruned nodes: choose a node").select_option("s4")
    second.get_by_role("button", name="Add a row").click()
    value(second, 1).fill("222")
    expect(value(first, 1)).to_have_value("222")
    expect(first.locator('[data-problem="1"] .rows li')).to_have_count(1)
    assert answers(first) == answers(second)
    assert answers(first)["four-ply-trace"]["pruned"] == ["s4"]
    reloaded(first)
    assert answers(first) == answers(second)


def test_a_tab_that_heard_nothing_writes_back_nothing_old(tabs: tuple[Any, Any]) -> None:
    first, second = tabs
    for page in tabs:
        page.add_init_script(_DEAF)
        reloaded(page)
    value(first, 0).fill("111")
    first.locator('[data-problem="0"] svg.wide .node[data-node="1"] .shape').click()
    first.keyboard.type("4")
    second.locator('[data-problem="0"] svg.wide .node[data-node="2"] .shape').click()
    second.keyboard.type("5")
    expect(value(second, 0)).to_have_value("111")
    assert answers(second)["minimax-textbook"] == {"value": "111", "values": {"B": "4", "C": "5"}}
    reloaded(first)
    assert answers(first) == answers(second)


def test_what_one_tab_clears_is_cleared_in_the_other_and_a_field_keeps_its_focus(tabs: tuple[Any, Any]) -> None:
    first, second = tabs
    value(second, 1).fill("1")
    value(first, 0).fill("111")
    expect(value(second, 0)).to_have_value("111")
    expect(value(second, 1)).to_be_focused()
    first.get_by_role("button", name="Clear …").click()
    first.get_by_role("button", name="Clear all answers").click()
    expect(value(second, 1)).to_have_value("")
    assert answers(second) == {"minimax-textbook": {}, "four-ply-trace": {}}
