"""Solving: the rules folded over the states, those with fewer objects first, and what is read off them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from grader.answers.case import Answer, Answers, Key, Solution
from grader.exact import Number
from grader.games.playable.record import WIN
from grader.games.problem import Problem
from grader.kinds.positions.states import States
from grader.rules.taking import NimRule, OutcomeRule, least_excluded, some_move_loses

PARTS = ("outcomes", "losing", "nim-values", "winning-moves")


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


def answers_by(states: States, rules: Rules = RIGHT, parts: Collection[str] | None = None) -> Answers:
    """Return the answers by the rules; only those of the named parts, where some are named. There are no nim values where who moves last loses."""
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


def right(problem: Problem, fixed: Mapping[Key, Number]) -> Answers:
    """Return the right rules' answers; nothing follows from a number of the student's."""
    return answers_by(problem.game)
