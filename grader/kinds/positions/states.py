"""What is asked about: all states of a game in which objects are taken, which one move leads to, and the moves from the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from grader.games.playable.record import LOSS, AnyCounted, Match, Position, SomeMove, SomePosition
from grader.games.tree import MAX

MOST_STATES = 2_000
MOST_MOVES = 200_000
"""So many moves of all states together are followed: a single pile of 2,000 has ten times as many."""


class States(NamedTuple):
    """The states of a game, those with fewer objects first; each is seen from the player to move.

    `after` are the states one move away from each, `moves` those from the start, its piles as they are given, and `leads` where each leads.
    """

    match: Match
    ids: tuple[str, ...]
    positions: tuple[SomePosition, ...]
    after: tuple[tuple[int, ...], ...]
    moves: tuple[SomeMove, ...]
    leads: tuple[int, ...]

    def by_id(self) -> dict[str, int]:
        """Return the place of each state."""
        return {name: place for place, name in enumerate(self.ids)}

    def path_to(self, state: int) -> list[int]:
        """Return nothing: many ways lead to a state."""
        return []

    def reached(self) -> range:
        """Return all states."""
        return range(len(self.ids))

    @property
    def whole(self) -> States:
        """Return the game: nothing lies beyond it."""
        return self

    @property
    def counted(self) -> AnyCounted:
        """Return what can be counted of the game."""
        return counted_of(self.match)

    @property
    def start(self) -> int:
        """Return the state in which the game begins: no other has as many objects and comes as late."""
        return len(self.ids) - 1

    @property
    def last_wins(self) -> bool:
        """Return whether who cannot move has lost; the first state is one where nobody can."""
        return self.match.over(self.positions[0]) == LOSS

    @property
    def has_moves(self) -> bool:
        """Return whether anything can be taken at all: then some states are won and some are lost."""
        return any(self.after)

    def total(self, state: int) -> int:
        """Return how many objects are left."""
        return self.counted.total(self.positions[state].at)


def counted_of(match: Match) -> AnyCounted:
    """Return what can be counted of a game in which objects are taken; this kind reads no other."""
    if match.game.counted is None:
        raise ValueError(f"nothing is counted in {match.game.name}")
    return match.game.counted


def _seen(match: Match, position: SomePosition) -> SomePosition:
    """Return the position as the player to move sees it, up to symmetry."""
    return match.merged(position)._replace(mover=MAX)


def states_of(match: Match) -> States | None:
    """Return all states of a game; None where they or their moves are too many, which is known before all are found."""
    counted = counted_of(match)
    found = [*islice(counted.below(match.rules, match.start.at), MOST_STATES + 1)]
    if len(found) > MOST_STATES:
        return None
    positions = tuple(Position(MAX, at) for at in sorted(found, key=lambda at: (counted.total(at), at)))
    places = {position: place for place, position in enumerate(positions)}
    after = _all_after(match, positions, places)
    if after is None:
        return None
    moves = tuple(match.moves(match.start))
    leads = tuple(places[_seen(match, move.to)] for move in moves)
    return States(match, tuple(match.state(position) for position in positions), positions, after, moves, leads)


def _all_after(
    match: Match, positions: Sequence[SomePosition], places: Mapping[SomePosition, int]
) -> tuple[tuple[int, ...], ...] | None:
    """Return the states one move away from each, each once; None where there are too many moves."""
    left, after = MOST_MOVES, []
    for position in positions:
        moves = match.moves(position)
        left -= len(moves)
        if left < 0:
            return None
        after.append(tuple(dict.fromkeys(places[_seen(match, move.to)] for move in moves)))
    return tuple(after)
