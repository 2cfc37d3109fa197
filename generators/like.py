"""Requests made from a given problem: variants of it, and its mirror image."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from generators.candidate import Candidate
from generators.errors import RequestError
from generators.figures import figures_of
from generators.guarantee import guarantees_of
from generators.guarantees import NAMES
from generators.like_guarantees import choices_of, with_figures
from generators.parameters import Parameters, Promise, Question, Treeless, is_of_game
from generators.plan import are_met, is_met, make_plan
from generators.registry import GENERATORS, AnyGenerator
from generators.targets import DEFAULT, NONE, first_missed
from grader.exact import Number
from grader.games.problem import is_played
from grader.kinds import KINDS, Problem
from grader.kinds.trees.intervals import after_of

_FEW, _MANY = 4, 12
"""So many other positions of a game are enough for variants of a problem, and for those of a class."""


def like(problem: Problem, promise: Promise = Promise(), others: int = _FEW) -> Parameters:
    """Return the request for variants of a problem: the same shape, names, question and difficulty figures.

    They are headed by the kind's title: the problem's own may name a number or a node that is not theirs.
    What the given problem itself does not fulfil is not demanded of its variants. Its answers are not all right in
    them, where draws of that sort are not too rare. Positions of a game that are just as difficult can be fewer than `others`: then figures may differ a little.
    """
    generator, case = _generator(problem), Candidate(KINDS[problem.kind], problem)
    figures, question = figures_of(case), _question(problem)._replace(title="")
    if is_of_game(request := generator.like(problem, question, with_figures(promise, figures))):
        near = [(count, room) for count in sorted({others, _FEW, 1}, reverse=True) for room in _ROOMS]
        requests = ((generator.like(problem, question, with_figures(promise, figures, room)), n) for n, room in near)
        return _with_other_answers(case, _first_met(case, requests))
    return _with_other_answers(case, _as_fulfilled(case, request))


def _first_met(case: Candidate, requests: Iterable[tuple[Parameters, int]]) -> Parameters:
    """Return the first request that so many other positions of a game meet. Raises RequestError."""
    kind = case.problem.kind
    for request, others in requests:
        bare = request.promise._replace(separate=(NONE,), without=NAMES)
        if are_met(kind, request._replace(promise=bare), others):
            fulfilled = _as_fulfilled(case, request)
            if are_met(kind, fulfilled, others):
                return fulfilled
    raise RequestError("no other position of this game was found that is about as difficult; expected a larger game")


_ROOMS: tuple[Number, ...] = (0, Fraction(1, 4), Fraction(1, 2), 1)
"""By how much the figures of other positions of a game may differ: as little as there are enough for."""


def apart(problem: Problem, promise: Promise = Promise()) -> Parameters:
    """Return the request for problems that are variants of one another, as a class gets them, rather than of this one.

    They keep its shape, names, question and figures. Its own values and answers say nothing about theirs, so that these differ
    as much as they can, unless such draws are too rare.
    """
    variants = like(problem, promise, _MANY)
    free = variants._replace(promise=variants.promise._replace(unlike=()))
    if not isinstance(free, Treeless):
        free = free._replace(leaves=free.leaves._replace(pattern=()))
    return free if is_met(problem.kind, free, times=3) else variants


def _generator(problem: Problem) -> AnyGenerator:
    if problem.kind not in GENERATORS:
        raise RequestError(f"there is no generator of {problem.kind}, expected a problem of {', '.join(GENERATORS)}")
    return GENERATORS[problem.kind]


def _with_other_answers(case: Candidate, parameters: Parameters) -> Parameters:
    """Return the request that the given answers are not all right, if that is met often enough to be met always."""
    unlike = choices_of(case)
    demanded = parameters._replace(promise=parameters.promise._replace(unlike=unlike))
    return demanded if unlike and is_met(case.problem.kind, demanded, times=3) else parameters


def mirrored(problem: Problem, promise: Promise = Promise()) -> Parameters:
    """Return the request for the mirror image of a problem of trees. Raises RequestError for any other."""
    request, image = _generator(problem).mirrored(problem, _question(problem), promise)
    return _as_fulfilled(Candidate(KINDS[problem.kind], image), request)


def _question(problem: Problem) -> Question:
    points = tuple((part, problem.points[part]) for part in problem.ask)
    conventions = problem.conventions
    if not is_played(problem.stated):  # every node of a tree is written with its player
        conventions = conventions._replace(stated=conventions.stated - {"root"})
    after = after_of(problem.stated)
    return Question(problem.ask, points, conventions, problem.title, marking=problem.policy, after=after)


def _as_fulfilled(case: Candidate, parameters: Parameters) -> Parameters:
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


def _is_separated(case: Candidate, parameters: Parameters, name: str) -> bool:
    """Return whether the given problem separates the misconception, in each of its forms that can be separated."""
    named = parameters._replace(promise=parameters.promise._replace(separate=(name,)))
    return first_missed(case, make_plan(case.problem.kind, named).targets) is None
