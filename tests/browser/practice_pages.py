"""Practice pages on the disk, with what is on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quizzes import write_quiz

from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError
from grader.course.quiz import read_quiz
from grader.course.quiz.exercises import practising, read_sources
from grader.pages.answer_page import Heading
from grader.pages.practice import Variant, variants_on, write_practice_page

KINDS = {
    "minimax": "{id: q1, problem: {kind: minimax, tree: [[3, 12], [2, 9]]}}",
    "alpha-beta": "{id: q2, generate: {kind: alpha-beta, depth: 3, branching: 2, ask: [value, best-move, values, pruned]}}",
    "expectiminimax": "{id: q3, problem: {kind: expectiminimax, tree: {max: [{chance: [{p: 0.3, value: 4}, {p: 0.7, value: 9}]}, {chance: [{p: 0.5, value: 1}, {p: 0.5, value: 12}]}]}}}",
    "ucb": "{id: q4, generate: {kind: ucb, children: 3}}",
}  # fmt: skip
RULES = {
    "minimax": "all-max",
    "alpha-beta": "no-pruning",
    "expectiminimax": "plain-mean",
    "ucb": "constant-omitted",
}
"""An exercise of each kind, and a wrong rule that is followed on it."""


class Practice:
    """A page on the disk, with the variants on it in their order."""

    def __init__(self, folder: Path, exercises: Sequence[str]) -> None:
        file = write_quiz(folder, exercises=exercises)
        quiz, _ = read_quiz(read_document(str(file), PROBLEM_LIMITS, ProblemError))
        found = practising(quiz, read_sources(quiz)[0]).exercises
        self.variants: list[Variant] = list(variants_on(found))
        self.file = folder / "practice.html"
        self.file.write_text(write_practice_page(found, Heading("Week 5", quiz="practice")), "utf-8")
