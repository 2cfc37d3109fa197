"""Answers with planted mistakes: of a right answer each entry in turn made wrong, left out, left blank or joined by another, and what follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import oracle

from grader.core.numbers import read_number, show_number
from grader.kinds import Exercise

_WORDS = ("win", "loss", "true", "false", "yes", "no")
_OTHER_SHAPES = ([[["?"]]], {"no such node": 1})


def planted(rng: random.Random, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield answers to the problem with mistakes planted in each part, beside right parts and beside blank ones."""
    problem, solved = exercise.problem, exercise.solve()
    right = {part: solved[part] for part in problem.ask}
    yield from ({}, right, oracle.random_answers(rng, exercise.document.data))
    yield from _by_rules(rng, exercise, right)
    for part, answer in right.items():
        yield {name: one for name, one in right.items() if name != part}
        for shape in _OTHER_SHAPES:
            yield {**right, part: shape}
        for wrong in changed(rng, answer, names_of(exercise, answer)):
            yield rng.choice(({**right, part: wrong}, {part: wrong}))


def _by_rules(rng: random.Random, exercise: Exercise, right: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what wrong rules give, and what follows by the right one from a wrong number."""
    problem, wrong, parts = exercise.problem, exercise.kind.wrong, exercise.kind.parts
    found = [rule.answer({}) for rule in wrong.rules(problem) if not rule.has_to_try]
    keys = [*wrong.order(problem)] if wrong.carrier in problem.ask else []
    for key in rng.sample(keys, min(3, len(keys))):
        number = exercise.solution.answers[wrong.carrier].get(key)
        if isinstance(number, int):
            found.append(wrong.right(problem, {key: number + 1}))
    for answers in found:
        yield {part: parts[part].form.write(problem, answers[part]) for part in right if answers.get(part) is not None}


def names_of(exercise: Exercise, answer: Any) -> list[str]:
    """Return texts that an answer can hold instead of others."""
    return sorted({*map(str, exercise.keys_by_name()), *_texts(answer), *_WORDS})


def _texts(answer: Any) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, (dict, list)):
        for one in answer.values() if isinstance(answer, dict) else answer:
            yield from _texts(one)


def changed(rng: random.Random, answer: Any, names: list[str]) -> Iterator[Any]:
    """Yield the answer with one mistake, at each of its entries in turn."""
    if isinstance(answer, dict):
        for key, one in answer.items():
            yield {**answer, key: _wrong(rng, one, names)}
            yield {**answer, key: None}
            yield {name: other for name, other in answer.items() if name != key}
        more = rng.choice(names)
        yield {**answer, more: rng.choice([*answer.values(), 1])}
    elif isinstance(answer, list):
        for place, one in enumerate(answer):
            yield [*answer[:place], _wrong(rng, one, names), *answer[place + 1 :]]
            yield [*answer[:place], *answer[place + 1 :]]
        yield [*answer, rng.choice([*answer, *names])]
        yield []
    else:
        yield _wrong(rng, answer, names)


def _wrong(rng: random.Random, one: Any, names: list[str]) -> Any:
    """Return another answer than this one: another number, another name, a list with another item."""
    if isinstance(one, bool):
        return not one
    if isinstance(one, dict) and one:
        key = rng.choice([*one])
        return {**one, key: _wrong(rng, one[key], names)}
    if isinstance(one, list) and one:
        place = rng.randrange(len(one))
        return [*one[:place], _wrong(rng, one[place], names), *one[place + 1 :]]
    with suppress(ValueError):
        return show_number(read_number(str(one)) + 1)
    return rng.choice([name for name in names if name != one])
