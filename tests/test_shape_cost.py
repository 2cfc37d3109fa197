"""What it costs to say what is wrong: schemas are read once, and only what is wrong is explained."""

from __future__ import annotations

import pytest

from grader.documents import parse_document, shape, shape_faults
from grader.errors import SubmissionError


def wrong_answers(count: int) -> str:
    return "".join(f"  q{number}: {{value: three, pruned: G, windows: {{A: 3}}}}\n" for number in range(count))


def test_a_schema_that_others_refer_to_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    read = shape._schema_text

    def counted(name: str) -> str:
        names.append(name)
        return read(name)

    for kept in (shape.validator, shape.explainer, shape._registry, shape._load_reference):
        kept.cache_clear()
    monkeypatch.setattr(shape, "_schema_text", counted)
    document = parse_document(f"answers:\n{wrong_answers(9)}".encode(), "answers.yaml", SubmissionError)
    for id_ in document.data["answers"]:
        assert len(shape_faults(document, "answers-alpha-beta", ("answers", id_))) == 3
    assert names.count("common") == 2  # once for the validator and once for the explainer
    assert names.count("answers-alpha-beta") == 2


def test_only_wrong_answers_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[object] = []
    explain = shape.explain_shape
    monkeypatch.setattr(shape, "explain_shape", lambda *given: explained.append(given[1]) or explain(*given))
    document = parse_document(b"answers:\n  q1: {value: 3,  best-move: [B], pruned: [G]}\n", "a.yaml", SubmissionError)
    assert len(shape_faults(document, "answers-alpha-beta", ("answers", "q1"))) == 1
    assert explained == [{"best-move": ["B"]}]
