"""The project's own result format, gametree-result/1 (schema: result.schema.json)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from grader.core.answers.reports import Entry, Finding, Malformed, PartReport, Run
from grader.core.answers.rounding import Share
from grader.core.conventions import FIELDS, value_of
from grader.core.data import Plain
from grader.core.errors import Fault, show_path
from grader.core.games.text_question import TEXT
from grader.core.lazy import LaterFunctions
from grader.core.numbers import Number, marks_number
from grader.core.policy import CENT, write_policy
from grader.core.resources import __version__
from grader.core.text import json_line, printable
from grader.grading.marking import witness_of
from grader.grading.outcome import Outcome, student_of
from grader.grading.read_results import ProblemResult, read_problem
from grader.kinds import Graded

if TYPE_CHECKING:
    from grader.kinds import roles
    from grader.kinds.roles import PartRoles
else:  # of a single file nobody asks them
    roles = LaterFunctions("grader.kinds.roles")

FORMAT = "gametree-result/1"
_LONGEST = 200


def result(outcome: Outcome) -> dict[str, Plain]:
    """Return the result of one submission as JSON data."""
    if not outcome.is_gradable:
        errors = [_place(fault) | _which(fault, outcome) for fault in outcome.faults]
        return _head(outcome) | {"gradable": False, "errors": errors, "provenance": provenance(outcome)}
    problems = [_problem(graded, outcome.exercises.get(graded.report.id)) for graded in outcome.graded]
    return _before(outcome) | {"problems": problems} | _after(outcome)


def result_line(outcome: Outcome) -> str:
    """Return the result as one line of JSON."""
    if not outcome.is_gradable:
        return json_line(result(outcome))
    return _line(_before(outcome), [_text(graded, outcome) for graded in outcome.graded], _after(outcome))


class Brief(NamedTuple):
    """What tables and the class report need of a result: all but the parts, and the problems as these are counted.

    `has_unread_words`: an answer in words is malformed.
    """

    data: dict[str, Plain]
    problems: tuple[ProblemResult, ...] = ()
    has_unread_words: bool = False


def line_and_brief(outcome: Outcome) -> tuple[str, Brief]:
    """Return the result as one line of JSON, as the folder of a run has it, with the roles of entries; and in brief.

    What it says of a problem is written, and how that is counted found, once for all who have the same marks.
    """
    if not outcome.is_gradable:
        data = result(outcome)
        return json_line(data), Brief(data)
    before, after = _before(outcome), _after(outcome)
    written = [_written(graded, outcome) for graded in outcome.graded]
    marks = [
        {
            "id": graded.report.id,
            "earned": marks_number(graded.earned),
            "blank": graded.is_blank,
            **_some(exercise=problem.exercise),
        }
        for graded, (_, problem) in zip(outcome.graded, written, strict=True)
    ]
    unread = any(isinstance(graded.attempt.get(TEXT), Malformed) for graded in outcome.graded)
    brief = Brief(before | {"problems": marks} | after, tuple(problem for _, problem in written), unread)
    return _line(before, [text for text, _ in written], after), brief


def _line(before: dict[str, Plain], problems: list[str], after: dict[str, Plain]) -> str:
    return f'{json_line(before)[:-2]}, "problems": [{", ".join(problems)}], {json_line(after)[1:]}'


def _text(graded: Graded, outcome: Outcome) -> str:
    """Return what the result says of a problem as JSON."""
    exercise = outcome.exercises.get(graded.report.id)
    return graded.get_or_make(("json", exercise), lambda: json_line(_problem(graded, exercise)).rstrip("\n"))


def _written(graded: Graded, outcome: Outcome) -> tuple[str, ProblemResult]:
    """Return what the result says of a problem as JSON, and how it is counted; both from data that are made once."""
    exercise = outcome.exercises.get(graded.report.id)

    def written() -> tuple[str, ProblemResult]:
        data = _problem(graded, exercise, roles.roles_of(graded.exercise))
        problem = read_problem(data, graded.exercise.document.digest, outcome.quiz)
        text = json_line(data).rstrip("\n")
        return text, problem._replace(shape=graded.exercise.shape() if exercise else None)

    return graded.get_or_make(("written", exercise, outcome.quiz), written)


def _before(outcome: Outcome) -> dict[str, Plain]:
    earned, possible = marks_number(outcome.earned), marks_number(outcome.possible)
    return _head(outcome) | {"gradable": True, "earned": earned, "possible": possible} | _waiting(outcome.pending)


def _waiting(pending: Number) -> dict[str, Plain]:
    """Return how many points wait for a person, where any do."""
    return {"pending": marks_number(pending)} if pending else {}


def _after(outcome: Outcome) -> dict[str, Plain]:
    not_graded: Plain = [
        {"id": printable(one.id), "reason": str(one.fault), **_some(beside=not one.is_asked)}
        for one in outcome.not_graded
    ]
    return {"problems_not_graded": not_graded, **_left_out(outcome), "provenance": provenance(outcome)}


def _head(outcome: Outcome) -> dict[str, Plain]:
    """Return who handed in what."""
    sources = list(map(_path, outcome.sources))
    head: dict[str, Plain] = {"format": FORMAT, "source": sources or _path(outcome.source)}
    name = student_of(outcome)
    typed = None if outcome.typed == name else outcome.typed
    foreign = [{"source": _path(one.source), "owners": list(map(printable, one.owners))} for one in outcome.foreign]
    platform = {field: printable(text, _LONGEST) for field, text in outcome.platform.items()}
    named = _some(student=name, typed=typed, group=outcome.group, quiz=outcome.quiz)
    return head | named | _some(platform=platform, foreign=foreign)


def _some(**fields: Plain) -> dict[str, Plain]:
    """Return the fields in which anything stands."""
    return {name: field for name, field in fields.items() if field}


def _left_out(outcome: Outcome) -> dict[str, Plain]:
    """Return what of several files does not count; usually nothing."""
    in_doubt = outcome.in_doubt
    unread = [
        {"source": _path(fault.source), "reason": fault.in_file, **_some(beside=fault not in in_doubt)}
        for fault in outcome.unread
    ]
    superseded = [
        {"id": printable(one.id), "source": _path(one.source), **_some(others_count=one.others_count)}
        for one in outcome.superseded
    ]
    return _some(files_not_graded=unread, superseded=superseded)


def provenance(outcome: Outcome) -> dict[str, Plain]:
    """Return what the marks were made from: the program's version and the digests of the files.

    At its end stands the digest by which a run finds its results again, so that it is the end of the line.
    """
    stated: dict[str, Plain] = {"grader": __version__}
    if outcome.is_gradable:
        stated["problems"] = {graded.report.id: graded.exercise.document.digest for graded in outcome.graded}
    digests = [document.digest for document in outcome.documents]
    if digests:
        stated["submission"] = digests if len(digests) > 1 else digests[0]
    if outcome.not_marked:
        stated["not_marked"] = {_path(document.source): document.digest for document in outcome.not_marked}
    return stated | _some(input=outcome.input)


def _place(fault: Fault) -> dict[str, Plain]:
    return {
        "line": fault.line or None,
        "column": fault.column or None,
        "path": show_path(fault.path),
        "message": fault.message,
    }


def _which(fault: Fault, outcome: Outcome) -> dict[str, Plain]:
    """Return which of several files it is that cannot be graded."""
    return {"source": _path(fault.source)} if fault.source in outcome.sources else {}


def _problem(
    graded: Graded, exercise: str | None, roles_by_part: Mapping[str, PartRoles] = MappingProxyType({})
) -> dict[str, Plain]:
    """Return what a result says of a problem; with the roles of entries, where these are named."""
    report, marks = graded.report, graded.marks
    data: dict[str, Plain] = {
        "id": report.id,
        **_some(exercise=exercise),
        "kind": report.kind,
        "earned": marks_number(marks.earned),
        "possible": marks_number(marks.possible),
        **_waiting(graded.pending),
        "parts": [
            _part(part, share, roles_by_part.get(part.part))
            for part, share in zip(report.parts, marks.parts, strict=True)
        ],
        "diagnoses": [_diagnosis(finding) for finding in report.findings],
    }
    program = {} if report.run is None else _program(graded, report.run)
    rounded = marks_number(marks.step) if marks.step != CENT else None
    notes = [*map(_place, report.notes)]
    return data | _some(round=rounded, marked_by=_marked_by(graded), slip=report.slip, notes=notes, program=program)


def _program(graded: Graded, run: Run) -> dict[str, Plain]:
    """Return how the program ran that is the answer, and the name of the tree on which it is seen what is wrong."""
    fields: dict[str, Plain] = {
        name: getattr(run, name) for name in ("file", "style", "hidden", "right", "public", "public_right")
    }
    witness = witness_of(graded)
    return fields | _some(
        variant=run.variant,
        witness=witness and witness.name,
        ended=[{"tree": one.tree, "reason": one.reason} for one in run.ended],
        printed=run.words,
    )


def _marked_by(graded: Graded) -> dict[str, Plain]:
    """Return what the problem itself settles of its marks, beyond points and rounding: conventions, and what it says under `marking`."""
    kind, problem, *_ = graded.exercise
    conventions, asked = problem.conventions, {*problem.ask}
    settled = {
        name: FIELDS[name].write(value_of(conventions, name))
        for name in kind.conventions
        if FIELDS[name].is_of_marks and FIELDS[name].parts & asked
    }
    return settled | write_policy(problem.policy._replace(round=None))  # what it is rounded to stands in `round`


def _diagnosis(finding: Finding) -> dict[str, Plain]:
    return {
        "misconception": finding.misconception,
        "message": finding.message,
        "explains": finding.explains,
        "slips": finding.slips,
        "of": finding.of,
    }


def _part(part: PartReport, share: Share, known: PartRoles | None) -> dict[str, Plain]:
    return {
        "part": part.part,
        "earned": marks_number(share.earned),
        "possible": marks_number(share.possible),
        **_some(pending=part.is_pending),
        "entries": [_entry(entry) if known is None else _with_role(entry, known.of(entry)) for entry in part.entries],
    }


def _entry(entry: Entry) -> dict[str, Plain]:
    data: dict[str, Plain] = {}
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


def _with_role(entry: Entry, role: str) -> dict[str, Plain]:
    return _entry(entry) | _some(role=role)


def _path(source: str) -> str:
    """Return the name of a file as it was given, whole: a result must lead back to it."""
    return printable(source, len(source))
