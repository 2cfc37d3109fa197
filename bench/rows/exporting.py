"""A right answer graded to JSON against the same one graded to text: what it costs to write every entry with its marks."""

from __future__ import annotations

from measure import Line, Target, interleave
from samples import SUBMISSION, as_first

from grader.core.documents import parse_document
from grader.core.errors import SubmissionError
from grader.grading.bank import Bank
from grader.grading.marking import grade_submission, read_submission
from grader.grading.outcome import Outcome
from grader.pages.text import render_text
from grader.platforms import export_text

_RIGHT = SUBMISSION.with_name("full.yaml")
_MANY = 20  # one is over too soon to be measured


def exporting(runs: int) -> list[Line]:
    store, text = Bank(), _RIGHT.read_bytes()
    outcome = _grade(text, store)
    if outcome.earned != outcome.possible:
        raise RuntimeError(f"{_RIGHT} is not all right")
    times = interleave(
        lambda: [export_text(_grade(text, store), "json") for _ in range(_MANY)],
        lambda: [render_text(_grade(text, store)) for _ in range(_MANY)],
        runs,
    )
    return [Line("grade a right answer to JSON", "to text", times.slower(), Target(1.2))]


def _grade(text: bytes, store: Bank) -> Outcome:
    document = parse_document(text, "answers.yaml", SubmissionError)
    return grade_submission(read_submission(document), lambda id_: as_first(store.find(id_)))
