"""Sheets printed by a browser: the pages that they should have, all upright, with all that belongs together on one."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.sample_pages import run
from grader.cli.main import gametree

pypdf = pytest.importorskip("pypdf")
WIDE = [
    [[[step * 8 + move * 4 + reply * 2 + leaf for leaf in range(2)] for reply in range(2)] for move in range(2)]
    for step in range(4)
]
LONG = {letter: letter * 100 for letter in "abc"}
OWN = {
    "wide": {"title": "A wide one", "kind": "minimax", "tree": WIDE},
    "long": {
        "title": "T" * 200,
        "kind": "alpha-beta",
        "ask": ["value", "best-move", "windows", "visited"],
        "tree": {"id": LONG["a"], "max": [{"id": LONG["b"], "min": [3, 12]}, {"id": LONG["c"], "min": [2, 15]}]},
    },
}

A4_WITHIN_MARGINS = (718, 1047)  # CSS pixels

Sheet = Callable[..., Path]


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    """Return what writes a sheet of problems and gives its page."""

    def written(*names: str, key: bool = False) -> Path:
        for name, problem in OWN.items():
            stated = {"format": "gametree-problem/1", "id": name, **problem}
            (tmp_path / f"{name}.json").write_text(json.dumps(stated), "utf-8")
        given = [str(tmp_path / f"{name}.json") if name in OWN else name for name in names]
        run(gametree, "handout", *given, "--title", "Week 5", "--out", tmp_path / "sheet")
        return tmp_path / "sheet" / ("key/solutions.html" if key else "handout.html")

    return written


def _printed(open_page: OpenPage, file: Path, paper: str = "A4") -> list[Any]:
    page = open_page(file, DESKTOP).page
    return list(pypdf.PdfReader(io.BytesIO(page.pdf(format=paper, prefer_css_page_size=False))).pages)


def _is_upright(page: Any) -> bool:
    return float(page.mediabox.width) < float(page.mediabox.height)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_small_problem_prints_on_one_page_with_the_head_and_its_number(
    paper: str, sheet: Sheet, open_page: OpenPage
) -> None:
    [page] = _printed(open_page, sheet("minimax-textbook"), paper)
    text = page.extract_text()
    assert "Student number" in text
    assert "1 of 1" in text
    assert "Zoom" not in text
    assert "Fit" not in text


@pytest.mark.parametrize("key", [False, True])
def test_no_page_has_the_head_alone_and_all_pages_are_upright(key: bool, sheet: Sheet, open_page: OpenPage) -> None:
    pages = _printed(open_page, sheet("wide", "minimax-textbook", key=key))
    assert all(map(_is_upright, pages))
    assert "Week 5" in pages[0].extract_text()
    assert "A wide one" in pages[0].extract_text()
    assert "Three moves, three replies" in pages[-1].extract_text()


def test_problem_that_fits_is_not_broken_over_two_pages(sheet: Sheet, open_page: OpenPage) -> None:
    texts = [
        page.extract_text() for page in _printed(open_page, sheet("expecti-coin-flip", "minimax-textbook", "two-bags"))
    ]
    for title in ("A coin between the players", "Three moves, three replies"):
        [text] = [text for text in texts if title in text]
        assert text.split(title)[1].count("1 point") >= 2


@pytest.mark.parametrize("name", ["handout", "answer"])
def test_wide_tree_lies_in_print_with_its_parts_beside_it(name: str, sheet: Sheet, open_page: OpenPage) -> None:
    page = open_page(
        sheet("minimax-textbook", "estimates-at-depth-two").with_name(f"{name}.html"), A4_WITHIN_MARGINS
    ).page
    page.emulate_media(media="print")
    small, wide = (page.locator(f"section.problem >> nth={place}") for place in range(2))
    assert small.locator("svg.wide").is_visible()
    assert not small.locator("svg.tall").is_visible()
    assert wide.locator("svg.tall").is_visible()
    assert not wide.locator("svg.wide").is_visible()
    tree, part = wide.locator("svg.tall").bounding_box(), wide.locator(".asked li").first.bounding_box()
    assert tree is not None
    assert part is not None
    assert part["x"] > tree["x"] + tree["width"]
    assert tree["y"] - 40 < part["y"] < tree["y"] + tree["height"]
    assert tree["height"] < 0.85 * A4_WITHIN_MARGINS[1]


def test_tree_lies_down_on_a_phone_and_stands_on_a_sheet(sheet: Sheet, open_page: OpenPage) -> None:
    file = sheet("minimax-textbook")
    for size, shown, hidden in ((PHONE, "tall", "wide"), (DESKTOP, "wide", "tall")):
        page = open_page(file, size).page
        assert page.locator(f"figure svg.{shown}").is_visible()
        assert not page.locator(f"figure svg.{hidden}").is_visible()


def test_every_node_of_a_blank_tree_has_a_name_and_one_tab_stop_leads_in(sheet: Sheet, open_page: OpenPage) -> None:
    page = open_page(sheet("minimax-textbook"), DESKTOP).page
    names = page.eval_on_selector_all("figure svg.wide .node", "all => all.map(one => one.getAttribute('aria-label'))")
    assert len(names) == 13
    assert all(names)
    assert page.locator("figure svg.wide .node[tabindex='0']").count() == 1


@pytest.mark.parametrize("key", [False, True])
def test_long_words_reach_out_of_no_window_and_no_page(key: bool, sheet: Sheet, open_page: OpenPage) -> None:
    page = open_page(sheet("long", "minimax-textbook", key=key), PHONE).page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("name", ["mancala-two-plies", "what-the-sum-leaves"])
@pytest.mark.parametrize("key", [False, True], ids=["sheet", "key"])
def test_sheet_of_paper_has_the_same_colours_where_pages_are_dark(
    name: str, key: bool, sheet: Sheet, open_page: OpenPage
) -> None:
    colours = """() => [...document.querySelectorAll("svg.tree *")].map((one) => getComputedStyle(one)).map((style) => [style.fill, style.stroke])"""
    file = sheet(name, key=key)
    light, dark = (open_page(file, DESKTOP, dark=dark).page.evaluate(colours) for dark in (False, True))
    assert len(light) > 20
    assert dark == light
