"""Answers in words that a person marks: who wrote what to which exercise, and marking.csv, which becomes a file of decisions when it is filled in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.core.answers.reports import Verdict
from grader.core.documents.writing import guard, table_lines
from grader.core.games.text_question import TEXT
from grader.core.numbers import marks_number, read_number
from grader.core.text import printable
from grader.course.adjusting import Action, Decision
from grader.course.result_lines import WrittenEntry, WrittenProblem, WrittenResult, exercise_of

COLUMNS = ("exercise", "student", "part", "of", "answer", "set", "by", "why", "note")
WHY = "marked"


class HeldAnswer(NamedTuple):
    """An answer in words: whose it is, to which exercise and problem, what it is worth, and the decision that marks it, if there is one."""

    exercise: str
    student: str
    problem: str
    possible: float
    answer: str
    marked: Decision | None = None

    @property
    def rank(self) -> str:
        """Return by what answers to one exercise stand in an order that says nothing of whose they are."""
        return hashlib.sha256(f"{self.exercise}\0{self.student}".encode("utf-8", "surrogatepass")).hexdigest()


def held_in(result: WrittenResult, decisions: Iterable[Decision] = ()) -> Iterator[HeldAnswer]:
    """Yield the answers in words of a result, as it was marked; of the student's decisions those that set marks of these, or remark on them, are told."""
    about = [one for one in decisions if one.part == TEXT and one.action in (None, Action.SET)]
    set_by = {one.exercise: one for one in sorted(about, key=lambda one: one.action is not None)}
    for problem, possible, entry in _words_in(result):
        if entry["verdict"] == Verdict.HELD:
            exercise, student = exercise_of(problem), result.get("student", "")
            yield HeldAnswer(exercise, student, problem["id"], possible, entry.get("given", ""), set_by.get(exercise))


class UnreadWords(NamedTuple):
    """What stands where words are asked and is no text, or too long: whose it is, to which exercise, how it begins, and what is wrong with it."""

    exercise: str
    student: str
    given: str
    why: str


def unread_in(result: WrittenResult) -> Iterator[UnreadWords]:
    """Yield what of a result was to be an answer in words and is malformed."""
    for problem, _, entry in _words_in(result):
        if entry["verdict"] == Verdict.MALFORMED:
            about = (exercise_of(problem), result.get("student", ""))
            yield UnreadWords(*about, entry.get("given", ""), entry.get("message", ""))


def _words_in(result: WrittenResult) -> Iterator[tuple[WrittenProblem, float, WrittenEntry]]:
    """Yield each entry of a result that stands where words are asked, with its problem and what the part is worth."""
    for problem in result.get("problems", ()):
        for part in problem.get("parts", ()):
            if part["part"] == TEXT:
                yield from ((problem, part["possible"], entry) for entry in part["entries"])


def not_those_marked(result: WrittenResult, held: Iterable[HeldAnswer], decisions: Iterable[Decision]) -> Iterator[str]:
    """Yield where marks were given for other words than those that stand in a result now, or out of other points: handed in anew, or rekeyed since."""
    now = {one.exercise: one for one in held}
    for one in decisions:
        if not (one.marks_words and (one.words or one.out_of)):
            continue
        answer, whose = (
            now.get(one.exercise),
            f"{printable(result.get('student', ''))}'s answer to {printable(one.exercise)}",
        )
        if one.words and not _is_same(one.words, answer.answer if answer is not None else ""):
            yield f"warning: {one.place}: {whose} is not the one that was marked; look at it again"
        elif answer is not None and one.out_of and not _is_number(one.out_of, answer.possible):
            yield f"warning: {one.place}: {whose} was marked out of {printable(one.out_of)} and is worth {answer.possible:g}; look at it again"


def _is_number(cell: str, number: float) -> bool:
    try:
        return read_number(cell) == read_number(f"{number:g}")
    except ValueError:
        return False


def _is_same(cell: str, answer: str) -> bool:
    """Return whether a cell of a table, as programs save them, holds this answer."""
    return cell.split() in (answer.split(), guard(answer).split())


def table_of(answers: Iterable[HeldAnswer]) -> Iterator[str]:
    """Yield the lines of marking.csv: one for each answer, marked or not."""
    return table_lines(COLUMNS, map(cells_of, answers))


def cells_of(one: HeldAnswer) -> list[object]:
    """Return the cells of such a line; None is an empty one."""
    about: list[object] = [one.exercise, one.student, TEXT, one.possible, one.answer]
    marked = one.marked
    if marked is None:
        return [*about, None, None, WHY, None]
    full = "full" if marked.action is Action.SET else None  # a remark gives no marks
    value = full if marked.value is None else marks_number(marked.value)
    return [*about, value, marked.by, marked.why, marked.note or None]
