"""What holds for every page: nothing is loaded, nothing fails, nothing overflows, and everyone can read and use it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from turns import in_turn

from browser.axe import violations
from browser.conftest import DESKTOP, LAPTOP, PHONE, OpenPage
from browser.sample_pages import PAGES, handout

Pages = Callable[[str], Path]
every_page = pytest.mark.parametrize("name", PAGES)


@in_turn(4)
@every_page
def test_no_page_asks_for_anything_or_complains(name: str, pages: Pages, open_page: OpenPage) -> None:
    opened = open_page(pages(name))
    opened.page.wait_for_timeout(200)
    assert not opened.requests
    assert not opened.errors


@in_turn(4)
@every_page
@pytest.mark.parametrize("size", [PHONE, (920, 700), LAPTOP, DESKTOP], ids=["phone", "tablet", "laptop", "desktop"])
def test_no_page_scrolls_sideways(name: str, size: tuple[int, int], pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name), size).page
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], page.evaluate(_REACHING_OUT, size[0])


def test_long_names_of_parts_are_wrapped_on_the_narrowest_telephones(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(handout(tmp_path, ids=["best-to-the-front"], name="key/solutions.html"), (320, 640)).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.evaluate(_REACHING_OUT, 320)


_REACHING_OUT = """width => [...document.body.querySelectorAll('*')]
    .filter(one => one.getBoundingClientRect().right > width + 1).slice(0, 5)
    .map(one => `${one.tagName}.${one.getAttribute('class')}: ${(one.textContent || '').trim().slice(0, 40)}`)"""


@in_turn(4)
@every_page
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(name: str, dark: bool, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name), dark=dark).page
    assert not violations(page)


@in_turn(4)
@every_page
def test_there_is_one_main_and_headings_go_down_one_by_one(name: str, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name)).page
    assert page.locator("main").count() == 1
    levels = [int(tag[1]) for tag in page.eval_on_selector_all("h1,h2,h3,h4,h5,h6", "all => all.map(h => h.tagName)")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
