"""Texts that are written into documents come back as they were, whatever letters they have."""

from __future__ import annotations

import pytest

from generators import content_of
from generators.certify import written
from grader import load_problem
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.kinds import KINDS, read_exercise

TEXTS = {
    "a family of four, joined by letters without width": "👩\u200d👩\u200d👧\u200d👦 family",
    "hidden letters beyond the first plane": "a\U000e0041b",
    "hidden letters": "a\u200bb\u202e",
    "letters of the first plane beside hidden ones": "שורש\u200d",
    "a backslash before what looks like half a letter": "\\ud83d\\udc69\u200d",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text_comes_back_from_a_document_as_it_was(text: str) -> None:
    assert parse_document(to_yaml({"text": text}).encode(), "a.yaml", ProblemError).data == {"text": text}


def test_problem_with_such_names_can_be_written_and_read_again() -> None:
    tree = {"max": [{"id": TEXTS["a family of four, joined by letters without width"], "min": [3, 5]}, {"min": [2, 9]}]}
    exercise = load_problem({"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": tree})
    again = read_exercise(written(exercise.problem), KINDS)
    assert again.problem.game.ids == exercise.problem.game.ids
    assert content_of(again.problem) == content_of(exercise.problem)
