"""How an answer page shows itself besides: on paper, without script, to assistive technology while a node is open, with hostile answers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import download, graded
from browser.playwright_names import expect
from browser.reloading import reloaded
from browser.written_pages import answer_page
from grader import load_problem
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import write_page

IDS = ("four-ply-trace", "ucb-slide-wins")
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return an answer page of two problems."""
    return answer_page(tmp_path, *IDS, student="")


def _sheets(page: Any) -> list[Any]:
    pypdf = pytest.importorskip("pypdf")
    return list(pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)


def _printed(page: Any) -> str:
    return " ".join(" ".join(one.extract_text().split()) for one in _sheets(page))


@pytest.mark.parametrize("id_", ["four-ply-trace", "minimax-textbook"])
def test_on_paper_a_drawing_lies_as_on_the_sheet_without_fields(id_: str, tmp_path: Path, open_page: OpenPage) -> None:
    problem = BANK[id_].problem
    ways, sheet = [], tmp_path / "sheet.html"
    sheet.write_text(write_page(make_sheet([problem])), "utf-8")
    for file in (answer_page(tmp_path, problem, student=""), sheet):
        sheets = _sheets(open_page(file).page)
        ways.append([float(one.mediabox.width) > float(one.mediabox.height) for one in sheets])
    assert ways[0] == ways[1]


def test_on_paper_it_is_the_sheet_with_what_was_typed(file: Path, open_page: OpenPage) -> None:
    page = open_page(file).page
    blank = _printed(page)
    assert "Student number" in blank
    assert not [word for word in ("Download", "choose …", "Undo", "blank", "?", "Zoom", "Keys:") if word in blank]
    page.locator('[data-part="0"] input').first.fill("4711")
    page.locator('[data-part="4"] select').first.select_option("s12")
    filled = _printed(page)
    assert "4711" in filled
    assert filled.count("s12") > blank.count("s12")


def test_without_script_the_statement_is_whole_and_names_the_file_to_fill_in(file: Path, open_page: OpenPage) -> None:
    page = open_page(file, java_script_enabled=False).page
    page.locator("summary", has_text="What counts here").first.click()
    text = page.inner_text("main")
    for exercise in (BANK[id_] for id_ in IDS):
        for part in exercise.problem.ask:
            assert exercise.kind.parts[part].title in text.replace("\u00a0", " ")
    assert "Fill in answers.yaml and hand it in." in text
    assert "equality is enough" in text


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_while_a_node_is_open_and_answers_are_there(
    size: tuple[int, int], dark: bool, file: Path, open_page: OpenPage
) -> None:
    page = open_page(file, size, dark=dark).page
    for name in ("s0", "s1"):
        page.get_by_label("Order of visits: choose a node").select_option(name)
    page.get_by_label("Pruned nodes: choose a node").select_option("s4")
    page.get_by_role("button", name="Add a row").click()
    page.locator('[data-part="0"] input').first.fill("1,5e0")
    page.locator(f'svg.{"tall" if size == PHONE else "wide"} .node[data-node="3"] .shape').first.click()
    page.keyboard.type("7")
    expect(page.locator("[data-entry]")).to_be_visible()
    assert not violations(page)


def test_hostile_answers_are_texts_everywhere(file: Path, open_page: OpenPage) -> None:
    opened = open_page(file)
    page = opened.page
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.locator('[data-part="0"] input').first.fill(HOSTILE)
    page.locator('svg.wide .node[data-node="0"] .shape').first.click()
    page.keyboard.type("7")
    page.locator("[data-entry] input").first.fill(HOSTILE)
    page.get_by_label("Your student id").fill(HOSTILE)
    reloaded(page)
    expect(page.locator("[data-overview]").get_by_text(HOSTILE).first).to_be_visible()
    assert page.locator("img").count() == 0
    assert page.evaluate("answerPage.submission().answers['four-ply-trace'].value") == HOSTILE
    assert not opened.errors


def test_names_that_mean_something_to_a_script_are_names(tmp_path: Path, open_page: OpenPage) -> None:
    names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
    tree = {"id": names[0], "max": [{"id": name, "min": [1, 2]} for name in names[1:]]}
    stated = {"format": "gametree-problem/1", "id": "constructor", "kind": "minimax", "tree": tree, "ask": ["values"]}
    problem = tmp_path / "problem.json"
    problem.write_text(json.dumps(stated), "utf-8")
    opened = open_page(answer_page(tmp_path, load_problem(problem)))
    page = opened.page
    for place, _ in enumerate(names):
        page.locator(f'svg.wide .node[data-node="{place}"] .shape').click()
        page.keyboard.type("1")
    reloaded(page)
    result = graded(download(page, tmp_path), problem)
    assert result["earned"] == result["possible"]
    assert not opened.errors


def test_a_page_that_was_kept_by_another_version_or_damaged_still_opens(file: Path, open_page: OpenPage) -> None:
    opened = open_page(file)
    page = opened.page
    page.locator('[data-part="0"] input').first.fill("3")
    for kept in (
        "{",
        "7",
        '{"parts": 3}',
        '{"parts": [{"value": {"a": 1}, "pruned": {"items": [3, "nobody"]}, "cutoffs": {"items": [null, 5]}, "values": {"items": {"s0": 3}}}]}',
    ):
        page.evaluate("(text) => localStorage.setItem(Object.keys(localStorage)[0], text)", kept)
        reloaded(page)
        assert page.evaluate("answerPage.submission().answers['four-ply-trace'].pruned") is None
        expect(page.get_by_role("button", name="Download submission")).to_be_visible()
    assert not opened.errors


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_rules_of_a_game_come_before_its_tree(size: tuple[int, int], tmp_path: Path, open_page: OpenPage) -> None:
    """They are read first, aloud too; beside the tree where there is room, else below it, so that it is on the first screen."""
    page = open_page(answer_page(tmp_path, "mancala-two-plies", student=""), size).page
    told, tree, parts = (page.locator(one).bounding_box() for one in (".told", ".treebox", "ul.asked"))
    assert (
        page.evaluate("document.querySelector('.told').compareDocumentPosition(document.querySelector('.treebox'))")
        == 4
    )
    if size == PHONE:
        assert tree["y"] + tree["height"] <= told["y"] < told["y"] + told["height"] <= parts["y"]
    else:
        assert abs(told["y"] - page.locator(".seen").bounding_box()["y"]) < 5
        assert tree["x"] + tree["width"] <= told["x"] == parts["x"]
        assert told["y"] + told["height"] <= parts["y"]
