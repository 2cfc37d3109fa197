"""Requests for exercises like a given one that asks for which x."""

from __future__ import annotations

from generators.errors import RequestError
from generators.given import like_arms, like_tree
from generators.lift_requests import PROBABILITY, check_states_tree
from generators.limits import leaves_of
from generators.parameters import AlphaBetaParameters, Promise, Question, ThresholdParameters
from grader.exact import INFINITY
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.games.unknown import numbered, places_of
from grader.intervals import closed
from grader.kinds.lifts.threshold.asked import Asked
from grader.linear import Linear

_LIKE = ("pruned", "best-move", "only-best-move", "choice", "value")


def _check_can_be_like(asked: Asked, searched: Problem) -> None:
    """Refuse a problem of a sort that is not drawn. Raises RequestError."""
    if asked.claim.name not in _LIKE:
        message = f"no variants are drawn of claims about {asked.claim.name}, expected one about {', '.join(_LIKE)}"
        raise RequestError(f"{message}; --mirror turns the problem round as it is")
    is_share = bool(isinstance(searched.game, Tree) and places_of(searched.game).probabilities)
    is_constant = not isinstance(searched.game, Tree)
    usual = closed(0, 1) if is_share else closed(0, INFINITY) if is_constant else closed(-INFINITY, INFINITY)
    if asked.domain != usual:
        raise RequestError("no variants are drawn of a problem that states a domain; --mirror turns it round as it is")


def like_threshold(problem: Problem, question: Question, promise: Promise) -> ThresholdParameters:
    """Return the request for trees of the same shape and names, or as many children, with x in such a place and values in the same range."""
    searched, asked = problem.game.searched, problem.game.asked
    check_states_tree(searched)
    _check_can_be_like(asked, searched)
    about = "pruned" if asked.claim.name == "pruned" else "any"
    whole = "yes" if asked.has_integers else "no"
    stated = ThresholdParameters(searched.kind, about, whole, question=question, promise=promise)
    if not isinstance(searched.game, Tree):
        arms = like_arms(searched, question, promise)
        return stated._replace(children=arms.children, visits=arms.visits)
    numbers = [value for value in leaves_of(searched.game) if not isinstance(value, Linear)]
    another = max(numbers, default=0) + 1  # than the other leaves have: x is none of them
    tree = numbered(searched.game, another)
    unknown = PROBABILITY if places_of(searched.game).probabilities else stated.unknown
    of_search = like_tree(AlphaBetaParameters, searched._replace(game=tree), question, promise)
    leaves = of_search.leaves._replace(pattern=())
    return stated._replace(unknown=unknown, shape=of_search.shape, leaves=leaves, limits=of_search.limits)
