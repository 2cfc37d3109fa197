"""Bags and balls: MAX chooses a bag, MIN or chance draws a ball from it, and the number on the ball counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from grader.core.data import Data, Plain
from grader.core.games.nodes import read_worth
from grader.core.games.playable import FIELD, WORTH, Fields, Game, Move, Position, Result, Wrong, one_of, refused
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN
from grader.core.numbers import Number, show_number, write_number
from grader.core.text import printable

DRAWS = {"min": MIN, "chance": CHANCE}
_WHO = {
    "min": "MIN looks into it and draws one of its balls",
    "chance": "a ball of it is drawn blindly, each as likely as any other",
}

_BALLS: Plain = {
    "description": "a non-empty list of at most 100 numbers",
    "type": "array",
    "minItems": 1,
    "maxItems": 100,
    "items": WORTH,
}
_BAGS: Plain = {
    "description": "a mapping from at most 100 names of bags to the numbers on their balls, such as {B1: [2, 7], B2: [1, 8]}",
    "type": "object",
    "minProperties": 1,
    "maxProperties": 100,
    "propertyNames": {"$ref": "#/$defs/id"},
    "additionalProperties": _BALLS,
}

At = tuple[()] | tuple[int] | tuple[int, int]
"""Nothing at the start, then the bag that was chosen, then the ball too."""


class Bags(Game[At]):
    """The bags with the numbers of their balls, and who draws."""

    name, title = "bags", "Bags and balls"
    fields = Fields({"bags": _BAGS}, {"draws": one_of(*DRAWS)})
    state_words = "A position is written as the bag that was chosen, then with the number on its ball too; before that it is the start."

    def __init__(self, bags: Sequence[tuple[str, tuple[Number, ...]]], draws: str) -> None:
        super().__init__(Position(MAX, ()), says_who_begins=True)
        self.bags, self.draws = bags, draws

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the bags; two that are called the same are wrong."""
        stated: Mapping[str, Sequence[Plain]] = fields["bags"]
        names = [name.strip() for name in stated]
        for place, raw in enumerate(stated):
            if not names[place] or names[place] in names[:place]:
                wrong.append(refused(("bags", raw), "expected a name of its own for each bag"))
        balls = (
            tuple(read_worth(ball, (FIELD, "bags", raw, at), wrong) for at, ball in enumerate(its))
            for raw, its in stated.items()
        )
        return cls([*zip(names, balls, strict=True)], fields.get("draws") or "min")

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        bags = {name: [write_number(ball) for ball in balls] for name, balls in self.bags}
        return {"name": self.name, "bags": bags, "draws": self.draws}

    def moves(self, position: Position[At]) -> Sequence[Move[At]]:
        """Return the bags by their names, or the balls of the bag that was chosen: `bag.1`, `bag.2` and so on."""
        at = position.at
        if not at:
            return [Move(name, Position(DRAWS[self.draws], (bag,))) for bag, (name, _) in enumerate(self.bags)]
        if self.over(position) is not None:
            return []
        name, balls = self.bags[at[0]]
        return [Move(f"{name}.{ball + 1}", Position(LEAF, (at[0], ball))) for ball in range(len(balls))]

    def move_names(self) -> list[str]:
        """Return the bags, then the balls of each."""
        balls = [f"{name}.{ball + 1}" for name, its in self.bags for ball in range(len(its))]
        return [*(name for name, _ in self.bags), *balls]

    def over(self, position: Position[At]) -> Result | None:
        """Return the number on the ball, once one is drawn."""
        match position.at:
            case (int(bag), int(ball)):
                return self.bags[bag][1][ball]
        return None

    def state(self, position: Position[At]) -> str:
        """Return `start`, the bag, or the bag with the number on the ball."""
        if not position.at:
            return "start"
        said, balls = self.bags[position.at[0]]
        return said if len(position.at) == 1 else f"{said} {show_number(balls[position.at[1]])}"

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        bags = "; ".join(f"{printable(name)}: {', '.join(map(show_number, balls))}" for name, balls in self.bags)
        return [
            f"MAX chooses a bag; {_WHO[self.draws]}. The number on the ball is the value of the game.",
            f"The bags and the numbers on their balls: {bags}.",
        ]
