"""What it costs to say what is wrong: schemas are read once, and only what is wrong is explained."""

from __future__ import annotations

import pytest

from grader.core.documents import parse_document, shape, shape_faults
from grader.core.errors import SubmissionError


def wrong_answers(count: int) -> str:
    return "".join(f"  q{number}: {{value: three, pruned: G, windows: {{A: 3}}}}\n" for number in range(count))


def test_a_schema_that_others_refer_to_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    read = shape._schema_text

    def counted(name: str) -> str:
        names.append(name)
        return read(name)

    for kept in (shape.validator, shape.explainer, shape._explaining, shape._load_reference):
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


def test_only_wrong_entries_of_a_map_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[object] = []
    explain = shape.explain_shape
    monkeypatch.setattr(shape, "explain_shape", lambda *given: explained.append(given[1]) or explain(*given))
    answers = b"answers:\n  q1:\n    values: {A: 3, B: '2,5', C: 4}\n    windows: {A: [1, 2], B: [1]}\n"
    document = parse_document(answers, "a.yaml", SubmissionError)
    assert [fault.path[2:] for fault in shape_faults(document, "answers-alpha-beta", ("answers", "q1"))] == [
        ("values", "B"),
        ("windows", "B"),
    ]
    assert explained == [{"values": {"B": "2,5"}, "windows": {"B": ["1"]}}]


def test_an_entry_whose_name_is_a_number_is_explained_too() -> None:
    answers = b"answers:\n  q1:\n    values: {1: 3, 2: '2,5', C: 4}\n"
    document = parse_document(answers, "a.yaml", SubmissionError)
    [fault] = shape_faults(document, "answers-alpha-beta", ("answers", "q1"))
    assert fault.path == ("answers", "q1", "values", "2")
