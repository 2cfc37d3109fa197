"""Game trees as flat lists: nodes are integers in breadth-first order, the children of a node are contiguous.

No function here recurses, so a chain of 10,000 nodes is as good a tree as any.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.exact import Number

LEAF, MAX, MIN, CHANCE, MEAN = range(5)
"""The kinds of nodes. Plain ints, because the solvers index lists of rules with them.

No tree holds a MEAN node: it is the role that a wrong rule gives to a player who is thought to move at random.
"""

KIND_NAMES = ("leaf", "MAX", "MIN", "chance")
OPPONENT = {MAX: MIN, MIN: MAX}


class Tree(NamedTuple):
    """A game tree of n nodes; every field has length n, node 0 is the root.

    The children of node i are `range(first[i], end[i])`, empty for a leaf. `value` is a leaf's utility (None inside);
    `probability` is that of the edge from a chance parent (None elsewhere); `move` labels the edge from the parent
    (the root's is its id). `ids` are unique.
    """

    kind: Sequence[int]
    first: Sequence[int]
    end: Sequence[int]
    parent: Sequence[int]
    value: Sequence[Number | None]
    probability: Sequence[Number | None]
    ids: Sequence[str]
    moves: Sequence[str]

    @property
    def size(self) -> int:
        """Return the number of nodes."""
        return len(self.kind)

    def children(self, node: int) -> range:
        """Return the children of the node, left to right."""
        return range(self.first[node], self.end[node])

    def leaves(self) -> list[int]:
        """Return the leaves, breadth-first."""
        return [node for node, kind in enumerate(self.kind) if kind == LEAF]

    def inner(self) -> list[int]:
        """Return the nodes that have children, breadth-first."""
        return [node for node, kind in enumerate(self.kind) if kind != LEAF]

    def depths(self) -> list[int]:
        """Return the depth of every node; the root's is 0."""
        depths = [0] * self.size
        for node in range(1, self.size):
            depths[node] = depths[self.parent[node]] + 1
        return depths

    def below(self, node: int) -> Iterator[int]:
        """Yield the node and everything below it, breadth-first (contiguous level by level)."""
        start, stop = node, node + 1
        while start < stop:
            yield from range(start, stop)
            inner = [n for n in range(start, stop) if self.first[n] < self.end[n]]
            start, stop = (self.first[inner[0]], self.end[inner[-1]]) if inner else (0, 0)

    def leaves_below(self, node: int) -> list[int]:
        """Return the leaves at or below the node, left to right within each level."""
        return [n for n in self.below(node) if self.kind[n] == LEAF]

    def path_to(self, node: int) -> list[int]:
        """Return the nodes from the root to this one, both included."""
        path = [node]
        while path[-1] != 0:
            path.append(self.parent[path[-1]])
        return path[::-1]

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return {id_: node for node, id_ in enumerate(self.ids)}


def alternate(root: int, depths: Sequence[int]) -> list[int]:
    """Return the player to move at each depth when players alternate from the root's."""
    return [root if depth % 2 == 0 else OPPONENT[root] for depth in depths]
