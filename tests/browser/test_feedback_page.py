"""The feedback page in a browser: ways into the tree, its keys, the card, a phone, paper, and the page without script."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from conftest import outcome_of, read
from read_pages import contrast

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.sample_pages import feedback
from browser.stepping import wait_for_text
from grader.pages.feedback import page as page_of

Pages = Callable[[str], Path]
FOCUSED = "document.activeElement.closest('.node')?.getAttribute('aria-label') || ''"


def is_inside(page: Any, selector: str) -> bool:
    """Return whether an element lies in the window."""
    box, window = page.locator(selector).bounding_box(), page.viewport_size
    return box["y"] >= 0 and box["y"] + box["height"] <= window["height"] and box["x"] + box["width"] <= window["width"]


def test_what_to_correct_stands_on_the_first_screen(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    for selector in (".total", ".fix", ".behind", ".treepart h2"):
        assert is_inside(page, selector), selector


def test_many_things_to_correct_leave_the_tree_on_the_first_screen(tmp_path: Path, open_page: OpenPage) -> None:
    parts = ["value", "best-move", "values", "pruned", "visited", "windows", "cutoffs"]
    tree = [[[7, 11, 43], [23, 4, 14]], [[20, 25], [40, 21, 46]], [[28, 10], [15, 9]]]
    exercise = read({"format": "gametree-problem/1", "id": "m", "kind": "alpha-beta", "tree": tree, "ask": parts})
    right = exercise.solve()
    values, windows = dict(right["values"]), dict(right["windows"])
    values |= {"E": -123, "J": 77}
    del values["B"]
    windows["B"] = [-5, 17]
    visited = [*right["visited"]]
    visited[11:13] = visited[12:10:-1]
    wrong = {"value": 99, "best-move": "B", "values": values, "pruned": [*right["pruned"][1:], "E"]}
    wrong |= {"visited": visited, "windows": windows, "cutoffs": [{"node": "H", "alpha": 7, "beta": 25}]}
    file = tmp_path / "feedback.html"
    file.write_text(page_of(outcome_of(exercise, wrong)), encoding="utf-8")
    page = open_page(file, (1366, 768)).page
    assert page.locator(".fix li").count() >= 4
    assert page.locator(".treebox").first.bounding_box()["y"] < 560


def page_of_large_tree(folder: Path, *branching: int) -> Path:
    """Return the page of a slip in a tree whose nodes have so many children, ply by ply."""

    def grown(*widths: int) -> Any:
        return [grown(*widths[1:]) for _ in range(widths[0])] if widths else next(values) % 100

    values = iter(range(7, 10**6, 37))
    parts = ["value", "best-move", "values", "pruned", "visited"]
    problem = {"format": "gametree-problem/1", "id": "m", "kind": "alpha-beta", "tree": grown(*branching), "ask": parts}
    exercise = read(problem)
    right = exercise.solve()
    slip = {name: value + 3 for name, value in list(right["values"].items())[::6]}
    wrong = {**right, "value": right["value"] + 3, "values": right["values"] | slip, "pruned": right["pruned"][1:]}
    file = folder / "feedback.html"
    file.write_text(page_of(outcome_of(exercise, wrong)), encoding="utf-8")
    return file


IN_VIEW = """() => [...document.querySelectorAll(".treepart svg.wide .node > .shape")].every((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
})"""
SMALLEST_LETTER = """() => { const svg = document.querySelector(".treepart svg.wide");
  return svg.getScreenCTM().a * Math.min(...[...svg.querySelectorAll(".node text")].map((one) => one.getAttribute("font-size"))); }"""


@pytest.mark.parametrize(("branching", "letters"), [((2,) * 5, 8), ((3,) * 4, 7)], ids=["63 nodes", "121 nodes"])
def test_a_large_tree_is_seen_whole_beside_what_to_correct(
    branching: tuple[int, ...], letters: float, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_of_large_tree(tmp_path, *branching), LAPTOP).page
    assert page.evaluate(IN_VIEW)
    assert page.evaluate(SMALLEST_LETTER) >= letters
    assert is_inside(page, ".fix")
    assert not page.locator(".more").is_visible()
    page.locator(".fix .jump").last.click()
    assert page.evaluate(IN_VIEW)
    assert is_inside(page, ".card.on")


def test_on_a_phone_the_mark_the_first_thing_and_the_tree_stand_on_the_first_screen(
    tmp_path: Path, open_page: OpenPage
) -> None:
    file = page_of_large_tree(tmp_path, 2, 2, 2)
    page = open_page(file, PHONE).page
    assert is_inside(page, ".total")
    assert is_inside(page, ".fix li >> nth=0")
    assert page.locator(".treebox").first.bounding_box()["y"] <= 400
    assert page.locator(".meters").bounding_box()["y"] > page.locator(".treebox").first.bounding_box()["y"]
    others = page.locator(".fix li").nth(1)
    assert not others.is_visible()
    more = page.get_by_role("button", name="Show all")
    assert min(one.bounding_box()["height"] for one in (more, page.locator("[data-steps]").first)) >= 44
    more.tap()
    assert others.is_visible()
    page.get_by_role("button", name="Show less", expanded=True).tap()
    assert not others.is_visible()
    plain = open_page(file, PHONE, java_script_enabled=False).page
    assert plain.locator(".fix li").nth(1).is_visible()


def test_on_a_phone_the_mistake_that_is_named_is_not_folded(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), PHONE).page
    assert page.locator(".behind b").first.is_visible()
    assert not page.locator(".behind .rest").first.is_visible()
    page.get_by_role("button", name="Show all").tap()
    assert page.locator(".behind .rest").first.is_visible()


def test_other_trees_than_the_own_stand_below_side_by_side(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(feedback(tmp_path, ids=["five-playouts"], name="wrong"), LAPTOP).page
    own, things, *others = (
        page.locator(selector).bounding_box()
        for selector in (".treepart", ".fix", *(f".others > div >> nth={place}" for place in range(3)))
    )
    assert own["x"] > things["x"] + things["width"], "the own tree stands beside the list"
    assert others[0]["y"] >= own["y"] + own["height"]
    assert others[0]["x"] <= things["x"] < others[1]["x"]
    assert (others[1]["y"], others[2]["y"] > others[0]["y"]) == (others[0]["y"], True)


def test_a_way_is_read_aloud_with_its_part(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    assert page.locator(".fix").get_by_role("link", name="Pruned nodes: you left out s24", exact=True).count() == 1


def test_on_paper_no_heading_and_no_head_of_a_table_ends_a_page(tmp_path: Path, open_page: OpenPage) -> None:
    pypdf = pytest.importorskip("pypdf")
    ids = ["four-ply-trace", "five-playouts", "ucb-two-unvisited", "when-pruned", "best-to-the-front"]
    page = open_page(feedback(tmp_path, ids=ids, name="wrong"), LAPTOP).page
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=False))).pages
    headings = page.locator("main :is(h2, h3, h4, thead th:last-child)").all_inner_texts()
    assert len(sheets) > 3
    for sheet in sheets:
        placed: list[tuple[float, str]] = []
        sheet.extract_text(
            visitor_text=lambda text, cm, tm, *_, to=placed: to.append((cm[1] * tm[4] + cm[3] * tm[5] + cm[5], text))
        )
        assert min((height, text.strip()) for height, text in placed if text.strip())[1] not in headings


def test_the_name_of_a_way_stands_whole(tmp_path: Path, open_page: OpenPage) -> None:
    exercise, slip = BANK["tic-tac-toe-nine-squares"], {"per-level": [1, 9, 72, 504, 3042, 15120], "leaves": 362880}
    file = tmp_path / "feedback.html"
    file.write_text(page_of(outcome_of(exercise, slip)), encoding="utf-8")
    page = open_page(file, LAPTOP).page
    assert page.locator(".beside .sign").first.bounding_box()["x"] >= 0, "nor is the sign of an answer cut"
    ways = page.locator(".jump")
    cut = ways.evaluate_all(
        "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    assert ways.count() > 5
    assert cut == []


def test_a_way_to_a_node_leads_there_and_opens_its_card(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    page.locator(".fix .jump", has_text="s11").first.click()
    assert page.evaluate(FOCUSED).startswith("s11, MIN")
    card = page.locator(".card.on")
    words = card.inner_text()
    assert "s11, MIN" in words
    assert "[7, 1]" in words
    assert "s11 is worth at most 1" in words
    assert is_inside(page, ".node:focus")
    assert is_inside(page, ".card.on")


def test_the_tree_is_one_tab_stop_and_arrow_keys_walk_along_its_edges(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    assert page.locator('.treepart svg.wide .node[tabindex="0"]').count() == 1
    page.locator("[data-steps]").focus()
    page.keyboard.press("Tab")
    walked = [page.evaluate(FOCUSED).partition(",")[0]]
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        walked.append(page.evaluate(FOCUSED).partition(",")[0])
    assert walked == ["s0", "s1", "s2", "s5", "s2", "s1", "s1"]
    page.keyboard.press("Enter")
    assert "s1, MIN" in page.locator(".card.on").inner_text()
    assert page.locator('.treepart svg.wide .node[tabindex="0"]').get_attribute("aria-label").startswith("s1")


def test_keys_zoom_and_what_has_focus_stays_in_view(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    fitted = page.locator(".treepart svg.wide").get_attribute("viewBox")
    page.locator(".treepart svg.wide .node").first.focus()
    for _ in range(8):
        page.keyboard.press("+")
    assert float(page.locator(".treepart svg.wide").get_attribute("viewBox").split()[2]) < float(fitted.split()[2]) / 5
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    node, frame = (page.locator(selector).bounding_box() for selector in (".node:focus", ".treepart .treebox"))
    assert frame["x"] <= node["x"] + node["width"] / 2 <= frame["x"] + frame["width"]
    assert frame["y"] <= node["y"] + node["height"] / 2 <= frame["y"] + frame["height"]
    page.keyboard.press("0")
    assert page.locator(".treepart svg.wide").get_attribute("viewBox") == fitted


def test_the_wheel_scrolls_the_page_and_zooms_only_with_control(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP).page
    page.locator(".treepart .treebox").scroll_into_view_if_needed()
    page.locator(".treepart .treebox").hover()
    fitted, top = page.locator(".treepart svg.wide").get_attribute("viewBox"), page.evaluate("scrollY")
    page.mouse.wheel(0, 120)
    while page.evaluate("scrollY") == top:
        page.wait_for_timeout(20)
    assert page.locator(".treepart svg.wide").get_attribute("viewBox") == fitted
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.locator(".treepart .treebox.zoomed").wait_for()
    page.locator(".treepart .zoom button[value=fit]").click()
    assert page.locator(".treepart svg.wide").get_attribute("viewBox") == fitted


@pytest.mark.parametrize("name", ["feedback", "feedback-of-several", "feedback-verdicts"])
def test_every_node_has_a_name_and_is_a_button(name: str, pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages(name)).page
    nodes = page.locator(".treepart svg.wide .node")
    assert nodes.count() > 4
    assert all(label for label in nodes.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"))
    assert set(nodes.evaluate_all("all => all.map(one => one.getAttribute('role'))")) == {"button"}


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_steps_open_where_the_answers_first_part_from_the_solution(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    opened = open_page(pages("feedback"), size)
    opened.page.get_by_text("See it step by step").click()
    wait_for_text(opened.page, ".stepper .count", "Step 17 of 41")
    assert "You wrote [−∞, 8] at s9 for Windows [α, β]" in opened.page.locator("#problem-1-steps .yours").inner_text()
    for selector in ("#problem-1-steps .sentence", "#problem-1-steps .row .main"):
        assert is_inside(opened.page, selector), selector
    opened.page.locator("#problem-1-steps .row .main").click()
    wait_for_text(opened.page, ".stepper .count", "Step 18 of 41")
    assert not opened.errors


def test_each_problem_has_its_own_steps(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback-of-several")).page
    page.locator("#problem-2 [data-steps]").click()
    assert [part.get_attribute("open") is not None for part in page.locator('.bystep[id$="-steps"]').all()] == [
        False,
        True,
        False,
        False,
    ]
    wait_for_text(page, "#problem-2 .stepper .count", "Step ")
    page.locator("#problem-4-steps > summary").click()
    assert page.locator("#problem-4-steps .sentence").inner_text()


def test_on_a_phone_the_tree_lies_fitted_in_its_box_and_the_card_comes_up(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), PHONE).page
    assert not page.locator(".treepart svg.wide").is_visible()
    tree, frame = (page.locator(selector).bounding_box() for selector in (".treepart svg.tall", ".treepart .treebox"))
    assert frame["x"] <= tree["x"]
    assert tree["x"] + tree["width"] <= frame["x"] + frame["width"] + 1
    assert not page.locator(".card").is_visible()
    page.locator(".fix .jump", has_text="s24").first.tap()
    assert page.evaluate(FOCUSED).startswith("s24")
    assert is_inside(page, ".card.on")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED).startswith("s11"), "the parent lies to the left"


def gesture(page: Any, *moments: list[tuple[float, float]]) -> None:
    """Put fingers down at the first places, move them through the others, and lift them."""
    session = page.context.new_cdp_session(page)
    for moment, points in enumerate([*moments, []]):
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        kind = "touchEnd" if not points else "touchMove" if moment else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_two_fingers_zoom_the_tree_on_a_phone_and_one_moves_it(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), PHONE).page
    tree = page.locator(".treepart svg.tall")
    tree.scroll_into_view_if_needed()
    box, fitted = tree.bounding_box(), [float(number) for number in tree.get_attribute("viewBox").split()]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gesture(page, *([(x - apart, y), (x + apart, y)] for apart in range(20, 90, 10)))
    page.locator(".treepart .treebox.zoomed").wait_for()
    zoomed = [float(number) for number in tree.get_attribute("viewBox").split()]
    assert zoomed[2] < fitted[2] / 2
    gesture(page, *([(x - along, y)] for along in range(0, 100, 10)))
    moved = [float(number) for number in tree.get_attribute("viewBox").split()]
    assert moved[0] > zoomed[0], "the drawing goes with the finger"
    assert moved[2:] == zoomed[2:]


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_own_search_plays_beside_the_solution_and_leads_to_where_they_part(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("feedback"), size).page
    own = page.locator("#problem-1-own")
    own.locator("summary").first.click()
    ways = own.locator("p a")
    number = ways.first.inner_text().removeprefix("your step ")
    ways.first.click()
    wait_for_text(page, "#problem-1-own .count", f"Step {number} of")
    assert "olution" in own.locator(".sentence").inner_text()
    assert own.locator(".guess").is_hidden()
    own.locator('button[value="first"]').click()
    assert own.locator(".sentence").inner_text().startswith("Your visit 1: ")
    number = ways.last.inner_text().removeprefix("its step ")
    ways.last.click()
    wait_for_text(page, "#problem-1-steps .count", f"Step {number} of")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_both_forms_of_the_tree_have_the_marks_of_the_answers_and_the_steps_have_none(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    page = open_page(pages("feedback"), size).page
    marks = """(name) => [...document.querySelectorAll(`.treepart svg.${name} .node metadata`)].map(
      (one) => [one.parentElement.dataset.node, ...Object.entries(one.dataset).flat()].join(" "))"""
    assert page.evaluate(marks, "wide") == page.evaluate(marks, "tall") != []
    page.locator("[data-steps]").click()
    assert page.locator(".bystep svg").count() > 0
    assert page.locator(".bystep metadata").count() == 0


def test_every_problem_of_a_page_has_its_own_tree_and_card(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback-of-several")).page
    cards = page.locator(".card")
    assert cards.count() == page.locator(".treepart .treebox").count() == 4
    page.locator("#problem-3 .treepart svg.wide .node").first.click()
    assert [card.evaluate("one => one.classList.contains('on')") for card in cards.all()] == [False, False, True, False]


def test_without_script_all_answers_and_their_reasons_stand_there(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("feedback"), LAPTOP, java_script_enabled=False).page
    words = page.locator("main").inner_text()
    assert "s11 is worth at most 1" in words
    assert "What seems to be behind it" in words
    assert page.locator(".treepart svg.wide").is_visible()
    assert not page.locator(".treepart .zoom").is_visible()
    assert not page.locator(".card").is_visible()


def test_nothing_of_the_answers_is_in_the_page_where_they_are_hidden(pages: Pages) -> None:
    source = pages("feedback-verdicts").read_text("utf-8")
    for told in ("[7, 1]", "cannot matter", "s24 is skipped", "the search prunes it"):
        assert told in pages("feedback").read_text("utf-8")
        assert told not in source
    [data] = source.split('-cards">')[1:]
    assert not any("xpected" in json.dumps(card) for card in json.loads(data.partition("</script>")[0]))


@pytest.mark.parametrize(("size", "lines", "high"), [(LAPTOP, 3, 90), (PHONE, 4, 145)], ids=["laptop", "phone"])
def test_the_signs_of_a_small_tree_and_its_buttons_share_their_lines(
    size: tuple[int, int], lines: int, high: int, tmp_path: Path, open_page: OpenPage
) -> None:
    wrong = {"value": 6, "best-move": "C", "values": {"A": 6, "B": 12, "C": 6, "D": 14}}
    file = tmp_path / "feedback.html"
    file.write_text(page_of(outcome_of(BANK["minimax-textbook"], wrong)), encoding="utf-8")
    foot = open_page(file, size).page.locator(".foot").first
    boxes = [one.bounding_box() for one in foot.locator(".key > span").all()]
    assert len(boxes) == 7
    assert len({round(box["y"] + box["height"] / 2) for box in boxes}) <= lines
    assert foot.bounding_box()["height"] <= high


def test_below_its_title_a_page_says_what_a_person_knows_and_at_its_end_the_id_and_the_file(
    tmp_path: Path, open_page: OpenPage
) -> None:
    file = tmp_path / "feedback.html"
    file.write_text(
        page_of(outcome_of(BANK["minimax-textbook"], {"value": 6})._replace(student="ada")), encoding="utf-8"
    )
    page = open_page(file, PHONE).page
    assert page.locator(".top .small").first.inner_text() == "Minimax · ada"
    assert page.locator("footer").inner_text().startswith("Problem minimax-textbook · ")


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_lines_of_skipped_leaves_are_neither_faint_nor_thin_in_a_large_tree(
    dark: bool, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_of_large_tree(tmp_path, 3, 3, 3, 3), LAPTOP, dark=dark).page
    stroke, paper, width = page.evaluate("""() => {
      const shape = [...document.querySelectorAll(".treepart svg.wide .leaf.skip > .shape")].at(-1), { stroke, strokeWidth } = getComputedStyle(shape);
      return [stroke, getComputedStyle(shape).getPropertyValue("--paper"), parseFloat(strokeWidth) * shape.getScreenCTM().a];
    }""")
    assert width > 1.2
    drawn = "#" + "".join(f"{int(one):02x}" for one in re.findall(r"\d+", stroke)[:3])
    assert contrast(drawn, paper.strip()) >= 4.5
