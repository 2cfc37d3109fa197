"""Trees without leaf values: uniform, ranged, uneven, or just as given; players by layer, chances exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import prod

from generators.draws import Draws
from generators.errors import RequestError
from generators.names import first_names, name_children, name_nodes
from generators.parameters import Nested, Shape
from grader.exact import Number, show_number, whole
from grader.games.tree import CHANCE, LEAF, MAX, MIN, Tree

LAYERS = {"max": MAX, "min": MIN, "chance": CHANCE}
SHARES = {"tenths": 10, "quarters": 4, "thirds": 3}
_DEEPEST = 60  # documents nest at most 128 levels, and a ply takes two
_TRIES = 20


def draw_skeleton(shape: Shape, draws: Draws) -> Tree:
    """Return a tree of the shape whose leaves have no values yet. Raises RequestError."""
    if shape.skeleton is not None:
        return shape.skeleton
    return _fixed(shape) if is_fixed(shape) else _grow(shape, draws)


def is_fixed(shape: Shape) -> bool:
    """Return whether every draw gives the same tree."""
    return _is_even(shape) and (CHANCE not in roles_at(shape) or shape.probabilities not in SHARES)


def _is_even(shape: Shape) -> bool:
    """Return whether every draw gives the same nodes, whatever their probabilities."""
    least, most = shape.branching
    return shape.nested is not None or (least == most and shape.depth[0] == shape.depth[1])


@lru_cache(maxsize=64)
def _fixed(shape: Shape) -> Tree:
    return _grow(shape, Draws(""))


def check_shape(shape: Shape) -> None:
    """Refuse a shape that makes no sense, or more nodes than allowed. Raises RequestError."""
    if shape.skeleton is not None:
        return
    (shallow, deep), (least, most) = shape.depth, shape.branching
    if unknown := [layer for layer in shape.layers if layer not in LAYERS]:
        raise RequestError(f'there is no layer "{unknown[0]}", expected max, min or chance')
    if not shape.layers:
        raise RequestError("layers are missing, expected at least one of max, min and chance")
    if shape.nested is None and not 1 <= shallow <= deep:
        raise RequestError(f"depth {_show(shape.depth)} makes no tree, expected at least 1, as 3 or 2-4")
    if shape.nested is None and not 1 <= least <= most:
        raise RequestError(f"branching {_show(shape.branching)} makes no tree, expected at least 1, as 3 or 2-4")
    count, _ = _most_nodes(shape)
    if count > shape.most_nodes:
        raise RequestError(
            f"this makes {_show_count(count)} nodes, expected at most {shape.most_nodes:,}; "
            "choose a smaller depth or branching, or raise the limit with --max-nodes"
        )
    depth = _depth(shape.nested) if shape.nested is not None else deep
    if depth > _DEEPEST:
        raise RequestError(f"a depth of {depth} is too much, expected at most {_DEEPEST} plies")
    _check_probabilities(shape)


def _show(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}-{pair[1]}"


def _show_count(count: int) -> str:
    return f"up to {count:,}" if count < 10**15 else "more than 10^15"


def most_leaves(shape: Shape) -> int:
    """Return the most leaves that a tree of this shape can have."""
    if shape.skeleton is not None:
        return len(shape.skeleton.leaves())
    if shape.nested is not None:
        return sum(not node for node, _ in _nested_nodes(shape.nested))
    return prod(_widest(shape, depth) for depth in range(shape.depth[1]))


def _most_nodes(shape: Shape) -> tuple[int, int]:
    """Return the most nodes that a tree of this shape can have, and the most inner ones."""
    if shape.nested is not None:
        inner = [bool(node) for node, _ in _nested_nodes(shape.nested)]
        return len(inner), sum(inner)
    total = width = 1
    for depth in range(min(shape.depth[1], 10_000)):
        width *= _widest(shape, depth)
        total += width
    return total, total - width


def _widest(shape: Shape, depth: int) -> int:
    is_chance = shape.layers[depth % len(shape.layers)] == "chance"
    return len(shape.probabilities) if is_chance and isinstance(shape.probabilities, tuple) else shape.branching[1]


def _nested_nodes(nested: Nested) -> Iterator[tuple[Nested, int]]:
    """Yield each node of a nested shape with its depth, breadth-first."""
    waiting = [(nested, 0)]
    for node, depth in waiting:
        yield node, depth
        waiting.extend((child, depth + 1) for child in node)


def _depth(nested: Nested) -> int:
    return max(depth for _, depth in _nested_nodes(nested))


def roles_at(shape: Shape) -> set[int]:
    """Return who moves somewhere in the tree."""
    deep = shape.depth[1] if shape.nested is None else _depth(shape.nested)
    return {LAYERS[shape.layers[depth % len(shape.layers)]] for depth in range(deep)}


def _check_probabilities(shape: Shape) -> None:
    given = shape.probabilities
    if CHANCE not in roles_at(shape):
        return
    if isinstance(given, tuple):
        total = sum(given, Fraction(0))
        if not given or any(p < 0 for p in given) or total != 1:
            raise RequestError(
                f"the probabilities sum to {show_number(whole(total))}, expected exactly 1, none negative"
            )
    elif given in SHARES:
        most = (
            max((len(node) for node, _ in _nested_nodes(shape.nested)), default=0)
            if shape.nested
            else shape.branching[1]
        )
        if most > SHARES[given]:
            raise RequestError(
                f"{most} outcomes cannot each have some {given}; choose fewer children or uniform chances"
            )
    elif given != "uniform":
        known = ", ".join(("uniform", *SHARES))
        raise RequestError(f'there are no chances "{given}", expected {known}, or the probabilities themselves')


def _grow(shape: Shape, draws: Draws) -> Tree:
    """Return a tree that reaches the greatest depth and, where depths are a range and it can, has a leaf above it."""
    if shape.nested is not None or shape.depth[0] == shape.depth[1]:
        return _grow_once(shape, draws)
    for is_led in (False,) * _TRIES + (True,) * _TRIES:  # where trees of their own seldom reach so deep, they are led
        tree = _grow_once(shape, draws, is_led=is_led)
        depths = tree.depths()
        of_leaves = {depths[leaf] for leaf in tree.leaves()}
        if max(of_leaves) == shape.depth[1] and (len(of_leaves) > 1 or shape.branching[1] == 1):
            return tree
    return tree


def _grow_once(shape: Shape, draws: Draws, *, is_led: bool = False) -> Tree:
    """Return a tree whose nodes are leaves or not as it is drawn; one that is led goes on with the last of each depth."""
    kinds: list[int] = []
    first: list[int] = []
    end: list[int] = []
    parent = [-1]
    depths = [0]
    chances: list[Number | None] = [None]
    nested = None if shape.nested is None else [node for node, _ in _nested_nodes(shape.nested)]
    layers = [LAYERS[layer] for layer in shape.layers]
    node = 0
    while node < len(parent):
        depth = depths[node]
        kind = layers[depth % len(layers)]
        is_last = is_led and node == len(parent) - 1  # none of its depth had children
        count = len(nested[node]) if nested is not None else _draw_children(shape, depth, kind, draws, is_inner=is_last)
        kinds.append(kind if count else LEAF)
        first.append(len(parent))
        parent += [node] * count
        depths += [depth + 1] * count
        chances += _draw_chances(shape, count, draws) if kind == CHANCE else [None] * count
        end.append(len(parent))
        node += 1
    blank = [None] * len(parent)
    names = shape.names if _is_even(shape) else first_names(shape.names, *_most_nodes(shape), kinds)
    ids, moves = name_nodes(names, kinds, parent, first, name_children(shape.moves, first, end))
    return Tree(kinds, first, end, parent, blank, chances, ids, moves)


def _draw_children(shape: Shape, depth: int, kind: int, draws: Draws, *, is_inner: bool) -> int:
    (shallow, deep), (least, most) = shape.depth, shape.branching
    if depth == deep or (not is_inner and depth >= shallow and draws.below(2)):
        return 0
    if kind == CHANCE and isinstance(shape.probabilities, tuple):
        return len(shape.probabilities)
    return least if least == most else draws.between(least, most)


def _draw_chances(shape: Shape, count: int, draws: Draws) -> Sequence[Number | None]:
    """Return the exact probabilities of a chance node's children; they sum to 1."""
    given = shape.probabilities
    if not count:
        return []
    if isinstance(given, tuple):
        if count != len(given):
            raise RequestError(
                f"{len(given)} probabilities are given, but a chance node of the shape has {count} children"
            )
        return given
    if given == "uniform":
        return [whole(Fraction(1, count))] * count
    parts = SHARES[given]
    cuts = [0, *sorted(draws.sample(range(1, parts), count - 1)), parts]
    return [whole(Fraction(stop - start, parts)) for start, stop in pairwise(cuts)]
