"""An order of children: the best one, by the formula of Knuth and Moore or by trying all, what each earns, and where it could be better."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, permutations, product
from math import factorial

from grader.core.answers.object_forms import Order, Orders
from grader.core.answers.part import NODES
from grader.core.answers.run import Ran
from grader.core.documents.writing import scalar
from grader.core.games.changed import reversed_children
from grader.core.games.problem import Problem
from grader.core.games.tree import CHANCE, MAX, MIN, OPPONENT, Tree
from grader.core.search.cutting import CUTOFF_TESTS
from grader.core.search.folds import FULL_WINDOW, Trace, back_up
from grader.kinds import KINDS
from grader.kinds.about_searches.construct.solve import (
    COUNTED,
    LEAST,
    MOST,
    MOST_RUNS,
    ORDER,
    BestKnown,
    Construction,
    Task,
    Unfit,
    between,
    built,
    choices,
    unproved,
)
from grader.kinds.about_searches.solved import right_way
from grader.kinds.words import name_of, names_of

_MOST_TRIED = 40
"""Nodes at which a turn is tried before nothing is said."""


def evaluated(game: Construction, order: Order) -> int:
    """Return how many leaves are evaluated in an order."""
    count: int = right_way(built(game.searched, ORDER, order)).answers(COUNTED)["leaves-evaluated"]
    return count


def is_better(objective: str, one: int, other: int) -> bool:
    """Return whether so many evaluated leaves are better than as many as that."""
    return one > other if objective == LEAST else one < other


def trivial_orders(game: Construction) -> list[Order]:
    """Return the orders that need no thought: as given, and every node reversed."""
    turned = {node: tuple(children) for node, children in reversed_children(game.searched.game).items()}
    return [{}, turned]


# what an order earns


def _run(game: Construction, order: Order) -> Ran:
    found, count = game.asked.found, evaluated(game, order)
    best = found.best or 0
    share = between(Fraction(found.trivial - count) / (found.trivial - best))
    own = f"in your order {count} {'leaf is' if count == 1 else 'leaves are'} evaluated"
    possible = f"{best} {'is' if best == 1 else 'are'} possible."
    could = [] if share == 1 else [possible, turning_words(game, order), f"Marks: {_earning(game)}."]
    return Ran(share, own, " ".join(filter(None, could)))


def _earning(game: Construction) -> str:
    best, trivial = game.asked.found.best or 0, game.asked.found.trivial
    worse, better = ("fewer", "more") if game.asked.objective == LEAST else ("more", "fewer")
    apart = abs(trivial - best)
    each = f", 1/{apart} of them for each leaf {better}" if apart > 1 else ""
    given, mirrored = (evaluated(game, order) for order in trivial_orders(game))
    return f"all for {best} leaves, none for {trivial} or {worse} (as it stands the tree takes {given}, mirrored {mirrored}){each}"


# the best order


def _best(game: Construction) -> BestKnown:
    """Return the best order there is. Raises Unfit: also where a trivial order, as given or reversed, is as good."""
    objective = game.asked.objective
    counts = [evaluated(game, order) for order in trivial_orders(game)]
    trivial = (max if objective == LEAST else min)(counts)
    is_most = objective == LEAST and trivial == len(game.searched.game.leaves())
    found = BestKnown({}) if is_most else _proved(game) or _stated(game)
    if found.best is None or not is_better(objective, found.best, trivial):
        message = f"a trivial answer reaches the goal: {trivial} leaves are evaluated as the tree is given or mirrored, and no order does better"
        raise Unfit(message, "goal")
    return found._replace(trivial=trivial)


def _proved(game: Construction) -> BestKnown | None:
    """Return the best order where it is known which that is, the author's example in its place; None where there are too many to try.

    Raises Unfit where the author says otherwise.
    """
    minimal = minimal_leaves(game)
    if minimal is not None and evaluated(game, order := best_first(game.searched)) == minimal:
        found = BestKnown(order, minimal)
    elif order_count(game.searched.game) > MOST_RUNS:
        return None
    else:
        found = tried(game)
    stated, shown = game.asked.stated, game.asked.shown
    if stated is not None and stated != found.best:
        raise Unfit(f"{found.best} leaves are evaluated in the best order, expected this number or none", "best")
    if shown is None:
        return found
    if (count := evaluated(game, shown)) != found.best:
        raise Unfit(f"{count} leaves are evaluated in this order, and {found.best} in the best", "example")
    return found._replace(example=shown)


def _stated(game: Construction) -> BestKnown:
    """Return what the author says of the best order, with an order that reaches it."""
    stated, shown, objective = game.asked.stated, game.asked.shown, game.asked.objective
    if stated is None:
        raise unproved(f"there are more than {MOST_RUNS:,} orders", "tree")
    order = best_first(game.searched) if shown is None else shown
    count = evaluated(game, order)
    if count == stated:
        return BestKnown(order, stated)
    if shown is not None or is_better(objective, count, stated):
        raise Unfit(f"an order evaluates {count} leaves, not {stated}", "best")
    raise Unfit(f"no order is known that evaluates {stated} leaves; give one as example", "best")


def tried(game: Construction) -> BestKnown:
    """Return the first of the best orders, of all that there are."""
    found = BestKnown({}, evaluated(game, {}))
    for order in all_orders(game.searched.game):
        count = evaluated(game, order)
        if is_better(game.asked.objective, count, found.best or 0):
            found = BestKnown(order, count)
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


def minimal_leaves(game: Construction) -> int | None:
    """Return b^ceil(d/2) + b^floor(d/2) - 1 on a uniform tree of alternating players; None where that is not the least.

    Source: Knuth and Moore 1975, theorem 1 and corollary 1.
    """
    conventions = game.searched.conventions
    equality_cuts = CUTOFF_TESTS[conventions.cutoff] is operator.ge
    is_full = conventions.initial_window == FULL_WINDOW and conventions.value_bounds is None
    shape = uniform_shape(game.searched.game) if game.asked.objective == MOST and equality_cuts and is_full else None
    if shape is None:
        return None
    branching, depth = shape
    most: int = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    return most


def uniform_shape(tree: Tree) -> tuple[int, int] | None:
    """Return branching and depth of a uniform tree whose players alternate; None of any other."""
    depths, inner = tree.depths(), tree.inner()
    widths = {tree.end[node] - tree.first[node] for node in inner}
    leaf_depths = {depths[leaf] for leaf in tree.leaves()}
    alternates = all(tree.kind[node] == OPPONENT.get(tree.kind[tree.parent[node]]) for node in inner[1:])
    if len(widths) != 1 or len(leaf_depths) != 1 or not alternates or CHANCE in tree.kind:
        return None
    return widths.pop(), leaf_depths.pop()


def best_first(searched: Problem) -> Order:
    """Return the order in which every player's best child is examined first, by minimax values."""
    return by_value(searched, {MAX: True, MIN: False})


def by_value(searched: Problem, falling: Mapping[int, bool]) -> Order:
    """Return the order in which values fall (or rise) among the children of some kinds of node, as they are examined."""
    tree: Tree = searched.game
    values = back_up(tree)
    order: Order = {}
    for node in range(tree.size):
        if tree.kind[node] in falling and tree.end[node] - tree.first[node] > 1:
            examined = sorted(tree.children(node), key=values.__getitem__, reverse=falling[tree.kind[node]])
            order[node] = tuple(reversed(examined) if searched.conventions.right_to_left else examined)
    return order


# where an order could be better: the first node, as the search comes to them, at which another child had better stand first


def turning_words(game: Construction, order: Order) -> str:
    """Return at which node one child put first makes an order better, and what it brings; nothing where none is found."""
    made, objective = built(game.searched, ORDER, order), game.asked.objective
    here = game._replace(searched=made)
    now = evaluated(here, {})
    for node, better in islice(_better_first(made, is_least=objective == LEAST), _MOST_TRIED):
        counts = {child: evaluated(here, {node: _with_first(made, node, child)}) for child in better}
        best = (max if objective == LEAST else min)(counts.values())
        if is_better(objective, best, now):
            return _said(made, node, [child for child in better if counts[child] == best], best)
    return ""


def _better_first(made: Problem, *, is_least: bool) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each player's node at which the search looks at a worse child first, with its best children, all equally good.

    Where little is to be cut the worst ones are to be first.
    """
    tree: Tree = made.game
    trace, values = KINDS[made.kind].solve(made).trace, back_up(tree)
    wanted = by_value(made, {MAX: not is_least, MIN: is_least})
    for node in trace.visited if isinstance(trace, Trace) else ():
        if node in wanted:
            best = values[_first(made, wanted[node])]
            if values[_first(made, tree.children(node))] != best:
                yield node, [child for child in tree.children(node) if values[child] == best]


def _first(made: Problem, children: Sequence[int]) -> int:
    """Return which of the children is examined first."""
    return children[-1 if made.conventions.right_to_left else 0]


def _with_first(made: Problem, node: int, child: int) -> tuple[int, ...]:
    """Return the children of a node with one of them where the search looks first."""
    others = [other for other in made.game.children(node) if other != child]
    return (*others, child) if made.conventions.right_to_left else (child, *others)


def _said(made: Problem, node: int, better: Sequence[int], count: int) -> str:
    """Return what stands first at the node and what had better, and what that brings."""
    tree: Tree = made.game
    values, first = back_up(tree), _first(made, tree.children(node))
    would = "1 leaf would" if count == 1 else f"{count} leaves would"
    return (
        f"At {name_of(tree, node)} the search looks at {name_of(tree, first)} first, worth {made.say(values[first])}; "
        f"with {names_of(tree, better, link='or')} first, worth {made.say(values[better[0]])}, {would} be evaluated."
    )


# in statements


def _example(problem: Problem) -> str:
    some = {node: tuple(its) for node, its in [*choices(problem.game.searched.game).items()][:1]}
    its = THING.write(problem, some).items()
    written = (f"{scalar(node)}: [{', '.join(map(scalar, children))}]" for node, children in its)
    return f"{{{', '.join(written)}}}"


THING = Orders(
    NODES,
    lambda problem: choices(problem.game.searched.game),
    lambda problem, child: (problem.game.searched.game.ids[child], problem.game.searched.game.moves[child]),
)
ORDER_TASK = Task(
    "Your order",
    "the children of nodes in a new order, so that the goal is reached; what is not named stays (node: [children])",
    "The order of the children decides how much is pruned",
    THING,
    example=_example,
    goal=lambda problem: [
        (
            "Goal: put the children of the nodes in an order in which the search evaluates as "
            f"{'many' if problem.game.asked.objective == LEAST else 'few'} leaves as possible."
        ),
        "The tree as it stands earns nothing, nor does its mirror image.",
    ],
    best=_best,
    run=_run,
    earning=_earning,
    trivial=trivial_orders,
    tried=lambda game: all_orders(game.searched.game),
    counted=lambda problem: (
        f"the {'most' if problem.game.asked.objective == LEAST else 'fewest'} leaves that are evaluated in any order"
    ),
    fields=("best",),
)
