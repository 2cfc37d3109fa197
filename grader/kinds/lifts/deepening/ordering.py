"""In which order an iteration leaves the children of the nodes that it visited."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from grader.answers.case import Answers
from grader.exact import Number
from grader.games.horizon import static_value
from grader.games.tree import MAX, MIN, Tree
from grader.kinds.lifts.deepening.asked import BEST, NONE, ROOT
from grader.kinds.lifts.deepening.staging import Order, Stage

Numbers = Mapping[int, Number]
"""What the nodes of a stage returned."""


class Sorting(NamedTuple):
    """How children are put in order.

    `numbers(stage, returned)` are those by which they are sorted, of every node that was visited. `falls(kind, own, numbers)` tells of a node, from who moves there, what it
    returned and what its children returned, whether the largest goes first.
    """

    numbers: Callable[[Stage, Numbers], Numbers]
    falls: Callable[[int, Number, Collection[Number]], bool]


def by_returned(stage: Stage, returned: Numbers) -> Numbers:
    """Return the numbers that the nodes returned."""
    return returned


def by_static(stage: Stage, returned: Numbers) -> Numbers:
    """Return the static values of the nodes, of leaves their values; where a node has none, what it returned."""
    tree: Tree = stage.problem.game
    found = {node: static_value(tree, node) for node in returned if tree.value[node] is None}
    return {**returned, **{node: value for node, value in found.items() if value is not None}}


def best_for_mover(kind: int, own: Number, numbers: Collection[Number]) -> bool:
    """Return whether the largest goes first: it does at MAX."""
    return kind == MAX


def as_it_chose(kind: int, own: Number, numbers: Collection[Number]) -> bool:
    """Return whether the largest goes first: where a node returned it. Who takes MAX for MIN puts the smallest first there."""
    low, high = min(numbers), max(numbers)
    return kind == MAX if low == high or own not in (low, high) else bool(own == high)


def largest_first(kind: int, own: Number, numbers: Collection[Number]) -> bool:
    """Return True: the wrong rule of those who sort for MAX everywhere."""
    return True


def worst_first(kind: int, own: Number, numbers: Collection[Number]) -> bool:
    """Return whether the largest goes first by the wrong rule of those who begin with the worst."""
    return kind == MIN


RIGHT_SORTING = Sorting(by_returned, best_for_mover)
BY_CHOICE = Sorting(by_returned, as_it_chose)
"""The right order as somebody sees it whose search follows a wrong rule: by what each node made of its children."""


def order_left(reorder: str, stage: Stage, used: Order, answers: Answers, sorting: Sorting = RIGHT_SORTING) -> Order:
    """Return the order that an iteration leaves behind, from the one that it used and what its search answered."""
    if reorder == NONE:
        return used
    tree: Tree = stage.problem.game
    values: Numbers = answers["values"]
    returned: dict[int, Number] = {
        node: values[node] if utility is None else utility
        for node in answers["visited"]
        if (utility := tree.value[node]) is not None or node in values
    }
    numbers, left, nodes = sorting.numbers(stage, returned), dict(used), stage.nodes
    for node in (0,) if reorder == ROOT else returned:
        if tree.kind[node] in (MAX, MIN):
            examined = stage.examined(node)
            sort = _best_to_front if reorder == BEST else _sorted
            left[nodes[node]] = [nodes[child] for child in sort(node, examined, tree, numbers, returned, sorting)]
    return left


def _falls(node: int, visited: Sequence[int], tree: Tree, returned: Numbers, sorting: Sorting) -> bool:
    return sorting.falls(tree.kind[node], returned[node], [returned[child] for child in visited])


def _sorted(
    node: int, examined: Sequence[int], tree: Tree, numbers: Numbers, returned: Numbers, sorting: Sorting
) -> Sequence[int]:
    """Return the children in order, equals as they stood; those that were not visited follow as they stood."""
    visited = [child for child in examined if child in numbers]
    if not visited:
        return examined
    rest = [child for child in examined if child not in numbers]
    is_falling = _falls(node, visited, tree, returned, sorting)
    return sorted(visited, key=numbers.__getitem__, reverse=is_falling) + rest


def _best_to_front(
    node: int, examined: Sequence[int], tree: Tree, numbers: Numbers, returned: Numbers, sorting: Sorting
) -> Sequence[int]:
    """Return the children as they stood, but the first that is best at the front."""
    visited = [child for child in examined if child in numbers]
    if not visited:
        return examined
    choose = max if _falls(node, visited, tree, returned, sorting) else min
    front = choose(visited, key=numbers.__getitem__)  # of equals the first
    return [front, *(child for child in examined if child != front)]
