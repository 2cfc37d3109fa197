"""What a construction asks: which object is handed in, what must come out when the search runs on it, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from grader.answers.things.fillings import Filling
from grader.answers.things.orders import Order
from grader.exact import Number
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds.lifts.claim import Claim
from grader.kinds.lifts.searched import Lifted

ORDER, VALUES, CHANGES, TREE = "order", "values", "changes", "tree"
MAKES = (ORDER, VALUES, CHANGES, TREE)
"""What can be made; each is the name of the part in which it is handed in."""
Made: TypeAlias = Order | Filling | Tree
"""What is made and handed in: children in an order, numbers at leaves (all that are free, or changes), a tree."""
MOST, LEAST = "most-pruned", "least-pruned"


class Allowed(NamedTuple):
    """Which numbers may be handed in: between `low` and `high` where there are bounds, whole ones only, each only once."""

    low: Number | None = None
    high: Number | None = None
    integers: bool = False
    distinct: bool = False


class Found(NamedTuple):
    """What is known of the best object before anybody hands one in.

    `example` earns full marks. `best` is its number: leaves evaluated, changes, nodes (None where nothing is counted).
    `trivial` is what the trivial answers reach: leaves evaluated, the share of the goal.
    """

    example: Made
    best: int | None = None
    trivial: Number = 0


class Asked(NamedTuple):
    """What a construction asks. `objective` or `claims` are the goal; `free` are the ids of the leaves that get a number.

    `stated` is the best number that the author gives, and `shown` the author's example; None where there is none. `root` moves at
    the root of a tree that is to be made.
    """

    make: str
    objective: str = ""
    claims: tuple[Claim, ...] = ()
    free: tuple[str, ...] = ()
    allowed: Allowed = Allowed()
    stated: int | None = None
    shown: Made | None = None
    root: str = "max"
    found: Found = Found({})  # nobody writes to it


class Construction(Lifted):
    """The game of a construction. Where a whole tree is to be made, its nodes are called as in the example: steps tell of that one."""

    __slots__ = ()

    @property
    def named(self) -> Tree:
        """Return the tree whose nodes steps and entries are about."""
        asked: Asked = self.asked
        tree: Tree = self.searched.game
        example = asked.found.example
        return example if isinstance(example, Tree) else tree

    @property
    def ids(self) -> Sequence[str]:
        """Return the id of each node."""
        return self.named.ids

    def by_id(self) -> dict[str, int]:
        """Return the node of each id."""
        return self.named.by_id()

    def path_to(self, key: int) -> list[int]:
        """Return the nodes from the root to this one, both included."""
        return self.named.path_to(key)

    def below(self, key: int) -> Iterator[int]:
        """Yield the node and everything below it."""
        return self.named.below(key)


def asked_of(problem: Problem) -> Asked:
    """Return what the construction asks."""
    asked: Asked = problem.game.asked
    return asked


def searched_of(problem: Problem) -> Problem:
    """Return the problem that is searched as it is given: of a tree to make, one leaf."""
    searched: Problem = problem.game.searched
    return searched


def construction_of(problem: Problem) -> Construction:
    """Return the construction that a problem asks for."""
    game: Construction = problem.game
    return game


def free_leaves(lifted: Construction) -> Sequence[int]:
    """Return the leaves that get a number, breadth-first."""
    by_id = lifted.by_id()
    return [by_id[id_] for id_ in lifted.asked.free]
