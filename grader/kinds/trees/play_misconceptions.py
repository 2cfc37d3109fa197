"""The wrong rules about play, about the order of values and about positions: each the right `Play` with one rule replaced."""

from __future__ import annotations

from grader.games.problem import Problem
from grader.kinds.record import Misconception
from grader.kinds.trees.following import Solve, following
from grader.kinds.trees.play import (
    PLAY,
    Play,
    all_nodes,
    any_move,
    both_players_nodes,
    nodes_on_the_path,
    optimal_reply,
    state_alone,
    top_down,
)
from grader.kinds.trees.solving import TreeRules

PLAY_RULES: dict[str, tuple[frozenset[str], Play]] = {
    "strategy-for-both": (frozenset({"strategy"}), PLAY._replace(planned=both_players_nodes)),
    "strategy-is-one-path": (frozenset({"strategy"}), PLAY._replace(planned=nodes_on_the_path)),
    "labels-top-down": (frozenset({"labelling"}), PLAY._replace(labelled=top_down)),
    "trusts-minimax": (frozenset({"best-response", "outcome"}), PLAY._replace(reply=optimal_reply)),
    "outcome-is-best-response": (frozenset({"outcome"}), PLAY._replace(own=any_move)),
    "redundant-by-state-only": (frozenset({"redundant", "distinct-states"}), PLAY._replace(position=state_alone)),
    "counts-every-node": (frozenset({"distinct-states"}), PLAY._replace(counted=all_nodes)),
}
"""The parts in which each wrong rule shows, and the rules with one of them replaced."""


def play_misconceptions(problem: Problem, solve: Solve) -> list[Misconception]:
    """Return the wrong rules about play that can show in what is asked."""
    return [
        Misconception(name, "", following(problem, solve, TreeRules(play=play)))
        for name, (shown, play) in PLAY_RULES.items()
        if not shown.isdisjoint(problem.ask)
    ]
