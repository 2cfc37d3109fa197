"""A game played on below the last iteration: what those see who search further than they are asked to."""

from __future__ import annotations

from grader.games.horizon import cut_as
from grader.games.problem import Problem, is_played
from grader.games.sources import played_on
from grader.games.tree import Tree
from grader.kinds.lifts.deepening.asked import asked_of, searched_of
from grader.kinds.lifts.searched import Lifted

MOST_NODES = 500
"""So far a game is played on: every wrong rule searches its tree once more in each iteration."""


def played_further(problem: Problem) -> Problem:
    """Return the problem with more of a game below its last iteration: all of it, or a ply; as it is where that is too large, or the tree is stated."""
    searched, asked = searched_of(problem), asked_of(problem)
    if not is_played(searched.stated):
        return problem
    for depth in (None, asked.depth + 1):
        whole = played_on(searched, depth)
        if whole is not None and whole.size <= MOST_NODES:
            return _on(problem, whole)
    return problem


def _on(problem: Problem, whole: Tree) -> Problem:
    """Return the problem on a tree with the same nodes by the same numbers, and more behind them."""
    game: Lifted = problem.game
    cuts = tuple(cut_as(tree, whole) for tree in asked_of(problem).cuts)
    searched = game.searched._replace(game=cuts[-1], stated={})
    return problem._replace(game=game._replace(searched=searched, asked=game.asked._replace(cuts=cuts)))
