"""One who guesses, or slips, in a game of several players."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from oracle import Document
from second import second


def leaves_of(problem: Document) -> list[list[Any]]:
    """Return what the leaves are worth."""
    own = second("max-n")
    return [own.written(node.worth) for node in own.by_levels(own.tree_of(problem)) if not node.children]


def ids_of(problem: Document) -> list[str]:
    """Return the ids of all nodes but the root."""
    own = second("max-n")
    return [node.id for node in own.by_levels(own.tree_of(problem))][1:]


def guess_worth(rng: random.Random, problem: Document, _right: object = None) -> list[Any]:
    """Guess what a node is worth: what some leaf is."""
    return rng.choice(leaves_of(problem))


def guess_move(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a child of the root."""
    return str(rng.choice(second("max-n").tree_of(problem).children).id)


def guess_path(rng: random.Random, problem: Document, _right: object) -> list[str]:
    """Guess a path from the root to a leaf."""
    path = [second("max-n").tree_of(problem)]
    while path[-1].children:
        path.append(rng.choice(path[-1].children))
    return [node.id for node in path]


def guess_some(rng: random.Random, problem: Document, right: Any) -> list[str]:
    """Guess nodes, about as many as there are."""
    ids = ids_of(problem)
    return rng.sample(ids, min(len(ids), max(1, len(right))))


GUESSES: dict[str, Callable[[random.Random, Document, Any], object]] = {
    "value": guess_worth,
    "best-move": guess_move,
    "values": lambda rng, problem, right: {name: guess_worth(rng, problem) for name in right},
    "principal-variation": guess_path,
    "pruned": guess_some,
    "visited": guess_some,
    "leaves-evaluated": lambda rng, problem, _right: rng.randint(1, len(leaves_of(problem))),
}


def slip_in(rng: random.Random, numbers: list[Any]) -> list[Any]:
    """Return the numbers of a node with one of them off by a little."""
    place = rng.randrange(len(numbers))
    off = Fraction(str(numbers[place])) + rng.choice((1, 2, 3))
    return [*numbers[:place], *second("max-n").written((off,)), *numbers[place + 1 :]]


def change_values(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Return the map with one entry changed."""
    name = rng.choice(sorted(right))
    return {**right, name: slip_in(rng, right[name])}


def change_some(rng: random.Random, problem: Document, right: Any) -> list[str]:
    """Return the list with one node more, or one less."""
    other = rng.choice(ids_of(problem))
    return [name for name in right if name != other] if other in right else [*right, other]


CHANGES: dict[str, Callable[[random.Random, Document, Any], Any]] = {
    "value": lambda rng, _problem, right: slip_in(rng, right),
    "best-move": guess_move,
    "values": change_values,
    "principal-variation": guess_path,
    "pruned": change_some,
    "visited": change_some,
    "leaves-evaluated": lambda rng, _problem, right: max(1, right + rng.choice((1, -1))),
}
