"""The horizon: a tree that is searched only so far becomes a smaller tree, in which what lies at the limit is a leaf.

A node at the horizon is worth its static value. Every search then runs on the smaller tree and knows nothing of this.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from grader.core.data import Data
from grader.core.games.tree import BEYOND, CHANCE, LEAF, Horizon, Tree
from grader.core.linear import Linear, Run
from grader.core.numbers import Number

UNITS = {"plies": 1, "moves": 1, "rounds": 2}
"""How many counted edges make one of each unit of depth where two players move."""


def edges_of(unit: str, players: int = 2) -> int:
    """Return how many counted edges make one of a unit of depth: a move of each player makes a round."""
    return players if unit == "rounds" else UNITS[unit]


def limit_of(depth: int, unit: str, players: int = 2) -> int:
    """Return the limit of a depth: how many counted edges a search goes down.

    >>> limit_of(3, "plies"), limit_of(3, "rounds")
    (3, 6)
    """
    return depth * edges_of(unit, players)


def depth_of(tree: Tree) -> int:
    """Return the depth at which a tree was cut, in its unit."""
    if tree.horizon is None:
        return tree.height()
    return tree.horizon.limit // edges_of(tree.horizon.unit, len(tree.players) or 2)


def counts(kind: int, unit: str) -> bool:
    """Return whether the edges below a node of this kind count: all do, or (`moves`, `rounds`) those below players."""
    return unit == "plies" or kind != CHANCE


def distances(tree: Tree, unit: str) -> list[int]:
    """Return how many edges above each node count."""
    found = [0] * tree.size
    for node in range(1, tree.size):
        parent = tree.parent[node]
        found[node] = found[parent] + counts(tree.kind[parent], unit)
    return found


def static_value(tree: Tree, node: int) -> Number | None:
    """Return what an evaluation says of a node: its static value, or that of its features; None where it has not just one of these."""
    stated = tree.static[node] if tree.static is not None else None
    features = tree.features[node] if tree.features is not None else None
    if features is None or tree.evaluation is None:
        return stated if features is None else None
    return tree.evaluation.value(features) if stated is None else None


def cut(whole: Tree, limit: int, extension: int | None = None, unit: str = "plies") -> Tree:
    """Return the tree that a search to the limit sees; its nodes keep their numbers.

    An inner node is at the horizon, a leaf worth its static value (None where it has none: see `without_value`), if its
    distance has reached the limit and it is quiet, or lies `extension` beyond the limit. What is below is BEYOND.
    """
    distance, searched = distances(whole, unit), 1
    kind, end, value = list(whole.kind), list(whole.end), list(whole.value)
    for node, parent in enumerate(whole.parent):
        if parent >= 0 and kind[parent] in (LEAF, BEYOND):
            kind[node], value[node], end[node] = BEYOND, None, whole.first[node]
        elif kind[node] == LEAF:
            continue
        elif _stops(whole, node, distance[node] - limit, extension):
            kind[node], value[node], end[node] = LEAF, static_value(whole, node), whole.first[node]
        else:
            searched = end[node]  # children stand behind those of all nodes before
    horizon = Horizon(whole, limit, extension, unit, searched)
    return whole._replace(kind=kind, end=end, value=value, horizon=horizon)


def cut_as(tree: Tree, whole: Tree) -> Tree:
    """Return another whole tree, cut as this one was; as it is where this one was not."""
    return whole if tree.horizon is None else cut(whole, *tree.horizon[1:4])


def _stops(tree: Tree, node: int, over: int, extension: int | None) -> bool:
    """Return whether a search stops at an inner node that lies so far over the limit."""
    if over < 0:
        return False
    return tree.quiet is None or tree.quiet[node] or (extension is not None and over >= extension)


def is_open(tree: Tree) -> bool:
    """Return whether a search would come to a node of which nothing is known: a position that was not played on, and is no leaf."""
    return any(LEAF < kind != BEYOND and tree.first[node] == tree.end[node] for node, kind in enumerate(tree.kind))


def without_value(tree: Tree) -> Sequence[int]:
    """Return the nodes at the horizon that have no static value, or two."""
    return [node for node, kind in enumerate(tree.kind) if kind == LEAF and tree.value[node] is None]


# -- trees made of a tree: its children in another order, or other numbers at its leaves. Ids stay with their nodes

_STRUCTURE = ("first", "end", "parent")
_OF_THE_TREE = ("evaluation", "horizon")

Worth: TypeAlias = Number | tuple[Number, ...] | Linear
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


# -- trees with an unknown number x in them: where it stands, and the tree as one run of a search sees it


class Places(NamedTuple):
    """Where x stands in a tree: the leaves that bear it, and the nodes whose probability it is part of."""

    values: list[int]
    probabilities: list[int]


def places_of(tree: Tree) -> Places:
    """Return where x stands in a tree."""
    return Places(_places(tree.value), _places(tree.probability))


def _places(column: Sequence[object]) -> list[int]:
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
