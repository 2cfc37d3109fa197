"""The figures of a class: means, spread, discrimination, misconceptions, wrong answers, and what is noted."""

from __future__ import annotations

import random
import statistics
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from made_results import entry, not_gradable, part, plainly, problem, report_on, result, wrong_values

from grader.core.documents.shape import validator
from grader.course.report.class_outputs import class_data, render_class_text
from grader.course.report.statistics import square_root

# The statistics


def test_statistics_of_four_students_are_those_worked_out_by_hand():
    """Marks 1 1 0 0 beside 3 2 2 0: means 0.5 and 1.75, cov 1.5/3, variances 1/3 and 4.75/3."""
    made = report_on(
        *(
            result(f"s{place}", problem("p", part("value", value), part("values", others, 3)))
            for place, (value, others) in enumerate([(1, 3), (1, 2), (0, 2), (0, 0)])
        )
    )
    item = made.problems[0].parts[0].item
    assert (item.students, item.mean, item.possible, item.facility) == (4, Fraction(1, 2), 1, Fraction(1, 2))
    assert float(item.deviation) == pytest.approx(sqrt(1 / 3))
    assert float(item.discrimination) == pytest.approx(100 * 0.5 / sqrt(1 / 3 * 4.75 / 3))
    assert item.efficiency == 100
    whole = made.problems[0].item
    assert (whole.mean, whole.facility) == (Fraction(9, 4), Fraction(9, 16))
    assert whole.discrimination is None
    assert made.totals.histogram == (1, 0, 0, 0, 0, 1, 0, 1, 0, 1)
    assert made.totals.median_share == Fraction(5, 8)


@pytest.mark.parametrize("seed", range(25))
def test_statistics_agree_with_a_plain_second_computation(seed):
    draw = random.Random(seed)
    worth = {"p": {"value": 1, "values": 3}, "q": {"value": 2, "best-move": 1, "pruned": 5}}
    marks = [
        {id_: {name: draw.randint(0, 4) * most / 4 for name, most in parts.items()} for id_, parts in worth.items()}
        for _ in range(draw.randint(1, 30))
    ]
    made = report_on(
        *(
            result(
                f"s{i}", *(problem(id_, *(part(n, m, worth[id_][n]) for n, m in ps.items())) for id_, ps in of.items())
            )
            for i, of in enumerate(marks)
        )
    )
    totals = [sum(sum(parts.values()) for parts in of.values()) for of in marks]
    assert float(made.totals.mean) == pytest.approx(statistics.mean(totals))
    assert float(made.totals.median_share) == pytest.approx(statistics.median(totals) / 12)
    assert sum(made.totals.histogram) == made.totals.students == len(marks)
    for found in made.problems:
        items = [(found.item, [sum(of[found.id].values()) for of in marks], sum(worth[found.id].values()))]
        items += [(p.item, [of[found.id][p.part] for of in marks], worth[found.id][p.part]) for p in found.parts]
        for item, x, most in items:
            expected = plainly(x, [total - mark for total, mark in zip(totals, x, strict=True)])
            assert float(item.mean) == pytest.approx(statistics.mean(x))
            assert float(item.facility) == pytest.approx(statistics.mean(x) / most)
            given = [None if n is None else float(n) for n in (item.discrimination, item.efficiency)]
            assert given == pytest.approx(expected)
            assert (item.deviation is None) == (len(x) < 2)
            assert len(x) < 2 or float(item.deviation) == pytest.approx(statistics.stdev(x))


@pytest.mark.parametrize("marks", [[(1, 0), (1, 2)], [(0, 2), (1, 2)], [(1, 1)]])
def test_discrimination_of_constant_marks_is_not_defined(marks):
    made = report_on(
        *(result(f"s{i}", problem("p", part("value", x), part("values", y, 2))) for i, (x, y) in enumerate(marks))
    )
    item = made.problems[0].parts[0].item
    assert (item.discrimination, item.efficiency) == (None, None)


def test_rounding_of_marks_is_not_taken_for_variance():
    """1/3 + 1/3 and 2/3 + 0 are the same marks elsewhere, though their roundings to 4 places are not."""
    made = report_on(
        result("a", problem("p", part("value", 0), part("values", 0.3333), part("pruned", 0.3333))),
        result("b", problem("p", part("value", 1), part("values", 0.6667), part("pruned", 0))),
    )
    assert made.problems[0].parts[0].item.discrimination is None


def test_root_is_rounded_to_12_places_the_same_way_everywhere():
    assert square_root(Fraction(2)) == Fraction(1414213562373, 10**12)
    assert square_root(Fraction(10**40)) == 10**20
    assert square_root(Fraction(0)) == 0


def test_problem_that_some_results_lack_has_the_statistics_of_those_that_hold_it_and_a_note():
    made = report_on(
        result("a", problem("p", part("value", 1)), problem("q", part("value", 0))),
        result("b", problem("p", part("value", 0))),
    )
    assert [found.item.students for found in made.problems] == [2, 1]
    assert any("Not every result holds q (in 1 of 2)" in note and "--require" in note for note in made.notes)


def test_marks_raised_by_hand_stay_in_the_last_bin():
    made = report_on(result("a", problem("p", part("value", 3, 2))))
    assert made.totals.histogram == (*[0] * 9, 1)
    assert made.problems[0].item.facility == Fraction(3, 2)


def test_class_in_which_nobody_could_earn_anything_has_no_shares():
    made = report_on(result("a"), result("b"))
    assert made.totals.students == 2
    assert made.totals.mean_share is made.totals.median_share is None
    assert "Class report: 2 students" in render_class_text(made)
    assert validator("report").is_valid(class_data(made))


# What is counted


def test_students_with_a_misconception_count_once_alone_only_where_nothing_else_fits():
    twins = {"strict-cutoff": 0, "tie-through-bound": 1}
    made = report_on(
        result(
            "a",
            problem("p", part("value", 0), diagnoses=twins),
            problem("q", part("value", 0), diagnoses={"all-max": 1}),
        ),
        result(
            "b",
            problem("p", part("value", 0), diagnoses={"all-max": 0}),
            problem("q", part("value", 0), diagnoses={"all-max": 1}),
        ),
        result("c", problem("p", part("value", 1)), problem("q", part("value", 1))),
    )
    on_p, on_q = ([tuple(tally) for tally in found.misconceptions] for found in made.problems)
    assert on_p == [("all-max", 1, 1, 1), ("strict-cutoff", 1, 0, 1), ("tie-through-bound", 1, 0, 0)]
    assert on_q == [("all-max", 2, 2, 0)]
    assert [tuple(tally) for tally in made.misconceptions] == [
        ("all-max", 2, 2, 1),
        ("strict-cutoff", 1, 0, 1),
        ("tie-through-bound", 1, 0, 0),
    ]


def test_wrong_answers_are_counted_by_node_and_number_and_shown_as_most_wrote_them():
    made = report_on(
        wrong_values("a", entry("wrong", "C", "4.0", "2"), entry("correct", "D", "7", "7")),
        wrong_values("b", entry("wrong", "C", "4", "2"), entry("wrong", "D", "4", "7")),
        wrong_values("c", entry("follow-through", "C", "4", "2"), entry("extra", "E", "4")),
        wrong_values("d", entry("wrong", "C", "5", "2"), entry("missing", "D", None, "7")),
    )
    summary = made.problems[0].parts[0]
    assert [tuple(wrong) for wrong in summary.wrong] == [("C", "4", "2", 3, 1)]
    assert summary.other_wrong == 3


def test_answers_that_nobody_shares_are_listed_where_there_are_no_others_up_to_the_limit():
    results = [wrong_values(f"s{i}", entry("wrong", "C", str(i), "99")) for i in range(9)]
    for top in (0, 3, 20):
        summary = report_on(*results, top=top).problems[0].parts[0]
        assert [wrong.given for wrong in summary.wrong] == [str(i) for i in range(9)][:top]
        assert len(summary.wrong) + summary.other_wrong == 9


def test_blank_and_malformed_parts_are_counted():
    made = report_on(
        result("a", problem("p", part("value", 0, 1, entry("blank")))),
        result("b", problem("p", part("value", 0, 1, entry("malformed", None, "three")))),
        result("c", problem("p", part("value", 0, 1, entry("wrong", None, "3", "4")))),
    )
    summary = made.problems[0].parts[0]
    assert (summary.blank, summary.malformed, len(summary.wrong)) == (1, 1, 1)


def test_results_without_a_student_all_count():
    made = report_on(result(None, problem("p", part("value", 1))), result(None, problem("p", part("value", 1))))
    assert made.totals.students == 2
    assert any("2 results without a student" in note for note in made.notes)


def test_submissions_that_are_not_gradable_are_listed_and_have_no_marks():
    made = report_on(not_gradable(None), not_gradable("b", "bad\x1b[2J"), result("a", problem("p", part("value", 1))))
    assert made.totals.students == 1
    assert made.not_gradable[0] == (None, "broken.yaml", ("line 2: is empty",))
    assert made.not_gradable[1].errors == ("line 2: bad\\x1b[2J",)


def test_problems_that_were_not_graded_are_listed_once_with_their_number():
    missing = [{"id": "nope", "reason": "no such problem"}]
    made = report_on(result("a", problems_not_graded=missing), result("b", problems_not_graded=missing))
    assert [tuple(found) for found in made.problems_not_graded] == [("nope", 2, "no such problem")]


def test_notes_tell_of_changed_problems_points_and_programs_and_of_hidden_answers():
    def graded(student: str, digit: str, version: str, possible: int) -> Any:
        digest = {"p": "sha256:" + digit * 64}
        return result(
            student, problem("p", part("value", 0, possible)), provenance={"grader": version, "problems": digest}
        )

    notes = "\n".join(report_on(graded("a", "0", "1.0.0", 1), graded("b", "1", "1.1.0", 2)).notes)
    assert "different versions of the problem's file: p (2 versions)" in notes
    assert "different versions of the program: 1.0.0, 1.1.0" in notes
    assert "Not worth the same in all results: p value (1 or 2)" in notes
    assert "2 results without entries" in notes
    assert "rounded already" in notes
