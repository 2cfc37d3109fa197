"""Games of taking: some objects, or piles of them; who can take no more, or took the last one, has won or lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self, TypeAlias

from grader.core.data import Data, Plain
from grader.core.games.playable import (
    COUNT,
    FIELD,
    LOSS,
    WIN,
    At,
    Fields,
    Game,
    Move,
    Position,
    Result,
    Wrong,
    counts,
    one_of,
    read_count,
    refused,
)
from grader.core.games.tree import MAX, OPPONENT
from grader.core.text import either

LAST = one_of("wins", "loses")


class Taking(Game[At]):
    """A game in which objects are taken until nobody can: who moved last wins or loses. What can be counted of it is known.

    `largest` is the most that are taken at once (None: any number). `move_words` say how a move is written.
    """

    ends = (WIN, LOSS)
    move_words: str
    largest: int | None

    def __init__(self, start: Position[At], last: str) -> None:
        super().__init__(start)
        self.last = last

    def over(self, position: Position[At]) -> Result | None:
        """Return who has won, once nothing can be taken: it is the turn of who did not move last."""
        if self.moves(position):
            return None
        has_won = (OPPONENT[position.mover] == MAX) == (self.last == "wins")
        return WIN if has_won else LOSS

    def below(self) -> Iterator[At]:
        """Yield what can be left, each once, from the start on, up to symmetry."""
        raise NotImplementedError

    def piles(self, at: At) -> tuple[int, ...]:
        """Return how many objects are left in each pile."""
        raise NotImplementedError

    def total(self, at: At) -> int:
        """Return how many objects are left."""
        return sum(self.piles(at))


AnyTaking: TypeAlias = Taking[Any]

# -- take-away: each player takes as many objects as the rules allow, until nobody can

TAKES = (1, 2)


class TakeAway(Taking[int]):
    """How many may be taken at once, in the order of moves, and what becomes of who moved last."""

    name, title = "take-away", "Take-away"
    fields = Fields({"objects": COUNT}, {"take": counts("[1, 2]"), "last": LAST})
    move_words = "A move is written as how many are taken."
    state_words = "A position is written as the number of objects that are left."

    def __init__(self, start: Position[int], takes: tuple[int, ...], last: str) -> None:
        super().__init__(start, last)
        self.takes, self.largest = takes, max(takes)

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the objects and the rules; two takes that are the same are wrong."""
        objects = read_count(fields["objects"], (FIELD, "objects"), wrong)
        stated = fields.get("take") or TAKES
        takes = tuple(read_count(raw, (FIELD, "take", at), wrong, least=1) for at, raw in enumerate(stated))
        if not wrong:
            twice = [at for at, take in enumerate(takes) if take in takes[:at]]
            message = "{} stands here twice; expected different numbers"
            wrong += [refused(("take", at), message.format(takes[at])) for at in twice]
        return cls(Position(MAX, objects), takes, fields.get("last") or "wins")

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        return {"name": self.name, "objects": self.start.at, "take": list(self.takes), "last": self.last}

    def moves(self, position: Position[int]) -> Sequence[Move[int]]:
        """Return the takes that are possible, in their order."""
        left, other = position.at, OPPONENT[position.mover]
        return [Move(str(take), Position(other, left - take)) for take in self.takes if take <= left]

    def move_names(self) -> list[str]:
        """Return the takes, in their order."""
        return [str(take) for take in self.takes]

    def state(self, position: Position[int]) -> str:
        """Return how many objects are left."""
        return str(position.at)

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        objects = self.start.at
        count = "There is 1 object" if objects == 1 else f"There are {objects} objects"
        end = {"wins": "has lost", "loses": "has won: who takes last loses"}[self.last]
        return [
            f"{count}. The players take turns; each takes {either([str(take) for take in self.takes])} at once.",
            f"Who can take no more {end}.",
        ]

    def below(self) -> Iterator[int]:
        """Yield all numbers of objects down to none."""
        return iter(range(self.start.at, -1, -1))

    def piles(self, at: int) -> tuple[int, ...]:
        """Return the one pile."""
        return (at,)


# -- nim: each player takes any number of objects from one pile, until all piles are empty

MOST_PILES = 20

Piles = tuple[int, ...]
"""How many objects are left in each pile."""


class Nim(Taking[Piles]):
    """The most that may be taken at once (None: any number), and what becomes of who moved last."""

    name, title, has_symmetry = "nim", "Nim", True
    fields = Fields({"piles": counts("[3, 4, 5]")}, {"most": COUNT, "last": LAST})
    move_words = "A move is written pile:count, so 2:1 takes 1 object from pile 2."
    state_words = "A position is written as the number of objects in each pile, in the order of the piles."

    def __init__(self, start: Position[Piles], largest: int | None, last: str) -> None:
        super().__init__(start, last)
        self.largest = largest

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the piles and the rules."""
        stated, most = fields["piles"], fields.get("most")
        if len(stated) > MOST_PILES:
            wrong.append((f"lists {len(stated):,} piles, expected at most {MOST_PILES}", (FIELD, "piles")))
            return None
        piles = tuple(read_count(raw, (FIELD, "piles", at), wrong) for at, raw in enumerate(stated))
        limit = None if most is None else read_count(most, (FIELD, "most"), wrong, least=1)
        return cls(Position(MAX, piles), limit, fields.get("last") or "wins")

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        limit = {} if self.largest is None else {"most": self.largest}
        return {"name": self.name, "piles": list(self.start.at), **limit, "last": self.last}

    def moves(self, position: Position[Piles]) -> Sequence[Move[Piles]]:
        """Return the moves pile by pile, from one object up."""
        piles, other = position.at, OPPONENT[position.mover]
        return [
            Move(f"{pile + 1}:{taken}", Position(other, (*piles[:pile], left - taken, *piles[pile + 1 :])))
            for pile, left in enumerate(piles)
            for taken in range(1, min(left, self.largest or left) + 1)
        ]

    def move_names(self) -> list[str]:
        """Return for each pile how many can be taken of it at the start."""
        most = [min(pile, self.largest or pile) for pile in self.start.at]
        return [f"{pile + 1}:{taken}" for pile, largest in enumerate(most) for taken in range(1, largest + 1)]

    def state(self, position: Position[Piles]) -> str:
        """Return the piles in their order; an empty one stays."""
        return ",".join(map(str, position.at))

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        piles, most = self.start.at, self.largest
        many = "There is a pile" if len(piles) == 1 else f"There are {len(piles)} piles"
        sizes = f"of {piles[0]}" if len(piles) == 1 else f"of {', '.join(map(str, piles[:-1]))} and {piles[-1]}"
        taken = "any number of objects from it" if most is None else f"{_up_to(most)} from it"
        end = {"wins": "has won", "loses": "has lost"}[self.last]
        return [
            f"{many} {sizes} objects. The players take turns; each chooses a pile and takes {taken}.",
            f"Who takes the last object {end}.",
        ]

    def merged(self, position: Position[Piles]) -> Position[Piles]:
        """Return the piles from the smallest up: their order does not matter."""
        return Position(position.mover, tuple(sorted(position.at)))

    def below(self) -> Iterator[Piles]:
        """Yield all piles that can be left, each from the smallest up: the i-th smallest never holds more than at the start."""
        return _filled((), sorted(self.start.at))

    def piles(self, at: Piles) -> Piles:
        """Return the piles."""
        return at


def _up_to(most: int) -> str:
    return either([str(count) for count in range(1, most + 1)]) if most <= 3 else f"1 to {most}"


def _filled(first: Piles, most: list[int]) -> Iterator[Piles]:
    place = len(first)
    if place == len(most):
        yield first
        return
    for left in range(first[-1] if first else 0, most[place] + 1):
        yield from _filled((*first, left), most)
