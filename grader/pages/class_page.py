"""The class report as one self-contained HTML page: what to talk about, the questions, and each question's tree with the class on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from grader.drawing.charts import histogram
from grader.errors import Fault
from grader.exact import hundredths
from grader.kinds import Exercise
from grader.pages.class_dots import rules_behind
from grader.pages.class_focus import focus, question_to_talk_about
from grader.pages.class_groups import groups_of
from grader.pages.class_question import anchor_of, question
from grader.pages.class_tables import table_of_problems_without_marks, table_of_submissions_without_marks
from grader.pages.class_tree import class_tree
from grader.pages.class_words import (
    MEANINGS,
    SUPERSEDED,
    UNDEFINED,
    bins,
    index,
    marks,
    mean_of,
    not_counted,
    whole_percent,
)
from grader.pages.html import drawn, render_page
from grader.statistics import ClassReport, Item, ProblemSummary, Totals
from grader.words import count

if TYPE_CHECKING:
    from markupsafe import Markup

Find = Callable[[str], Exercise | Fault | None]
"""From a problem's id to the problem, or why it is not there; None where nobody looked."""

_NO_TITLES: Mapping[str, str] = MappingProxyType({})
_MOST_TREES = 20
_TOO_MANY = f"No tree: they are drawn of the first {_MOST_TREES} questions."


class Row(NamedTuple):
    """A question, or a part of the only one: its points in words, and as a share in per cent."""

    number: str
    name: str
    anchor: str
    mean: str
    share: int
    percent: str
    discrimination: str


def class_page(report: ClassReport, find: Find | None = None, titles: Mapping[str, str] = _NO_TITLES) -> str:
    """Return the page; `find` finds the problems, for their titles and trees. `titles` of exercises go before these."""
    place = question_to_talk_about(report)
    order = sorted(range(len(report.problems)), key=lambda other: other != place)
    shown = order[:_MOST_TREES]
    exercises = {other: find(report.problems[other].example) if find else None for other in shown}
    trees = {other: class_tree(report.problems[other], exercises[other]) for other in shown}
    heads = [_title(problem, exercises.get(other), titles) for other, problem in enumerate(report.problems)]
    questions = [
        question(report.problems[other], other + 1, _head(heads, other), trees.get(other, _TOO_MANY)) for other in order
    ]
    says = [*(f"{name}: {words}" for name, words in MEANINGS), UNDEFINED] if report.problems else []
    return render_page(
        "class.html",
        counts=", ".join(_counts(report)),
        focus=focus(report, place, "" if place is None else trees[place]),
        heads=_heads(report),
        rows=list(_rows(report, heads)),
        totals=_totals(report.totals),
        sections=questions[:_MOST_TREES],
        more=questions[_MOST_TREES:],
        words={one.tree.id: one.tree.words for one in questions if one.tree},
        behind=rules_behind(report.misconceptions, report.totals.students)[0] if len(heads) > 1 else [],
        groups=groups_of(report, heads),
        not_gradable=table_of_submissions_without_marks(report),
        not_graded=table_of_problems_without_marks(report),
        superseded=list(map(not_counted, report.superseded)),
        superseded_words=SUPERSEDED,
        unreadable=report.unreadable,
        notes=[*report.notes, *says],
    )


def _title(problem: ProblemSummary, found: Exercise | Fault | None, titles: Mapping[str, str]) -> str:
    own = found.problem.title if isinstance(found, Exercise) else ""
    return titles.get(problem.id) or own or problem.name


def _head(titles: Sequence[str], place: int) -> str:
    return f"Question {place + 1}: {titles[place]}" if len(titles) > 1 else titles[place]


def _counts(report: ClassReport) -> Iterator[str]:
    totals = report.totals
    yield count(totals.students, "student")
    if report.problems:
        yield count(len(report.problems), "question")
    if totals.possible is not None:
        yield f"{marks(totals.possible)} points"
    if report.results != totals.students:
        yield f"{count(report.results, 'result')} read"


# The questions


def _heads(report: ClassReport) -> tuple[str, str]:
    """Return what heads the table, and its first column: with a single question its parts stand there."""
    return ("Questions", "Question") if len(report.problems) > 1 else ("Parts", "Part")


def _rows(report: ClassReport, titles: Sequence[str]) -> Iterator[Row]:
    if len(report.problems) == 1:
        yield from (_row("", part.part, "", part.item) for part in report.problems[0].parts)
        return
    for place, (problem, title) in enumerate(zip(report.problems, titles, strict=True)):
        yield _row(f"{place + 1}", title, anchor_of(place + 1), problem.item)


def _row(number: str, name: str, anchor: str, item: Item) -> Row:
    share = min(hundredths(item.facility or 0), 100)
    return Row(number, name, anchor, mean_of(item), share, whole_percent(item.facility), index(item.discrimination))


def _totals(totals: Totals) -> tuple[Markup, str] | None:
    """Return the histogram of the totals, and what it does not say itself."""
    if totals.mean_share is None or totals.median_share is None:
        return None
    held = ", ".join(
        f"{n} with {label}" for n, label in zip(totals.histogram, bins(totals.histogram), strict=True) if n
    )
    ticks = [f"{10 * place} %" if place % 2 == 0 else "" for place in range(len(totals.histogram) + 1)]
    label = f"Of {count(totals.students, 'student')}: {held} of the points"
    chart = histogram(totals.histogram, ticks, (totals.mean_share, f"mean {whole_percent(totals.mean_share)}"), label)
    words = f"Mean {mean_of(totals)} points, median {whole_percent(totals.median_share)}"
    words += f", standard deviation {whole_percent(totals.deviation)}" if totals.deviation is not None else ""
    return drawn(chart), f"{words}. A bar holds its lower end, the last one 100 % as well."
