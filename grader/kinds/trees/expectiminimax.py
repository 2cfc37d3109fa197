"""Expectiminimax: values backed up through MAX, MIN and chance nodes, exactly."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from grader.answers.case import Solution, Tutor
from grader.games.problem import Problem
from grader.kinds.record import Door, Kind, Misconception, Wrong, by_name
from grader.kinds.trees import later, parts, playing_parts
from grader.kinds.trees.door import read_folded, write_game
from grader.kinds.trees.drawn_part import DRAWN_TREE
from grader.kinds.trees.horizon_part import EVALUATIONS
from grader.kinds.trees.horizon_wordings import HORIZON
from grader.kinds.trees.play_wordings import PLAY
from grader.kinds.trees.solving import (
    RIGHT,
    TreeRules,
    ancestors,
    evaluation_order,
    right_answers,
)
from grader.kinds.trees.unpruned import Unpruned, read_off
from grader.kinds.trees.value_wordings import CHANCE as CHANCE_WORDINGS
from grader.kinds.trees.value_wordings import ROLE

WORDINGS = ROLE | HORIZON | PLAY | CHANCE_WORDINGS
_ORDER = list(WORDINGS)


def solve(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of an expectiminimax problem (Michie 1966; Russell and Norvig, stochastic games)."""
    return read_off(Unpruned(problem, rules), EXPECTIMINIMAX.parts, parts)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about values, about the horizon, about chance and about play, in the order of their words."""
    from grader.kinds.trees.horizon_rules import horizon_misconceptions
    from grader.kinds.trees.play_misconceptions import play_misconceptions
    from grader.kinds.trees.value_misconceptions import value_misconceptions

    found = [
        *value_misconceptions(problem, solve),
        *horizon_misconceptions(problem, solve),
        *play_misconceptions(problem, solve),
    ]
    return sorted(found, key=lambda wrong: _ORDER.index(wrong.name))


EXPECTIMINIMAX = Kind(
    name="expectiminimax",
    title="Expectiminimax",
    task="Back the values of the leaves up to the root of this game tree with chance nodes.",
    parts=by_name(
        parts.VALUE,
        parts.BEST_MOVE,
        parts.VALUES,
        parts.WALKED,
        parts.ALL_LEAVES,
        parts.ALL_NODES,
        playing_parts.STRATEGY,
        playing_parts.BEST_RESPONSE,
        playing_parts.OUTCOME,
        EVALUATIONS,
        parts.INTERVALS,
        DRAWN_TREE,
    ),
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "depth-in", "value-bounds", "decimals"),
    door=Door(partial(read_folded, refused={}, kind="expectiminimax"), write_game),
    solve=solve,
    wrong=Wrong(
        wordings=WORDINGS,
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        order=evaluation_order,
        divergence=later.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(later.value_steps, later.explain_value, picture=later.picture, at_nodes=("values",)),
    draw=later.draw,
    terms=later.terms,
    poses=later.poses,
)
