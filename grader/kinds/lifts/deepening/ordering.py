"""In which order an iteration leaves the children of the nodes that it visited."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from grader.answers.case import Answers
from grader.exact import Number
from grader.games.horizon import static_value
from grader.games.problem import Problem
from grader.games.tree import MAX, MIN, Tree
from grader.kinds.lifts.deepening.asked import BEST, NONE, ROOT
from grader.kinds.lifts.deepening.staging import Order

Numbers = Mapping[int, Number]
"""What the nodes of the tree returned."""


class Sorting(NamedTuple):
    """How children are put in order.

    `numbers(tree, returned)` are those by which they are sorted, of every node that was visited. `falls(tree, node, visited, returned)` tells of a node, from its
    visited children and what all nodes returned, whether the largest goes first.
    """

    numbers: Callable[[Tree, Numbers], Numbers]
    falls: Callable[[Tree, int, Sequence[int], Numbers], bool]


def by_returned(tree: Tree, returned: Numbers) -> Numbers:
    """Return the numbers that the nodes returned."""
    return returned


def by_static(tree: Tree, returned: Numbers) -> Numbers:
    """Return the static values of the nodes, of leaves their values; where a node has none, what it returned."""
    found = {node: static_value(tree, node) for node in returned if tree.value[node] is None}
    return {**returned, **{node: value for node, value in found.items() if value is not None}}


def best_for_mover(tree: Tree, node: int, visited: Sequence[int], returned: Numbers) -> bool:
    """Return whether the largest goes first: it does at MAX."""
    return tree.kind[node] == MAX


def as_it_chose(tree: Tree, node: int, visited: Sequence[int], returned: Numbers) -> bool:
    """Return whether the largest goes first: where a node returned it. Who takes MAX for MIN puts the smallest first there."""
    own, numbers = returned[node], [returned[child] for child in visited]
    low, high = min(numbers), max(numbers)
    return tree.kind[node] == MAX if low == high or own not in (low, high) else bool(own == high)


def largest_first(tree: Tree, node: int, visited: Sequence[int], returned: Numbers) -> bool:
    """Return True: the wrong rule of those who sort for MAX everywhere."""
    return True


def worst_first(tree: Tree, node: int, visited: Sequence[int], returned: Numbers) -> bool:
    """Return whether the largest goes first by the wrong rule of those who begin with the worst."""
    return tree.kind[node] == MIN


RIGHT_SORTING = Sorting(by_returned, best_for_mover)
BY_CHOICE = Sorting(by_returned, as_it_chose)
"""The right order as somebody sees it whose search follows a wrong rule: by what each node made of its children."""


def order_left(
    problem: Problem, tree: Tree, reorder: str, used: Order, answers: Answers, sorting: Sorting = RIGHT_SORTING
) -> Order:
    """Return the order that an iteration leaves behind, from the tree that it searched, the order that it used and what it answered."""
    if reorder == NONE:
        return used
    whole = tree.whole  # who searches too deep sorts below the horizon too
    returned = _returned(tree, answers)
    numbers, left = sorting.numbers(tree, returned), list(used or range(tree.size))
    step = -1 if problem.conventions.right_to_left else 1
    for node in (0,) if reorder == ROOT else answers["values"]:
        if whole.kind[node] in (MAX, MIN):
            places = slice(whole.first[node], whole.end[node])
            examined = left[places][::step]
            if visited := [child for child in examined if child in numbers]:
                is_falling = sorting.falls(whole, node, visited, returned)
                left[places] = _arranged(reorder, examined, visited, numbers, is_falling=is_falling)[::step]
    return left


def _returned(tree: Tree, answers: Answers) -> dict[int, Number]:
    """Return what each node returned that a search visited: an inner node of it its number there, a leaf what it is worth."""
    value, values = tree.value, answers["values"]
    return {
        node: values[node] if node in values else value[node]
        for node in answers["visited"]
        if node in values or value[node] is not None
    }


def _arranged(
    reorder: str, examined: list[int], visited: list[int], numbers: Numbers, *, is_falling: bool
) -> list[int]:
    """Return the children of a node in order: in front the visited ones, equals as they stood, or the first of the best; the others follow as they stood."""
    number = numbers.__getitem__
    if reorder == BEST:
        front = [max(visited, key=number) if is_falling else min(visited, key=number)]
    else:
        front = sorted(visited, key=number, reverse=is_falling)
    return front if len(front) == len(examined) else front + [child for child in examined if child not in front]
