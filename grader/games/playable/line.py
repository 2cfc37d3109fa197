"""The game on a line: two tokens come towards each other, and who reaches the other end first wins (Russell and Norvig, an exercise on games with loops)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.data import Data
from grader.exact import Number, show_number, write_number
from grader.games.playable.record import (
    FIELD,
    LOSS,
    WIN,
    Begin,
    Game,
    Move,
    Position,
    Result,
    Wrong,
    read_count,
)
from grader.games.tree import MAX, OPPONENT
from grader.games.worths import read_worth

FEWEST, MOST = 3, 8
_STEPS = {"left": -1, "right": 1}


class Line(NamedTuple):
    """How many squares there are, and what a position is worth that stands on the path already."""

    squares: int
    loop: Number = 0


class Tokens(NamedTuple):
    """Where A (of MAX) and B (of MIN) stand, counted from 1 at the left; and the positions on the way there, each with who moved."""

    a: int
    b: int
    before: frozenset[tuple[int, int, int]] = frozenset()


def read(fields: Mapping[str, Data], wrong: Wrong) -> Begin[Line, Tokens] | None:
    """Return the line with its tokens at both ends."""
    squares = read_count(fields["squares"], (FIELD, "squares"), wrong, least=FEWEST, most=MOST)
    loop = read_worth(fields.get("loop", "0"), (FIELD, "loop"), wrong)
    return Begin(Line(squares, loop), Tokens(1, squares), MAX)


def write(rules: Line, tokens: Tokens) -> dict[str, Data]:
    """Return the fields of the game."""
    return {"squares": rules.squares, "loop": write_number(rules.loop)}


def moves(rules: Line, position: Position[Tokens]) -> Sequence[Move[Tokens]]:
    """Return the moves to the left and to the right: a step, or a jump over the other token, onto the board."""
    if over(rules, position) is not None:
        return []
    tokens = position.at
    mover = position.mover
    own, other = (tokens.a, tokens.b) if mover == MAX else (tokens.b, tokens.a)
    before = tokens.before | {(mover, tokens.a, tokens.b)}
    found = []
    for name, step in _STEPS.items():
        to = own + step if own + step != other else own + 2 * step
        if 1 <= to <= rules.squares:
            after = Tokens(to, other, before) if mover == MAX else Tokens(other, to, before)
            found.append(Move(name, Position(OPPONENT[mover], after)))
    return found


def over(rules: Line, position: Position[Tokens]) -> Result | None:
    """Return who is at the other end, or the value of a loop."""
    tokens = position.at
    if tokens.a == rules.squares:
        return WIN
    if tokens.b == 1:
        return LOSS
    return rules.loop if (position.mover, tokens.a, tokens.b) in tokens.before else None


def state(rules: Line, tokens: Tokens) -> str:
    """Return where both tokens stand."""
    return f"({tokens.a},{tokens.b})"


def words(rules: Line, tokens: Tokens) -> list[str]:
    """Return the rules in sentences."""
    end = rules.squares
    return [
        (
            f"A line of {end} squares: token A of MAX stands on square 1, token B of MIN on square {end}. In turn each moves the own token one square to the left or to the right; "
            "where the other token stands there, it jumps over it. No token leaves the line."
        ),
        (
            f"MAX has won when A reaches square {end}, MIN when B reaches square 1. A position that has been met before on the way, with the same player to move, "
            f"ends the game with the value {show_number(rules.loop)}."
        ),
    ]


def state_words(rules: Line, tokens: Tokens) -> str:
    """Return how a position is written."""
    return "A position is written (square of A, square of B)."


LINE = Game(
    name="line",
    title="The game on a line",
    fields=("squares", "loop"),
    read=read,
    write=write,
    moves=moves,
    over=over,
    state=state,
    words=words,
    state_words=state_words,
    ends=(WIN, LOSS),
    has_memory=True,
)
