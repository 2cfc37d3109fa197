"""The problem that an object makes: what the search runs on when somebody has handed one in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Path
from grader.exact import Number, show_number
from grader.games.changed import reordered, with_values
from grader.games.horizon import cut_as
from grader.games.problem import Problem
from grader.games.sources import read_tree
from grader.games.tree import LEAF, Tree
from grader.kinds.lifts.construct.asked import CHANGES, ORDER, TREE, VALUES, Made


def built(searched: Problem, make: str, thing: Made) -> Problem:
    """Return the searched problem with the object put in: children in its order, its numbers at the leaves, its tree."""
    tree: Tree = searched.game
    return searched._replace(game=cut_as(tree, BUILDERS[make](tree.whole, thing)))


def _with_tree(tree: Tree, thing: Tree) -> Tree:
    return thing


BUILDERS: Mapping[str, Callable[[Tree, Any], Tree]] = {
    ORDER: reordered,
    VALUES: with_values,
    CHANGES: with_values,
    TREE: _with_tree,
}


def grown(raw: Data, root: str) -> tuple[Tree | None, str, Path]:
    """Return the tree of a nested list, by the reader of all trees, and what is wrong with it at which path."""
    conventions = Conventions()._replace(root=root)
    tree, faults, _ = read_tree(Document("the tree", {"tree": raw}, "", b""), conventions, {})
    return (tree, "", ()) if tree is not None else (None, faults[0].message, faults[0].path[1:])


def nested_list(tree: Tree) -> Data:
    """Return a tree as the nested list that it is read from."""
    written: list[Data] = [None] * tree.size
    for node in range(tree.size - 1, -1, -1):
        value = tree.value[node]
        if value is None or tree.kind[node] != LEAF:
            written[node] = [written[child] for child in tree.children(node)]
        else:
            written[node] = _number(value)
    return written[0]


def _number(value: Number) -> Data:
    return value if isinstance(value, int) else show_number(value)


def choices(tree: Tree) -> dict[int, Sequence[int]]:
    """Return the children of every node that has some."""
    return {node: tree.children(node) for node in range(tree.size) if tree.first[node] < tree.end[node]}


def terminal_leaves(tree: Tree) -> list[int]:
    """Return the leaves that have a number of their own: not those at a horizon."""
    return [leaf for leaf in tree.leaves() if not tree.is_at_horizon(leaf)]
