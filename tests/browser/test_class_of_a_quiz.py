"""The page of a class in groups, with a variant for everybody: at both sizes, what is shown and what is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.conftest import LAPTOP, PHONE, OpenPage

Pages = Callable[[str], Path]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_groups_stand_side_by_side_inside_the_window(size: tuple[int, int], pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("class-of-a-quiz"), size).page
    section = page.locator("section", has=page.get_by_role("heading", name="Groups", exact=True))
    assert section.locator("tbody").first.locator("tr").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_text("All numbers of the groups").click()
    section.get_by_text("Questions by group").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_tree_of_all_variants_has_shares_and_nobody_s_numbers(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("class-of-a-quiz"), size).page
    shown = page.locator(".question svg.tree:visible").first.text_content() or ""
    assert "67 %" in shown
    assert "99" not in shown
    names = page.eval_on_selector_all(
        "svg.tree .node",
        "all => all.filter(one => one.getClientRects().length).map(one => one.getAttribute('aria-label'))",
    )
    assert sum("67 % right" in name for name in names) == 1


def test_each_variant_stands_in_a_table_of_its_own(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("class-of-a-quiz")).page
    page.get_by_text("All numbers parts").click()
    table = page.get_by_role("table", name="Variants")
    table.wait_for()
    assert table.locator("tbody tr").count() == 24
