"""Requests made from a given problem: variants of it, and its mirror image."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from generators.candidate import Candidate
from generators.draws import RequestError
from generators.generator import AnyGenerator, choices_of, guarantees_of
from generators.parameters import Parameters, Promise, Question, is_of_game, trees_of
from generators.planning import games_met, is_met, make_plan
from generators.registry import GENERATORS, NAMES, figures_of
from generators.targets import DEFAULT, NONE, first_missed
from grader.core.games.problem import is_played
from grader.core.numbers import Number
from grader.kinds import KINDS, Problem
from grader.kinds.trees.documents import after_of

_FEW, _MANY = 4, 12
"""So many other positions of a game are enough for variants of a problem, and for those of a class."""


def like(problem: Problem, promise: Promise = Promise(), others: int = _FEW, room: Number | None = None) -> Parameters:
    """Return the request for variants of a problem: the same shape, names, question and difficulty figures.

    They are headed by the kind's title: the problem's own may name a number or a node that is not theirs.
    What the given problem itself does not fulfil is not demanded of its variants. Its answers are not all right in
    them, where draws of that sort are not too rare. Positions of a game that are just as difficult can be fewer than `others`: then figures may differ a little.
    With `room` they may differ by that share of them, of games and of all else. Raises RequestError.
    """
    generator, case = _generator(problem), Candidate(KINDS[problem.kind], problem)
    figures, question = figures_of(case), _question(problem)._replace(title="")

    def within(room: Number) -> Parameters:
        request: Parameters = generator.like(problem, promise._replace(figures=tuple(figures.items()), room=room))
        return request._replace(question=question)

    rooms = _ROOMS if room is None else (room,)
    if is_of_game(request := within(rooms[0])):
        requests = [*map(within, rooms)]
        return _with_other_answers(case, _first_met(case, requests, sorted({others, _FEW, 1}, reverse=True)))
    return _with_other_answers(case, _as_fulfilled(case, request))


def _first_met(case: Candidate, requests: Sequence[Parameters], counts: Sequence[int]) -> Parameters:
    """Return the first request that as many other positions of a game meet as the first count says, else the next. Raises RequestError."""
    kind, most = case.problem.kind, max(counts)
    bare = [request._replace(promise=request.promise._replace(separate=(NONE,), without=NAMES)) for request in requests]
    barely = cache(lambda place: games_met(kind, bare[place], most))
    fulfilled = cache(lambda place: _as_fulfilled(case, requests[place]))
    fully = cache(lambda place: games_met(kind, fulfilled(place), most))
    for count in counts:
        for place in range(len(requests)):
            if barely(place) >= count and fully(place) >= count:
                return fulfilled(place)
    more = "" if len(requests) > 1 else ", or figures that may differ more"
    raise RequestError(
        f"no other position of this game was found that is about as difficult; expected a larger game{more}"
    )


_ROOMS: tuple[Number, ...] = (0, Fraction(1, 4), Fraction(1, 2), 1)
"""By how much the figures of other positions of a game may differ: as little as there are enough for."""


def apart(problem: Problem, promise: Promise = Promise(), room: Number | None = None) -> Parameters:
    """Return the request for problems that are variants of one another, as a class gets them, rather than of this one.

    They keep its shape, names, question and figures. Its own values and answers say nothing about theirs, so that these differ
    as much as they can, unless such draws are too rare. With `room` figures may differ by that share of them. Raises RequestError.
    """
    variants = like(problem, promise, _MANY, room)
    free: Parameters = variants._replace(promise=variants.promise._replace(unlike=()))
    if (trees := trees_of(free)) is not None:
        free = trees._replace(leaves=trees.leaves._replace(pattern=()))
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
    turned = _generator(problem).mirrored
    if isinstance(turned, str):
        raise RequestError(turned)
    request, image = turned(problem, promise)
    return _as_fulfilled(Candidate(KINDS[problem.kind], image), request._replace(question=_question(problem)))


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
        plan = make_plan(case.problem.kind, parameters)
        names = dict.fromkeys(key[0] for (key,) in plan.targets.wanted)
        kept = tuple(name for name in names if first_missed(case, plan.separating(name)) is None)
        promise = promise._replace(separate=kept or (NONE,))
    return parameters._replace(promise=promise)
