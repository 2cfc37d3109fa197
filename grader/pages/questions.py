"""What courses ask, and which problem of the shipped bank asks it: `problem_bank/questions.yaml`, as a list and as a page."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NotRequired, TypedDict, cast

from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.core.resources import resource_path
from grader.grading.bank import Bank, shipped_problems
from grader.kinds import Exercise
from grader.pages.html import TreeBox, render_page, tree_box

_LEFT_OUT = re.compile(r"^(?:#.*\n|(?:source|title|tags):.*\n(?:[ ]+.*\n)*)", re.MULTILINE)
"""What a problem of the bank says and nobody needs who asks the same: comments, title, source and tags."""


class _Asked(TypedDict):
    question: str
    problem: str
    words: NotRequired[str]


class _Section(TypedDict):
    title: str
    words: NotRequired[str]
    questions: list[_Asked]


class _Taught(TypedDict):
    topic: str
    problems: NotRequired[list[str]]
    how: str


class _File(TypedDict):
    sections: list[_Section]
    taught: list[_Taught]


class Question(NamedTuple):
    """A question of a course, the problem that asks it, and what is to be said of how it asks."""

    question: str
    exercise: Exercise
    words: str


class Topic(NamedTuple):
    """Questions that belong together."""

    title: str
    words: str
    questions: Sequence[Question]


class Taught(NamedTuple):
    """Something that courses teach: the ids of problems that ask it, and how they do; without any, why nothing does."""

    topic: str
    problems: Sequence[str]
    how: str


def topics(kind: str | None = None) -> list[Topic]:
    """Return all questions, or those that a problem of the kind asks, in the order of the page."""
    bank = Bank()
    found = [
        Topic(
            one["title"],
            one.get("words", ""),
            [
                Question(asked["question"], bank[asked["problem"]], asked.get("words", ""))
                for asked in one["questions"]
                if kind in (None, bank[asked["problem"]].problem.kind)
            ],
        )
        for one in _stated()["sections"]
    ]
    return [topic for topic in found if topic.questions]


def taught() -> list[Taught]:
    """Return what courses teach."""
    return [Taught(one["topic"], one.get("problems", ()), one["how"]) for one in _stated()["taught"]]


def _stated() -> _File:
    file = os.path.join(resource_path("problem_bank"), "questions.yaml")
    return cast(_File, read_document(file, PROBLEM_LIMITS, ProblemError).data)


def question_lines(kind: str | None = None) -> Iterator[str]:
    """Yield the list: each question with the id of its problem, its kind, and how it is asked."""
    for topic in topics(kind):
        yield f"{topic.title}\n"
        if topic.words:
            yield f"  {topic.words}\n"
        for one in topic.questions:
            problem = one.exercise.problem
            yield f"\n  {one.question}\n    {problem.id} ({problem.kind})\n"
            if one.words:
                yield f"    {one.words}\n"
        yield "\n"
    yield "`gametree bank show ID --solved` shows a problem, `gametree bank questions --format html` all of them with drawings, documents and answers.\n"


class Shown(NamedTuple):
    """A question on the page: its drawing, the document that asks it, and the right answers, both as YAML."""

    question: str
    words: Sequence[str]
    id: str
    kind: str
    tree: TreeBox
    document: str
    answers: str


def questions_page(kind: str | None = None) -> str:
    """Return the page as HTML: each question with the drawing of a problem, its YAML and its answers."""
    shown = [(topic.title, _in_code(topic.words), [_shown(one) for one in topic.questions]) for topic in topics(kind)]
    rows = [] if kind else [(one.topic, one.problems, _in_code(one.how)) for one in taught()]
    return render_page("questions.html", topics=shown, taught=rows)


def _shown(one: Question) -> Shown:
    exercise = one.exercise
    problem = exercise.problem
    with open(shipped_problems()[problem.id], encoding="utf-8") as file:
        document = _LEFT_OUT.sub("", file.read())
    written = exercise.solve()
    answers = to_yaml({"answers": {problem.id: {part: written[part] for part in problem.ask if part in written}}})
    tree = tree_box(exercise.diagram(solved=True), f"{problem.id}-tree")
    return Shown(one.question, _in_code(one.words), problem.id, exercise.kind.title, tree, document, answers)


def _in_code(words: str) -> Sequence[str]:
    """Return a sentence in pieces, of which every second is code."""
    return words.split("`")
