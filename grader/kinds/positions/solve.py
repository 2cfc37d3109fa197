"""What is asked about: all states of a game in which objects are taken, which one move leads to, and the moves from the start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from grader.core.answers.case import Answer, Answers, Key, Solution
from grader.core.games.playable import LOSS, WIN, Position, SomeMove, SomePosition
from grader.core.games.problem import Places, Problem
from grader.core.games.taking import AnyTaking
from grader.core.games.tree import MAX
from grader.core.search.sampling import NimRule, OutcomeRule, least_excluded, some_move_loses

MOST_STATES = 2_000
MOST_MOVES = 200_000
"""So many moves of all states together are followed: a single pile of 2,000 has ten times as many."""


class _States(NamedTuple):
    match: AnyTaking
    ids: tuple[str, ...]
    positions: tuple[SomePosition, ...]
    after: tuple[tuple[int, ...], ...]
    moves: tuple[SomeMove, ...]
    leads: tuple[int, ...]


class States(Places, _States):
    """The states of a game, those with fewer objects first; each is seen from the player to move.

    `after` are the states one move away from each, `moves` those from the start, its piles as they are given, and `leads` where each leads.
    """

    __slots__ = ()

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
        return self.match.total(self.positions[state].at)


def _seen(match: AnyTaking, position: SomePosition) -> SomePosition:
    """Return the position as the player to move sees it, up to symmetry."""
    return match.merged(position)._replace(mover=MAX)


def states_of(match: AnyTaking) -> States | None:
    """Return all states of a game; None where they or their moves are too many, which is known before all are found."""
    found = [*islice(match.below(), MOST_STATES + 1)]
    if len(found) > MOST_STATES:
        return None
    positions = tuple(Position(MAX, at) for at in sorted(found, key=lambda at: (match.total(at), at)))
    places = {position: place for place, position in enumerate(positions)}
    after = _all_after(match, positions, places)
    if after is None:
        return None
    moves = tuple(match.moves(match.start))
    leads = tuple(places[_seen(match, move.to)] for move in moves)
    return States(match, tuple(match.state(position) for position in positions), positions, after, moves, leads)


def _all_after(
    match: AnyTaking, positions: Sequence[SomePosition], places: Mapping[SomePosition, int]
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


# -- solving: the rules folded over the states, those with fewer objects first, and what is read off them


class Rules(NamedTuple):
    """The rules by which states are judged; a wrong rule takes the place of one of them.

    `loses_at` and `nim_at` read an answer off the number of objects that are left, without looking at moves. `is_other_last`: what becomes of
    who moved last is mistaken; `is_exchanged`: each state is judged for the player who has just moved.
    """

    outcome: OutcomeRule = some_move_loses
    nim: NimRule = least_excluded
    loses_at: Callable[[int], bool] | None = None
    nim_at: Callable[[int], int] | None = None
    is_other_last: bool = False
    is_exchanged: bool = False


RIGHT = Rules()


def outcomes(states: States, rules: Rules = RIGHT) -> Sequence[bool]:
    """Return of each state whether the player to move wins."""
    if rules.loses_at is not None:
        return [not rules.loses_at(states.total(state)) for state in states.reached()]
    found: list[bool] = []
    for position, after in zip(states.positions, states.after, strict=True):
        if after:
            found.append(rules.outcome([found[state] for state in after]))
        else:
            found.append((states.match.over(position) == WIN) != rules.is_other_last)
    return found


def nim_values(states: States, rules: Rules = RIGHT) -> Sequence[int]:
    """Return the nim value of each state."""
    if rules.nim_at is not None:
        return [rules.nim_at(states.total(state)) for state in states.reached()]
    found: list[int] = []
    for after in states.after:
        found.append(rules.nim([found[state] for state in after]))
    return found


def move_key(states: States, move: int) -> Key:
    """Return the key of a move from the start: moves come behind all states."""
    return len(states.ids) + move


def answers_by(
    states: States,
    rules: Rules = RIGHT,
    _: object = None,
    parts: Collection[str] | None = None,
    *__: object,
) -> Answers:
    """Return the answers by the rules, of all parts or those named; nothing follows from a number of the student's.

    There are no nim values where who moves last loses.
    """
    wins = outcomes(states, rules)
    said = [not win for win in wins] if rules.is_exchanged else wins
    found: dict[str, Callable[[], Answer]] = {
        "outcomes": lambda: dict(enumerate(said)),
        "losing": lambda: [state for state, win in enumerate(said) if not win],
        "nim-values": lambda: dict(enumerate(nim_values(states, rules))),
        "winning-moves": lambda: [move_key(states, move) for move, to in enumerate(states.leads) if not wins[to]],
    }
    absent = () if states.last_wins else ("nim-values",)
    return {name: find() for name, find in found.items() if name not in absent and (parts is None or name in parts)}


def solve(problem: Problem, parts: Collection[str] | None = None) -> Solution:
    """Return the reference answer."""
    return Solution(answers_by(problem.game, parts=parts))
