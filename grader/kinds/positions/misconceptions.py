"""The wrong rules about won and lost positions: each the right rules with one of them replaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from grader.answers.case import Answers, Key
from grader.exact import Number
from grader.games.problem import Problem
from grader.kinds.positions.solving import RIGHT, Rules, answers_by, nim_values
from grader.kinds.positions.states import States
from grader.kinds.record import Agrees, Misconception
from grader.rules.taking import every_move_loses, largest_plus_one

_LEAST_LARGE = 2
"""Of a smaller largest take every number is a multiple."""
_BY_LARGEST, _BY_TOTAL = "multiple-of-largest-take", "sum-of-piles"


def _multiple(of: int) -> Callable[[int], bool]:
    def loses(total: int) -> bool:
        return total % of == 0

    return loses


def _remainder(of: int) -> Callable[[int], int]:
    def value(total: int) -> int:
        return total % of

    return value


def _itself(total: int) -> int:
    return total


def rules_on(states: States) -> Iterator[tuple[str, Rules]]:
    """Yield name and rules of every misconception that has a place on the game."""
    largest = states.counted.largest(states.match.rules)
    yield "other-last", RIGHT._replace(is_other_last=True)
    if largest is not None and largest >= _LEAST_LARGE:
        yield _BY_LARGEST, RIGHT._replace(loses_at=_multiple(largest))
    if largest is not None:
        yield "multiple-of-largest-plus-one", RIGHT._replace(loses_at=_multiple(largest + 1))
    yield "even-is-losing", RIGHT._replace(loses_at=_multiple(2))
    yield "all-moves-must-lose", RIGHT._replace(outcome=every_move_loses)
    yield "for-the-other-player", RIGHT._replace(is_exchanged=True)
    if states.last_wins:
        yield _BY_TOTAL, RIGHT._replace(nim_at=_itself)
        yield "largest-plus-one", RIGHT._replace(nim=largest_plus_one)
        if largest is not None:
            yield "remainder-only", RIGHT._replace(nim_at=_remainder(largest + 1))


def wrong_rules(problem: Problem) -> list[Misconception]:
    """Return the wrong rules that can be followed on the problem."""
    states: States = problem.game
    return [
        Misconception(name, "", partial(_answer, states, rules), _twin(states, name))
        for name, rules in rules_on(states)
    ]


def _twin(states: States, name: str) -> str:
    """Return the rule that goes before this one where both are the same.

    With a largest take of 2 its multiples are the even numbers; where one object can be taken, the largest nim value plus one counts the objects.
    """
    if name == "even-is-losing" and states.counted.largest(states.match.rules) == _LEAST_LARGE:
        return _BY_LARGEST
    by_largest = RIGHT._replace(nim=largest_plus_one)
    if name == "largest-plus-one" and nim_values(states, by_largest) == [*map(states.total, states.reached())]:
        return _BY_TOTAL
    return ""


def _answer(
    states: States,
    rules: Rules,
    fixed: Mapping[Key, Number],
    parts: Collection[str] | None = None,
    agrees: Agrees | None = None,
) -> Answers:
    return answers_by(states, rules, parts)
