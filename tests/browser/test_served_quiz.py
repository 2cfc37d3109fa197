"""A quiz that is served, in the browser: students fill in their sheets and hand in while the server is killed, and the marks are those of an export."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from console import run
from quizzes import student_ids
from served import links_and_live, served
from test_serve_faults import free_port, running

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import FrameLocator, Page, expect

Sheet = Page | FrameLocator


@pytest.mark.apart
@pytest.mark.parametrize("count", [4, pytest.param(20, marks=[pytest.mark.slow, pytest.mark.full])])
def test_sheets_are_handed_in_while_the_server_is_killed(tmp_path: Path, count: int, open_page: OpenPage) -> None:
    with served(tmp_path, students=count) as one:
        links, live = links_and_live(one)
    port, rng = free_port(), random.Random("in the browser")
    url = f"http://127.0.0.1:{port}"
    pages: dict[str, Page] = {}
    with running(tmp_path, port) as process:
        for place, student in enumerate(student_ids(count)):
            opened = open_page(url + links[student], (LAPTOP, PHONE)[place % 2])
            pages[student] = opened.page
            expect(opened.page.locator("[data-words]")).to_have_text("Your answers are saved as you go")
            fill(opened.page, rng, by_keys=place % 4 < 2)
        expect(pages[student].locator("[data-words]")).to_contain_text("Saved", timeout=15_000)
        process.kill()
        process.wait(30)
    for page in pages.values():  # nobody answers now
        page.locator("[data-ask]").click()
        page.locator("button[value=send]").click()
    with running(tmp_path, port):
        shown = {student: marks_on(page) for student, page in pages.items()}
        page = open_page(url + live).page
        for student, (earned, possible) in shown.items():
            row = page.locator("tr", has_text=f"({student})")
            expect(row).to_contain_text("handed in")
            expect(row).to_contain_text(f"{earned} of {possible}")
        pages["s001"].reload()  # nothing is left to hand in: the feedback stands in place of the sheet
        expect(pages["s001"].locator("main > p").first).to_contain_text(
            f"{shown['s001'][0]} of {shown['s001'][1]} points"
        )
    assert run("serve", "export", tmp_path, "week5", "--out", tmp_path / "out").code == 0
    lines = (tmp_path / "out" / "results" / "gradebook.csv").read_text("utf-8").splitlines()
    exported = {row["student"]: (row["earned"], row["possible"]) for row in csv.DictReader(lines)}
    assert exported == shown


def fill(page: Page, rng: random.Random, *, by_keys: bool, sheet: Sheet | None = None) -> None:
    """Type a number into some fields and choose something in some lists, with the mouse or with keys alone; `sheet` is where in a page it stands."""
    sheet = sheet or page
    fields = sheet.locator(".widget input[type=text]:visible")
    for place in range(0, fields.count(), 2):
        field = fields.nth(place)
        if by_keys:
            field.focus()
            page.keyboard.type(str(rng.randint(0, 9)))
        else:
            field.click()
            field.fill(str(rng.randint(0, 9)))
    lists = sheet.locator(".widget select:visible")
    for place in range(lists.count()):
        if by_keys:
            lists.nth(place).focus()
            page.keyboard.press("ArrowDown")
        else:
            lists.nth(place).select_option(index=1)


def marks_on(page: Sheet) -> tuple[str, str]:
    """Return what the sheet says that was earned, of how much, once it was handed in."""
    expect(page.locator("[data-words]")).to_contain_text("Handed in", timeout=60_000)
    expect(page.locator("[data-attempts]")).to_contain_text("points", timeout=60_000)
    earned, _, possible, *_ = page.locator("[data-attempts]").inner_text().split()
    return earned, possible
