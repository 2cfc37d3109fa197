"""The tables of a class report's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.pages.class_tree import ClassTree
from grader.pages.class_words import index, mean_of, percent, remark, right_of, where, who
from grader.statistics import ClassReport, Item, PartSummary, ProblemSummary

Cell = tuple[str, bool]
"""A cell's text, and whether it is a number."""

_ITEM_HEADS = ("#Mean", "#Facility", "#Discrimination", "#Efficiency")


class Table(NamedTuple):
    """A table; the head of a column of numbers starts with #, the first cell of a row heads it."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def table_of_nodes(tree: ClassTree | str) -> Table:
    """Return the numbers on the tree; no rows where there is none."""
    rows = [] if isinstance(tree, str) else _node_rows(tree)
    heads = ("Node", "#Right answer", "#Students who are right", "Wrong answers")
    return Table("What the class did at each node", heads, rows)


def _node_rows(tree: ClassTree) -> list[list[Cell]]:
    numbers = [tree.diagram.nodes[share.place].number for share in tree.shares]
    return [
        [
            (tree.id_of(share), False),
            (number.text if number else "", True),
            (f"{share.right} of {share.of}", True),
            (share.all_wrong, False),
        ]
        for share, number in zip(tree.shares, numbers, strict=True)
    ]


def table_of_parts(problem: ProblemSummary) -> Table:
    """Return the statistics of each part, and of the whole."""
    rows = [
        [(part.part, False), *_item_cells(part.item), (str(part.blank), True), (str(part.malformed), True)]
        for part in problem.parts
    ]
    rows.append([("whole question", False), *_item_cells(problem.item), ("", True), ("", True)])
    return Table("Parts", ("Part", *_ITEM_HEADS, "#Blank", "#Not judged"), rows)


def _item_cells(item: Item) -> list[Cell]:
    texts = (mean_of(item), percent(item.facility), index(item.discrimination), index(item.efficiency))
    return [(text, True) for text in texts]


def table_of_variants(problem: ProblemSummary) -> Table:
    """Return how each variant did, where they are reported on apart; else no rows."""
    rows: list[list[Cell]] = [
        [
            (one.id, False),
            (f"{one.item.students:,}", True),
            (mean_of(one.item), True),
            (percent(one.item.facility), True),
            (right_of(one.full, one.item.students), True),
        ]
        for one in problem.apart
    ]
    return Table("Variants", ("Variant", "#Students", "#Mean", "#Facility", "#All right"), rows)


def table_of_wrong_answers(problem: ProblemSummary) -> Table:
    """Return the most frequent wrong answers to each part."""
    rows = [row for part in problem.parts for row in _wrong_rows(part)]
    return Table("Most frequent wrong answers", ("Part", "Node", "Answer", "#Students", "Remark"), rows)


def _wrong_rows(part: PartSummary) -> list[list[Cell]]:
    return [
        [
            (part.part, False),
            (where(wrong), False),
            (wrong.given, False),
            (str(wrong.students), True),
            (remark(wrong), False),
        ]
        for wrong in part.wrong
    ]


def table_of_submissions_without_marks(report: ClassReport) -> Table | None:
    """Return which submissions could not be graded, and why; None where all could."""
    rows = [[(who(one), False), ("; ".join(one.errors), False)] for one in report.not_gradable]
    return Table("Submissions without marks", ("Submission", "Reason"), rows) if rows else None


def table_of_problems_without_marks(report: ClassReport) -> Table | None:
    """Return which problems could not be graded, and why; None where all could."""
    rows = [[(one.id, False), (str(one.students), True), (one.reason, False)] for one in report.problems_not_graded]
    heads = ("Problem", "#Students", "Reason (of the first)")
    return Table("Problems without marks", heads, rows) if rows else None
