"""A submission with one malformed answer against the same one without: what it costs to say what is wrong."""

from __future__ import annotations

from functools import partial

from measure import Line, Target, interleave
from samples import SUBMISSION, as_first

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.grading.bank import Bank
from grader.grading.marking import grade_submission, read_submission
from grader.grading.outcome import Outcome

_RIGHT = SUBMISSION.with_name("full.yaml")
_ACCIDENTS = {  # what is written instead of what
    "a decimal comma": (("value: 8", "value: 8,0"),),
    "a list for a map": (("values: {", "values: [{"), ("s13: 9}", "s13: 9}]")),
}


def malformed(runs: int) -> list[Line]:
    store = Bank()
    right = _RIGHT.read_text()
    return [_line(what, right, _with(right, changes), store, runs) for what, changes in _ACCIDENTS.items()]


def _with(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    for right, wrong in changes:
        if right not in text:
            raise RuntimeError(f"{right} does not stand in {_RIGHT}")
        text = text.replace(right, wrong)
    return text


def _line(what: str, right: str, wrong: str, store: Bank, runs: int) -> Line:
    if not _grade(wrong, store).earned < _grade(right, store).earned:
        raise RuntimeError(f"{what} costs no marks")
    times = interleave(partial(_grade, wrong, store), partial(_grade, right, store), runs)
    return Line(f"grade one with {what}", "the right one", times.slower(), Target(2))


def _grade(text: str, store: Bank) -> Outcome:
    document = parse_document(text.encode(), "answers.yaml", SubmissionError)
    return grade_submission(read_submission(document), lambda id_: as_first(store.find(id_)))
