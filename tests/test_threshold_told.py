"""Why a range ends where it does: the lines that meet there, the steps that give them, and what is said of what cannot be read."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from banked import shipped
from click.testing import CliRunner
from conftest import outcome_of, read, report_of
from windows import chunks

from generators import certified
from generators.parameters import ThresholdParameters
from grader.cli.main import gametree
from grader.core.linear import Linear
from grader.kinds.about_searches.threshold.words import ThresholdWords

_A_CHUNK = 6
HEAD = {"format": "gametree-problem/1", "id": "q1", "kind": "threshold"}
WHEN = {**HEAD, "search": "alpha-beta", "tree": {"max": [{"id": "L", "min": [3, 12, 8]}, {"id": "R", "min": [{"id": "K", "value": "x"}, {"id": "M", "min": [15, 4]}, 6]}]}}  # fmt: skip


def last_step(id_: str) -> str:
    *_, last = shipped(id_).steps()
    return last.sentence


@pytest.mark.parametrize(
    ("id_", "said"),
    [
        ("when-to-gamble", "gamble is a chance node, so its outcomes are weighted: x*7 + (1 - x)*(-5) = -5 + 12 x. safe is worth 4 and gamble is worth -5 + 12 x: equal at x = 3/4."),
        ("reward-as-a-line", "A is a chance node, so its outcomes are weighted: x*10 + (1 - x)*2 = 2 + 8 x. A is worth 2 + 8 x, compared with 6: equal at x = 1/2."),
        ("is-that-ok", "L is MIN over x, 1000, 1000, 1000: min = x. R is MIN over 100, 101, 102, 100: min = 100. L is worth x and R is worth 100: equal at x = 100."),
        ("constant-that-selects", "A: 7/10 + 1.151581 * sqrt(ln 21 / 10) = 0.7000 + 0.6354 = 1.3354, so its score is 1.34. B: 5/8 + 1.151581 * sqrt(ln 21 / 8) = 0.6250 + 0.7104 = 1.3354, so its score is 1.34. A scores 0.7000 + 0.5518 x and B scores 0.6250 + 0.6169 x: equal at x = 1.151581 ≈ 1.15."),
    ],
)  # fmt: skip
def test_key_and_feedback_say_which_lines_meet_at_an_end_and_how_they_are_found(id_: str, said: str) -> None:
    assert said in last_step(id_)
    (entry,) = report_of(shipped(id_), {"range": "x = 77"}).parts[0].entries
    assert said in entry.message


def feedback_on(id_: str, part: str, answer: Any) -> str:
    (entry,) = next(one for one in report_of(shipped(id_), {part: answer}).parts if one.part == part).entries
    return entry.message


@pytest.mark.parametrize(
    ("id_", "answers", "said"),
    [
        ("reward-as-a-line", {"range": "x >= 5/9", "linear": [1, 9]}, "For x = 1/2: the root is worth 2 + 8 x; so it holds that the value of the root is at least 6; by the other rule it does not"),
        ("when-pruned", {"range": "x < 3"}, "For x = 3: R has alpha = 3, beta = x and skips M and N; so it holds that M and N are skipped; by the other rule it does not"),
        ("whole-dice", {"range": "1 <= x <= 10", "smallest": 1}, "For 1 ≤ x ≤ 4: stay is worth 4.2, throw is worth 2 + 1/2 x; the best move is stay; so it does not hold that throw is the best move; by the other rule it does"),
        ("constant-that-selects", {"range": "[1.151581, 1.6)"}, "For x = 1.15: A scores 0.7000 + 0.5518 x, B scores 0.6250 + 0.6169 x, C scores 0.0000 + 1.0074 x; the choice is A; so it does not hold that B is selected; by the other rule it does"),
    ],
)  # fmt: skip
def test_where_a_rule_shows_first_is_what_the_search_does_at_the_x_at_which_it_tells_otherwise(
    id_: str, answers: dict[str, Any], said: str
) -> None:
    assert [one.step for one in report_of(shipped(id_), answers).findings[:1]] == [said]


@pytest.mark.parametrize(
    ("id_", "part", "answer", "said"),
    [
        ("is-that-ok", "largest", 1000, "expected inf. For x > 1000: L is worth 1000, R is worth 100; the best move is left; so it holds that left (to L) is the only best move. That is so however large x is."),
        ("is-that-ok", "smallest", 101, "For x = 100: L is worth x, R is worth 100; the best move is left or right; so it does not hold that left (to L) is the only best move. 100 is no such x: there is no smallest."),
        ("is-that-ok", "range", "x >= 100", "For x = 100: L is worth x, R is worth 100; the best move is left or right; so it does not hold that left (to L) is the only best move."),
        ("when-pruned", "smallest", "none", "expected -inf. For x ≤ 3: R has alpha = 3, beta = x and skips M and N; so it holds that M and N are skipped. That is so however small x is."),
        ("whole-dice", "smallest", "4.4", "so it does not hold that throw is the best move. x is whole: the smallest for which it holds is 5."),
        ("when-to-gamble", "largest", "3/4", "expected 1. For 3/4 < x ≤ 1: safe is worth 4, gamble is worth -5 + 12 x; the best move is gamble; so it holds that gamble is the best move. x is at most 1."),
    ],
)  # fmt: skip
def test_end_is_told_by_what_the_search_does_at_this_very_end(id_: str, part: str, answer: Any, said: str) -> None:
    assert feedback_on(id_, part, answer).endswith(said)


def test_line_that_holds_for_some_x_only_is_said_of_those() -> None:
    assert "Near x = 100: L is MIN over x, 1000, 1000, 1000: min = x." in feedback_on("is-that-ok", "range", "x < 1")


def test_statement_says_how_ends_are_rounded_and_what_is_called_x() -> None:
    shown = CliRunner().invoke(gametree, ["show", "constant-that-selects"]).output
    assert "A number that is not whole may be rounded to 2 decimals" in shown
    assert "x ≥ 0: the exploration constant c, which is called x here." in shown
    whole = CliRunner().invoke(gametree, ["show", "whole-dice"]).output
    assert "rounded" not in whole


def test_each_stretch_says_what_is_compared_on_it() -> None:
    first, end, second, _ = shipped("when-to-gamble").steps()
    worth = "safe is worth 4, gamble is worth -5 + 12 x"
    assert first.sentence.startswith(f"For 0 ≤ x < 3/4: {worth}; the best move is safe")
    assert end.sentence.startswith(f"For x = 3/4: {worth}; the best move is safe")
    assert second.sentence.startswith(f"For 3/4 < x ≤ 1: {worth}; the best move is gamble")


LEFT = {"id": "L", "min": [{"id": "P", "value": 4}, {"id": "Q", "value": "x"}]}
MIDDLE = {"id": "R", "min": [{"id": "S", "value": 2}, {"id": "T", "value": 5}]}
SKIPPED = {"max": [LEFT, MIDDLE, {"id": "U", "min": [{"id": "V", "value": "x"}, {"id": "W", "value": 3}]}]}


@pytest.mark.parametrize(
    ("claim", "reasons"),
    [
        (
            {"pruned": ["T"]},
            [
                ("x < 2", "R has alpha = x, beta = 2 and goes on to T"),
                ("x = 2", "R has alpha = x, beta = 2 and skips T"),
                ("2 < x < 4", "R has alpha = x, beta = 2 and skips T"),
                ("x = 4", "R has alpha = 4, beta = 2 and skips T"),
                ("x > 4", "R has alpha = 4, beta = 2 and skips T"),
            ],
        ),
        (
            {"visited": ["W"]},
            [
                ("x < 2", "U has alpha = 2, beta = x and skips W"),
                ("x = 2", "U has alpha = x, beta = x and skips W"),
                ("2 < x < 4", "U has alpha = x, beta = x and skips W"),
                ("x = 4", "U has alpha = 4, beta = x and skips W"),
                ("x > 4", "U has alpha = 4, beta = x and goes on to W"),
            ],
        ),
    ],
)
def test_reason_is_where_the_search_decides_on_the_node_of_the_claim(
    claim: Any, reasons: list[tuple[str, str]]
) -> None:
    exercise = read({**HEAD, "search": "alpha-beta", "tree": SKIPPED, "claim": claim, "ask": ["range"]})
    *told, _ = exercise.steps()
    assert [step.sentence.partition("; ")[0] for step in told] == [f"For {where}: {why}" for where, why in reasons]


def test_coefficients_are_told_with_the_steps_of_the_line() -> None:
    part = next(one for one in report_of(shipped("reward-as-a-line"), {"linear": [2, 6]}).parts if one.part == "linear")
    assert part.entries[1].message.endswith("x*10 + (1 - x)*2 = 2 + 8 x.")


LINE = r"\S+ is worth (\S+(?: [+-] \S+ x| x)?)"


@chunks(1, 7, 20)
def test_lines_that_are_said_to_meet_are_equal_there(chunk: int, window: int) -> None:
    for seed in range(_A_CHUNK * chunk, _A_CHUNK * (chunk + 1)):
        search = ("minimax", "expectiminimax")[seed % 2]
        exercise = certified("threshold", ThresholdParameters(search=search), f"{window}-{seed}").exercise
        *_, last = exercise.steps()
        told = re.findall(rf"{LINE} and {LINE}: equal at x = (\S+)\.", last.sentence)
        assert told, last.sentence
        for one, other, end in told:
            assert Fraction(end) in ThresholdWords(exercise.problem, exercise.solution).inner_ends(
                exercise.solution.answers["range"]
            )
            assert at(one, Fraction(end)) == at(other, Fraction(end)), last.sentence


def at(text: str, x: Fraction) -> Fraction:
    """Return what a line such as "3 - 1/2 x" is at one x."""
    constant, sign, slope = re.fullmatch(
        r"(?:(-?[\d./]+)(?![\d./]* ?x))?(?:(?: ?([+-]) ?)?((?:[\d./]+ )?x))?", text
    ).groups()  # type: ignore[union-attr]
    factor = Fraction(0) if slope is None else Fraction(slope.removesuffix("x").strip() or 1)
    return Fraction(constant or 0) + (-factor if sign == "-" else factor) * x


def test_line_in_words_is_what_it_says() -> None:
    for line in (Linear(3, -2), Linear(0, 1), Linear(Fraction(1, 2), Fraction(3, 4)), Linear(0, -1), Linear(-3, 1)):
        assert at(str(line), Fraction(5)) == line.at(5)


@pytest.mark.parametrize("answer", ["never", [], "always"])
def test_range_of_no_number_or_all_names_no_long_list_of_rules(answer: Any) -> None:
    for id_ in ("when-pruned", "when-to-gamble", "is-that-ok", "skipped-on-both-sides", "whole-dice"):
        assert len(outcome_of(shipped(id_), {"range": answer}).graded[0].report.findings) <= 2


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("x <= 0,5", "write the decimal point as '.', not ','"),
        ("2,5 < x", "write the decimal point as '.', not ','"),
        ("c > 1.5", "the unknown is called x, not c"),
        ("3 < p", "the unknown is called x, not p"),
    ],
)
def test_range_that_cannot_be_read_is_told_what_to_write_instead(answer: str, said: str) -> None:
    (entry,) = report_of(read({**WHEN, "claim": {"pruned": ["M"]}}), {"range": answer}).parts[0].entries
    assert said in entry.message


def test_interval_with_a_missing_bracket_is_not_taken_for_a_decimal_comma() -> None:
    (entry,) = report_of(read({**WHEN, "claim": {"pruned": ["M"]}}), {"range": "[3,7"}).parts[0].entries
    assert "decimal" not in entry.message


def test_skipped_subtree_is_said_with_all_that_lies_below_it() -> None:
    exercise = read({**WHEN, "claim": {"pruned": ["M"]}})
    first, *_ = exercise.steps()
    assert "R has alpha = 3, beta = x and skips M and E (with all below them)" in first.sentence
    plain = {"format": "gametree-problem/1", "id": "q1", "kind": "alpha-beta", "ask": ["pruned"]}
    tree = {"max": [{"min": [3, 12]}, {"min": [2, {"id": "M", "max": [5, 6]}]}]}
    (entry,) = report_of(read({**plain, "tree": tree}), {}).parts[0].entries
    assert entry.expected == "M (with all below it)"
    nodes = {**plain, "tree": tree, "conventions": {"list-pruned-as": "leaves"}}
    (entry,) = report_of(read(nodes), {}).parts[0].entries
    assert "below" not in (entry.expected or "")
