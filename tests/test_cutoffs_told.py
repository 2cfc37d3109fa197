"""A wrong list of cutoffs is answered cutoff by cutoff: which window was expected, which are missing, which too many, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import outcome_of, part_report, problem_data, read

from grader.core.answers.reports import Entry, Verdict
from grader.grading.result import result_line
from grader.pages.feedback import page as render_html
from grader.pages.text import render_text

TREE = [[[79, 89], [69, 97]], [[97, 99], [88, 89, 20]], [[46, 3], [50, 6]], [[80, 76], [77, 75]]]
"""A MAX; B C D E MIN; F G, H I, J K, L M MAX. D and E are cut, C after its last child alone: that is not listed."""

EXERCISE = read(problem_data("alpha-beta", TREE, id="cuts", ask=["cutoffs"], points={"cutoffs": 2}))


def cutoff(node: str, alpha: Any, beta: Any) -> dict[str, Any]:
    """Return a cutoff as a submission writes it."""
    return {"node": node, "alpha": alpha, "beta": beta}


RIGHT = [cutoff("D", 89, 46), cutoff("E", 89, 80)]


def entries(*given: dict[str, Any]) -> list[Entry]:
    """Return what is said of a list of cutoffs, entry by entry."""
    return list(part_report(EXERCISE, "cutoffs", list(given)).entries)


def summary(found: list[Entry]) -> list[tuple[str, str | None, str | None, str | None]]:
    """Return of each entry the verdict, the node, what was given and what was expected."""
    return [(entry.verdict.value, entry.node, entry.given, entry.expected) for entry in found]


def test_right_node_with_a_wrong_window_is_told_so() -> None:
    found = entries(cutoff("D", "-inf", 46), cutoff("E", 89, 80))
    assert summary(found) == [
        ("wrong", "D", "[-inf, 46]", "[89, 46]"),
        ("correct", "E", "[89, 80]", "[89, 80]"),
    ]
    assert found[0].message == (
        "expected [89, 46]. D is worth at most 46, but MAX already has 89 at A, so whatever follows in D cannot "
        "matter: alpha = 89 >= beta = 46. Cut: K is skipped, with everything below."
    )


def test_missing_cutoff_says_why_it_is_one() -> None:
    found = entries(RIGHT[0])
    assert summary(found)[1] == ("missing", "E", None, "[89, 80]")
    assert "MAX already has 89 at A" in found[1].message
    assert found[1].message.startswith("expected [89, 80]. ")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (cutoff("C", 89, 89), "C has no child left, so nothing is skipped. Such an empty cutoff is not listed."),
        (cutoff("B", "-inf", 89), "B examines all of its children; it is left with alpha = -inf and beta = 89"),
        (cutoff("K", 89, 46), "K is skipped."),
        (cutoff("N", 3, 2), "N is a leaf"),
    ],
)
def test_cutoff_too_many_says_why_it_is_none(given: dict[str, Any], why: str) -> None:
    extra = next(entry for entry in entries(*RIGHT, given) if entry.verdict is Verdict.EXTRA)
    assert extra.node == given["node"]
    assert why in extra.message


def test_cutoff_too_many_where_none_is_expected_says_why_too() -> None:
    nothing_cut = read(problem_data("alpha-beta", [[1, 2], [3, 4]], ask=["cutoffs"]))
    first, *_ = part_report(nothing_cut, "cutoffs", [cutoff("C", 3, 4)]).entries
    assert (first.verdict, first.node, first.given) == (Verdict.EXTRA, "C", "[3, 4]")
    assert "C examines all of its children" in first.message


def test_window_of_entry_and_an_exchanged_one_are_called_so() -> None:
    first, second = entries(cutoff("D", 89, "inf"), cutoff("E", 80, 89))
    assert "That is the window with which D was entered." in first.message
    assert "Beta stands before alpha." in second.message


def test_cutoff_in_another_place_of_the_list_is_told_to_stand_elsewhere() -> None:
    moved, right = entries(*RIGHT[::-1])
    assert summary([moved, right]) == [("wrong", "E", "[89, 80]", None), ("correct", "D", "[89, 46]", "[89, 46]")]
    assert moved.message.startswith("too early. E is worth at most 80, but")


@pytest.mark.parametrize(
    ("given", "earned"),
    [
        (RIGHT, 2),
        ([cutoff("D", "-inf", 46), RIGHT[1]], 1),
        ([cutoff("D", 1, 2), cutoff("E", 1, 2)], 0),
        ([*RIGHT, cutoff("C", 89, 89), cutoff("B", 1, 2)], 1),
        ([cutoff("D", 1, 2), RIGHT[0], RIGHT[1]], "4/3"),
    ],
)
def test_marks_are_those_of_the_longest_common_run(given: list[dict[str, Any]], earned: Any) -> None:
    report = part_report(EXERCISE, "cutoffs", given)
    assert str(report.earned) == str(earned)
    assert sum(entry.earned for entry in report.entries) == report.earned
    assert sum(entry.possible for entry in report.entries) == 2


GIVEN = {"cutoffs": [cutoff("C", 89, 89), cutoff("D", "-inf", 46)]}


def test_text_page_and_json_say_expected_windows_and_reasons() -> None:
    outcome = outcome_of(EXERCISE, GIVEN)
    text, page, data = render_text(outcome), render_html(outcome), json.dumps(json.loads(result_line(outcome)))
    assert "wrong — D: you wrote [-inf, 46]; expected [89, 46]. D is worth at most 46" in text
    assert "missing — E: expected [89, 80]. E is worth at most 80" in text
    assert "not expected — C: you wrote [89, 89]; alpha = 89 >= beta = 89 at C, but C has no child left" in text
    for window in ("[89, 46]", "[89, 80]"):
        assert window in data
        assert f"<b><bdi>{window}</bdi></b>" in page
    assert "not listed" in data
    table = page.partition("What differs")[2]
    assert "such an empty cutoff is not listed" in table.lower()


def test_page_names_wrong_windows_left_out_and_too_many_apart() -> None:
    page = render_html(outcome_of(EXERCISE, GIVEN))
    to_correct = page.partition("to correct</h")[2].partition("</ol>")[0]
    words = " ".join(to_correct.replace("</a>", " ").replace("<bdi>", "").split())
    assert "Cutoffs at" in words
    assert "Cutoffs: you left out" in words
    assert "does not belong there" in words


def test_cutoff_that_is_not_listed_is_not_said_to_be_reported() -> None:
    problem = problem_data("alpha-beta", [[3, 12], [5, 2]], ask=["cutoffs"], conventions={"bounds": "fail-hard"})
    (extra, *_) = part_report(read(problem), "cutoffs", [cutoff("C", 3, 2)]).entries
    assert extra.message.endswith("Such an empty cutoff is not listed.")


def test_of_a_wrong_bound_that_is_carried_on_each_entry_is_told_to_be_wrong_by_it() -> None:
    first, second = entries(cutoff("D", 97, 46), cutoff("E", 97, 80))
    assert "whatever follows in D cannot matter" in first.message
    assert (
        second.message
        == "expected [89, 80]. Your alpha is again the one that stands at D, so this entry is wrong too; the rest of it is right."
    )
    first, second = entries(cutoff("D", 97, 46), cutoff("E", 96, 80))
    assert "again the one" not in second.message
    first, second = entries(cutoff("D", 97, 46), cutoff("E", 97, 76))
    assert "again the one" not in second.message
