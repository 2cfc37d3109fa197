"""A practice page whose reader is stuck, or whose browser does without something: it says so, and what to do."""

from __future__ import annotations

import pytest

from browser.conftest import PHONE, OpenPage
from browser.playwright_names import expect
from browser.practice_pages import KINDS, Practice
from browser.practising import Student

REFUSED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    return Practice(tmp_path_factory.mktemp("practice"), [KINDS["minimax"], KINDS["ucb"]])


def test_wrong_answers_that_no_rule_explains_are_counted_and_show_ways_out(
    practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file)
    student, stuck = Student(opened.page, practice), opened.page.locator("[data-stuck]")
    for number in range(1, 4):
        expect(stuck).to_be_hidden()
        student.insist({"value": str(990 + number)})
        if number < 3:
            student.go_on()
    expect(stuck).to_contain_text("3 answers in a row were wrong in a way that is no known mistake.")
    opened.page.get_by_text("What you have practised").click()
    expect(opened.page.locator("[data-met]")).not_to_contain_text("No mistake was met")
    stuck.get_by_role("button", name="Show me how").click()
    expect(student.section.locator("[data-bystep]")).to_have_attribute("open", "")
    stuck.get_by_role("button", name="Another exercise").click()
    expect(opened.page.locator("[data-exercises] button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(stuck).to_be_hidden()
    assert not opened.errors


def test_giving_up_is_no_wrong_answer(practice: Practice, open_page: OpenPage) -> None:
    student = Student(open_page(practice.file).page, practice)
    for _ in range(4):
        student.button("Show me how").click()
        student.go_on()
    expect(student.page.locator("[data-stuck]")).to_be_hidden()


def test_without_javascript_the_page_says_what_it_is_and_what_it_needs(practice: Practice, open_page: OpenPage) -> None:
    page = open_page(practice.file, PHONE, java_script_enabled=False).page
    said = page.locator("noscript .how")
    expect(said).to_contain_text("a page to practise on")
    expect(said).to_contain_text("needs JavaScript")
    expect(said).not_to_contain_text("answers.yaml")


def test_progress_that_a_browser_does_not_keep_is_told_at_the_top(practice: Practice, open_page: OpenPage) -> None:
    page = open_page(practice.file, PHONE).page
    lost = page.locator("[data-lost]")
    expect(lost).to_be_hidden()
    page.add_init_script(REFUSED)
    page.reload()
    expect(lost).to_have_text(
        "Your progress is not kept: this browser stores nothing for this page, so that it ends with this visit."
    )
    expect(lost).to_be_in_viewport()
