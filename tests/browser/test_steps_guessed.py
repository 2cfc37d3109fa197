"""The step page in a browser: guesses are asked for and judged, and two solutions on a page do not move each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from turns import in_turn

from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.stepping import KINDS, state, step_of, wait_for_text
from browser.written_pages import step_page
from grader import load_problem
from grader.pages.html import _environment
from grader.pages.stepper import stepper_of

Pages = Callable[[str], Path]


@in_turn(3)
@pytest.mark.parametrize("name", KINDS)
def test_a_reader_who_guesses_right_gets_to_the_end_by_keys_alone(name: str, pages: Pages, open_page: OpenPage) -> None:
    opened = open_page(pages(name), fragment="step=1&guess=1")
    page, asked = opened.page, 0
    for _ in range(200):
        now = state(page)
        if now["asked"]:
            asked += 1
            question = page.evaluate(_QUESTIONS)[_place(page)]
            assert question["text"] == now["asked"]
            assert now["verdict"] == ""
            if question.get("number"):  # what is as usual is left out
                page.keyboard.type(question["number"]["plain"])
                page.keyboard.press("Enter")
            else:
                for _ in range(question["right"][0]):
                    page.keyboard.press("Tab")
                page.keyboard.press("Enter")
            assert state(page)["verdict"].startswith("✓ Yes")
        elif page.locator("button[value=next]").is_disabled():
            break
        else:
            page.keyboard.press("ArrowRight")
    assert asked > 0
    assert state(page)["count"].endswith(f"guessed right: {asked} of {asked}")
    assert not opened.errors


_QUESTIONS = """() => JSON.parse(document.querySelector(".stepper > script").textContent).frames.map((frame) => frame.ask || {text: ""})"""


def _place(page: Any) -> int:
    count = state(page)["count"].split()
    return 0 if count[0] == "Before" else int(count[1])


def test_a_wrong_guess_is_told_and_what_is_no_number_is_asked_again(pages: Pages, open_page: OpenPage) -> None:
    page = open_page(pages("steps-small"), fragment="step=5&guess=1").page
    page.keyboard.press("ArrowRight")
    assert state(page)["asked"] == "Which number does B return?"
    assert "returns 3" not in page.locator("body").inner_text()
    page.keyboard.type("three")
    page.keyboard.press("Enter")
    assert page.locator(".hint").inner_text() == "A number is wanted, such as 3, -2.5 or 7/3."
    page.locator(".choices input").fill("12")
    page.keyboard.press("Enter")
    assert state(page)["verdict"] == "✗ Not 12. Right: 3."
    assert step_of(page) == 6
    assert state(page)["focus"] == "next"


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_hints_before_a_guess_come_one_by_one_and_by_keys_alone(
    size: tuple[int, int], pages: Pages, open_page: OpenPage
) -> None:
    opened = open_page(pages("steps-small"), size, fragment="step=5&guess=1")
    page, hint = opened.page, opened.page.locator("form.ask button[value=hint]")
    page.keyboard.press("ArrowRight")
    told = page.locator("form.ask p[role=status]")
    for number, lines in enumerate(("Look at B first.", "MIN keeps the smallest", "B is MIN: min("), 1):
        assert hint.inner_text() == f"Hint ({number} of 3)"
        hint.focus()
        page.keyboard.press("Enter")
        assert lines in told.inner_text()
    assert told.inner_text().endswith("=\u00a0?")
    assert hint.count() == 0
    assert page.evaluate("document.activeElement.matches('form.ask input')")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not opened.errors


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("2.33", "✓"),
        ("7/3", "✓"),
        ("2.3333333", "✓"),
        ("+2.33", "✓"),
        ("2.3", "✗"),
        ("−2.33", "✗"),
        ("inf", "✗"),
        ("2,33", "✓"),
        ("2,333", ""),
        ("", ""),
        ("1/0/3", ""),
    ],
)
def test_a_number_is_read_as_students_write_it(typed: str, verdict: str, tmp_path: Path, open_page: OpenPage) -> None:
    problem = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": [["7/3", 3], [-4, 5]]}
    page = open_page(step_page(tmp_path, load_problem(problem)), fragment="step=1&guess=1").page
    assert state(page)["asked"] == "What is the value of B?"
    page.locator(".choices input").fill(typed)
    page.keyboard.press("Enter")
    assert state(page)["verdict"][:1] == verdict
    assert (state(page)["asked"] == "") == bool(verdict)


@pytest.fixture
def two_on_a_page(tmp_path: Path) -> Path:
    """A page with other text and two solutions, the second folded away."""
    source = (
        '{% extends "base.html" %}{% set styles = ["tree.css", "page.css", "steps.css"] %}{% from "stepper.html" import step_scripts, stepper %}'
        '{% set scripts = ["turn.js", "tree.js"] + films|sum("scripts", [])|unique|list + step_scripts %}{% block title %}Two{% endblock %}'
        "{% block main %}<main><h1>Two</h1>{{ stepper(films[0]) }}<details><summary>The other</summary>{{ stepper(films[1]) }}</details></main>{% endblock %}"
    )
    exercises = [BANK["fall-2014-final-q13"], BANK["minimax-textbook"]]
    films = [stepper_of(one, one.steps(), name=f"q{place}") for place, one in enumerate(exercises, 1)]
    path = tmp_path / "two.html"
    path.write_text(_environment().from_string(source).render(films=films), "utf-8")
    return path


def test_two_on_a_page_do_not_move_each_other(two_on_a_page: Path, open_page: OpenPage) -> None:
    opened = open_page(two_on_a_page)
    page, counts = opened.page, "[...document.querySelectorAll('.count')].map((one) => one.textContent)"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(counts) == ["Step 1 of 12", "Step 1 of 5"]  # keys belong to the one that has the focus
    page.locator(".stepper button[value=next]").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(counts) == ["Step 2 of 12", "Step 1 of 5"]
    page.evaluate("location.hash = 'of=q2&step=4'")
    wait_for_text(page, "details .count", "Step 4 ")
    assert page.evaluate(counts) == ["Step 2 of 12", "Step 4 of 5"]
    assert page.locator("details").get_attribute("open") is not None
    assert (
        page.locator(".stepper").nth(1).locator(".sentence").inner_text() == "A is MAX over 3, 2, 2: max\u00a0=\u00a03."
    )
    assert (
        page.locator(".say").nth(1).evaluate("one => parseFloat(one.style.minHeight)") > 30
    )  # measured when it was seen
    ids = page.eval_on_selector_all("[id]", "all => all.map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert not opened.errors
