"""The buttons that zoom a drawing lie on none of its nodes, however narrow the window or the drawing is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from turns import in_turn

from browser import sample_pages
from browser.conftest import LAPTOP, PHONE, OpenPage

COVERED = """() => [...document.querySelectorAll(".treebox")].flatMap((box) => {
  const seen = (elements) => [...elements].map((one) => one.getBoundingClientRect()).filter((one) => one.width);
  const buttons = seen(box.querySelectorAll(".zoom button")), nodes = seen(box.querySelectorAll("svg .node"));
  return nodes.filter((node) => buttons.some((one) =>
    one.left < node.right && one.right > node.left && one.top < node.bottom && one.bottom > node.top));
})"""


def key_of_claims(folder: Path) -> Path:
    return sample_pages.handout(folder, ids=["what-holds", "when-pruned"], name="key/solutions.html")


def feedback_of_claims(folder: Path) -> Path:
    return sample_pages.feedback(folder, ids=["what-changes-what", "unlucky-first"], name="wrong")


def answers_to_constructions(folder: Path) -> Path:
    return sample_pages.answer(folder, ids=["unlucky-first", "turn-it-round"])


@in_turn(3)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("made", [key_of_claims, feedback_of_claims, answers_to_constructions])
def test_no_button_covers_a_node(made: Callable[[Path], Path], size: Any, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(made(tmp_path), size).page
    assert page.locator(".zoom button:visible").count()
    assert page.evaluate(COVERED) == []
