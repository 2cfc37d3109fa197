"""How games of several players come in: the players, a tree whose keys are their names, and what the schema cannot say of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path, suggest
from grader.core.games.nodes import Seats, seats_of
from grader.core.games.problem import Problem
from grader.core.games.sources import read_tree, write_tree
from grader.core.games.tree import CHANCE, FIRST_PLAYER, Tree
from grader.core.search.folds import back_up
from grader.core.search.values import Payoffs
from grader.core.text import printable
from grader.kinds.trees.rules import values_of

MOST_NODES = 2_000
OF_NODES = ("id", "move", "p", "state", "static", "quiet", "value")
"""What a node can say of itself beside its children."""
RESERVED = frozenset({*OF_NODES, "features", "max", "min", "chance"})
Wrong = list[tuple[str, Path]]


def read_max_n(document: Document, conventions: Conventions) -> tuple[Tree | None, list[Fault], list[str]]:
    """Return the tree of a game of several players, what is wrong with the document, and warnings."""
    data = document.data
    names = tuple(str(name).strip() for name in data["players"])
    wrong = _of_players(names, data, conventions) or [*_of_nodes(data["tree"], seats_of(names))]
    if wrong:
        return None, document.faults(wrong), []
    tree, faults, warnings = read_tree(document, conventions, {}, seats=seats_of(names))
    if tree is None or faults:
        return None, faults, warnings
    wrong = [*_of_tree(tree, conventions)] or [*_of_ties(tree, conventions)]
    return (None if wrong else tree), document.faults(wrong), warnings


def _of_players(names: tuple[str, ...], data: Mapping[str, Data], conventions: Conventions) -> Wrong:
    """Return what is wrong with the names of players, and with those that name one."""
    wrong: Wrong = []
    for place, name in enumerate(names):
        if name in RESERVED:
            wrong.append((f'"{name}" is a key of nodes, expected another name', ("players", place)))
        elif name in names[:place]:
            wrong.append((f'the player "{printable(name)}" stands here twice, expected once', ("players", place)))
    if "root" in conventions.stated and conventions.root not in names:
        wrong.append((_no_player(conventions.root, names), ("conventions", "root")))
    for place, name in enumerate(data.get("layers") or ()):
        if name not in (*names, "chance"):
            wrong.append((_no_player(name, (*names, "chance")), ("layers", place)))
    return wrong


def _no_player(name: str, names: tuple[str, ...]) -> str:
    known = ", ".join(map(printable, names))
    return f'there is no player "{printable(str(name))}", expected one of {known}{suggest(str(name), names)}'


def _nodes(raw_tree: Data) -> Iterator[tuple[Data, Path]]:
    """Yield every node with its path, from the top."""
    waiting: list[tuple[Data, Path]] = [(raw_tree, ("tree",))]
    for raw, path in waiting:
        yield raw, path
        if len(waiting) > 10 * MOST_NODES:
            return  # too large anyhow
        if isinstance(raw, list):
            waiting += [(one, (*path, place)) for place, one in enumerate(raw) if isinstance(one, (list, dict))]
        elif isinstance(raw, dict):
            for key, field in raw.items():
                if key not in OF_NODES and isinstance(field, list):
                    waiting += [(one, (*path, key, place)) for place, one in enumerate(field)]


def _of_nodes(raw_tree: Data, seats: Seats) -> Iterator[tuple[str, Path]]:
    """Yield what is wrong with nodes: keys that name nobody, not just one of value and children, numbers among nodes."""
    known = (*seats.names, "chance")
    for raw, path in _nodes(raw_tree):
        if isinstance(raw, list) and not seats.is_leaf(raw):
            lone = [place for place, one in enumerate(raw) if not isinstance(one, (list, dict))]
            yield from (
                ("is a number among lists; expected a list, with one for each player", (*path, p)) for p in lone
            )
        if not isinstance(raw, dict):
            continue
        names = [key for key in raw if key not in OF_NODES]
        strange = [key for key in names if key not in known]
        yield from ((_no_player(key, known), (*path, key)) for key in strange)
        if not strange and len(names) + ("value" in raw) != 1:
            yield f"expected one of value, {', '.join(map(printable, known))}: what it is worth, or who moves", path


def _of_tree(tree: Tree, conventions: Conventions) -> Iterator[tuple[str, Path]]:
    """Yield that a tree is too large, or that nothing is pruned in it."""
    if tree.size > MOST_NODES:
        yield f"has {tree.size:,} nodes, expected at most {MOST_NODES:,}", ("tree",)
    if conventions.sum_bound is not None and CHANCE in tree.kind:
        message = "nothing is pruned where chance moves; expected no sum-bound, or no chance nodes"
        yield message, ("conventions", "sum-bound")


def _of_ties(tree: Tree, conventions: Conventions) -> Iterator[tuple[str, Path]]:
    """Yield where equally good children are worth different numbers, and nothing says which of them counts."""
    if conventions.tie != "any":
        return
    problem = Problem("", "", tree, conventions, (), {})
    values: list[Payoffs] = back_up(tree, values_of(problem))
    for node in tree.inner():
        player = tree.kind[node] - FIRST_PLAYER
        best = [child for child in tree.children(node) if player >= 0 and values[child][player] == values[node][player]]
        if len({values[child] for child in best}) > 1:
            names = " and ".join(printable(tree.ids[child]) for child in best[:2])
            who = printable(tree.mover(node))
            message = f"{names} are equally good for {who}, but not for all players; expected first or last"
            yield message, ("conventions", "tie")
            return


def write_max_n(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document: the players, and the tree with every node explicit."""
    tree: Tree = problem.game
    return {"players": list(tree.players), **write_tree(problem)}
