"""Values of leaves: distinct, with a wanted number of ties, or as they come, from a range or a list of outcomes; and how children are ordered by them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from generators.draws import Draws, RequestError
from generators.parameters import Leaves, Ordering
from grader.core.games.changed import cut_as, reordered, reversed_children
from grader.core.games.tree import MAX, MIN, Tree
from grader.core.numbers import Bound, Number, show_number, whole
from grader.core.search.folds import back_up

_ROOM = (9, 20, 50, 99, 999, 9_999, 99_999)
"""The ends of ranges: the first with room for twice as many values as there are leaves; where they may repeat, for a third."""
_MOST_VALUES = 1_000_000
_FEW = 16


def leaves_within(leaves: Leaves, bounds: tuple[Bound, Bound] | None) -> Leaves:
    """Return the request with the value bounds for its range, where it names none."""
    if bounds is None or leaves.outcomes or leaves.low is not None or leaves.high is not None:
        return leaves
    low, high = (None if isinstance(bound, float) else bound for bound in bounds)  # an infinity is no end
    return leaves._replace(low=low, high=high)


def check_within(leaves: Leaves, count: int, bounds: tuple[Bound, Bound] | None) -> None:
    """Refuse values outside the value bounds. Raises RequestError."""
    if bounds is None:
        return
    values = possible_values(leaves, count)
    if not bounds[0] <= min(values) <= max(values) <= bounds[1]:
        within = f"[{show_number(bounds[0])}, {show_number(bounds[1])}]"
        raise RequestError(
            f"{_show(min(values), max(values))} reaches beyond the value bounds {within}; choose --values within them"
        )


@lru_cache(maxsize=64)
def possible_values(leaves: Leaves, count: int) -> Sequence[Number]:
    """Return the values that a leaf of a tree with this many leaves can have. Raises RequestError."""
    if leaves.outcomes:
        return tuple(dict.fromkeys(leaves.outcomes))
    if leaves.step <= 0:
        raise RequestError("the step between values must be above 0, such as 1, 1/2 or 1/4")
    low: Number = 0 if leaves.low is None else leaves.low
    high = leaves.high
    if high is None:
        room = count // 3 if leaves.ties is None else 2 * count
        high = low + next((end for end in _ROOM if end >= room * leaves.step), room)
    if low > high:
        raise RequestError(f"there is nothing in {_show(low, high)}, expected the smaller value first")
    steps = int(Fraction(high - low) / leaves.step) + 1
    if steps > _MOST_VALUES:
        raise RequestError(f"{_show(low, high)} holds {steps:,} values, expected at most {_MOST_VALUES:,}")
    return tuple(whole(Fraction(low + place * leaves.step)) for place in range(steps))


def _show(low: Number, high: Number) -> str:
    return f"{show_number(low)}..{show_number(high)}"


def check_leaves(leaves: Leaves, count: int) -> None:
    """Refuse a request that the shape cannot hold. Raises RequestError."""
    values = possible_values(leaves, count)
    if leaves.ties is None:
        return
    if not 0 <= leaves.ties < count:
        raise RequestError(f"{leaves.ties} ties are too many for {count} leaves, expected 0 to {count - 1}")
    distinct = count - leaves.ties
    if distinct > len(values):
        where = (
            "the outcomes " + ", ".join(map(show_number, values)) if leaves.outcomes else _show(values[0], values[-1])
        )
        advice = "" if leaves.outcomes else f"; choose a range of at least {distinct} values"
        raise RequestError(f"{distinct} distinct values do not fit {where}{advice}, or allow repeated ones (--repeats)")


def draw_leaves(leaves: Leaves, count: int, draws: Draws) -> list[Number]:
    """Return a value for each of `count` leaves, in random order."""
    check_leaves(leaves, count)
    values = possible_values(leaves, count)
    if leaves.pattern:
        return _draw_variant(leaves.pattern, values, draws)
    if leaves.ties is None:
        return [draws.choice(values) for _ in range(count)]
    drawn = draws.sample(values, count - leaves.ties)
    if leaves.ties:
        drawn = draws.shuffled([*drawn, *(draws.choice(drawn) for _ in range(leaves.ties))])
    return drawn


def _draw_variant(pattern: Sequence[Number], values: Sequence[Number], draws: Draws) -> list[Number]:
    """Return values in the order of size of the pattern, after pairs have changed places: mostly many, else a few or none.

    Where figures are demanded draws that change little are likelier to have them; they are rare, so that variants vary.
    """
    old = sorted(set(pattern))
    new = dict(zip(old, sorted(draws.sample(values, len(old))), strict=True))
    variant = [new[value] for value in pattern]
    changes = 2 * len(variant) if draws.below(_FEW) else draws.below(len(variant) + 1)
    for _ in range(changes):
        one, other = draws.below(len(variant)), draws.below(len(variant))
        variant[one], variant[other] = variant[other], variant[one]
    return variant


# -- orderings of children: best first, worst first, best first with a probability, and the mirror image

NAMES = ("random", "best-first", "worst-first", "strong")


def check_ordering(ordering: Ordering) -> None:
    """Refuse an ordering that is none. Raises RequestError."""
    if ordering.name not in NAMES:
        known = "random, best-first, worst-first or strong:P"
        raise RequestError(f'there is no ordering "{ordering.name}", expected {known}')
    if ordering.name == "strong" and not 0 <= ordering.probability <= 1:
        raise RequestError(f"{ordering.probability} is not a probability, expected strong:P with P from 0 to 1")


def reorder(tree: Tree, ordering: Ordering, draws: Draws, *, right_to_left: bool) -> Tree:
    """Return the tree with the children of each player in the wanted order of examination, by the values that the search sees.

    Names stay in their places; where subtrees have different shapes they change places with all that is in them.
    """
    if ordering.name == "random":
        return tree
    values = back_up(tree)
    orders: dict[int, Sequence[int]] = {}
    for node in range(tree.size):
        if tree.kind[node] in (MAX, MIN):
            children = _arrange(tree.children(node), values, ordering, draws, is_max=tree.kind[node] == MAX)
            orders[node] = children[::-1] if right_to_left else children
    turned = reordered(tree, orders).whole
    return cut_as(tree, turned._replace(ids=tree.ids, moves=tree.moves))


def _arrange(
    children: Sequence[int], values: Sequence[Number], ordering: Ordering, draws: Draws, *, is_max: bool
) -> Sequence[int]:
    """Return a player's children in the order in which they are to be examined."""
    if ordering.name == "worst-first":
        return sorted(children, key=values.__getitem__, reverse=not is_max)
    best = (max if is_max else min)(children, key=values.__getitem__)
    others = [child for child in children if child != best]
    if ordering.name == "best-first" or draws.unit() < ordering.probability or not others:
        return [best, *others]
    place = 1 + draws.below(len(others))
    return [*others[:place], best, *others[place:]]


def mirror(tree: Tree) -> Tree:
    """Return the mirror image of the tree, every node with its name."""
    return reordered(tree, reversed_children(tree.whole))
