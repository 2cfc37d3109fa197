"""The buttons that zoom a drawing stand beside it, however narrow the window or the drawing is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from turns import in_turn

from browser import sample_pages
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect

COVERED = """() => [...document.querySelectorAll(".treebox")].flatMap((box) => {
  const seen = (elements) => [...elements].map((one) => one.getBoundingClientRect()).filter((one) => one.width);
  const buttons = seen(box.querySelectorAll(".zoom button")), drawings = seen(box.querySelectorAll("svg.tree[role=group]"));
  return drawings.filter((drawn) => buttons.some((one) =>
    one.left < drawn.right && one.right > drawn.left && one.top < drawn.bottom && one.bottom > drawn.top));
})"""


def key_of_claims(folder: Path) -> Path:
    return sample_pages.handout(folder, ids=["what-holds", "when-pruned"], name="key/solutions.html")


def feedback_of_claims(folder: Path) -> Path:
    return sample_pages.feedback(folder, ids=["what-changes-what", "unlucky-first"], name="wrong")


def feedback_of_a_wide_tree(folder: Path) -> Path:
    return sample_pages.feedback(folder, ids=["four-ply-trace"])


def steps_of_a_wide_tree(folder: Path) -> Path:
    return sample_pages.steps(folder, id_="four-ply-trace")


def answers_to_constructions(folder: Path) -> Path:
    return sample_pages.answer(folder, ids=["unlucky-first", "turn-it-round"])


@in_turn(3)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize(
    "made",
    [key_of_claims, feedback_of_claims, answers_to_constructions, feedback_of_a_wide_tree, steps_of_a_wide_tree],
)
def test_no_button_lies_on_a_drawing(
    made: Callable[[Path], Path], size: Any, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(made(tmp_path), size).page
    buttons = page.locator(".zoom button:visible")
    assert buttons.count()
    assert page.evaluate(COVERED) == []
    if size == PHONE:
        assert min(min(one.bounding_box()["width"], one.bounding_box()["height"]) for one in buttons.all()) >= 44


@pytest.mark.parametrize("name", ["steps-claims", "steps-large"])
def test_steps_on_a_phone_have_the_buttons_from_the_first_one_on_and_beside_the_drawing(
    name: str, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(sample_pages.PAGES[name](tmp_path), PHONE).page
    box = page.locator(".treebox").first
    expect(box.locator(".zoom button")).to_have_count(3)
    buttons, drawing = box.locator(".zoom").bounding_box(), box.locator("svg.tall").bounding_box()
    assert buttons is not None
    assert drawing is not None
    assert buttons["x"] >= drawing["x"] + drawing["width"] or buttons["y"] >= drawing["y"] + drawing["height"]
