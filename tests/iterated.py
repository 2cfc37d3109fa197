"""A kind that asks lists by iteration of every sort: numbers, moves, paths, and a list whose length is to be found. It stands in no schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader import load_problem
from grader.core.answers.by_iteration import ByIteration
from grader.core.answers.case import Case, Key, Solution
from grader.core.answers.cells import NUMBER
from grader.core.answers.forms import Choice, One
from grader.core.answers.lists import NODE, Listing
from grader.core.answers.part import NODES, Part
from grader.core.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.record import Kind, by_name

ROUNDS = 3
STATED = {"format": "gametree-problem/1", "id": "rounds", "kind": "minimax", "tree": [[3, 12], [2, 4]]}


def rounds(problem: Problem) -> int:
    """Return how many iterations there are."""
    return ROUNDS


def follows_from_paths(case: Case, iteration: Key, move: list[Key]) -> bool:
    """Return whether a wrong move is the last node of the student's own path."""
    own = (case.given("paths") or {}).get(iteration)
    return own is not None and bool(own.value) and [own.value[-1]] == move


VALUES = Part("values-by-depth", "values-by-depth", "what each iteration returns", ByIteration(One(NUMBER), rounds))
MOVES = Part(
    "best-moves",
    "best-moves",
    "the best move of each iteration",
    ByIteration(Choice(NODES), rounds),
    follows_from_paths,
)
PATHS = Part(
    "paths",
    "paths",
    "the path of each iteration",
    ByIteration(Listing(NODE._replace(empty="there is no node")), rounds),
)
FOUND = Part("found", "found", "what is found until nothing changes", ByIteration(One(NUMBER)))
PARTS = (VALUES, MOVES, PATHS, FOUND)
RIGHT = {
    "values-by-depth": {0: 6, 1: 4, 2: 8},
    "best-moves": {0: [1], 1: [1, 2], 2: [2]},
    "paths": {0: [], 1: [0, 2], 2: [0, 2, 5]},
    "found": {0: 5, 1: 7},
}


def solve(problem: Problem, *given: Any, **named: Any) -> Solution:
    """Return the right answers."""
    return Solution(RIGHT)


KIND: Kind = KINDS["minimax"]._replace(parts=by_name(*PARTS), asked=tuple(RIGHT), solve=solve)


def problem() -> Problem:
    """Return a problem on a tree of the nodes A, B, C, ..., in which each part asks for one point an expected entry."""
    points = {name: len(entries) for name, entries in RIGHT.items()}
    return load_problem(STATED).problem._replace(ask=tuple(RIGHT), points=points)


def written() -> dict[str, Any]:
    """Return the right answers as a document holds them."""
    return {part.name: part.form.write(problem(), RIGHT[part.name]) for part in PARTS}


def wrong_entries(part: str) -> Iterator[Any]:
    """Yield entries that are right nowhere in the part."""
    yield from {"best-moves": ["D"], "paths": [["B", "A"], ["D"]]}.get(part, [99, "-1/3"])
