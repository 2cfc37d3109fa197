"""An answer in words on an answer page and on the page of feedback: typed, kept, handed in and shown as it stands."""

from __future__ import annotations

import json
from pathlib import Path

import answers_in_words as in_words
import pytest

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import download
from browser.playwright_names import expect
from browser.reloading import reloaded
from browser.written_pages import answer_page
from grader import load_problem, render

TYPED = "Alpha is 3 there.\n\n  =1+1 <b>no markup</b> \u05d0\u202e"


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_words_are_typed_kept_and_handed_in_with_their_lines(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    exercise = in_words.exercise("q5")
    opened = open_page(answer_page(tmp_path, exercise), size)
    page = opened.page
    area = page.get_by_label("In your words")
    expect(page.locator("[data-overview]")).to_contain_text("0 of 3 parts answered")
    area.fill("  \n ")
    expect(page.locator("[data-overview]")).to_contain_text("0 of 3 parts answered")
    area.click()
    area.fill(TYPED)
    expect(page.locator("[data-overview]")).to_contain_text("1 of 3 parts answered")
    assert not violations(page)
    page = reloaded(page)
    area = page.get_by_label("In your words")
    expect(area).to_have_value(TYPED)
    handed_in = json.loads(download(page, tmp_path).read_text("utf-8"))
    assert handed_in["answers"]["q5"] == {"text": TYPED}
    graded = exercise.grade(handed_in["answers"]["q5"])
    assert graded.pending == 3
    part, live = page.locator("[data-part]").last, page.locator("[data-live]")
    write = "(one, text) => { one.value = text; one.dispatchEvent(new Event('input')); }"
    area.evaluate(write, "\U0001f600" * 9_000)  # letters are counted, not their halves
    expect(part).not_to_contain_text("characters")
    area.evaluate(write, "\U0001f600" * 9_001)
    expect(part).to_contain_text("9,001 of at most 10,000 characters")
    expect(live).to_have_text("9,001 of at most 10,000 characters")
    area.evaluate(write, "x" * 9_001)
    expect(area).to_have_accessible_description("9,001 of at most 10,000 characters")
    area.evaluate(write, "x" * 10_000)
    expect(part).to_contain_text("10,000 of at most 10,000 characters")
    expect(page.locator("[data-overview]")).not_to_contain_text("cannot be read")
    area.evaluate(write, "x" * 10_001)
    expect(part).to_contain_text("10,001 characters, expected at most 10,000: shorten it")
    expect(live).to_have_text("10,001 characters, expected at most 10,000: shorten it")
    expect(page.locator("[data-overview]")).to_contain_text("1 entry cannot be read")
    assert not violations(page)
    assert not opened.errors


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_words_alone_have_room_and_no_tools_of_trees(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    shown = in_words.exercise("q5")
    without = load_problem({**shown.document.data, "ask": []})
    opened = open_page(answer_page(tmp_path, "alpha-beta-same-value", without, "minimax-textbook"), size)
    alone, beside, asked = opened.page.locator("[data-problem]").all()
    for one in (alone, beside):
        expect(one.get_by_role("button", name="Undo")).to_have_count(0)
    expect(asked.get_by_role("button", name="Undo")).to_be_visible()
    expect(alone.locator("svg")).to_have_count(0)
    expect(alone.locator(".signs")).to_have_count(0)
    expect(beside.locator(".signs")).to_be_visible()
    area, page_wide = alone.get_by_label("In your words").bounding_box(), size[0]
    assert area is not None
    assert area["x"] < 60
    assert area["width"] > min(600, page_wide - 60)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= page_wide
    assert not violations(opened.page)
    assert not opened.errors


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_feedback_shows_words_as_text_beside_what_the_program_marks(
    size: tuple[int, int], tmp_path: Path, open_page: OpenPage
) -> None:
    exercise = in_words.exercise("q5")
    file = tmp_path / "report.html"
    hostile = "\n".join((*in_words.HOSTILE, "W" * 5_000))
    file.write_text(render(exercise.grade({**right(exercise), "text": hostile}), "html"), "utf-8")
    opened = open_page(file, size)
    shown = opened.page.locator("blockquote.words")
    expect(shown).to_contain_text("<b>markup</b> & <img src=x onerror=alert(1)>")
    expect(shown).to_contain_text("right to left: \u05d0\u05d1 and \\u202eturned\\u202c round")
    expect(opened.page.locator("main")).to_contain_text("All that is marked here is right")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert opened.page.title() != "run"
    assert not violations(opened.page)
    assert not opened.errors


def right(exercise: in_words.Exercise) -> dict[str, object]:
    return {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}
