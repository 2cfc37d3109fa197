"""Percentages of a class report: worked out exactly, rounded halves up, never cut on the way."""

from __future__ import annotations

from fractions import Fraction

import pytest
from made_results import part, problem, report_on, result

from grader.course.report.wording import percent


def class_of(*marks: tuple[float, float]) -> str:
    """Return the mean share of students with these marks, each of so many, as the report states it."""
    held = (result(f"s{i}", problem(f"p{i}", part("value", *one))) for i, one in enumerate(marks))
    return percent(report_on(*held).totals.mean_share)


def test_mean_of_thirds_is_rounded_up_where_it_lies_in_the_middle() -> None:
    assert class_of((1, 3), (2, 3), (0.0005, 1)) == "33.4 %"  # exactly 33.35 %


@pytest.mark.parametrize(
    ("share", "said"),
    [(Fraction(1, 8), "12.5 %"), (Fraction(6665, 10000), "66.7 %"), (Fraction(6645, 10000), "66.5 %"), (1, "100.0 %")],
)
def test_halves_go_up(share: Fraction, said: str) -> None:
    assert percent(share) == said
