"""Variants of a construction, and its mirror image."""

from __future__ import annotations

from generators.construct_requests import ANY, DIFFERENT, MAKES
from generators.errors import RequestError
from generators.given import like_tree
from generators.lift_requests import check_states_tree
from generators.parameters import AlphaBetaParameters, ConstructParameters, Promise, Question
from generators.turned import mirrored_lift
from grader.answers.case import Answer
from grader.errors import ProblemError
from grader.games.changed import reordered, reversed_children
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.construct.asked import (
    CHANGES,
    ORDER,
    VALUES,
    Asked,
    Construction,
    asked_of,
    construction_of,
)
from grader.kinds.lifts.construct.built import choices


def like_construct(problem: Problem, question: Question, promise: Promise) -> ConstructParameters:
    """Return the request for the same task on trees of the same shape and names. Raises RequestError where it is not drawn."""
    searched, asked = problem.game.searched, asked_of(problem)
    check_states_tree(searched)
    _check_can_be_like(asked)
    trees = like_tree(AlphaBetaParameters, searched, question, promise)
    leaves = trees.leaves._replace(pattern=())
    if asked.allowed.low is not None:
        leaves = leaves._replace(low=asked.allowed.low, high=asked.allowed.high, step=1)
    stated = ConstructParameters(searched.kind, asked.make, shape=trees.shape, leaves=leaves, limits=trees.limits)
    stated = stated._replace(question=question, promise=promise)
    stated = stated._replace(numbers=DIFFERENT if asked.allowed.distinct else ANY)
    if asked.make == ORDER:
        return stated._replace(objective=asked.objective)
    if asked.make == CHANGES:
        return stated._replace(fewest=(asked.found.best or 1,) * 2)
    return stated._replace(prune_exactly=asked.claims[0].ids, free_ids=asked.free)


_LIKE = {ORDER: (), VALUES: ("pruned-exactly",), CHANGES: ("only-best-move",)}
"""The claims of the goals that are drawn."""


def _check_can_be_like(asked: Asked) -> None:
    """Refuse a task of a sort that is not drawn. Raises RequestError."""
    names = tuple(claim.name for claim in asked.claims)
    if asked.make in _LIKE and names == _LIKE[asked.make] and (asked.make != VALUES or asked.claims[0].ids):
        return
    drawn = ", ".join(f"{make} ({' '.join(goal) or 'most or fewest leaves'})" for make, goal in _LIKE.items())
    goal = f" with the goal {', '.join(names)}" if names else ""
    raise RequestError(f"no variants are drawn of constructions of {asked.make}{goal}, expected one of {drawn}")


def mirrored_construct(problem: Problem, question: Question, promise: Promise) -> tuple[ConstructParameters, Problem]:
    """Return the request for the mirror image, and the problem of that image. Raises RequestError for a tree to be made."""
    game, asked = construction_of(problem), asked_of(problem)
    if asked.make not in MAKES:
        raise RequestError("a tree that students make has no mirror image; expected a problem with a tree")
    tree: Tree = game.searched.game
    turned = reordered(tree, reversed_children(tree.whole))
    its = asked._replace(shown=_renumbered(asked, tree, turned))
    other = problem._replace(game=Construction(game.searched, its))
    try:
        made, image = mirrored_lift(ConstructParameters, other, question, promise)
    except ProblemError as failure:  # as where what is to be skipped comes first there
        raise RequestError(f"the mirror image cannot be asked: {failure.faults[0].message}") from None
    return made._replace(make=asked.make), image


def _renumbered(asked: Asked, tree: Tree, turned: Tree) -> Answer:
    """Return an author's example with the numbers of the mirror image's nodes; of an order, those that stayed are named too."""
    shown: Answer = asked.shown
    if shown is None:
        return None
    index = turned.by_id()
    new = [index[id_] for id_ in tree.ids]
    if asked.make == ORDER:
        return {new[node]: tuple(new[child] for child in shown.get(node, its)) for node, its in choices(tree).items()}
    return {new[leaf]: number for leaf, number in shown.items()}
