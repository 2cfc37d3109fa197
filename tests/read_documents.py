"""A text as it is read, or why it is refused."""

from __future__ import annotations

import pytest

from grader.core.documents import Document, parse_document
from grader.core.errors import Fault, GradingError, SubmissionError


def parse(text: str | bytes, error: type[GradingError] = SubmissionError) -> Document:
    """Return the document that the text states."""
    return parse_document(text.encode("utf-8") if isinstance(text, str) else text, "answer.yaml", error)


def refusals(text: str | bytes) -> list[Fault]:
    """Return why the text is refused."""
    with pytest.raises(SubmissionError) as caught:
        parse(text)
    return list(caught.value.faults)


def refusal(text: str | bytes) -> Fault:
    """Return the one reason why the text is refused."""
    faults = refusals(text)
    assert len(faults) == 1, faults
    return faults[0]


NESTED = (
    'student: s1\nanswers:\n  q1:\n    value:   3\n    pruned: [G,\n      "H", {é: x}]\n  q2: {values: {A: 1,  B: 2}}\n'
)
