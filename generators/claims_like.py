"""Requests for exercises like a given one that asks what is true."""

from __future__ import annotations

from collections import Counter

from generators.given import like_tree
from generators.lift_requests import check_states_tree
from generators.parameters import ClaimsParameters, MinimaxParameters, Promise, Question
from grader.games.problem import Problem

_MOST_CHANGES = 2
"""Claims about changes that are found on every tree; where a given problem has more, its variants may have fewer."""


def like_claims(problem: Problem, question: Question, promise: Promise) -> ClaimsParameters:
    """Return the request for as many claims about trees of the same shape and names, searched as far."""
    searched: Problem = problem.game.searched
    check_states_tree(searched)
    trees = like_tree(MinimaxParameters, searched, question, promise)
    sorts = Counter(2 if item.is_general else int(item.changed is not None) for item in problem.game.asked)
    if sorts[1] > _MOST_CHANGES:
        figures = tuple(one for one in promise.figures if one[0] not in ("changes", "of-every-tree"))
        promise = promise._replace(figures=figures)
    count = len(problem.game.asked)
    leaves = trees.leaves._replace(pattern=())
    request = ClaimsParameters(searched.kind, (count, count), trees.shape, leaves, question=question, promise=promise)
    return request._replace(limits=trees.limits, mix=tuple(sorts[sort] for sort in range(3)))
