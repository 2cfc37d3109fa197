"""Several answers of one student to one problem: which ones count, as --keep says."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

import pytest
from conftest import problem_data, read

from grader.core.documents import parse_document
from grader.core.errors import Fault, SubmissionError
from grader.core.policy import Policy
from grader.course.one_student import Keep, choose, chooser
from grader.grading.marking import Submission, Terms, grade_joined, read_submission
from grader.grading.outcome import Outcome
from grader.kinds import Exercise

PROBLEM = read(problem_data("minimax", [[3, 12], [2, 4]], ask=["value", "best-move", "values"]))
RIGHT = {"value": 3, "best-move": "B", "values": {"A": 3, "B": 3, "C": 2}}
ANSWERS: tuple[Any, ...] = (
    RIGHT,
    {"value": 3, "best-move": "C"},
    {"value": 12, "values": {"A": 12, "B": 12, "C": 4}},
    "not a map",
    {},
)


def find(id_: str) -> Exercise | Fault:
    return PROBLEM if id_ == "q1" else Fault("unknown")


def submission(place: int, answers: Any) -> Submission:
    content = json.dumps({"answers": {"q1": answers}}).encode()
    return read_submission(parse_document(content, f"{place}.json", SubmissionError))


def joined(keep: Keep, answers: tuple[Any, ...]) -> Outcome:
    submissions = [submission(place, one) for place, one in enumerate(answers)]
    return grade_joined(submissions, find, Terms(require=("q1",), choose=chooser(keep, find, Policy())))


def alone(answers: Any) -> Fraction | None:
    """Return what the answers earn by themselves; None where they cannot be marked."""
    outcome = grade_joined([submission(0, answers)], find, Terms())
    return Fraction(outcome.graded[0].report.earned) if outcome.graded else None


@pytest.mark.parametrize("keep", Keep)
def test_what_counts_is_what_a_plain_search_through_all_answers_finds(keep: Keep) -> None:
    for count in (1, 2, 3, 4):
        for earned in itertools.product(map(Fraction, range(-1, 3)), repeat=count):
            places = range(count)
            wanted = {
                Keep.LATEST: count - 1,
                Keep.FIRST: 0,
                Keep.BEST: next(p for p in reversed(places) if all(earned[p] >= earned[q] for q in places)),
            }
            assert choose(keep, count, earned.__getitem__) == wanted[keep]


@pytest.mark.parametrize("keep", Keep)
def test_of_joined_files_those_count_that_answer_and_blank_ones_never(keep: Keep) -> None:
    for answers in itertools.product(ANSWERS, repeat=3):
        answering = [place for place, one in enumerate(answers) if one]
        outcome = joined(keep, answers)
        left_out = [int(one.source.removesuffix(".json")) for one in outcome.superseded]
        counting = [place for place in answering if place not in left_out]
        assert len(counting) == min(1, len(answering))
        assert set(left_out) <= set(answering)
        if not counting:
            continue
        assert counting[0] in {Keep.LATEST: answering[-1:], Keep.FIRST: answering[:1], Keep.BEST: answering}[keep]
        marks = alone(answers[counting[0]])
        assert bool(outcome.graded) == (marks is not None)
        if keep is Keep.BEST:
            known = [found for place in answering if (found := alone(answers[place])) is not None]
            assert marks == max(known, default=None)
        assert not outcome.graded or outcome.graded[0].report.earned == marks


def test_of_equally_good_answers_the_latest_count() -> None:
    outcome = joined(Keep.BEST, (RIGHT, {"value": 3}, RIGHT))
    assert [(one.source, one.by) for one in outcome.superseded] == [("0.json", "2.json"), ("1.json", "2.json")]


def test_marks_are_asked_for_nothing_but_the_best() -> None:
    def earned(place: int) -> Fraction:
        raise AssertionError(place)

    assert [choose(keep, 5, earned) for keep in (Keep.LATEST, Keep.FIRST)] == [4, 0]
