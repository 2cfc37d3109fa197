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
from grader.kinds.lifts.deepening.staging import Order, searched_at

_OF_RESULT = ("value", "best-move", "leaves-evaluated")
_OF_ORDER = ("values", "visited")

Found = Callable[[int, Order], Answers]
"""From the depth of an iteration and the order in which it examines children to what it finds; nodes are those of the whole tree."""


class Iteration(NamedTuple):
    """One iteration: its depth, the order in which it examined children, and what it found."""

    depth: int
    order: Order
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


def parts_of_search(problem: Problem, depth: int) -> tuple[str, ...]:
    """Return which parts of the answers of the search to this depth the loop reads: what orders children only where a search comes after it."""
    asked = asked_of(problem)
    return _OF_RESULT if asked.reorder == NONE or depth == asked.depth else _OF_RESULT + _OF_ORDER


def search_rightly(problem: Problem, more: tuple[str, ...], depth: int, order: Order) -> Answers:
    """Return what an iteration finds by the solver of the kind that searches, as far as the loop reads it, and in more parts."""
    searched = searched_at(problem, depth, order)
    answers: Answers = KINDS[searched.kind].solve(searched, parts=parts_of_search(problem, depth) + more).answers
    return answers


def right_rules(problem: Problem, *more: str) -> Rules:
    """Return the right rules of the loop, which read the answers of these parts of a search too."""
    return Rules(partial(search_rightly, problem, more), asked_of(problem).reorder)


def run(problem: Problem, rules: Rules) -> tuple[Iteration, ...]:
    """Return the iterations from depth 1 down to the last."""
    left: list[Order] = [()]
    done: list[Iteration] = []
    cuts = asked_of(problem).cuts
    for depth, tree in enumerate(cuts, 1):
        used = left[max(0, depth - rules.lag)]
        answers = rules.found(depth, used)
        done.append(Iteration(depth, used, answers))
        if depth < len(cuts):  # nothing comes after the last
            left.append(order_left(problem, tree, rules.reorder, used, answers, rules.sorting))
    return tuple(done)
