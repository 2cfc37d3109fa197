"""Objects on the answer page: children put in an order without typing, numbers at free leaves, changes, and a tree that is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from banked import BANK

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Mouse, download, graded
from browser.playwright_names import expect
from grader.pages.answer_page import Heading, write_answer_page

IDS = ("turn-it-round", "skip-exactly-one", "two-leaves-wrong", "smallest-cut")


def page_of(ids: tuple[str, ...], folder: Path) -> Path:
    file = folder / "quiz.html"
    file.write_text(write_answer_page([BANK[id_].problem for id_ in ids], Heading("Objects", student="s1")), "utf-8")
    return file


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_right_objects_can_be_handed_in(size, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(IDS, tmp_path), size).page
    for place, id_ in enumerate(IDS):
        Mouse(page, BANK[id_], place, "tall" if size == PHONE else "").fill()
    result = graded(download(page, tmp_path))
    assert result["earned"] == result["possible"] > 0


def test_children_are_moved_with_the_keyboard_and_keep_the_focus(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(("turn-it-round",), tmp_path), LAPTOP).page
    row = page.get_by_role("list", name="Your order: the children of A")
    row.get_by_role("button", name="move B after").focus()
    page.keyboard.press("Enter")
    assert row.locator("bdi").all_inner_texts() == ["C", "B"]
    expect(row.get_by_role("button", name="move B before")).to_be_focused()
    page.keyboard.press("Enter")
    assert row.locator("bdi").all_inner_texts() == ["B", "C"]


def test_the_page_says_that_the_tree_stays_as_it_is_stated(tmp_path: Path, open_page: OpenPage) -> None:
    file = tmp_path / "quiz.html"
    file.write_text(write_answer_page([BANK["which-cell-first"].problem], Heading("W")), "utf-8")
    hint = open_page(file, PHONE).page.locator("[data-tool-hint]")
    expect(hint).to_contain_text("The tree stays as it is stated: your order stands in the list.")


def test_order_that_was_left_as_given_is_blank_and_one_can_go_back_to_it(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(("turn-it-round",), tmp_path), LAPTOP).page
    status = page.locator('[data-problem="0"] [data-part="0"]')
    expect(status).to_contain_text("blank")
    page.get_by_role("button", name="move B after").click()
    expect(status).not_to_contain_text("blank")
    page.get_by_role("button", name="As given").click()
    expect(status).to_contain_text("blank")


@pytest.mark.parametrize(
    ("typed", "is_read"),
    [("[1, [0, 7]]", True), ("5", True), ("[[1,2],", False), ("[1 2]", False), ("[]", False), ("[1,,2]", False)],
)
def test_typed_tree_that_is_no_nested_list_is_said_to_be_none(
    typed: str, is_read: bool, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_of(("smallest-cut",), tmp_path), LAPTOP).page
    page.locator('[data-problem="0"] [data-part="0"] input').fill(typed)
    status = page.locator('[data-problem="0"] [data-part="0"]')
    assert ("expected a nested list" in status.inner_text()) is not is_read


NIM = "{max: [{move: 2, min: [{move: 1, max: [{move: 1, value: 1}]}, {move: 2, value: −1}]}, {move: 1, min: [{move: 1, max: [{move: 1, min: [{move: 1, value: -1}]}, {move: 2, value: 1}]}, {move: 2, max: [{move: 1, value: 1}]}]}]}"


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_tree_of_a_game_is_typed_and_handed_in(size, tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page(page_of(("baby-nim-4",), tmp_path), size).page
    page.locator('[data-problem="0"] [data-part="2"] input').fill(NIM)
    (problem,) = graded(download(page, tmp_path))["problems"]
    assert {part["part"]: part["earned"] for part in problem["parts"]}["tree"] == 4


@pytest.mark.parametrize("typed", ["{max: [", "[1, 2]", "max", "{max: [{move: 1 value: 2}}", "{max: []}"])
def test_typed_tree_that_is_no_tree_of_a_game_is_said_to_be_none(
    typed: str, tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_of(("baby-nim-4",), tmp_path), LAPTOP).page
    page.locator('[data-problem="0"] [data-part="2"] input').fill(typed)
    assert "expected a tree such as" in page.locator('[data-problem="0"] [data-part="2"]').inner_text()


def test_numbers_that_the_statement_does_not_allow_are_told_before_they_are_handed_in(
    tmp_path: Path, open_page: OpenPage
) -> None:
    page = open_page(page_of(("skip-exactly-one", "turn-the-move"), tmp_path), LAPTOP).page
    told = page.locator("[data-overview]")
    for text, said in (
        ("12", "expected a whole number from 1 to 9"),
        ("1.5", "expected a whole number from 1 to 9"),
        ("5", "5 stands at D and G, expected different numbers"),
    ):
        page.get_by_label("Your numbers: D").fill(text)
        page.get_by_label("Your numbers: G").fill("5")
        expect(told).to_contain_text(said)
    page.get_by_label("Your numbers: D").fill("4")
    expect(told).not_to_contain_text("expected")
    page.get_by_label("Your changes: D").fill("1.5")
    expect(told).to_contain_text("expected a whole number")
    page.get_by_label("Your changes: D").fill("6/3")
    expect(told).not_to_contain_text("expected")
