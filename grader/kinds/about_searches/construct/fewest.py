"""As little as possible that reaches a goal: the fewest changes of numbers at leaves, the smallest tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, pairwise, permutations, product
from math import ceil, floor
from typing import NamedTuple

from grader.core.answers.object_forms import NESTED, Filling, NestedTree, Rules
from grader.core.answers.run import Ran
from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Path
from grader.core.games.changed import with_values
from grader.core.games.problem import Problem
from grader.core.games.sources import read_tree
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.core.numbers import Number, show_number, whole
from grader.core.search.folds import FULL_WINDOW
from grader.kinds.about_searches.construct.solve import (
    MOST_RUNS,
    BestKnown,
    Construction,
    Made,
    Task,
    Unfit,
    between,
    claims_words,
    missed_words,
    terminal_leaves,
    times,
    unproved,
)
from grader.kinds.about_searches.construct.values import (
    example_of,
    first_that_reaches,
    limits_of,
    marks,
    numbers_at,
    refused,
    refused_number,
    twice_words,
)

_MOST_NODES = 7
_MOST_TRIED = 5
"""Trees of so many nodes are tried under a wrong rule."""


def size_of(game: Construction, thing: Made) -> int:
    """Return what is to be small: the nodes of a tree, of changes how many of the numbers are other ones than the tree has."""
    if isinstance(thing, Tree):
        return thing.size
    value = game.searched.game.value
    return sum(value[leaf] != number for leaf, number in thing.items())


class _Least(NamedTuple):
    """What is said of objects of which the smallest earns most: what is counted, of how much one is made, and what each earns."""

    what: str
    own: str
    missed: str
    marks: str
    is_many: bool

    def run(self, game: Construction, thing: Made) -> Ran:
        """Return what an object earns: the share that the least is of it."""
        count, best, marks = size_of(game, thing), game.asked.found.best or 1, f"Marks: {self.earning(game)}."
        if not count:
            return Ran(0, "nothing is changed")
        own, solved = times(count, self.what), game.solved(thing)
        if not game.is_reached(solved):
            return Ran(0, missed_words(game, solved, self.missed.format(own)), marks)
        reach, are = (
            "reach" if self.is_many and count > 1 else "reaches",
            "is" if self.is_many and best == 1 else "are",
        )
        enough = f"{times(best, self.what)} {are} enough. {marks}"
        return Ran(between(Fraction(best, count)), f"{self.own.format(own)} {reach} the goal", enough)

    def earning(self, game: Construction) -> str:
        """Return what each object earns."""
        best = game.asked.found.best or 1
        return f"{self.marks.format(best, times(best, self.what))}, none where the goal is not reached"


_CHANGES = _Least("change", "{}", "with {}", "all for {1}, {0}/n for n of them", is_many=True)
_NODES = _Least(
    "node",
    "your tree of {}",
    "in your tree",
    "all for a tree of {0} nodes, {0}/n for one of n nodes",
    is_many=False,
)


# as few changes as possible


def _best_changes(game: Construction) -> BestKnown:
    """Return the fewest changes that reach the goal, one or two. Raises Unfit: also where nothing has to be changed."""
    if game.reaches({}):
        raise Unfit("a trivial answer reaches the goal: nothing has to be changed", "goal")
    found, stated = _fewest(game), game.asked.stated
    if found is not None and stated not in (None, found.best):
        raise Unfit(f"{found.best} is enough, expected this number or none", "best")
    best = stated if found is None else found.best
    if game.asked.shown is not None:
        return BestKnown(game.checked(partial(size_of, game), "changes {} numbers, not {}", best), best)
    if found is None:
        raise Unfit("the fewest changes are not found by trying; give an example beside best", "best")
    return found


def _fewest(game: Construction) -> BestKnown | None:
    """Return the fewest changes, found by trying; None where the author says what cannot be tried."""
    is_stated, tree = game.asked.stated is not None, game.searched.game
    leaves, numbers = len(terminal_leaves(tree)), candidates(game)
    single, double = leaves * len(numbers), leaves * (leaves - 1) // 2 * len(numbers) ** 2
    if CHANCE in tree.kind or single > MOST_RUNS:
        if is_stated:
            return None
        raise unproved(
            "a chance node is in the tree" if CHANCE in tree.kind else f"there are {single:,} changes", "tree"
        )
    is_small = single + double <= MOST_RUNS
    for count in (1, 2) if is_small else (1,):
        chosen = (leaves for leaves in combinations(terminal_leaves(tree), count) if _might_do(game, leaves, numbers))
        tried = chain.from_iterable(_changes_at(game, leaves, numbers) for leaves in chosen)
        if (filling := first_that_reaches(game, tried)) is not None:
            return BestKnown(filling, count)
    if is_stated:
        return None
    if is_small:
        raise Unfit("neither one change nor two reach the goal", "goal")
    raise unproved(f"there are {single + double:,} changes of two numbers", "goal")


def _might_do(game: Construction, leaves: Sequence[int], numbers: Sequence[Number]) -> bool:
    """Return whether changes of these leaves might reach the goal.

    Where a leaf rises no value falls. So where one move is to be the only best one, the numbers that are best for it tell of all.
    """
    tree, conventions, claims = game.searched.game, game.searched.conventions, game.asked.claims
    is_plain = conventions.initial_window == FULL_WINDOW and conventions.values_for == "max" and tree.features is None
    if not is_plain or [claim.name for claim in claims] != ["only-best-move"] or len(claims[0].ids) > 1:
        return True
    below = {*tree.below(game.by_id()[claims[0].ids[0]])}
    favouring = {True: max, False: min}
    best = {leaf: favouring[(leaf in below) == (tree.kind[0] == MAX)](numbers, default=0) for leaf in leaves}
    return game.reaches(best)


def changes_of(game: Construction, count: int, numbers: Sequence[Number]) -> Iterator[Filling]:
    """Yield all changes of so many leaves to these numbers, those to near numbers first; what is not allowed left out."""
    for leaves in combinations(terminal_leaves(game.searched.game), count):
        yield from _changes_at(game, leaves, numbers)


def _changes_at(game: Construction, leaves: Sequence[int], numbers: Sequence[Number]) -> Iterator[Filling]:
    tree: Tree = game.searched.game
    for row in product(*(_nearest_first(numbers, tree.value[leaf] or 0) for leaf in leaves)):
        filling: Filling = dict(zip(leaves, row, strict=True))
        if refused(game, filling) is None:
            yield filling


def _nearest_first(numbers: Sequence[Number], old: Number) -> list[Number]:
    """Return the other numbers, the nearest one first."""
    return sorted((number for number in numbers if number != old), key=lambda number: (abs(number - old), number))


def candidates(game: Construction) -> list[Number]:
    """Return the numbers of which one is enough wherever any is: all that stand in the problem, and some beside and between them."""
    allowed, known = game.asked.allowed, sorted(marks(game))
    found = {*known, known[0] - 1, known[0] - 2, known[-1] + 1, known[-1] + 2}
    for low, high in pairwise(known):  # two between neighbours; whole ones as far as there are some
        third = Fraction(high - low) / 3
        is_whole = allowed.integers
        found |= {*range(floor(low) + 1, ceil(high))[:2]} if is_whole else {whole(low + third), whole(low + 2 * third)}
    if allowed.integers:
        found |= {end(number) for number in found for end in (floor, ceil)}
    return sorted(number for number in found if not refused_number(number, allowed))


_AT_LEAVES = numbers_at(
    "leaf",
    lambda problem: terminal_leaves(problem.game.searched.game),
    # which numbers stay is for the student to find: only those that are typed are compared
    lambda problem: Rules(limits_of(problem.game.asked.allowed), () if problem.game.asked.allowed.distinct else None),
    is_open=True,
)
CHANGE_TASK = Task(
    "Your changes",
    "as few leaves as possible with their new numbers, so that the goal is reached (leaf: number)",
    "A change matters where it turns a comparison over",
    _AT_LEAVES,
    example=partial(example_of, _AT_LEAVES),
    goal=lambda problem: [f"Goal: change the numbers of as few leaves as possible, so that {claims_words(problem)}."],
    best=_best_changes,
    run=_CHANGES.run,
    earning=_CHANGES.earning,
    trivial=lambda _: [{}],
    tried=lambda game: chain.from_iterable(
        changes_of(game, count, candidates(game)) for count in range(1, (game.asked.found.best or 1) + 1)
    ),
    counted=lambda _: "the fewest changes that reach the goal",
    fields=("allowed", "best"),
)


# the smallest tree: of all shapes of up to seven nodes, with leaves in every pattern


def grown(raw: Data, root: str) -> tuple[Tree | None, str, Path]:
    """Return the tree of a nested list, by the reader of all trees, and what is wrong with it at which path."""
    conventions = Conventions()._replace(root=root)
    tree, faults, _ = read_tree(Document("the tree", {"tree": raw}, "", b""), conventions, {})
    return (tree, "", ()) if tree is not None else (None, faults[0].message, faults[0].path[1:])


def _nested_list(problem: Problem, tree: Tree) -> Plain:
    """Return a tree as the nested list that it is read from."""
    written: list[Plain] = [None] * tree.size
    for node in range(tree.size - 1, -1, -1):
        value = tree.value[node]
        if value is None or tree.kind[node] != LEAF:
            written[node] = [written[child] for child in tree.children(node)]
        else:
            written[node] = value if isinstance(value, int) else show_number(value)
    return written[0]


def _refused_tree(problem: Problem, tree: Tree) -> str:
    stands: dict[Number, int] = {}
    for leaf in tree.leaves() if problem.game.asked.allowed.distinct else ():
        first = stands.setdefault(number := tree.value[leaf] or 0, leaf)
        if first != leaf:
            return twice_words(tree, number, first, leaf)
    return ""


def _best_tree(game: Construction) -> BestKnown:
    """Return the smallest tree that reaches the goal. Raises Unfit: also where one leaf reaches it."""
    if game.reaches(game.searched.game):
        raise Unfit("a trivial answer reaches the goal: a tree of one leaf", "goal")
    asked = game.asked
    if asked.stated is not None:
        if asked.shown is None:
            raise Unfit("expected an example beside it", "best")
        return BestKnown(_checked(game, asked.stated), asked.stated)
    if why := _untriable(game):
        raise Unfit(f"{why}: give the fewest nodes as best, and an example that has them", "goal")
    for size in range(2, _MOST_NODES + 1):
        for tree in trees(size, asked.root, is_distinct=asked.allowed.distinct):
            if game.reaches(tree):
                return BestKnown(tree if asked.shown is None else _checked(game, size), size)
    message = f"no tree of up to {_MOST_NODES} nodes reaches the goal; give the fewest nodes as best, and an example"
    raise Unfit(message, "goal")


def _checked(game: Construction, best: int) -> Made:
    return game.checked(partial(size_of, game), "has {} nodes, expected {}", best)


def _untriable(game: Construction) -> str:
    """Return why patterns of leaves do not say all about a goal; nothing where they do."""
    if any(one.sort.values(one) for claim in game.asked.claims for one in claim.within()):
        return "the goal names a value"
    conventions = game.searched.conventions
    is_full = conventions.initial_window == FULL_WINDOW and "value-bounds" not in conventions.stated
    return "" if is_full else "the window is not the full one"


def trees(size: int, root: str, *, is_distinct: bool = False) -> Iterator[Tree]:
    """Yield every tree of so many nodes with its leaves in every pattern, written with 0, 1, …; of `is_distinct` those without ties."""
    for shape in shapes(size):
        tree, _, _ = grown(shape, root)
        if tree is not None:
            leaves = tree.leaves()
            for row in patterns(len(leaves), is_distinct=is_distinct):
                yield with_values(tree, dict(zip(leaves, row, strict=True)))


@cache
def shapes(size: int) -> tuple[Plain, ...]:
    """Return every ordered tree of so many nodes as a nested list of zeros.

    >>> shapes(3)
    ([[0]], [0, 0])
    """
    return (0,) if size == 1 else tuple([*children] for children in forests(size - 1))


@cache
def forests(size: int) -> tuple[tuple[Plain, ...], ...]:
    """Return every sequence of ordered trees that have so many nodes together.

    >>> forests(2)
    (([0],), (0, 0))
    """
    if size == 0:
        return ((),)
    return tuple(
        (shape, *rest) for first in range(size, 0, -1) for shape in shapes(first) for rest in forests(size - first)
    )


@cache
def patterns(count: int, *, is_distinct: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return every pattern of less, equal and greater among so many numbers, written with 0, 1, ….

    >>> patterns(2)
    ((0, 0), (0, 1), (1, 0))
    >>> [len(patterns(count)) for count in range(1, 7)]
    [1, 3, 13, 75, 541, 4683]
    """
    if is_distinct:
        return tuple(permutations(range(count)))
    return tuple(row for row in product(range(count), repeat=count) if set(row) == set(range(max(row) + 1)))


TREE_TASK = Task(
    "The tree",
    "a tree with as few nodes as possible that reaches the goal (a nested list such as [[a, b], [c, d]], with numbers for the letters)",
    "A tree is judged by running the search on it",
    NestedTree(lambda problem, raw: grown(raw, problem.game.asked.root), _nested_list, _refused_tree),
    example=lambda _: f"{NESTED}, with numbers for the letters",
    goal=lambda problem: [
        f"Goal: make a tree with as few nodes as possible in which {claims_words(problem)}.",
        f"{problem.game.asked.root.upper()} moves at its root, and the players take turns. Nodes are called A, B, C and so on, level by level.",
    ],
    best=_best_tree,
    run=_NODES.run,
    earning=_NODES.earning,
    trivial=lambda game: [game.searched.game],
    tried=lambda game: chain.from_iterable(
        trees(size, game.asked.root, is_distinct=game.asked.allowed.distinct) for size in range(2, _MOST_TRIED + 1)
    ),
    counted=lambda _: "the fewest nodes that reach the goal",
    fields=("allowed", "best"),
)
