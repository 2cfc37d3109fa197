"""Bags and balls: MAX chooses a bag, MIN or chance draws a ball from it, and the number on the ball counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.data import Data
from grader.exact import Number, show_number, write_number
from grader.games.playable.record import FIELD, Begin, Game, Move, Position, Result, Wrong, refused
from grader.games.tree import CHANCE, LEAF, MAX, MIN
from grader.games.worths import read_worth
from grader.printable import printable

DRAWS = {"min": MIN, "chance": CHANCE}
_WHO = {
    "min": "MIN looks into it and draws one of its balls",
    "chance": "a ball of it is drawn blindly, each as likely as any other",
}

At = tuple[()] | tuple[int] | tuple[int, int]
"""Nothing at the start, then the bag that was chosen, then the ball too."""


class Bags(NamedTuple):
    """The bags with the numbers of their balls, and who draws."""

    names: tuple[str, ...]
    balls: tuple[tuple[Number, ...], ...]
    draws: str = "min"


def read(fields: Mapping[str, Data], wrong: Wrong) -> Begin[Bags, At] | None:
    """Return the bags; two that are called the same are wrong."""
    stated: Mapping[str, Sequence[Data]] = fields["bags"]
    names = [name.strip() for name in stated]
    for place, raw in enumerate(stated):
        if not names[place] or names[place] in names[:place]:
            wrong.append(refused(("bags", raw), "expected a name of its own for each bag"))
    balls = tuple(
        tuple(read_worth(ball, (FIELD, "bags", raw, at), wrong) for at, ball in enumerate(its))
        for raw, its in stated.items()
    )
    return Begin(Bags(tuple(names), balls, fields.get("draws") or "min"), (), MAX)


def write(rules: Bags, at: At) -> dict[str, Data]:
    """Return the fields of the game."""
    bags = {name: [write_number(ball) for ball in balls] for name, balls in zip(rules.names, rules.balls, strict=True)}
    return {"bags": bags, "draws": rules.draws}


def moves(rules: Bags, position: Position[At]) -> Sequence[Move[At]]:
    """Return the bags by their names, or the balls of the bag that was chosen: `bag.1`, `bag.2` and so on."""
    at = position.at
    if not at:
        return [Move(name, Position(DRAWS[rules.draws], (bag,))) for bag, name in enumerate(rules.names)]
    if over(rules, position) is not None:
        return []
    bag = at[0]
    return [
        Move(f"{rules.names[bag]}.{ball + 1}", Position(LEAF, (bag, ball))) for ball in range(len(rules.balls[bag]))
    ]


def over(rules: Bags, position: Position[At]) -> Result | None:
    """Return the number on the ball, once one is drawn."""
    match position.at:
        case (int(bag), int(ball)):
            return rules.balls[bag][ball]
    return None


def state(rules: Bags, at: At) -> str:
    """Return `start`, the bag, or the bag with the number on the ball."""
    if not at:
        return "start"
    said = rules.names[at[0]]
    return said if len(at) == 1 else f"{said} {show_number(rules.balls[at[0]][at[1]])}"


def words(rules: Bags, at: At) -> list[str]:
    """Return the rules in sentences."""
    bags = "; ".join(
        f"{printable(name)}: {', '.join(map(show_number, balls))}"
        for name, balls in zip(rules.names, rules.balls, strict=True)
    )
    return [
        f"MAX chooses a bag; {_WHO[rules.draws]}. The number on the ball is the value of the game.",
        f"The bags and the numbers on their balls: {bags}.",
    ]


def state_words(rules: Bags, at: At) -> str:
    """Return how a position is written."""
    return "A position is written as the bag that was chosen, then with the number on its ball too; before that it is the start."


BAGS = Game(
    name="bags",
    title="Bags and balls",
    fields=("bags", "draws"),
    read=read,
    write=write,
    moves=moves,
    over=over,
    state=state,
    words=words,
    state_words=state_words,
)
