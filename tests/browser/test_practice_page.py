"""The practice page in a browser: a mistake is named, its exercise comes next, and after two right ones it goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Keyboard, Mouse
from browser.playwright_names import expect
from browser.practice_pages import KINDS, RULES, Practice
from browser.practising import Student
from browser.reloading import reloaded

WAYS: dict[str, tuple[type[Mouse], tuple[int, int], bool]] = {
    "minimax": (Keyboard, LAPTOP, False),
    "alpha-beta": (Mouse, LAPTOP, True),
    "expectiminimax": (Finger, PHONE, False),
    "ucb": (Finger, PHONE, True),
}
"""How each kind is answered: with what, in which window, in dark colours or not."""


@pytest.fixture(scope="module")
def of_all_kinds(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    return Practice(tmp_path_factory.mktemp("practice"), list(KINDS.values()))


@pytest.fixture(scope="module")
def of_one(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    return Practice(tmp_path_factory.mktemp("practice"), [KINDS["minimax"]])


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_is_named_and_practised_until_two_in_a_row_are_right(
    kind: str, of_all_kinds: Practice, open_page: OpenPage
) -> None:
    way, size, dark = WAYS[kind]
    opened = open_page(of_all_kinds.file, size, dark=dark)
    student, rule = Student(opened.page, of_all_kinds, way), RULES[kind]
    opened.page.locator("[data-exercises] button").nth(list(KINDS).index(kind)).click()
    first = student.place
    student.insist(student.following(rule))
    expect(student.verdict()).to_contain_text(f"({rule})")
    expect(student.verdict()).to_contain_text("It shows first here")
    expect(student.verdict()).to_be_focused()
    expect(student.section.locator(".node.wrong, .edge.wrongcut, .edge.missed").first).to_be_attached()
    named = student.section.locator(".node").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert any(label.endswith(("; wrong", "; missing", "; wrongly cut above", "though skipped")) for label in named)
    assert violations(opened.page) == []
    for right in range(2):
        student.go_on()
        expect(student.where()).to_have_text(f"Practising one mistake of yours: {right} of 2 right in a row.")
        assert (rule, "") in student.variant.serves
        assert student.place != first
        student.answer(student.right())
        expect(student.verdict()).to_have_text("✓ All of it is right.")
    student.go_on()
    expect(student.where()).not_to_contain_text("Practising one mistake")
    opened.page.get_by_text("What you have practised").click()
    expect(opened.page.locator("[data-met]")).to_contain_text("✓ mended:")
    expect(opened.page.locator("[data-met]")).to_contain_text(rule)
    assert not opened.errors
    assert not opened.requests


def test_reloading_keeps_progress_and_what_was_typed_until_it_is_cleared(of_one: Practice, open_page: OpenPage) -> None:
    page = open_page(of_one.file).page
    student = Student(page, of_one)
    student.insist(student.following("all-max"))
    student.go_on()
    place = student.place
    student.type({"value": student.right()["value"]})
    reloaded(page)
    assert student.place == place
    expect(student.where()).to_have_text("Practising one mistake of yours: 0 of 2 right in a row.")
    expect(student.section.locator('[data-part="0"] input')).to_have_value(str(student.right()["value"]))
    page.get_by_text("What you have practised").click()
    page.get_by_role("button", name="Clear my progress").click()
    page.get_by_role("button", name="Clear all", exact=True).click()
    expect(student.where()).to_contain_text("0 of 4 common mistakes ruled out")
    expect(student.section.locator('[data-part="0"] input')).to_have_value("")
    reloaded(page)
    expect(student.where()).to_contain_text("0 of 4 common mistakes ruled out")


def test_a_page_on_which_nothing_was_done_keeps_nothing_and_writes_over_nothing(
    of_one: Practice, open_page: OpenPage
) -> None:
    page = open_page(of_one.file).page
    expect(page.locator("[data-lost]")).to_be_hidden()
    assert page.evaluate("({...localStorage})") == {}
    student = Student(page, of_one)
    student.insist(student.following("all-max"))
    before = page.evaluate("({...localStorage})")
    other = page.context.new_page()
    other.add_init_script("Storage.prototype.getItem = () => null;")
    other.goto(page.url)
    expect(Student(other, of_one).where()).to_contain_text("0 of 4 common mistakes ruled out")
    reloaded(page)
    assert page.evaluate("({...localStorage})") == before


def test_what_a_browser_kept_of_another_page_is_no_progress(of_one: Practice, open_page: OpenPage) -> None:
    opened = open_page(of_one.file)
    student = Student(opened.page, of_one)
    student.insist(student.following("all-max"))
    student.go_on()
    expect(student.where()).to_contain_text("Practising one mistake")
    for kept in ("{}", "no JSON", '{"exercise": 7, "now": "<b>", "shown": [], "of": []}'):
        opened.page.evaluate(
            "kept => { for (const key of Object.keys(localStorage)) if (key.startsWith('gametree-practice')) localStorage.setItem(key, kept); }",
            kept,
        )
        reloaded(opened.page)
        expect(student.where()).to_contain_text("0 of 4 common mistakes ruled out")
    assert not opened.errors


def test_nothing_is_judged_before_something_is_answered_and_nothing_counts_once_all_was_told(
    of_one: Practice, open_page: OpenPage
) -> None:
    student = Student(open_page(of_one.file).page, of_one)
    student.answer({})
    expect(student.section.locator("[data-unjudged]")).to_have_text("Nothing to check yet: 3 parts are blank.")
    expect(student.verdict()).to_be_hidden()
    student.insist(student.following("all-max"))
    student.type({"value": "5"})
    expect(student.verdict()).to_be_hidden()
    expect(student.section.locator(".verdict-of").first).to_be_hidden()
    student.section.locator('[data-part="0"] input').fill(str(student.right()["value"]))
    student.section.locator('[data-part="1"] select').select_option(student.right()["best-move"])
    student.answer({"values": student.right()["values"]})
    expect(student.verdict()).to_contain_text("All of it is right")
    expect(student.verdict()).to_contain_text("Only the first check of an exercise counts.")
    expect(student.where()).to_contain_text("0 of 2 right in a row")


def test_each_part_says_what_was_expected_and_the_step_behind_it(of_one: Practice, open_page: OpenPage) -> None:
    student = Student(open_page(of_one.file).page, of_one)
    student.insist(student.right() | {"value": "1000", "best-move": None})
    value, move, values = (student.section.locator(f'[data-part="{place}"] .verdict-of') for place in range(3))
    expect(value).to_contain_text(f"✗ Expected {student.right()['value']}.")
    expect(value).to_contain_text("A is MAX over")
    expect(move).to_have_text("blank")
    expect(values).to_have_text("✓ right")
    expect(student.verdict()).to_contain_text("No wrong rule that is known explains all of it.")


def test_a_student_who_is_stuck_is_shown_the_steps_and_can_guess_them_first(
    of_one: Practice, open_page: OpenPage
) -> None:
    opened = open_page(of_one.file)
    student = Student(opened.page, of_one)
    student.button("Show me how").click()
    stepper = student.section.locator(".stepper")
    expect(stepper.locator(".count")).to_contain_text("Step 1 of")
    stepper.get_by_label("Guess first").check()
    expect(stepper.locator(".question")).to_be_visible()
    student.go_on()
    expect(student.section.locator(".stepper")).to_have_count(0)  # the next one's wait until they are asked for
    assert not opened.errors


@pytest.mark.parametrize("kind", ["positions", "cost"])
def test_the_picture_beside_the_steps_shows_its_nodes(kind: str, tmp_path: Path, open_page: OpenPage) -> None:
    practice = Practice(tmp_path, [f"{{id: q1, generate: {{kind: {kind}}}}}"])
    student = Student(open_page(practice.file).page, practice)
    student.button("Show me how").click()
    nodes = student.section.locator(".stepper svg:visible .node")
    expect(nodes.first).to_be_visible()
    assert all(node.is_visible() for node in nodes.all())


def test_the_steps_open_where_the_mistake_shows_first(of_one: Practice, open_page: OpenPage) -> None:
    student = Student(open_page(of_one.file).page, of_one)
    student.insist(student.following("all-min"))
    student.button("See it step by step").click()
    root = next(number for number, step in enumerate(student.variant.exercise.steps(), 1) if step.node == 0)
    assert root > 1
    expect(student.section.locator(".stepper .count")).to_contain_text(f"Step {root} of")


def test_problems_that_no_page_may_break_on_are_shown_step_by_step_too(
    pages: Callable[[str], Path], open_page: OpenPage
) -> None:
    opened = open_page(pages("practice-hostile"), PHONE)
    for exercise in opened.page.locator("[data-exercises] button").all():
        exercise.click()
        opened.page.locator(".current [value=give-up]").click()
        expect(opened.page.locator(".current .stepper .count")).to_contain_text("Step 1 of")
        expect(opened.page.locator(".current [data-verdict]")).to_have_text("This is how it goes.")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not opened.errors


def test_paper_has_the_exercise_that_is_shown_and_none_of_the_others(of_one: Practice, open_page: OpenPage) -> None:
    page = open_page(of_one.file).page
    page.emulate_media(media="print")
    expect(page.locator("section.problem:visible")).to_have_count(1)
    for name in ("[data-check]", "[data-practising]", ".hand-in"):
        expect(page.locator(name).first).to_be_hidden()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_answers_can_be_checked_while_the_bar_of_a_node_is_open(
    size: tuple[int, int], of_one: Practice, open_page: OpenPage
) -> None:
    page = open_page(of_one.file, size).page
    page.locator("section.current svg:visible .node[data-node] .shape").first.click()
    tree, bar = page.locator("section.current .treebox"), page.locator("[data-entry]")
    tree.evaluate("one => scrollTo({top: scrollY + one.getBoundingClientRect().bottom - 200, behavior: 'instant'})")
    expect(bar).to_be_visible()
    bottom = bar.bounding_box()["y"]
    boxes = [one.bounding_box() for one in page.locator("section.current [data-check] button:visible").all()]
    assert len(boxes) == 3
    assert all(box["y"] > 0 and box["y"] + box["height"] <= bottom for box in boxes)
