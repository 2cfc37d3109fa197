"""The project's own result format, gametree-result/1 (schema: result.schema.json)."""

from __future__ import annotations

import hashlib

from grader.data import Data
from grader.documents import NO_FILE
from grader.errors import Fault, show_path
from grader.exact import marks_number
from grader.grading import Graded, Outcome
from grader.marks.reports import Entry, Finding, PartReport
from grader.marks.rounding import Share
from grader.names import name_of_file
from grader.policy import CENT
from grader.printable import printable
from grader.version import __version__

FORMAT = "gametree-result/1"


def result(outcome: Outcome) -> dict[str, Data]:
    """Return the result of one submission as JSON data."""
    head = _head(outcome)
    if not outcome.is_gradable:
        errors = [_place(fault) for fault in outcome.faults]
        return head | {"gradable": False, "errors": errors, "provenance": {"grader": __version__}}
    return head | {
        "gradable": True,
        "earned": marks_number(outcome.earned),
        "possible": marks_number(outcome.possible),
        "problems": [_problem(graded) for graded in outcome.graded],
        "problems_not_graded": [{"id": printable(id_), "reason": str(fault)} for id_, fault in outcome.not_graded],
        **_left_out(outcome),
        "provenance": provenance(outcome),
    }


def _head(outcome: Outcome) -> dict[str, Data]:
    """Return who handed in what."""
    sources = list(map(_path, outcome.sources))
    head: dict[str, Data] = {"format": FORMAT, "source": sources or _path(outcome.source)}
    name = student_of(outcome)
    named = {"student": name, "typed": None if outcome.typed == name else outcome.typed}
    return head | {field: text for field, text in named.items() if text}


def student_of(outcome: Outcome) -> str | None:
    """Return who handed in; where only the file says it, its name. Nobody knows who wrote what came without a file."""
    return outcome.student or (None if outcome.source in NO_FILE else name_of_file(outcome.source))


def _left_out(outcome: Outcome) -> dict[str, Data]:
    """Return what of several files does not count; usually nothing."""
    unread = [{"source": _path(fault.source), "reason": _reason(fault)} for fault in outcome.unread]
    superseded = [{"id": printable(one.id), "source": _path(one.source)} for one in outcome.superseded]
    named = {"files_not_graded": unread, "superseded": superseded}
    return {name: found for name, found in named.items() if found}


def _reason(fault: Fault) -> str:
    return f"line {fault.line}: {fault.message}" if fault.line else fault.message


def provenance(outcome: Outcome) -> dict[str, Data]:
    """Return what the marks were made from: the program's version and the digests of the files."""
    problems = {graded.report.id: digest(graded.exercise.document.content) for graded in outcome.graded}
    stated: dict[str, Data] = {"grader": __version__, "problems": problems}
    digests = [digest(document.content) for document in outcome.documents]
    if digests:
        stated["submission"] = digests if len(digests) > 1 else digests[0]
    return stated


def digest(content: bytes) -> str:
    """Return the SHA-256 digest of a file's bytes, as `sha256sum` prints it, with its name in front."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def _place(fault: Fault) -> dict[str, Data]:
    return {
        "line": fault.line or None,
        "column": fault.column or None,
        "path": show_path(fault.path),
        "message": fault.message,
    }


def _problem(graded: Graded) -> dict[str, Data]:
    report, marks = graded.report, graded.marks
    data: dict[str, Data] = {
        "id": report.id,
        "kind": report.kind,
        "earned": marks_number(marks.earned),
        "possible": marks_number(marks.possible),
        "parts": [_part(part, share) for part, share in zip(report.parts, marks.parts, strict=True)],
        "diagnoses": [_diagnosis(finding) for finding in report.findings],
    }
    if marks.step != CENT:
        data["round"] = marks_number(marks.step)
    if report.slip:
        data["slip"] = report.slip
    return data | ({"notes": [_place(fault) for fault in report.notes]} if report.notes else {})


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
