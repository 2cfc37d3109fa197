"""The editor's page in use: a tree is drawn, checked and downloaded by mouse, by finger and by keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import expect
from browser.reloading import reloaded
from grader import load_problem
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.kinds import KINDS, Exercise, read_exercise
from grader.pages.editor_page import write_editor_page

TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage) -> Callable[..., Any]:
    """Return what opens the editor, empty or with a problem of the bank."""

    def page(size: tuple[int, int] = LAPTOP, exercise: Exercise | None = None, **options: Any) -> Any:
        file = tmp_path / "edit.html"
        file.write_text(write_editor_page(exercise), "utf-8")
        return open_page(file, size, **options)

    return page


def paste(page: Any, text: str) -> None:
    page.get_by_role("button", name="Paste …").click()
    page.locator("[name=pasted]").fill(text)
    page.locator("button[value=take]").click()


def written(page: Any) -> Exercise:
    """Return the problem that the page would hand out."""
    with page.expect_download() as download:
        page.locator("button[value=download]").click()
    assert download.value.suggested_filename == "problem.yaml"
    return read_exercise(parse_document(Path(download.value.path()).read_bytes(), "p.yaml", ProblemError), KINDS)


def test_a_large_tree_is_scrolled_in_its_frame_and_stays_readable(opened: Callable[..., Any]) -> None:
    page = opened().page
    paste(page, str([[[[1, 2, 3]] * 3] * 3] * 3))
    svg = page.locator("[data-tree-edit] svg")
    size = svg.evaluate("(svg) => svg.getScreenCTM().a * svg.querySelector('.num').getAttribute('font-size')")
    assert size >= 8
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = page.locator("[data-tree-edit]").bounding_box()
    svg.locator("g.node").last.focus()
    node = svg.locator("g.node").last.bounding_box()
    assert frame["x"] <= node["x"] + node["width"] / 2 <= frame["x"] + frame["width"]


@SIZES
def test_pasted_tree_says_what_the_program_says(size: tuple[int, int], opened: Callable[..., Any]) -> None:
    held = opened(size)
    paste(held.page, TEXTBOOK)
    held.page.locator("[name=kind]").select_option("alpha-beta")
    live = held.page.locator("[data-live]")
    expect(live).to_contain_text("Value 3, best move B.")
    expect(live).to_contain_text("7 of 9 leaves evaluated; pruned: I, J.")
    exercise = written(held.page)
    assert (exercise.solve()["value"], exercise.solve()["pruned"]) == (3, ["I", "J"])
    assert held.errors == held.requests == []


@SIZES
def test_tree_is_drawn_by_keys_alone(size: tuple[int, int], opened: Callable[..., Any]) -> None:
    page = opened(size).page
    page.get_by_role("button", name="New …").focus()
    page.keyboard.press("Enter")
    page.locator("[name=depth]").select_option("1")
    page.locator("[name=children]").select_option("2")
    page.locator("button[value=grow]").focus()
    page.keyboard.press("Enter")
    page.locator(".node[data-name=A]").focus()
    page.keyboard.press("ArrowDown" if size == LAPTOP else "ArrowRight")
    page.keyboard.type("4")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight" if size == LAPTOP else "ArrowDown")
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    expect(page.locator("[data-live]")).to_contain_text("Value 7, best move C.")
    page.keyboard.press("Shift+ArrowLeft" if size == LAPTOP else "Shift+ArrowUp")
    expect(page.locator("[data-live]")).to_contain_text("Value 7, best move B.")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-live]")).to_contain_text("Value 7, best move C.")
    assert written(page).problem.game.value[1:] == [4, 7]


@SIZES
def test_what_is_missing_is_said_and_the_file_says_null(size: tuple[int, int], opened: Callable[..., Any]) -> None:
    page = opened(size).page
    expect(page.locator("[data-live]")).to_contain_text("No value yet: E, F, G, H, I, J and 3 more.")
    assert "tree: [[null, null, null], [null, null, null], [null, null, null]]" in page.evaluate("editorPage.text")


def test_scores_are_shown_for_the_children_of_one_node(opened: Callable[..., Any]) -> None:
    page = opened().page
    page.locator("[name=kind]").select_option("ucb")
    exercise = written(page)
    scores, [chosen] = exercise.solution.answers["scores"], exercise.solution.answers["choice"]
    expect(page.locator("[data-live]")).to_contain_text(f"N = 18. Chosen: {exercise.id_of(chosen)}, score ∞.")
    assert page.locator("g.node .win").all_text_contents() == [f"{scores[0]:.2f}", f"{scores[1]:.2f}", "∞"]


def test_problem_by_other_conventions_shows_no_numbers(opened: Callable[..., Any]) -> None:
    strict = load_problem(
        {
            "format": "gametree-problem/1",
            "id": "q",
            "kind": "alpha-beta",
            "tree": [[3, 12], [3, 5]],
            "conventions": {"cutoff": "alpha > beta"},
        }
    )
    page = opened(LAPTOP, strict).page
    expect(page.locator("[data-live]")).to_have_text(
        "This page works with the default conventions; run “gametree solve” for this file."
    )
    assert page.locator("g.node.skip").count() == 0
    assert written(page).problem.conventions == strict.problem.conventions


def values_of(page: Any) -> str:
    return str(page.evaluate("editorPage.text").split("tree: ")[-1].split("\n")[0])


@pytest.mark.parametrize("way", ["undo", "choose"])
def test_tree_comes_back_when_its_kind_does(way: str, opened: Callable[..., Any]) -> None:
    page = opened().page
    kind = page.locator("[name=kind]")
    paste(page, TEXTBOOK)
    page.get_by_label("Points for").first.fill("3")
    before = page.evaluate("editorPage.text")
    kind.select_option("ucb")
    page.locator(".node[data-name=B] .shape").click()
    page.locator("[data-entry] input[name=visits]").fill("17")
    if way == "choose":
        reloaded(page)
        kind.select_option("minimax")
    else:
        for _ in range(2):
            page.keyboard.press("Control+z")
    expect(kind).to_have_value("minimax")
    assert page.evaluate("editorPage.text") == (before if way == "undo" else before.replace("points: {value: 3}\n", ""))
    if way == "undo":
        page.get_by_role("button", name="Redo").click()
        page.get_by_role("button", name="Redo").click()
    else:
        kind.select_option("ucb")
    expect(kind).to_have_value("ucb")
    assert "visits: 17" in page.evaluate("editorPage.text")


REFUSED = {
    "{max: [{move: l, value: 1}, {move: l, value: 2}]}": "minimax",
    "{max: [{id: X, move: l, value: 1}, {move: X, value: 2}]}": "alpha-beta",
    "{max: [{id: X, value: 1}, {min: [{id: X, value: 2}]}]}": "minimax",
    "{max: [{value: 1}, {chance: [{value: 2}, {value: 3}]}]}": "minimax",
    "{max: [{p: 1/2, value: 1}, {value: 2}]}": "minimax",
    "{chance: [{p: -1/2, value: 1}, {p: 1/2, value: 2}, {p: 1, value: 3}]}": "expectiminimax",
    "{max: [{value: 1}, {chance: [{p: 1/2, value: 2}, {p: 1/4, value: 3}]}]}": "expectiminimax",
    "{chance: [{p: 1/2, value: 2}, {value: 3}]}": "expectiminimax",
}


@pytest.mark.parametrize("fault", [*REFUSED, "id", "ask", "0", "-1", "abc", "1/0"])
def test_page_says_for_what_the_file_is_refused(fault: str, opened: Callable[..., Any]) -> None:
    page = opened().page
    page.locator("[name=kind]").select_option(REFUSED.get(fault, "minimax"))
    paste(page, fault if fault in REFUSED else TEXTBOOK)
    worth = page.get_by_label("Points for").first
    if fault == "id":
        page.locator("[name=id]").fill("ä ö")
    elif fault == "ask":
        for tick in page.get_by_role("checkbox").all():
            tick.uncheck()
    elif fault not in REFUSED:
        worth.fill(fault)
        expect(worth).to_have_attribute("aria-invalid", "true")
    said = page.locator("[data-live] .amiss").all_inner_texts()
    with pytest.raises(ProblemError) as refused:
        written(page)
    messages = [one.message for one in refused.value.faults]
    assert len(said) == len(messages) == 1
    assert said[0].endswith(messages[0])


def test_a_node_says_what_is_wrong_with_its_probability_and_the_field_to_mend_it_is_there(
    opened: Callable[..., Any],
) -> None:
    page = opened().page
    page.locator("[name=kind]").select_option("expectiminimax")
    paste(page, "{chance: [{p: 3/2, value: 1}, {p: 1/2, value: 2}]}")
    node, amiss = page.locator(".node[data-name=B]"), page.locator("[data-entry] [data-amiss]")
    node.locator(".shape").click()
    expect(amiss).to_have_text("3/2 is not a probability, expected a number from 0 to 1")
    page.locator("[data-entry] input[name=p]").fill("1/3")
    expect(amiss).to_have_text("")
    page.locator(".node[data-name=A] .shape").click()
    expect(amiss).to_have_text("the probabilities of this chance node sum to 5/6, expected exactly 1")
    page.locator("[data-entry] button[value=max]").click()
    node.locator(".shape").click()
    expect(amiss).to_have_text("a probability has a place only below a chance node")
    assert amiss.inner_text() in (node.get_attribute("aria-label") or "")
    page.locator("[data-entry] input[name=p]").fill("")
    expect(amiss).to_have_text("")
    expect(page.locator(".node.sel")).to_have_attribute("data-name", "B")


def test_letters_of_nodes_are_no_names_of_moves_either(opened: Callable[..., Any]) -> None:
    page = opened().page
    paste(page, "{max: [{move: C, value: 1}, {id: A, value: 2}]}")
    names = page.locator(".node").evaluate_all("all => all.map(one => one.dataset.name)")
    assert names == list(written(page).problem.game.ids) == ["B", "D", "A"]
    assert not page.locator("[data-live] .amiss").count()


def test_numbers_are_read_as_they_are_typed(opened: Callable[..., Any]) -> None:
    held = opened()
    page = held.page
    paste(page, "[1, 2]")
    page.locator(".node[data-name=B] .shape").click()
    value = page.locator("[data-entry] input[name=value]")
    value.fill("abc")
    expect(value).to_have_attribute("aria-invalid", "true")
    for text, number in (("−7", -7), ("2,5", 2.5)):
        value.fill(text)
        expect(page.locator("[data-live]")).to_contain_text(f"Value {max(2, number)}, best move")
        assert values_of(page) == f"[{number}, 2]"
    page.get_by_label("Points for").first.fill("2,5")
    assert written(page).problem.points["value"] == 2.5
    assert not held.errors


def test_what_a_search_with_chance_lacks_is_said_too(opened: Callable[..., Any]) -> None:
    page = opened().page
    page.locator("[name=kind]").select_option("alpha-beta")
    paste(page, "{max: [{value: null}, {chance: [{p: 1/2, value: 2}, {p: 1/3, value: 3}]}]}")
    live = page.locator("[data-live]")
    expect(live).to_contain_text("No value yet: B.")
    expect(live).to_contain_text("C: the probabilities of this chance node sum to 5/6, expected exactly 1")
    expect(live).to_contain_text("Windows at chance nodes are not worked out here")


def test_nothing_is_amiss_with_problems_of_the_bank(opened: Callable[..., Any]) -> None:
    for id_ in ("expecti-coin-flip", "four-ply-trace", "star1", "known-fall-2005-q7"):
        assert not opened(LAPTOP, BANK[id_]).page.locator("[data-live] .amiss").all_inner_texts(), id_


def test_enter_goes_on_to_the_next_leaf_and_tab_to_the_move(opened: Callable[..., Any]) -> None:
    page = opened().page
    paste(page, "[null, [null, null], null]")
    page.locator(".node[data-name=B]").focus()
    for number in ("3", "12", "8", "-1"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    assert values_of(page) == "[3, [8, -1], 12]"
    expect(page.locator("[data-entry]")).to_contain_text("That was the last node.")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    page.keyboard.type("b")
    assert "{move: a, value: 8}, {move: b, value: -1}" in page.evaluate("editorPage.text")
    expect(page.get_by_text("Keys:")).to_contain_text("Enter goes on to the next leaf’s")


def test_parts_of_who_moves_at_the_root_go_where_chance_moves_there(opened: Callable[..., Any]) -> None:
    page = opened().page
    page.locator("[name=kind]").select_option("expectiminimax")
    paste(page, "{chance: [{p: 1/2, value: 3}, {p: 1/4, value: 5}]}")
    expect(page.locator("[data-live]")).to_contain_text("sum to 3/4, expected exactly 1")
    paste(page, "{chance: [{p: 1/2, value: 3}, {p: 1/2, value: 5}]}")
    expect(page.locator("[data-live]")).to_contain_text("Value 4.")
    assert written(page).problem.ask == ("value", "values")


def test_undo_brings_back_each_tree_and_redo_the_last(opened: Callable[..., Any]) -> None:
    page = opened().page
    first = page.evaluate("editorPage.text")
    for text in (TEXTBOOK, "[1, [2, 3]]"):
        paste(page, text)
    last = page.evaluate("editorPage.text")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    undo.click()
    assert TEXTBOOK in page.evaluate("editorPage.text")
    undo.click()
    assert page.evaluate("editorPage.text") == first
    expect(undo).to_be_disabled()
    redo.click()
    redo.click()
    assert page.evaluate("editorPage.text") == last


def spoken_of(page: Any) -> tuple[str, str, str, list[str]]:
    """Return the node that the tree marks, the one in the entry bar's heading, and those that its fields and buttons name."""
    about, what = (page.locator(f"[data-{name}]").inner_text() for name in ("about", "what"))
    chosen = page.locator(".node.sel").get_attribute("aria-label").partition(";")[0]
    named = page.locator("[data-entry] :is(.fields input, .acts button)").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    return page.locator(".node.sel").get_attribute("data-name"), chosen, f"{about}, {what}", named


@SIZES
def test_the_entry_bar_speaks_of_the_node_that_the_tree_marks(
    size: tuple[int, int], opened: Callable[..., Any]
) -> None:
    page = opened(size).page
    page.locator(".node[data-name=B] .shape").click()

    def is_one_node(name: str) -> bool:
        marked, chosen, heading, named = spoken_of(page)
        return marked == name and chosen == heading and all(re.search(rf"\b{name}\b", one) for one in named)

    for deed, name in (("after", "C"), ("after", "D"), ("chance", "D"), ("undo", "D"), ("undo", "C"), ("redo", "D")):
        page.locator(f"button[value={deed}]").click()
        assert is_one_node(name), deed
    page.locator("button[value=add]").click()
    page.locator("button[value=undo]").click()
    assert is_one_node("D")
    paste(page, "5")
    assert spoken_of(page)[:3] == ("A", "A, leaf", "A, leaf")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[3, 12 8]", "This cannot be read: "),
        ("[" * 90, "This cannot be read: "),
        ("[" + "1, " * 300 + "1]", "A drawing holds 300 nodes."),
        ("[" * 61 + "1" + "]" * 61, "A drawing is at most 60 moves deep."),
    ],
)
def test_pasted_text_that_cannot_be_drawn_leaves_the_tree(text: str, said: str, opened: Callable[..., Any]) -> None:
    page = opened().page
    first = page.evaluate("editorPage.text")
    paste(page, text)
    expect(page.locator("[data-unreadable]")).to_contain_text(said)
    assert page.evaluate("editorPage.text") == first


@SIZES
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_page_has_no_fault_that_axe_finds(size: tuple[int, int], dark: bool, opened: Callable[..., Any]) -> None:
    held = opened(size, BANK["four-ply-trace"], dark=dark)
    held.page.locator(".node[data-name=s1] .shape").click()
    assert not violations(held.page)
    assert held.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert held.errors == held.requests == []


def test_what_was_drawn_is_there_after_a_reload_and_undo_has_the_first_tree(opened: Callable[..., Any]) -> None:
    held = opened()
    page, first = held.page, held.page.evaluate("editorPage.text")
    assert page.evaluate("localStorage.length") == 0  # nothing was changed
    page.locator("[name=kind]").select_option("alpha-beta")
    page.locator("[name=title]").fill("Mine")
    page.get_by_label("Points for").first.fill("3")
    paste(page, TEXTBOOK)
    text = page.evaluate("editorPage.text")
    reloaded(page)
    assert page.evaluate("editorPage.text") == text
    assert (TEXTBOOK in text, "Mine" in text, "value: 3" in text) == (True, True, True)
    page.get_by_role("button", name="Undo").click()
    assert TEXTBOOK not in page.evaluate("editorPage.text")
    assert "null" in first
    assert not held.errors


@pytest.mark.parametrize(
    "kept", ["{", "null", '{"kind":"minimax"}', '{"kind":"minimax","root":{"kind":"max","kids":[3]}}']
)
def test_what_is_no_tree_of_the_page_is_not_restored(kept: str, opened: Callable[..., Any]) -> None:
    held = opened()
    first = held.page.evaluate("editorPage.text")
    # Written before the page reads it, in each load: what is written in a load that has a storage of its own is lost (see `reloaded`).
    held.page.add_init_script(f"localStorage.setItem('gametree-edit:null', {json.dumps(kept)})")
    held.page.reload()
    assert held.page.evaluate("localStorage.getItem('gametree-edit:null')") == kept
    assert held.page.evaluate("editorPage.text") == first
    assert not held.errors


def test_a_browser_that_keeps_nothing_says_so_and_asks_before_it_leaves(opened: Callable[..., Any]) -> None:
    page = opened().page
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    page.reload()
    expect(page.locator("[data-kept]")).to_contain_text("does not keep it")
    paste(page, TEXTBOOK)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]


def test_dialogs_warn_of_nothing_before_something_is_amiss(opened: Callable[..., Any]) -> None:
    page = opened().page
    for name in ("New …", "Paste …"):
        page.get_by_role("button", name=name).click()
        sign = "one => getComputedStyle(one, '::before').content"
        assert page.locator("dialog[open] .unreadable").evaluate(sign) == "none"
        page.get_by_role("button", name="Cancel").click()


def test_without_scripts_the_page_offers_nothing_that_does_nothing(opened: Callable[..., Any]) -> None:
    page = opened(java_script_enabled=False).page
    expect(page.get_by_role("button")).to_have_count(0)
