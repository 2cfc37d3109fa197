"""The step page in a browser: the picture of each step is another one than before, or the page says why it stays."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, SOLVED, ids_of
from conftest import read
from turns import in_turn

from browser.conftest import DESKTOP, LAPTOP, PHONE, OpenPage
from browser.test_steps import IN_WINDOW
from browser.written_pages import step_page
from grader.pages.frames import film_of
from grader.pages.html import tree_box

_PICTURES = """() => {
    const out = [], next = document.querySelector("button[value=next]");
    const drawn = () => [...document.querySelectorAll("svg.tree")].filter((one) => one.checkVisibility()).map(bare).join();
    const bare = (svg) => svg.outerHTML.replace(/ (aria-label|viewBox|tabindex)="[^"]*"/g, "").replace(/ class="([^"]*)"/g, (_, names) => ` class="${names.split(" ").sort().join(" ")}"`);
    for (;;) {
        const still = document.querySelector("[data-still]");
        out.push([drawn(), still.checkVisibility() ? still.textContent : ""]);
        if (next.disabled) return out;
        next.click();
    }
}"""


@in_turn(3)
@pytest.mark.parametrize("id_", [*(ids_of(kind)[0] for kind in SOLVED), *ids_of("mcts")[1:]])
def test_a_picture_changes_or_the_page_says_why_not(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    opened = open_page(step_page(tmp_path, id_))
    pictures: list[tuple[Any, str]] = opened.page.evaluate(_PICTURES)
    assert len(pictures) == len(BANK[id_].steps())
    for (before, _), (after, still) in pairwise(pictures):
        assert (before == after) == still.startswith("The picture stays: ")
    assert not opened.errors


def test_a_playout_is_seen_leaving_the_tree_and_coming_back_up(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "five-playouts"), fragment="step=19").page
    assert page.locator(".count").inner_text() == "Step 19 of 22 · playout 5 of 5, 3 simulation"
    assert page.locator("text.playout").text_content() == "MAX 1"
    assert page.locator("path.upward").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".playout").count() == 0
    assert page.locator("svg.wide path.upward").count() == 2
    page.keyboard.press("ArrowRight")
    assert page.locator("path.upward").count() == 0


SIZES = pytest.mark.parametrize("size", [LAPTOP, DESKTOP, PHONE], ids=["laptop", "desktop", "phone"])
PICTURES = (
    "five-playouts",
    *("ten-objects", "two-at-most", "one-two-three"),  # a strip, a grid, rows of states
    *("when-pruned", "constant-that-selects", "reward-as-a-line"),  # a slider
    *("hundred-seconds", "chess-to-the-end"),  # rows of levels
    *("nim-facts", "none-and-lots"),  # two trees
)


@SIZES
@pytest.mark.parametrize("id_", PICTURES)
def test_every_step_fits_the_window(id_: str, size: tuple[int, int], tmp_path: Path, open_page: OpenPage) -> None:
    opened = open_page(step_page(tmp_path, id_), size)
    assert opened.page.evaluate(IN_WINDOW) == []
    assert not opened.errors


_ARROWS = """() => [...document.querySelectorAll("svg.tree")].filter((one) => one.checkVisibility()).flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll(".move")].map((one) => {
        const box = one.getBoundingClientRect();
        return [one.classList.contains("decides"), one.textContent, box.left >= frame.left && box.top >= frame.top && box.right <= frame.right && box.bottom <= frame.bottom];
    });
})"""


@SIZES
def test_the_moves_of_a_position_are_arrows_inside_the_drawing(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(step_page(tmp_path, "two-at-most"), size, fragment="step=19").page
    said = [(True, "✓ 1:1", True), (False, "1:2", True), (False, "2:1", True), (True, "✓ 2:2", True)]
    assert [tuple(one) for one in page.evaluate(_ARROWS)] == said
    page.keyboard.press("Home")
    assert page.evaluate(_ARROWS) == []


@pytest.mark.parametrize("size", [PHONE[::-1], LAPTOP], ids=["a phone that lies", "laptop"])
def test_letters_that_would_be_too_small_are_followed(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    tree = [[[1, 2, 3], [4, 5, 6]]] * (3 if size == PHONE[::-1] else 9)
    exercise = read({"format": "gametree-problem/1", "id": "m", "kind": "minimax", "tree": tree, "ask": ["value"]})
    page = open_page(step_page(tmp_path, exercise), size, fragment="step=9").page
    svg = page.locator("svg:visible.tree").first
    least = "(svg) => svg.getScreenCTM().a * svg.querySelector('.num').getAttribute('font-size')"
    assert svg.evaluate(least) >= 8
    box, node = svg.bounding_box(), page.locator("svg:visible .node.now .shape").bounding_box()
    assert box["x"] <= node["x"] <= node["x"] + node["width"] <= box["x"] + box["width"]


_STRUCK = """() => {
    const svg = [...document.querySelectorAll("svg.tree")].find((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect(), shapes = [...svg.querySelectorAll(".shape, .id")].map(box);
    return [...svg.querySelectorAll(".move")].filter((move) => {
        const line = move.querySelector("path"), far = line.getTotalLength(), ends = line.getScreenCTM();
        return Array.from({ length: 99 }, (_, at) => line.getPointAtLength((far * (at + 0.5)) / 99).matrixTransform(ends))
            .some(({ x, y }) => shapes.some((one) => x > one.left && x < one.right && y > one.top && y < one.bottom));
    }).map((move) => move.textContent);
}"""


@SIZES
def test_the_arrows_between_two_lines_of_a_strip_pass_no_state_and_no_name(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    game = {"name": "take-away", "objects": 16, "take": [1, 4, 5], "last": "wins"}
    asked = {"format": "gametree-problem/1", "id": "p", "kind": "positions", "game": game}
    exercise = read({**asked, "ask": ["outcomes", "winning-moves"]})
    page = open_page(step_page(tmp_path, exercise), size, fragment=f"step={len(exercise.steps()) - 4}").page
    for _ in range(4):
        assert page.locator("svg:visible .move").count() == 3
        assert page.evaluate(_STRUCK) == []
        page.keyboard.press("ArrowRight")


def test_what_is_said_below_a_lying_node_stays_in_the_frame(tmp_path: Path, open_page: OpenPage) -> None:
    tree = {"max": [{"min": [1, 13, 14]}, {"min": [7, 8, 10]}, {"min": [11, 3, 19]}]}
    asked = {"claims": [{"id": "s1", "claim": {"value": 11}}, {"id": "s2", "claim": {"value": 19}}], "ask": ["claims"]}
    exercise = read(
        {"format": "gametree-problem/1", "id": "c", "kind": "claims", "search": "alpha-beta", "tree": tree} | asked
    )
    page = open_page(step_page(tmp_path, exercise), PHONE).page
    outside = """() => [...document.querySelectorAll("svg.tree")].filter((one) => one.checkVisibility()).flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll(".win")].filter((one) => one.textContent && (one.getBoundingClientRect().left < frame.left - 1 || one.getBoundingClientRect().right > frame.right + 1));
    }).map((one) => one.textContent)"""
    while page.locator("button[value=next]").is_enabled():
        page.keyboard.press("ArrowRight")
        assert page.evaluate(outside) == []


def test_a_click_on_a_position_goes_back_to_its_step_and_tells_nothing_to_come(
    tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(step_page(tmp_path, "ten-objects"), fragment="step=9").page
    states = page.locator("svg.wide [data-state]")
    states.nth(3).click()
    assert page.locator(".count").inner_text().startswith("Step 4 of 12")
    states.nth(8).click()
    assert page.locator(".count").inner_text().startswith("Step 9 of 12")
    states.nth(10).click()
    assert page.locator(".verdict").inner_text() == "state 10: no number yet."
    assert page.locator(".count").inner_text().startswith("Step 9 of 12")
    assert "filled" in (states.nth(6).get_attribute("class") or "").split()
    assert states.nth(10).locator(".num").text_content() == ""


def test_the_slider_for_x_changes_values_windows_cuts_and_the_sentence(tmp_path: Path, open_page: OpenPage) -> None:
    opened = open_page(step_page(tmp_path, "when-pruned"))
    page = opened.page
    slider = page.locator("input[name=x]")

    def seen(name: str) -> tuple[str | None, str | None, bool]:
        node = page.locator("svg.wide .node", has=page.locator(f"text.id:text-is('{name}')"))
        texts = [node.locator(one).text_content() for one in (".num", ".win")]
        return texts[0], texts[1], "skip" in (node.get_attribute("class") or "").split()

    assert page.locator(".sweep output").inner_text() == "x = 2"
    assert (seen("A"), seen("R"), seen("M")[2]) == (("3", "[3, ∞]", False), ("2", "[3, 2]", False), True)
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.locator(".sweep output").inner_text() == "x = 5"
    assert (seen("A"), seen("R"), seen("M")[2]) == (("5", "[5, ∞]", False), ("5", "[3, 5]", False), False)
    assert (
        page.locator(".sentence").inner_text().startswith("At x = 5: R has α\xa0=\xa03, β\xa0=\xa0x and goes on to M")
    )
    assert page.locator(".count").inner_text().startswith("Step 1 of 4")
    assert slider.get_attribute("aria-valuetext") == "x = 5"
    for stop, side in ((slider.get_attribute("max"), -1), ("0", 1)):
        slider.fill(str(stop))
        knob, way = page.locator(".sweep .knob").bounding_box(), slider.bounding_box()
        edge = way["x"] if side > 0 else way["x"] + way["width"]
        assert abs(knob["x"] + knob["width"] / 2 - side * 8 - edge) < 2, "the slider stands below the line"
    slider.fill("6")
    assert seen("A")[0] == "6"
    page.locator("button[value=next]").click()
    assert page.locator(".sweep output").inner_text() == "x = 3"
    assert seen("N")[2]
    assert not opened.errors


def test_all_of_the_line_that_a_sentence_speaks_of_is_lit(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "when-pruned"), fragment="step=3").page
    assert page.locator(".sentence").inner_text().startswith("For x > 3: R has α\xa0=\xa03")
    ends = [
        [float(number) for number in re.findall(r"[\d.]+", path.get_attribute("d") or "")]
        for path in page.locator(".sweep .piece").all()
    ]
    lit = [path.get_attribute("class") for path in page.locator(".sweep .piece").all()]
    assert lit == ["piece", "piece lit", "piece lit"]
    assert ends[1][2] == ends[2][0]
    three = (
        page.locator(".sweep .axis").first.get_attribute("d") or ""
    )  # it holds up to 3, of whole numbers not up to 3.5
    assert ends[0][2] == pytest.approx(float(re.findall(r"[\d.]+", three)[0]))


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_no_number_of_a_leaf_lies_behind_another_node(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(step_page(tmp_path, "is-that-ok"), size).page
    leaves = page.locator("svg:visible .node.leaf > .num")
    for stop in range(int(page.locator("input[name=x]").get_attribute("max") or 0)):
        page.locator("input[name=x]").fill(str(stop))
        x = page.locator(".sweep output").inner_text().removeprefix("x = ")
        assert leaves.all_text_contents() == [x, *["1000"] * 3, "100", "101", "102", "100"]


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_number_too_long_for_its_leaf_is_written_smaller_where_no_room_is_beside(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    tree = {"max": [{"min": ["x", 1, 2, 3]}, {"min": [0.125, 4, 5, 6]}]}
    asked = {"search": "minimax", "claim": {"value": 1}}
    narrow = {"format": "gametree-problem/1", "id": "n", "kind": "threshold", "tree": tree, **asked}
    exercise = read(narrow)
    page = open_page(step_page(tmp_path, exercise), size).page
    overlaps = """() => {
        const nodes = [...document.querySelectorAll(".node")].filter((one) => one.checkVisibility());
        const box = (one) => one.getBoundingClientRect(), meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
        return nodes.flatMap((node) => [...node.querySelectorAll(".num, .win")].filter((text) => text.textContent && nodes.some((other) => other !== node && meet(box(text), box(other.querySelector(".shape")))))).map((one) => one.textContent);
    }"""
    for stop in range(int(page.locator("input[name=x]").get_attribute("max") or 0)):
        page.locator("input[name=x]").fill(str(stop))
        assert page.evaluate(overlaps) == []
        assert all(page.locator("svg:visible .node").evaluate_all("all => all.map(one => one.textContent.length > 1)"))


def test_second_pictures_are_the_drawings_that_the_program_makes(tmp_path: Path, open_page: OpenPage) -> None:
    """They are written as what each has in place of pieces of the one before; names may hold all that parts pieces, and any letters."""
    odd = {
        "format": "gametree-problem/1",
        "id": "odd",
        "kind": "claims",
        "search": "alpha-beta",
        "tree": {"max": [{"id": "a,b>c", "min": [3, {"id": "שלום, 5", "value": 12}]}, {"id": "<i>&😀", "min": [2, 4]}]},
        "claims": [
            {"id": f"s{number}", "claim": {"value": 3}, "change": {"leaves": {"שלום, 5": number}}}
            for number in range(3)
        ],
        "ask": ["claims"],
    }
    for exercise in (read(odd), *(BANK[name] for name in ids_of("claims"))):
        film = film_of(exercise, exercise.steps())
        opened = open_page(step_page(tmp_path, exercise))
        boxes = [tree_box(other, f"steps-other-{place}").wide for place, other in enumerate(film.others)]
        (tmp_path / "plain.html").write_text(f"<!DOCTYPE html><meta charset=utf-8>{''.join(boxes)}", encoding="utf-8")
        plain = open_page(tmp_path / "plain.html").page
        drawn = """(all) => all.map((svg) => [svg.querySelector("title").textContent, ...[...svg.querySelectorAll(".node, .edge")].map((one) =>
            [one.getAttribute("class").split(" ").filter((name) => name !== "sel").sort().join(" "), one.getAttribute("aria-label"), one.getAttribute("transform"),
             one.textContent, [...one.querySelectorAll("path:not(.ring)")].map((line) => line.getAttribute("d")).join()].join("|"))].join("\\n"))"""
        seen = opened.page.locator("section[data-other] svg.wide").evaluate_all(drawn)
        assert len(seen) == len(film.others)
        assert seen == plain.locator("svg.wide").evaluate_all(drawn)
        assert not opened.errors


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_probabilities_with_x_are_numbers_while_x_is_one(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    """Heads has probability x and tails 1 - x; in the statement they stand so."""
    opened = open_page(step_page(tmp_path, "when-to-gamble"), size)
    page, slider = opened.page, opened.page.locator("input[name=x]")
    shares = """() => [...[...document.querySelectorAll("svg.tree")].find((one) => one.checkVisibility() && one.querySelector(".label")).querySelectorAll(".label")].map((one) => one.textContent)"""
    stops = int(slider.get_attribute("max") or 0)
    for stop in range(stops + 1):
        slider.fill(str(stop))
        x = Fraction(page.locator(".sweep output").inner_text().removeprefix("x = "))
        assert page.evaluate(shares) == [f"{float(x):g}", f"{float(1 - x):g}"]
    assert not opened.errors


def test_while_a_guess_is_asked_the_slider_tells_nothing(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "when-pruned"), fragment="step=3&guess=1").page
    page.locator("button[value=next]").click()
    assert page.locator(".question").inner_text() == "What is the largest x for which it holds?"
    assert not page.locator("input[name=x]").is_visible()
    page.locator(".ask input").fill("3")
    page.keyboard.press("Enter")
    assert page.locator(".verdict").inner_text() == "✓ Yes: 3."


@pytest.mark.parametrize(("size", "form"), [(LAPTOP, "wide"), (PHONE, "tall")], ids=["laptop", "phone"])
def test_the_bar_of_a_score_comes_with_its_step(
    size: tuple[int, int], form: str, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(step_page(tmp_path, "ucb-slide-wins"), size).page
    bars = page.locator(f"svg.{form} .node:has(> .term)")
    of = "(all) => all.map((one) => [...one.querySelectorAll('.term, .term ~ text')].map((part) => part.checkVisibility({ visibilityProperty: true })))"
    assert bars.count() >= 2
    for step in range(1, bars.count() + 1):
        seen = bars.evaluate_all(of)
        assert [all(parts) for parts in seen] == [place < step for place in range(bars.count())]
        assert [any(parts) for parts in seen] == [place < step for place in range(bars.count())]
        page.keyboard.press("ArrowRight")


def test_of_several_players_numbers_the_own_one_is_bold(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "ann-bob"), fragment="step=4").page
    bold = """(all) => all.map((one) => [one.dataset.node, one.querySelector(".num").textContent,
        [...one.querySelectorAll("tspan")].filter((part) => getComputedStyle(part).fontWeight === "700").map((part) => part.textContent).join()])"""
    seen = page.locator("svg.wide .node:has(> .seatletter)").evaluate_all(bold)
    assert seen == [["0", "[1, 2, 3]", "1"], ["1", "[1, 2, 3]", "2"], ["2", "[0, 4, 2]", "4"]]


def test_the_row_of_the_step_is_lit_and_its_bar_comes_with_it(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(step_page(tmp_path, "hundred-seconds"), fragment="step=3").page
    bars = "(all) => all.map((one) => one.checkVisibility({ visibilityProperty: true }))"
    assert page.locator("svg.wide .term").evaluate_all(bars) == [True, True, True, False, False]
    assert page.locator("svg.wide .now").evaluate_all("(all) => all.map((one) => one.dataset.state)") == ["depth 2"]
    page.keyboard.press("End")
    lit = page.locator("svg.wide .now")
    assert lit.evaluate_all("(all) => all.map((one) => one.dataset.state)") == ["Depth that comes nearest"]


@pytest.mark.parametrize(("size", "is_beside"), [(LAPTOP, True), (PHONE, False)], ids=["laptop", "phone"])
def test_a_changed_tree_stands_beside_the_stated_one_or_below_it(
    size: tuple[int, int], is_beside: bool, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(step_page(tmp_path, "nim-facts"), size, fragment="step=24").page
    boxes = [one.bounding_box() for one in page.locator(".pair .panel:visible").all()]
    assert len(boxes) == 2
    (first, second) = (box for box in boxes if box is not None)
    assert (second["x"] >= first["x"] + first["width"]) is is_beside
    assert (second["y"] >= first["y"] + first["height"]) is not is_beside
    captions = [one.inner_text() for one in page.locator(".pair .panel > p:visible").all()]
    assert captions[0] == "As it is stated"
    assert captions[1].startswith("s3: when the tree is mirrored")
    page.keyboard.press("ArrowRight")
    assert page.locator(".pair .panel > p:visible").nth(1).inner_text() == "s4: when G is worth 1"
    page.keyboard.press("Home")
    assert page.locator(".pair .panel:visible").count() == 1
    assert page.locator(".pair .panel > p:visible").count() == 0
