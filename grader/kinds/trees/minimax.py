"""Minimax: values backed up through MAX and MIN, the best move and the line of best play."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from grader.answers.case import Solution, Tutor
from grader.games.problem import Problem
from grader.games.tree import CHANCE
from grader.kinds.record import Door, Kind, Misconception, Wrong, by_name
from grader.kinds.trees import later, parts, playing_parts
from grader.kinds.trees.door import read_folded, write_game
from grader.kinds.trees.drawn_part import DRAWN_TREE
from grader.kinds.trees.horizon_part import EVALUATIONS
from grader.kinds.trees.horizon_wordings import HORIZON, SIGN
from grader.kinds.trees.play_wordings import PLAY, POSITIONS
from grader.kinds.trees.solving import (
    RIGHT,
    TreeRules,
    ancestors,
    evaluation_order,
    right_answers,
)
from grader.kinds.trees.unpruned import Unpruned, read_off
from grader.kinds.trees.value_wordings import ROLE

_NO_CHANCE = "a chance node has no place in minimax; expected the kind expectiminimax"


def solve(problem: Problem, rules: TreeRules = RIGHT, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer of a minimax problem (Russell and Norvig, chapter on adversarial search)."""
    return read_off(Unpruned(problem, rules), MINIMAX.parts, parts)


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules about values and whose they are, about the horizon and about play."""
    from grader.kinds.trees.horizon_rules import horizon_misconceptions, sign_misconceptions
    from grader.kinds.trees.play_misconceptions import play_misconceptions
    from grader.kinds.trees.value_misconceptions import value_misconceptions

    return [
        *value_misconceptions(problem, solve),
        *horizon_misconceptions(problem, solve),
        *sign_misconceptions(problem, solve),
        *play_misconceptions(problem, solve),
    ]


MINIMAX = Kind(
    name="minimax",
    title="Minimax",
    task="Back the values of the leaves up to the root of this game tree by minimax.",
    parts=by_name(
        parts.VALUE,
        parts.BEST_MOVE,
        parts.VALUES,
        parts.PRINCIPAL_VARIATION,
        parts.WALKED,
        parts.ALL_LEAVES,
        parts.ALL_NODES,
        playing_parts.STRATEGY,
        playing_parts.LABELLING,
        playing_parts.BEST_RESPONSE,
        playing_parts.OUTCOME,
        playing_parts.REDUNDANT,
        playing_parts.DISTINCT_STATES,
        EVALUATIONS,
        parts.INTERVALS,
        DRAWN_TREE,
    ),
    asked=("value", "best-move", "values"),
    conventions=("order", "tie", "root", "depth-in", "values-for", "value-bounds", "decimals"),
    door=Door(partial(read_folded, refused={CHANCE: _NO_CHANCE}, kind="minimax"), write_game),
    solve=solve,
    wrong=Wrong(
        wordings=ROLE | HORIZON | SIGN | PLAY | POSITIONS,
        rules=wrong_rules,
        right=partial(right_answers, solve=solve),
        carrier="values",
        root="value",
        skipped="redundant",
        order=evaluation_order,
        divergence=later.divergence,
        followers=ancestors,
    ),
    tutor=Tutor(
        later.value_steps, later.explain_value, later.why_redundant, picture=later.picture, at_nodes=("values",)
    ),
    draw=later.draw,
    terms=later.terms,
    poses=later.poses,
)
