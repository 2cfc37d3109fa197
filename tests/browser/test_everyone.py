"""Every page for those who have no mouse, or do not see it: keys reach everything, and everything has a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from turns import in_turn

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.sample_pages import PAGES

Pages = Callable[[str], Path]
every_page = pytest.mark.parametrize("name", PAGES)
_SPOKEN = {
    "button",
    "checkbox",
    "combobox",
    "image",
    "img",
    "link",
    "radio",
    "slider",
    "spinbutton",
    "textbox",
    "graphics-symbol",
}

_STOPS = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter(one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({visibilityProperty: true}))
    .filter(one => one.type !== 'radio' || one.checked)
    .map((one, place) => { one.dataset.stop = place; return one.outerHTML.slice(0, 100); })"""
_AT = """() => { const one = document.activeElement; return one && one !== document.body ? one.dataset.stop ?? '?' : ''; }"""
_LOOK = """() => [...document.querySelectorAll('[data-stop]')].map(one => [one, ...one.querySelectorAll('*')].map(part => {
    const s = getComputedStyle(part);
    return [s.outlineStyle, s.outlineWidth, s.boxShadow, s.stroke, s.strokeWidth, s.fill, s.opacity, s.display].join();
}).join('|'))"""


@in_turn(4)
@every_page
def test_tab_reaches_everything_that_can_be_used_and_shows_where_it_is(
    name: str, pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages(name), LAPTOP).page
    stops = page.evaluate(_STOPS)
    plain = page.evaluate(_LOOK)
    reached, unseen = set(), []
    for _ in stops:
        page.keyboard.press("Tab")
        if (at := page.evaluate(_AT)) in ("", "?"):
            break
        reached.add(int(at))
        if page.evaluate(_LOOK)[int(at)] == plain[int(at)]:
            unseen.append(stops[int(at)])
    assert not [stop for place, stop in enumerate(stops) if place not in reached]
    assert not unseen, "focus cannot be seen"


@in_turn(4)
@every_page
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_everything_that_is_read_aloud_has_a_name(
    name: str, size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages(name), size).page
    spoken = [node for node in _accessibility_tree(page) if node["role"]["value"] in _SPOKEN]
    assert not [node for node in spoken if not node.get("name", {}).get("value", "").strip()]
    names = {node["name"]["value"] for node in spoken}
    drawn = page.eval_on_selector_all(
        "svg .node[data-node]",
        "all => all.filter(one => one.checkVisibility()).map(one => one.getAttribute('aria-label'))",
    )
    assert all(drawn), "a node without a name"
    assert not {" ".join(name.split()) for name in drawn} - {" ".join(name.split()) for name in names}


def _accessibility_tree(page: Any) -> list[dict[str, Any]]:
    """Return what a screen reader gets, without what it is told to pass over."""
    nodes: list[dict[str, Any]] = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node.get("ignored")]


@in_turn(4)
@every_page
def test_without_script_the_page_can_be_read_as_well(name: str, pages: Pages, open_page: OpenPage) -> None:
    opened = open_page(pages(name), LAPTOP, java_script_enabled=False)
    assert len(opened.page.inner_text("main")) > 200
    dead = opened.page.locator("button:visible, input:visible, select:visible")
    assert dead.evaluate_all("all => all.map(one => one.outerHTML.slice(0, 80))") == []
