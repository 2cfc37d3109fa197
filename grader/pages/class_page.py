"""The class report as one self-contained HTML page: no script, no network, every chart beside its numbers in a table."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.drawing.charts import Bar, bar_chart, histogram
from grader.pages.class_words import (
    MEANINGS,
    SUPERSEDED,
    UNDEFINED,
    bins,
    description,
    index,
    mean_of,
    not_counted,
    percent,
    remark,
    slipped,
    where,
    who,
)
from grader.pages.html import safe
from grader.pages.html_parts import Cell, beside, bullet_list, table
from grader.statistics import ClassReport, Item, MisconceptionTally, ProblemSummary, Totals
from grader.version import __version__
from grader.words import count

_STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 74rem; padding: 1rem; background: #fff; color: #1a1a1a;
  font: 1rem/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; }
h1, h2, h3, li, p { overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-top: 2px solid #1a1a1a; padding-top: .75rem; }
.beside { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.beside > * { min-width: 0; max-width: 100%; }
.beside > figure { flex: 0 1 25rem; margin: 0; }
.beside > .table { flex: 1 1 20rem; }
figcaption { font-size: .875rem; margin-top: .3rem; }
svg { display: block; max-width: 100%; height: auto; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding-bottom: .25rem; }
th, td { border: 1px solid #767676; padding: .15rem .5rem; text-align: left; vertical-align: top; }
thead th { background: #ededed; }
tbody th { font-weight: normal; min-width: 7rem; }
tbody th, td:not(.number) { overflow-wrap: anywhere; }
td:not(.number) { min-width: 5rem; }
.number { text-align: right; }
td.number { white-space: nowrap; }
:focus-visible { outline: 3px solid #00508a; outline-offset: 2px; }
@media screen and (max-width: 45rem) {
  table, caption, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { border: 1px solid #767676; margin-bottom: .5rem; }
  tbody th { border: 0; background: #ededed; }
  td { border: 0; display: flex; justify-content: space-between; gap: 1rem; }
  td::before { content: attr(data-head); flex: none; }
  td:empty { display: none; }
}
footer { margin-top: 3rem; border-top: 1px solid #767676; font-size: .875rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3, caption { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  .table { overflow: visible; }
}
"""
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'"
)


def class_page(report: ClassReport) -> str:
    """Return the page."""
    students = count(report.totals.students, "student")
    body = [f"<h1>Class report: {students}</h1>"]
    body += [f"<p>{count(report.results, 'result')} read.</p>"]
    body += [*_totals(report.totals), *_overview(report), *_misconceptions(report)]
    for place, problem in enumerate(report.problems, 1):
        body += _problem(problem, f"p{place}")
    body += [*_left_out(report), *_notes(report)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Class report: {students}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + f"\n</main>\n<footer><p>Made by gametree-grader {__version__}.</p></footer>\n</body>\n</html>\n"
    )


def _totals(totals: Totals) -> Iterator[str]:
    if totals.mean_share is None:
        return
    words = (
        f"Mean {mean_of(totals)} points ({percent(totals.mean_share)}), median {percent(totals.median_share)}, "
        f"standard deviation {percent(totals.deviation)}"
    )
    labels = bins(totals.histogram)
    rows = [[(label, False), (str(number), True)] for label, number in zip(labels, totals.histogram, strict=True)]
    chart = histogram(
        totals.histogram,
        [label.removesuffix(" %") for label in labels],
        "share of the points, in per cent",
        "Histogram of the totals",
        f"{words}. " + "; ".join(f"{label}: {cells[1][0]}" for label, cells in zip(labels, rows, strict=True)),
        "totals",
    )
    yield f"<h2>Totals</h2>\n<p>{safe(words)}. A bin holds its lower end; the last one holds 100 % as well.</p>"
    words = "Bars: how many students earned which share of the points."
    yield beside(chart, words, table("Totals", ("Share of the points", "#Students"), rows))


_ITEM_HEADS = ("#Mean", "#Facility", "#Discrimination", "#Efficiency")


def _item_cells(item: Item) -> list[Cell]:
    texts = (mean_of(item), percent(item.facility), index(item.discrimination), index(item.efficiency))
    return [(text, True) for text in texts]


_FACILITY = "Bars: facility. The dotted track ends at 100 %."


def _facility_bar(label: str, item: Item) -> Bar:
    share = item.facility or Fraction(0)
    return Bar(label, percent(item.facility), share, share)


def _overview(report: ClassReport) -> Iterator[str]:
    """Yield the problems side by side; where there is only one, its own section says all."""
    if len(report.problems) < 2:
        return
    bars = [_facility_bar(problem.id, problem.item) for problem in report.problems]
    rows = [
        [(problem.id, False), (str(problem.item.students), True), *_item_cells(problem.item)]
        for problem in report.problems
    ]
    yield "<h2>Problems</h2>"
    yield beside(
        bar_chart(bars, "Facility of each problem", _aloud(bars), "problems"),
        _FACILITY,
        table("Problems", ("Problem", "#Students", *_ITEM_HEADS), rows),
    )


def _aloud(bars: Sequence[Bar]) -> str:
    return "; ".join(f"{bar.label}: {bar.text}" for bar in bars)


def _misconceptions(report: ClassReport) -> Iterator[str]:
    if len(report.problems) > 1 and report.misconceptions:
        yield "<h2>Misconceptions in the class</h2>"
        yield from _tallies(report.misconceptions, report.totals.students, "Misconceptions in the class", "all")


def _tallies(tallies: Sequence[MisconceptionTally], students: int, caption: str, id_prefix: str) -> Iterator[str]:
    bars = [
        Bar(
            tally.misconception,
            str(tally.students),
            Fraction(tally.students, students),
            Fraction(tally.alone, students),
        )
        for tally in tallies
    ]
    rows = [
        [
            (f"{tally.misconception}: {description(tally.misconception)}".removesuffix(": "), False),
            *((str(number), True) for number in (tally.students, tally.alone, tally.exact)),
        ]
        for tally in tallies
    ]
    words = (
        f"Bars: students who show it, of {students}. Filled: no other misconception fits as well; "
        "outlined: others fit equally."
    )
    yield beside(
        bar_chart(bars, caption, f"{words} {_aloud(bars)}", f"{id_prefix}-misconceptions"),
        words,
        table(caption, ("Misconception", "#Students", "#No other fits", "#Without a slip"), rows),
    )


def _problem(problem: ProblemSummary, id_prefix: str) -> Iterator[str]:
    yield f"<h2>{safe(problem.id)} ({safe(problem.kind)})</h2>"
    yield f"<p>{count(problem.item.students, 'student')}.</p>"
    bars = [_facility_bar(part.part, part.item) for part in problem.parts]
    rows = [
        [(part.part, False), *_item_cells(part.item), (str(part.blank), True), (str(part.malformed), True)]
        for part in problem.parts
    ]
    rows.append([("whole problem", False), *_item_cells(problem.item), ("", True), ("", True)])
    yield "<h3>Parts</h3>"
    yield beside(
        bar_chart(bars, f"Facility of each part of {problem.id}", _aloud(bars), f"{id_prefix}-parts"),
        _FACILITY,
        table(f"Parts of {problem.id}", ("Part", *_ITEM_HEADS, "#Blank", "#Not judged"), rows),
    )
    if problem.misconceptions:
        yield "<h3>Misconceptions</h3>"
        caption = f"Misconceptions on {problem.id}"
        yield from _tallies(problem.misconceptions, problem.item.students, caption, id_prefix)
    if problem.one_slip:
        yield f"<p>{slipped(problem.one_slip)}</p>"
    yield from _wrong_answers(problem)


def _wrong_answers(problem: ProblemSummary) -> Iterator[str]:
    rows = [
        [
            (part.part, False),
            (where(wrong), False),
            (wrong.given, False),
            (str(wrong.students), True),
            (remark(wrong), False),
        ]
        for part in problem.parts
        for wrong in part.wrong
    ]
    if rows:
        yield "<h3>Most frequent wrong answers</h3>"
        heads = ("Part", "Node", "Answer", "#Students", "Remark")
        yield table(f"Wrong answers to {problem.id}", heads, rows)
    more = [f"{part.part}: {part.other_wrong}" for part in problem.parts if part.other_wrong]
    if more:
        yield f"<p>Other wrong answers, not listed — {safe('; '.join(more))}.</p>"


def _left_out(report: ClassReport) -> Iterator[str]:
    """Yield what has no marks: submissions, problems, and lines that were no results."""
    if report.not_gradable:
        rows = [[(who(s), False), ("; ".join(s.errors), False)] for s in report.not_gradable]
        yield "<h2>Not gradable</h2>"
        yield table("Submissions without marks", ("Submission", "Reason"), rows)
    if report.problems_not_graded:
        rows = [[(p.id, False), (str(p.students), True), (p.reason, False)] for p in report.problems_not_graded]
        yield "<h2>Problems that could not be graded</h2>"
        yield table("Problems without marks", ("Problem", "#Students", "Reason (of the first)"), rows)
    if report.superseded:
        yield f"<h2>Not counted</h2>\n<p>{safe(SUPERSEDED)}.</p>"
        yield bullet_list([not_counted(one) for one in report.superseded])
    if report.unreadable:
        yield "<h2>Not read</h2>\n<p>These were no results and are passed over.</p>"
        yield bullet_list(report.unreadable)


def _notes(report: ClassReport) -> Iterator[str]:
    says = [*(f"{name}: {words}" for name, words in MEANINGS), UNDEFINED] if report.problems else []
    yield "<h2>Notes</h2>"
    yield bullet_list((*report.notes, *says))
