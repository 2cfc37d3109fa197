"""Game trees as flat lists: nodes are integers in breadth-first order, the children of a node are contiguous.

No function here recurses, so a chain of 10,000 nodes is as good a tree as any.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from grader.core.numbers import Number, total

# -- a position of a game as it is drawn


class Board(NamedTuple):
    """What stands in each cell of a board, row by row from the top, as text; `stores` are those left and right of pits, where there are some."""

    rows: tuple[tuple[str, ...], ...]
    stores: tuple[str, ...] = ()


LEAF, MAX, MIN, CHANCE, MEAN, BEYOND, FIRST_PLAYER = range(7)
"""The kinds of nodes. Plain ints, because the solvers index lists of rules with them.

No tree holds a MEAN node: it is the role that a wrong rule gives to a player who is thought to move at random. A BEYOND
node lies below the horizon of a tree that was cut: no search comes there, and only its number, its id and its move remain.
From FIRST_PLAYER on stand several players, each a kind of its own.
"""

KIND_NAMES = ("leaf", "MAX", "MIN", "chance")
OPPONENT = {MAX: MIN, MIN: MAX}


def is_player(kind: int) -> bool:
    """Return whether somebody chooses at a node of this kind."""
    return kind in OPPONENT or kind >= FIRST_PLAYER


class Evaluation(NamedTuple):
    """How features are weighed: the static value of a position is its bias plus the sum of weight times feature."""

    weights: Mapping[str, Number]
    bias: Number = 0

    def value(self, features: Mapping[str, Number]) -> Number:
        """Return the static value; a feature that is not named is 0, one without a weight counts nothing.

        >>> Evaluation({"material": 3, "mobility": 1}).value({"material": 1, "mobility": 2})
        5
        """
        weighed = [name for name in features if name in self.weights]
        numbers = [self.bias, *(features[name] for name in weighed)]
        return total(numbers, [1, *(self.weights[name] for name in weighed)])


class Horizon(NamedTuple):
    """Where a tree was cut: the whole tree, the limit, how much further a search goes at nodes that are not quiet, and the unit.

    `limit` is counted in the edges that `unit` (convention `depth-in`) counts; `extension` None: as far as it takes.
    `searched` is how many nodes there are up to the last that a search can come to: all after it are BEYOND.
    """

    whole: "Tree"
    limit: int
    extension: int | None
    unit: str
    searched: int


class Tree(NamedTuple):
    """A game tree of n nodes; every column has length n, node 0 is the root.

    The children of node i are `range(first[i], end[i])`, empty for a leaf. `value` is a leaf's utility (None inside);
    `probability` is that of the edge from a chance parent (None elsewhere); `move` labels the edge from the parent
    (the root's is its id). `ids` are unique.

    The columns from `static` on are None where no node has one: the static value of an inner node, the features of a
    position, whether a search may stop there (True where nothing is said), the position as text, and the child that a
    known opponent plays (None where nothing is stated). `evaluation` weighs the features. A tree that was cut
    (`grader.games.horizon`) has the nodes of the whole one by the same numbers: at its `horizon` they are leaves, below it
    BEYOND, without children. `players` are the names of several players; a leaf is worth a number for each of them then.
    `standing` is there where the children of two players stand in another order for a search: which child stands at each place of
    `range(first[i], end[i])`; None: every node at its own. Drawings and documents know nothing of it.
    """

    kind: Sequence[int]
    first: Sequence[int]
    end: Sequence[int]
    parent: Sequence[int]
    value: Sequence[Number | None]
    probability: Sequence[Number | None]
    ids: Sequence[str]
    moves: Sequence[str]
    static: Sequence[Number | None] | None = None
    features: Sequence[Mapping[str, Number] | None] | None = None
    quiet: Sequence[bool] | None = None
    state: Sequence[str | None] | None = None
    reply: Sequence[int | None] | None = None
    evaluation: Evaluation | None = None
    horizon: Horizon | None = None
    players: Sequence[str] = ()
    standing: Sequence[int] | None = None

    @property
    def whole(self) -> "Tree":
        """Return the tree with all that lies below its horizon; itself where nothing was cut."""
        return self if self.horizon is None else self.horizon.whole

    def columns(self) -> tuple[Sequence[object] | None, ...]:
        """Return all columns, None for each that no node has anything in."""
        return self[:_COLUMNS]

    def frozen(self) -> "Tree":
        """Return the tree with tuples as its columns."""
        frozen = [None if column is None else tuple(column) for column in self.columns()]
        return Tree(*frozen, *self[_COLUMNS:])  # type: ignore[arg-type]  # each column stays what it is

    @property
    def searched(self) -> int:
        """Return how many nodes there are up to the last that a search can come to."""
        return len(self.kind) if self.horizon is None else self.horizon.searched

    @property
    def size(self) -> int:
        """Return the number of nodes."""
        return len(self.kind)

    def payoffs(self, leaf: int) -> tuple[Number, ...]:
        """Return what a leaf is worth to each of several players."""
        payoffs: Any = self.value[leaf]
        return tuple(payoffs)

    def children(self, node: int) -> range:
        """Return the children of the node, left to right."""
        return range(self.first[node], self.end[node])

    def placed(self, node: int) -> Sequence[int]:
        """Return the children of the node as they stand for a search, left to right."""
        start, stop = self.first[node], self.end[node]
        return range(start, stop) if self.standing is None else self.standing[start:stop]

    def leaves(self) -> list[int]:
        """Return the leaves, breadth-first; at a horizon too."""
        return [node for node, kind in enumerate(self.kind) if kind == LEAF]

    def inner(self) -> list[int]:
        """Return the nodes that have children, breadth-first."""
        return [node for node, kind in enumerate(self.kind) if LEAF < kind != BEYOND]

    def at_horizon(self) -> list[int]:
        """Return the leaves that are inner nodes of the whole tree, breadth-first."""
        whole = self.whole.kind
        return [node for node, kind in enumerate(self.kind) if kind == LEAF and whole[node] != LEAF]

    def is_at_horizon(self, node: int) -> bool:
        """Return whether the node is a leaf only because the search stops there."""
        return self.kind[node] == LEAF and self.whole.kind[node] != LEAF

    def mover(self, node: int) -> str:
        """Return who moves at an inner node: MAX, MIN, chance, or the name of a player."""
        kind = self.kind[node]
        return KIND_NAMES[kind] if kind < FIRST_PLAYER else self.players[kind - FIRST_PLAYER]

    def depths(self) -> list[int]:
        """Return the depth of every node, those below a horizon too; the root's is 0."""
        depths = [0] * self.size
        for node in range(1, self.size):
            depths[node] = depths[self.parent[node]] + 1
        return depths

    def height(self) -> int:
        """Return the greatest depth of a node that a search can come to."""
        return max(depth for depth, kind in zip(self.depths(), self.kind, strict=True) if kind != BEYOND)

    def _levels(self, node: int) -> Iterator[range]:
        """Yield the run of nodes that holds all of the next level below the node, from itself down.

        A run can hold BEYOND nodes: below its horizon a tree has gaps.
        """
        start, stop = node, node + 1
        while start < stop:
            yield range(start, stop)
            inner = [n for n in range(start, stop) if self.first[n] < self.end[n]]
            start, stop = (self.first[inner[0]], self.end[inner[-1]]) if inner else (0, 0)

    def below(self, node: int) -> Iterator[int]:
        """Yield the node and everything below it that a search can come to, breadth-first; nothing for a BEYOND node."""
        for level in self._levels(node):
            yield from (n for n in level if self.kind[n] != BEYOND)

    def leaves_below(self, node: int) -> list[int]:
        """Return the leaves at or below the node, left to right within each level."""
        return [n for level in self._levels(node) for n in level if self.kind[n] == LEAF]

    def path_to(self, node: int) -> list[int]:
        """Return the nodes from the root to this one, both included."""
        path = [node]
        while path[-1] != 0:
            path.append(self.parent[path[-1]])
        return path[::-1]

    def reached(self) -> list[int]:
        """Return the nodes that a search can come to: all but those below a horizon."""
        return [node for node, kind in enumerate(self.kind) if kind != BEYOND]

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return {id_: node for node, id_ in enumerate(self.ids)}

    def by_move(self, node: int) -> dict[str, int]:
        """Return the child of the node that each text can name: its id, or a move that leads to one child only.

        Only at the root are moves kept from being equal; elsewhere a child's id goes before another's move.
        """
        children = self.children(node)
        uses = Counter(self.moves[child] for child in children)
        once = {self.moves[child]: child for child in children if uses[self.moves[child]] == 1}
        return once | {self.ids[child]: child for child in children}

    def move_to(self, child: int) -> str:
        """Return how a document calls the move to a child: by its label, or by the child's id where that is not plain."""
        return (
            self.moves[child] if self.by_move(self.parent[child]).get(self.moves[child]) == child else self.ids[child]
        )

    def depth_first(
        self, *, right_to_left: bool = False, is_left_out: Callable[[int], bool] | None = None
    ) -> Iterator[int]:
        """Yield the nodes in the order in which a depth-first search enters them; nothing below one that is left out."""
        step = 1 if right_to_left else -1
        first, end, standing = self.first, self.end, self.standing
        waiting = [0]
        while waiting:
            node = waiting.pop()
            yield node
            if is_left_out is None or not is_left_out(node):
                places = range(first[node], end[node])
                children = places if standing is None else standing[places.start : places.stop]
                waiting.extend(children[::step])


_COLUMNS = 13  # the fields before `evaluation`
