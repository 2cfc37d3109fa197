"""Ranges as students type them: what is understood, what is refused, and what they earn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from conftest import outcome_of, read, report_of

from grader.core.answers.reports import Verdict
from grader.core.intervals import LONGEST, MOST_INTERVALS, read_numbers, show
from grader.kinds import Exercise

WORDS = {
    "(-inf, 3]": "(-inf, 3]",
    "(−∞, 3]": "(-inf, 3]",  # as a word processor writes it
    "x <= 3": "(-inf, 3]",
    "x ≤ 3": "(-inf, 3]",
    "x =< 3": "(-inf, 3]",
    "3 ≥ x": "(-inf, 3]",
    "X<=3.": "(-inf, 3]",
    "2 < x <= 7": "(2, 7]",
    "7 >= x > 2": "(2, 7]",
    "]2, 7]": "(2, 7]",
    "(2; 7]": "(2, 7]",
    "x = 3": "[3, 3]",
    "{3}": "[3, 3]",
    "{1, 2}": "[1, 1] or [2, 2]",
    "[3, 3]": "[3, 3]",
    "x ≤ 3 or 7 <= x < 9": "(-inf, 3] or [7, 9)",
    "(-inf, 3] ∪ [7, 9)": "(-inf, 3] or [7, 9)",
    "(-inf, 3], [7, 9)": "(-inf, 3] or [7, 9)",
    "x ∈ (-inf, 3] U [7, 9)": "(-inf, 3] or [7, 9)",
    "[1, 4) or [4, 5]": "[1, 5]",
    "x > 0.5": "(1/2, inf)",
    "1/3 < x <= 2/3": "(1/3, 2/3]",
    "x <= infinity": "(-inf, inf)",
    "all x": "(-inf, inf)",
    "never": "none",
    "[]": "none",
    " [ ] ": "none",
    "[3, 5] or []": "[3, 5]",
    "{}": "none",
    "'(2, 3)'": "(2, 3)",
}


@pytest.mark.parametrize("text", WORDS)
def test_what_students_type_is_understood(text: str) -> None:
    assert show(read_numbers(text)) == WORDS[text]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3", "write one number as x = 3"),
        ("x <= 3 and x >= 2", 'write "or" between ranges'),
        ("[5, 3]", "the smaller end comes first"),
        ("(3, 3)", "no number lies in this interval"),
        ("x = inf", "infinity is no number"),
        ("2 < x > 7", "different directions"),
        ("2,5 < x", "expected intervals"),
        ("[3, 7", "expected intervals"),
        ("[a, 3]", '"a" is not a number'),
        ("x < 1/0", "a fraction's denominator is above 0"),
        ("p > 0.6", "expected intervals"),
        ("", "expected intervals"),
        ("[1, 2] [3, 4]", "expected intervals"),
        ("x" * (LONGEST + 1), "too long"),
        ("x=1," * (MOST_INTERVALS + 1) + "x=1", "too many intervals"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        read_numbers(text)


def threshold(**fields: Any) -> Exercise:
    """Return a problem on which x must be at most 3, or at least 7 and below 9."""
    claim = {"any": [{"value": {"at-most": 3}}, {"all": [{"value": {"at-least": 7}}, {"value": {"below": 9}}]}]}
    problem = {"format": "gametree-problem/1", "id": "q1", "kind": "threshold", "search": "minimax", "claim": claim}
    return read({**problem, "tree": {"max": [{"value": "x"}]}, **fields})


def earned(exercise: Exercise, answer: Any, part: str = "range") -> Fraction:
    report = report_of(exercise, {part: answer})
    return Fraction(next(one.earned for one in report.parts if one.part == part))


@pytest.mark.parametrize(
    ("answer", "marks"),
    [
        (["(-inf, 3]", "[7, 9)"], 1),
        (["[7, 8]", "x <= 3", "[8, 9)"], 1),
        ("x <= 3 or 7 <= x < 9", 1),
        (["(-inf, 3)", "[7, 9)"], Fraction(1, 2)),
        ("x < 3 or 7 < x <= 9", Fraction(1, 2)),
        ("x <= 3", 0),
        ([], 0),
        ("all x", 0),
        ("x <= 3 or 7 <= x < 10", 0),
        ("x <= 3.001 or 7 <= x < 9", 0),
    ],
)
def test_range_is_right_wrong_or_wrong_in_its_ends_alone(answer: Any, marks: Fraction) -> None:
    assert earned(threshold(), answer) == marks


@pytest.mark.parametrize(
    ("answer", "marks"),
    [
        (["(-inf, 3]", "[7, 8]"], 1),
        ("x < 4 or 6 < x < 9", 1),
        ("x < 4 or x = 7 or x = 8", 1),
        ("x < 3 or 7 <= x < 9", Fraction(1, 2)),
        ("x <= 2 or 7 <= x < 9", Fraction(1, 2)),  # the same whole numbers
        ("x <= 3 or 7 <= x <= 9", Fraction(1, 2)),
        ("x <= 1 or 7 <= x < 9", 0),
    ],
)
def test_whole_numbers_are_compared_as_whole_numbers(answer: Any, marks: Fraction) -> None:
    assert earned(threshold(integers=True), answer) == marks


def test_what_lies_outside_the_domain_does_not_matter() -> None:
    exercise = threshold(domain=[0, 8])
    assert exercise.solve()["range"] == ["[0, 3]", "[7, 8]"]
    assert earned(exercise, "x <= 3 or x >= 7") == 1


def test_end_that_is_not_whole_may_be_rounded_as_other_numbers_may() -> None:
    exercise = threshold(claim={"value": {"at-most": "2/3"}})
    assert [earned(exercise, answer) for answer in ("x <= 2/3", "x <= 0.67", "x <= 0.66")] == [1, 1, 0]
    exact = threshold(claim={"value": {"at-most": "2/3"}}, conventions={"decimals": "exact"})
    assert [earned(exact, answer) for answer in ("x <= 2/3", "x <= 0.67")] == [1, 0]


def test_smallest_and_largest_follow_from_the_own_range() -> None:
    exercise = threshold(ask=["range", "smallest", "largest"])
    report = report_of(exercise, {"range": "1 <= x <= 3", "smallest": 1, "largest": 3})
    assert [(part.part, part.earned) for part in report.parts] == [("range", 0), ("smallest", Fraction(1, 2)), ("largest", Fraction(1, 2))]  # fmt: skip
    assert report.parts[1].entries[0].verdict is Verdict.FOLLOW_THROUGH


HOSTILE: list[Any] = [
    ["[0, 1]"] * 100_000,
    "[0, 1]," * 100_000 + "[0, 1]",
    "x <= " + "9" * 60_000,
    ["x <= 1e999"] * 900,
    "(" * 15_000,
    "x<" * 7_000,
    "{" + "1," * 9_000,
    " " * 19_000 + "x",
    ["\u202e[0, 1]"],
    ["[0, 1\u0000]"],
    "[" + "1/3" * 5_000 + ", 2]",
]


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_ranges_are_refused_or_marked(answer: Any) -> None:
    (part,) = report_of(threshold(), {"range": answer}).parts  # what explodes would take hours
    assert part.earned == 0


def test_report_never_shows_hidden_letters_of_a_range() -> None:
    outcome = outcome_of(threshold(), {"range": "\u202e\u0007"})
    message = outcome.graded[0].report.parts[0].entries[0].message
    assert "\u202e" not in message
    assert "\u0007" not in message
