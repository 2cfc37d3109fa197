"""Answers that people accept, for every part of every problem of the bank: they are right, what was right stays so, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest
from banked import BANK, SOLVED, ids_of

from grader.core.errors import SubmissionError
from grader.grading.accepting import accepting
from grader.kinds import Exercise


def other_answers(right: Any) -> list[Any]:
    """Return answers of the same form as the right one: itself, and one in which a number is another or the last is not there."""
    if isinstance(right, dict) and right:
        first, *_ = right
        return [right, {first: other_answers(right[first])[-1]}]
    if isinstance(right, list):
        return [right, right[:-1]] if len(right) > 1 else [right]
    return [right, right + 1] if type(right) is int else [right]


@pytest.mark.parametrize("kind", SOLVED)
def test_an_accepted_answer_is_right_and_so_is_the_solution(kind: str) -> None:
    seen = 0
    for id_ in ids_of(kind):
        exercise = BANK.find(id_)
        assert isinstance(exercise, Exercise)
        solved = {part: exercise.solve()[part] for part in exercise.problem.ask}
        for part, right in solved.items():
            for answer in other_answers(right):
                try:
                    more = accepting(exercise, {part: answer})
                except SubmissionError:
                    continue
                full = more.grade(solved)
                assert full.report.earned == full.report.possible, (id_, part, answer)
                given = {**right, **answer} if isinstance(answer, dict) and isinstance(right, dict) else answer
                mine = {**solved, part: given}
                earned = {one.part: one.earned for one in more.grade(mine).report.parts}
                plain = {one.part: one.earned for one in exercise.grade(mine).report.parts}
                assert earned[part] >= plain[part], (id_, part, answer)
                assert {**earned, part: 0} == {**plain, part: 0}, "no other part earns more"
                if not isinstance(right, list) and not isinstance(right, dict):
                    assert earned[part] == exercise.problem.points[part], (id_, part, answer)
                assert more.grade({}).report.earned == 0
                seen += 1
    assert seen > 5
