"""The tree under the finger: drawn and reordered by mouse, finger and keys, undone and done again, and handed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Mouse, download, graded
from browser.playwright_names import Page, expect
from browser.reloading import reloaded
from browser.written_pages import answer_page
from grader.grading.bank import bank_folders

DRAWN = ("tic-tac-toe-two-cells", "baby-nim-4", "bags-drawn-blindly", "smallest-cut")
CONSTRUCTED = tuple(id_ for id_, folder in bank_folders().items() if folder.parent.name == "construct")
HANDS = {"laptop": (LAPTOP, Mouse, "wide"), "phone": (PHONE, Finger, "tall")}
hands = pytest.mark.parametrize("hand", HANDS)
TREE = "answerPage.problems[0].answers().tree"
STATES = "JSON.stringify(answerPage.problems.map((one) => one.parts.map((part) => part.state)))"


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return what opens the page of these problems; a page must not say anything in its console."""
    pages = []

    def page(size: tuple[int, int], *ids: str, **options: Any) -> Page:
        held = open_page(answer_page(tmp_path, *ids), size, **options)
        held.page.set_default_timeout(8000)
        pages.append(held)
        return held.page

    yield page
    assert not [error for held in pages for error in held.errors]


def node(page: Page, name: str) -> Any:
    return page.locator(f'[data-tree-edit] .node[data-name="{name}"]')


def names(page: Page) -> list[str]:
    """Return the nodes from left to right, or from top to bottom where the tree lies, row by row."""
    found: list[str] = page.evaluate("""() => {
      const all = [...document.querySelectorAll("[data-tree-edit] .node")], lies = document.querySelector("[data-tree-edit] svg.tall");
      const depth = (one) => (one.dataset.up ? 1 + depth(all.find((other) => other.dataset.id === one.dataset.up)) : 0);
      const at = (one) => middleOf(one)[lies ? 1 : 0];
      return all.sort((one, other) => depth(one) - depth(other) || at(one) - at(other)).map((one) => one.dataset.name);
    }""")
    return found


@hands
def test_drawn_trees_earn_all_marks(hand: str, opened: Any, tmp_path: Path) -> None:
    size, using, drawing = HANDS[hand]
    page = opened(size, *DRAWN)
    for place, id_ in enumerate(DRAWN):
        using(page, BANK[id_], place, drawing).fill()
    drawn = {problem["id"]: problem for problem in graded(download(page, tmp_path))["problems"]}
    assert {
        id_: (one["earned"], one["possible"]) for id_, one in drawn.items() if one["earned"] < one["possible"]
    } == {}
    state = page.evaluate(STATES)
    for _ in range(250):
        page.keyboard.press("Control+z")
    assert page.evaluate("answerPage.submission().answers") == {id_: {} for id_ in DRAWN}
    for _ in range(250):
        page.keyboard.press("Control+Shift+z")
    assert page.evaluate(STATES) == state
    reloaded(page)
    assert page.evaluate(STATES) == state


@hands
def test_every_construction_earns_all_marks(hand: str, opened: Any, tmp_path: Path) -> None:
    size, using, drawing = HANDS[hand]
    page = opened(size, *CONSTRUCTED)
    for place, id_ in enumerate(CONSTRUCTED):
        using(page, BANK[id_], place, drawing).fill()
    result = graded(download(page, tmp_path))
    assert result["earned"] == result["possible"] > 0


def test_two_cells_are_drawn_with_the_keyboard_alone(opened: Any, tmp_path: Path) -> None:
    page = opened(LAPTOP, "tic-tac-toe-two-cells")

    def keys(*pressed: str) -> None:
        for key in pressed:
            page.keyboard.press(key)

    def choose(move: str) -> None:  # the name of the move, in the entry bar
        keys("Enter")
        while page.evaluate("document.activeElement.name + document.activeElement.value") != f"move{move}":
            keys("Tab")
        keys("Space", "Escape")

    node(page, "A").focus()
    keys("m", "m", "+")
    choose("6")
    keys("ArrowUp", "Insert")
    choose("7")
    keys("ArrowUp", "ArrowDown", "+")
    choose("7")
    keys("1", "Escape", "ArrowUp", "ArrowRight", "+")
    choose("6")
    keys("0", "Escape")
    assert page.evaluate(TREE) == {
        "min": [
            {"move": "6", "max": [{"move": "7", "value": "1"}]},
            {"move": "7", "max": [{"move": "6", "value": "0"}]},
        ]
    }
    parts = graded(download(page, tmp_path))["problems"][0]["parts"]
    assert {part["part"]: part["earned"] for part in parts}["tree"] == 2
    assert node(page, "C").get_attribute("aria-label") == "C, MAX, child 2 of 2 of A; move 7"
    assert node(page, "E").get_attribute("aria-label") == "E, leaf, child 1 of 1 of C; move 6; value 0"
    node(page, "E").focus()
    keys("Delete", "Delete")
    assert page.evaluate(TREE) == {"min": [{"move": "6", "max": [{"move": "7", "value": "1"}]}]}
    expect(node(page, "B")).to_be_focused()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_children_are_swapped_with_keys_and_stand_in_the_order_handed_in(size: Any, opened: Any) -> None:
    page = opened(size, "turn-it-round")
    before, after = ("ArrowLeft", "ArrowRight") if size == LAPTOP else ("ArrowUp", "ArrowDown")
    node(page, "C").focus()
    page.keyboard.press(f"Shift+{before}")
    assert names(page) == [*"ACBFGDELMNOHIJK"]
    assert page.evaluate("answerPage.problems[0].answers()") == {"order": {"A": ["C", "B"]}}
    expect(node(page, "C")).to_be_focused()
    node(page, "O").focus()
    page.keyboard.press(f"Shift+{before}")
    page.keyboard.press(f"Shift+{before}")  # there is none before it
    assert names(page) == [*"ACBFGDELMONHIJK"]
    page.keyboard.press(f"Shift+{after}")
    page.get_by_role("button", name="As given").click()
    assert page.evaluate("answerPage.problems[0].answers()") == {}
    page.keyboard.press("Control+z")
    assert names(page) == [*"ACBFGDELMNOHIJK"]


def pull(page: Page, name: str, to: str, *, steps: int = 6) -> None:
    """Press on a node and move the mouse past another one, without letting go."""
    start, end = (node(page, one).locator(".shape").bounding_box() for one in (name, to))
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    beyond = end["x"] + (end["width"] + 5 if end["x"] > start["x"] else -5)
    page.mouse.move(beyond, end["y"] + end["height"] / 2, steps=steps)


def test_a_node_is_dragged_past_its_sibling_and_that_is_one_step(opened: Any) -> None:
    page = opened(LAPTOP, "turn-it-round")
    pull(page, "B", "C")
    assert names(page)[:3] == [*"ACB"], "one sees what one gets before letting go"
    assert page.evaluate("answerPage.problems[0].answers()") == {}
    page.mouse.up()
    assert page.evaluate("answerPage.problems[0].answers()") == {"order": {"A": ["C", "B"]}}
    undo = page.locator("[data-tools] button[value=undo]")
    assert undo.get_attribute("title") == "Undo: move B to place 2"
    undo.click()
    assert names(page)[:3] == [*"ABC"]
    expect(page.locator("[data-live]")).to_have_text("Undone: move B to place 2")
    assert undo.is_disabled()
    page.locator("[data-tools] button[value=redo]").click()
    assert names(page)[:3] == [*"ACB"]


def test_a_drag_that_is_broken_off_leaves_the_tree_as_it_was(opened: Any) -> None:
    page = opened(LAPTOP, "turn-it-round")
    node(page, "O").focus()
    page.keyboard.press("Shift+ArrowLeft")
    before = names(page)
    pull(page, "B", "C")
    page.keyboard.press("Control+z")
    assert names(page) == before, "Undo breaks the drag off, and does no more"
    page.mouse.up()
    assert names(page) == before
    pull(page, "B", "C")
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.mouse.up()
    assert names(page) == before
    pull(page, "B", "C")
    page.mouse.move(5000, -50)
    assert names(page)[:3] == [*"ACB"], "a mouse that leaves the window still drags"
    page.mouse.up()
    assert names(page)[:3] == [*"ACB"]


def test_only_the_chosen_node_is_dragged_by_a_finger_and_a_second_finger_ends_it(opened: Any) -> None:
    page = opened(PHONE, "turn-it-round")
    session = page.context.new_cdp_session(page)

    def touch(sort: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": sort, "touchPoints": told})

    def middle(name: str) -> tuple[float, float]:
        box = node(page, name).locator(".shape").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(*more: tuple[float, float]) -> None:
        (x, y), (_, to) = middle("C"), middle("B")
        touch("touchStart", (x, y))
        for share in (0.3, 0.6, 0.9, 1.1):
            touch("touchMove", (x, y + share * (to - y)))
        if more:
            touch("touchStart", (x, to), *more)
        touch("touchEnd")

    node(page, "A").locator(".shape").tap()
    drag()
    assert names(page)[:3] == [*"ABC"], "the page scrolls on all other nodes"
    node(page, "C").locator(".shape").tap()
    drag((300, 300))
    assert names(page)[:3] == [*"ABC"]
    drag()
    assert names(page)[:3] == [*"ACB"]


DEEDS = """([turns, most]) => {
  let seed = 27;
  const next = (many) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % many; };
  const one = (all) => all[next(all.length)], bar = document.querySelector("[data-entry]");
  const state = () => JSON.stringify([...answerPage.problems.flatMap(({ parts }) => parts.map((part) => part.state))]);
  const shown = (all) => [...all].filter((each) => !each.disabled && each.checkVisibility());
  const write = (input) => { input.focus(); input.value = String(next(30)); input.dispatchEvent(new Event("input", { bubbles: true })); input.blur(); };
  const press = (all) => { const button = one(shown(all)); if (button) button.click(); };
  const edit = (event, key) => one([...document.querySelectorAll("[data-tree-edit] .node")]).dispatchEvent(new KeyboardEvent(event, { key, bubbles: true, cancelable: true }));
  const deeds = [
    () => edit("keydown", "+"), () => edit("keydown", "m"), () => edit("keydown", "Delete"), () => { const key = `Arrow${one(["Left", "Right"])}`; one([...document.querySelectorAll("[data-tree-edit] .node")]).dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true })); },
    () => { answerPage.problems[0].parts.find((part) => part.show).show(0); press(bar.querySelectorAll("button[name=move], .acts button")); },
    () => { const field = one(shown(bar.querySelectorAll("input"))); if (field) write(field); },
    () => { press(document.querySelectorAll("[data-tools] button:not([value])")); document.querySelectorAll("[data-problem]")[2].querySelectorAll(".node")[next(12)].dispatchEvent(new MouseEvent("click", { bubbles: true })); },
    () => press(bar.querySelectorAll(".acts button")),
    () => { const field = one(shown(document.querySelectorAll("[data-widget] input[type=text]"))); if (field) write(field); },
    () => { const box = one(shown(document.querySelectorAll("[data-widget] input[type=checkbox]"))); if (box) box.click(); },
    () => { const select = one(shown(document.querySelectorAll("[data-widget] select"))); select.selectedIndex = next(select.length); select.dispatchEvent(new Event("change", { bubbles: true })); },
    () => press(document.querySelectorAll("[data-widget] .mini:not(.pick)")),
  ];
  const [undo, redo] = ["undo", "redo"].map((value) => document.querySelector(`[data-tools] button[value=${value}]`));
  const wrong = [];
  for (let turn = 0; turn < turns; turn += 1) {
    while (!undo.disabled && next(3)) undo.click();
    const states = [state()];
    for (let at = 0; at < 1 + next(most); at += 1) { one(deeds)(); if (state() !== states.at(-1)) states.push(state()); }
    for (let at = states.length - 2; at >= 0; at -= 1) { undo.click(); if (state() !== states[at]) wrong.push([turn, "undo", at, undo.title]); }
    for (let at = 1; at < states.length; at += 1) { redo.click(); if (state() !== states[at]) wrong.push([turn, "redo", at]); }
    if (wrong.length) break;
  }
  return [wrong, state()];
}"""


def test_deeds_are_undone_one_by_one_and_done_again(opened: Any) -> None:
    page = opened(LAPTOP, "tic-tac-toe-two-cells", "turn-it-round", "four-ply-trace", "skip-exactly-one")
    page.set_default_timeout(120_000)
    wrong, state = page.evaluate(DEEDS, [500, 6])
    assert wrong == []
    reloaded(page)
    assert (
        page.evaluate("JSON.stringify(answerPage.problems.flatMap(({ parts }) => parts.map((part) => part.state)))")
        == state
    )


def test_what_is_typed_into_a_field_is_one_step_and_undo_holds_in_the_field(opened: Any) -> None:
    page = opened(LAPTOP, "minimax-textbook")
    value = page.locator('[data-part="0"] input').first
    value.focus()
    page.keyboard.type("123")
    page.keyboard.press("Tab")
    value.focus()
    page.keyboard.press("End")
    page.keyboard.type("4")
    assert page.locator("[data-tools] button[value=undo]").get_attribute("title") == "Undo: Value of the root"
    page.keyboard.press("Control+z")
    expect(value).to_have_value("123")
    page.keyboard.press("Control+z")
    expect(value).to_have_value("")
    page.keyboard.press("Control+y")
    expect(value).to_have_value("123")


def test_clearing_everything_is_undone_in_one_step(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    page.locator('[data-part="0"] input').first.fill("5")
    page.locator(".node .shape").nth(3).click()
    page.keyboard.type("7")
    state = page.evaluate(STATES)
    page.get_by_role("button", name="Clear …").click()
    expect(page.get_by_role("dialog")).not_to_contain_text("undone")
    page.get_by_role("button", name="Clear all answers").click()
    assert page.evaluate("answerPage.problems[0].answers()") == {}
    page.keyboard.press("Control+z")
    assert page.evaluate(STATES) == state


def test_who_clears_a_part_keeps_the_focus_there(opened: Any) -> None:
    page = opened(LAPTOP, "turn-it-round", "tic-tac-toe-two-cells", "four-ply-trace")
    for change, clear, there in (
        ("Shift+ArrowLeft", "As given", "button:text-is('As given')"),
        ("+", "Clear the tree", "button:text-is('Clear the tree')"),
        ("v", "Clear", "select[aria-label^='Order of visits']"),
    ):
        part = page.locator("[data-part]").filter(has=page.get_by_role("button", name=clear, exact=True)).last
        if change == "v":
            part.locator("select").first.select_option(index=1)
        else:
            part.locator("xpath=ancestor::section[1]").locator("[data-tree-edit] .node").last.press(change)
        part.get_by_role("button", name=clear, exact=True).press("Enter")
        expect(part.locator(there)).to_be_focused()


def test_tools_are_called_what_they_do_and_what_was_said_of_another_exercise_is_over(opened: Any) -> None:
    page = opened(LAPTOP, "turn-it-round", "four-ply-trace")
    tools, live = page.locator("[data-tools]"), page.locator("[data-live]")
    expect(tools.nth(0)).to_have_attribute("aria-label", "Undo and redo")
    expect(tools.nth(1)).to_have_attribute("aria-label", "What a click on the tree does")
    page.locator("[data-tree-edit] .node").last.press("Shift+ArrowLeft")
    expect(live).not_to_have_text("")
    tools.nth(1).locator("button").first.focus()
    expect(live).to_have_text("")


def test_a_forgotten_visit_is_put_in_the_middle(opened: Any) -> None:
    page = opened(LAPTOP, "four-ply-trace")
    page.locator(".tools button", has_text="Order of visits").click()
    spots = page.locator("svg.wide .node .shape")
    for place in (0, 1, 3):
        spots.nth(place).click()
    bar = page.locator("[data-entry]")
    page.locator(".tools button", has_text="Numbers").click()
    spots.nth(1).click()
    bar.get_by_role("button", name="Order of visits: insert before number 2").click()
    spots.nth(2).click()
    listed = page.evaluate("answerPage.problems[0].answers().visited")
    assert listed == ["s0", "s2", "s1", "s3"]


@hands
def test_a_cutoff_is_filled_in_at_its_node_and_nothing_scrolls_away(hand: str, opened: Any) -> None:
    size, using, drawing = HANDS[hand]
    page = opened(size, "four-ply-trace")
    filler = using(page, BANK["four-ply-trace"], 0, drawing)
    filler.tool("cutoffs")
    filler.box.locator(f'svg.{drawing} .node[data-node="1"]').scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    filler.node(1)
    bar = page.locator("[data-entry]")
    expect(bar.locator("input[name=calpha]")).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 400
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    assert page.evaluate("answerPage.problems[0].answers().cutoffs") == [{"node": "s1", "alpha": "3", "beta": "2"}]
    filler.press(bar.locator("button[value=cutoff]"))
    assert page.evaluate("answerPage.problems[0].answers().cutoffs") is None


def test_a_finger_finds_every_button(opened: Any) -> None:
    page = opened(PHONE, "tic-tac-toe-two-cells")
    node(page, "A").locator(".shape").tap()
    page.locator("[data-entry] button[value=add]").tap()
    for name in ("Value", "Move"):  # the sign of a number is not taken for the name of a move
        expect(page.locator("[data-entry] .field .small").get_by_text(name, exact=True)).to_be_visible()
    small = page.evaluate("""[...document.querySelectorAll("[data-entry] button, [data-tools] button, [data-tree-edit] .hit")].filter((one) => one.checkVisibility())
      .map((one) => [one.getBoundingClientRect(), one]).filter(([box, one]) => Math.min(box.width, box.height) < (one.closest(".plus") ? 39 : 43.5)).map(([box, one]) => [box.width, box.height, one.outerHTML])""")
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_hostile_names_and_sizes_are_drawn_and_limits_are_said(opened: Any) -> None:
    page = opened(LAPTOP, "smallest-cut", "baby-nim-4")
    many = {
        "key": 0,
        "kind": "max",
        "value": "",
        "move": "",
        "p": "",
        "id": "",
        "kids": [leaf(at) for at in range(1, 41)],
    }
    chain: dict[str, Any] = leaf(400)
    for at in range(60):
        chain = {**leaf(500 + at), "kind": "max", "kids": [chain]}
    full = {**many, "kids": [*many["kids"], *(leaf(at) for at in range(1000, 1259))]}
    names_ = ("n" * 200, "🙂🙃", "שלום", "6", "6")
    odd = {**many, "kids": [{**leaf(at), "move": name} for at, name in enumerate(names_, 1)]}
    for place, (root, size) in enumerate(((many, 41), (chain, 61), (full, 300))):
        page.evaluate(
            "(text) => { const root = JSON.parse(text), part = answerPage.problems[0].parts[0]; part.restore({ root }); part.show(0); part.show(root.key); }",
            json.dumps(root),
        )
        assert page.locator('[data-problem="0"] [data-tree-edit] .node').count() == size, place
    add = page.locator("[data-entry] button[value=add]")
    assert add.is_disabled()
    assert add.get_attribute("title") == "A drawing holds 300 nodes."
    page.evaluate(
        "(root) => { const part = answerPage.problems[1].parts.find((one) => one.show); part.restore({ root }); part.changed(); part.show(4); }",
        odd,
    )
    expect(page.locator("[data-entry]")).to_contain_text("two moves are called 6")
    assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP[0]


def leaf(key: int) -> dict[str, Any]:
    """Return a leaf as a page keeps it."""
    return {"key": key, "kind": "leaf", "value": "1", "move": "", "p": "", "id": "", "kids": []}


@pytest.mark.parametrize(
    "kept", ['["{max: []}"]', '{"root": 5}', '{"root": {"kids": []}}', '{"items": {"A": ["C", "B"]}}']
)
def test_answers_kept_by_an_older_page_do_no_harm(kept: str, opened: Any) -> None:
    page = opened(LAPTOP, "smallest-cut", "turn-it-round")
    page.locator('[data-problem="0"] [data-part="1"] input').fill("3")
    page.evaluate(
        """(kept) => { const key = Object.keys(localStorage).find((one) => one.startsWith("gametree-answers")); const all = JSON.parse(localStorage.getItem(key));
        all.parts[0].tree = kept; all.parts[1].order = kept; localStorage.setItem(key, JSON.stringify(all)); }""",
        json.loads(kept),
    )
    reloaded(page)
    expected = {"order": {"A": ["C", "B"]}} if "items" in kept else {}
    assert page.evaluate("answerPage.submission().answers") == {
        "smallest-cut": {"count": "3"},
        "turn-it-round": expected,
    }


@pytest.mark.parametrize(
    "script",
    [
        "Storage.prototype.setItem = () => { throw new Error('full'); };",
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });",
    ],
)
def test_undo_holds_where_nothing_is_kept(script: str, opened: Any, tmp_path: Path) -> None:
    page = opened(LAPTOP, "turn-it-round")
    page.add_init_script(script)
    page.reload()
    node(page, "C").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Control+z")
    assert names(page)[:3] == [*"ABC"]
