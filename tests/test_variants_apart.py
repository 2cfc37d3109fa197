"""Variants that a class gets: of one difficulty, and with answers that differ as much as they can."""

from __future__ import annotations

from collections import Counter

import pytest
from turns import in_turn

from generators import GENERATORS, Parameters, certified
from generators.like import apart, like
from grader.kinds import KINDS

SHEETS = 60


def _request(kind: str, depth: int, branching: int) -> Parameters:
    parameters = GENERATORS[kind].parameters()
    return parameters._replace(shape=parameters.shape._replace(depth=(depth,) * 2, branching=(branching,) * 2))


@in_turn(2)
@pytest.mark.parametrize(
    ("kind", "depth", "branching"),
    [("minimax", 3, 2), ("minimax", 2, 3), ("expectiminimax", 2, 2), ("alpha-beta", 3, 3)],
)
def test_no_best_move_is_that_of_nearly_all(kind: str, depth: int, branching: int) -> None:
    first = certified(kind, _request(kind, depth, branching), "first")
    variants = [certified(kind, apart(first.problem), f"sheet {number}") for number in range(SHEETS)]
    moves = Counter(str(KINDS[kind].solve(one.problem).answers["best-move"]) for one in variants)
    assert len(moves) == branching
    assert max(moves.values()) < 0.9 * SHEETS
    assert all(one.certificate.figures == first.certificate.figures for one in variants)


def test_where_free_draws_are_too_rare_variants_are_those_of_the_problem() -> None:
    parameters = _request("alpha-beta", 4, 3)
    ordered = parameters._replace(ordering=parameters.ordering._replace(name="best-first"))
    first = certified("alpha-beta", ordered, "first")
    assert apart(first.problem) == like(first.problem)


def test_children_to_choose_from_are_drawn_freely() -> None:
    first = certified("ucb", GENERATORS["ucb"].parameters(), "first")
    assert apart(first.problem).promise.unlike == ()
    assert like(first.problem).promise.unlike
