"""The best order of children: by the formula of Knuth and Moore, or by trying all orders."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial

from grader.answers.things.orders import Order
from grader.exact import Number
from grader.games.changed import reversed_children
from grader.games.problem import Problem
from grader.games.tree import CHANCE, MAX, MIN, OPPONENT, Tree
from grader.kinds.lifts.construct.asked import LEAST, MOST, Construction, Found
from grader.kinds.lifts.construct.running import evaluated, is_better
from grader.kinds.lifts.construct.unfit import MOST_RUNS, Unfit, unproved
from grader.rules import CUTOFF_TESTS
from grader.search import FULL_WINDOW, back_up


def best_order(lifted: Construction) -> Found:
    """Return the best order there is. Raises Unfit: also where a trivial order, as given or reversed, is as good."""
    objective = lifted.asked.objective
    trivial = trivial_count(lifted)
    is_most = objective == LEAST and trivial == len(lifted.searched.game.leaves())
    found = Found({}) if is_most else _proved(lifted) or _stated(lifted)
    if found.best is None or not is_better(objective, found.best, trivial):
        message = f"a trivial answer reaches the goal: {trivial} leaves are evaluated as the tree is given or mirrored, and no order does better"
        raise Unfit(message, ("goal",))
    return found._replace(trivial=trivial)


def trivial_count(lifted: Construction) -> int:
    """Return how many leaves are evaluated in the better of the trivial orders: as given, and every node reversed."""
    counts = trivial_counts(lifted)
    return max(counts) if lifted.asked.objective == LEAST else min(counts)


def trivial_counts(lifted: Construction) -> list[int]:
    """Return how many leaves are evaluated as the tree is given, and with every node reversed."""
    return [evaluated(lifted, order) for order in trivial_orders(lifted)]


def trivial_orders(lifted: Construction) -> list[Order]:
    """Return the orders that need no thought: as given, and every node reversed."""
    turned = {node: tuple(children) for node, children in reversed_children(lifted.searched.game).items()}
    return [{}, turned]


def _proved(lifted: Construction) -> Found | None:
    """Return the best order where it is known which that is; None where there are too many to try."""
    minimal = minimal_leaves(lifted)
    if minimal is not None and evaluated(lifted, order := best_first(lifted.searched)) == minimal:
        return _checked(lifted, Found(order, minimal))
    if order_count(lifted.searched.game) > MOST_RUNS:
        return None
    return _checked(lifted, tried(lifted))


def _checked(lifted: Construction, found: Found) -> Found:
    """Return the best order, the author's example in its place. Raises Unfit where the author says otherwise."""
    stated, shown = lifted.asked.stated, lifted.asked.shown
    if stated is not None and stated != found.best:
        raise Unfit(f"{found.best} leaves are evaluated in the best order, expected this number or none", ("best",))
    if shown is None:
        return found
    if (count := evaluated(lifted, shown)) != found.best:
        raise Unfit(f"{count} leaves are evaluated in this order, and {found.best} in the best", ("example",))
    return found._replace(example=shown)


def _stated(lifted: Construction) -> Found:
    """Return what the author says of the best order, with an order that reaches it."""
    stated, shown, objective = lifted.asked.stated, lifted.asked.shown, lifted.asked.objective
    if stated is None:
        raise Unfit(unproved(f"there are more than {MOST_RUNS:,} orders"), ("tree",))
    for order in [best_first(lifted.searched)] if shown is None else [shown]:
        count = evaluated(lifted, order)
        if count == stated:
            return Found(order, stated)
        if shown is not None or is_better(objective, count, stated):
            raise Unfit(f"an order evaluates {count} leaves, not {stated}", ("best",))
    raise Unfit(f"no order is known that evaluates {stated} leaves; give one as example", ("best",))


def tried(lifted: Construction) -> Found:
    """Return the first of the best orders, of all that there are."""
    found = Found({}, evaluated(lifted, {}))
    for order in all_orders(lifted.searched.game):
        count = evaluated(lifted, order)
        if is_better(lifted.asked.objective, count, found.best or 0):
            found = Found(order, count)
    return found


def order_count(tree: Tree) -> int:
    """Return how many orders there are; of too many to try, some number above the cap."""
    count = 1
    for node in range(tree.size):
        count *= factorial(min(tree.end[node] - tree.first[node], 10))
        if count > MOST_RUNS:
            break
    return count


def all_orders(tree: Tree) -> Iterator[Order]:
    """Yield every order, as given first."""
    nodes = [node for node in range(tree.size) if tree.end[node] - tree.first[node] > 1]
    for chosen in product(*(permutations(tree.children(node)) for node in nodes)):
        yield dict(zip(nodes, chosen, strict=True))


def minimal_leaves(lifted: Construction) -> int | None:
    """Return b^ceil(d/2) + b^floor(d/2) - 1 on a uniform tree of alternating players; None where that is not the least.

    Source: Knuth and Moore 1975, theorem 1 and corollary 1.
    """
    conventions, tree = lifted.searched.conventions, lifted.searched.game
    equality_cuts = CUTOFF_TESTS[conventions.cutoff] is operator.ge
    if lifted.asked.objective != MOST or not equality_cuts or conventions.initial_window != FULL_WINDOW:
        return None
    shape = uniform_shape(tree)
    if shape is None:
        return None
    branching, depth = shape
    most: int = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    return most


def uniform_shape(tree: Tree) -> tuple[int, int] | None:
    """Return branching and depth of a uniform tree whose players alternate; None of any other."""
    depths = tree.depths()
    inner = tree.inner()
    widths = {tree.end[node] - tree.first[node] for node in inner}
    leaf_depths = {depths[leaf] for leaf in tree.leaves()}
    alternates = all(tree.kind[node] == OPPONENT.get(tree.kind[tree.parent[node]]) for node in inner[1:])
    if len(widths) != 1 or len(leaf_depths) != 1 or not alternates or CHANCE in tree.kind:
        return None
    return widths.pop(), leaf_depths.pop()


def best_first(searched: Problem) -> Order:
    """Return the order in which every player's best child is examined first, by minimax values."""
    return by_value(searched, {MAX: True, MIN: False})


def by_value(searched: Problem, falling: dict[int, bool]) -> Order:
    """Return the order in which values fall (or rise) among the children of some kinds of node, as they are examined."""
    tree: Tree = searched.game
    values = back_up(tree)
    order: Order = {}
    for node in range(tree.size):
        if tree.kind[node] in falling and tree.end[node] - tree.first[node] > 1:
            order[node] = _sorted(tree.children(node), values, searched, falls=falling[tree.kind[node]])
    return order


def _sorted(children: Sequence[int], values: Sequence[Number], searched: Problem, *, falls: bool) -> tuple[int, ...]:
    examined = sorted(children, key=values.__getitem__, reverse=falls)
    return tuple(reversed(examined)) if searched.conventions.right_to_left else tuple(examined)
