"""Results as learning platforms read them, a template for each: Gradescope, PrairieLearn, check50, CodeRunner, and the scores of LTI.

All that a template holds is read from the redacted report by `outcome_words`. It is sent as plain text, so nothing that a student
wrote can become markup; where pictures are asked for, what holds them is a page's piece made by a template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.core.data import Plain
from grader.core.numbers import marks_number
from grader.core.resources import __version__
from grader.core.text import json_line, printable
from grader.core.times import Time, write_time
from grader.grading.outcome import Outcome, student_of
from grader.grading.result import provenance
from grader.platforms import ResultOptions, TreeAs, Visibility
from grader.platforms.outcome_words import (
    Item,
    Picture,
    convention_lines,
    fault_lines,
    finding_lines,
    fraction,
    is_marked,
    items,
    items_by_problem,
    lines_by_person,
    name_of,
    shown_trees,
    top_line,
)


def _page_piece(lines: Sequence[str], trees: Sequence[str] = (), pictures: Sequence[Picture] = ()) -> str:
    """Return lines, trees as text and pictures as a piece of a page."""
    from grader.pages.html import render_page

    return render_page("platform.html", lines=lines, trees=trees, pictures=pictures)


# -- Gradescope's results.json: one test for each part of each problem. Source: its autograder specifications

_SOONEST_FIRST = [*Visibility]
_LATER = "This submission was read and marked; marks are shown later."


def gradescope_results(outcome: Outcome, options: ResultOptions) -> dict[str, Plain]:
    """Return results.json of one submission.

    A submission that could not be read has score 0, because the platform asks for a number; its output says first that
    this is no mark. Where students may not see every test yet, the output, which they always see, tells no marks either.
    """
    if not outcome.is_gradable:
        return _frame(0, [top_line(outcome), *fault_lines(outcome)], []) | {"extra_data": {"gradable": False}}
    is_open = all(options.visibility_of(item.part.part) is Visibility.VISIBLE for item in items(outcome))
    top = top_line(outcome) if is_open or not is_marked(outcome) else _LATER
    lines = [top, *fault_lines(outcome), *(finding_lines(outcome) if is_open else ()), *convention_lines(outcome)]
    extra: Plain = {"gradable": bool(outcome.graded), "provenance": provenance(outcome)}
    return _frame(marks_number(outcome.earned), lines, _tests(outcome, options)) | {"extra_data": extra}


def _frame(score: float, lines: list[str], tests: Sequence[Plain]) -> dict[str, Plain]:
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


def _tests(outcome: Outcome, options: ResultOptions) -> list[Plain]:
    return [
        _gradescope_test(item, options, has_tree=item is last)
        for held in items_by_problem(outcome)
        for last in [_last_seen(held, options)]
        for item in held
    ]


def _last_seen(held: list[Item], options: ResultOptions) -> Item | None:
    """Return the test of a problem that students see last: its tree shows what all the others say."""
    return max(held, key=lambda item: _SOONEST_FIRST.index(options.visibility_of(item.part.part)), default=None)


def _gradescope_test(item: Item, options: ResultOptions, *, has_tree: bool) -> dict[str, Plain]:
    output, format_ = "\n".join(item.lines), "text"
    drawn, tree = shown_trees(item.graded, options.tree_as) if has_tree else ((), [])
    if drawn:
        output, format_ = _page_piece(item.lines, pictures=drawn), "html"
    marks: dict[str, Plain] = {
        "score": marks_number(item.share.earned),
        "max_score": marks_number(item.share.possible),
        "status": "passed" if item.is_passed else "failed",
    }
    return {
        "number": item.number,
        "name": item.name,
        **({} if item.is_by_person else marks),
        "output": "\n".join([output, *(["", *tree] if tree else [])]).lstrip("\n"),
        "output_format": format_,
        "visibility": options.visibility_of(item.part.part).value,
    }


# -- PrairieLearn's results.json of an external grader: a score from 0 to 1, a test for each part, the trees as pictures

MOST_BYTES = 1024**2 - 16 * 1024
"""The platform takes no results of more than 1 MiB; some room is left for what wraps them."""

_SHORT = 2_000  # letters of a text where all of it is too much
_CUT = " […] (the rest is left out: PrairieLearn takes no more)"
_FEWER = (TreeAs.TEXT, TreeAs.NONE)


def prairielearn_line(outcome: Outcome, options: ResultOptions) -> str:
    """Return results.json as one line of JSON of less than 1 MiB: with pictures if they fit, else with trees as text, else without."""
    for tree_as in dict.fromkeys((options.tree_as, *_FEWER)):
        line = json_line(prairielearn_results(outcome, tree_as))
        if _fits(line):
            return line
    data = {name: _shortened(value) for name, value in prairielearn_results(outcome, TreeAs.NONE).items()}
    line = json_line(data)
    return line if _fits(line) else json_line(data | {"tests": []})


def prairielearn_results(outcome: Outcome, tree_as: TreeAs | None = TreeAs.SVG) -> dict[str, Plain]:
    """Return results.json of one submission, however large."""
    if not is_marked(outcome):
        return {"gradable": False, "format_errors": fault_lines(outcome)}
    shown = [shown_trees(graded, tree_as) for graded in outcome.graded]
    output = [*lines_by_person(outcome), *finding_lines(outcome), *convention_lines(outcome)]
    for graded, (_, tree) in zip(outcome.graded, shown, strict=True):
        output += ["", f"{name_of(graded)}:", *tree] if tree else []
    return {
        "gradable": True,
        "score": fraction(outcome),
        "message": "\n".join([top_line(outcome), *fault_lines(outcome)]),
        "output": "\n".join(output),
        "images": [{"label": one.label, "url": one.address} for drawn, _ in shown for one in drawn],
        "tests": [_prairielearn_test(item) for item in items(outcome) if not item.is_by_person],
    }


def _prairielearn_test(item: Item) -> dict[str, Plain]:
    """Return the test of a part; if any had no points, the platform would show none of any."""
    return {
        "name": f"{item.number} {item.name}",
        "description": "",
        "points": marks_number(item.share.earned),
        "max_points": marks_number(item.share.possible),
        "message": "not judged" if item.is_unjudged else "",
        "output": "\n".join(item.lines),
    }


def _fits(line: str) -> bool:
    return len(line.encode()) <= MOST_BYTES


def _shortened(data: Plain) -> Plain:
    """Return the data with every text cut that is long, and of many reasons the first ones."""
    if isinstance(data, str):
        return data if len(data) <= _SHORT else data[:_SHORT] + _CUT
    if isinstance(data, dict):
        return {name: _shortened(value) for name, value in data.items()}
    if isinstance(data, Sequence):
        return [_shortened(value) for value in data[:_SHORT]]
    return data


# -- check50's JSON (`check50 -o json`): one check for each part, and before them one that the submission can be read

_READABLE = "readable"
_NO_MARK = "This submission could not be graded; there is no mark."
"""What is said where a platform asks for no number that would stand in for a mark."""


def check50_results(outcome: Outcome, options: ResultOptions) -> dict[str, Plain]:
    """Return the results of the checks of one submission; one that could not be read has only the first."""
    top, faults = top_line(outcome) if is_marked(outcome) else _NO_MARK, fault_lines(outcome)
    lines, why = [top, *faults, *finding_lines(outcome)], {"rationale": top, "help": "\n".join(faults) or None}
    checks = [_check(_READABLE, "the submission can be read", None, lines, why, passed=is_marked(outcome))]
    for item in items(outcome):
        name, is_skipped = f"{item.graded.report.id}.{item.part.part}", item.is_unjudged or item.is_by_person
        passed = item.is_passed or (None if is_skipped else False)
        answers = {"expected": item.expected, "actual": item.given} if item.expected else {}
        why = {"rationale": item.head, "help": "\n".join(item.lines) or None, **answers}
        checks.append(_check(name, f"{item.number} {item.name}", _READABLE, item.lines, why, passed=passed))
    slug = "/".join(["gametree", *(graded.report.id for graded in outcome.graded)])
    return {"slug": slug, "results": checks, "version": __version__}


def _check(
    name: str, about: str, after: str | None, lines: Sequence[str], why: Mapping[str, Plain], *, passed: bool | None
) -> dict[str, Plain]:
    """Return a check with all fields, in the order in which the program writes them; `passed` is None where it was skipped."""
    return {
        "name": name,
        "description": about,
        "passed": passed,
        "log": list(lines) if passed else [],
        "cause": None if passed else why,
        "data": {},
        "dependency": after,
    }


# -- the JSON that a combinator template grader of Moodle's CodeRunner prints: a fraction, a table of parts, the trees below it

_HEADS: list[Plain] = ["iscorrect", "Part", "Got", "Expected", "Mark", "Comment", "iscorrect"]


def coderunner_results(outcome: Outcome, options: ResultOptions) -> dict[str, Plain]:
    """Return what the grader prints of one submission: a fraction of 0, with words that it is no mark, where there is none."""
    shown = [(name_of(graded), *shown_trees(graded, options.tree_as)) for graded in outcome.graded]
    trees = ["\n".join([f"{name}:", *tree]) for name, _, tree in shown if tree]
    drawn = [one for _, pictures, _ in shown for one in pictures]
    above = [top_line(outcome), *fault_lines(outcome), *lines_by_person(outcome), *finding_lines(outcome)]
    rows = [_row(item) for item in items(outcome) if not item.is_by_person]
    return {
        "fraction": fraction(outcome) if is_marked(outcome) else 0,
        "prologuehtml": _page_piece(above),
        "testresults": [_HEADS, *rows] if is_marked(outcome) else [],
        "epiloguehtml": _page_piece(convention_lines(outcome), trees, drawn),
        "showdifferences": False,
    }


def _row(item: Item) -> list[Plain]:
    expected = item.given if item.is_passed else item.expected  # what is right is right however it is written
    passed = int(item.is_passed)
    return [passed, item.name, item.given, expected, item.share.words, "\n".join(item.lines), passed]


# -- the score that an LTI 1.3 tool posts to a line item (Assignment and Grade Services 2.0)


def ags_score(outcome: Outcome, options: ResultOptions) -> dict[str, Plain]:
    """Return the score: final where all was graded, to be looked at where some was not, failed and without marks where nothing was.

    Where a person has marks to give there are none yet: a gradebook would count what is missing as lost.

    Raises ValueError where no time was given. The comment is what a gradebook has room for.
    """
    if options.at is None:
        raise ValueError("a score needs the time that it bears")
    score, progress = dict[str, Plain](), "Failed"
    if is_marked(outcome) and outcome.possible:
        if not outcome.pending:
            score = {"scoreGiven": marks_number(outcome.earned), "scoreMaximum": marks_number(outcome.possible)}
        progress = "FullyGraded" if outcome.is_whole and score else "PendingManual"
    comment = [_NO_MARK, *fault_lines(outcome)]
    if is_marked(outcome):
        parts = [f"{item.name}: {item.marks}" for item in items(outcome)]
        comment = [top_line(outcome), *fault_lines(outcome), *parts, *finding_lines(outcome)]
    return lti_score(student_of(outcome) or "", score, "\n".join(comment), options.at, progress)


def lti_score(who: str, marks: Mapping[str, Plain], comment: str, at: Time, progress: str) -> dict[str, Plain]:
    """Return a score of somebody who has handed in; `marks` are its scoreGiven and scoreMaximum, or nothing."""
    return {
        "userId": printable(who, 1_000),
        **marks,
        "comment": comment,
        "timestamp": write_time(at),
        "activityProgress": "Completed",
        "gradingProgress": progress,
    }
