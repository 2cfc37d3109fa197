"""Five things that are done with nothing but what a page says, by mouse, by finger and by keys alone, and with how many deeds.

A deed is a press of the mouse, a touch or a key, as the browser counts them. `pytest tests/browser/test_five_things.py -m browser -s`
prints how many each thing took, and keeps pictures of it in the folder that PICTURES names.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from conftest import outcome_of, read

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Keyboard, Mouse, download, graded, right_answers
from browser.playwright_names import Page, expect
from browser.test_steps_guessed import _QUESTIONS
from grader.pages import feedback
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.editor_page import write_editor_page
from grader.pages.stepper import trace_page

HANDS = {
    "mouse": (LAPTOP, Mouse, "wide"),
    "finger": (PHONE, Finger, "tall"),
    "keys": (LAPTOP, Keyboard, "wide"),
}
hands = pytest.mark.parametrize("hand", HANDS)
_COUNTED = """() => {
    window.deeds = 0;
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, (event) => { if (event.isTrusted && !["Shift", "Control", "Meta"].includes(event.key)) window.deeds += 1; }, { capture: true });
}"""


TWO_PLIES = {
    "format": "gametree-problem/1",
    "id": "line",
    "kind": "minimax",
    "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "ask": ["principal-variation"],
}


@pytest.fixture
def shown(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return what opens a page as one of the hands finds it; deeds are counted from then on, and nothing may be said in its console."""
    pages = []

    def show(text: str, hand: str, fragment: str = "") -> Page:
        (tmp_path / "page.html").write_text(text, "utf-8")
        held = open_page(tmp_path / "page.html", HANDS[hand][0], fragment=fragment)
        held.page.set_default_timeout(8000)
        held.page.evaluate(_COUNTED)
        pages.append(held)
        return held.page

    yield show
    assert not [error for held in pages for error in (*held.errors, *held.requests)]


def told(page: Page, thing: str, hand: str, most: int) -> None:
    """Say how many deeds it took, which is no more than a page with this many buttons needs, and keep a picture."""
    deeds = page.evaluate("window.deeds")
    print(f"\n{thing}, {hand}: {deeds} deeds")
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{thing.replace(' ', '-')}-{hand}.png")
    assert 0 < deeds <= most


@hands
def test_two_cells_of_tic_tac_toe_are_drawn(hand: str, shown: Callable[..., Page], tmp_path: Path) -> None:
    exercise = BANK["tic-tac-toe-two-cells"]
    page = shown(write_answer_page([exercise.problem], Heading("W", student="s1")), hand)
    _, using, drawing = HANDS[hand]
    using(page, exercise, 0, drawing).fill({"tree": right_answers(exercise)["tree"]})
    told(page, "two cells", hand, 60)
    parts = {one["part"]: one["earned"] for one in graded(download(page, tmp_path))["problems"][0]["parts"]}
    assert parts["tree"] == 2


@hands
def test_lots_to_prune_is_put_in_order(hand: str, shown: Callable[..., Page], tmp_path: Path) -> None:
    """By dragging, and with keys by Shift and an arrow."""
    exercise = BANK["lots-to-prune"]
    page = shown(write_answer_page([exercise.problem], Heading("W", student="s1")), hand)
    order, session = right_answers(exercise)["order"], page.context.new_cdp_session(page)

    def middle(name: str) -> tuple[float, float]:
        box = page.locator(f'[data-tree-edit] .node[data-name="{name}"] .shape').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(sort: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent", {"type": sort, "touchPoints": [{"x": x, "y": y, "id": 0} for x, y in points]}
        )

    def swap(name: str, before: str) -> None:
        node = page.locator(f'[data-tree-edit] .node[data-name="{name}"]')
        if hand == "keys":
            node.focus()
            page.keyboard.press("Shift+ArrowLeft")
            return
        if hand == "finger":
            node.locator(".shape").tap()
        (x, y), (to_x, to_y) = middle(name), middle(before)
        if hand == "mouse":
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(to_x - 25, to_y, steps=6)
            page.mouse.up()
            return
        touch("touchStart", (x, y))
        for share in (0.3, 0.6, 0.9, 1.1):
            touch("touchMove", (x, y + share * (to_y - y)))
        touch("touchEnd")

    for up, names in order.items():
        key = page.locator(f'[data-tree-edit] .node[data-name="{up}"]').get_attribute("data-id")
        below = page.locator(f'[data-tree-edit] .node[data-up="{key}"]')
        for place, child in enumerate(names):
            while (at := (row := below.evaluate_all("all => all.map(one => one.dataset.name)")).index(child)) > place:
                swap(child, row[at - 1])
    told(page, "lots to prune", hand, 30)
    parts = {one["part"]: one for one in graded(download(page, tmp_path))["problems"][0]["parts"]}
    assert parts["order"]["earned"] == parts["order"]["possible"]


@hands
def test_five_playouts_are_followed_by_guesses(hand: str, shown: Callable[..., Page]) -> None:
    exercise = BANK["five-playouts"]
    page = shown(trace_page(exercise, exercise.steps())[0], hand)
    _, using, _ = HANDS[hand]
    press = using(page, exercise, 0, "wide").press
    next_, form = page.locator("button[value=next]"), page.locator("form.ask")
    press(page.locator("input.guess"))
    asked = 0
    while next_.is_enabled():
        place = int(page.locator(".count").inner_text().split()[1])
        press(next_)
        if not form.is_visible():
            continue
        asked += 1
        question = page.evaluate(_QUESTIONS)[place]
        assert form.locator(".question").inner_text() == question["text"]
        if question.get("number"):
            page.keyboard.type(question["number"]["plain"])
            page.keyboard.press("Enter")
        else:
            press(form.locator(".choices button").nth(question["right"][0]))
    assert page.locator(".count").inner_text().endswith(f"guessed right: {asked} of {asked}")
    told(page, "five playouts", hand, 2 * len(exercise.steps()) + 2 * asked)


@hands
def test_a_problem_is_drawn_checked_and_downloaded(hand: str, shown: Callable[..., Page]) -> None:
    """Two moves deep with two children each: the page says the value while it is typed, and the file holds what was typed."""
    page = shown(write_editor_page(None), hand)
    press = HANDS[hand][1](page, BANK["minimax-textbook"], 0, "wide").press
    press(page.get_by_role("button", name="New …"))
    for name, number in (("depth", "2"), ("children", "2")):
        press(page.locator(f"[name={name}]"))
        page.locator(f"[name={name}]").select_option(number)
    press(page.locator("button[value=grow]"))
    for name, value in (("D", "3"), ("E", "12"), ("F", "2"), ("G", "8")):
        node = page.locator(f"[data-tree-edit] .node[data-name={name}]")
        if hand == "keys":
            node.focus()
        else:
            press(node.locator(".hit"))
        if hand == "finger":
            press(page.locator("[data-entry] input[name=value]"))
        page.keyboard.type(value)
        page.keyboard.press("Escape")
    expect(page.locator("[data-live]")).to_contain_text("Value 3, best move B.")
    told(page, "a problem", hand, 40)
    with page.expect_download() as waited:
        press(page.locator("button[value=download]"))
    text = Path(waited.value.path()).read_text("utf-8")
    assert "[[3, 12], [2, 8]]" in text


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_the_feedback_picture_alone_says_which_line_was_handed_in_and_where_it_is_wrong(
    hand: str, shown: Callable[..., Page]
) -> None:
    """A, B, E is right, and A, C, H was handed in: the line drawn as the student's own parts at its first edge, which has the disc."""
    exercise = read(TWO_PLIES)
    page = shown(feedback.page(outcome_of(exercise, {"principal-variation": ["A", "C", "H"]})), hand)
    svg = page.locator("svg.tree:visible").first
    seen = svg.evaluate("""(svg) => ({
        yours: [...svg.querySelectorAll(".edge.yours")].map((one) => one.dataset.to),
        discs: [...svg.querySelectorAll(".edge.yours .badge")].map((one) => one.closest(".edge").dataset.to),
        expected: [...svg.querySelectorAll("text")].filter((one) => /expected|exp. line/.test(one.textContent)).length,
    })""")
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"feedback-{hand}.png")
    places = {node: str(place) for place, node in enumerate(exercise.problem.game.ids)}
    assert seen["yours"] == [places["C"], places["H"]]
    assert seen["discs"] == [places["C"]]
    assert seen["expected"] == 1
    print(f"\nfeedback, {hand}: 0 deeds")
