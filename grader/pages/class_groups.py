"""The groups of a class on its page: how each did in all, in each question, and what a difference may mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.exact import hundredths
from grader.pages.class_tables import Cell, Table
from grader.pages.class_words import bins, comparison, group_name, mean_of, percent, right_of, whole_percent
from grader.statistics import ClassReport, Group


class GroupRow(NamedTuple):
    """A group: its points in words, and as a share in per cent."""

    name: str
    students: str
    mean: str
    share: int
    percent: str
    median: str


class Groups(NamedTuple):
    """The groups of a class: what their differences say, a row for each, and the tables behind."""

    said: str
    rows: list[GroupRow]
    questions: Table
    spread: Table


def groups_of(report: ClassReport, heads: Sequence[str]) -> Groups | None:
    """Return what the page says of the groups; None where there are none. `heads` are the titles of the questions."""
    if not report.groups:
        return None
    return Groups(comparison(report), list(map(_row, report.groups)), _questions(report, heads), _spread(report))


def _row(group: Group) -> GroupRow:
    totals = group.totals
    share = min(hundredths(totals.mean_share or 0), 100)
    texts = (whole_percent(totals.mean_share), whole_percent(totals.median_share))
    return GroupRow(group_name(group.group), f"{totals.students:,}", mean_of(totals), share, *texts)


def _questions(report: ClassReport, heads: Sequence[str]) -> Table:
    """Return what each group earned in each question, and how many of it have all right."""
    rows: list[list[Cell]] = [
        [
            (head, False),
            (group_name(one.group), False),
            (f"{one.students:,}", True),
            (mean_of(one), True),
            (percent(one.facility), True),
            (right_of(one.full, one.students), True),
        ]
        for problem, head in zip(report.problems, heads, strict=True)
        for one in problem.groups
    ]
    return Table("Questions by group", ("Question", "Group", "#Students", "#Mean", "#Facility", "#All right"), rows)


def _spread(report: ClassReport) -> Table:
    rows: list[list[Cell]] = [
        [(group_name(group.group), False), *((str(number), True) for number in group.totals.histogram)]
        for group in report.groups
    ]
    heads = ("Group", *(f"#{label}" for label in bins(report.totals.histogram)))
    return Table("Students for each tenth of the points", heads, rows)
