"""What a drawn shape is filled with: values of leaves, children in an order, an opponent who errs, positions that come again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from generators.draws import Draws, RequestError
from generators.parameters import Leaves, Ordering, PlayedParameters, Playing, Range
from generators.shapes import largest
from grader.core.games.changed import cut_as, reordered, reversed_children
from grader.core.games.playing import MOST_POSITIONS
from grader.core.games.tree import LEAF, MAX, MIN, OPPONENT, Tree
from grader.core.numbers import Bound, Number, show_number, whole
from grader.core.search.folds import back_up
from grader.kinds.trees.rules import PLAY, on_best_play, repeated, stated_replies

# -- values of leaves: distinct, with a wanted number of ties, or as they come, from a range or a list of outcomes

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


# -- what is stated of a tree beside its values: an opponent who errs, positions that come again

AGAINST = frozenset({"best-response", "outcome"})
POSITIONS = frozenset({"redundant", "distinct-states"})
_TRIES = 40  # draws of a pair of nodes that can be the same position


def errs_of(parameters: PlayedParameters) -> Range | None:
    """Return how many replies are to be errors: one where outcomes are asked and nothing is said; None where nobody errs."""
    if parameters.ordering.mirror is not None:
        return None
    return parameters.playing.errs or ((1, 1) if not AGAINST.isdisjoint(parameters.question.ask) else None)


def repeated_of(parameters: PlayedParameters) -> Range | None:
    """Return how many positions are to come again: two where they are asked and nothing is said, or of a game any; None where none has a state."""
    if parameters.ordering.mirror is not None:
        return None
    usual = (2, 2) if parameters.game is None else (1, MOST_POSITIONS)
    return parameters.playing.repeated or (usual if not POSITIONS.isdisjoint(parameters.question.ask) else None)


def check_playing(parameters: PlayedParameters, sample: Tree) -> None:
    """Refuse a request for errors that nobody can make, and for positions where the search stops. Raises RequestError."""
    errs, again = errs_of(parameters), repeated_of(parameters)
    if errs is not None:
        if sample.kind[0] not in OPPONENT:
            raise RequestError("nobody moves at the root, so that player has no opponent who could err")
        _check_range("opponent-errs", errs)
    if again is not None:
        _check_range("repeated-states", again)
        if parameters.game is None and again[0] > (most := _most_repeated(largest(parameters.shape))):
            raise RequestError(
                f"--repeated-states {again[0]}: in a tree of this shape at most {most} positions can come again"
            )
        if parameters.game is None and parameters.limits.depth is not None:
            raise RequestError("positions that come again are drawn with their subtrees; leave out --depth-limit")
        if parameters.ordering.name != "random":
            raise RequestError(
                "positions that come again have equal values; --repeated-states goes with no other ordering than random"
            )


def _most_repeated(tree: Tree) -> int:
    """Return how many positions can come again at most: each has a leaf that comes after a leaf of another parent."""
    parents = [tree.parent[leaf] for leaf in tree.depth_first() if tree.kind[leaf] == LEAF]
    return sum(parent != parents[0] for parent in parents)


def _check_range(name: str, wanted: Range) -> None:
    if not 1 <= wanted[0] <= wanted[1]:
        raise RequestError(f"--{name}: expected a number of at least 1, as 2 or 1-3")


def with_playing(tree: Tree, parameters: PlayedParameters, draws: Draws) -> Tree:
    """Return the tree with positions that come again, and with replies of an opponent who errs, as many as are asked for."""
    again, errs = repeated_of(parameters), errs_of(parameters)
    if again is not None:
        tree = _with_repeated(
            tree, draws.between(*again), draws, right_to_left=parameters.question.conventions.right_to_left
        )
    return tree if errs is None else with_errors(tree, draws.between(*errs), draws)


# an opponent who errs


def with_errors(tree: Tree, count: int, draws: Draws) -> Tree:
    """Return the tree with so many replies that are not optimal, one of them where best play comes by if that can be."""
    values = back_up(tree)
    errors = {
        node: [child for child in tree.children(node) if values[child] != values[node]]
        for node, kind in enumerate(tree.kind)
        if kind == OPPONENT[tree.kind[0]]
    }
    open_to = [node for node, children in errors.items() if children]
    best_play = on_best_play(tree, lambda node: [one for one in tree.children(node) if values[one] == values[node]])
    on_path = [node for node in best_play if node in open_to]
    chosen = [draws.choice(on_path)] if on_path else []
    others = [node for node in open_to if node not in chosen]
    chosen += draws.sample(others, min(count - len(chosen), len(others)))
    reply: list[int | None] = [None] * tree.size
    for node in sorted(chosen):
        reply[node] = draws.choice(errors[node])
    return cut_as(tree, tree.whole._replace(reply=tuple(reply)))


# positions that come again


def _with_repeated(tree: Tree, count: int, draws: Draws, *, right_to_left: bool) -> Tree:
    """Return the tree with a state at each node, of which so many are positions that were met before, where that can be.

    Such a node has all of the other's subtree: the same moves lead to the same positions. One more node has the state of
    another with another player to move: it is no repetition.
    """
    order = list(tree.depth_first(right_to_left=right_to_left))
    state, value = [f"s{node + 1}" for node in range(tree.size)], [*tree.value]
    used: set[int] = set()
    copies: set[int] = set()
    found = 0
    for _ in range(_TRIES * min(count, tree.size)):  # there are no more
        if found == count:
            break
        first, again = sorted(draws.sample(order[1:], 2), key=order.index)
        mine, its = list(tree.below(first)), list(tree.below(again))
        shapes = [[(tree.kind[node], tree.end[node] - tree.first[node]) for node in nodes] for nodes in (mine, its)]
        is_free = used.isdisjoint(its) and copies.isdisjoint(mine) and not {*mine} & {*its}
        if tree.parent[first] == tree.parent[again] or not is_free or shapes[0] != shapes[1]:
            continue
        for one, other in zip(mine, its, strict=True):
            state[other], value[other] = state[one], value[one]
        used |= {*mine, *its}
        copies |= {*its}
        found += 1
    _add_namesake(tree, state, [node for node in order[1:] if node not in used], draws)
    names: dict[str, str] = {}  # they count up in the order of the nodes
    numbered = tuple(names.setdefault(one, f"s{len(names) + 1}") for one in state)
    return tree._replace(value=tuple(value), state=numbered)


def _add_namesake(tree: Tree, state: list[str], free: Sequence[int], draws: Draws) -> None:
    """Give a node the state of another at which another player moves, where there are two."""
    players = [node for node in free if tree.kind[node] != LEAF]
    mine = [node for node in players if tree.kind[node] == MAX]
    its = [node for node in players if tree.kind[node] != MAX]
    if mine and its:
        state[draws.choice(its)] = state[draws.choice(mine)]


# what is guaranteed


def opponent_errs(tree: Tree) -> int:
    """Return how many stated replies are not optimal."""
    values = back_up(tree)
    return sum(values[child] != values[node] for node, child in stated_replies(tree))


def times_repeated(tree: Tree, *, right_to_left: bool) -> int:
    """Return how many nodes have a position that was met before."""
    return len(repeated(tree, PLAY, right_to_left=right_to_left)[0])


def playing_of(tree: Tree, *, right_to_left: bool) -> Playing:
    """Return what a tree states beside its values, as a request: as many errors, as many positions that come again."""
    errs = opponent_errs(tree)
    again = 0 if tree.state is None else times_repeated(tree, right_to_left=right_to_left)
    return Playing((errs, errs) if errs else None, (again, again) if again else None)
