"""Won and lost positions: games of take-away and nim are drawn, in which a move from the start wins."""

from __future__ import annotations

from math import comb

from generators.candidate import Candidate
from generators.draws import Draws
from generators.errors import RequestError
from generators.figures import Figures
from generators.guarantee import Guarantee
from generators.parameters import Parameters, PositionsParameters, Promise, Question
from grader.data import Data
from grader.games.playable import GAMES
from grader.games.playable.record import Wrong, read_match
from grader.games.problem import Problem
from grader.games.tree import MAX
from grader.kinds.positions.solving import outcomes
from grader.kinds.positions.states import MOST_STATES, States, states_of

_MOST_OBJECTS = 100
_MOST_TAKES = 10
_LAST = ("wins", "loses")


def draw_positions(parameters: PositionsParameters, draws: Draws) -> States:
    """Return a game as asked, with its states."""
    drawn = _nim(parameters, draws) if parameters.piles is not None else _take_away(parameters, draws)
    return _states({**drawn, "last": parameters.last})


def _take_away(parameters: PositionsParameters, draws: Draws) -> dict[str, Data]:
    takes = parameters.take
    if not takes:
        count = draws.between(*parameters.takes)
        takes = tuple(sorted(take + 1 for take in draws.sample(range(parameters.largest), count)))
    return {"name": "take-away", "objects": draws.between(*parameters.objects), "take": [str(take) for take in takes]}


def _nim(parameters: PositionsParameters, draws: Draws) -> dict[str, Data]:
    count = draws.between(*(parameters.piles or (1, 1)))
    most = {} if parameters.most is None else {"most": str(draws.between(*parameters.most))}
    return {"name": "nim", "piles": [str(draws.between(*parameters.pile)) for _ in range(count)], **most}


def _states(stated: dict[str, Data]) -> States:
    """Return the states of a game, whose size was looked at before."""
    match = read_match(GAMES[stated["name"]], stated, MAX, Wrong())
    states = None if match is None else states_of(match)
    if states is None:
        raise RequestError(f"expected a game of at most {MOST_STATES:,} states")
    return states


def check_positions(parameters: PositionsParameters) -> None:
    """Refuse a request for positions that contradicts itself. Raises RequestError."""
    if parameters.last not in _LAST:
        raise RequestError(f'who moves last cannot "{parameters.last}", expected {" or ".join(_LAST)}')
    if parameters.last != "wins" and "nim-values" in parameters.question.ask:
        raise RequestError("nim-values have no answer where who moves last loses")
    if parameters.piles is None:
        _check_take_away(parameters)
    else:
        _check_nim(parameters)


def _check_take_away(parameters: PositionsParameters) -> None:
    (fewest, most), (least, greatest) = parameters.objects, parameters.takes
    if parameters.most is not None:
        raise RequestError("--most is about nim: it goes with --piles")
    if not 1 <= fewest <= most <= _MOST_OBJECTS:
        raise RequestError(f"expected 1 to {_MOST_OBJECTS} objects, as 10 or 8-15")
    if any(take != int(take) or not 1 <= take <= _MOST_OBJECTS for take in parameters.take):
        raise RequestError("expected whole numbers from 1 up that can be taken, as 1,2")
    if len(set(parameters.take)) < len(parameters.take):
        raise RequestError("expected different numbers that can be taken, as 1,2")
    if not 1 <= least <= greatest <= parameters.largest <= _MOST_TAKES:
        raise RequestError(f"expected 1 to {_MOST_TAKES} numbers that can be taken, none above the largest")


def _check_nim(parameters: PositionsParameters) -> None:
    fewest, piles = parameters.piles or (1, 1)
    least, most = parameters.pile
    if parameters.take:
        raise RequestError("--take is about take-away: in nim any number is taken from a pile, or at most --most")
    if not 1 <= fewest <= piles <= _MOST_TAKES:
        raise RequestError(f"expected 1 to {_MOST_TAKES} piles, as 3 or 2-3")
    if not 0 <= least <= most <= _MOST_OBJECTS or most == 0:
        raise RequestError(f"expected 1 to {_MOST_OBJECTS} objects in a pile, as 5 or 1-4")
    if parameters.most is not None and not 1 <= parameters.most[0] <= parameters.most[1]:
        raise RequestError("expected at least 1 object that can be taken at once, as 3 or 2-3")
    if comb(most + piles, piles) > MOST_STATES:
        raise RequestError(f"so many piles can have more than {MOST_STATES:,} states; choose fewer or smaller ones")


def like_positions(problem: Problem, question: Question, promise: Promise) -> PositionsParameters:
    """Return the request for games with about as many objects, and as many numbers that can be taken or piles."""
    states: States = problem.game
    stated = states.match.write()
    like = PositionsParameters(last=stated["last"], other_than=_named(states), question=question, promise=promise)
    if (piles := stated.get("piles")) is not None:
        most = stated.get("most")
        like = like._replace(most=None if most is None else (max(1, most - 1), most + 1))
        return like._replace(piles=(len(piles),) * 2, pile=(max(0, min(piles) - 1), max(piles) + 1))
    count, objects, largest = len(stated["take"]), stated["objects"], max(stated["take"]) + 1
    near = (max(1, objects - 3), min(_MOST_OBJECTS, objects + 3))
    if largest > _MOST_TAKES or objects > _MOST_OBJECTS:
        raise RequestError(f"expected a game of at most {_MOST_OBJECTS} objects, of which {_MOST_TAKES - 1} are taken")
    return like._replace(objects=near, takes=(count, count), largest=largest)


def mirrored_positions(problem: Problem, question: Question, promise: Promise) -> tuple[PositionsParameters, Problem]:
    """Raise RequestError."""
    raise RequestError("the states of a game have no mirror image; expected a problem of trees")


def figures_of_positions(case: Candidate) -> Figures:
    """Yield how many moves from the start win."""
    states: States = case.game
    wins = outcomes(states)
    yield "winning-moves", sum(not wins[to] for to in states.leads)


def _named(states: States) -> str:
    """Return the game in one text."""
    return str(states.match.write())


def _some_move_wins(case: Candidate, parameters: Parameters) -> bool:
    states: States = case.game
    return outcomes(states)[states.start]


def _is_another(case: Candidate, parameters: Parameters) -> bool:
    return isinstance(parameters, PositionsParameters) and _named(case.game) != parameters.other_than


POSITIONS: tuple[Guarantee, ...] = (
    Guarantee(
        "some-winning-move",
        _some_move_wins,
        "A move from the start wins.",
        "other --objects or --piles, or --without some-winning-move",
    ),
    Guarantee(
        "another-game",
        _is_another,
        "The game is not that of the given problem.",
        "another problem to make variants of",
        wanted=lambda parameters: isinstance(parameters, PositionsParameters) and bool(parameters.other_than),
    ),
)
"""Guarantees of won and lost positions."""
