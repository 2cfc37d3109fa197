"""A construction: which object is handed in, what must come out when the search runs on it, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from grader.core.answers.case import Answer
from grader.core.answers.object_forms import Filling, Order
from grader.core.answers.run import ObjectForm, Ran
from grader.core.games.changed import cut_as, reordered, with_values
from grader.core.games.problem import Problem
from grader.core.games.tree import Tree
from grader.core.numbers import Number, whole
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.searched import Lifted, as_said
from grader.kinds.about_searches.solved import Solved, right_way

MOST_RUNS = 20_000
"""How often a search may be run to find the best object; counted before it is run at all."""
ORDER, VALUES, CHANGES, TREE = "order", "values", "changes", "tree"
"""What can be made; each is the name of the part in which it is handed in."""
Made: TypeAlias = Order | Filling | Tree
"""What is made and handed in: children in an order, numbers at leaves (all that are free, or changes), a tree."""
MOST, LEAST = "most-pruned", "least-pruned"
COUNTED = ("leaves-evaluated",)


class Unfit(Exception):
    """A construction that cannot be asked: a message, and the path to what is wrong with it."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.message, self.path = message, path


def unproved(why: str, *path: str) -> Unfit:
    """Return that the best object is not found by itself."""
    return Unfit(
        f"{why}, which is too many to try: give the best number as best, and an example that reaches it", *path
    )


class Allowed(NamedTuple):
    """Which numbers may be handed in: between `low` and `high` where there are bounds, whole ones only, each only once."""

    low: Number | None = None
    high: Number | None = None
    integers: bool = False
    distinct: bool = False


class BestKnown(NamedTuple):
    """What is known of the best object before anybody hands one in.

    `example` earns full marks. `best` is its number: leaves evaluated, changes, nodes (None where nothing is counted).
    `trivial` is what the trivial answers reach: leaves evaluated, the share of the goal.
    """

    example: Made
    best: int | None = None
    trivial: Number = 0


class ConstructionTask(NamedTuple):
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
    found: BestKnown = BestKnown({})  # nobody writes to it


class Construction(Lifted):
    """The game of a construction. Where a whole tree is to be made, its nodes are called as in the example: steps tell of that one."""

    __slots__ = ()

    @property
    def game(self) -> Tree:
        """Return the tree whose nodes steps and entries are about."""
        example = self.asked.found.example
        tree: Tree = example if isinstance(example, Tree) else self.searched.game
        return tree

    def below(self, key: int) -> Iterator[int]:
        """Yield the node and everything below it."""
        return self.game.below(key)

    @property
    def free(self) -> Sequence[int]:
        """Return the leaves that get a number, breadth-first."""
        by_id = self.by_id()
        return [by_id[id_] for id_ in self.asked.free]

    def solved(self, thing: Made) -> Solved:
        """Return the problem that an object makes, solved as far as the claims of the goal read it."""
        return right_way(built(self.searched, self.asked.make, thing)).solved(self.asked.claims)

    def is_reached(self, solved: Solved) -> bool:
        """Return whether all claims of the goal hold."""
        return all(claim.holds(solved) for claim in self.asked.claims)

    def reaches(self, thing: Made) -> bool:
        """Return whether all claims of the goal hold of the problem that an object makes."""
        return self.is_reached(self.solved(thing))

    def check_goal(self, shown: Made) -> None:
        """Raise Unfit where the author's example does not reach the goal, with the claims that do not hold of it."""
        solved = self.solved(shown)
        if not self.is_reached(solved):
            raise Unfit(missed_words(self, solved, "does not reach the goal:"), "example")

    def checked(self, counted: Callable[[Made], int], what: str, best: int | None) -> Made:
        """Return the author's example. Raises Unfit where it is not one of the best number."""
        shown: Made = self.asked.shown
        self.check_goal(shown)
        if (count := counted(shown)) != best:
            raise Unfit(what.format(count, best), "example")
        return shown


def built(searched: Problem, make: str, thing: Made) -> Problem:
    """Return the searched problem with the object put in: children in its order, its numbers at the leaves, its tree."""
    tree: Tree = searched.game
    put: Callable[[Tree, Answer], Tree] = reordered if make == ORDER else with_values
    return searched._replace(game=cut_as(tree, thing if isinstance(thing, Tree) else put(tree.whole, thing)))


class Task(NamedTuple):
    """All there is to one sort of object that is made: its part, how one is found, and what each earns.

    `title`, `task` and `rule` are those of its part, `example(problem)` how one is written there; `goal(problem)` is what a statement asks.
    `best(game)` is the best object, or raises Unfit. `run(game, thing)` is what an object earns, `earning(game)` says what any does.
    `trivial(game)` are those that need no thought, among `tried(game)` is looked for one that only a wrong rule calls right.
    `fields` are those of a document that have a place.
    """

    title: str
    task: str
    rule: str
    thing: ObjectForm
    example: Callable[[Problem], str]
    goal: Callable[[Problem], list[str]]
    best: Callable[[Construction], BestKnown]
    run: Callable[[Construction, Answer], Ran]
    earning: Callable[[Construction], str]
    trivial: Callable[[Construction], Sequence[Made]]
    tried: Callable[[Construction], Iterable[Made]]
    counted: Callable[[Problem], str]
    fields: tuple[str, ...]


def choices(tree: Tree) -> dict[int, Sequence[int]]:
    """Return the children of every node that has some."""
    return {node: tree.children(node) for node in range(tree.size) if tree.first[node] < tree.end[node]}


def terminal_leaves(tree: Tree) -> list[int]:
    """Return the leaves that have a number of their own: not those at a horizon."""
    return [leaf for leaf in tree.leaves() if not tree.is_at_horizon(leaf)]


def between(share: Number) -> Number:
    """Return a share of the marks: none or all where it lies beyond."""
    return whole(min(max(Fraction(share), Fraction(0)), Fraction(1)))


def times(count: int, what: str) -> str:
    """Return so many things with their number.

    >>> times(1, "change"), times(2, "change")
    ('1 change', '2 changes')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def claims_words(problem: Problem) -> str:
    """Return what must hold."""
    claims = [claim.say(as_said(problem)) for claim in problem.game.asked.claims]
    return claims[0] if len(claims) == 1 else f"all of this holds: {'; '.join(claims)}"


def missed_words(game: Construction, solved: Solved, how: str) -> str:
    """Return which claims do not hold of an object, and what the search finds of all that they are about instead."""
    missed = [claim for claim in game.asked.claims if not claim.holds(solved)]
    if not missed:
        return f"{how} the goal is reached"
    known = right_way(solved.problem).solved()  # more than the claims read
    each = [one for claim in missed for one in claim.within() if not one.claims]
    found = "; ".join(dict.fromkeys(filter(None, (next(one.sort.facts(one, known), "") for one in each))))
    said = "; ".join(f"it is not so that {claim.say(solved.problem)}" for claim in missed)
    return f"{how} {said}{f' ({found})' if found else ''}"
