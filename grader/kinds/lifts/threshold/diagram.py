"""What there is to see of a threshold: the tree with x in it, and x on a number line."""

from __future__ import annotations

from collections.abc import Iterator

from grader.answers.case import Attempt, Solution
from grader.diagram import Diagram, NumberLine, Numbers, Remark, Row, Span
from grader.exact import Bound
from grader.games.problem import Problem
from grader.intervals import Numbers as Range
from grader.kinds import KINDS
from grader.kinds.lifts.threshold.asked import asked_of, searched_of
from grader.kinds.lifts.threshold.solving import settled
from grader.marks.reports import Entry, Malformed, ProblemReport, Verdict
from grader.printable import printable


def threshold_diagram(
    problem: Problem,
    solution: Solution | None,
    attempt: Attempt | None,
    report: ProblemReport | None,
    numbers: Numbers = Numbers.VALUES,
) -> Diagram:
    """Return the tree as it is given, with x at its places, and below it the range and the student's on a line."""
    searched = searched_of(problem)._replace(id=problem.id, title=problem.title, ask=())
    tree = KINDS[searched.kind].draw(searched, None, None, None, numbers)[0]
    return tree._replace(facts=tuple(_facts(report)), number_line=_line(problem, solution, attempt, report))


def _line(
    problem: Problem, solution: Solution | None, attempt: Attempt | None, report: ProblemReport | None
) -> NumberLine | None:
    """Return the line with the student's range and the right one, as far as they may be shown; None where there is none."""
    rows: list[Row] = []
    entry = _entry(report, "range")
    given = (attempt or {}).get("range")
    if given is not None and not isinstance(given, Malformed):
        rows.append(_row(problem, "you", given.value, entry))
    is_right = entry is not None and entry.verdict is Verdict.CORRECT
    if solution is not None and not (rows and is_right):
        rows.append(_row(problem, "right" if rows else "range", solution.answers["range"]))
    if not rows:
        return None
    domain = asked_of(problem).domain
    low, high = domain.low, domain.high
    return NumberLine("x", _end(problem, low), _end(problem, high), tuple(rows), settled(problem).has_integers)


def _row(problem: Problem, label: str, numbers: Range, entry: Entry | None = None) -> Row:
    allowed = settled(problem)
    spans = [
        Span(_end(problem, one.low), _end(problem, one.high), one.has_low, one.has_high)
        for one in allowed.settled(numbers)
    ]
    return Row(label, tuple(spans), None if entry is None else entry.verdict)


def _end(problem: Problem, end: Bound) -> tuple[Bound, str]:
    return end, settled(problem).say(problem, end)


def _entry(report: ProblemReport | None, part: str) -> Entry | None:
    found = [one.entries[0] for one in report.parts if one.part == part and one.entries] if report else []
    return found[0] if found else None


def _facts(report: ProblemReport | None) -> Iterator[Remark]:
    """Yield what was given for the other parts, and where it may be said what was expected."""
    for part in report.parts if report else ():
        for entry in part.entries:
            if part.part != "range" and (entry.given is not None or entry.expected is not None):
                label = " ".join(filter(None, (part.part, entry.node and printable(entry.node))))
                expected = "" if entry.verdict is Verdict.CORRECT else entry.expected or ""
                yield Remark(entry.given or "", entry.verdict, label, expected)
