"""Trees made of a tree: its children in another order, or other numbers at its leaves. Ids stay with their nodes.

They are made of whole trees: one that was cut is made of its whole one, and cut again (`grader.games.horizon.cut_as`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from grader.data import Data
from grader.exact import Number
from grader.games.horizon import cut_as
from grader.games.tree import Tree

if TYPE_CHECKING:
    from grader.linear import Linear

_STRUCTURE = ("first", "end", "parent")
_OF_THE_TREE = ("evaluation", "horizon")

Worth: TypeAlias = "Number | tuple[Number, ...] | Linear"
"""What a leaf can be worth: a number, one for each of several players, or an unknown number."""


def reordered(tree: Tree, order: Mapping[int, Sequence[int]]) -> Tree:
    """Return the tree in which the children of some nodes stand in another order; `order` holds all children of each.

    Nodes are numbered breadth-first again, so only their ids say which is which.
    """
    whole = tree.whole
    return cut_as(tree, _arranged(whole, breadth_first(whole, order)))


def breadth_first(tree: Tree, order: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the nodes breadth-first where the children of some nodes stand in another order."""
    sequence, first, end = [0], tree.first, tree.end
    extend = sequence.extend
    for node in sequence:
        if (start := first[node]) < (stop := end[node]):
            extend(order[node] if node in order else range(start, stop))
    return sequence


def reversed_children(tree: Tree) -> dict[int, Sequence[int]]:
    """Return the order in which the children of every node stand the other way round: the mirror image."""
    return {node: tree.children(node)[::-1] for node in range(tree.size) if tree.first[node] < tree.end[node]}


def _arranged(tree: Tree, sequence: Sequence[int]) -> Tree:
    """Return the tree whose nodes are numbered in this sequence, which is breadth-first."""
    place = [0] * tree.size
    for new, old in enumerate(sequence):
        place[old] = new
    columns: dict[str, Data] = {
        name: column if column is None else [column[old] for old in sequence]
        for name, column in zip(tree._fields, tree.columns(), strict=False)
        if name not in _STRUCTURE and name not in _OF_THE_TREE
    }
    first, end = [], []
    stop = 1
    for old in sequence:
        start, stop = stop, stop + tree.end[old] - tree.first[old]
        first.append(start)
        end.append(stop)
    parent = [-1, *(place[tree.parent[old]] for old in sequence[1:])]
    if columns["reply"] is not None:
        columns["reply"] = [None if child is None else place[child] for child in columns["reply"]]
    return tree._replace(**columns, first=first, end=end, parent=parent)


def with_values(tree: Tree, values: Mapping[int, Worth]) -> Tree:
    """Return the tree with other numbers at some leaves, or with x there; one at the horizon has another static value then."""
    whole = tree.whole
    value, static, features = _filled(whole.value, whole), _filled(whole.static, whole), _filled(whole.features, whole)
    for leaf, number in values.items():
        if tree.is_at_horizon(leaf):
            static[leaf], features[leaf] = number, None
        else:
            value[leaf] = number
    if tree.horizon is None:
        return whole._replace(value=value)
    return cut_as(tree, whole._replace(value=value, static=static, features=features))


def _filled(column: Sequence[Data] | None, tree: Tree) -> list[Data]:
    return [None] * tree.size if column is None else list(column)
