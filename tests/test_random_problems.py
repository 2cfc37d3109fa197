"""The random problems of the tests: every value of every convention, the same for one seed, and fit to be read."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import oracle
import pytest

SEEDS = range(300)


@cache
def random_problems(kind: str) -> list[dict[str, Any]]:
    """Return one random problem of the kind for each seed."""
    return [oracle.random_problem(random.Random(seed), kind) for seed in SEEDS]


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_problems_use_every_value_of_every_convention(kind: str) -> None:
    used = {
        (name, str(value))
        for problem in random_problems(kind)
        for name, value in problem.get("conventions", {}).items()
        if name not in ("initial-window", "value-bounds", "bounds-at")
    }
    fields = {name for name in oracle.FIELDS[kind] if name != "initial-window"}
    fields |= set() if kind == "ucb" else {"root", "depth-in"}  # with nested lists, and with a depth
    assert used == {(name, str(value)) for name in fields for value in oracle.CHOICES[name]}


@pytest.mark.parametrize("kind", oracle.PARTS)
def test_random_problem_depends_on_the_seed_alone(kind: str) -> None:
    assert random_problems(kind) == random_problems.__wrapped__(kind)


def test_random_documents_keep_the_rules_of_ids_and_moves() -> None:
    for kind in ("minimax", "alpha-beta", "expectiminimax"):
        for problem in random_problems(kind):
            root = oracle.read_tree(problem)
            ids = oracle.node_ids(problem)
            assert len(set(ids)) == len(ids)
            moves = [child.move for child in root.children]
            assert len(set(moves)) == len(moves)
            for child in root.children:
                assert not {other.id for other in root.children if other is not child} & {child.move}
            for node in oracle.breadth_first(root):
                if node.player == "chance":
                    assert sum(child.probability for child in node.children) == 1
