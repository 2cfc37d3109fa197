"""The horizon: a tree that is searched only so far becomes a smaller tree, in which what lies at the limit is a leaf.

A node at the horizon is worth its static value. Every search then runs on the smaller tree and knows nothing of this.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.exact import Number
from grader.games.tree import BEYOND, CHANCE, LEAF, Horizon, Tree

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
