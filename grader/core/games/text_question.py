"""What a problem asks in words: a question that a person marks, beside what the program marks or alone."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from grader.core.data import Plain
from grader.core.errors import Path
from grader.core.numbers import Number, is_too_long, points_text, read_number, write_number
from grader.core.policy import MOST_POINTS

TEXT = "text"
"""The name of the part, in problems, answers, results and decisions."""

LINES = 6


class RubricLine(NamedTuple):
    """One line by which an answer is marked: what it adds (or, below 0, takes), and what has to be said for it."""

    points: Number
    says: str


class TextQuestion(NamedTuple):
    """A question that is answered in words.

    `rubric` is for those who mark alone: it stands on nothing that is handed out. `lines` is the room on paper and on pages.
    """

    prompt: str
    points: Number = 1
    rubric: tuple[RubricLine, ...] = ()
    lines: int = LINES

    @property
    def rubric_said(self) -> list[str]:
        """Return the lines of the rubric in words: for those who mark alone."""
        return [f"{points_text(line.points)}: {line.says}" for line in self.rubric]

    @property
    def most_by_rubric(self) -> Number:
        """Return what an answer gets for which every line holds that adds something."""
        return sum(max(line.points, 0) for line in self.rubric)


def read_text_question(stated: Mapping[str, Any] | None) -> tuple[TextQuestion | None, list[tuple[str, Path]]]:
    """Return the question that a document states, whose shape is right, if it states one, and what is wrong with it: (message, path)."""
    wrong: list[tuple[str, Path]] = []
    if stated is None:
        return None, wrong
    points = _number(stated.get("points", "1"), ("points",), wrong, "points above 0")
    rubric = tuple(
        RubricLine(_number(line["points"], ("rubric", place, "points"), wrong, "points"), line["says"].strip())
        for place, line in enumerate(stated.get("rubric") or ())
    )
    prompt = stated["prompt"].strip()
    if not prompt:
        wrong.append(("expected a question, 1 to 2,000 characters, found blanks", ("prompt",)))
    return TextQuestion(prompt, points, rubric, int(stated.get("lines", LINES))), wrong


def _number(raw: object, path: Path, wrong: list[tuple[str, Path]], expected: str) -> Number:
    try:
        number = read_number(str(raw))
    except ValueError as failure:
        wrong.append((str(failure), path))
        return 1
    if is_too_long(number) or not -MOST_POINTS <= number <= MOST_POINTS:
        wrong.append((f"expected {expected}, at most {MOST_POINTS:,}", path))
        return 1
    return number


def write_text_question(question: TextQuestion) -> dict[str, Plain]:
    """Return the question as a document holds it, with its rubric: for those who mark."""
    written: dict[str, Plain] = {"prompt": question.prompt, "points": write_number(question.points)}
    if question.rubric:
        written["rubric"] = [{"points": write_number(line.points), "says": line.says} for line in question.rubric]
    if question.lines != LINES:
        written["lines"] = question.lines
    return written
