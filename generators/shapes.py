"""Trees without leaf values: uniform, ranged, uneven, or just as given; players by layer, chances exact; names of nodes and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from math import prod
from string import ascii_lowercase

from generators.draws import Draws, RequestError
from generators.parameters import Nested, Shape, show_range
from grader.core.games.nodes import letters
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.core.numbers import Number, show_number, whole

LAYERS = {"max": MAX, "min": MIN, "chance": CHANCE}
SHARES = {"tenths": 10, "quarters": 4, "thirds": 3}
_DEEPEST = 60  # documents nest at most 128 levels, and a ply takes two
_TRIES = 20


def draw_skeleton(shape: Shape, draws: Draws) -> Tree:
    """Return a tree of the shape whose leaves have no values yet. Raises RequestError."""
    if shape.skeleton is not None:
        return shape.skeleton
    return _fixed(shape) if is_fixed(shape) else _grow(shape, draws)


def largest(shape: Shape) -> Tree:
    """Return a tree of which each one of the shape is a part: what cannot be on it cannot be on any."""
    deepest, widest = shape.depth[1], shape.branching[1]
    whole = shape._replace(depth=(deepest, deepest), branching=(widest, widest), names="letters")
    return draw_skeleton(whole, Draws("largest"))


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
    if unknown := [layer for layer in shape.layers if layer not in LAYERS]:
        raise RequestError(f'there is no layer "{unknown[0]}", expected max, min or chance')
    if not shape.layers:
        raise RequestError("layers are missing, expected at least one of max, min and chance")
    for what, wanted in (("depth", shape.depth), ("branching", shape.branching)):
        if shape.nested is None and not 1 <= wanted[0] <= wanted[1]:
            raise RequestError(f"{what} {show_range(wanted)} makes no tree, expected at least 1, as 3 or 2-4")
    count, _ = _most_nodes(shape)
    if count > shape.most_nodes:
        shown = f"up to {count:,}" if count < 10**15 else "more than 10^15"
        raise RequestError(
            f"this makes {shown} nodes, expected at most {shape.most_nodes:,}; "
            "choose a smaller depth or branching, or raise the limit with --max-nodes"
        )
    if (depth := _deepest(shape)) > _DEEPEST:
        raise RequestError(f"a depth of {depth} is too much, expected at most {_DEEPEST} plies")
    _check_probabilities(shape)


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


def _deepest(shape: Shape) -> int:
    return shape.depth[1] if shape.nested is None else max(depth for _, depth in _nested_nodes(shape.nested))


def roles_at(shape: Shape) -> set[int]:
    """Return who moves somewhere in the tree."""
    return {LAYERS[shape.layers[depth % len(shape.layers)]] for depth in range(_deepest(shape))}


def _check_probabilities(shape: Shape) -> None:
    given = shape.probabilities
    if CHANCE not in roles_at(shape):
        return
    if isinstance(given, tuple):
        if (total := sum(given, Fraction(0))) != 1 or any(p < 0 for p in given):
            said = show_number(whole(total))
            raise RequestError(f"the probabilities sum to {said}, expected exactly 1, none negative")
    elif given in SHARES:
        given_most = (len(node) for node, _ in _nested_nodes(shape.nested or ()))
        most = max(given_most) if shape.nested else shape.branching[1]
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
    chances: list[Number | None] = [None]
    given = None if shape.nested is None else [len(node) for node, _ in _nested_nodes(shape.nested)]
    roles = [LAYERS[layer] for layer in shape.layers]

    def count(node: int, depth: int) -> int:
        kind = roles[depth % len(roles)]
        is_last = is_led and node == len(chances) - 1  # none of its depth had children
        children = given[node] if given else _draw_children(shape, depth, kind, draws, is_inner=is_last)
        chances.extend(_draw_chances(shape, children, draws) if kind == CHANCE else [None] * children)
        return children

    tree = grow_in_turn(count, roles)
    names = shape.names if _is_even(shape) else first_names(shape.names, *_most_nodes(shape), tree.kind)
    labels = name_children(shape.moves, tree.first, tree.end)
    ids, moves = name_nodes(names, tree.kind, tree.parent, tree.first, labels)
    return tree._replace(probability=chances, ids=ids, moves=moves)


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
            has = f"a chance node of the shape has {count} children"
            raise RequestError(f"{len(given)} probabilities are given, but {has}")
        return given
    if given == "uniform":
        return [whole(Fraction(1, count))] * count
    return draws.shares(SHARES[given], count)


def grow_in_turn(count: Callable[[int, int], int], roles: Sequence[int], players: tuple[str, ...] = ()) -> Tree:
    """Return a tree without values in which `roles` take turns, its nodes called by letters.

    `count(node, depth)` says how many children a node has; it is asked breadth-first.
    """
    parent, depths = [-1], [0]
    first, end = [], []
    for node, depth in enumerate(depths):
        children = count(node, depth)
        first.append(len(parent))
        parent += [node] * children
        depths += [depth + 1] * children
        end.append(len(parent))
    rows = zip(first, end, depths, strict=True)
    kinds = [LEAF if start == stop else roles[depth % len(roles)] for start, stop, depth in rows]
    ids = list(islice(letters(), len(parent)))
    blank: list[Number | None] = [None] * len(parent)
    return Tree(kinds, first, end, parent, blank, blank, ids, ids, players=players)


# -- names of nodes and labels of moves

_SIDES = {1: "M", 2: "LR", 3: "LMR"}


def name_children(moves: str | Sequence[str], first: Sequence[int], end: Sequence[int]) -> list[str | None]:
    """Return the label of the move to each node; None where it is called like the node. Raises RequestError."""
    counts = [stop - start for start, stop in zip(first, end, strict=True)]
    if moves == "none":
        return [None] * len(first)
    # Breadth-first, the children of all nodes in turn are all nodes but the root.
    return [None, *chain.from_iterable(map(_labels(moves, max(counts)), counts))]


def _labels(moves: str | Sequence[str], most: int) -> Callable[[int], Sequence[str]]:
    """Return what gives for a number of children the labels of the moves to them. Raises RequestError."""
    if moves == "sides":
        if most > len(_SIDES):
            raise RequestError(f"sides name at most 3 moves, but a node has {most}; choose letters or give the labels")
        return lambda count: _SIDES.get(count, "")
    if isinstance(moves, str) and moves != "letters":
        raise RequestError(f'there are no move labels "{moves}", expected none, letters, sides, or the labels')
    known = ascii_lowercase if isinstance(moves, str) else moves
    check_characters(known)
    if len(set(known)) < len(known):
        raise RequestError("a move label stands twice, expected each once")
    if most > len(known):
        raise RequestError(f"{len(known)} move labels are too few for a node with {most} children")
    return lambda count: known[:count]


def name_nodes(
    names: str | Sequence[str],
    kinds: Sequence[int],
    parent: Sequence[int],
    first: Sequence[int],
    moves: Sequence[str | None],
) -> tuple[list[str], list[str]]:
    """Return every node's id and the label of the move to it. Raises RequestError."""
    size = len(kinds)
    if names == "letters":
        taken = set(moves)
        ids = list(islice((name for name in letters() if name not in taken), size))
    elif names == "path":
        ids = ["root"]
        for node in range(1, size):
            place = str(node - first[parent[node]] + 1)
            ids.append(f"{ids[parent[node]]}.{place}" if parent[node] else place)
    elif isinstance(names, str):
        raise RequestError(f'there are no names "{names}", expected letters, path, or all ids breadth-first')
    else:
        ids = _given(names, [kind == LEAF for kind in kinds], set(moves))
    shown = [move or id_ for move, id_ in zip(moves, ids, strict=True)]
    _check_root(ids, shown, parent)
    return ids, shown


def first_names(names: str | Sequence[str], most: int, most_inner: int, kinds: Sequence[int]) -> str | Sequence[str]:
    """Return as many of the given names as a drawn tree needs, for all nodes or the inner ones. Raises RequestError.

    `most` and `most_inner` are the numbers of the largest tree: whether a list is long enough depends on no draw.
    """
    if isinstance(names, str):
        return names
    check_names(names)
    if len(names) < most_inner:
        raise RequestError(
            f"{len(names)} names are given for trees of up to {most} nodes; "
            f"expected at least {most}, or at least {most_inner} for the inner ones"
        )
    return names[: len(kinds) if len(names) >= most else sum(kind != LEAF for kind in kinds)]


def check_names(names: Sequence[str]) -> None:
    """Refuse names that no document can hold, or that two would bear. Raises RequestError."""
    if len(set(names)) < len(names):
        raise RequestError("a name stands twice, expected each node's own")
    check_characters(names)


def check_characters(names: Sequence[str]) -> None:
    """Refuse names that no document can hold. Raises RequestError."""
    if any(not 1 <= len(name) <= 100 or not name.isprintable() for name in names):
        raise RequestError("a name is empty, too long or holds control characters, expected 1 to 100 characters")


def _given(names: Sequence[str], is_leaf: Sequence[bool], taken: set[str | None]) -> list[str]:
    """Return the given ids; where only inner nodes have one, leaves get letters."""
    size, inner = len(is_leaf), len(is_leaf) - sum(is_leaf)
    check_names(names)
    if len(names) not in (size, inner):
        raise RequestError(
            f"{len(names)} names are given for a tree of {size} nodes; expected {size}, or {inner} for the inner ones"
        )
    if len(names) == size:
        return list(names)
    of_inner, of_leaves = iter(names), (name for name in letters() if name not in taken and name not in names)
    return [next(of_leaves if leaf else of_inner) for leaf in is_leaf]


def _check_root(ids: Sequence[str], shown: Sequence[str], parent: Sequence[int]) -> None:
    """Refuse a move at the root that could mean two of its children."""
    children = [child for child, above in enumerate(parent) if above == 0]
    owner = {ids[child]: child for child in children}
    for child in children:
        if owner.setdefault(shown[child], child) != child:
            said = f'the move "{shown[child]}" is also the name of another node'
            raise RequestError(f"{said}; choose other names or labels")
