"""The step page in a browser: all of a step is in one window, keys are enough, nothing is told early."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from turns import in_turn

from browser.axe import violations
from browser.conftest import DESKTOP, LAPTOP, PHONE, OpenPage
from browser.stepping import KINDS, state, step_of, wait_for_text

Pages = Callable[[str], Path]
sizes = pytest.mark.parametrize("size", [LAPTOP, DESKTOP, PHONE], ids=["laptop", "desktop", "phone"])

IN_WINDOW = """() => {
    const out = [];
    const isIn = (box, [left, top, right, bottom]) =>
        box.width > 0 && box.height > 0 && box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
    const shown = (name) => document.querySelector(name).getBoundingClientRect();
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const count = Number(document.querySelector(".slider").max), frame = [0, 0, innerWidth, innerHeight];
    for (let step = 1; step <= count; step++) {
        const box = shown(".treebox"), node = [...document.querySelectorAll(".tree .node.now .shape")].find((one) => one.checkVisibility());
        const now = node && node.getBoundingClientRect();
        const whole = document.querySelector(".say").scrollHeight <= document.querySelector(".say").clientHeight + 1;
        if (!isIn(shown(".sentence"), frame) || !whole) out.push(`sentence of step ${step}`);
        if (!isIn(shown(".controls"), frame)) out.push(`controls of step ${step}`);
        if (node && !isIn(now, [box.left, box.top, box.right, box.bottom])) out.push(`node of step ${step}`);
        if (node && !isIn(now, frame)) out.push(`node of step ${step} outside the window`);
        if (!document.querySelector(".count").textContent.startsWith(`Step ${step} of `)) out.push(`count of step ${step}`);
        press("ArrowRight");
    }
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push("the page scrolls");
    return out;
}"""


@in_turn(3)
@sizes
@pytest.mark.parametrize("name", [*KINDS, "steps-large", "steps-deep", "steps-long-names"])
def test_sentence_controls_and_node_are_in_the_window_at_every_step(
    name: str, size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    opened = open_page(pages(name), size)
    assert opened.page.evaluate(IN_WINDOW) == []
    assert not opened.errors


def test_numbers_windows_and_bars_appear_with_their_step(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small"), fragment="step=1").page
    begun = state(page)
    assert not any(begun["numbers"])
    assert begun["windows"] == ["[−∞, ∞]"] + 8 * [""]
    assert begun["skipped"] == begun["bars"] == []
    assert begun["names"][2] == "C, MIN, child 2 of 2 of A; not reached yet"
    page.evaluate("location.hash = 'step=9'")
    wait_for_text(page, ".count", "Step 9 ")
    cut = state(page)
    assert (cut["now"], cut["skipped"], cut["bars"]) == ([2], [7, 8], [7, 8])
    assert cut["numbers"][:3] == ["", "3", ""]
    assert cut["names"][2].endswith("window [3, 2]; this step")
    assert cut["names"][7].endswith("; skipped")
    assert cut["ladder"] == "A: α 3, β ∞; C: α 3, β 2, cut"
    page.keyboard.press("ArrowLeft")
    assert state(page)["bars"] == []
    assert "cut" not in state(page)["ladder"]


def test_keys_alone_move_from_step_to_step(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small")).page
    moves = [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 12),
        ("ArrowRight", 12),
        ("Home", 1),
        ("ArrowLeft", 1),
    ]
    for key, step in moves:
        page.keyboard.press(key)
        assert step_of(page) == step
    page.keyboard.press("Alt+ArrowRight")
    assert step_of(page) == 1
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.value || document.activeElement.className.baseVal || document.activeElement.className"
            )
        )
    assert [one for one in reached if one in ("play", "next", "last")] == ["play", "next", "last"]
    page.locator("button[value=next]").focus()
    page.keyboard.press("Enter")
    assert (step_of(page), state(page)["focus"]) == (2, "next")
    page.locator("button[value=last]").focus()
    page.keyboard.press("Enter")
    assert (step_of(page), state(page)["focus"]) == (12, "previous")  # a button that is dead now would lose the focus


def test_arrow_keys_on_the_slider_and_in_the_tree_stay_there(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small")).page
    page.locator(".slider").focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 2
    page.locator("svg.wide .node[data-node='0']").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.node") == "1"
    assert step_of(page) == 2


def test_a_node_leads_back_to_the_step_that_spoke_of_it_and_tells_nothing_of_others(
    pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("steps-small"), fragment="step=8").page
    page.locator("svg.wide .node[data-node='1'] > .shape").click(force=True)
    assert step_of(page) == 6
    page.locator("svg.wide .node[data-node='8'] > .shape").click(force=True)
    assert step_of(page) == 6
    assert state(page)["verdict"].endswith("not reached yet.")


def test_play_goes_on_by_itself_and_stops_at_the_end(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small"), fragment="step=11").page
    page.clock.install()
    page.locator(".speed").fill("5")
    page.locator("button[value=play]").click()
    assert page.locator("button[value=play]").get_attribute("aria-pressed") == "true"
    page.clock.run_for(800)
    assert step_of(page) == 12
    page.clock.run_for(800)
    assert page.locator("button[value=play]").get_attribute("aria-pressed") == "false"
    assert step_of(page) == 12


def test_answers_are_laid_over_from_the_step_that_decides_them(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-with-answers"), fragment="step=17&mine=1").page
    assert state(page)["yours"] == "You wrote [−∞, 8] at s9 for Windows [α, β]."
    assert page.locator("svg.wide .node.wrong").evaluate_all("all => all.map((one) => one.dataset.node)") == ["9"]
    assert "you [−∞, 8]" in state(page)["windows"][9]
    page.keyboard.press("ArrowLeft")
    assert page.locator("svg.wide .node.wrong").count() == 0
    page.evaluate("location.hash = 'step=25&mine=1'")
    wait_for_text(page, ".count", "Step 25 ")
    assert page.locator("svg.wide .edge.missed").count() == 1
    page.locator(".mine").click()
    assert page.locator("svg.wide .edge.missed, svg.wide .node.wrong").count() == 0


@in_turn(3)
@pytest.mark.parametrize("name", KINDS)
def test_live_regions_are_polite_and_the_step_is_in_one(name: str, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name)).page
    lives = page.eval_on_selector_all("[aria-live]", "all => all.map((one) => one.getAttribute('aria-live'))")
    assert set(lives) == {"polite"}
    assert page.locator("[aria-live] .sentence").count() == 1


def test_without_script_the_sentences_are_read_and_no_control_is_seen(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps"), java_script_enabled=False).page
    assert page.locator(".sentences li").count() == 41
    assert page.locator(".sentences li").first.is_visible()
    assert not page.locator(".controls").is_visible()


def test_paper_has_every_step(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small")).page
    page.emulate_media(media="print")
    assert page.locator(".sentences li").last.is_visible()
    assert not page.locator(".controls").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert state(page)["bars"] == [7, 8]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert state(page)["bars"] == []


@in_turn(3)
@pytest.mark.parametrize(("fragment", "key"), [("step=5&guess=1", "ArrowRight"), ("step=25&mine=1", "ArrowLeft"), ("step=41&mine=1", "Tab")])  # fmt: skip
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_a_guess_and_under_answers(
    fragment: str, key: str, dark: bool, pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("steps-with-answers"), dark=dark, fragment=fragment).page
    page.keyboard.press(key)
    assert not violations(page)
