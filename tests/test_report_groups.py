"""Groups of a class are compared, and nothing is made of a difference that chance gives."""

from __future__ import annotations

import json
import random
import statistics
from collections import defaultdict
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from made_results import part, problem, report_on, result

from grader.core.documents.shape import explain_shape
from grader.course.report.class_outputs import class_csv, class_data, render_class_text
from grader.course.report.class_page import class_page
from grader.course.report.statistics import FEWEST


def member(student: str, group: str, earned: float, possible: float = 10) -> Any:
    fields = {"group": group} if group else {}
    return result(student, problem("p", part("value", earned, possible), exercise="q1"), quiz="week5", **fields)


def groups(sizes: dict[str, int], seed: int = 0, ahead: int = 0) -> list[Any]:
    """Return a class of groups that are equally good, but for the first, which has so many points more."""
    draw = random.Random(seed)
    best = next(iter(sizes))
    return [
        member(f"{group}{place}", group, draw.randint(0, 6) + (ahead if group == best else 0))
        for group, size in sizes.items()
        for place in range(size)
    ]


@pytest.mark.parametrize("seed", range(10))
def test_figures_of_groups_are_those_of_a_plain_recount(seed: int) -> None:
    made = groups({"a": 12, "b": 25, "c": 11}, seed)
    earned = defaultdict(list)
    for one in made:
        earned[one["group"]].append(one["earned"])
    report = report_on(*made)
    assert [one.group for one in report.groups] == ["a", "b", "c"]
    for group in report.groups:
        marks, totals = earned[group.group], group.totals
        assert (totals.students, totals.mean) == (len(marks), Fraction(sum(marks), len(marks)))
        assert float(totals.median_share) == pytest.approx(statistics.median(marks) / 10)
        assert float(totals.deviation) == pytest.approx(statistics.stdev(marks) / 10)
        assert sum(totals.histogram) == len(marks)
    (exercise,) = report.problems
    for share in exercise.groups:
        assert share.facility == Fraction(sum(earned[share.group]), 10 * len(earned[share.group]))
        assert share.full == sum(mark == 10 for mark in earned[share.group])


def test_the_range_of_chance_is_the_standard_error_times_the_quantile_of_t() -> None:
    """The quantile of t with 19 degrees of freedom is 2.0930."""
    report = report_on(*groups({"a": 20, "b": 40}, 3))
    error = sqrt(sum(float(group.totals.deviation) ** 2 / group.totals.students for group in report.groups))
    assert float(report.comparison.chance) == pytest.approx(2.0930 * error, abs=1e-3)


@pytest.mark.sweep
def test_equally_good_groups_are_seldom_called_different() -> None:
    """In 200 classes of three equally good groups a difference is found in about 5 % of them, and never in more than 8 %."""
    found = 0
    for seed in range(200):
        compared = report_on(*groups({"a": 30, "b": 30, "c": 15}, seed)).comparison
        found += compared.difference > compared.chance
    assert found <= 16


def test_a_real_difference_is_told_and_no_reason_is_given() -> None:
    report = report_on(*groups({"a": 30, "b": 30}, 1, ahead=3))
    said = " ".join(render_class_text(report).split())
    assert "a is 3" in said
    assert "of the points ahead of b; chance alone gives no more than" in said
    assert "Why, it does not say." in said


def test_what_chance_gives_is_called_chance() -> None:
    report = report_on(*groups({"a": 30, "b": 30}, 1))
    assert "Chance alone would explain the differences" in class_page(report)


def test_of_small_groups_nothing_is_said_but_that() -> None:
    report = report_on(*groups({"a": FEWEST - 1, "b": 30}, 1, ahead=4))
    assert report.comparison is None
    said = " ".join(render_class_text(report).split())
    assert "Too small to tell: a (9 students)" in said
    assert "ahead" not in said


def test_students_without_a_group_are_shown_and_not_compared() -> None:
    report = report_on(*groups({"a": 12, "b": 12}), member("x", "", 10))
    assert [one.group for one in report.groups] == ["", "a", "b"]
    assert {report.comparison.higher, report.comparison.lower} == {"a", "b"}
    assert "no group" in render_class_text(report)


def test_all_outputs_have_the_groups() -> None:
    report = report_on(*groups({"a": 12, "b": 12}))
    data = class_data(report)
    assert not list(explain_shape("report", json.loads(json.dumps(data))))
    assert [one["group"] for one in data["groups"]] == ["a", "b"]
    assert [one["group"] for one in data["problems"][0]["groups"]] == ["a", "b"]
    table = class_csv(report).splitlines()
    assert sum(row.startswith("group,") for row in table) == 2
    assert sum(row.startswith("group-problem,q1,") for row in table) == 2
    assert "<h2>Groups</h2>" in class_page(report)
    assert "Groups\n" in render_class_text(report)


def test_a_class_without_groups_has_none_of_that() -> None:
    report = report_on(result("s", problem("p", part("value", 1))))
    assert (report.groups, report.comparison) == ((), None)
    assert "Groups" not in render_class_text(report) + class_page(report)
    assert "groups" not in class_data(report)
