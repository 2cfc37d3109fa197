"""The class report for other programs: JSON of the format gametree-report/1 (report.schema.json), and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.data import Data
from grader.documents.table import table_text
from grader.exact import marks_number
from grader.printable import json_line
from grader.statistics import (
    ClassReport,
    GroupShare,
    Item,
    MisconceptionTally,
    PartSummary,
    ProblemSummary,
    Totals,
    WrongAnswer,
)
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
        **_grouped(report),
        "provenance": {"grader": __version__},
    }


def _grouped(report: ClassReport) -> dict[str, Data]:
    """Return the groups and how they compare; nothing where results name none."""
    if not report.groups:
        return {}
    found = report.comparison
    compared = found and found._asdict() | {name: _number(getattr(found, name)) for name in ("difference", "chance")}
    return {
        "groups": [{"group": group.group, **_totals(group.totals)} for group in report.groups],
        "comparison": compared,
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
        "full": problem.full,
        **({"quiz": problem.quiz} if problem.quiz else {}),
        **_variants(problem),
        **({"groups": list(map(_share, problem.groups))} if any(one.group for one in problem.groups) else {}),
    }


def _variants(problem: ProblemSummary) -> dict[str, Data]:
    """Return what is to be said of variants that are reported on together; nothing of a single problem."""
    if problem.variants == 1:
        return {}
    known: dict[str, Data] = {"variants": problem.variants, "one_shape": problem.one_shape}
    return known | ({"by_variant": list(map(_problem, problem.apart))} if problem.apart else {})


def _share(share: GroupShare) -> dict[str, Data]:
    numbers = {"mean": _number(share.mean), "possible": _number(share.possible), "facility": _number(share.facility)}
    return {"group": share.group, "students": share.students, **numbers, "full": share.full}


def _part(part: PartSummary) -> dict[str, Data]:
    return {
        "part": part.part,
        **_item(part.item),
        "blank": part.blank,
        "malformed": part.malformed,
        "wrong": [wrong._asdict() for wrong in part.wrong],
        "other_wrong": part.other_wrong,
        "full": part.full,
        "nodes": [{"node": tally.node, "right": tally.right, "of": tally.of} for tally in part.nodes],
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
    "group",
    "variant",
    "full",
)
"""The columns of the CSV. `record` says what a row is about; what does not apply to it is empty."""

Row = dict[str, Data]


def class_csv(report: ClassReport) -> str:
    """Return the report as one CSV table: rows for the totals, problems, parts, wrong answers and misconceptions.

    No cell of text can be taken for a formula by a spreadsheet.
    """
    return table_text(COLUMNS, ([row.get(name) for name in COLUMNS] for row in _rows(report)))


def _rows(report: ClassReport) -> Iterator[Row]:
    if report.totals.students:
        yield {"record": "total", **_total(report.totals)}
    for group in report.groups:
        yield {"record": "group", "group": group.group, **_total(group.totals)}
    for problem in report.problems:
        place = {"problem": problem.name}
        yield from _problem_rows(problem, place)
        for share in problem.groups if report.groups else ():
            yield {"record": "group-problem", **place, **_share(share)}
        for variant in problem.apart:
            yield from _problem_rows(variant, {**place, "variant": variant.id})
    yield from _tallies(report.misconceptions, {})
    for submission in report.not_gradable:
        yield {"record": "not-gradable", "answer": submission.student or submission.source}
    for one in report.superseded:
        yield {"record": "superseded", "problem": one.problem, "answer": one.student}


def _total(totals: Totals) -> Row:
    """Return totals as a row; every other row has its deviation in marks, the one of totals is a share, so it stays out."""
    stated = {"students": totals.students, "mean": _number(totals.mean), "possible": _number(totals.possible)}
    return {**stated, "facility": _number(totals.mean_share)}


def _problem_rows(problem: ProblemSummary, place: Row) -> Iterator[Row]:
    yield {"record": "problem", **place, **_item(problem.item), "one_slip": problem.one_slip, "full": problem.full}
    for part in problem.parts:
        where = {**place, "part": part.part}
        counts = {"blank": part.blank, "malformed": part.malformed, "full": part.full}
        yield {"record": "part", **where, **_item(part.item), **counts}
        yield from ({"record": "wrong-answer", **where, **_wrong(wrong)} for wrong in part.wrong)
        for tally in part.nodes if problem.variants > 1 else ():
            yield {"record": "node", **where, "node": tally.node, "students": tally.of, "full": tally.right}
    yield from _tallies(problem.misconceptions, place)


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
