"""One who guesses, or slips, in an exercise on iterative deepening."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import oracle
from oracle import Document
from second import second


def moves_of(problem: Document) -> list[str]:
    """Return the moves at the root."""
    return [child.move for child in oracle.read_whole(problem).children]


def guess_value(rng: random.Random, _problem: Document, _right: Any) -> int:
    """Guess a number among those of the tree."""
    return rng.randint(0, 20)


def guess_leaves(rng: random.Random, problem: Document, _right: Any) -> int:
    """Guess how many leaves are evaluated."""
    return rng.randint(1, len(oracle.breadth_first(oracle.read_whole(problem))))


def guess_move(rng: random.Random, problem: Document, _right: Any) -> str:
    """Guess a move."""
    return rng.choice(moves_of(problem))


def guess_order(rng: random.Random, _problem: Document, right: Any) -> list[str]:
    """Guess an order of the moves."""
    return rng.sample(right, len(right))


def guess_completed(rng: random.Random, problem: Document, _right: Any) -> int:
    """Guess which iteration is finished."""
    return rng.randint(0, int(problem["depth"]))


Guess = Callable[[random.Random, Document, Any], Any]


def each(guess: Guess) -> Guess:
    """Return who guesses every entry of a list."""
    return lambda rng, problem, right: [guess(rng, problem, one) for one in right]


GUESSES: dict[str, Guess] = {
    "values-by-depth": each(guess_value),
    "best-moves": each(guess_move),
    "leaves-by-depth": each(guess_leaves),
    "total-leaves": guess_leaves,
    "orders": each(guess_order),
    "direct-leaves": guess_leaves,
    "completed": guess_completed,
    "move": guess_move,
}


def change_one(rng: random.Random, part: str, one: Any, others: list[Any]) -> Any:
    """Return another entry."""
    return second("deepening").change_entry(rng, part, others, one, 1)


def changed_list(part: str, rng: random.Random, _problem: Document, right: Any) -> Any:
    """Return a list with one entry changed."""
    place = rng.randrange(len(right))
    return [*right[:place], change_one(rng, part, right[place], right), *right[place + 1 :]]


def changed_move(rng: random.Random, problem: Document, _right: Any) -> str:
    """Return a move."""
    return rng.choice(moves_of(problem))


def changed_number(rng: random.Random, _problem: Document, right: Any) -> Any:
    """Return another number."""
    return change_one(rng, "total-leaves", right, [right])


CHANGES: dict[str, Guess] = {
    **{part: partial(changed_list, part) for part in ("values-by-depth", "best-moves", "leaves-by-depth", "orders")},
    **dict.fromkeys(("total-leaves", "direct-leaves", "completed"), changed_number),
    "move": changed_move,
}
