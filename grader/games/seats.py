"""Who can move in a tree, by the keys of a document; where there are several players, what a leaf is worth to each."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.data import Data
from grader.games.tree import CHANCE, FIRST_PLAYER, MAX, MIN

PLAYER_KEYS = {"max": MAX, "min": MIN, "chance": CHANCE}


class Seats(NamedTuple):
    """The keys that hold children, and the names of several players: MAX and MIN have none."""

    keys: Mapping[str, int]
    names: Sequence[str] = ()

    def is_leaf(self, raw: Data) -> bool:
        """Return whether a list is what a leaf is worth: it holds neither lists nor nodes."""
        return bool(self.names) and not any(isinstance(item, (list, dict)) for item in raw)


TWO_PLAYERS = Seats(PLAYER_KEYS)


def seats_of(names: Sequence[str]) -> Seats:
    """Return the seats of several players."""
    return Seats({name: FIRST_PLAYER + place for place, name in enumerate(names)} | {"chance": CHANCE}, names)
