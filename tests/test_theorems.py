"""What stays the same in every tree: each yes against random trees, each no with a stored tree that refutes it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from lifted import searched_problem
from windows import shifted

from grader.core.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.about_searches.change import Change
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.claims.theorems import OF_EVERY_TREE, is_theorem, refutation
from grader.kinds.about_searches.solved import right_way

CHANGES = (
    *(Change("affine", (times, plus)) for times, plus in product((1, 2, Fraction(1, 3), 0, -1, -4), (0, 5, -2))),
    *(Change("power", power) for power in (1, 2, 3, 4, 5, 8)),
    *(Change("clip", ends) for ends in ((0, 1), (-3, -3), (2, 40), (-100, -50), (7, 7))),
)
CONVENTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"order": "right-to-left"},
    {"cutoff": "alpha > beta"},
    {"cutoff": "alpha > beta", "order": "right-to-left", "tie": "any"},
    {"bounds": "fail-hard", "tie": "last"},
)


def problems(search: str) -> list[Problem]:
    """Return a problem of the search under each of the conventions that it has."""
    return [
        searched_problem(search, [[1, 2], 3], conventions=stated)
        for stated in CONVENTIONS
        if search == "alpha-beta" or not {"cutoff", "bounds"} & stated.keys()
    ]


def parts_of(search: str) -> tuple[str, ...]:
    return tuple(part for part in OF_EVERY_TREE if part != "pruned" or search == "alpha-beta")


@pytest.mark.parametrize("search", KINDS["claims"].searches)
def test_every_no_has_a_stored_tree_that_refutes_it_and_no_theorem_has_one(search: str) -> None:
    for problem, change, part in product(problems(search), CHANGES, parts_of(search)):
        refuted = refutation(problem, change, (part,))
        assert (refuted is None) is is_theorem(problem, change, (part,)), (change, part, problem.conventions)
        if refuted is not None:
            claim = Claim("same", parts=(part,))
            before, after = (right_way(one).solved([claim]) for one in refuted)
            assert not claim.holds(after, before)
            assert refuted.after.game == change.of_tree(refuted.before.game)


def random_tree(rng: random.Random, player: str, depth: int, search: str) -> Any:
    if not depth:
        return rng.choice((rng.randint(-9, 9), rng.randint(0, 2), f"{rng.randint(-9, 9)}/{rng.randint(1, 4)}"))
    other = "min" if player == "max" else "max"
    kind = "chance" if search == "expectiminimax" and rng.random() < 0.4 else player
    below = [random_tree(rng, other, rng.choice((depth - 1, 0)), search) for _ in range(rng.randint(1, 3))]
    return {kind: below}


@pytest.mark.parametrize("search", KINDS["claims"].searches)
def test_no_random_tree_refutes_a_theorem(search: str, window: int) -> None:
    seen = 0
    for seed in range(shifted(0, window), shifted(400, window)):
        rng = random.Random(f"theorems {search} {seed}")
        stated = rng.choice([one.conventions.stated for one in problems(search)])
        conventions = next(one for one in CONVENTIONS if set(one) == stated)
        problem = searched_problem(search, random_tree(rng, "max", 3, search), conventions=conventions)
        change = rng.choice(CHANGES)
        changed = problem._replace(game=change.of_tree(problem.game))
        for part in parts_of(search):
            if is_theorem(problem, change, (part,)):
                claim = Claim("same", parts=(part,))
                assert claim.holds(right_way(changed).solved([claim]), right_way(problem).solved([claim]))
                seen += 1
    assert seen > 400
