"""The entry bar of an answer page says whose node it fills in, and goes with its tree; a row that was just begun is no mistake."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page

SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return what opens a page of problems, in a window of this size."""

    def page(size: tuple[int, int], *ids: str) -> Any:
        return open_page(answer_page(tmp_path, *ids), size).page

    return page


def choose(page: Any, exercise: int, node: int) -> None:
    page.locator(f'[data-problem="{exercise}"] svg:visible .node[data-node="{node}"] .shape').click()


@SIZES
def test_the_bar_names_the_exercise_of_its_node(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "four-ply-trace", "minimax-textbook")
    choose(page, 1, 1)
    bar = page.locator("[data-entry]")
    expect(bar).to_contain_text("Exercise 2")
    expect(bar).to_have_attribute("aria-label", "The chosen node of exercise 2")


@SIZES
def test_the_bar_of_the_only_exercise_has_no_number(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "minimax-textbook")
    choose(page, 0, 1)
    expect(page.locator("[data-entry]")).not_to_contain_text("Exercise")


@SIZES
def test_what_lies_at_the_end_of_the_page_stays_put_as_the_bar_goes(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "four-ply-trace", "minimax-textbook")
    choose(page, 0, 1)
    expect(page.locator("[data-entry]")).to_be_visible()
    before = page.evaluate("document.documentElement.scrollHeight")
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("[data-entry]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") == before


@SIZES
def test_the_bar_goes_when_the_page_is_scrolled_in_the_moment_that_it_opens(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "four-ply-trace", "minimax-textbook")
    shape = page.locator('[data-problem="0"] svg:visible .node[data-node="1"] .shape')
    shape.evaluate("""one => {
      one.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
      one.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      window.scrollTo(0, document.documentElement.scrollHeight);
    }""")
    assert page.evaluate("document.documentElement.classList.contains('entering')")
    expect(page.locator("[data-entry]")).to_be_hidden()


@SIZES
def test_the_bar_stays_where_a_node_is_opened_in_the_moment_that_its_tree_was_scrolled_away(
    size: tuple[int, int], opened: Any
) -> None:
    page = opened(size, "four-ply-trace", "minimax-textbook")
    choose(page, 0, 1)
    bar = page.locator("[data-entry]")
    expect(bar).to_be_visible()
    page.wait_for_timeout(100)
    page.evaluate("""() => new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { // the frame is drawn, and what the observer saw in it is not yet told
        document.querySelector('[data-problem="0"] svg:not([style*="none"]) .node[data-node="2"] .shape')
          .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        setTimeout(done, 300);
      };
      window.scrollTo(0, document.documentElement.scrollHeight);
      requestAnimationFrame(() => port2.postMessage(0));
    })""")
    expect(bar).to_be_visible()


@SIZES
def test_the_bar_goes_when_another_exercise_is_touched(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "four-ply-trace", "minimax-textbook")
    choose(page, 0, 1)
    bar = page.locator("[data-entry]")
    expect(bar).to_be_visible()
    page.locator('[data-problem="1"] [data-part="0"] input').first.evaluate("one => one.focus({preventScroll: true})")
    expect(bar).to_be_hidden()


def test_a_field_of_the_same_exercise_leaves_the_bar_where_it_is(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace", "minimax-textbook")
    choose(page, 0, 1)
    page.locator('[data-problem="0"] [data-part="0"] input').first.focus()
    expect(page.locator("[data-entry]")).to_be_visible()


def test_a_row_that_was_just_added_is_no_mistake_until_it_is_left(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    cutoffs = page.locator('[data-part]:has(b:text-is("Cutoffs"))')
    status = cutoffs.locator(".status")
    cutoffs.get_by_role("button", name="Add a row").click()
    cutoffs.locator("select").select_option("s4")
    expect(status).to_have_text("1 row")
    assert "cannot be read" not in page.locator("[data-overview]").inner_text()
    alpha, beta = cutoffs.locator("li input").all()
    alpha.fill("3")
    expect(status).to_have_text("1 row")
    alpha.fill("3..")
    expect(status).to_contain_text("expected")
    alpha.fill("3")
    beta.focus()
    expect(status).to_have_text("1 row")
    page.locator('[data-part="0"] input').first.focus()
    expect(status).to_have_text("row 1 (s4) beta is blank")


def test_a_row_that_is_left_for_the_next_is_told(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    cutoffs = page.locator('[data-part]:has(b:text-is("Cutoffs"))')
    for _ in range(2):
        cutoffs.get_by_role("button", name="Add a row").click()
    expect(cutoffs.locator(".status")).to_have_text("row 1: no node is chosen; 2 more")


KEYS_OFFER = """() => [document.querySelector("[data-keys]").textContent.includes("inf"), answerPage.problems[0].parts.some((one) => one.sort === "each" && one.isEverInfinite)]"""
TAKES_ONE = {"four-ply-trace": True, "horizon": False, "ucb-equal-siblings": True}


@pytest.mark.parametrize("id_", TAKES_ONE)
def test_infinity_is_offered_where_a_node_takes_one(id_: str, opened: Any) -> None:
    """Windows and scores may be infinite, and it is typed as inf; a value is finite, and an i on its node is no number."""
    page = opened(LAPTOP, id_)
    assert page.evaluate(KEYS_OFFER) == [TAKES_ONE[id_]] * 2
    if not TAKES_ONE[id_]:
        page.locator("svg.tree:visible .node").first.press("i")
        expect(page.locator("[data-entry]")).to_be_hidden()


@SIZES
def test_won_or_lost_is_picked_at_a_node_and_nothing_is_typed_there(size: tuple[int, int], opened: Any) -> None:
    page = opened(size, "five-matches")
    choose(page, 0, 0)
    bar, given = page.locator("[data-entry]"), "answerPage.submission().answers['five-matches']?.outcomes"
    expect(bar.locator("input")).to_have_count(0)
    lost = bar.get_by_role("button", name="loss", exact=True)
    lost.click()
    expect(lost).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(given) == {"5": "loss"}
    page.locator("svg:visible .node[data-node='0']").press("7")
    assert page.evaluate(given) == {"5": "loss"}
    assert not re.search("digit|fraction", page.locator("[data-keys]").text_content() or "")
    lost.click()
    assert page.evaluate(given) is None


@pytest.mark.parametrize("node", [1, 12, 20])
def test_the_chosen_node_stays_above_the_bar_when_the_telephone_is_turned(node: int, opened: Any) -> None:
    page = opened(PHONE, "four-ply-trace", "minimax-textbook")
    choose(page, 0, node)
    for width, height in (PHONE[::-1], PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        bar = page.locator("[data-entry]").bounding_box()
        shape = page.locator("svg:visible .node.sel .shape").first.bounding_box()
        assert bar is not None
        assert shape is not None
        assert 0 <= shape["y"] <= shape["y"] + shape["height"] <= bar["y"]


@pytest.mark.parametrize("is_entered", [True, False], ids=["in its field", "on the node"])
@pytest.mark.parametrize(
    "ids", [("four-ply-trace", "minimax-textbook", "four-ply-trace"), ("four-ply-trace", "lots-to-prune")]
)
def test_what_is_typed_reaches_the_chosen_node_however_the_telephone_is_turned(
    ids: tuple[str, ...], is_entered: bool, opened: Any
) -> None:
    """Far down a page all that is above changes its height with the drawings."""
    page = opened(PHONE, *ids)
    exercise = page.locator(f'[data-problem="{len(ids) - 1}"]')
    exercise.locator("svg:visible .node .shape").nth(3).click()
    bar, focused = page.locator("[data-entry]"), "() => document.activeElement.closest('.node') !== null"
    if not is_entered:
        exercise.locator("svg:visible .node.sel").focus()
    chosen = bar.text_content()
    for width, height in (PHONE[::-1], PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        expect(bar).to_be_visible()
        assert bar.text_content() == chosen
        shape = exercise.locator("svg:visible .node.sel .shape").bounding_box()
        assert 0 <= shape["y"] <= shape["y"] + shape["height"] <= bar.bounding_box()["y"]
        assert page.evaluate(focused) or bar.locator(":focus").count() == 1, "the node or its bar has the focus"
        if not is_entered:
            assert page.evaluate(focused)


def test_nothing_is_cut_above_a_root(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    choose(page, 0, 1)
    assert page.locator("[data-entry] [value=prune]").count() == 1
    choose(page, 0, 0)
    expect(page.locator("[data-entry] [data-about]")).to_have_text("s0")
    assert page.locator("[data-entry] [value=prune]").count() == 0


def test_the_root_is_not_pruned_and_the_bar_says_why(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    root = page.locator("svg:visible .node[data-node='0']")
    root.press("x")
    note, why = page.locator("[data-entry] [data-note]"), "The root cannot be pruned: the search begins there."
    expect(note).to_have_text(why)
    page.keyboard.press("Escape")
    page.locator("[data-tools] button", has_text="✂").click()
    root.press("Enter")
    expect(note).to_have_text(why)
    assert page.locator("svg:visible .node.cut, svg:visible .node.skip, svg:visible .node.gone").count() == 0
    assert page.evaluate("localStorage.length") == 0  # nothing was answered
