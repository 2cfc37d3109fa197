"""One iteration after the other: each is one search, in the order that the one before has left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from grader.answers.case import Answers
from grader.games.problem import Problem
from grader.kinds import KINDS
from grader.kinds.lifts.deepening.asked import NONE, asked_of
from grader.kinds.lifts.deepening.ordering import RIGHT_SORTING, Sorting, order_left
from grader.kinds.lifts.deepening.staging import Order, Stage, stage_of

_OF_RESULT = ("value", "best-move", "leaves-evaluated")
_OF_ORDER = ("values", "visited")

Found = Callable[[int, Order], tuple[Stage, Answers]]
"""From the depth of an iteration and the order in which it examines children to what it searches, and what it finds there."""


class Iteration(NamedTuple):
    """One iteration: its depth, the order in which it examined children, what it searched and what it found there."""

    depth: int
    order: Order
    stage: Stage
    answers: Answers


class Rules(NamedTuple):
    """The rules of the loop: what a search finds, which children are put in another order and how, and from how many iterations back that order is.

    `counted` is the part of a search whose number counts as its leaves.
    """

    found: Found
    reorder: str
    sorting: Sorting = RIGHT_SORTING
    lag: int = 1
    counted: str = "leaves-evaluated"
    adds_only_last: bool = False
    plays_unfinished: bool = False


def parts_of_search(reorder: str) -> tuple[str, ...]:
    """Return which parts of a search's answers the loop reads."""
    return _OF_RESULT if reorder == NONE else _OF_RESULT + _OF_ORDER


def search_rightly(problem: Problem, more: tuple[str, ...], depth: int, order: Order) -> tuple[Stage, Answers]:
    """Return what an iteration searches and finds, by the solver of the kind that searches; also the answers of more parts."""
    stage = stage_of(problem, depth, order)
    parts = {*parts_of_search(asked_of(problem).reorder), *more}
    return stage, KINDS[stage.problem.kind].solve(stage.problem, parts=parts).answers


def right_rules(problem: Problem, *more: str) -> Rules:
    """Return the right rules of the loop."""
    return Rules(partial(search_rightly, problem, more), asked_of(problem).reorder)


def run(problem: Problem, rules: Rules) -> tuple[Iteration, ...]:
    """Return the iterations from depth 1 down to the last."""
    left: list[Order] = [{}]
    done: list[Iteration] = []
    for depth in range(1, asked_of(problem).depth + 1):
        used = left[max(0, depth - rules.lag)]
        stage, answers = rules.found(depth, used)
        left.append(order_left(rules.reorder, stage, used, answers, rules.sorting))
        done.append(Iteration(depth, used, stage, answers))
    return tuple(done)
