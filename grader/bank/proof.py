"""The proof of a bank: every problem against answers and marks that were worked out without the program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from grader.answers.objects import Run
from grader.bank import Bank
from grader.data import Data
from grader.documents import PROBLEM_LIMITS, Document, read_document, shape_faults
from grader.errors import Fault, GradingError, ProblemError
from grader.exact import read_number
from grader.graded import Graded
from grader.grading import grade
from grader.kinds import Exercise
from grader.marks.rounding import Share
from grader.printable import printable

_CLOSE = Fraction(1, 10**9)


def verify_problem(folder: Path, store: Bank) -> list[str]:
    """Return every way in which the problem's folder does not bear out what it claims; nothing when it does.

    The folder bears the problem's id and holds `problem.yaml`, `expected.yaml` (schema: expected.schema.json) and
    `submissions/`.
    """
    found = store.find(folder.name)
    if isinstance(found, Fault):
        return [str(found)]
    try:
        expected = read_document(str(folder / "expected.yaml"), PROBLEM_LIMITS, ProblemError)
        if faults := shape_faults(expected, "expected"):
            raise ProblemError(faults)
    except GradingError as failure:
        return [str(fault) for fault in failure.faults]
    mismatches = []
    if expected.data["problem"] != folder.name or found.problem.id != folder.name:
        mismatches.append(f"{folder}: folder, problem and expected answers do not bear the same id")
    mismatches += _verify_answers(found, expected)
    mismatches += _verify_round_trip(found)
    diagnoses = expected.data.get("diagnoses") or {}
    for name, marks in expected.data["marks"].items():
        mismatches += _verify_submission(folder / "submissions" / name, marks, diagnoses.get(name), folder.name, store)
    mismatches += [
        f"{folder}: {name} has a diagnosis but no marks" for name in diagnoses.keys() - expected.data["marks"]
    ]
    unclaimed = {file.name for file in (folder / "submissions").glob("*")} - set(expected.data["marks"])
    mismatches += [f"{folder}: {name} has no marks in expected.yaml" for name in sorted(unclaimed)]
    return mismatches


def _verify_answers(exercise: Exercise, expected: Document) -> Iterator[str]:
    """Yield each part in which the solution differs from the answers that were worked out by hand.

    Of an object that the solver is run on there are many that are right: one that was worked out has to earn full marks.
    """
    answers, worked = exercise.solve(), expected.data["answers"]
    for part in dict.fromkeys((*answers, *worked)):
        if part in answers and isinstance(exercise.kind.parts[part].form, Run):
            yield from _verify_object(exercise, part, worked.get(part), expected.source)
        elif not _is_same(answers.get(part), worked.get(part)):
            yield f"{expected.source}: {part} is {printable(str(worked.get(part)))}, the solver says {answers.get(part)}"


def _verify_object(exercise: Exercise, part: str, worked: Data, source: str) -> Iterator[str]:
    """Yield a mismatch where an object that was worked out by hand does not earn full marks; none need be."""
    if worked is None or part not in exercise.problem.ask:
        return
    report = next(report for report in exercise.grade({part: worked}).report.parts if report.part == part)
    if report.earned != report.possible:
        yield f"{source}: {part} earns {Share(report.earned, report.possible).words}: {report.entries[0].message}"


def _is_same(written: Data, worked: Data) -> bool:
    """Return whether two answers state the same; numbers by value, UCB scores to 9 places."""
    if isinstance(written, dict) and isinstance(worked, dict):
        return written.keys() == worked.keys() and all(_is_same(written[key], worked[key]) for key in written)
    if isinstance(written, list) and isinstance(worked, list):
        return len(written) == len(worked) and all(map(_is_same, written, worked))
    if isinstance(written, bool) or isinstance(worked, bool):
        return written is worked
    if isinstance(written, float) and isinstance(worked, str) and worked != "inf":
        return abs(Fraction(written) - Fraction(read_number(worked))) <= _CLOSE
    return bool(str(written) == worked)


def _verify_round_trip(exercise: Exercise) -> Iterator[str]:
    """Yield a mismatch where the solution, handed in as a submission, does not earn full marks."""
    report = exercise.grade(exercise.solve()).report
    if report.earned != report.possible:
        yield f"{exercise.problem.id}: the solution earns {Share(report.earned, report.possible).words}"


def _verify_submission(
    file: Path, marks: dict[str, Data], diagnosis: list[str] | None, id_: str, store: Bank
) -> Iterator[str]:
    outcome = grade(str(file), store.find)
    if len(outcome.graded) != 1 or outcome.graded[0].report.id != id_:
        yield f"{file}: is not a submission to this problem alone; {', '.join(map(str, outcome.faults))}"
        return
    yield from (f"{file}: {mismatch}" for mismatch in _compare(outcome.graded[0], marks))
    named = [finding.misconception for finding in outcome.graded[0].report.findings]
    if diagnosis is not None and named != diagnosis:
        yield f"{file}: names {_listed(named)}, expected {_listed(diagnosis)}"


def _listed(names: list[str]) -> str:
    return ", ".join(map(printable, names)) or "no misconception"


def _compare(graded: Graded, marks: dict[str, Data]) -> Iterator[str]:
    report = graded.report
    earned = {part.part: part.earned for part in report.parts}
    worked = {part: read_number(text) for part, text in marks["parts"].items()}
    for part in dict.fromkeys((*earned, *worked)):
        if earned.get(part) != worked.get(part):
            yield f"{part} earns {earned.get(part)}, expected {worked.get(part)}"
    for name, total in (("earned", report.earned), ("possible", report.possible)):
        if total != read_number(marks[name]):
            yield f"{name} is {total}, expected {marks[name]}"
    for part_report in report.parts:
        if sum(entry.earned for entry in part_report.entries) != part_report.earned:
            yield f"the entries of {part_report.part} do not sum to its marks"
