"""Mancala: stones are sown from one's own pits round the board, and counted in the stores (Kalah, with its two extra rules as options)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.data import Data
from grader.games.board import Board
from grader.games.playable.record import FIELD, Begin, Game, Move, Position, Result, Wrong, read_count, refused
from grader.games.tree import MAX, MIN, OPPONENT

MOST_PITS, MOST_STONES = 12, 100
_SIDES = {MAX: 0, MIN: 1}
_NAMES = ("max", "min")


class Sowing(NamedTuple):
    """Whether stones opposite are captured, and whether who ends in the own store moves again."""

    capture: bool = True
    extra_turn: bool = True


class Stones(NamedTuple):
    """The stones in the pits of MAX and of MIN, each from its owner's left, and in their stores."""

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]


def read(fields: Mapping[str, Data], wrong: Wrong) -> Begin[Sowing, Stones] | None:
    """Return the stones and the rules; sides with different numbers of pits are wrong."""
    pits = tuple(_pits(fields["pits"][side], (FIELD, "pits", side), wrong) for side in _NAMES)
    if len(pits[0]) != len(pits[1]):
        message = f"MAX has {len(pits[0])} pits and MIN {len(pits[1])}; expected as many on each side"
        wrong.append(refused(("pits",), message))
        return None
    stated = fields.get("stores") or {}
    stores = tuple(read_count(stated.get(side, "0"), (FIELD, "stores", side), wrong) for side in _NAMES)
    rules = Sowing(fields.get("capture", True), fields.get("extra-turn", True))
    return Begin(rules, Stones((pits[0], pits[1]), (stores[0], stores[1])))


def _pits(raws: Sequence[Data], path: tuple[str | int, ...], wrong: Wrong) -> tuple[int, ...]:
    if len(raws) > MOST_PITS:
        wrong.append((f"lists {len(raws):,} pits, expected at most {MOST_PITS}", path))
        return ()
    return tuple(read_count(raw, (*path, at), wrong, most=MOST_STONES) for at, raw in enumerate(raws))


def write(rules: Sowing, stones: Stones) -> dict[str, Data]:
    """Return the fields of the game."""
    pits = {side: list(own) for side, own in zip(_NAMES, stones.pits, strict=True)}
    stores = dict(zip(_NAMES, stones.stores, strict=True))
    return {"pits": pits, "stores": stores, "capture": rules.capture, "extra-turn": rules.extra_turn}


def moves(rules: Sowing, position: Position[Stones]) -> Sequence[Move[Stones]]:
    """Return the own pits that are not empty, from the owner's left."""
    if over(rules, position) is not None:
        return []
    stones = position.at
    own = stones.pits[_SIDES[position.mover]]
    return [Move(str(pit + 1), sown(rules, position, pit)) for pit, there in enumerate(own) if there]


def sown(rules: Sowing, position: Position[Stones], pit: int) -> Position[Stones]:
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
    if rules.capture and at < count and ring[at] == 1 and ring[opposite]:
        ring[count] += 1 + ring[opposite]
        ring[at] = ring[opposite] = 0
    own, other = tuple(ring[:count]), tuple(ring[count + 1 :])
    stores = [ring[count], stones.stores[1 - side]]
    is_again = rules.extra_turn and at == count
    after = Stones((own, other), (stores[0], stores[1])) if side == 0 else Stones((other, own), (stores[1], stores[0]))
    return Position(position.mover if is_again else OPPONENT[position.mover], after)


def over(rules: Sowing, position: Position[Stones]) -> Result | None:
    """Return how many stones MAX has more, once a side has none in its pits: all that lie on a side count for it."""
    stones = position.at
    if all(map(any, stones.pits)):
        return None
    most, least = (store + sum(own) for store, own in zip(stones.stores, stones.pits, strict=True))
    return most - least


def state(rules: Sowing, stones: Stones) -> str:
    """Return the pits and the store of MAX, then those of MIN."""
    sides = zip(stones.pits, stones.stores, strict=True)
    return " | ".join(f"{' '.join(map(str, own))} ({store})" for own, store in sides)


def words(rules: Sowing, stones: Stones) -> list[str]:
    """Return the rules in sentences."""
    count = len(stones.pits[0])
    said = [
        (
            f"Mancala with {count} pits on each side: who moves takes all stones of an own pit that is not empty and sows them one by one: into the own pits that follow to the right, the own store, "
            "the other side's pits from its owner's left, and the own pits again; never into the other store. A move is called by its pit: 1 is the owner's leftmost."
        ),
    ]
    if rules.extra_turn:
        said.append("Who puts the last stone into the own store moves again.")
    if rules.capture:
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


def state_words(rules: Sowing, stones: Stones) -> str:
    """Return how a position is written."""
    return "A position is drawn with MAX sitting below and MIN above; in text it is the pits of MAX from its left, its store in brackets, a stroke, and the same of MIN."


def features(rules: Sowing, stones: Stones) -> dict[str, int]:
    """Return the stones of each store and of all pits of a side."""
    stores = {f"{side}-store": store for side, store in zip(_NAMES, stones.stores, strict=True)}
    return stores | {f"{side}-pits": sum(own) for side, own in zip(_NAMES, stones.pits, strict=True)}


def feature_words(name: str) -> str:
    """Return what a feature counts."""
    side, _, where = name.partition("-")
    return f"{name}: stones in the {where} of {side.upper()}"


def board(state: str) -> Board:
    """Return the pits as they are drawn: MIN sits at the top, so its pits run from the right, and its store is the left one."""
    (*lower, right), (*upper, left) = (side.split() for side in state.split(" | "))
    return Board((tuple(upper[::-1]), tuple(lower)), (left.strip("()"), right.strip("()")))


MANCALA = Game(
    name="mancala",
    title="Mancala",
    fields=("pits", "stores", "capture", "extra-turn"),
    read=read,
    write=write,
    moves=moves,
    over=over,
    state=state,
    words=words,
    state_words=state_words,
    features=features,
    feature_words=feature_words,
    board=board,
)
