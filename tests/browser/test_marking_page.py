"""The page on which a person marks answers in words: rubric and marks, keys, names, what is kept, and the file of decisions that it hands out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from answers_in_words import HOSTILE, RUBRIC, answers, decided, exercise, finder

from browser.axe import violations
from browser.conftest import LAPTOP, PHONE, OpenPage
from browser.playwright_names import Page, expect
from browser.reloading import in_another_tab, reloaded
from grader.core.documents.writing import guard
from grader.core.games.text_question import TEXT
from grader.course.adjusting import Action, Decision
from grader.course.decisions import read_decisions
from grader.course.held_answers import COLUMNS, HeldAnswer, table_of
from grader.course.marking_page import marking_page
from grader.kinds import Exercise

SAYS = [str(line["says"]) for line in RUBRIC]
GIVEN = [*answers("q2", "q2", 2), *answers("q5", "q5", 4)]
Opening = Callable[..., Page]


@pytest.fixture
def opened(tmp_path: Path, open_page: OpenPage) -> Opening:
    """Return what opens the page of these answers."""

    def opens(
        given: Sequence[HeldAnswer] = GIVEN,
        exercises: Sequence[Exercise] = (),
        size: tuple[int, int] = LAPTOP,
        **options,
    ) -> Page:
        file = tmp_path / "marking.html"
        find = finder(*(exercises or (exercise("q2", rubric=[]), exercise("q5"))))
        file.write_text(marking_page(given, find, "Week 5"), "utf-8")
        return open_page(file, size, **options).page

    return opens


def heading(page: Page) -> str:
    return str(page.locator("h2").inner_text())


def marks(page: Page) -> str:
    return str(page.get_by_label("Marks", exact=True).input_value())


def to_q5(page: Page) -> None:
    page.get_by_role("button", name="q5").click()


def downloaded(page: Page) -> bytes:
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download marks").click()
    assert waited.value.suggested_filename == "marks.csv"
    return Path(waited.value.path()).read_bytes()


def in_order(given: Sequence[HeldAnswer]) -> list[HeldAnswer]:
    return sorted(given, key=lambda one: (one.exercise, one.rank))


def test_ticked_lines_fill_the_marks_within_their_bounds_and_can_be_typed_over(opened: Opening) -> None:
    page = opened()
    to_q5(page)
    assert heading(page) == "Answer 1 of 4 to q5"
    for line, sum_ in ((1, "0.5"), (0, "1.5"), (2, "3"), (3, "2.5"), (2, "0.5"), (0, "0"), (1, "0"), (3, "")):
        page.get_by_role("checkbox", name=SAYS[line]).click()
        assert marks(page) == sum_
    page.get_by_role("checkbox", name=SAYS[0]).click()
    page.get_by_label("Marks", exact=True).fill("2,5")
    expect(page.get_by_role("checkbox", name=SAYS[0])).to_be_checked()
    expect(page.get_by_role("button", name="q5")).to_have_text("q5 1 of 4 marked")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3.5", "expected at most 3"),
        ("-1", "expected 0 or more"),
        ("7/2", "expected at most 3"),
        ("1/3", "expected at most 2 decimals, such as 0.33"),
        ("1,250", "1250 or 1.250?"),
        ("good", "expected a number such as 1, 2.5 or 1/2"),
        ("1/0", "expected a number such as 1, 2.5 or 1/2"),
        ("∞", "expected a number such as 1, 2.5 or 1/2"),
    ],
)
def test_marks_that_cannot_be_are_said_and_left_out(typed: str, said: str, opened: Opening) -> None:
    page = opened()
    field = page.get_by_label("Marks", exact=True)
    field.fill(typed)
    expect(page.locator("[data-amiss]")).to_have_text(said)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(f"of 3 ⚠ {said}")
    page.get_by_label("Marked by").fill("Ada")
    assert not read_decisions([("marks.csv", downloaded(page))])
    said_done = "marks.csv is in your downloads: 0 of 6 marked, 6 are not marked yet. Marks that cannot be read are left out: 1."
    expect(page.locator("[data-done]")).to_have_text(said_done)
    field.fill("1/2")
    expect(page.locator("[data-amiss]")).to_have_text("")
    [one] = read_decisions([("marks.csv", downloaded(page))])
    assert one.value == Fraction(1, 2)


def test_points_that_no_decision_can_state_are_set_in_full(opened: Opening) -> None:
    thirds = exercise(
        "q5", points="2/3", rubric=[{"points": "1/3", "says": "half"}, {"points": "1/3", "says": "other half"}]
    )
    page = opened(answers("q5", "q5", 1, 0.6667), [thirds])
    page.keyboard.press("1")
    assert marks(page) == "0.33"
    expect(page.locator("[data-most]")).to_have_text("of 2/3")
    page.keyboard.press("2")
    page.get_by_label("Marked by").fill("Ada")
    [one] = read_decisions([("marks.csv", downloaded(page))])
    assert (one.what, one.value) == ("set full", None)


def test_all_is_done_with_keys(opened: Opening) -> None:
    page = opened()
    press = page.keyboard.press
    page.locator("h2").focus()
    press("k")
    expect(page.locator("[data-live]")).to_have_text("That is the first answer.")
    for key, place in (
        ("j", "2 of 2 to q2"),
        ("ArrowRight", "1 of 4 to q5"),
        ("J", "2 of 4 to q5"),
        ("ArrowLeft", "1 of 4 to q5"),
    ):
        press(key)
        assert heading(page) == f"Answer {place}"
        expect(page.locator("[data-live]")).to_have_text(f"Answer {place}")
        expect(page.locator("h2")).to_be_focused()
    press("1")
    press("4")
    assert marks(page) == "0"
    press("4")
    expect(page.locator("[data-live]")).to_have_text(f"Not ticked: {SAYS[3]}. Marks: 1.")
    press("9")
    press("m")
    page.keyboard.type("2.5")
    assert marks(page) == "2.5"
    press("Enter")
    assert heading(page) == "Answer 2 of 4 to q5"
    press("r")
    page.keyboard.type("jk1 0")
    press("Escape")
    assert heading(page) == "Answer 2 of 4 to q5"
    press("0")
    assert marks(page) == "0"
    press("k")
    press("u")
    assert heading(page) == "Answer 3 of 4 to q5"
    assert page.get_by_label("Remark").input_value() == ""
    page.locator('svg.wide .node[data-node="0"]').focus()
    press("ArrowDown")
    assert heading(page) == "Answer 3 of 4 to q5"
    expect(page.locator('svg.wide .node[data-node="1"]')).to_be_focused()


def test_names_are_hidden_until_they_are_asked_for(opened: Opening) -> None:
    page = opened()
    students = [one.student for one in in_order(GIVEN)]
    assert "s100" not in page.locator("main").inner_text()
    page.get_by_label("Show names").check()
    expect(page.locator("[data-student]")).to_have_text(f"by {students[0]}")
    page.get_by_role("button", name="Next →").click()
    expect(page.locator("[data-student]")).to_have_text(f"by {students[1]}")
    page.get_by_label("Show names").uncheck()
    assert "s100" not in page.locator("main").inner_text()


def test_a_page_that_was_closed_goes_on(opened: Opening) -> None:
    page = opened()
    assert page.evaluate("localStorage.length") == 0
    page.get_by_label("Marked by").fill("Ada")
    page.get_by_label("Marks", exact=True).fill("2")
    to_q5(page)
    page.get_by_role("checkbox", name=SAYS[1]).check()
    page.get_by_label("Remark").fill("and then?")
    before = downloaded(page)
    reloaded(page)
    assert heading(page) == "Answer 2 of 2 to q2"
    expect(page.get_by_label("Marked by")).to_have_value("Ada")
    assert downloaded(page) == before
    page.get_by_role("button", name="Next →").click()
    expect(page.get_by_role("checkbox", name=SAYS[1])).to_be_checked()
    expect(page.get_by_label("Remark")).to_have_value("and then?")


def test_a_browser_that_keeps_nothing_is_said(opened: Opening) -> None:
    page = opened()
    expect(page.get_by_text("Your marks are not kept")).to_be_hidden()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    page.reload()
    expect(page.get_by_text("Your marks are not kept")).to_be_visible()
    page.get_by_label("Marks", exact=True).fill("2")
    expect(page.get_by_role("button", name="q2")).to_have_text("q2 1 of 2 marked")


def test_the_download_is_a_file_of_decisions(opened: Opening) -> None:
    page = opened()
    page.get_by_role("button", name="Download marks").click()
    expect(page.get_by_text("Who marks? Write your name first, then download again.")).to_be_visible()
    expect(page.get_by_label("Marked by")).to_be_focused()
    page.get_by_label("Marked by").fill("=Ada, B.")
    page.get_by_label("Marks", exact=True).fill("2.50")
    page.get_by_label("Remark").fill('-1 for "style",\nelse good')
    to_q5(page)
    page.get_by_role("checkbox", name=SAYS[1]).check()
    page.get_by_role("checkbox", name=SAYS[2]).check()
    page.get_by_role("button", name="Next →").click()
    page.get_by_label("Remark").fill("only a remark")
    content = downloaded(page)
    expect(page.locator("[data-done]")).to_have_text(
        "marks.csv is in your downloads: 2 of 6 marked, 4 are not marked yet."
    )
    rows = [*csv.reader(io.StringIO(content.decode(), newline=""))]
    given = in_order(GIVEN)
    assert rows[0] == [*COLUMNS]
    assert [row[:5] for row in rows[1:]] == [[one.exercise, one.student, TEXT, "3", one.answer] for one in given]
    assert rows[1][5:] == ["2.5", "'=Ada, B.", "marked", '\'-1 for "style",\nelse good']
    assert rows[3][5:] == ["2.5", "'=Ada, B.", "marked", f"{SAYS[1]}; {SAYS[2]}"]
    assert rows[2][5:] == ["", "", "marked", ""]
    found = read_decisions([("marking.csv", content)])
    assert [(one.exercise, one.part, [*one.students], one.action, one.value, one.note) for one in found] == [
        ("q2", TEXT, [given[0].student], Action.SET, Fraction(5, 2), rows[1][8]),
        ("q5", TEXT, [given[2].student], Action.SET, Fraction(5, 2), rows[3][8]),
        ("q5", TEXT, [given[3].student], None, None, "only a remark"),
    ]


def test_what_is_decided_stands_there_and_a_later_decision_counts_more(opened: Opening) -> None:
    def decided_as(decision: Decision) -> list[HeldAnswer]:
        return [one._replace(marked=decision) if one.student == "s1000" else one for one in answers("q5", "q5", 3)]

    first = decided_as(decided("q5", "1.5", f"{SAYS[0]}; {SAYS[1]}; well said", by="Bea"))
    page = opened(first, [exercise("q5")])
    expect(page.get_by_label("Marked by")).to_have_value("Bea")
    expect(page.get_by_role("button", name="q5")).to_have_text("q5 1 of 3 marked")
    page.get_by_label("Marked by").fill("Ada")
    assert downloaded(page).decode() == "".join(table_of(in_order(first)))
    place = [one.student for one in in_order(first)].index("s1000")
    page.get_by_role("button", name="q5").click()
    while heading(page) != f"Answer {place + 1} of 3 to q5":
        page.keyboard.press("j" if place else "k")
    assert [box.is_checked() for box in page.locator("fieldset input").all()] == [True, True, False, False]
    expect(page.get_by_label("Remark")).to_have_value("well said")
    page.get_by_label("Marks", exact=True).fill("2")
    [mine] = read_decisions([("marks.csv", downloaded(page))])
    assert (mine.by, mine.value, mine.note) == ("Ada", 2, f"{SAYS[0]}; {SAYS[1]}; well said")
    file = Path(page.evaluate("decodeURIComponent(location.pathname)"))
    file.write_text(marking_page(decided_as(decided("q5", 3, by="Cy")), finder(exercise("q5")), "Week 5"), "utf-8")
    reloaded(page)
    [theirs] = read_decisions([("marks.csv", downloaded(page))])
    assert (theirs.by, theirs.value) == ("Cy", 3)


def test_hostile_texts_are_shown_as_text_and_run_nowhere(opened: Opening) -> None:
    given = [HeldAnswer("q5", f"s{place}", "q5", 3, text) for place, text in enumerate(HOSTILE)]
    page = opened(given, [exercise("q5", rubric=[{"points": 1, "says": "=<b>1</b>"}])])
    for place, one in enumerate(in_order(given), 1):
        assert heading(page) == f"Answer {place} of {len(given)} to q5"
        shown = one.answer.replace("\u202e", "\\u202e").replace("\u202c", "\\u202c").replace("\u200b", "\\u200b")
        assert page.locator("blockquote").text_content() == shown
        assert page.locator("blockquote *").count() == 0
        page.keyboard.press("1")
        page.keyboard.press("j")
    page.get_by_label("Marked by").fill("Ada")
    rows = [*csv.reader(io.StringIO(downloaded(page).decode(), newline=""))][1:]
    assert [row[4] for row in rows] == [guard(one.answer) for one in in_order(given)]
    assert {row[8] for row in rows} == {"'=<b>1</b>"}
    assert "run" not in page.title()


def test_the_page_guards_cells_as_the_program_does(opened: Opening) -> None:
    letters = [chr(code) for code in [*range(0xD800), *range(0xE000, 0x10000), *range(0xDFFF0, 0xE1010)]]
    texts = [f"{letter}{sign}1" for letter in letters for sign in ("", "=")]
    texts += ["-1", "-1.5", "+1", "-1/2", "--1", "+", "", "1\n=", "＝1", "-1\n"]
    theirs = opened().evaluate("texts => texts.map(markingTable.guard)", texts)
    assert [one for one, their in zip(texts, theirs, strict=True) if guard(one) != their] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_answer_can_be_read_by_everyone_and_fits(
    size: tuple[int, int], dark: bool, pages, open_page: OpenPage
) -> None:
    page = open_page(pages("marking-hostile"), size, dark=dark).page
    for place in range(len(HOSTILE) + 2):
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if place in (0, len(HOSTILE), len(HOSTILE) + 1):
            page.get_by_label("Marks", exact=True).fill("many")
            page.get_by_label("Show names").check()
            assert not violations(page)
        page.get_by_role("button", name="Next →").click()
    page.get_by_role("button", name="Download marks").click()
    assert not violations(page)


def test_a_phone_shows_the_answer_and_its_marks_before_the_tree_and_turns_it(opened: Opening) -> None:
    page = opened(size=PHONE)
    page.get_by_role("button", name="Next not marked").tap()
    expect(page.locator("svg.tall")).to_be_visible()
    boxes = [page.locator(one).bounding_box()["y"] for one in ("blockquote", "[data-marks]", ".treebox")]
    assert boxes == sorted(boxes)
    for button in page.locator("button:visible").all():
        assert button.bounding_box()["height"] >= 44


def test_hundreds_of_personal_trees_are_no_burden(opened: Opening) -> None:
    given = [one._replace(problem=f"p{place}") for place, one in enumerate(answers("q5", "q5", 400))]
    page = opened(given, [exercise(f"p{place}", leaf=place % 30) for place in range(400)])
    page.locator("h2").focus()
    for _ in range(50):
        page.keyboard.press("1")
        page.keyboard.press("j")
    assert heading(page) == "Answer 51 of 400 to q5"
    assert page.locator(".treebox").count() == page.locator("blockquote").count() == 1
    stored = json.loads(page.evaluate("localStorage.getItem(localStorage.key(0))"))
    assert len(stored["marks"]) == 50


def test_it_prints_the_answer_with_its_marks_and_its_tree(opened: Opening) -> None:
    page = opened()
    to_q5(page)
    page.get_by_role("checkbox", name=SAYS[0]).check()
    page.get_by_label("Remark").fill("and then?")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    expect(page.get_by_text(f"1 of 3: {SAYS[0]}; and then?")).to_be_visible()
    expect(page.locator("blockquote")).to_be_visible()
    expect(page.locator(".treebox svg.wide")).to_be_visible()


def test_another_tab_adds_to_what_is_kept(opened: Opening) -> None:
    page = opened()
    other = in_another_tab(page)
    page.get_by_label("Marks", exact=True).fill("1")
    expect(other.get_by_role("button", name="q2")).to_have_text("q2 1 of 2 marked")
    other.keyboard.press("j")
    other.get_by_label("Marks", exact=True).fill("2")
    expect(page.get_by_role("button", name="q2")).to_have_text("q2 2 of 2 marked")
