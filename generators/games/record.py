"""What a game must say so that exercises can be drawn from it: where it can begin, which of these are like one another, and what turns it round.

The rules of the game are elsewhere (`grader/games/playable`): here is only what is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from generators.draws import Draws
from generators.errors import RequestError
from generators.guarantee import show_range
from generators.parameters import GameWish, Leaves, Range
from grader.data import Data
from grader.exact import Number
from grader.games.tree import Tree

Fields = dict[str, Data]
"""The fields of a game as a document holds them under `game`, but for its name."""


class Played(NamedTuple):
    """The tree of a game, and what a document states of the game."""

    tree: Tree
    stated: Mapping[str, Data]


def all_of_them(names: Sequence[str]) -> Sequence[str]:
    """Return all features: of a game each of them can be weighed."""
    return names


def as_much(name: str) -> int:
    """Return 1: of a game in which every feature weighs as much."""
    return 1


def drawn_by_hand(wish: GameWish) -> Range:
    """Return how many nodes a tree has that is drawn by hand: what is meant where nothing is said."""
    return (7, 60)


def not_turned(stated: Fields) -> Fields | None:
    """Return nothing: of a game that is no mirror image of any."""
    return None


class Start(NamedTuple):
    """Where a game can begin.

    `wishes` are the fields of a `GameWish` that the game takes, each with what is meant where nothing is said. `check(wish, leaves)` raises RequestError for what cannot be, `draw(wish, leaves, draws)`
    returns one game, good or not; both are given a wish with nothing left out. `near(stated)` is the wish for games about as large as one that is written out.

    `turned(stated)` is the game whose tree is the mirror image, None where there is none; `unturned` says why. `has_numbers`: the game ends in numbers, which are drawn as those of leaves are.
    `usual` are the features that an evaluation weighs where nobody says which, `weight` is what one of them weighs then. `nodes(wish)` is how large a tree is where nobody says it, `stakes` what ends are worth beside positions that are weighed: more than any of these.
    """

    wishes: Mapping[str, Data]
    check: Callable[[GameWish, Leaves], None]
    draw: Callable[[GameWish, Leaves, Draws], Fields]
    near: Callable[[Fields], GameWish]
    turned: Callable[[Fields], Fields | None] = not_turned
    unturned: str = ""
    has_numbers: bool = False
    usual: Callable[[Sequence[str]], Sequence[str]] = all_of_them
    weight: Callable[[str], int] = as_much
    nodes: Callable[[GameWish], Range] = drawn_by_hand
    stakes: Mapping[str, Number] = {}  # nobody writes to it


def check_range(flag: str, wanted: tuple[int, int], least: int, most: int) -> None:
    """Refuse a range that is none, or that reaches beyond what there can be. Raises RequestError."""
    if not least <= wanted[0] <= wanted[1] <= most:
        raise RequestError(f"--{flag} {show_range(wanted)}: expected {least} to {most}, as N or A-B")
