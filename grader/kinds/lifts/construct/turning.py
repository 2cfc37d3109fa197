"""Where an order could be better: the first node, as the search comes to them, at which another child had better stand first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from grader.answers.things.orders import Order
from grader.games.problem import Problem
from grader.games.tree import MAX, MIN, Tree
from grader.kinds import KINDS
from grader.kinds.lifts.construct.asked import LEAST, Construction
from grader.kinds.lifts.construct.best_order import by_value
from grader.kinds.lifts.construct.built import built
from grader.kinds.lifts.construct.running import evaluated, is_better
from grader.kinds.words import name_of, names_of
from grader.search import Trace, back_up

_MOST_TRIED = 40
"""Nodes at which a turn is tried before nothing is said."""


def turning_words(lifted: Construction, order: Order) -> str:
    """Return at which node one child put first makes an order better, and what it brings; nothing where none is found."""
    made = built(lifted.searched, lifted.asked.make, order)
    here = lifted._replace(searched=made)
    objective, now = lifted.asked.objective, evaluated(here, {})
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
