"""One who guesses, or slips, in an exercise on Monte Carlo tree search."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from oracle import Document
from second import second


def walk(rng: random.Random, problem: Document, _right: object = None) -> list[str]:
    """Return a path from the root down, of any length."""
    path = [second("mcts").tree_of(problem)[0]]
    while path[-1].children and (len(path) == 1 or rng.random() < 0.6):
        path.append(rng.choice(path[-1].children))
    return [node.id for node in path]


def guess_added(rng: random.Random, problem: Document, right: Any) -> Any:
    """Guess what an iteration adds: a node, or a list of them where one is expected."""
    last = walk(rng, problem)[-1]
    return [last] if isinstance(right, list) else last


def guess_visits(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Guess numbers for every node, none larger than the largest."""
    most = max(1, *(int(float(str(number))) for number in right.values()))
    return {name: rng.randint(0, most) for name in right}


def guess_move(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a child of the root."""
    return str(rng.choice(second("mcts").tree_of(problem)[0].children).id)


def guess_scores(rng: random.Random, _problem: Document, right: Any) -> list[Document]:
    """Guess the scores of every iteration."""
    return [{name: round(rng.uniform(0, 3), 4) for name in scores} for scores in right]


GUESSES: dict[str, Callable[[random.Random, Document, Any], object]] = {
    "paths": lambda rng, problem, right: [walk(rng, problem) for _ in right],
    "expanded": lambda rng, problem, right: [guess_added(rng, problem, one) for one in right],
    "visits": guess_visits,
    "totals": guess_visits,
    "scores": guess_scores,
    "selection": walk,
    "choice": guess_move,
}


def says_the_same(answers: Document, others: Document) -> bool:
    """Tell whether two hand-ins are the same but for zeros, which a node without visits may have or not."""
    return all(without_zeros(answer) == without_zeros(others.get(part)) for part, answer in answers.items())


def without_zeros(answer: Any) -> Any:
    """Return an answer; of a map the numbers that are not 0."""
    return {name: number for name, number in answer.items() if number} if isinstance(answer, dict) else answer


def change_entry(rng: random.Random, right: list[Any], change: Callable[[Any], Any]) -> list[Any]:
    """Return a list with one entry changed."""
    place = rng.randrange(len(right))
    return [*right[:place], change(right[place]), *right[place + 1 :]]


def change_statistics(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Return a map with one number off by one or two."""
    name = rng.choice(sorted(right))
    return {**right, name: right[name] + rng.choice((1, 2))}


def change_scores(rng: random.Random, problem: Document, right: Any) -> Any:
    """Return scores with one that is another; None where there is none."""
    places = [(place, name) for place, one in enumerate(right) for name, score in one.items() if score != "inf"]
    if not places:
        return None
    place, name = rng.choice(places)
    changed = {**right[place], name: f"{float(right[place][name]) + rng.choice((0.1, -0.1, 0.5, 1)):.4f}"}
    return [*right[:place], changed, *right[place + 1 :]]


CHANGES: dict[str, Callable[[random.Random, Document, Any], Any]] = {
    "paths": lambda rng, problem, right: change_entry(rng, right, lambda _: walk(rng, problem)),
    "expanded": lambda rng, problem, right: change_entry(rng, right, lambda one: guess_added(rng, problem, one)),
    "visits": change_statistics,
    "totals": change_statistics,
    "scores": change_scores,
    "selection": walk,
    "choice": guess_move,
}
