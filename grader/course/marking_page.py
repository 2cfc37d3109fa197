"""The page on which a person marks answers in words: one at a time, without names, beside the solved tree; it hands out marking.csv filled in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.data import Plain
from grader.core.errors import Fault
from grader.core.games.text_question import TextQuestion
from grader.core.numbers import GRAMMAR, marks_text, say_number, show_number
from grader.core.text import count
from grader.course.held_answers import COLUMNS, WHY, HeldAnswer, UnreadWords, cells_of
from grader.kinds import Exercise
from grader.pages.html import TreeBox, render_page, tree_box


class Asked(NamedTuple):
    """What one problem asks in words, and what stands beside the answers: its solved trees, or why it is `missing`."""

    question: TextQuestion
    trees: Sequence[TreeBox]
    missing: str = ""


def marking_page(
    answers: Sequence[HeldAnswer],
    find: Callable[[str], Exercise | Fault],
    title: str,
    unread: Sequence[UnreadWords] = (),
) -> str:
    """Return the page: exercise after exercise as they come, and of each the answers in an order that names nobody.

    `find` gives the problem of an id, solved, or says why it is not there; each is asked for once. What is `unread` is listed below.
    """
    exercises = {name: place for place, name in enumerate(dict.fromkeys(one.exercise for one in answers))}
    ordered = sorted(answers, key=lambda one: (exercises[one.exercise], one.rank))
    problems = {name: place for place, name in enumerate(dict.fromkeys(one.problem for one in ordered))}
    asked = [_asked(find(name), place) for name, place in problems.items()]
    places = [problems[one.problem] for one in ordered]
    data: dict[str, Plain] = {
        # The marks in a browser are those of these answers; what is decided of them in the meantime changes nothing.
        "digest": hashlib.sha256(json.dumps([one[:5] for one in ordered]).encode()).hexdigest(),
        "columns": COLUMNS,
        "why": WHY,
        "number": GRAMMAR,
        "problems": [_question(one.question) for one in asked],
        "answers": [_answer(one, place, asked[place].question) for one, place in zip(ordered, places, strict=True)],
    }
    many, missed = count(len(ordered), "answer"), count(len(unread), "answer")
    return render_page("marking.html", title=title, many=many, asked=asked, data=data, unread=unread, missed=missed)


def _asked(found: Exercise | Fault, place: int) -> Asked:
    if isinstance(found, Fault):
        return Asked(TextQuestion(""), (), str(found))
    trees = [tree_box(one, f"tree-{place}-{at}") for at, one in enumerate(found.diagrams(solved=True))]
    return Asked(found.problem.text or TextQuestion(""), trees)


def _question(question: TextQuestion) -> Plain:
    return {"prompt": question.prompt, "rubric": [[show_number(line.points), line.says] for line in question.rubric]}


def _answer(one: HeldAnswer, place: int, question: TextQuestion) -> Plain:
    """Return the line of marking.csv as texts, the place of the problem, and the points as they are stated: 2/3, which results round."""
    row = ["" if cell is None else str(cell) for cell in cells_of(one)]
    rounded = marks_text(Fraction(one.possible))
    most = say_number(question.points) if marks_text(question.points) == rounded else rounded
    return {"row": row, "problem": place, "most": most}
