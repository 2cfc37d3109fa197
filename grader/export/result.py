"""The project's own result format, gametree-result/1 (schema: result.schema.json)."""

from __future__ import annotations

from typing import NamedTuple

from grader.conventions import FIELDS, ONLY_MARKS, value_of
from grader.data import Data
from grader.errors import Fault, show_path
from grader.exact import marks_number
from grader.graded import Graded
from grader.marks.reports import Entry, Finding, PartReport
from grader.marks.rounding import Share
from grader.outcome import Outcome, student_of
from grader.policy import CENT, write_policy
from grader.printable import json_line, printable
from grader.statistics.results import ProblemResult, read_problem
from grader.version import __version__

FORMAT = "gametree-result/1"
_LONGEST = 200


def result(outcome: Outcome) -> dict[str, Data]:
    """Return the result of one submission as JSON data."""
    if not outcome.is_gradable:
        errors = [_place(fault) | _which(fault, outcome) for fault in outcome.faults]
        return _head(outcome) | {"gradable": False, "errors": errors, "provenance": provenance(outcome)}
    problems = [_problem(graded, outcome.exercises.get(graded.report.id)) for graded in outcome.graded]
    return _before(outcome) | {"problems": problems} | _after(outcome)


def result_line(outcome: Outcome) -> str:
    """Return the result as one line of JSON. What it says of a problem is written once for all who have the same marks."""
    if not outcome.is_gradable:
        return json_line(result(outcome))
    problems = ", ".join(_problem_text(graded, outcome.exercises.get(graded.report.id)) for graded in outcome.graded)
    before, after = json_line(_before(outcome))[:-2], json_line(_after(outcome))[1:]
    return f'{before}, "problems": [{problems}], {after}'


class Brief(NamedTuple):
    """What tables and the class report need of a result: all but the parts, and the problems as these are counted."""

    data: dict[str, Data]
    problems: tuple[ProblemResult, ...] = ()


def brief(outcome: Outcome) -> Brief:
    """Return the result in brief. How a problem is counted is found once for all who have the same marks."""
    if not outcome.is_gradable:
        return Brief(result(outcome))
    marks = [
        {
            "id": id_,
            "earned": marks_number(graded.earned),
            "blank": graded.is_blank,
            **({"exercise": exercise} if exercise else {}),
        }
        for graded in outcome.graded
        for id_, exercise in [(graded.report.id, outcome.exercises.get(graded.report.id))]
    ]
    data = _before(outcome) | {"problems": marks} | _after(outcome)
    return Brief(data, tuple(_counted(graded, outcome) for graded in outcome.graded))


def _counted(graded: Graded, outcome: Outcome) -> ProblemResult:
    exercise = outcome.exercises.get(graded.report.id)

    def counted() -> ProblemResult:
        return read_problem(_problem(graded, exercise), graded.exercise.document.digest, outcome.quiz)

    return graded.once(("counted", exercise, outcome.quiz), counted)


def _before(outcome: Outcome) -> dict[str, Data]:
    earned, possible = marks_number(outcome.earned), marks_number(outcome.possible)
    return _head(outcome) | {"gradable": True, "earned": earned, "possible": possible}


def _after(outcome: Outcome) -> dict[str, Data]:
    not_graded: Data = [
        {"id": printable(one.id), "reason": str(one.fault), **({} if one.is_asked else {"beside": True})}
        for one in outcome.not_graded
    ]
    return {"problems_not_graded": not_graded, **_left_out(outcome), "provenance": provenance(outcome)}


def _problem_text(graded: Graded, exercise: str | None) -> str:
    return graded.once(("json", exercise), lambda: json_line(_problem(graded, exercise)).rstrip("\n"))


def _head(outcome: Outcome) -> dict[str, Data]:
    """Return who handed in what."""
    sources = list(map(_path, outcome.sources))
    head: dict[str, Data] = {"format": FORMAT, "source": sources or _path(outcome.source)}
    name = student_of(outcome)
    typed = None if outcome.typed == name else outcome.typed
    named: dict[str, Data] = {"student": name, "typed": typed, "group": outcome.group, "quiz": outcome.quiz}
    foreign = [{"source": _path(one.source), "owners": list(map(printable, one.owners))} for one in outcome.foreign]
    platform = {field: printable(text, _LONGEST) for field, text in outcome.platform.items()}
    named |= {"platform": platform}
    return head | {field: text for field, text in named.items() if text} | ({"foreign": foreign} if foreign else {})


def _left_out(outcome: Outcome) -> dict[str, Data]:
    """Return what of several files does not count; usually nothing."""
    in_doubt = outcome.in_doubt
    unread = [
        {"source": _path(fault.source), "reason": fault.in_file, **({} if fault in in_doubt else {"beside": True})}
        for fault in outcome.unread
    ]
    superseded = [
        {"id": printable(one.id), "source": _path(one.source), **({"others_count": True} if one.others_count else {})}
        for one in outcome.superseded
    ]
    named = {"files_not_graded": unread, "superseded": superseded}
    return {name: found for name, found in named.items() if found}


def provenance(outcome: Outcome) -> dict[str, Data]:
    """Return what the marks were made from: the program's version and the digests of the files.

    At its end stands the digest by which a run finds its results again, so that it is the end of the line.
    """
    stated: dict[str, Data] = {"grader": __version__}
    if outcome.is_gradable:
        stated["problems"] = {graded.report.id: graded.exercise.document.digest for graded in outcome.graded}
    digests = [document.digest for document in outcome.documents]
    if digests:
        stated["submission"] = digests if len(digests) > 1 else digests[0]
    if outcome.not_marked:
        stated["not_marked"] = {_path(document.source): document.digest for document in outcome.not_marked}
    return stated | ({"input": outcome.input} if outcome.input else {})


def _place(fault: Fault) -> dict[str, Data]:
    return {
        "line": fault.line or None,
        "column": fault.column or None,
        "path": show_path(fault.path),
        "message": fault.message,
    }


def _which(fault: Fault, outcome: Outcome) -> dict[str, Data]:
    """Return which of several files it is that cannot be graded."""
    return {"source": _path(fault.source)} if fault.source in outcome.sources else {}


def _problem(graded: Graded, exercise: str | None) -> dict[str, Data]:
    report, marks = graded.report, graded.marks
    data: dict[str, Data] = {
        "id": report.id,
        **({"exercise": exercise} if exercise else {}),
        "kind": report.kind,
        "earned": marks_number(marks.earned),
        "possible": marks_number(marks.possible),
        "parts": [_part(part, share) for part, share in zip(report.parts, marks.parts, strict=True)],
        "diagnoses": [_diagnosis(finding) for finding in report.findings],
    }
    if marks.step != CENT:
        data["round"] = marks_number(marks.step)
    if rules := _marked_by(graded):
        data["marked_by"] = rules
    if report.slip:
        data["slip"] = report.slip
    return data | ({"notes": [_place(fault) for fault in report.notes]} if report.notes else {})


def _marked_by(graded: Graded) -> dict[str, Data]:
    """Return what the problem itself settles of its marks, beyond points and rounding: conventions, and what it says under `marking`."""
    kind, problem, *_ = graded.exercise
    conventions, asked = problem.conventions, {*problem.ask}
    settled = {
        name: FIELDS[name].write(value_of(conventions, name))
        for name in kind.conventions
        if name in ONLY_MARKS and FIELDS[name].parts & asked
    }
    return settled | write_policy(problem.policy._replace(round=None))  # what it is rounded to stands in `round`


def _diagnosis(finding: Finding) -> dict[str, Data]:
    return {
        "misconception": finding.misconception,
        "message": finding.message,
        "explains": finding.explains,
        "slips": finding.slips,
        "of": finding.of,
    }


def _part(part: PartReport, share: Share) -> dict[str, Data]:
    return {
        "part": part.part,
        "earned": marks_number(share.earned),
        "possible": marks_number(share.possible),
        "entries": [_entry(entry) for entry in part.entries],
    }


def _entry(entry: Entry) -> dict[str, Data]:
    data: dict[str, Data] = {}
    if entry.node is not None:
        data["node"] = entry.node
    if entry.given is not None:
        data["given"] = entry.given
    if entry.expected is not None:
        data["expected"] = entry.expected
    data["verdict"] = str(entry.verdict)
    if entry.shows_marks:
        possible = marks_number(entry.possible)
        # A right entry earns its share, the same number: there are many, and each costs.
        data["earned"] = possible if entry.earned is entry.possible else marks_number(entry.earned)
        data["possible"] = possible
    data["message"] = entry.message
    return data


def _path(source: str) -> str:
    """Return the name of a file as it was given, whole: a result must lead back to it."""
    return printable(source, len(source))
