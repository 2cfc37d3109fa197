"""What follows from a student's own numbers, as data: calculated here from the data alone it is what marks say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle
import pytest
from conftest import random_problems, read
from turns import in_turn
from windows import chunks

from grader.core.answers.case import Case
from grader.core.answers.inputs import Entry, Flow
from grader.core.answers.part import flows_from_nothing
from grader.core.numbers import read_number
from grader.core.policy import Marking
from grader.core.text import printable
from grader.kinds import KINDS

FLOWING = [kind for kind in KINDS if any(part.flow is not flows_from_nothing for part in KINDS[kind].parts.values())]
OPERATIONS = {"max": max, "min": min, "sum": sum}


def calculated(flow: Flow, numbers: dict[Entry, Fraction]) -> set[Fraction]:
    """Return the numbers that follow, as an engine finds them that knows nothing but the data."""
    own = [number for number in flow.numbers if isinstance(number, Entry)]
    if not own or any(entry._replace(times=1) not in numbers for entry in own):
        return set()
    taken = {
        number: numbers[number._replace(times=1)] * number.times if isinstance(number, Entry) else Fraction(number)
        for number in flow.numbers
    }
    if len({taken[entry] for entry in own} if len(own) > 1 else set(taken.values())) == 1:
        return set()
    weighed = [weight * taken[number] for weight, number in zip(flow.weights, flow.numbers, strict=True)]
    also = {numbers[flow.also]} if flow.also in numbers else set()
    return {flow.times * OPERATIONS[flow.operation](weighed)} | also


def given_numbers(exercise: Any, answers: Any) -> dict[Entry, Fraction]:
    """Return the numbers that were written for nodes."""
    by_name = exercise.problem.game.by_id()
    written = (answers.get("values") or {}).items()
    return {
        Entry("values", printable(exercise.problem.game.ids[by_name[name]])): Fraction(read_number(str(number)))
        for name, number in written
        if number is not None
    }


@pytest.mark.sweep
@in_turn(3)
@chunks(every=1, longer=4, whole=20)
@pytest.mark.parametrize("kind", FLOWING)
def test_what_data_say_follows_is_what_earns_its_share(kind: str, chunk: int, window: int) -> None:
    followed = judged = 0
    for _, drawn in random_problems(kind, 60_000 + 150 * chunk, 60_150 + 150 * chunk, window):
        data = {**drawn, "ask": [part for part in ("value", "values") if part in oracle.solve(drawn)], "points": {}}
        exercise, answers = read(data), oracle.carried_answers(_, data)
        given = {
            part: form_read(exercise, part, answers[part]) for part in data["ask"] if answers.get(part) is not None
        }
        case = Case(exercise.problem, exercise.solution, given, Marking(), exercise.kind.tutor)
        numbers = given_numbers(exercise, answers)
        for part, answer in given.items():
            record = exercise.kind.parts[part]
            keys = [None] if part == "value" else list(exercise.solution.answers[part])
            for key in keys:
                flow = record.flow(case, key)
                written = answer if key is None else answer.get(key)
                if flow is None or written is None:
                    continue
                judged += 1
                follows = record.follows(case, key, written.value)
                exact = Fraction(written.value) in calculated(flow, numbers)
                assert follows or not exact, (data, answers, key)
                if exercise.problem.conventions.decimals is None:
                    assert follows == exact, (data, answers, key)
                followed += follows and exact
    assert judged > 100
    assert followed > 10


def form_read(exercise: Any, part: str, raw: Any) -> Any:
    """Return an answer as marks read it."""
    return exercise.kind.parts[part].form.read(exercise.problem, raw)


def test_a_number_that_a_window_clamps_has_no_data() -> None:
    tree = [[3, 5], [2, 9]]
    data = {"format": "gametree-problem/1", "id": "q", "kind": "alpha-beta", "tree": tree, "ask": ["values"]}
    flows = []
    for bounds in ("fail-soft", "fail-hard"):
        exercise = read({**data, "conventions": {"bounds": bounds}})
        case = Case(exercise.problem, exercise.solution, {}, Marking(), exercise.kind.tutor)
        flows.append(exercise.kind.parts["values"].flow(case, 0))
    assert flows == [Flow("max", (Entry("values", "B"), Entry("values", "C")), (1, 1)), None]
