"""What was typed can be read at every node of an answer page: in full or short, on several lines, and on nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.written_pages import answer_page

SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])

FILL = """(typed) => {
  for (const part of answerPage.problems[0].parts.filter((one) => one.sort === "each" && typed[one.id])) {
    for (const key of part.keys) part.fields.forEach((_, at) => part.put(key.name, at, typed[part.id][at]));
    part.changed();
  }
}"""
LIES_ON = """() => { // what was typed, with what it lies on
  const svg = [...document.querySelectorAll("svg.tree")].find((one) => getComputedStyle(one).display !== "none");
  const rectOf = (one) => one.getBoundingClientRect(), all = rectOf(svg), [wins, texts, shapes] = [".win > tspan", ".id, .label, .note", ".shape"].map((what) => [...svg.querySelectorAll(what)]);
  const meets = (one, other) => one.left + 1 < other.right && other.left + 1 < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom;
  const lines = [...svg.querySelectorAll(".edge > .line")].map((line) => [line.getScreenCTM(), Array.from({ length: 101 }, (_, at) => line.getPointAtLength((at / 100) * line.getTotalLength()))]);
  const points = lines.flatMap(([matrix, all]) => all.map((point) => point.matrixTransform(matrix)));
  const isCrossed = (box) => points.some(({ x, y }) => box.left < x && x < box.right && box.top + 2 < y && y < box.bottom - 2);
  return wins.flatMap((one) => {
    const box = rectOf(one), others = [...wins.filter((other) => other.parentNode !== one.parentNode), ...texts.filter((other) => other.textContent), ...shapes];
    const isOut = box.left < all.left - 1 || box.right > all.right + 1 || box.top < all.top - 1 || box.bottom > all.bottom + 1;
    return [...(isOut ? [`${one.textContent} is outside`] : []), ...(isCrossed(box) ? [`${one.textContent} on an edge`] : []), ...others.filter((other) => meets(box, rectOf(other))).map((other) => `${one.textContent} on ${other.textContent || other.parentNode.dataset.node}`)];
  });
}"""
MCTS, MAX_N = ("min-chooses", "own-and-children"), "ann-bob"
TYPED = {"visits": ["15"], "totals": ["10"], "scores": ["1.56"]}


def opened(id_: str, size: tuple[int, int], folder: Path, open_page: OpenPage) -> Any:
    return open_page(answer_page(folder, id_), size).page


def at_nodes(page: Any) -> list[str]:
    """Return what stands in the shape of each node that is shown, and beside it."""
    texts: list[str] = page.locator("svg.tree:visible .node").evaluate_all(
        "(all) => all.map((one) => ['.num', '.win > tspan'].flatMap((what) => [...one.querySelectorAll(what)].map((each) => each.textContent)).join(' ').trim())"
    )
    return texts


@SIZES
@pytest.mark.parametrize("id_", MCTS)
def test_all_that_is_typed_at_a_node_can_be_read_on_nothing_else(
    id_: str, size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    page = opened(id_, size, tmp_path, open_page)
    page.evaluate(FILL, TYPED)
    assert page.evaluate(LIES_ON) == []
    asked = [name for name in TYPED if name in BANK[id_].problem.ask]
    texts = at_nodes(page)
    for part in asked:
        keys = page.evaluate(
            "(name) => answerPage.problems[0].parts.find((one) => one.id === name).keys.filter((key) => key.spot).map((key) => key.spot[1])",
            part,
        )
        assert [texts[place] for place in keys if TYPED[part][0] not in texts[place]] == []


def test_short_names_are_explained_beside_the_tree(tmp_path: Path, open_page: OpenPage) -> None:
    page = opened(MCTS[0], PHONE, tmp_path, open_page)
    expect(page.locator("[data-tool-hint]")).to_contain_text(
        "In the tree S is Scores, V is Visits, T is Totals; a number in a shape is Scores."
    )


@SIZES
@pytest.mark.parametrize(
    ("id_", "typed", "named", "said"),
    [
        ("two-piles-of-two", {"outcomes": ["win"], "nim-values": ["3"]}, "N 3", "N is Nim values"),
        ("five-playouts", {"visits": ["5"], "totals": ["2"]}, "T 2", "T is Totals"),
    ],
)
def test_a_part_has_one_name_in_a_tree_which_is_explained_beside_it(
    id_: str,
    typed: dict[str, list[str]],
    named: str,
    said: str,
    size: tuple[int, int],
    tmp_path: Path,
    open_page: OpenPage,
) -> None:
    page = opened(id_, size, tmp_path, open_page)
    page.evaluate(FILL, typed)
    expect(page.locator("[data-tool-hint]")).to_contain_text(said)
    texts = [text for text in at_nodes(page) if text]
    assert [text for text in texts if any(name in text for name in typed)] == []
    assert any(named in text for text in texts)
    assert page.evaluate(LIES_ON) == []


@SIZES
def test_a_list_of_numbers_stands_in_its_box(size: tuple[int, int], tmp_path: Path, open_page: OpenPage) -> None:
    page = opened(MAX_N, size, tmp_path, open_page)
    page.evaluate(FILL, {"values": ["7", "8", "9"]})
    for box in page.locator("svg.tree:visible .node.child").all():
        expect(box.locator(".num")).to_have_text("[7, 8, 9]")
        number, shape = box.locator(".num").bounding_box(), box.locator(".shape").bounding_box()
        assert shape["x"] < number["x"]
        assert number["x"] + number["width"] < shape["x"] + shape["width"]
        expect(box.locator(".win")).to_have_text("")


@SIZES
def test_a_window_on_two_lines_keeps_its_comma(size: tuple[int, int], tmp_path: Path, open_page: OpenPage) -> None:
    page = opened("four-ply-trace", size, tmp_path, open_page)
    page.evaluate(FILL, {"windows": ["-123/4", "567/8"]})
    windows = [text for text in at_nodes(page) if "123/4" in text]
    assert windows
    assert all(text.endswith("567/8]") and "123/4," in text for text in windows)
    assert page.evaluate(LIES_ON) == []
