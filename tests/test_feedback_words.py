"""Small words of feedback: what takes marks off, what a card holds, how infinity is written, and where orders part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from banked import BANK
from conftest import outcome_of, part_report, problem_data, read
from console import put, run

from grader.core.errors import Fault
from grader.kinds import Exercise
from grader.pages.feedback import page
from grader.pages.text import render_text


def banked(id_: str) -> Exercise:
    """Return a problem of the bank."""
    exercise = BANK.find(id_)
    assert not isinstance(exercise, Fault)
    return exercise


def test_wrong_claims_say_that_they_take_marks_off() -> None:
    exercise = banked("order-is-not-enough")
    right = exercise.solution.answers["claims"]
    names = [name for name, key in exercise.kind.parts["claims"].form.keys.known(exercise.problem).items()]
    answers = {
        name: truth if place else not truth
        for place, (name, truth) in enumerate(zip(names, right.values(), strict=True))
    }
    words = f"True or false (claims): {len(names) - 1} of {len(names)} right, 1 wrong taken off: "
    assert words in render_text(outcome_of(exercise, {"claims": answers}))
    blank = {name: None if place == 0 else truth for place, (name, truth) in enumerate(answers.items())}
    assert "wrong taken off" not in render_text(outcome_of(exercise, {"claims": blank}))


TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
PROMISES = {
    "values": ({"A": 3, "B": 9}, "Choose a node: what you wrote, what was expected, and why."),
    "best-move": ("C", "Choose a node: the step behind it."),
}


@pytest.mark.parametrize("part", PROMISES)
def test_card_promises_what_the_cards_hold(part: str) -> None:
    given, promise = PROMISES[part]
    assert promise in page(outcome_of(read(problem_data("minimax", TREE, ask=[part])), {part: given}))


def test_cards_without_answers_promise_none() -> None:
    exercise = banked("order-is-not-enough")
    told = page(outcome_of(exercise, {"claims": {}}))
    assert "Choose a node: what is known of it." in told
    assert "what you wrote" not in told


def windows(given: dict[str, Any]) -> str:
    """Return the page on an answer to `windows`."""
    return page(outcome_of(read(problem_data("alpha-beta", TREE, ask=["windows"])), {"windows": given}))


def test_both_columns_write_infinity_in_one_way() -> None:
    told = windows({"A": ["-inf", "inf"]})
    assert "<bdi>[−∞, ∞]</bdi>" in told
    assert ">[-inf, inf]<" not in told.partition("What differs")[2].partition("</table>")[0]


def test_why_begins_with_a_capital_unless_a_name_does() -> None:
    exercise = read(problem_data("alpha-beta", {"max": [{"id": "low", "min": [1, 2]}, 0], "id": "top"}, ask=["values"]))
    told = page(outcome_of(exercise, {"values": {"top": 4, "low": 7, "B": 3}}))
    assert 'class="why">No entry is expected here' in told
    assert 'class="why">low is MIN over 1, 2' in told


def test_order_that_is_wrong_from_its_first_entry_is_told_so() -> None:
    exercise = read(problem_data("alpha-beta", TREE, ask=["visited"]))
    first, *_ = part_report(exercise, "visited", ["B", "E", "F", "G", "C", "H", "D", "K", "L", "M"]).entries
    assert (
        first.message
        == "the order parts from the search's at its first entry. Next the search enters A. A is the root, where the search starts."
    )


def test_file_that_cannot_be_read_is_named_as_what_is_wrong(tmp_path: Path) -> None:
    file = put(tmp_path / "answers.yaml", "answers: {a: [1}\n")
    run("grade", file, "--html", "--out", tmp_path / "out")
    (told,) = (tmp_path / "out").rglob("report.html")
    assert "<li>answers.yaml, line 1: is not well-formed YAML" in told.read_text(encoding="utf-8").replace(
        "<bdi>", ""
    ).replace("</bdi>", "")
