"""Names of nodes and labels of moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from string import ascii_lowercase

from generators.errors import RequestError
from grader.games.nodes import letters
from grader.games.tree import LEAF

_SIDES = {1: "M", 2: "LR", 3: "LMR"}


def name_children(moves: str | Sequence[str], first: Sequence[int], end: Sequence[int]) -> list[str | None]:
    """Return the label of the move to each node; None where it is called like the node. Raises RequestError."""
    most = max(stop - start for start, stop in zip(first, end, strict=True))
    labels = _labels(moves, most)
    if labels is None:
        return [None] * len(first)
    # Breadth-first, the children of all nodes in turn are all nodes but the root.
    return [None, *chain.from_iterable(labels[stop - start] for start, stop in zip(first, end, strict=True))]


def _labels(moves: str | Sequence[str], most: int) -> list[Sequence[str]] | None:
    """Return for each number of children the labels of the moves to them."""
    if moves == "none":
        return None
    if moves == "letters":
        known: Sequence[str] = ascii_lowercase
    elif moves == "sides":
        if most > len(_SIDES):
            raise RequestError(f"sides name at most 3 moves, but a node has {most}; choose letters or give the labels")
        return [_SIDES.get(count, "") for count in range(most + 1)]
    elif isinstance(moves, str):
        raise RequestError(f'there are no move labels "{moves}", expected none, letters, sides, or the labels')
    else:
        known = moves
        check_characters(known)
    if len(set(known)) < len(known):
        raise RequestError("a move label stands twice, expected each once")
    if most > len(known):
        raise RequestError(f"{len(known)} move labels are too few for a node with {most} children")
    return [known[:count] for count in range(most + 1)]


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
    size, leaves = len(is_leaf), sum(is_leaf)
    check_names(names)
    if len(names) not in (size, size - leaves):
        raise RequestError(
            f"{len(names)} names are given for a tree of {size} nodes; expected {size}, or {size - leaves} for the inner ones"
        )
    of_inner = iter(names)
    if len(names) == size:
        return list(names)
    of_leaves = (name for name in letters() if name not in taken and name not in names)
    return [next(of_leaves if leaf else of_inner) for leaf in is_leaf]


def _check_root(ids: Sequence[str], shown: Sequence[str], parent: Sequence[int]) -> None:
    """Refuse a move at the root that could mean two of its children."""
    owner: dict[str, int] = {}
    for child in range(1, len(ids)):
        if parent[child]:
            break
        owner[ids[child]] = child
    for child in owner.copy().values():
        if owner.setdefault(shown[child], child) != child:
            raise RequestError(
                f'the move "{shown[child]}" is also the name of another node; choose other names or labels'
            )
