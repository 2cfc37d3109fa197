"""JUnit XML, which Artemis and build servers read: a suite for each problem of each submission, a case for each part.

A part without all its marks is a failure; one that cannot be judged, and a submission that cannot be read, is an error. The
format knows no weights: marks stand in the properties of a suite and in the texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.exact import marks_text
from grader.export.platform import Platform, TreeAs
from grader.export.told import (
    Item,
    convention_lines,
    fault_lines,
    items_by_problem,
    name_of,
    shown_trees,
    told_lines,
    top_line,
)
from grader.graded import Graded
from grader.outcome import Outcome, student_of
from grader.printable import harmless, printable

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gametree">\n'
FOOT = "</testsuites>\n"


def junit_suites(outcome: Outcome, platform: Platform = Platform()) -> str:
    """Return the suites of one submission, to stand between head and foot."""
    tree_as = TreeAs.TEXT if platform.tree_as is None else platform.tree_as
    return "".join(f"{_written(suite)}\n" for suite in _suites(outcome, tree_as))


def _written(suite: Element) -> str:
    indent(suite, " ")
    return tostring(suite, encoding="unicode")


def _suites(outcome: Outcome, tree_as: TreeAs) -> Iterator[Element]:
    who = printable(student_of(outcome) or outcome.source, 200)
    if reasons := fault_lines(outcome):
        suite = _suite(who, "reading", tests=1, failures=0, errors=1)
        _said(SubElement(suite, "testcase", classname=who, name="readable", time="0"), "error", reasons)
        yield suite
    common = [top_line(outcome), *told_lines(outcome), *convention_lines(outcome)]
    for graded, held in zip(outcome.graded, items_by_problem(outcome), strict=True):
        yield _problem(who, graded, held, tree_as, common)
        common = []


def _problem(who: str, graded: Graded, held: list[Item], tree_as: TreeAs, common: list[str]) -> Element:
    """Return the suite of a problem; the first one of a submission also says what is `common` to all."""
    errors = sum(item.is_unjudged for item in held)
    failures = sum(not item.is_passed for item in held) - errors
    suite = _suite(who, graded.report.id, tests=len(held), failures=failures, errors=errors)
    marks = SubElement(suite, "properties")
    for name, value in (("earned", graded.marks.earned), ("possible", graded.marks.possible)):
        SubElement(marks, "property", name=name, value=marks_text(value))
    for item in held:
        _case(suite, item)
    _, tree = shown_trees(graded, TreeAs.TEXT if tree_as is TreeAs.SVG else tree_as)
    lines = [*common, *([name_of(graded), *tree] if tree else [])]
    if lines:
        SubElement(suite, "system-out").text = _text(lines)
    return suite


def _suite(who: str, what: str, *, tests: int, failures: int, errors: int) -> Element:
    counts = {"tests": tests, "failures": failures, "errors": errors, "skipped": 0}
    attributes = {"name": f"{who}: {what}", "time": "0"} | {name: str(n) for name, n in counts.items()}
    return Element("testsuite", attributes)


def _case(suite: Element, item: Item) -> None:
    case = SubElement(suite, "testcase", classname=item.graded.report.id, name=item.part.part, time="0")
    if item.is_unjudged:
        _said(case, "error", [item.head, *item.lines])
    elif not item.is_passed:
        _said(case, "failure", [item.head, *item.lines])


def _said(case: Element, what: str, lines: list[str]) -> None:
    sort = "not-judged" if what == "error" else "marks"
    SubElement(case, what, message=_text(lines[:1]), type=sort).text = _text(lines)


def _text(lines: list[str]) -> str:
    """Return lines as XML can hold them: hidden letters, of which it knows some not at all, are escapes."""
    return harmless("\n".join(lines))
