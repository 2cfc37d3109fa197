"""Won and lost positions: games of take-away and nim are drawn, in which a move from the start wins."""

from __future__ import annotations

from math import comb

from generators.candidate import Candidate
from generators.draws import Draws
from generators.errors import RequestError
from generators.figures import Figures
from generators.games import STARTS
from generators.games.counted import MOST_OBJECTS, MOST_TAKES
from generators.guarantee import Guarantee
from generators.parameters import GameWish, Leaves, Parameters, PositionsParameters, Promise, Question
from grader.data import Data
from grader.games.playable import GAMES
from grader.games.playable.record import Wrong, read_match
from grader.games.problem import Problem
from grader.games.tree import MAX
from grader.kinds.positions.solving import outcomes
from grader.kinds.positions.states import MOST_STATES, States, states_of


def draw_positions(parameters: PositionsParameters, draws: Draws) -> States:
    """Return a game as asked, with its states."""
    wish = _wish(parameters)
    return _states({"name": wish.name, **STARTS[wish.name].draw(wish, Leaves(), draws)})


def _wish(parameters: PositionsParameters) -> GameWish:
    """Return the wish for the game: nim where there are piles."""
    objects, last = parameters.objects, parameters.last
    if parameters.piles is not None:
        return GameWish("nim", piles=parameters.piles, pile=parameters.pile, most=parameters.most, last=last)
    takes, largest = parameters.takes, parameters.largest
    return GameWish("take-away", objects=objects, take=parameters.take, takes=takes, largest=largest, last=last)


def _states(stated: dict[str, Data]) -> States:
    """Return the states of a game, whose size was looked at before."""
    match = read_match(GAMES[stated["name"]], stated, MAX, Wrong())
    states = None if match is None else states_of(match)
    if states is None:
        raise RequestError(f"expected a game of at most {MOST_STATES:,} states")
    return states


def check_positions(parameters: PositionsParameters) -> None:
    """Refuse a request for positions that contradicts itself. Raises RequestError."""
    if parameters.piles is None and parameters.most is not None:
        raise RequestError("--most is about nim: it goes with --piles")
    if parameters.piles is not None and parameters.take:
        raise RequestError("--take is about take-away: in nim any number is taken from a pile, or at most --most")
    wish = _wish(parameters)
    STARTS[wish.name].check(wish, Leaves())
    if parameters.last != "wins" and "nim-values" in parameters.question.ask:
        raise RequestError("nim-values have no answer where who moves last loses")
    piles, pile = parameters.piles, parameters.pile
    if piles is not None and comb(pile[1] + piles[1], piles[1]) > MOST_STATES:
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
    near = (max(1, objects - 3), min(MOST_OBJECTS, objects + 3))
    if largest > MOST_TAKES or objects > MOST_OBJECTS:
        raise RequestError(f"expected a game of at most {MOST_OBJECTS} objects, of which {MOST_TAKES - 1} are taken")
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
