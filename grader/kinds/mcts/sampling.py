"""What Monte Carlo tree search is played on: a tree, what its nodes have been visited and won before, and the results to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.exact import Number
from grader.games.tree import LEAF, MAX, OPPONENT, Tree
from grader.kinds.mcts.played import Rollouts

NONE = "none"
"""What is answered where no node is added; no node may be called so."""


class Sampling(NamedTuple):
    """A tree with statistics.

    `visits` holds None for a node outside the search tree. `rewards` are MAX's of the simulations, None where none is
    given; `priors` those of all nodes where the formula weighs them. `playouts` are the nodes below the root that each playout comes
    to, where playouts are given; then one player makes all moves. `rollouts` are those by the rules of a game, where their choices are given.
    """

    tree: Tree
    visits: Sequence[int | None]
    totals: Sequence[Number]
    rewards: Sequence[Number | None]
    priors: Sequence[Number] = ()
    playouts: Sequence[tuple[int, ...]] = ()
    rollouts: Rollouts | None = None

    @property
    def iterations(self) -> int:
        """Return how many iterations are run."""
        return len(self.rewards)

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node."""
        return self.tree.ids

    @property
    def whole(self) -> Tree:
        """Return the tree."""
        return self.tree

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return self.tree.by_id()

    def path_to(self, node: int) -> list[int]:
        """Return the nodes from the root to this one."""
        return self.tree.path_to(node)

    def reached(self) -> list[int]:
        """Return all nodes."""
        return self.tree.reached()

    def leaves(self) -> list[int]:
        """Return the leaves, open nodes among them."""
        return self.tree.leaves()

    def children(self, node: int) -> range:
        """Return the children of a node."""
        return self.tree.children(node)

    def below(self, node: int) -> Iterator[int]:
        """Yield the node and everything below it."""
        return self.tree.below(node)

    def movers(self) -> list[int]:
        """Return who moves at each node; at a leaf or an open node the opponent of who moved there."""
        tree = self.tree
        if self.playouts:
            return [MAX] * tree.size
        movers: list[int] = []
        for node, kind in enumerate(tree.kind):
            above = OPPONENT[movers[tree.parent[node]]] if node else MAX
            movers.append(above if kind == LEAF else kind)
        return movers

    def recorded_for(self, whose: str) -> list[int]:
        """Return the player whose rewards each node counts by the convention `totals-for`."""
        movers = self.movers()
        if whose == "own":
            return movers
        if whose == "max" or self.playouts:
            return [MAX] * len(movers)
        return [OPPONENT[movers[0]], *(movers[self.tree.parent[node]] for node in range(1, len(movers)))]
