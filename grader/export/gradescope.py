"""Gradescope's results.json: one test for each part of each problem.

Source: the platform's autograder documentation (specs of results.json). It is sent as plain text, so nothing that a student
wrote can become markup there; where pictures are asked for, the one test that has them is a page's piece made by a template.
"""

from __future__ import annotations

from grader.data import Data
from grader.exact import marks_number
from grader.export.platform import ORDER, Platform, TreeAs, Visibility
from grader.export.result import provenance
from grader.export.told import (
    Item,
    convention_lines,
    fault_lines,
    is_marked,
    items,
    items_by_problem,
    shown_trees,
    told_lines,
    top_line,
)
from grader.outcome import Outcome
from grader.printable import json_line

_LATER = "This submission was read and marked; marks are shown later."


def gradescope_results(outcome: Outcome, platform: Platform = Platform()) -> dict[str, Data]:
    """Return results.json of one submission.

    A submission that could not be read has score 0, because the platform asks for a number; its output says first that
    this is no mark. Where students may not see every test yet, the output, which they always see, tells no marks either.
    """
    if not outcome.is_gradable:
        return _frame(0, [top_line(outcome), *fault_lines(outcome)], []) | {"extra_data": {"gradable": False}}
    is_open = all(platform.visibility_of(item.part.part) is Visibility.VISIBLE for item in items(outcome))
    top = top_line(outcome) if is_open or not is_marked(outcome) else _LATER
    lines = [top, *fault_lines(outcome), *(told_lines(outcome) if is_open else ()), *convention_lines(outcome)]
    extra = {"gradable": bool(outcome.graded), "provenance": provenance(outcome)}
    return _frame(marks_number(outcome.earned), lines, _tests(outcome, platform)) | {"extra_data": extra}


def gradescope_line(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return results.json as one line of JSON."""
    return json_line(gradescope_results(outcome, platform))


def _frame(score: float, lines: list[str], tests: list[dict[str, Data]]) -> dict[str, Data]:
    return {
        "score": score,
        "output": "\n".join(lines),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _tests(outcome: Outcome, platform: Platform) -> list[dict[str, Data]]:
    return [
        _test(item, platform, has_tree=item is last)
        for held in items_by_problem(outcome)
        for last in [_last_seen(held, platform)]
        for item in held
    ]


def _last_seen(held: list[Item], platform: Platform) -> Item | None:
    """Return the test of a problem that students see last: its tree shows what all the others say."""
    return max(held, key=lambda item: ORDER.index(platform.visibility_of(item.part.part)), default=None)


def _test(item: Item, platform: Platform, *, has_tree: bool) -> dict[str, Data]:
    output, format_ = "\n".join(item.lines), "text"
    drawn, tree = shown_trees(item.graded, platform.tree_as or TreeAs.TEXT) if has_tree else ((), [])
    if drawn:
        from grader.pages.html import render_page

        output, format_ = render_page("platform.html", lines=item.lines, trees=(), pictures=drawn), "html"
    return {
        "number": item.number,
        "name": item.name,
        "score": marks_number(item.share.earned),
        "max_score": marks_number(item.share.possible),
        "status": "passed" if item.is_passed else "failed",
        "output": "\n".join([output, *(["", *tree] if tree else [])]).lstrip("\n"),
        "output_format": format_,
        "visibility": platform.visibility_of(item.part.part).value,
    }
