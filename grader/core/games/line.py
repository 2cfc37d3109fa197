"""The game on a line: two tokens come towards each other, and who reaches the other end first wins (Russell and Norvig, an exercise on games with loops)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from grader.core.data import Data, Plain
from grader.core.games.nodes import read_worth
from grader.core.games.playable import (
    COUNT,
    FIELD,
    LOSS,
    WIN,
    WORTH,
    Fields,
    Game,
    Move,
    Position,
    Result,
    Wrong,
    read_count,
)
from grader.core.games.tree import MAX, OPPONENT
from grader.core.numbers import Number, show_number, write_number

FEWEST, MOST = 3, 8
_STEPS = {"left": -1, "right": 1}


class Tokens(NamedTuple):
    """Where A (of MAX) and B (of MIN) stand, counted from 1 at the left; and the positions on the way there, each with who moved."""

    a: int
    b: int
    before: frozenset[tuple[int, int, int]] = frozenset()


class Line(Game[Tokens]):
    """How many squares there are, and what a position is worth that stands on the path already."""

    name, title, ends, has_memory = "line", "The game on a line", (WIN, LOSS), True
    fields = Fields({"squares": COUNT}, {"loop": WORTH})
    state_words = "A position is written (square of A, square of B)."

    def __init__(self, squares: int, loop: Number) -> None:
        super().__init__(Position(MAX, Tokens(1, squares)), says_who_begins=True)
        self.squares, self.loop = squares, loop

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the line with its tokens at both ends."""
        squares = read_count(fields["squares"], (FIELD, "squares"), wrong, least=FEWEST, most=MOST)
        return cls(squares, read_worth(fields.get("loop", "0"), (FIELD, "loop"), wrong))

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        return {"name": self.name, "squares": self.squares, "loop": write_number(self.loop)}

    def moves(self, position: Position[Tokens]) -> Sequence[Move[Tokens]]:
        """Return the moves to the left and to the right: a step, or a jump over the other token, onto the board."""
        if self.over(position) is not None:
            return []
        mover, tokens = position
        own, other = (tokens.a, tokens.b) if mover == MAX else (tokens.b, tokens.a)
        before = tokens.before | {(mover, tokens.a, tokens.b)}
        found = []
        for name, step in _STEPS.items():
            to = own + step if own + step != other else own + 2 * step
            if 1 <= to <= self.squares:
                after = Tokens(to, other, before) if mover == MAX else Tokens(other, to, before)
                found.append(Move(name, Position(OPPONENT[mover], after)))
        return found

    def move_names(self) -> list[str]:
        """Return left and right."""
        return [*_STEPS]

    def over(self, position: Position[Tokens]) -> Result | None:
        """Return who is at the other end, or the value of a loop."""
        mover, tokens = position
        if tokens.a == self.squares:
            return WIN
        if tokens.b == 1:
            return LOSS
        return self.loop if (mover, tokens.a, tokens.b) in tokens.before else None

    def state(self, position: Position[Tokens]) -> str:
        """Return where both tokens stand."""
        return f"({position.at.a},{position.at.b})"

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        end = self.squares
        return [
            (
                f"A line of {end} squares: token A of MAX stands on square 1, token B of MIN on square {end}. In turn each moves the own token one square to the left or to the right; "
                "where the other token stands there, it jumps over it. No token leaves the line."
            ),
            (
                f"MAX has won when A reaches square {end}, MIN when B reaches square 1. A position that has been met before on the way, with the same player to move, "
                f"ends the game with the value {show_number(self.loop)}."
            ),
        ]
