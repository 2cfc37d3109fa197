"""The sentence with which the page of a class report begins: what to talk about."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from banked import BANK
from made_results import entry, part, problem, report_on, result
from test_class_nodes import report_on as report_of
from test_class_nodes import results_of

from grader.course.report import ClassReport, class_report
from grader.course.report.class_page import Find, class_page

NOBODY = class_report([], [], 5)


def said_on(report: ClassReport, find: Find | None = None) -> str:
    """Return the sentence with which the page begins."""
    page = class_page(report, find)
    return unescape(re.sub("<[^>]+>", "", page.partition('<p class="said">')[2].partition("</p>")[0])).strip()


def wrong_rule(student: str, id_: str, earned: float, rule: str = "", values: bool = False) -> Any:
    entries = [entry("correct" if earned else "wrong", "A", "3" if earned else "4", "3")] if values else []
    return result(student, problem(id_, part("values", earned, 1, *entries), diagnoses={rule: 0} if rule else None))


def test_the_page_begins_with_the_wrong_rule_that_most_students_follow() -> None:
    students = [
        result(
            f"s{place}",
            problem("p", part("value", 0 if place < 2 else 1), diagnoses={"all-max": 0} if place < 2 else None),
            problem("q", part("value", 0 if place < 5 else 1), diagnoses={"all-min": 0} if place < 5 else None),
        )
        for place in range(10)
    ]
    assert said_on(report_on(*students)) == (
        "Talk about question 2. 5 of 10 students follow one wrong rule — every player's node takes the minimum of its children."
    )


def test_a_wrong_rule_beside_which_another_fits_as_well_does_not_lead_the_page() -> None:
    both = {"sorts-for-max-everywhere": 0, "worst-first": 0}
    named = [both, both, both, {"keeps-the-order": 0}, {"keeps-the-order": 0}, None]
    students = [
        result(f"s{place}", problem("p", part("value", 0 if rules else 1), diagnoses=rules))
        for place, rules in enumerate(named)
    ]
    assert said_on(report_on(*students)).startswith(
        "Talk about this. 2 of 6 students follow one wrong rule — no iteration"
    )
    assert said_on(report_on(*students[:3], students[5])).startswith("Talk about this. It has 25 % of its points")


def test_without_a_common_wrong_rule_the_page_begins_with_the_fewest_points() -> None:
    students = [result(f"s{place}", problem("p", part("value", place % 2), part("values", 0))) for place in range(4)]
    assert said_on(report_on(*students)) == (
        "Talk about this. It has 25 % of its points, and no single wrong rule is behind many answers. The fewest are in values: 0 %."
    )


def test_what_there_is_nothing_to_talk_about_is_said_too() -> None:
    assert said_on(NOBODY) == "Nothing to talk about yet. No result has marks."
    right = [result(f"s{place}", problem("p", part("value", 1))) for place in range(3)]
    assert said_on(report_on(*right)) == "Everything is right. All 3 students have all points."
    assert said_on(report_on(right[0])) == "Everything is right. The student has all points."
    good = result("s3", problem("p", part("value", 0.7)))
    assert said_on(report_on(*right, good)) == "Nothing stands out. Every question has 90 % of its points or more."


def test_the_first_sentence_names_the_nodes_where_it_begins_and_those_that_follow() -> None:
    results = results_of("minimax-four-plies", 12, 3)
    report, exercise = report_of(results), BANK["minimax-four-plies"]
    said = said_on(report, BANK.find)
    named = set(re.findall(r"\bS\d+|\bs\d+", said))
    tallies = {tally.node: tally for one in report.problems[0].parts if one.part == "values" for tally in one.nodes}
    low = {node for node in exercise.solve()["values"] if 4 * (tallies[node].right if node in tallies else 0) < 3 * 12}
    assert named <= low
    assert ("It goes wrong at" in said) == bool(low)


def test_a_class_in_which_everybody_has_a_variant_is_spoken_of_as_a_whole() -> None:
    held = [wrong_rule(f"s{place}", f"q-{place}", place % 2, "" if place % 2 else "all-max") for place in range(50)]
    asked: list[str] = []
    page = class_page(report_on(*held), asked.append)
    assert said_on(report_on(*held)) == (
        "Talk about this. 25 of 50 students follow one wrong rule — every player's node takes the maximum of its children."
    )
    assert page.index("Wrong rules in the whole class") < page.index('id="question-1"')
    assert "30 more questions" in page
    assert len(asked) == 20  # a thousand problems are not read for trees that nobody draws
    assert page.count("No tree: they are drawn of the first 20 questions.") == 30
