"""Monte Carlo tree search on a game by its rules: the positions of its nodes, and playouts whose choices are given as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.conventions import Conventions
from grader.data import Data
from grader.errors import Path
from grader.exact import Number, read_number, show_number, write_number
from grader.games.playable.record import SomePosition
from grader.games.playing import Playing, known_playing
from grader.games.tree import Tree
from grader.kinds.mcts.amounts import Wrong

CHOICES = "choices"
"""The field with the numbers by which playouts choose."""


class Taken(NamedTuple):
    """A move that a playout takes: its name, its number, and among how many moves that counts."""

    name: str
    number: int
    among: int


class Playout(NamedTuple):
    """A playout from a node: the moves that it takes, and what MAX gets; None where its numbers end before the game does."""

    moves: tuple[Taken, ...]
    reward: Number | None


class Rollouts(NamedTuple):
    """Playouts by the rules of a game: its position at each node, and for each iteration the numbers by which its playout chooses.

    At every position the playout takes the move of its next number: 1 is the first that the rules list, and past the last they are
    counted again from the first.
    """

    playing: Playing
    positions: Sequence[SomePosition]
    choices: Sequence[Sequence[int]]

    def playout(self, node: int, place: int) -> Playout:
        """Return the playout of an iteration from a node."""
        position, taken = self.positions[node], []
        match = self.playing.match
        for number in self.choices[place]:
            if match.over(position) is not None:
                break
            moves = match.moves(position)
            move = moves[(number - 1) % len(moves)]
            taken.append(Taken(move.name, number, len(moves)))
            position = move.to
        end = match.over(position)
        return Playout(tuple(taken), None if end is None else self.playing.worth(end))


def read_rollouts(
    data: Mapping[str, Data], tree: Tree, conventions: Conventions, count: int, wrong: Wrong
) -> Rollouts | None:
    """Return the playouts of a game with `choices`, None where there are none; what is wrong is noted."""
    stated = data.get(CHOICES)
    if stated is None:
        return None
    if data.get("results") is not None:
        wrong.append(("has no place beside choices, from which the results follow; expected one of them", ("results",)))
    if len(stated) != count:
        wrong.append(
            (f"has {len(stated)} entries, expected {count}: one list of numbers for each iteration", (CHOICES,))
        )
    choices = tuple(
        tuple(_number(raw, (CHOICES, place, at), wrong) for at, raw in enumerate(numbers))
        for place, numbers in enumerate(stated)
    )
    playing = known_playing(data, conventions.root)
    return Rollouts(playing, positions_of(playing, tree), choices)


def _number(raw: Data, path: Path, wrong: Wrong) -> int:
    number = read_number(str(raw))
    if number >= 1:
        return int(number)
    wrong.append((f"{show_number(number)} is no number of a move, expected 1, 2, 3 …", path))
    return 1


def positions_of(playing: Playing, tree: Tree) -> list[SomePosition]:
    """Return the position at each node: what its move leads to from that of its parent."""
    positions = [playing.match.start]
    for node in range(1, tree.size):
        parent = positions[tree.parent[node]]
        positions.append(next(move.to for move in playing.match.moves(parent) if move.name == tree.moves[node]))
    return positions


def write_choices(rollouts: Rollouts) -> list[list[Data]]:
    """Return the numbers by which playouts choose, as a document holds them."""
    return [[write_number(number) for number in numbers] for numbers in rollouts.choices]


def wrong_worths(data: Mapping[str, Data], conventions: Conventions) -> Wrong:
    """Return what is wrong with ends whose worth for MIN would not lie between 0 and 1 as that for MAX does."""
    playing = known_playing(data, conventions.root)
    ends = {end: playing.utilities[end] for end in playing.match.game.ends}
    if conventions.complement != "one-minus" or all(0 <= worth <= 1 for worth in ends.values()):
        return []
    said = ", ".join(f"{end} is worth {show_number(worth)}" for end, worth in ends.items())
    message = f"{said}, but MIN's reward is 1 - r, which is meant for rewards from 0 to 1; expected utilities such as {{win: 1, loss: 0, draw: 1/2}}, or complement: negate"
    return [(message, ("game", "utilities"))]
