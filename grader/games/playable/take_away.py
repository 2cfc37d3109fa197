"""Take-away: some objects; each player takes as many as the rules allow, until nobody can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.data import Data
from grader.games.playable.record import (
    FIELD,
    LAST,
    LOSS,
    WIN,
    Begin,
    Counted,
    Game,
    Move,
    Position,
    Result,
    Wrong,
    read_count,
    refused,
)
from grader.games.tree import OPPONENT
from grader.words import either

TAKES = (1, 2)


class TakeAway(NamedTuple):
    """How many may be taken at once, in the order of moves, and what becomes of who moved last."""

    takes: tuple[int, ...] = TAKES
    last: str = "wins"


def read(fields: Mapping[str, Data], wrong: Wrong) -> Begin[TakeAway, int] | None:
    """Return the objects and the rules; two takes that are the same are wrong."""
    objects = read_count(fields["objects"], (FIELD, "objects"), wrong)
    stated = fields.get("take") or TAKES
    takes = tuple(read_count(raw, (FIELD, "take", at), wrong, least=1) for at, raw in enumerate(stated))
    if not wrong:
        twice = [at for at, take in enumerate(takes) if take in takes[:at]]
        wrong += [refused(("take", at), f"{takes[at]} stands here twice; expected different numbers") for at in twice]
    return Begin(TakeAway(takes, fields.get("last") or "wins"), objects)


def write(rules: TakeAway, objects: int) -> dict[str, Data]:
    """Return the fields of the game."""
    return {"objects": objects, "take": list(rules.takes), "last": rules.last}


def moves(rules: TakeAway, position: Position[int]) -> Sequence[Move[int]]:
    """Return the takes that are possible, in their order."""
    left = position.at
    other = OPPONENT[position.mover]
    return [Move(str(take), Position(other, left - take)) for take in rules.takes if take <= left]


def over(rules: TakeAway, position: Position[int]) -> Result | None:
    """Return who has won, once nothing can be taken."""
    return None if moves(rules, position) else LAST[rules.last](position.mover)


def state(rules: TakeAway, objects: int) -> str:
    """Return how many objects are left."""
    return str(objects)


def words(rules: TakeAway, objects: int) -> list[str]:
    """Return the rules in sentences."""
    count = "There is 1 object" if objects == 1 else f"There are {objects} objects"
    end = {"wins": "has lost", "loses": "has won: who takes last loses"}[rules.last]
    return [
        f"{count}. The players take turns; each takes {either([str(take) for take in rules.takes])} at once.",
        f"Who can take no more {end}.",
    ]


def state_words(rules: TakeAway, objects: int) -> str:
    """Return how a position is written."""
    return "A position is written as the number of objects that are left."


def below(rules: TakeAway, objects: int) -> Iterator[int]:
    """Yield all numbers of objects down to none."""
    return iter(range(objects, -1, -1))


def total(objects: int) -> int:
    """Return how many objects are left."""
    return objects


def largest(rules: TakeAway) -> int:
    """Return the largest take."""
    return max(rules.takes)


TAKE_AWAY = Game(
    name="take-away",
    title="Take-away",
    fields=("objects", "take", "last"),
    read=read,
    write=write,
    moves=moves,
    over=over,
    state=state,
    words=words,
    state_words=state_words,
    ends=(WIN, LOSS),
    counted=Counted(below, total, largest, "A move is written as how many are taken."),
)
