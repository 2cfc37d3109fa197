"""Requests made from a given problem: variants of it, and its mirror image."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import lcm

from generators.case import Case
from generators.certify import is_met, make_plan
from generators.errors import RequestError
from generators.figures import figures_of
from generators.guarantees import NAMES, choices_of, guarantees_of, with_figures
from generators.orderings import mirror
from generators.parameters import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Leaves,
    MinimaxParameters,
    Ordering,
    Parameters,
    Promise,
    Question,
    Shape,
    TreeParameters,
    UcbParameters,
)
from generators.registry import GENERATORS
from generators.targets import DEFAULT, NONE, first_missed
from grader.exact import Number, whole
from grader.games.tree import Tree
from grader.kinds import KINDS, Problem
from grader.kinds.ucb.scores import Arms

_OF_TREES: dict[str, type[TreeParameters]] = {
    "minimax": MinimaxParameters,
    "alpha-beta": AlphaBetaParameters,
    "expectiminimax": ExpectiminimaxParameters,
}


def like(problem: Problem, promise: Promise = Promise()) -> Parameters:
    """Return the request for variants of a problem: the same shape, names, question and difficulty figures.

    What the given problem itself does not fulfil is not demanded of its variants. Its answers are not all right in
    them, where draws of that sort are not too rare.
    """
    case = Case(KINDS[problem.kind], problem)
    asked = with_figures(promise, figures_of(case))
    question = _question(problem)
    if problem.kind == "ucb":
        return _with_other_answers(case, _as_fulfilled(case, _like_arms(problem.game, question, asked)))
    tree: Tree = problem.game
    shape = Shape(skeleton=_skeleton(tree))
    values = [value for value in tree.value if value is not None]
    request = _OF_TREES[problem.kind](shape, _like_leaves(values), Ordering(), question, asked)
    return _with_other_answers(case, _as_fulfilled(case, request))


def _with_other_answers(case: Case, parameters: Parameters) -> Parameters:
    """Return the request that the given answers are not all right, if that is met often enough to be met always."""
    unlike = choices_of(case)
    demanded = parameters._replace(promise=parameters.promise._replace(unlike=unlike))
    return demanded if unlike and is_met(case.problem.kind, demanded, times=3) else parameters


_NUMBERED = re.compile(r"(.*\S) [0-9]{1,3}", re.DOTALL)
"""A title that ends with a number of a few digits; one of four is a year."""


def without_number(parameters: Parameters) -> Parameters:
    """Return the request with a title that ends with no number, for problems that get numbers of their own."""
    question = parameters.question
    match = _NUMBERED.fullmatch(question.title)
    return parameters._replace(question=question._replace(title=match[1])) if match else parameters


def mirrored(problem: Problem, promise: Promise = Promise()) -> Parameters:
    """Return the request for the mirror image of a problem of trees. Raises RequestError for any other."""
    if problem.kind == "ucb":
        raise RequestError("the children of a UCB problem have no mirror image; expected a problem of trees")
    tree = _frozen(problem.game)
    ordering = Ordering(mirror=tree)
    case = Case(KINDS[problem.kind], problem._replace(game=mirror(tree)))
    request = _OF_TREES[problem.kind](
        Shape(skeleton=_skeleton(tree)), Leaves(ties=None), ordering, _question(problem), promise
    )
    return _as_fulfilled(case, request)


def _question(problem: Problem) -> Question:
    points = tuple((part, problem.points[part]) for part in problem.ask)
    conventions = problem.conventions._replace(stated=problem.conventions.stated - {"root"})
    return Question(problem.ask, points, conventions, problem.title, marking=problem.policy)


def _frozen(tree: Tree) -> Tree:
    return Tree(*map(tuple, tree))  # type: ignore[arg-type]  # each column stays what it is


def _skeleton(tree: Tree) -> Tree:
    """Return the tree without its values, hashable."""
    return _frozen(tree)._replace(value=(None,) * tree.size)


def _like_leaves(values: list[Number]) -> Leaves:
    """Return the range of the values, their step, as many ties, and their order of size to start from; a narrow range widened."""
    step = Fraction(1, lcm(*(value.denominator for value in values)))
    low, high, distinct = min(values), max(values), len(set(values))
    if (high - low) / step < 2 * distinct:
        high = whole(Fraction(high + step * max(5, distinct)))  # else there is too little to choose from
    return Leaves(low, high, whole(step), (), len(values) - distinct, tuple(values))


def _like_arms(arms: Arms, question: Question, promise: Promise) -> UcbParameters:
    visits = [count for count in arms.visits if count]
    means = [Fraction(total) / count for total, count in zip(arms.totals, arms.visits, strict=True) if count]
    unvisited = Counter(map(bool, arms.visits))[False]
    step = Fraction(1, lcm(*(total.denominator for total in arms.totals)))
    extra = max(0, arms.parent_visits - sum(arms.visits))
    return UcbParameters(
        children=(len(arms.ids),) * 2,
        visits=(min(visits, default=1), max(visits, default=1)),
        reward=whole(max([*means, Fraction(0)])) or 1,
        step=whole(step),
        unvisited=(unvisited, unvisited),
        extra_visits=(extra, extra),
        names=tuple(arms.ids),
        question=question,
        promise=promise,
    )


def _as_fulfilled(case: Case, parameters: Parameters) -> Parameters:
    """Return the request without the guarantees and default targets that the given problem does not fulfil."""
    promise = parameters.promise
    failed = [
        guarantee.name
        for guarantee in guarantees_of(GENERATORS[case.problem.kind].guarantees, parameters)[0]
        if guarantee.name in NAMES and not guarantee.holds(case, parameters)
    ]
    promise = promise._replace(without=tuple(dict.fromkeys((*promise.without, *failed))))
    if promise.separate == (DEFAULT,):
        parameters = parameters._replace(promise=promise)
        names = dict.fromkeys(key[0] for (key,) in make_plan(case.problem.kind, parameters).targets.wanted)
        kept = tuple(name for name in names if _is_separated(case, parameters, name))
        promise = promise._replace(separate=kept or (NONE,))
    return parameters._replace(promise=promise)


def _is_separated(case: Case, parameters: Parameters, name: str) -> bool:
    """Return whether the given problem separates the misconception, in each of its forms that can be separated."""
    named = parameters._replace(promise=parameters.promise._replace(separate=(name,)))
    return first_missed(case, make_plan(case.problem.kind, named).targets) is None
