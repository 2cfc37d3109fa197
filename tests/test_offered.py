"""What a message, a task or a hint offers can be written there: an infinity, or a number that it gives as an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from banked import BANK, KINDS_OF_BANK, ids_of
from platform_fields import asking_all
from test_platform_items import case_of
from windows import Deal, dealt

from grader.core.answers.inputs import Items, Typed
from grader.core.answers.reports import Verdict
from grader.core.documents.shape import load_schema
from grader.core.errors import SubmissionError
from grader.kinds import Exercise
from grader.platforms.statement_html import numbers_said

MISSPELT = ("∞", "-∞", "Infinity", "-Infinity", "+inf", "inf", "-inf", "many")
INFINITIES = re.compile(r"(?<![\w+.])-?inf\b")
BY_STATEMENT = " is not a whole number, expected one"
"""What is said of a number of the right shape that the statement of a construction does not allow."""

Put = Callable[[Any], Any]


def places(answer: Any) -> Iterator[tuple[Any, Put]]:
    """Yield the first scalars of an answer, each with what puts another one in its place."""
    if isinstance(answer, (dict, list)):
        entries = list(answer.items() if isinstance(answer, dict) else enumerate(answer))
        for key, entry in entries[:3]:
            for found, put in places(entry):
                yield (
                    found,
                    lambda other, key=key, put=put: type(answer)(
                        {**answer, key: put(other)}
                        if isinstance(answer, dict)
                        else [*answer[:key], put(other), *answer[key + 1 :]]
                    ),
                )
    elif answer is not None:
        yield answer, lambda other: other


def message_on(exercise: Exercise, part: str, answer: Any) -> str:
    """Return what is said of an answer that cannot be read; nothing of one that can."""
    try:
        report = exercise.grade({part: answer}).report
    except SubmissionError as failure:
        return str(failure)
    said = [entry.message for one in report.parts for entry in one.entries if entry.verdict is Verdict.MALFORMED]
    return " ".join(said)


def offered(message: str) -> set[str]:
    """Return the infinities that a message speaks of, and the numbers that it gives as examples."""
    bare = re.sub('"[^"]*"', "", message)
    examples = re.findall(r"number[a-z0 ,]* such as ([^;\[\]]*)", bare)
    return {*INFINITIES.findall(bare), *(number for one in examples for number in re.findall(r"-?[0-9][0-9./]*", one))}


@dealt(4)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_what_a_message_offers_can_be_written_there(kind: str, deal: Deal, window: int) -> None:
    seen = 0
    for exercise in map(asking_all, map(BANK.__getitem__, deal(ids_of(kind)[:12], window))):
        for name in exercise.problem.ask:
            right = exercise.kind.parts[name].form.write(exercise.problem, exercise.solution.answers[name])
            for _, put in places(right):
                for text in {one for typed in MISSPELT for one in offered(message_on(exercise, name, put(typed)))}:
                    seen += 1
                    said = message_on(exercise, name, put(text))
                    assert said == "" or said.endswith(BY_STATEMENT), (exercise.problem.id, name, put(text))
    assert seen or kind != "minimax"  # counts and claims offer none


@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_a_task_and_a_platforms_question_offer_infinities_only_where_a_field_takes_them(kind: str) -> None:
    for exercise in map(asking_all, map(BANK.__getitem__, ids_of(kind)[:12])):
        for name in exercise.problem.ask:
            part = exercise.kind.parts[name]
            shapes = [field.shape for field in part.form.widget(exercise.problem).fields if not field.choices]
            assert taken(shapes) >= {*INFINITIES.findall(part.task)} or shapes == ["range-text"], (kind, name)
            carried = exercise.kind.parts[name].form.items(case_of(exercise), exercise.solution.answers[name])
            items = [item for item in carried.items if isinstance(item, Typed)] if isinstance(carried, Items) else []
            assert taken([item.shape for item in items]) == {*INFINITIES.findall(numbers_said(items))}, (kind, name)


def taken(shapes: list[str]) -> set[str]:
    """Return the infinities that one of these shapes of the schemas takes."""
    patterns = [load_schema("common")["$defs"][shape].get("pattern", "^$") for shape in shapes]
    return {text for text in ("inf", "-inf") for pattern in patterns if re.search(pattern, text)}
