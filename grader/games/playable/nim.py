"""Nim: piles of objects; each player takes any number from one pile, until all piles are empty."""

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
)
from grader.games.tree import OPPONENT
from grader.words import either

MOST_PILES = 20

Piles = tuple[int, ...]
"""How many objects are left in each pile."""


class Nim(NamedTuple):
    """The most that may be taken at once (None: any number), and what becomes of who moved last."""

    most: int | None = None
    last: str = "wins"


def read(fields: Mapping[str, Data], wrong: Wrong) -> Begin[Nim, Piles] | None:
    """Return the piles and the rules."""
    stated = fields["piles"]
    if len(stated) > MOST_PILES:
        wrong.append((f"lists {len(stated):,} piles, expected at most {MOST_PILES}", (FIELD, "piles")))
        return None
    piles = tuple(read_count(raw, (FIELD, "piles", at), wrong) for at, raw in enumerate(stated))
    most = fields.get("most")
    limit = None if most is None else read_count(most, (FIELD, "most"), wrong, least=1)
    return Begin(Nim(limit, fields.get("last") or "wins"), piles)


def write(rules: Nim, piles: Piles) -> dict[str, Data]:
    """Return the fields of the game."""
    limit = {} if rules.most is None else {"most": rules.most}
    return {"piles": list(piles), **limit, "last": rules.last}


def moves(rules: Nim, position: Position[Piles]) -> Sequence[Move[Piles]]:
    """Return the moves pile by pile, from one object up."""
    piles = position.at
    other = OPPONENT[position.mover]
    return [
        Move(f"{pile + 1}:{taken}", Position(other, (*piles[:pile], left - taken, *piles[pile + 1 :])))
        for pile, left in enumerate(piles)
        for taken in range(1, min(left, rules.most or left) + 1)
    ]


def over(rules: Nim, position: Position[Piles]) -> Result | None:
    """Return who has won, once all piles are empty."""
    piles = position.at
    return None if any(piles) else LAST[rules.last](position.mover)


def state(rules: Nim, piles: Piles) -> str:
    """Return the piles in their order; an empty one stays."""
    return ",".join(map(str, piles))


def words(rules: Nim, piles: Piles) -> list[str]:
    """Return the rules in sentences."""
    many = "There is a pile" if len(piles) == 1 else f"There are {len(piles)} piles"
    sizes = f"of {piles[0]}" if len(piles) == 1 else f"of {', '.join(map(str, piles[:-1]))} and {piles[-1]}"
    taken = "any number of objects from it" if rules.most is None else f"{_up_to(rules.most)} from it"
    end = {"wins": "has won", "loses": "has lost"}[rules.last]
    return [
        f"{many} {sizes} objects. The players take turns; each chooses a pile and takes {taken}.",
        f"Who takes the last object {end}.",
    ]


def state_words(rules: Nim, piles: Piles) -> str:
    """Return how a position is written."""
    return "A position is written as the number of objects in each pile, in the order of the piles."


def _up_to(most: int) -> str:
    return either([str(count) for count in range(1, most + 1)]) if most <= 3 else f"1 to {most}"


def sorted_piles(rules: Nim, piles: Piles) -> Piles:
    """Return the piles from the smallest up: their order does not matter."""
    return tuple(sorted(piles))


def below(rules: Nim, piles: Piles) -> Iterator[Piles]:
    """Yield all piles that can be left, each from the smallest up: the i-th smallest never holds more than at the start."""
    return _filled((), sorted(piles))


def _filled(first: Piles, most: list[int]) -> Iterator[Piles]:
    place = len(first)
    if place == len(most):
        yield first
        return
    for left in range(first[-1] if first else 0, most[place] + 1):
        yield from _filled((*first, left), most)


def largest(rules: Nim) -> int | None:
    """Return the most that may be taken at once."""
    return rules.most


NIM = Game(
    name="nim",
    title="Nim",
    fields=("piles", "most", "last"),
    read=read,
    write=write,
    moves=moves,
    over=over,
    state=state,
    words=words,
    state_words=state_words,
    same=sorted_piles,
    ends=(WIN, LOSS),
    counted=Counted(below, sum, largest, "A move is written pile:count, so 2:1 takes 1 object from pile 2."),
)
