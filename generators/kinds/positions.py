"""Won and lost positions: games of take-away and nim are drawn, in which a move from the start wins."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from generators.candidate import Candidate
from generators.draws import Draws, RequestError
from generators.fields import ENDS, HEADINGS, Fields
from generators.games import MOST_OBJECTS, MOST_TAKES, STARTS
from generators.generator import Figures, Generator, Guarantee, differs, with_those_of_variants
from generators.parameters import GameWish, Leaves, PositionsParameters, Promise
from grader.core.games.playable import Wrong, read_game
from grader.core.games.playing import GAMES
from grader.core.games.problem import Problem
from grader.core.games.taking import Taking
from grader.core.games.tree import MAX
from grader.kinds.positions.solve import MOST_STATES, States, outcomes, states_of


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


def _states(stated: Fields) -> States:
    """Return the states of a game, whose size was looked at before."""
    match = read_game(GAMES[stated["name"]], stated, MAX, Wrong())
    states = states_of(match) if isinstance(match, Taking) else None
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


def idle_in_positions(parameters: PositionsParameters) -> Mapping[str, str]:
    """Return the fields that say nothing of such a request, each with the reason."""
    if parameters.piles is not None:
        return dict.fromkeys(("objects", "takes"), "is about take-away; beside --piles leave it out")
    idle = {"pile": "is about nim: it goes with --piles"}
    if parameters.take:
        idle["takes"] = "says how many numbers are drawn, and --take which they are; leave out one of them"
    return idle


def like_positions(problem: Problem, promise: Promise) -> PositionsParameters:
    """Return the request for games with about as many objects, and as many numbers that can be taken or piles."""
    stated: Fields = problem.game.match.write()
    like = PositionsParameters(last=stated["last"], other_than=_named(problem.game), promise=promise)
    if (piles := stated.get("piles")) is not None:
        most = stated.get("most")
        like = like._replace(most=None if most is None else (max(1, most - 1), most + 1))
        return like._replace(piles=(len(piles),) * 2, pile=(max(0, min(piles) - 1), max(piles) + 1))
    count, objects, largest = len(stated["take"]), stated["objects"], max(stated["take"]) + 1
    near = (max(1, objects - 3), min(MOST_OBJECTS, objects + 3))
    if largest > MOST_TAKES or objects > MOST_OBJECTS:
        raise RequestError(f"expected a game of at most {MOST_OBJECTS} objects, of which {MOST_TAKES - 1} are taken")
    return like._replace(objects=near, takes=(count, count), largest=largest)


def figures_of_positions(case: Candidate) -> Figures:
    """Yield how many moves from the start win."""
    wins = outcomes(case.game)
    yield "winning-moves", sum(not wins[to] for to in case.game.leads)


def _named(states: States) -> str:
    """Return the game in one text."""
    return str(states.match.write())


POSITIONS = Generator(
    PositionsParameters,
    ("like", *HEADINGS["Take-away and nim"], *ENDS),
    check_positions,
    draw_positions,
    like_positions,
    "the states of a game have no mirror image; expected a problem of trees",
    figures_of_positions,
    with_those_of_variants(
        figures_of_positions,
        Guarantee(
            "some-winning-move",
            lambda case, _: outcomes(case.game)[case.game.start],
            "A move from the start wins.",
            "other --objects or --piles, or --without some-winning-move",
        ),
        differs("another-game", lambda case: _named(case.game), "The game is not that of the given problem."),
    ),
    (
        "--objects 10 --take 1,2 --ask losing,winning-moves",
        "--piles 2-3 --pile 1-4 --ask outcomes,nim-values,winning-moves --count 20 --out week7",
    ),
    idle=idle_in_positions,
)
