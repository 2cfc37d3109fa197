"""What stays the same in every tree when all its leaves are changed: theorems, each "no" with a tree that refutes it.

An increasing change keeps which of two values is larger, and MAX, MIN and alpha-beta ask nothing else. A chance node adds
and weighs: only changes a * v + b with a > 0 go through a sum. A search that cuts nothing visits every node.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from grader.exact import Number
from grader.games.changed import reordered, reversed_children
from grader.games.nodes import letters
from grader.games.problem import Problem
from grader.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.kinds.lifts.changes import Change, on_numbers
from grader.kinds.lifts.claim import Claim, holds
from grader.kinds.lifts.searched import right_way

EVERY_TREE = "every-tree"
OF_EVERY_TREE = ("value", "best-move", "pruned", "visited", "leaves-evaluated")
"""The parts of which it is asked whether they stay the same in every tree."""


class Sort(Enum):
    """What a change does to the order of numbers."""

    NOTHING = "changes nothing"
    LINEAR = "keeps order and proportions"
    INCREASING = "keeps order"
    OTHER = "does not keep order"


def sort_of(change: Change) -> Sort:
    """Return what the change does to the order of any numbers.

    >>> sort_of(Change("affine", (2, 1))), sort_of(Change("power", 3)), sort_of(Change("clip", (0, 1)))
    (<Sort.LINEAR: 'keeps order and proportions'>, <Sort.INCREASING: 'keeps order'>, <Sort.OTHER: 'does not keep order'>)
    """
    if (change.name, change.said) in (("affine", (1, 0)), ("power", 1)):
        return Sort.NOTHING
    if change.name == "affine":
        return Sort.LINEAR if change.said[0] > 0 else Sort.OTHER
    return Sort.INCREASING if change.name == "power" and change.said % 2 else Sort.OTHER


_BY_ORDER = frozenset({"best-move", "pruned", "visited", "leaves-evaluated"})
_NO_CUTS = frozenset({"visited", "leaves-evaluated"})


class Search(Enum):
    """Which searches differ in what they keep."""

    PLAIN = "nothing is cut, no chance"
    CUTTING = "alpha-beta without chance nodes"
    CHANCE = "nothing is cut, with chance nodes"


KEPT: dict[tuple[Search, Sort], frozenset[str]] = {
    (search, Sort.NOTHING): frozenset(OF_EVERY_TREE) for search in Search
} | {
    (Search.PLAIN, Sort.LINEAR): _BY_ORDER,
    (Search.PLAIN, Sort.INCREASING): _BY_ORDER,
    (Search.PLAIN, Sort.OTHER): _NO_CUTS,
    (Search.CUTTING, Sort.LINEAR): _BY_ORDER,
    (Search.CUTTING, Sort.INCREASING): _BY_ORDER,
    (Search.CUTTING, Sort.OTHER): frozenset(),
    (Search.CHANCE, Sort.LINEAR): _BY_ORDER,
    (Search.CHANCE, Sort.INCREASING): _NO_CUTS,
    (Search.CHANCE, Sort.OTHER): _NO_CUTS,
}
"""The parts that stay the same in every tree, under the full window."""


SEARCH_OF = {"minimax": Search.PLAIN, "alpha-beta": Search.CUTTING, "expectiminimax": Search.CHANCE}
"""Which of the searches each kind is."""


def is_theorem(searched: Problem, change: Change, parts: tuple[str, ...], search: Search | None = None) -> bool:
    """Return whether the parts stay the same in every tree of the search."""
    return KEPT[search or SEARCH_OF[searched.kind], sort_of(change)].issuperset(parts)


# trees that refute


class Stored(NamedTuple):
    """A small tree: what lies below a MAX root, a bare number for a leaf, else the leaves below a MIN node or a chance node."""

    below: tuple[tuple[Number, ...] | Number, ...]
    inner: int = MIN

    def tree(self, factor: Number, moved: Number) -> Tree:
        """Return the tree, each of its numbers times the factor and moved by a number."""
        rows = [row if isinstance(row, tuple) else None for row in self.below]
        kinds = [MAX, *(LEAF if row is None else self.inner for row in rows)]
        numbers: list[Number | None] = [None, *(row if not isinstance(row, tuple) else None for row in self.below)]
        parents, chances = [-1, *(0 for _ in rows)], [None] * len(kinds)
        first, end = [1], [len(kinds)]
        probability: list[Number | None] = [*chances]
        for place, row in enumerate(rows, 1):
            first.append(len(kinds))
            for number in row or ():
                kinds.append(LEAF)
                numbers.append(number)
                parents.append(place)
                probability.append(Fraction(1, len(row or ())) if self.inner == CHANCE else None)
            end.append(len(kinds))
        leaves = len(kinds) - len(first)
        ids = [name for name, _ in zip(letters(), kinds, strict=False)]
        values = [None if number is None else number * factor + moved for number in numbers]
        return Tree(
            kinds, first + [len(kinds)] * leaves, end + [len(kinds)] * leaves, parents, values, probability, ids, ids
        )


STORED = (
    Stored((0,)),
    Stored((1,)),
    Stored((1, 2)),
    Stored((-2, 1)),
    Stored(((3, 12, 8), (2, 15, 6))),
    Stored(((1,), (2, 3))),
    Stored((3, (0, 5)), CHANCE),
)
"""Trees of which one refutes each "no" of the table: as it is or negated, perhaps moved (tests/test_theorems.py)."""


class Refuted(NamedTuple):
    """A tree in which a part does not stay the same: the problem before and after the change."""

    before: Problem
    after: Problem


def refutation(searched: Problem, change: Change, parts: tuple[str, ...]) -> Refuted | None:
    """Return a stored tree in which some of the parts do not stay the same; None where there is none, as of a theorem."""
    claim = Claim("same", parts=parts)
    for pair in _pairs(searched, change):
        before, after = (right_way(problem).solved([claim]) for problem in pair)
        if not holds(claim, after, before):
            return pair
    return None


def _pairs(searched: Problem, change: Change) -> Iterator[Refuted]:
    """Yield the stored trees before and after the change, under the conventions of the problem."""
    conventions = searched.conventions._replace(value_bounds=None)
    moves = (0, change.said[1] + 1 - min(_NUMBERS)) if change.name == "clip" else (0,)
    for stored in STORED:
        if stored.inner == CHANCE and SEARCH_OF[searched.kind] is not Search.CHANCE:
            continue
        for factor in (1, -1):
            for moved in moves:
                tree = stored.tree(factor, moved)
                if conventions.right_to_left:
                    tree = reordered(tree, reversed_children(tree))
                before = searched._replace(game=tree, conventions=conventions)
                yield Refuted(before, before._replace(game=on_numbers(tree, change)))


_NUMBERS = [-15, 15]
"""The least and the greatest number of the stored trees, as they are or negated."""
