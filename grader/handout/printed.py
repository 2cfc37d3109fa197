"""A sheet with the signs of a printed page: α and β, ∞, a real minus. Markdown does without: it is copied and typed from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grader.handout.sheet import Question, Shared, Sheet, Solved
from grader.pages.typeset import typesetter


def printed(sheet: Sheet) -> Sheet:
    """Return the sheet with its sentences and right answers typeset; names of nodes and moves stay as they are."""
    nodes = [node for question in sheet.questions for diagram in question.diagrams for node in diagram.nodes]
    typeset = typesetter({text for node in nodes for text in (node.id, node.move)})
    return sheet._replace(
        questions=tuple(_question(question, typeset) for question in sheet.questions),
        conventions=tuple(map(partial(_shared, typeset), sheet.conventions)),
    )


def _question(question: Question, typeset: Callable[[str], str]) -> Question:
    solved = question.solved and Solved(
        tuple(right._replace(answer=typeset(right.answer)) for right in question.solved.answers),
        tuple((depth, typeset(sentence)) for depth, sentence in question.solved.steps),
    )
    conventions, posed = (tuple(map(typeset, said)) for said in (question.conventions, question.posed))
    shared = tuple(map(partial(_shared, typeset), question.shared))
    return question._replace(conventions=conventions, shared=shared, posed=posed, solved=solved)


def _shared(typeset: Callable[[str], str], shared: Shared) -> Shared:
    return shared._replace(sentences=tuple(map(typeset, shared.sentences)))
