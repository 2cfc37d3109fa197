"""Answers that students might give to a problem, made from right ones: slips, other rules, noise, what cannot be judged."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

import grader
from grader import GradingError, load_problem, solve

Document = dict[str, Any]
_TREES: list[str] = yaml.safe_load(Path(__file__).with_name("compared_calls.yaml").read_text("utf-8"))["searches"]
_MALFORMED: tuple[Any, ...] = (
    [[99999]],
    {"no such node": 1},
    True,
    "three",
    None,
    7,
    "\u202e",
    [],
    {},
    "A, B",
    [None],
    "1/0",
)


def handed_in(
    problem: Document, solution: Document, conventions: Mapping[str, list[str]], rng: random.Random
) -> list[Document]:
    """Return what several students answer to a problem, by part: the first one all of the solution, the others what is asked."""
    asked = problem.get("ask") or list(solution)
    right = {part: solution[part] for part in asked if part in solution}
    pool = sorted({*_texts(solution), "A", "nowhere"})
    made = [solution, right, {}, dict.fromkeys(right), {part: _told(value) for part, value in right.items()}]
    made += [_slip(right, pool, rng) for _ in range(4)]
    others = [*_by_other_rules(problem, list(right), conventions, rng)]
    of_rules = of_wrong_rules(load_problem(problem))
    made += others + rng.sample(of_rules, min(8, len(of_rules)))
    made += [_mixed(right, other, rng) for other in rng.sample(others, min(2, len(others)))]
    made += [{part: _noisy(value, pool, rng, share) for part, value in right.items()} for share in (0.3, 1)]
    made += [right | {rng.choice([*right]): rng.choice(_MALFORMED)} for _ in range(3)] if right else []
    return [*made, right | {"no-such-part": 1}]


def of_wrong_rules(exercise: grader.Exercise) -> list[Document]:
    """Return what follows each misconception. That an exercise tells these is not promised: of a version that does not, none are compared."""
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    try:
        folds = exercise.wrong.folds()
        return [kind.write_answer(kind, problem, solution._replace(answers=fold.answers)) for fold in folds]
    except AttributeError:
        return []


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts that a value holds, names of its fields as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        yield from value
        yield from _texts([*value.values()])


def _told(value: Any) -> Any:
    """Return a right answer in other words: numbers as text, with decimals."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f" {value:.2f}" if abs(value) < 1e15 else str(value)
    if isinstance(value, dict):
        return {name: _told(below) for name, below in value.items()}
    return [_told(one) for one in value] if isinstance(value, list) else value


def _slip(right: Document, pool: list[str], rng: random.Random) -> Document:
    """Return the right answers but for one entry of one part."""
    if not right:
        return {}
    part = rng.choice([*right])
    return right | {part: _other(right[part], pool, rng)}


def _other(value: Any, pool: list[str], rng: random.Random) -> Any:
    """Return the value with one thing changed in it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return rng.choice([value + 1, value - 1, -value, value * 2, value + 0.5])
    if isinstance(value, str):
        return rng.choice(pool)
    if isinstance(value, dict) and value:
        name = rng.choice([*value])
        left = {one: below for one, below in value.items() if one != name}
        return left if rng.random() < 0.2 else {**value, name: _other(value[name], pool, rng)}
    if isinstance(value, list) and value:
        at, way = rng.randrange(len(value)), rng.random()
        if way < 0.4:
            return [*value[:at], _other(value[at], pool, rng), *value[at + 1 :]]
        return value[:at] + value[at + 1 :] if way < 0.7 else rng.sample(value, len(value))
    return [rng.choice(pool)] if isinstance(value, list) else 1


def _noisy(value: Any, pool: list[str], rng: random.Random, share: float) -> Any:
    """Return the value with so large a share of its entries changed."""
    if isinstance(value, dict) and value:
        return {name: _noisy(below, pool, rng, share) for name, below in value.items()}
    if isinstance(value, list) and value:
        return [_noisy(one, pool, rng, share) for one in value]
    return _other(value, pool, rng) if rng.random() < share else value


def _mixed(right: Document, other: Document, rng: random.Random) -> Document:
    """Return some parts of the one and the rest of the other: a mistake that was made on the way."""
    return {part: (other if rng.random() < 0.5 else right).get(part, value) for part, value in right.items()}


def _by_other_rules(
    problem: Document, asked: list[str], conventions: Mapping[str, list[str]], rng: random.Random
) -> Iterator[Document]:
    """Yield what is right for some problems that differ from this one in a rule: answers of students who follow that rule here."""
    others = [*_neighbours(problem, conventions)]
    for other in rng.sample(others, min(5, len(others))):
        try:
            solution = solve(
                load_problem({name: value for name, value in other.items() if name not in ("ask", "points")})
            )
        except GradingError:
            continue
        if answers := {part: solution[part] for part in asked if part in solution}:
            yield answers


def _neighbours(problem: Document, conventions: Mapping[str, list[str]]) -> Iterator[Document]:
    """Yield the problem with another convention, kind, search, number, or with other players in its tree; it may be none."""
    stated = problem.get("conventions") or {}
    for name, values in conventions.items():
        for value in values:
            yield problem | {"conventions": stated | {name: value}}
    for field in ("kind", "search"):
        if problem.get(field) in _TREES:
            yield from (problem | {field: other} for other in _TREES if other != problem[field])
    for field, value in problem.items():
        if isinstance(value, int):
            yield from (problem | {field: value + more} for more in (-1, 1))
    yield from ({name: value for name, value in problem.items() if name != field} for field in ("depth", "evaluation"))
    if isinstance(problem.get("tree"), (dict, list)):
        yield from (problem | {"tree": _turned(problem["tree"], change)} for change in _TURNS)
    if isinstance(problem.get("game"), dict):
        for field, value in problem["game"].items():
            if isinstance(value, int):
                yield problem | {"game": problem["game"] | {field: value + 1}}


def _players(**others: str) -> Callable[[Document], Document]:
    return lambda node: {others.get(field, field): value for field, value in node.items()}


def _negated(node: Document) -> Document:
    return {field: -value if field == "value" and isinstance(value, int) else value for field, value in node.items()}


_TURNS: tuple[Callable[[Document], Document], ...] = (
    _players(max="min", min="max"),
    _players(min="max"),
    _players(max="min"),
    _players(min="chance"),
    _players(chance="min"),
    _players(chance="max"),
    _negated,
    lambda node: {field: value[::-1] if isinstance(value, list) else value for field, value in node.items()},
    lambda node: {field: value for field, value in node.items() if field != "p"},
)


def _turned(tree: Any, change: Callable[[Document], Document]) -> Any:
    """Return the tree with every node changed; a list stands for a node that names no player."""
    if isinstance(tree, dict):
        return change({field: _turned(value, change) for field, value in tree.items()})
    return [_turned(one, change) for one in tree] if isinstance(tree, list) else tree
