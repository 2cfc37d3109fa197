"""A class graded in one process against reading its submissions alone: to text, to JSON, with pages and drawings, on variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from classes import HandedIn, hand_ins, quiz
from measure import Line, Target, interleave

from grader.core.documents import parse_document
from grader.core.errors import ProblemError, SubmissionError
from grader.grading.marking import grade_submission, read_submission
from grader.grading.outcome import Outcome
from grader.kinds import KINDS, Exercise, read_exercise
from grader.pages.feedback import feedback_files
from grader.pages.text import render_text
from grader.platforms import export_text

Make = Callable[[Outcome], object]


class Size(NamedTuple):
    """How many students hand in; how many of them get pages, and how many have problems of their own."""

    students: int
    pages: int
    own: int


SMALL, FULL = Size(1000, 60, 60), Size(10_000, 2000, 1000)


def grading(runs: int, size: Size = SMALL) -> list[Line]:
    """Return what it costs to grade a class, as multiples of reading it; and what problems of one's own cost."""
    handed_in = list(hand_ins(size.students))
    first, shared = handed_in[: size.pages], quiz()
    lines = [
        _against_reading("text of", handed_in, render_text, 4, runs),
        _against_reading("JSON of", handed_in, as_json, 5, runs),
        _against_reading("pages and SVG of", first, _feedback, 25, runs),
    ]
    own = list(hand_ins(size.own, own=True))
    problems: list[Mapping[str, bytes]] = [quiz(one.student) for one in own]
    for name, make in (("text", render_text), ("JSON", as_json)):
        times = interleave(
            partial(_grade_own, own, problems, make), partial(grade_all, handed_in[: size.own], shared, make), runs
        )
        lines.append(Line(f"{name} of {size.own:,}, own problems", "the same for all", times.slower(), Target(4)))
    return lines


def _against_reading(what: str, handed_in: list[HandedIn], make: Make, most: float, runs: int) -> Line:
    times = interleave(partial(grade_all, handed_in, quiz(), make), partial(_read_all, handed_in), runs)
    each = 1000 * min(times.ours) / len(handed_in)
    note = f"{each:.2f} ms each"
    return Line(f"{what} {len(handed_in):,} hand-ins", "reading them", times.slower(), Target(most), note)


def _read_all(handed_in: list[HandedIn]) -> None:
    for student, content in handed_in:
        parse_document(content, student, SubmissionError)


def grade_all(handed_in: list[HandedIn], problems: Mapping[str, bytes], make: Make) -> None:
    """Grade all against the same problems and make of each what is wanted."""
    exercises = _read_problems(problems)
    for one in handed_in:
        make(_grade(one, exercises))


def _grade_own(handed_in: list[HandedIn], problems: list[Mapping[str, bytes]], make: Make) -> None:
    for one, own in zip(handed_in, problems, strict=True):
        make(_grade(one, _read_problems(own)))


def _read_problems(problems: Mapping[str, bytes]) -> dict[str, Exercise]:
    return {
        id_: read_exercise(parse_document(text, f"{id_}.yaml", ProblemError), KINDS) for id_, text in problems.items()
    }


def _grade(one: HandedIn, exercises: Mapping[str, Exercise]) -> Outcome:
    document = parse_document(one.content, f"{one.student}.yaml", SubmissionError)
    return grade_submission(read_submission(document), exercises.__getitem__)


def as_json(outcome: Outcome) -> str:
    """Return the result as JSON."""
    return export_text(outcome, "json")


def _feedback(outcome: Outcome) -> None:
    for _, make in feedback_files(outcome, ("svg",), html=True):
        make()
