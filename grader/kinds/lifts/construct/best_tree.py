"""The smallest tree that reaches a goal: all shapes of up to seven nodes, their leaves in every pattern of less, equal and greater."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from grader.data import Data
from grader.games.changed import with_values
from grader.games.tree import Tree
from grader.kinds.lifts.claim import claims_in
from grader.kinds.lifts.construct.asked import Construction, Found
from grader.kinds.lifts.construct.built import grown
from grader.kinds.lifts.construct.running import number_of, reaches
from grader.kinds.lifts.construct.unfit import Unfit
from grader.search import FULL_WINDOW

MOST_NODES = 7
_OF_VALUES = ("value", "value-of")


def best_tree(lifted: Construction) -> Found:
    """Return the smallest tree that reaches the goal. Raises Unfit: also where one leaf reaches it."""
    if reaches(lifted, lifted.searched.game):
        raise Unfit("a trivial answer reaches the goal: a tree of one leaf", ("goal",))
    asked = lifted.asked
    if asked.stated is not None:
        return _stated(lifted, asked.stated)
    if why := _untriable(lifted):
        raise Unfit(f"{why}: give the fewest nodes as best, and an example that has them", ("goal",))
    for size in range(2, MOST_NODES + 1):
        for tree in trees(size, asked.root, is_distinct=asked.allowed.distinct):
            if reaches(lifted, tree):
                return Found(tree if asked.shown is None else _checked(lifted, size), size)
    message = f"no tree of up to {MOST_NODES} nodes reaches the goal; give the fewest nodes as best, and an example"
    raise Unfit(message, ("goal",))


def _untriable(lifted: Construction) -> str:
    """Return why patterns of leaves do not say all about a goal; nothing where they do."""
    claims = [one for claim in lifted.asked.claims for one in claims_in(claim)]
    if any(one.name in _OF_VALUES for one in claims):
        return "the goal names a value"
    conventions = lifted.searched.conventions
    if conventions.initial_window != FULL_WINDOW or "value-bounds" in conventions.stated:
        return "the window is not the full one"
    return ""


def _stated(lifted: Construction, best: int) -> Found:
    if lifted.asked.shown is None:
        raise Unfit("expected an example beside it", ("best",))
    return Found(_checked(lifted, best), best)


def _checked(lifted: Construction, best: int) -> Tree:
    """Return the author's example. Raises Unfit where it is not one."""
    shown: Tree = lifted.asked.shown
    count = number_of(lifted, shown)
    if count != best:
        reason = "does not reach the goal" if count is None else f"has {count} nodes, expected {best}"
        raise Unfit(reason, ("example",))
    return shown


def trees(size: int, root: str, *, is_distinct: bool = False) -> Iterator[Tree]:
    """Yield every tree of so many nodes with its leaves in every pattern, written with 0, 1, …; of `is_distinct` those without ties."""
    for shape in shapes(size):
        tree, _, _ = grown(shape, root)
        if tree is not None:
            leaves = tree.leaves()
            for row in patterns(len(leaves), is_distinct=is_distinct):
                yield with_values(tree, dict(zip(leaves, row, strict=True)))


@cache
def shapes(size: int) -> tuple[Data, ...]:
    """Return every ordered tree of so many nodes as a nested list of zeros.

    >>> shapes(3)
    ([[0]], [0, 0])
    """
    return (0,) if size == 1 else tuple([*children] for children in forests(size - 1))


@cache
def forests(size: int) -> tuple[tuple[Data, ...], ...]:
    """Return every sequence of ordered trees that have so many nodes together.

    >>> forests(2)
    (([0],), (0, 0))
    """
    if size == 0:
        return ((),)
    return tuple(
        (shape, *rest) for first in range(size, 0, -1) for shape in shapes(first) for rest in forests(size - first)
    )


@cache
def patterns(count: int, *, is_distinct: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return every pattern of less, equal and greater among so many numbers, written with 0, 1, ….

    >>> patterns(2)
    ((0, 0), (0, 1), (1, 0))
    >>> [len(patterns(count)) for count in range(1, 7)]
    [1, 3, 13, 75, 541, 4683]
    """
    if is_distinct:
        return tuple(permutations(range(count)))
    return tuple(row for row in product(range(count), repeat=count) if set(row) == set(range(max(row) + 1)))
