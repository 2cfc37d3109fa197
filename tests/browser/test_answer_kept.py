"""What an answer page keeps, says and hands out besides: answers in the browser, what is blank or malformed, the submission as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import download, graded
from browser.playwright_names import Page, expect
from browser.reloading import reloaded
from grader.pages.answer_page import Heading, write_answer_page

SEVERAL = ("minimax-textbook", "four-ply-trace")
_REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });"
_SEEN_EMPTY = "Storage.prototype.getItem = () => null;"
_NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Return what writes the answer page of problems of the bank."""

    def write(*ids: str, heading: Heading = Heading("Week 5", quiz="week5")) -> Path:
        file = tmp_path / f"quiz-{heading.student}.html"
        file.write_text(write_answer_page([BANK[id_].problem for id_ in ids or SEVERAL], heading), "utf-8")
        return file

    return write


def part(page: Page, name: str, problem: int = 0) -> Any:
    return page.locator(f'[data-problem="{problem}"] .asked > li').filter(has=page.locator(f'b:text-is("{name}")'))


def submission(page: Page) -> Any:
    return page.evaluate("answerPage.submission()")


def type_some(page: Page) -> None:
    part(page, "Value of the root").locator("input").fill("3")
    part(page, "Best move").locator("select").select_option("B")
    page.locator('[data-problem="0"] svg.wide .node[data-node="1"] .shape').click()
    page.keyboard.type("7/3")
    part(page, "Pruned nodes", 1).get_by_role("checkbox").check()
    page.get_by_label("Your student id").fill("s1")


def test_answers_are_there_again_after_a_reload_with_a_word(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    expect(page.get_by_text("were restored")).to_have_count(0)
    type_some(page)
    before = submission(page)
    assert before["answers"]["minimax-textbook"] == {"value": "3", "best-move": "B", "values": {"B": "7/3"}}
    assert before["answers"]["four-ply-trace"] == {"pruned": []}
    reloaded(page)
    expect(page.get_by_text("Your answers were restored from this browser.").first).to_be_visible()
    assert submission(page) == before
    expect(page.locator('[data-problem="0"] svg.wide .node[data-node="1"] .num')).to_have_text("7/3")


def test_a_page_on_which_nothing_was_answered_keeps_nothing(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    expect(page.get_by_text("Your answers are kept in this browser as you go.")).to_be_visible()
    assert page.evaluate("({...localStorage})") == {}
    part(page, "Value of the root").locator("input").fill("3")
    assert page.evaluate("localStorage.length") == 1


def test_a_visit_that_sees_nothing_of_what_was_kept_loses_nothing_of_it(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    type_some(page)
    before = submission(page)
    reloaded(page)
    other = page.context.new_page()
    other.add_init_script(_SEEN_EMPTY)
    other.goto(page.url)
    assert submission(other)["answers"] == {"minimax-textbook": {}, "four-ply-trace": {}}
    reloaded(page)
    assert submission(page) == before


def test_one_students_answers_are_not_anothers(written: Written, open_page: OpenPage) -> None:
    page = open_page(written(heading=Heading("Week 5", student="s1", quiz="week5"))).page
    part(page, "Value of the root").locator("input").fill("3")
    page.goto(written(heading=Heading("Week 5", student="s2", quiz="week5")).as_uri())
    assert submission(page) == {
        "format": "gametree-submission/1",
        "student": "s2",
        "answers": {"minimax-textbook": {}, "four-ply-trace": {}},
    }


def test_clearing_asks_first(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    type_some(page)
    before = submission(page)
    page.get_by_role("button", name="Clear …").click()
    page.get_by_role("button", name="Keep them").click()
    assert submission(page) == before
    page.get_by_role("button", name="Clear …").click()
    page.get_by_role("button", name="Clear all answers").click()
    expect(page.get_by_text("All answers are cleared.")).to_be_visible()
    reloaded(page)
    assert submission(page)["answers"] == {"minimax-textbook": {}, "four-ply-trace": {}}


def test_where_the_browser_keeps_nothing_the_page_says_so_and_works(
    written: Written, open_page: OpenPage, tmp_path: Path
) -> None:
    opened = open_page(written())
    page = opened.page
    page.add_init_script(_REFUSED)
    page.reload()
    expect(page.get_by_text("This browser does not keep your answers")).to_be_visible()
    expect(page.locator("[data-state]")).to_contain_text("Nothing is kept in this browser")
    type_some(page)
    assert graded(download(page, tmp_path))["student"] == "s1"
    assert not opened.errors


def test_nothing_pruned_is_an_answer_and_blank_is_none(written: Written, open_page: OpenPage) -> None:
    page = open_page(written("four-ply-trace")).page
    pruned = part(page, "Pruned nodes")
    assert "pruned" not in submission(page)["answers"]["four-ply-trace"]
    pruned.get_by_role("checkbox").check()
    assert submission(page)["answers"]["four-ply-trace"]["pruned"] == []
    page.get_by_role("button", name="Pruned nodes").first.click()
    page.locator('svg.wide .node[data-node="4"] .shape').click()
    assert submission(page)["answers"]["four-ply-trace"]["pruned"] == ["s4"]
    expect(pruned.get_by_role("checkbox")).not_to_be_checked()
    page.locator('svg.wide .edge[data-to="4"] .reach').click(force=True)
    assert "pruned" not in submission(page)["answers"]["four-ply-trace"]


def test_what_is_blank_or_malformed_is_listed_and_leads_to_its_field(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    type_some(page)
    page.locator('[data-problem="0"] svg.wide .node[data-node="2"] .shape').click()
    page.keyboard.type("1,5e0")
    overview = page.locator("[data-overview]")
    expect(overview.get_by_text("write the decimal point as '.'")).to_be_visible()
    overview.get_by_role("button", name="write the decimal point").click()
    field = page.locator("[data-entry] input")
    expect(field).to_be_focused()
    expect(field).to_have_value("1,5e0")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("1.5")
    expect(overview.get_by_text("decimal point")).to_have_count(0)
    overview.get_by_role("button", name="D", exact=True).click()
    expect(page.locator("[data-entry]").get_by_label("Values of the nodes: D")).to_be_focused()
    assert not {"right", "wrong", "correct"} & {
        word.strip(".,") for word in overview.inner_text().replace("does not know what is right", "").split()
    }


@pytest.mark.parametrize("typed", ["3", "-2.5", "−2.5", "7/3", "+4", ".5", "5.", "1e3", " 6 "])
def test_numbers_that_grade_reads_are_no_faults(typed: str, written: Written, open_page: OpenPage) -> None:
    page = open_page(written("minimax-textbook")).page
    part(page, "Value of the root").locator("input").fill(typed)
    expect(part(page, "Value of the root").locator(".status")).to_have_text("")


def test_numbers_that_grade_refuses_are_faults(written: Written, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(written("minimax-textbook")).page
    field = part(page, "Value of the root").locator("input")
    for typed in ("1,5e0", "inf", "3/0", "1e1000", "half", "1_000", "50%"):
        field.fill(typed)
        expect(part(page, "Value of the root").locator(".status")).to_contain_text("expected a number such as")
        page.get_by_label("Your student id").fill("s1")
        [entry] = graded(download(page, tmp_path))["problems"][0]["parts"][0]["entries"]
        assert entry["verdict"] == "malformed", typed


def test_a_cutoff_that_is_not_whole_is_malformed_and_rows_can_be_moved(written: Written, open_page: OpenPage) -> None:
    page = open_page(written("four-ply-trace")).page
    cutoffs = part(page, "Cutoffs")
    for name in ("s4", "s5"):
        cutoffs.get_by_role("button", name="Add a row").click()
        cutoffs.locator("select").last.select_option(name)
    expect(cutoffs.locator(".status")).to_contain_text("row 1 (s4): alpha is blank; 1 more")
    cutoffs.get_by_role("button", name="Row 2: move up").click()
    for field, text in zip(cutoffs.locator("li").first.locator("input").all(), ("-inf", "∞"), strict=True):
        field.fill(text)
    cutoffs.get_by_role("button", name="Row 2: take out").click()
    assert submission(page)["answers"]["four-ply-trace"]["cutoffs"] == [{"node": "s5", "alpha": "-inf", "beta": "inf"}]


def test_submission_is_copied_as_text(written: Written, open_page: OpenPage) -> None:
    opened = open_page(written(), permissions=["clipboard-read", "clipboard-write"])
    page = opened.page
    type_some(page)
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert json.loads(page.evaluate("navigator.clipboard.readText()")) == submission(page)


def test_without_a_clipboard_the_text_is_there_to_be_copied(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    page.add_init_script(_NO_CLIPBOARD)
    page.reload()
    type_some(page)
    page.get_by_role("button", name="Copy as text").click()
    text = page.get_by_label("Your submission as text")
    expect(text).to_be_focused()
    assert json.loads(text.input_value()) == submission(page)


@pytest.mark.parametrize(
    ("typed", "name"), [("../../etc/x y", "etc_x_y.json"), ("CON", "_CON.json"), ("Ö", "submission.json")]
)
def test_file_of_any_student_has_a_harmless_name(
    typed: str, name: str, written: Written, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(written()).page
    page.get_by_label("Your student id").fill(typed)
    file = download(page, tmp_path)
    assert file.name == name
    assert graded(file)["student"] == typed


def test_a_missing_id_is_said_once_and_then_does_not_stop_anyone(
    written: Written, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(written()).page
    page.get_by_role("button", name="Download submission").click()
    expect(page.get_by_text("Write your student id first.")).to_be_visible()
    expect(page.get_by_label("Your student id")).to_be_focused()
    assert "student" not in json.loads(download(page, tmp_path).read_text("utf-8"))


def test_scripts_that_build_on_the_page_hear_of_each_change(written: Written, open_page: OpenPage) -> None:
    page = open_page(written()).page
    page.evaluate("document.addEventListener('answers', (event) => { window.heard = event.detail; })")
    part(page, "Value of the root").locator("input").fill("3")
    assert page.evaluate("window.heard") == {"id": "minimax-textbook", "answers": {"value": "3"}}
    assert page.evaluate("answerPage.problems[0].answers()") == {"value": "3"}


_SMALL = """() => [...document.querySelectorAll('button, input, select, summary, textarea, a, svg.tall .node > .hit')]
    .filter((one) => one.checkVisibility()).map((one) => [one, (one.closest('label.none') ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([one, box]) => `${one.tagName} ${one.getAttribute('class')} ${one.textContent.slice(0, 20)} ${box.width} ${box.height}`)"""


@pytest.mark.parametrize("id_", ["four-ply-trace", "ucb-slide-wins", "minimax-textbook"])
def test_everything_is_large_enough_for_a_thumb(id_: str, written: Written, open_page: OpenPage) -> None:
    page = open_page(written(id_), PHONE).page
    page.locator('svg.tall .node[data-node="1"] .shape').tap()
    expect(page.locator("[data-entry]")).to_be_visible()
    assert page.evaluate(_SMALL) == []


def test_neighbouring_nodes_do_not_take_each_others_touches(written: Written, open_page: OpenPage) -> None:
    page = open_page(written("four-ply-trace"), PHONE).page
    page.get_by_role("button", name="Order of visits").first.tap()
    boxes = page.eval_on_selector_all(
        "svg.tall .node", "all => all.map(one => one.querySelector('.hit').getBoundingClientRect().toJSON())"
    )
    for one in boxes:
        for other in boxes:
            apart = max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"]))
            assert one is other or apart > 40


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_chosen_node_is_not_behind_the_entry_bar(
    size: tuple[int, int], written: Written, open_page: OpenPage
) -> None:
    page = open_page(written("four-ply-trace"), size).page
    drawing = "tall" if size == PHONE else "wide"
    for place in (0, 7, 14):
        page.locator(f'svg.{drawing} .node[data-node="{place}"] .shape').click()
        page.wait_for_timeout(50)
        node = page.locator(f'svg.{drawing} .node[data-node="{place}"] .shape').bounding_box()
        bar = page.locator("[data-entry]").bounding_box()
        assert node["y"] >= 0
        assert node["y"] + node["height"] <= bar["y"]


def test_tree_is_zoomed_and_the_chosen_node_stays_in_view(written: Written, open_page: OpenPage) -> None:
    page = open_page(written("four-ply-trace")).page
    shape = page.locator('svg.wide .node[data-node="14"] .shape')
    before = shape.bounding_box()["width"]
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    page.locator('svg.wide .node[tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    after, box = shape.bounding_box(), page.locator(".treebox").bounding_box()
    assert after["width"] > 2 * before
    assert box["x"] <= after["x"] <= box["x"] + box["width"]
