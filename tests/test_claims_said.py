"""What is said of claims: each beside its verdict, why it is so, and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import outcome_of, read

from grader.grading.bank import Bank, bank_folders
from grader.kinds import Exercise
from grader.pages.feedback import page
from grader.pages.text import render_text

TREE = [[8, 19, 9], [15, 6, 1], [11, 4, 10]]
BANK = [id_ for id_, folder in bank_folders().items() if Path(folder).parent.name == "claims"]


def posed(*claims: Any) -> Exercise:
    stated = [{"id": f"s{place}", **claim} for place, claim in enumerate(claims, 1)]
    return read({"format": "gametree-problem/1", "id": "q1", "kind": "claims", "search": "alpha-beta", "tree": TREE, "claims": stated})  # fmt: skip


def told(*claims: Any) -> list[str]:
    """Return what the key says of each claim."""
    return [step.sentence for step in posed(*claims).steps() if step.claim]


def test_key_says_no_sentence_twice() -> None:
    said = told(
        {"claim": {"value": 8}},
        {"claim": {"leaves-evaluated": 7}},
        {"claim": {"pruned": ["J"]}},
        {"claim": {"visited": ["J"]}},
        {"claim": {"pruned": ["J"]}, "change": {"leaves": {"I": 7}}},
    )
    after_i = "After I gave 6, C is worth at most 6, but MAX already has 8 at A, so whatever follows in C cannot matter: alpha = 8 >= beta = 6."
    assert said == [
        "s1: The value of the root is 8. This is true. A is MAX over 8, 6, 4: max = 8.",
        "s2: 7 leaves are evaluated. This is true. The search skips J and M.",
        f"s3: J is skipped. This is true. The search skips J and M. {after_i}",
        f"s4: J is visited. This is false. The search does not visit J. {after_i}",
        "s5: When I is worth 7, J is skipped. This is true. After the change the search skips J and M. After I gave 7, C is worth at most 7, but MAX already has 8 at A, so whatever follows in C cannot matter: alpha = 8 >= beta = 7.",
    ]  # fmt: skip


@pytest.mark.parametrize("id_", BANK)
def test_key_of_a_bank_problem_says_no_sentence_twice(id_: str) -> None:
    exercise = Bank().find(id_)
    assert isinstance(exercise, Exercise)
    for step in exercise.steps():
        if step.claim:
            sentences = step.sentence.split(". ")
            assert len(set(sentences)) == len(sentences), step.sentence


def test_value_of_a_node_is_told_with_the_step_that_gives_it() -> None:
    (said,) = told({"claim": {"value-of": {"B": 9}}})
    assert said.endswith("This is false. B is worth 8. B is MIN over 8, 19, 9: min = 8.")


def test_claim_stands_beside_its_verdict_in_the_report_and_on_the_page() -> None:
    exercise = posed({"claim": {"value": 8}}, {"claim": {"pruned": ["J"]}})
    outcome = outcome_of(exercise, {"claims": {"s1": False}})
    text = render_text(outcome)
    assert 's1 "The value of the root is 8": you wrote false; expected true.' in text
    assert 's2 "J is skipped": expected true' in text
    shown = page(outcome)
    table = shown[shown.index(">What differs<") : shown.index(">What was asked<")]
    assert "The value of the root is 8." in table
    assert "J is skipped." in table


def test_name_at_the_beginning_of_a_sentence_stays_as_it_is() -> None:
    exercise = Bank().find("order-is-not-enough")
    assert isinstance(exercise, Exercise)
    said = " ".join(step.sentence for step in exercise.steps() if step.claim)
    assert "s1: a2 is the best move. This is false. The best move is a1: 2.1 against 1.3 at a2." in said
    assert "A2" not in said
