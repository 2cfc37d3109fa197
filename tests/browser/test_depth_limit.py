"""A depth limit on pages in a browser: the line can be seen, nothing below it is asked, filled in or searched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from turns import in_turn

from browser.conftest import DESKTOP, LAPTOP, PHONE, OpenPage
from browser.filling import Mouse
from browser.sample_pages import run
from browser.stepping import state
from browser.written_pages import answer_page
from grader import Exercise, load_problem
from grader.cli.main import gametree

sizes = pytest.mark.parametrize("size", [LAPTOP, DESKTOP, PHONE], ids=["laptop", "desktop", "phone"])
FEATURES = {"D": {"material": 1, "mobility": 2}, "F": {"material": 2}, "G": {"material": 3, "mobility": 1}}
BELOW = (7, 8, 9, 10)
STATED = {
    "format": "gametree-problem/1",
    "id": "limited",
    "kind": "alpha-beta",
    "depth": 2,
    "evaluation": {"weights": {"material": 3, "mobility": 1}},
    "ask": ["value", "best-move", "values", "pruned"],
    "tree": {
        "max": [
            {"id": "B", "min": [{"id": "D", "features": FEATURES["D"], "max": [9, 4]}, {"id": "E", "value": 4}]},
            {
                "id": "C",
                "min": [
                    {"id": "F", "features": FEATURES["F"], "max": [1, 2]},
                    {"id": "G", "quiet": False, "features": FEATURES["G"], "max": [3, 5]},
                ],
            },
        ]
    },
}
SEEN = """() => {
    const svg = [...document.querySelectorAll("svg.tree")].find((one) => one.checkVisibility() && !one.classList.contains("sign"));
    const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return { left, top, right, bottom }; };
    const touch = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const line = svg.querySelector(".limit"), word = svg.querySelector(".limitword"), at = box(word), frame = box(svg);
    const shapes = [...svg.querySelectorAll(".node > .shape")];
    const given = [...svg.querySelectorAll(".node > .note")];
    return {
        line: getComputedStyle(line).strokeDasharray !== "none" && line.getTotalLength() > 0,
        colour: getComputedStyle(line).stroke,
        inside: at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom,
        onNodes: shapes.filter((shape) => touch(at, box(shape))).length,
        given: given.map((text) => text.textContent),
        overlapping: given.filter((text) => shapes.some((shape) => touch(box(text), box(shape)))).map((text) => text.textContent),
    };
}"""


@pytest.fixture
def exercise() -> Exercise:
    return load_problem(STATED)


@pytest.fixture
def file(tmp_path: Path, exercise: Exercise) -> Path:
    return answer_page(tmp_path, exercise)


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    (tmp_path / "limited.json").write_text(json.dumps(STATED), "utf-8")
    run(gametree, "trace", tmp_path / "limited.json", "--html", "--out", tmp_path)
    return tmp_path / "limited-steps.html"


@in_turn(3)
@sizes
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_line_and_features_are_seen_and_cover_nothing(
    size: tuple[int, int], dark: bool, file: Path, open_page: OpenPage
) -> None:
    seen = open_page(file, size, dark=dark).page.evaluate(SEEN)
    assert seen["line"]
    assert seen["inside"]
    assert (seen["onNodes"], seen["overlapping"]) == (0, [])
    said = " ".join(seen["given"])
    assert [said.count(name) for name in ("material 1", "mobility 2", "material 2", "material 3", "mobility 1")] == [
        1
    ] * 5


@sizes
def test_nothing_below_the_line_can_be_filled_in_or_pruned(
    size: tuple[int, int], exercise: Exercise, file: Path, open_page: OpenPage
) -> None:
    page = open_page(file, size).page
    mouse = Mouse(page, exercise, 0, "tall" if size == PHONE else "wide")
    drawing = mouse.box.locator(f"svg.{mouse.drawing}")
    page.locator("[data-tools] button:not([value=undo], [value=redo])").last.click()  # pruned
    for place in BELOW:
        drawing.locator(f'[data-node="{place}"] > .shape').click()
    assert drawing.locator(".edge.pruned, .node.skip").count() == 0
    assert page.evaluate(
        "() => [...document.querySelectorAll('.num.asked')].map((one) => one.closest('.node').dataset.node)"
    ) == (
        [str(place) for place in (0, 1, 2, 6)] * 2  # in both drawings
    )


@sizes
def test_the_search_never_comes_below_the_line_and_takes_static_values_at_it(
    size: tuple[int, int], steps: Path, open_page: OpenPage
) -> None:
    page = open_page(steps, size).page
    met: set[int] = set()
    while True:
        now: dict[str, Any] = state(page)
        met |= {*now["now"], *now["skipped"]}
        if now["count"].split()[1] == now["count"].split()[3]:
            break
        page.keyboard.press("ArrowRight")
    assert met.isdisjoint(BELOW)
    shown = dict(enumerate(page.locator("svg.wide .node > .num").all_text_contents()))
    assert (shown[3], shown[5]) == ("[5]", "[6]")
    assert [shown[place] for place in BELOW] == ["9", "4", "1", "2"]
