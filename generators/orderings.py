"""Orderings of children: best first, worst first, best first with a probability, and the mirror image."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generators.draws import Draws
from generators.errors import RequestError
from generators.parameters import Ordering
from grader.exact import Number
from grader.games.changed import reordered, reversed_children
from grader.games.horizon import cut_as
from grader.games.tree import MAX, MIN, Tree
from grader.search import back_up

NAMES = ("random", "best-first", "worst-first", "strong")
Arrange = Callable[[list[int], bool], list[int]]
"""From a player's children, the worst first (for that player), to the order in which they are examined."""


def check_ordering(ordering: Ordering) -> None:
    """Refuse an ordering that is none. Raises RequestError."""
    if ordering.name not in NAMES:
        known = "random, best-first, worst-first or strong:P"
        raise RequestError(f'there is no ordering "{ordering.name}", expected {known}')
    if ordering.name == "strong" and not 0 <= ordering.probability <= 1:
        raise RequestError(f"{ordering.probability} is not a probability, expected strong:P with P from 0 to 1")


def reorder(tree: Tree, ordering: Ordering, draws: Draws, *, right_to_left: bool) -> Tree:
    """Return the tree with the children of each player in the wanted order of examination, by the values that the search sees.

    Names stay in their places; where subtrees have different shapes they change places with all that is in them.
    """
    if ordering.name == "random":
        return tree
    values = back_up(tree)
    orders: dict[int, Sequence[int]] = {}
    for node in range(tree.size):
        if tree.kind[node] in (MAX, MIN):
            children = _arrange(tree.children(node), values, ordering, draws, is_max=tree.kind[node] == MAX)
            orders[node] = children[::-1] if right_to_left else children
    turned = reordered(tree, orders).whole
    return cut_as(tree, turned._replace(ids=tree.ids, moves=tree.moves))


def _arrange(
    children: Sequence[int], values: Sequence[Number], ordering: Ordering, draws: Draws, *, is_max: bool
) -> Sequence[int]:
    """Return a player's children in the order in which they are to be examined."""
    if ordering.name == "worst-first":
        return sorted(children, key=values.__getitem__, reverse=not is_max)
    best = (max if is_max else min)(children, key=values.__getitem__)
    others = [child for child in children if child != best]
    if ordering.name == "best-first" or draws.unit() < ordering.probability or not others:
        return [best, *others]
    place = 1 + draws.below(len(others))
    return [*others[:place], best, *others[place:]]


def mirror(tree: Tree) -> Tree:
    """Return the mirror image of the tree, every node with its name."""
    return reordered(tree, reversed_children(tree.whole))
