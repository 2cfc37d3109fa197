"""The class report for other programs: JSON of the format gametree-report/1 (report.schema.json), and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.data import Data
from grader.documents.table import table_text
from grader.exact import marks_number
from grader.printable import json_line
from grader.statistics import ClassReport, Item, MisconceptionTally, PartSummary, ProblemSummary, Totals, WrongAnswer
from grader.version import __version__

FORMAT = "gametree-report/1"


def class_json(report: ClassReport) -> str:
    """Return the report as one line of JSON. Numbers are rounded to 4 places; null is what is not defined."""
    return json_line(class_data(report))


def class_data(report: ClassReport) -> dict[str, Data]:
    """Return the report as JSON data."""
    return {
        "format": FORMAT,
        "results": report.results,
        "totals": _totals(report.totals),
        "problems": [_problem(problem) for problem in report.problems],
        "misconceptions": [tally._asdict() for tally in report.misconceptions],
        "not_gradable": [
            {"student": submission.student, "source": submission.source, "errors": list(submission.errors)}
            for submission in report.not_gradable
        ],
        "problems_not_graded": [problem._asdict() for problem in report.problems_not_graded],
        "superseded": [one._asdict() for one in report.superseded],
        "unreadable": list(report.unreadable),
        "notes": list(report.notes),
        "provenance": {"grader": __version__},
    }


def _number(number: Fraction | None) -> float | None:
    return None if number is None else marks_number(number)


def _totals(totals: Totals) -> dict[str, Data]:
    return {
        "students": totals.students,
        "mean": _number(totals.mean),
        "possible": _number(totals.possible),
        "mean_share": _number(totals.mean_share),
        "median_share": _number(totals.median_share),
        "deviation": _number(totals.deviation),
        "histogram": list(totals.histogram),
    }


def _item(item: Item) -> dict[str, Data]:
    return {
        "students": item.students,
        "mean": _number(item.mean),
        "possible": _number(item.possible),
        "deviation": _number(item.deviation),
        "facility": _number(item.facility),
        "discrimination": _number(item.discrimination),
        "efficiency": _number(item.efficiency),
    }


def _problem(problem: ProblemSummary) -> dict[str, Data]:
    return {
        "id": problem.id,
        "kind": problem.kind,
        **_item(problem.item),
        "parts": [_part(part) for part in problem.parts],
        "misconceptions": [tally._asdict() for tally in problem.misconceptions],
        "one_slip": problem.one_slip,
    }


def _part(part: PartSummary) -> dict[str, Data]:
    return {
        "part": part.part,
        **_item(part.item),
        "blank": part.blank,
        "malformed": part.malformed,
        "wrong": [wrong._asdict() for wrong in part.wrong],
        "other_wrong": part.other_wrong,
    }


COLUMNS = (
    "record",
    "problem",
    "part",
    "node",
    "answer",
    "expected",
    "misconception",
    "students",
    "mean",
    "possible",
    "deviation",
    "facility",
    "discrimination",
    "efficiency",
    "blank",
    "malformed",
    "follow_through",
    "alone",
    "exact",
    "one_slip",
)
"""The columns of the CSV. `record` says what a row is about; what does not apply to it is empty."""

Row = dict[str, Data]


def class_csv(report: ClassReport) -> str:
    """Return the report as one CSV table: rows for the totals, problems, parts, wrong answers and misconceptions.

    No cell of text can be taken for a formula by a spreadsheet.
    """
    return table_text(COLUMNS, ([row.get(name) for name in COLUMNS] for row in _rows(report)))


def _rows(report: ClassReport) -> Iterator[Row]:
    totals = report.totals
    if totals.students:
        stated = {"students": totals.students, "mean": _number(totals.mean), "possible": _number(totals.possible)}
        # Every other row has its deviation in marks; the one of the totals is a share, so it stays out.
        yield {"record": "total", **stated, "facility": _number(totals.mean_share)}
    for problem in report.problems:
        place = {"problem": problem.id}
        yield {"record": "problem", **place, **_item(problem.item), "one_slip": problem.one_slip}
        for part in problem.parts:
            where = {**place, "part": part.part}
            yield {"record": "part", **where, **_item(part.item), "blank": part.blank, "malformed": part.malformed}
            yield from ({"record": "wrong-answer", **where, **_wrong(wrong)} for wrong in part.wrong)
        yield from _tallies(problem.misconceptions, place)
    yield from _tallies(report.misconceptions, {})
    for submission in report.not_gradable:
        yield {"record": "not-gradable", "answer": submission.student or submission.source}
    for one in report.superseded:
        yield {"record": "superseded", "problem": one.problem, "answer": one.student}


def _wrong(wrong: WrongAnswer) -> Row:
    return {
        "node": wrong.node,
        "answer": wrong.given,
        "expected": wrong.expected,
        "students": wrong.students,
        "follow_through": wrong.follow_through,
    }


def _tallies(tallies: Sequence[MisconceptionTally], place: Row) -> Iterator[Row]:
    return ({"record": "misconception", **place, **tally._asdict()} for tally in tallies)
