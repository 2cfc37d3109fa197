"""The page of a class report: what it says first, its dots, its tree with the shares of the class, and that it is well built."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise

import pytest
from banked import BANK
from made_results import SMALL, entry, not_gradable, part, problem, read, report_on, result
from read_pages import Structure
from test_class_focus import wrong_rule
from test_class_nodes import report_on as report_of
from test_class_nodes import results_of

from grader import grade, load_problem, render
from grader.core.errors import Fault
from grader.course.report import ClassReport, class_report
from grader.course.report.class_page import WIDTH, Find, behind, class_page, histogram
from grader.course.report.tallies import MisconceptionTally

NOBODY = class_report([], [], 5)


@pytest.mark.parametrize(("students", "dots", "each"), [(1, 1, 1), (40, 40, 1), (60, 60, 1), (61, 31, 2), (400, 40, 10), (3001, 31, 100)])  # fmt: skip
def test_there_are_never_too_many_dots_and_each_stands_for_as_many_students(
    students: int, dots: int, each: int
) -> None:
    told = behind(MisconceptionTally("all-max", 1, 1, 1), students)
    assert (told.dots, told.on) == (dots, 1)
    assert behind(MisconceptionTally("all-max", students, 1, 1), students).on <= dots
    held = [wrong_rule(f"s{place}", "p", 0, "all-max") for place in range(min(students, 400))]
    if students <= 400:
        assert (f"One dot stands for {each} students." in class_page(report_on(*held))) == (each > 1)


@pytest.mark.parametrize("id_", ["four-ply-trace", "minimax-four-plies", "expecti-fall-2005-q7", "ucb-slide-wins"])
def test_the_tree_shows_the_share_of_the_class_at_every_node_that_was_asked(id_: str) -> None:
    report = report_of(results_of(id_, 20, 1))
    page = class_page(report, BANK.find)
    exercise = BANK[id_]
    carrier = next(one for one in report.problems[0].parts if one.part == exercise.kind.wrong.carrier)
    rows = dict(re.findall(r'<th scope="row">([^<]+)</th>.*?"number">(\d+) of 20</td>', page))
    assert rows.keys() >= set(exercise.solve()[carrier.part])
    for tally in carrier.nodes:
        if tally.node in exercise.solve()[carrier.part]:
            assert rows[tally.node] == str(tally.right)
            assert f"{tally.node}: {tally.right} of 20 are right" in page
            assert re.search(rf'aria-label="{tally.node}(?:,|:)[^"]*\b{5 * tally.right} % right', page)
    assert page.count('class="tree') >= 2


def test_of_several_numbers_in_a_node_the_page_names_the_one_that_is_counted() -> None:
    exercise = BANK["min-chooses"]
    right = exercise.solve()
    some_total = next(iter(right["totals"]))
    wrong_total = right | {"totals": right["totals"] | {some_total: 99}}
    wrong_visit = right | {"visits": right["visits"] | {some_total: 99}}
    for answers, said in (
        ([wrong_total] * 2, "Nowhere: everybody is right at every node in Visits."),
        ([right, wrong_visit], "Beside the nodes Visits alone is counted."),
        ([right, wrong_visit], f"{some_total}: 1 of 2 are right in Visits (50 %)."),
    ):
        outcomes = (grade({"answers": {"min-chooses": one}}, exercise) for one in answers)
        page = class_page(report_of([json.loads(render(one, "json")) for one in outcomes]), BANK.find)
        assert said in page


def test_where_only_what_is_skipped_was_asked_the_tree_shows_who_cuts_where() -> None:
    skipped = [("correct", "G"), ("missing", "H")]
    entries = [[entry(verdict, node, node if verdict == "correct" else None, node) for verdict, node in skipped]]
    entries.append([entry("extra", "D", "D"), entry("correct", "G", "G", "G"), entry("correct", "H", "H", "H")])
    id_ = "fall-2014-final-q13"
    held = [
        result(
            f"s{place}",
            problem(
                id_,
                part("value", 1, 1, entry("correct", None, "3", "3")),
                part("pruned", 0, 3, *one),
                kind="alpha-beta",
            ),
        )
        for place, one in enumerate(entries)
    ]
    page = class_page(report_on(*held), BANK.find)
    assert "C: 1 of 2 are right (50 %). 1 cut less." in page
    assert "B: 1 of 2 are right (50 %). 1 cut more." in page
    assert "A: 2 of 2 are right (100 %)." in page


def no_tree(report: ClassReport, find: Find | None = BANK.find) -> str:
    """Return why there is no tree."""
    page = class_page(report, find)
    assert 'class="treebox"' not in page.partition("<script>")[0]
    return re.findall(r"<p>(No tree[^<]*)</p>", page)[0]


def test_why_there_is_no_tree_is_said() -> None:
    results = results_of("tie-any", 3, 0)
    assert "Name its file with --problems" in no_tree(report_of(results), None)
    assert "is not at hand: there is no problem" in no_tree(report_of(results), lambda _: Fault("there is no problem"))
    results[0]["provenance"]["problems"]["tie-any"] = "sha256:" + "0" * 64
    assert "come from 2 versions of the problem, whose trees may differ" in no_tree(report_of(results))
    assert "file has changed since" in no_tree(report_of(results[:1]))
    silent = [result(f"s{place}", problem("tie-any", part("values", 0, 1), kind="alpha-beta")) for place in range(2)]
    assert "2 results say marks only" in no_tree(report_on(*silent))
    other = result("a", problem("tie-any", part("visited", 1, 1, entry("correct", "A", "A", "A")), kind="alpha-beta"))
    assert "nothing was asked that is about single nodes" in no_tree(report_on(other))


def test_a_tree_that_is_too_large_is_a_table() -> None:
    tree = [[place * 10 + leaf for leaf in range(9)] for place in range(40)]
    exercise = load_problem({"format": "gametree-problem/1", "id": "big", "kind": "minimax", "tree": tree})
    outcome = grade({"answers": {"big": {"values": {"A": 3}}}}, exercise)
    page = class_page(report_of([json.loads(render(outcome, "json"))]), lambda _: exercise)
    assert "No tree: a tree of 401 nodes is too large to be drawn" in page
    assert "0 of 1" in page.partition("What the class did at each node")[2]


def test_the_page_is_well_built_and_reaches_for_nothing_outside() -> None:
    report = report_of(results_of("four-ply-trace", 5, 0))
    for page in (class_page(report_on(*SMALL)), class_page(report, BANK.find), class_page(NOBODY)):
        outline = Structure(page)
        policy = next(tag["content"] for tag in outline.named("meta") if tag.get("http-equiv"))
        assert str(policy).startswith("default-src 'none'")
        assert outline.named("html") == [{"lang": "en"}]
        assert not {"img", "link", "iframe", "object", "base", "form"} & {tag for tag, _ in outline.tags}
        assert not [name for _, attributes in outline.tags for name in attributes if name.startswith("on") or name in ("src", "style")]  # fmt: skip
        assert all(str(tag["href"]).startswith("#") for tag in outline.named("a"))
        levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch("h[1-6]", tag)]
        assert (levels[0], levels.count(1)) == (1, 1)
        assert all(after <= before + 1 for before, after in pairwise(levels))
        ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
        assert {str(tag["href"])[1:] for tag in outline.named("a")} <= set(ids)
        assert all(tag["scope"] in ("col", "row") for tag in outline.named("th"))


def test_everything_that_a_report_holds_stands_on_the_page() -> None:
    text = "".join(Structure(class_page(report_on(*SMALL))).words)
    for words in ("3 students, 2 questions, 4 points, 4 results read", "whole question", "all-max", "rounded already"):
        assert words in text
    assert "Every player's node takes the maximum of its children." in text
    assert "One slip, all else right or following from it: 1 student." in text
    assert "s4 (broken.yaml)" in text


def test_questions_stand_in_the_order_of_the_quiz_each_with_the_id_by_which_decisions_call_it() -> None:
    titles = {"p1": "Pruning", "p2": "Pruning", "p3": "p3"}
    made = report_on(result("a", *(problem(id_, part("value", 1)) for id_ in ("p3", "p1", "p2"))))
    words = "".join(Structure(class_page(made, titles=titles)).words)
    rows = words.partition("Distribution")[0]
    assert re.findall(r"Pruning \(p[12]\)|p3", rows) == ["Pruning (p1)", "Pruning (p2)", "p3"]
    assert all(head in words for head in ("Question 1: Pruning (p1)", "Question 2: Pruning (p2)", "Question 3: p3"))


def test_what_is_above_all_points_by_a_bonus_is_not_called_100_per_cent() -> None:
    made = report_on(
        *(result(student, problem("p", part("value", 1)), earned=earned) for student, earned in (("a", 1), ("b", 1.25)))
    )
    words = "".join(Structure(class_page(made)).words)
    assert "the last one 100 % as well and, by a bonus, more (1 student)." in words
    assert "90 % or more" in class_page(made)
    assert "90–100" not in class_page(made)


def test_text_of_students_is_never_markup() -> None:
    nasty = "</svg></title><script>alert(1)</script>\u202e&amp;<b>"
    made = report_on(
        result("a", problem("p", part("values", 0, 1, entry("wrong", nasty, nasty, nasty)))),
        not_gradable("<i>", nasty),
        result("b", problems_not_graded=[{"id": "<u>", "reason": nasty}]),
    )
    _, faults = read(b'{"<em>": 1}')
    page = class_page(made._replace(unreadable=tuple(map(str, faults))))
    outline = Structure(page)
    assert len(outline.named("script")) == len(Structure(class_page(NOBODY)).named("script"))
    assert not {"i", "u", "em"} & {tag for tag, _ in outline.tags}
    assert "\u202e" not in page
    assert "".join(outline.words).count("<script>alert(1)</script>") >= 4


def test_hostile_answers_stay_text_in_the_tree_and_its_cards() -> None:
    nasty = "</script></svg><b onclick=x>\u202e" + "9" * 300
    held = [entry("wrong", node, nasty, "1") for node in ("A", "B")]
    made = report_on(result("a", problem("tie-any", part("values", 0, 1, *held), kind="alpha-beta")))
    page = class_page(made, BANK.find)
    assert page.count("onclick=x") == page.count("&lt;b onclick=x") + page.count("\\u003cb onclick=x")
    assert "\u202e" not in page
    assert len(Structure(page).named("script")) == 5


def test_the_histogram_has_a_number_above_every_bar_and_stays_inside() -> None:
    ticks = ["0 %", "", "100 %"]
    root = ET.fromstring(histogram([0, 7], ticks, (Fraction(3, 2), "mean 150 %"), "Of 7 students: 7 with 50–100 %"))
    rects = [child for child in root if child.tag.endswith("rect")]
    assert len(rects) == 1
    assert float(rects[0].attrib["x"]) + float(rects[0].attrib["width"]) <= WIDTH
    assert [child.text for child in root if child.tag.endswith("text")] == ["7", "0 %", "100 %", "mean 150 %"]
    assert root.attrib["aria-label"] == "Of 7 students: 7 with 50–100 %"
    assert max(float(child.attrib["x1"]) for child in root if child.tag.endswith("line")) <= WIDTH
