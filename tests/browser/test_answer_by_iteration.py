"""Lists by iteration on an answer page: rows of fields, of choices, of nodes on the tree, and rows to add; and what a script says of them."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import iterated
import pytest
import test_sample_kind

from browser.conftest import LAPTOP, PHONE, Opened, OpenPage
from browser.filling import Finger, Keyboard, Mouse, download
from browser.playwright_names import Page, expect
from browser.reloading import reloaded
from browser.written_pages import answer_page
from grader.core.answers.case import Case, Solution
from grader.core.answers.reports import Verdict
from grader.core.documents.shape import load_schema
from grader.core.policy import Marking
from grader.kinds import KINDS
from grader.pages.html import _sheet

project = test_sample_kind.project  # the fixture
PROBLEM = iterated.problem()._replace(kind="iterated")
EXERCISE: Any = SimpleNamespace(kind=iterated.KIND, problem=PROBLEM, solution=Solution(iterated.RIGHT))
WAYS = {"mouse": (Mouse, "wide", LAPTOP), "keyboard": (Keyboard, "wide", LAPTOP), "finger": (Finger, "tall", PHONE)}


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what opens the page of the problem in a window of a size."""
    monkeypatch.setitem(KINDS, "iterated", iterated.KIND)  # type: ignore[arg-type]  # a dictionary
    return lambda size=LAPTOP: open_page(answer_page(tmp_path, PROBLEM), size)


def answers_of(page: Page) -> dict[str, Any]:
    """Return what a submission would hold."""
    given: dict[str, Any] = page.evaluate("answerPage.submission().answers.rounds")
    return given


def as_texts(answer: Any) -> Any:
    """Return an answer with its numbers as they are typed."""
    return [as_texts(one) for one in answer] if isinstance(answer, list) else str(answer)


@pytest.mark.parametrize("way", WAYS)
def test_a_list_of_every_sort_is_filled_in_row_by_row(way: str, opened: Any) -> None:
    hand, drawing, size = WAYS[way]
    page: Opened = opened(size)
    hand(page.page, EXERCISE, 0, drawing).fill(iterated.written())
    assert answers_of(page.page) == {name: as_texts(one) for name, one in iterated.written().items()}
    expect(page.page.get_by_text("Everything is filled in.")).to_be_visible()
    reloaded(page.page)
    assert answers_of(page.page) == {name: as_texts(one) for name, one in iterated.written().items()}
    assert not page.errors


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_sample_problem_is_answered_downloaded_and_graded_with_full_marks(
    way: str, project: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    grade, gametree = (f"from grader.cli import start_{name}; start_{name}()" for name in ("grade", "gametree"))
    written = test_sample_kind.run_in(
        project, "-c", gametree, "handout", "three-by-two", "--out", str(tmp_path / "out")
    )
    assert written.returncode == 0, written.stderr
    page = open_page(tmp_path / "out" / "answer.html").page
    page.get_by_label("Your student id").fill("s1")
    fill = page.get_by_label
    for label, text in {"Levels: 0": "1", "Levels: 1": "3", "Levels: 2": "9", "Leaves": "9"}.items():
        fill(label, exact=True).first.fill(text)
    if way == "mouse":
        for at, text in enumerate(("4", "13"), 1):
            page.get_by_label(f"Nodes of each iteration, iteration {at}").click()
            page.keyboard.type(text)
    else:
        page.get_by_label("Nodes of each iteration, iteration 1").focus()
        page.keyboard.type("4")
        page.keyboard.press("Tab")
        page.keyboard.type("13")
    file = download(page, tmp_path)
    ran = test_sample_kind.run_in(project, "-c", grade, str(file), "--format", "json")
    result = json.loads(ran.stdout)
    assert (result["earned"], result["possible"]) == (6, 6)


def test_blank_and_malformed_rows_are_told_each_and_led_to(opened: Any) -> None:
    page = opened().page
    page.get_by_label("values-by-depth, iteration 2").fill("four")
    page.get_by_label("values-by-depth, iteration 1").fill("6")
    page.get_by_label("best-moves, iteration 3").select_option("C")
    todo = page.locator("[data-overview] li")
    expect(todo.filter(has_text="values-by-depth")).to_contain_text("iteration 2: “four”, expected")
    expect(todo.filter(has_text="values-by-depth")).to_contain_text("blank: iteration 3")
    expect(todo.filter(has_text="best-moves")).to_contain_text("blank: iteration 1 iteration 2")
    expect(page.get_by_text("1 of 3 iterations filled in")).to_be_visible()
    todo.get_by_role("button", name="four").click()
    expect(page.get_by_label("values-by-depth, iteration 2")).to_be_focused()
    todo.filter(has_text="best-moves").get_by_role("button", name="iteration 2").click()
    expect(page.get_by_label("best-moves, iteration 2")).to_be_focused()
    page.get_by_label("values-by-depth, iteration 2").fill("")
    assert answers_of(page) == {"values-by-depth": ["6", None, None], "best-moves": [None, None, "C"]}


def test_rows_are_added_and_taken_out_where_their_number_is_to_be_found(opened: Any) -> None:
    page = opened().page
    part = page.locator('[data-part="3"]')
    part.get_by_role("checkbox", name="there is no iteration").check()
    assert answers_of(page) == {"found": []}
    for place, text in enumerate("579", 1):
        part.get_by_role("button", name=f"Add iteration {place}").click()
        page.get_by_label(f"found, iteration {place}", exact=True).fill(text)
    expect(part.get_by_role("checkbox")).to_have_count(0)
    part.get_by_role("button", name="found, iteration 2: take out").press("Enter")
    expect(part.get_by_role("button", name="Add iteration 3")).to_be_focused()
    assert answers_of(page) == {"found": ["5", "9"]}
    expect(page.locator('[data-part="0"] .rows li')).to_have_count(3)
    expect(page.locator('[data-part="0"] button')).to_have_count(0)


def test_nodes_go_into_the_row_that_is_picked_and_the_tree_shows_that_row(opened: Any) -> None:
    page = opened().page
    rows, part = page.locator('[data-part="2"] .rows li'), page.locator('[data-part="2"]')
    rows.nth(1).get_by_role("button").click()
    expect(page.locator(".tools button", has_text="paths")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("paths: choose a node").select_option("A")
    page.get_by_label("paths: choose a node").select_option("C")
    node = page.locator('svg.wide .node[data-node="2"]')
    expect(node).to_have_attribute("aria-label", re.compile("number 2 of paths, iteration 2"))
    rows.nth(0).get_by_role("button").click()
    expect(rows.nth(1)).to_contain_text("A → C")
    expect(node).not_to_have_attribute("aria-label", re.compile("number"))
    assert answers_of(page) == {"paths": [None, ["A", "C"], None]}
    rows.nth(1).get_by_role("button").click()
    page.keyboard.press("Control+z")
    assert answers_of(page) == {"paths": [None, ["A"], None]}
    part.get_by_role("button", name="Clear").click()
    assert answers_of(page) == {}


# what a practice page says of them

_STATES = {Verdict.WRONG: "wrong", Verdict.MISSING: "missing", Verdict.BLANK: "blank", Verdict.EXTRA: "extra"}
_ASK = """([problem, shapes, answers]) => answers.map((one) => {
    const said = equality.judge(problem, shapes, one), [part] = said.parts;
    const entries = ["wrong", "missing", "blank", "extra"].flatMap((state) => part[state].map((key) => [key, state]));
    return [part.state, entries.sort(), said.fits.map((rule) => rule.name)];
})"""


def asked(page: Page, part: Any, raws: list[Any], other: Any = None) -> list[Any]:
    """Return what the script says of answers to one part, beside a wrong rule that gives another answer."""
    case = Case(PROBLEM, EXERCISE.solution, {}, Marking(), iterated.KIND.tutor)
    right, rule = part.form.compared(case, iterated.RIGHT[part.name]), part.form.equality(case)
    rules = (
        []
        if other is None
        else [{"name": "other", "twin": "", "answers": {part.name: part.form.compared(case, other)}}]
    )
    problem = {"enough": 3, "parts": [{"name": part.name, "rule": rule, "right": right}], "rules": rules}
    shapes = {"number": load_schema("common")["$defs"]["number"]}
    said: list[Any] = page.evaluate(_ASK, [problem, shapes, [{part.name: raw} for raw in raws]])
    return said


@pytest.fixture
def script(tmp_path: Path, open_page: OpenPage) -> Page:
    """Return a page that has nothing but the script."""
    blank = tmp_path / "blank.html"
    blank.write_text(
        f"<title>x</title><script>{_sheet('numerals.js')}</script><script>{_sheet('equality.js')}</script>", "utf-8"
    )
    page: Page = open_page(blank).page
    return page


@pytest.mark.parametrize("part", iterated.PARTS, ids=lambda part: part.name)
def test_a_script_says_of_every_entry_what_marking_says(part: Any, script: Page) -> None:
    entries = [*iterated.written()[part.name], *iterated.wrong_entries(part.name), None]
    raws = [list(one) for length in range(5) for one in product(entries[1:], repeat=length)]
    case = Case(PROBLEM, EXERCISE.solution, {}, Marking(follow_through=0), iterated.KIND.tutor)
    for raw, (state, said, _) in zip(raws, asked(script, part, raws), strict=True):
        report = part.mark(case, part.form.read(PROBLEM, raw), PROBLEM.points[part.name])
        places = {f"iteration {place + 1}": place for place in range(5)}
        wanted = [[places[one.node or ""], _STATES[one.verdict]] for one in report.entries if one.verdict in _STATES]
        assert (state, said) == ("wrong" if wanted else "right", wanted), raw
    assert [one[0] for one in asked(script, part, [None, "7", [["nobody", 1]]])] == ["blank", "malformed", "malformed"]


def test_a_script_names_the_rule_whose_list_was_given_blanks_left_out(script: Page) -> None:
    values, found = iterated.VALUES, iterated.FOUND
    raws = [["6", "5", "9"], ["6", "5", "9", None], ["6", "5", "7"], ["6", "4", "8"], ["6", "5", "9", "1"], ["6", "5"]]
    named = [fits for _, _, fits in asked(script, values, raws, {0: 6, 1: 5, 2: 9})]
    assert named == [["other"], ["other"], [], [], [], []]
    open_lists = [["5", "6", "7", "8"], ["5", "6", "7"], ["5", "6", "7", None]]
    named = [fits for _, _, fits in asked(script, found, open_lists, {0: 5, 1: 6, 2: 7, 3: 8})]
    assert named == [["other"], [], ["other"]]
