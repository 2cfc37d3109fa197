"""The feedback on one submission as a single page: no network, no other file, complete without its script; it prints well."""

from __future__ import annotations

from pathlib import Path

from grader.errors import Fault
from grader.exact import marks_text, points_text
from grader.outcome import Outcome, Superseded
from grader.pages.html import render_page
from grader.pages.problem_block import meter, placed, section, title_of
from grader.words import listed

_MOST_FILES = 10


def page(outcome: Outcome) -> str:
    """Return the page: for each problem marks, what to correct, the tree and the entries, or why nothing could be graded."""
    return render_page(
        "feedback.html",
        student=outcome.student or "",
        quiz=outcome.title,
        files=_files(outcome),
        is_gradable=outcome.is_gradable,
        earned=marks_text(outcome.total.earned),
        possible=points_text(outcome.total.possible),
        faults=[_told(fault, outcome) for fault in outcome.faults],
        problems=[
            section(graded, f"problem-{place}", 2 if len(outcome.graded) == 1 else 3)._replace(
                number=outcome.number_of(graded.report.id)
            )
            for place, graded in enumerate(outcome.graded, 1)
        ],
        overview=[
            meter(
                f"{outcome.number_of(graded.report.id)}{title_of(graded)}",
                graded.marks.total,
                anchor=f"problem-{place}",
            )
            for place, graded in enumerate(outcome.graded, 1)
        ],
        not_graded=[f"{id_}: {_told(fault, outcome)}" for id_, fault, _ in outcome.not_graded],
        unread=[_told(fault, outcome) for fault in outcome.unread],
        superseded=list(map(_again, outcome.superseded)),
    )


def _files(outcome: Outcome) -> str:
    """Return the names of the files; the folders of a course are not shown."""
    return listed([Path(source).name for source in outcome.sources or (outcome.source,)], _MOST_FILES)


def _again(one: Superseded) -> str:
    return f"{one.id}: {Path(one.source).name}, as {Path(one.by).name} answers it too"


def _told(fault: Fault, outcome: Outcome) -> str:
    """Return the fault with its place in the submission; the folders and problem files of a course are not shown."""
    if fault.source in outcome.sources:
        return placed(fault, f"{Path(fault.source).name}")
    own = fault.source == outcome.source
    return placed(fault, "" if fault.path else Path(fault.source).name) if own else fault.message
