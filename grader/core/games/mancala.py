"""Mancala: stones are sown from one's own pits round the board, and counted in the stores (Kalah, with its two extra rules as options)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from grader.core.data import Data, Plain
from grader.core.games.playable import (
    COUNT,
    FIELD,
    YES_OR_NO,
    Fields,
    Game,
    Move,
    Position,
    Result,
    Wrong,
    by_names,
    counts,
    read_count,
    refused,
)
from grader.core.games.tree import MAX, MIN, OPPONENT, Board
from grader.core.numbers import Number

MOST_PITS, MOST_STONES = 12, 100
_SIDES = {MAX: 0, MIN: 1}
_NAMES = ("max", "min")
_PITS = by_names(
    _NAMES, "with max and min, each a list of stones, from the owner's left", counts("[1, 0, 2]"), are_all=True
)
_STORES = by_names(_NAMES, "from max and min to stones", COUNT)


class Stones(NamedTuple):
    """The stones in the pits of MAX and of MIN, each from its owner's left, and in their stores."""

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]


class Mancala(Game[Stones]):
    """Whether stones opposite are captured, and whether who ends in the own store moves again."""

    name, title, is_weighed = "mancala", "Mancala", True
    fields = Fields(
        {"pits": _PITS},
        {"stores": _STORES, "capture": YES_OR_NO, "extra-turn": YES_OR_NO},
    )
    state_words = "A position is drawn with MAX sitting below and MIN above; in text it is the pits of MAX from its left, its store in brackets, a stroke, and the same of MIN."

    def __init__(self, start: Position[Stones], *, capture: bool, extra_turn: bool) -> None:
        super().__init__(start)
        self.capture, self.extra_turn = capture, extra_turn

    @classmethod
    def read(cls, fields: Mapping[str, Data], wrong: Wrong) -> Self | None:
        """Return the stones and the rules; sides with different numbers of pits are wrong."""
        pits = tuple(_pits(fields["pits"][side], (FIELD, "pits", side), wrong) for side in _NAMES)
        if len(pits[0]) != len(pits[1]):
            message = f"MAX has {len(pits[0])} pits and MIN {len(pits[1])}; expected as many on each side"
            wrong.append(refused(("pits",), message))
            return None
        stated = fields.get("stores") or {}
        stores = tuple(read_count(stated.get(side, "0"), (FIELD, "stores", side), wrong) for side in _NAMES)
        start = Position(MAX, Stones((pits[0], pits[1]), (stores[0], stores[1])))
        return cls(start, capture=fields.get("capture", True), extra_turn=fields.get("extra-turn", True))

    def write(self) -> dict[str, Plain]:
        """Return the fields of the game."""
        pits = {side: list(own) for side, own in zip(_NAMES, self.start.at.pits, strict=True)}
        stores = dict(zip(_NAMES, self.start.at.stores, strict=True))
        rules = {"capture": self.capture, "extra-turn": self.extra_turn}
        return {"name": self.name, "pits": pits, "stores": stores, **rules}

    def moves(self, position: Position[Stones]) -> Sequence[Move[Stones]]:
        """Return the own pits that are not empty, from the owner's left."""
        if self.over(position) is not None:
            return []
        stones = position.at
        own = stones.pits[_SIDES[position.mover]]
        return [Move(str(pit + 1), self.sown(position, pit)) for pit, there in enumerate(own) if there]

    def move_names(self) -> list[str]:
        """Return the pits of a side, empty or not."""
        return [str(pit + 1) for pit in range(len(self.start.at.pits[0]))]

    def sown(self, position: Position[Stones], pit: int) -> Position[Stones]:
        """Return what the stones of an own pit lead to, sown one by one: the own pits that follow, the own store, the pits opposite, and again."""
        stones = position.at
        side = _SIDES[position.mover]
        count = len(stones.pits[side])
        ring = [*stones.pits[side], stones.stores[side], *stones.pits[1 - side]]  # as the player goes round
        left, ring[pit], at = ring[pit], 0, pit
        for _ in range(left):
            at = (at + 1) % len(ring)
            ring[at] += 1
        opposite = len(ring) - 1 - at  # own pit i faces the other side's pit n + 1 - i
        if self.capture and at < count and ring[at] == 1 and ring[opposite]:
            ring[count] += 1 + ring[opposite]
            ring[at] = ring[opposite] = 0
        own, other = tuple(ring[:count]), tuple(ring[count + 1 :])
        stores = [ring[count], stones.stores[1 - side]]
        is_again = self.extra_turn and at == count
        after = (
            Stones((own, other), (stores[0], stores[1])) if side == 0 else Stones((other, own), (stores[1], stores[0]))
        )
        return Position(position.mover if is_again else OPPONENT[position.mover], after)

    def over(self, position: Position[Stones]) -> Result | None:
        """Return how many stones MAX has more, once a side has none in its pits: all that lie on a side count for it."""
        stones = position.at
        if all(map(any, stones.pits)):
            return None
        most, least = (store + sum(own) for store, own in zip(stones.stores, stones.pits, strict=True))
        return most - least

    def state(self, position: Position[Stones]) -> str:
        """Return the pits and the store of MAX, then those of MIN."""
        sides = zip(*position.at, strict=True)
        return " | ".join(f"{' '.join(map(str, own))} ({store})" for own, store in sides)

    def words(self) -> list[str]:
        """Return the rules in sentences."""
        stones = self.start.at
        count = len(stones.pits[0])
        said = [
            (
                f"Mancala with {count} pits on each side: who moves takes all stones of an own pit that is not empty and sows them one by one: into the own pits that follow to the right, the own store, "
                "the other side's pits from its owner's left, and the own pits again; never into the other store. A move is called by its pit: 1 is the owner's leftmost."
            ),
        ]
        if self.extra_turn:
            said.append("Who puts the last stone into the own store moves again.")
        if self.capture:
            said.append(
                "If the last stone falls into an own pit that was empty and the pit opposite is not empty, both pits go to the own store."
            )
        said.append(
            "The game is over when one side has no stones in its pits. Its value is what MAX has in store and pits, less what MIN has there."
        )
        sides = zip(_NAMES, stones.pits, stones.stores, strict=True)
        start = "; ".join(
            f"{name.upper()} has {', '.join(map(str, pits))} in its pits, from its left, and {store} in its store"
            for name, pits, store in sides
        )
        return [*said, f"Stones at the start: {start}."]

    def features(self, position: Position[Stones]) -> dict[str, Number]:
        """Return the stones of each store and of all pits of a side."""
        stones = position.at
        stores: dict[str, Number] = {f"{side}-store": store for side, store in zip(_NAMES, stones.stores, strict=True)}
        return stores | {f"{side}-pits": sum(own) for side, own in zip(_NAMES, stones.pits, strict=True)}

    def feature_words(self, name: str) -> str:
        """Return what a feature counts."""
        side, _, where = name.partition("-")
        return f"{name}: stones in the {where} of {side.upper()}"

    @staticmethod
    def board(state: str, /) -> Board:
        """Return the pits as they are drawn: MIN sits at the top, so its pits run from the right, and its store is the left one."""
        (*lower, right), (*upper, left) = (side.split() for side in state.split(" | "))
        return Board((tuple(upper[::-1]), tuple(lower)), (left.strip("()"), right.strip("()")))


def _pits(raws: Sequence[Plain], path: tuple[str | int, ...], wrong: Wrong) -> tuple[int, ...]:
    if len(raws) > MOST_PITS:
        wrong.append((f"lists {len(raws):,} pits, expected at most {MOST_PITS}", path))
        return ()
    return tuple(read_count(raw, (*path, at), wrong, most=MOST_STONES) for at, raw in enumerate(raws))
