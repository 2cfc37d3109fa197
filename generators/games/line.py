"""The game on a line: how long the line is, and what a position is worth that comes again."""

from __future__ import annotations

from fractions import Fraction

from generators.draws import Draws
from generators.games.record import Fields, Start, check_range
from generators.parameters import GameWish, Leaves
from grader.exact import read_number, whole, write_number
from grader.games.playable.line import FEWEST, MOST

_HALVES = range(-4, 5)


def draw_line(wish: GameWish, leaves: Leaves, draws: Draws) -> Fields:
    """Return a line."""
    return {"squares": draws.between(*(wish.squares or (FEWEST, MOST))), "loop": write_number(draws.choice(wish.loop))}


def check_line(wish: GameWish, leaves: Leaves) -> None:
    """Refuse a line that cannot be. Raises RequestError."""
    check_range("squares", wish.squares or (FEWEST, MOST), FEWEST, MOST)


def near_line(stated: Fields) -> GameWish:
    """Return the wish for lines of the same length, on which a position that comes again is worth a little more or less."""
    squares, loop = stated["squares"], Fraction(read_number(str(stated["loop"])))
    return GameWish(squares=(squares, squares), loop=tuple(whole(loop + Fraction(half, 2)) for half in _HALVES))


LINE = Start(
    wishes={"squares": (FEWEST, 5), "loop": (0,)},
    check=check_line,
    draw=draw_line,
    near=near_line,
    unturned="with the ends exchanged, the player who begins would be the other one",
)
