"""Trees with an unknown number x in them: where it stands, and the tree as one run of a search sees it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.data import Data
from grader.exact import Number
from grader.games.tree import Tree
from grader.linear import Linear, Run


class Places(NamedTuple):
    """Where x stands in a tree: the leaves that bear it, and the nodes whose probability it is part of."""

    values: list[int]
    probabilities: list[int]


def places_of(tree: Tree) -> Places:
    """Return where x stands in a tree."""
    return Places(_places(tree.value), _places(tree.probability))


def _places(column: Sequence[Data]) -> list[int]:
    return [node for node, number in enumerate(column) if isinstance(number, Linear)]


def most_on_a_path(tree: Tree) -> int:
    """Return how often x stands on the path from the root to a leaf, at most."""
    values, probabilities = map(set, places_of(tree))
    count = [0] * tree.size
    for node in range(1, tree.size):
        count[node] = count[tree.parent[node]] + (node in probabilities)
    return max(number + (node in values) for node, number in enumerate(count))


def during(tree: Tree, run: Run) -> Tree:
    """Return the tree with the numbers of the run where x stands."""
    return tree._replace(value=_during(tree.value, run), probability=_during(tree.probability, run))


def filled(tree: Tree, number: Number) -> Tree:
    """Return the tree with a number at the leaves that bear x."""
    return tree._replace(value=[number if isinstance(value, Linear) else value for value in tree.value])


def numbered(tree: Tree, value: Number = 0) -> Tree:
    """Return the tree with a number at the leaves that bear x, and equal chances for x and 1 - x."""
    share = Fraction(1, 2)  # of x and of 1 - x
    probability = [share if isinstance(number, Linear) else number for number in tree.probability]
    return filled(tree, value)._replace(probability=probability)


def _during(column: Sequence[Data], run: Run) -> list[Data]:
    return [number.during(run) if isinstance(number, Linear) else number for number in column]
