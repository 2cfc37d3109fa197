"""JUnit XML, which Artemis and build servers read: a suite for each problem of each submission, a case for each part.

A part without all its marks is a failure; one that cannot be judged, and a submission that cannot be read, is an error; one that a
person marks is skipped. The format knows no weights: marks stand in the properties of a suite and in the texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grader.core.numbers import marks_text
from grader.core.text import harmless, printable, xml_attribute, xml_text
from grader.grading.outcome import Outcome, student_of
from grader.platforms import ResultOptions
from grader.platforms.outcome_words import (
    Item,
    convention_lines,
    fault_lines,
    finding_lines,
    items_by_problem,
    name_of,
    shown_trees,
    top_line,
)

_SUITE = """\
<testsuite name="{name}" time="0" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}">
{inside}
</testsuite>
"""
_PROPERTY = """  <property name="{}" value="{}" />"""
_CASE = """ <testcase classname="{}" name="{}" time="0" />"""
_CASE_SAID = """\
 <testcase classname="{}" name="{}" time="0">
  <{what} message="{message}"{sort}>{text}</{what}>
 </testcase>"""
_SORTS = {"error": ' type="not-judged"', "failure": ' type="marks"', "skipped": ""}


def suites_text(outcome: Outcome, options: ResultOptions) -> str:
    """Return the suites of one submission, to stand in the frame of the format; the first one also says what is common to all."""
    return "".join(_suites(outcome, options))


def _suites(outcome: Outcome, options: ResultOptions) -> Iterator[str]:
    who = printable(student_of(outcome) or outcome.source, 200)
    if reasons := fault_lines(outcome):
        inside = [_case(who, "readable", "error", reasons)]
        yield _SUITE.format(
            name=xml_attribute(f"{who}: reading"), tests=1, failures=0, errors=1, skipped=0, inside="\n".join(inside)
        )
    common = [top_line(outcome), *finding_lines(outcome), *convention_lines(outcome)]
    for graded, held in zip(outcome.graded, items_by_problem(outcome), strict=True):
        worth = (("earned", graded.marks.earned), ("possible", graded.marks.possible))
        marks = [_PROPERTY.format(name, marks_text(value)) for name, value in worth]
        counts = Counter(map(_what, held))
        cases = [_case(graded.report.id, item.part.part, _what(item), [item.head, *item.lines]) for item in held]
        _, tree = shown_trees(graded, options.tree_as)
        lines = [*common, *([name_of(graded), *tree] if tree else [])]
        out = [f" <system-out>{_text(lines)}</system-out>"] if lines else []
        yield _SUITE.format(
            name=xml_attribute(f"{who}: {graded.report.id}"),
            tests=len(held),
            failures=counts["failure"],
            errors=counts["error"],
            skipped=counts["skipped"],
            inside="\n".join([" <properties>", *marks, " </properties>", *cases, *out]),
        )
        common = []


def _what(item: Item) -> str:
    if item.is_unjudged or item.is_by_person:
        return "error" if item.is_unjudged else "skipped"
    return "" if item.is_passed else "failure"


def _case(class_name: str, name: str, what: str, lines: list[str]) -> str:
    """Return a case, and what is said of it where it is a failure or an error, or skipped."""
    called = xml_attribute(class_name), xml_attribute(name)
    if not what:
        return _CASE.format(*called)
    message = xml_attribute(harmless(lines[0]))
    return _CASE_SAID.format(*called, what=what, message=message, sort=_SORTS[what], text=_text(lines))


def _text(lines: list[str]) -> str:
    """Return lines as XML can hold them: hidden letters, of which it knows some not at all, are escapes."""
    return xml_text(harmless("\n".join(lines)))
