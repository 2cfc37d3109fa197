"""Diagnosis (DESIGN 6): which wrong rule is named, when a slip is called a slip, and when nothing is said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import students
from conftest import problem_data, random_problems, read, report_of

from grader.exact import whole
from grader.kinds import KINDS, Exercise


def wrong_answers(exercise: Exercise, name: str, detail: str = "") -> dict[str, Any]:
    """Return what the program takes for the answers of one who follows the rule, as a document holds them."""
    found = next(m for m in exercise.kind.misconceptions(exercise.problem) if m.name == name and detail in m.detail)
    answers = found.answer({})
    return {
        part: record.write(exercise.problem, answers[part])
        for part, record in exercise.kind.parts.items()
        if part in answers
    }


# --- What one who follows a wrong rule answers -----------------------------------------------------


def test_one_who_never_puts_the_window_back_moves_to_what_his_search_saw() -> None:
    """B = 1 lowers beta for the whole tree, A then has alpha = beta = 1 and is cut: he never looks at C."""
    answers = wrong_answers(read(problem_data("alpha-beta", [[1, 2, 8], 7])), "window-not-restored")
    assert (answers["value"], answers["best-move"], answers["pruned"]) == (1, "B", ["C"])


def test_one_who_updates_the_wrong_bound_moves_to_what_his_search_returned() -> None:
    answers = wrong_answers(read(problem_data("alpha-beta", [[2, 1, [0, 2, 0], 2], [2, 0, 0]])), "wrong-bound-updated")
    assert (answers["value"], answers["values"]["C"], answers["best-move"]) == (2, 2, "C")


def test_returned_number_is_the_reported_one_where_a_later_move_replaces_the_best() -> None:
    """C is worth 5; B enters with (5, inf), finds 1 and reports 5 under fail-hard: it looks as good."""
    data = problem_data("alpha-beta", [[5, 6], [1, 9]], conventions={"bounds": "fail-hard"})
    answers = wrong_answers(read(data), "tie-through-bound")
    assert (answers["values"], answers["best-move"]) == ({"A": 5, "B": 5, "C": 5}, "C")
    soft = wrong_answers(read(problem_data("alpha-beta", [[5, 6], [1, 9]])), "tie-through-bound")
    assert soft["best-move"] == "B"


def test_own_number_at_the_root_is_the_value_whatever_the_window() -> None:
    data = problem_data("alpha-beta", [3, 4, 6], conventions={"bounds": "fail-hard", "initial-window": [0, 8]})
    exercise = read(data)
    answers = exercise.wrong.right({0: 12})
    assert (answers["value"], answers["values"][0]) == (12, 12)


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two answers are the same but for the last digits of scores."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-9)
    return bool(one == other)


@pytest.mark.parametrize("kind", KINDS)
def test_simulated_students_and_the_program_mean_the_same_by_every_wrong_rule(kind: str) -> None:
    """The students of `bench/students.py` are written from DESIGN alone; a slip is carried on by the wrong rule."""
    compared = 0
    for rng, data in random_problems(kind, 80_000, 80_080):
        exercise = read(data)
        ids = exercise.problem.game.by_id()
        rules = {(m.name, m.detail.rpartition(" ")[2]): m for m in exercise.kind.misconceptions(exercise.problem)}
        assert set(students.rules_of(data)) == set(rules), data
        for rule, misconception in rules.items():
            numbers = students.numbers_of(data, students.follow(data, rule))
            name = rng.choice(list(numbers)) if numbers else None
            own = {name: students.slip_on(rng, data, numbers[name])} if name else {}
            for slips in ({}, own):
                answers = misconception.answer({ids[node]: whole(number) for node, number in slips.items()})
                written = {
                    part: record.write(exercise.problem, answers[part])
                    for part, record in exercise.kind.parts.items()
                    if part in answers and not (slips and part == "scores")
                }
                expected = students.follow(data, rule, slips)
                if slips:
                    expected.pop("scores", None)
                assert is_same(written, expected), (data, rule, slips)
                compared += 1
    assert compared > 500


# --- What the student reads ------------------------------------------------------------------------


def test_where_a_rule_shows_first_is_said_with_the_rules_number_not_with_the_slip() -> None:
    """All is MIN's, but at D he slipped as well: 6 for 4. The rule gives 4 there, and that is what is said."""
    data = problem_data("minimax", [[[7, 4], [5, 1]], [[3, 6], [8, 2]]], ask=["values"])
    exercise = read(data)
    answers = students.follow(data, ("all-min", ""), {"D": whole(Fraction(6))})
    report = report_of(exercise, {"values": answers["values"]})
    (finding,) = report.findings
    assert (finding.misconception, finding.slips) == ("all-min", 1)
    assert "the wrong rule gives 6" not in finding.step
    assert "D is MAX over 7, 4: 7; the wrong rule gives 4" in finding.step


@pytest.mark.parametrize("slip", ["7/2", "3", "1e300", "9" * 400])
def test_slip_in_a_score_beside_a_wrong_formula_is_reported_whatever_the_number(slip: str) -> None:
    children = [{"id": name, "total": 2 * place, "visits": 3 * place} for place, name in enumerate("ABCDE", start=1)]
    data = problem_data("ucb", children, ask=["scores"])
    scores = students.handed_in(data, students.follow(data, ("exploitation-only", "")))["scores"]
    report = report_of(read(data), {"scores": {**scores, "A": slip}})
    assert [finding.misconception for finding in report.findings] == ["exploitation-only"]
    assert report.findings[0].step == "A scores 2.26; the wrong rule gives 0.67"
