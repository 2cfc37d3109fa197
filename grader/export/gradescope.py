"""Gradescope's results.json: one test for each part of each problem.

Source: the platform's autograder documentation (specs of results.json). Everything is sent as plain text, so nothing
that a student wrote can become markup there.
"""

from __future__ import annotations

from grader.conventions import conventions_in_words
from grader.data import Data
from grader.exact import marks_number
from grader.export.result import provenance
from grader.grading import Graded, Outcome
from grader.marks.reports import PartReport
from grader.marks.rounding import Share
from grader.pages.text import carried_words, counts_words, entry_lines, left_out_lines, told_findings, ungradable_lines
from grader.policy import CENT
from grader.printable import json_line

_NOTHING = "Nothing in this submission could be graded. The score of 0 only stands in for a missing one."


def gradescope_results(outcome: Outcome) -> dict[str, Data]:
    """Return results.json of one submission.

    A submission that could not be read has score 0, because the platform asks for a number; its output says first that
    this is no mark.
    """
    if not outcome.is_gradable:
        head = ["This submission could not be graded. The score of 0 only stands in for a missing one."]
        return _frame(0, [*head, *ungradable_lines(outcome)], []) | {"extra_data": {"gradable": False}}
    tests = [
        _test(f"{place}.{part_place}", graded, part, share)
        for place, graded in enumerate(outcome.graded, 1)
        for part_place, (part, share) in enumerate(zip(graded.report.parts, graded.marks.parts, strict=True), 1)
    ]
    lines = [outcome.total.words if outcome.graded else _NOTHING]
    lines += [f"{_name(graded)}: {graded.marks.words}" for graded in outcome.graded if graded.marks.step != CENT]
    lines += [f"Not graded: {fault}" for _, fault in outcome.not_graded]
    lines += left_out_lines(outcome)
    lines += told_findings(outcome)
    lines += [carried for graded in outcome.graded if (carried := carried_words(graded))]
    lines += [f"Note: {fault}" for graded in outcome.graded for fault in graded.report.notes]
    lines += [line for graded in outcome.graded for line in _convention_lines(graded)]
    extra = {"gradable": bool(outcome.graded), "provenance": provenance(outcome)}
    return _frame(marks_number(outcome.earned), lines, tests) | {"extra_data": extra}


def gradescope_line(outcome: Outcome) -> str:
    """Return results.json as one line of JSON."""
    return json_line(gradescope_results(outcome))


def _convention_lines(graded: Graded) -> list[str]:
    problem, kind = graded.exercise.problem, graded.exercise.kind
    words = conventions_in_words(problem.conventions, kind.conventions, problem.ask)
    head = [f"Conventions of {_name(graded)}:"] if words else []
    return [*head, *(f"- {sentence}" for sentence in words)]


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


def _name(graded: Graded) -> str:
    return graded.report.title or graded.report.id


def _test(number: str, graded: Graded, part: PartReport, share: Share) -> dict[str, Data]:
    return {
        "number": number,
        "name": f"{_name(graded)}: {part.part}",
        "score": marks_number(share.earned),
        "max_score": marks_number(share.possible),
        "status": "passed" if part.earned == part.possible else "failed",
        "output": "\n".join(filter(None, (counts_words(part), *entry_lines(part)))),
        "output_format": "text",
        "visibility": "visible",
    }
