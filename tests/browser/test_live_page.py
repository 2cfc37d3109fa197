"""The live page in a browser: it takes over what is new, keeps where somebody is, and can be read by everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from live_class import live_class, student

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.served_stand_in import Server, serving
from grader.serve.live_page import write_live_page

LIVE = "/i/0123"
LONG = 12000  # it asks every 5 s


def tells(live: dict[str, Any]) -> dict[str, str]:
    """Return the page and what it asks for, by their paths."""
    return {LIVE: write_live_page("Week 5", live, LIVE), f"{LIVE}/live": json.dumps(live)}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(tells(live_class(20))) as served:
        yield served


def test_what_is_new_is_taken_over_and_who_is_at_something_stays_there(server: Server, open_page: OpenPage) -> None:
    opened = open_page(server.address + LIVE)
    page, live = opened.page, live_class(20)
    rows = page.locator("tbody tr")
    working = rows.filter(has_text="Student 006")
    working.evaluate("row => { row.cells[0].tabIndex = 0; row.cells[0].focus(); row.seen = 'the same'; }")
    live["students"][6] |= {"state": "stuck", "answered": 7}
    live["students"][11] = student(11, "handed-in", attempts=3)
    live["students"].append(student(99, "opened"))
    del live["students"][2]
    live["now"] = "2026-11-27T17:18:05+01:00"
    server.pages |= tells(live)
    expect(page.locator("[data-seen]")).to_have_text("As of 17:18:05", timeout=LONG)
    expect(working).to_contain_text("⚠ stuck")
    expect(working).to_contain_text("7 of 14")
    assert working.evaluate("row => [row.seen, row.cells[0] === document.activeElement]") == ["the same", True]
    expect(rows.filter(has_text="Student 002")).to_have_count(0)
    taken = page.locator("[data-fresh]").inner_text()
    page.reload()
    assert page.locator("[data-fresh]").inner_text() == taken
    assert not opened.errors


def test_without_a_connection_it_says_how_old_it_is_and_goes_on_when_there_is_one(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page(server.address + LIVE).page
    page.context.set_offline(True)
    expect(page.locator("[data-seen]")).to_have_text("As of 17:17:00 – no connection since", timeout=LONG)
    page.context.set_offline(False)
    expect(page.locator("[data-seen]")).to_have_text("As of 17:17:00", timeout=LONG)


def test_it_is_whole_without_a_script(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.address + LIVE, java_script_enabled=False).page
    expect(page.locator("tbody tr")).to_have_count(20)


@pytest.mark.parametrize("students", [3, 60])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_overflows_and_everybody_can_read_it(
    server: Server, open_page: OpenPage, students: int, size: tuple[int, int], dark: bool
) -> None:
    live = live_class(students)
    live["students"][0] |= {"name": "W" * 300, "why": "the platform said: " + "W" * 300}
    server.pages |= tells(live)
    page = open_page(server.address + LIVE, size, dark=dark).page
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not violations(page)
