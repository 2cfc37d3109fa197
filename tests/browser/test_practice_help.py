"""Hints before the answer and a second try on a practice page, what counts then, and the way to it from feedback."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from console import run
from quizzes import build_quiz

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.filling import Finger, Keyboard, Mouse
from browser.playwright_names import Page, expect
from browser.practice_pages import KINDS, RULES, Practice
from browser.practising import Student
from browser.reloading import reloaded
from grader.course.quiz.built import open_build
from grader.kinds import Exercise
from grader.pages.practice import ruled

WAYS = pytest.mark.parametrize(
    ("way", "size", "dark"), [(Keyboard, LAPTOP, False), (Mouse, LAPTOP, True), (Finger, PHONE, True)]
)
NOON = datetime(2027, 3, 27, 12, tzinfo=UTC)  # the day before clocks are put forward in much of Europe


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    return Practice(tmp_path_factory.mktemp("practice"), [KINDS["minimax"], KINDS["alpha-beta"], KINDS["ucb"]])


def hint(student: Student) -> Any:
    return student.section.locator("button[value=hint]")


def told(student: Student) -> Any:
    return student.section.locator("[data-hints] p")


@WAYS
def test_hints_say_where_then_which_rule_then_the_step_without_its_result(
    way: type[Mouse], size: tuple[int, int], dark: bool, practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file, size, dark=dark)
    student = Student(opened.page, practice, way)
    exercise = student.variant.exercise
    first, second = (step for step in exercise.steps() if step.node in (1, 2))
    names = [exercise.name_of(step.node or 0) for step in (first, second)]
    keys = way(opened.page, exercise, student.place)
    for number, button in enumerate(("Hint", "Hint (2 of 3)", "Hint (3 of 3)"), 1):
        expect(hint(student)).to_have_text(button)
        keys.press(hint(student))
        expect(told(student)).to_have_count(number)
    lines = told(student).all_inner_texts()
    assert lines[0] == f"Look at {names[0]} first."
    assert lines[1] == "MIN keeps the smallest of its children's values."
    assert lines[2].replace("\u00a0", " ") == f"{names[0]} is MIN: {first.formula.rpartition(' = ')[0]} = ?"
    expect(told(student).last).to_be_in_viewport()
    expect(hint(student)).to_be_disabled()
    if way is Keyboard:  # it was pressed and is gone
        expect(student.section.locator("button[value=check]")).to_be_focused()
    box = student.button("Check my answers").bounding_box()
    assert size == LAPTOP or (box is not None and box["height"] >= 44)
    assert violations(opened.page) == []
    student.type({"values": {names[0]: student.right()["values"][names[0]]}})
    expect(hint(student)).to_have_text("Hint")
    keys.press(hint(student))
    expect(told(student)).to_have_text([f"Look at {names[1]} first."])
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not opened.errors


def test_hints_on_what_is_pruned_name_the_node_that_is_cut(practice: Practice, open_page: OpenPage) -> None:
    page = open_page(practice.file).page
    page.locator("[data-exercises] button").nth(1).click()
    student = Student(page, practice)
    student.type({part: answer for part, answer in student.right().items() if part != "pruned"} | {"pruned": []})
    exercise = student.variant.exercise
    cut = next(step for step in exercise.steps() if step.action.value == "cutoff" and step.skipped)
    for _ in range(3):
        hint(student).click()
    lines = [line.replace("\u00a0", " ") for line in told(student).all_inner_texts()]
    name = exercise.name_of(cut.node or 0)
    assert lines[:2] == [f"Look at {name} first.", "A node is cut as soon as α ≥ β."]
    assert lines[2].startswith(f"{name} has [")
    assert lines[2].endswith("]: is α ≥ β?")


@WAYS
def test_the_first_check_tells_parts_right_or_wrong_and_the_second_all(
    way: type[Mouse], size: tuple[int, int], dark: bool, practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file, size, dark=dark)
    student = Student(opened.page, practice, way)
    student.answer(student.right() | {"value": "1000"})
    parts = student.section.locator(".verdict-of")
    expect(parts).to_have_text(["✗ not right yet", "✓ right", "✓ right"])
    expect(student.verdict()).to_contain_text("✗ 2 of 3 parts are right.")
    expect(student.section).not_to_contain_text("Expected")
    expect(student.section.locator(".node.wrong, .node.missing")).to_have_count(0)
    expect(student.section.locator("button[value=next]:visible, [data-bystep]:visible")).to_have_count(0)
    assert violations(opened.page) == []
    reloaded(opened.page)  # what was checked once stays so
    student.answer({})
    expect(parts.first).to_contain_text(f"✗ Expected {student.right()['value']}.")
    expect(student.button("Next exercise")).to_be_visible()
    assert not opened.errors


def test_the_first_check_names_no_mistake(practice: Practice, open_page: OpenPage) -> None:
    student = Student(open_page(practice.file).page, practice)
    student.answer(student.following("all-max"))
    expect(student.verdict()).not_to_contain_text("all-max")
    student.button("Check my answers").click()
    expect(student.verdict()).to_contain_text("(all-max)")


@pytest.mark.parametrize("help_", ["hint", "second try"])
def test_with_help_nothing_is_ruled_out_nor_proved(help_: str, practice: Practice, open_page: OpenPage) -> None:
    page = open_page(practice.file).page
    student = Student(page, practice)
    if help_ == "hint":
        hint(student).click()
    else:
        student.answer(student.following("all-max"))
    student.answer(student.right())
    expect(student.verdict()).to_contain_text("✓ All of it is right.")
    expect(student.verdict()).to_contain_text("With help an exercise counts neither for you nor against you.")
    student.go_on()
    page.get_by_text("What you have practised").click()
    if help_ == "hint":
        expect(page.locator("[data-met]")).to_have_text("No mistake was met so far.")
        expect(student.where()).to_contain_text("0 of 4 common mistakes ruled out")
    else:  # the next one is on the same mistake
        expect(student.where()).to_have_text("Practising one mistake of yours: 0 of 2 right in a row.")
        expect(page.locator("[data-met]")).to_contain_text("still to practise: ")
        assert ("all-max", "") in student.variant.serves


def test_show_me_how_tells_all_at_once(practice: Practice, open_page: OpenPage) -> None:
    student = Student(open_page(practice.file).page, practice)
    student.type(student.following("all-max"))
    student.button("Show me how").click()
    expect(student.section.locator(".verdict-of").first).to_contain_text("Expected")


def test_the_bar_of_a_chosen_node_does_not_cover_the_way_to_check(practice: Practice, open_page: OpenPage) -> None:
    page = open_page(practice.file).page
    student = Student(page, practice)
    student.section.locator("svg:visible .node .shape").first.click()
    bar = page.locator("[data-entry]").bounding_box()
    for button in (student.button("Check my answers"), hint(student)):
        box = button.bounding_box()
        assert box["y"] + box["height"] <= bar["y"]


# from feedback to practice


@pytest.mark.parametrize(("kind", "exercise"), [("minimax", "q1"), ("ucb", "q4")])
def test_a_link_opens_the_page_on_its_mistake(
    kind: str, exercise: str, practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file, fragment=f"mistake={RULES[kind]}&exercise={exercise}")
    student = Student(opened.page, practice)
    expect(student.where()).to_have_text("Practising one mistake of yours: 0 of 2 right in a row.")
    assert RULES[kind] in {name for name, _ in student.variant.serves}
    assert opened.page.evaluate("location.hash") == ""
    opened.page.get_by_text("What you have practised").click()
    expect(opened.page.locator("[data-met]")).to_contain_text("still to practise: ")
    student.answer(student.right())
    expect(student.where()).to_contain_text("1 of 2 right")
    reloaded(opened.page)  # a link holds once
    expect(student.where()).to_contain_text("1 of 2 right")
    assert not opened.errors


@pytest.mark.parametrize(
    "fragment",
    ["mistake=no-such-rule&exercise=q1", "mistake=__proto__", "mistake=&exercise=%00", "mistake=<b>x</b>&step=3"],
)
def test_a_page_without_an_exercise_for_a_mistake_says_so_and_begins_as_usual(
    fragment: str, practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file, PHONE, fragment=fragment)
    expect(opened.page.locator("[data-linked]")).to_have_text("This page has no exercise for that mistake.")
    expect(Student(opened.page, practice).where()).to_contain_text("0 of 4 common mistakes ruled out")
    assert violations(opened.page) == []
    assert not opened.errors


def test_feedback_leads_to_the_exercise_with_one_click(tmp_path: Path, open_page: OpenPage) -> None:
    built = open_build(str(build_quiz(tmp_path, exercises=[KINDS["minimax"]], students=1)))
    (problem,) = built.sheet_of("s001")
    exercise = built.find(problem.problem)
    assert isinstance(exercise, Exercise)
    (tmp_path / "s001.json").write_text(
        json.dumps({"student": "s001", "answers": {problem.problem: by_rule(exercise)}})
    )
    assert run("quiz", "practice", tmp_path / "quiz", "--out", tmp_path / "practice.html").code == 0
    ran = run(
        *("grade", tmp_path / "s001.json", "--quiz", tmp_path / "build", "--out", tmp_path / "results", "--html"),
        *("--practice", "../../practice.html", "--reveal", "verdicts"),
    )
    assert ran.code == 0, ran.err
    opened = open_page(tmp_path / "results" / "s001" / "report.html", PHONE)
    link = opened.page.get_by_role("link", name="Practise this mistake").first
    assert link.get_attribute("href") == "../../practice.html#mistake=all-max&exercise=q1"
    assert (link.bounding_box() or {"height": 0})["height"] >= 44
    assert violations(opened.page) == []
    link.click()
    expect(opened.page.locator("[data-now]")).to_contain_text("Practising one mistake of yours")
    assert not opened.errors


def by_rule(exercise: Exercise) -> dict[str, Any]:
    """Return the answers of who takes the maximum everywhere."""
    fold = next(one.fold for one in ruled(exercise) if one.fold.misconception.name == "all-max")
    parts = exercise.kind.parts
    return {part: parts[part].form.write(exercise.problem, fold.answers[part]) for part in exercise.problem.ask}


# days later


class Days:
    """A page that is opened again some days later; `page` shows it."""

    def __init__(self, page: Page, practice: Practice) -> None:
        self.page, self.student = page, Student(page, practice)

    def open(self, day: int) -> Student:
        """Return the student before the page as it is opened so many days after the first."""
        self.page.clock.set_fixed_time(NOON + timedelta(days=day))
        if self.page.evaluate("localStorage.length"):
            reloaded(self.page)
        else:
            self.page.reload()
        return self.student

    def right(self) -> None:
        self.student.answer(self.student.right())
        self.student.go_on()


@pytest.fixture
def days(tmp_path_factory: pytest.TempPathFactory, open_page: OpenPage) -> Days:
    made = Practice(tmp_path_factory.mktemp("days"), [KINDS["minimax"]])
    opened = Days(open_page(made.file).page, made)
    opened.open(0)
    for _ in range(6):  # until all mistakes are ruled out
        opened.right()
    expect(opened.student.where()).to_contain_text("You have kept every rule")
    return opened


def due(student: Student) -> int:
    words = student.where().inner_text()
    return int(words.split()[0]) if words.endswith("due for a check.") else 0


def test_mistakes_come_back_after_1_3_7_and_21_days_and_then_no_more(days: Days) -> None:
    day = 0
    for interval in (1, 3, 7, 21):
        assert due(days.open(day + interval - 1)) == 0
        day += interval
        number = due(days.open(day))
        assert number == 4
        expect(days.student.where()).to_have_text("4 mistakes that you ruled out are due for a check.")
        while due(days.student):
            days.right()
            assert due(days.student) < number
            number = due(days.student)
    assert due(days.open(day + 400)) == 0


def test_one_that_is_due_and_wrong_needs_two_in_a_row_and_is_due_again_after_a_day(days: Days) -> None:
    assert due(days.open(1)) == 4
    days.student.insist(days.student.following("all-max"))
    expect(days.student.where()).to_have_text("Practising one mistake of yours: 0 of 2 right in a row.")
    days.student.go_on()
    days.right()
    expect(days.student.where()).to_have_text("Practising one mistake of yours: 1 of 2 right in a row.")
    days.right()
    while due(days.student):
        days.right()
    assert due(days.open(2)) == 1
    expect(days.student.where()).to_have_text("1 mistake of yours is due for a check.")
    both = days.page.evaluate("practiceWords.now({ due: 11, ownDue: 1, focus: null }, false)")
    assert both == "1 mistake of yours and 10 others are due for a check."


def test_a_clock_that_went_back_counts_as_today(days: Days) -> None:
    assert due(days.open(-30)) == 0
    days.right()
    assert due(days.open(-29)) == 4


def test_progress_of_an_older_page_is_kept_and_due_a_day_later(days: Days) -> None:
    days.page.evaluate(
        """() => { for (const key of Object.keys(localStorage).filter(key => key.startsWith("gametree-practice"))) {
            const { tried, hints, of, ...older } = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...older, of: of.map(({ dates, today, ...one }) => one) }));
        } }"""
    )
    assert due(days.open(50)) == 0
    expect(days.student.where()).to_contain_text("You have kept every rule")
    days.right()
    assert due(days.open(51)) == 4


@pytest.mark.parametrize(
    "broken",
    ["setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }", "getItem = () => '{\"of\": 3}'"],
)
def test_a_browser_that_keeps_nothing_gives_hints_and_a_second_try_all_the_same(
    broken: str, practice: Practice, open_page: OpenPage
) -> None:
    opened = open_page(practice.file)
    opened.page.add_init_script(f"Storage.prototype.{broken};")
    opened.page.reload()
    student = Student(opened.page, practice)
    hint(student).click()
    expect(told(student)).to_have_count(1)
    student.insist(student.following("all-max"))
    expect(student.section.locator(".verdict-of").first).to_contain_text("Expected")
    assert not opened.errors
