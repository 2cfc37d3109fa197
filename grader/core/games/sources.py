"""Trees of problem documents: read from nested lists, with or without layers, explicit nodes, or the rules of a game, and written back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.core.conventions import Conventions
from grader.core.data import Data, Plain
from grader.core.documents import Document
from grader.core.errors import Fault, Path, suggest
from grader.core.games.changed import cut, depth_of, limit_of, without_value
from grader.core.games.nodes import (
    PLAYER_KEYS,
    TWO_PLAYERS,
    Reading,
    Seats,
    check_root_moves,
    fill_probabilities,
    idle_weights,
    names,
    read_columns,
    read_evaluation,
    seats_of,
    write_columns,
    write_evaluation,
)
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import KIND_NAMES, LEAF, OPPONENT, Tree
from grader.core.lazy import LaterFunctions
from grader.core.numbers import MOST_DIGITS, is_too_long, read_number, show_number, write_number, write_worth
from grader.core.text import count, printable

if TYPE_CHECKING:
    from grader.core.games import playing
else:  # most problems state their tree
    playing = LaterFunctions("grader.core.games.playing")

# -- how far a problem says that its tree is searched: `depth`, `extension`, `evaluation` and the convention `depth-
# in`


def check_limits(reading: Reading, data: Mapping[str, Plain], conventions: Conventions) -> None:
    """Note what has no place where a problem names no depth."""
    if data.get("depth") is not None:
        return
    if data.get("extension") is not None:
        reading.wrong.append(("goes on beyond a depth; expected it only with the field depth", ("extension",)))
    if "depth-in" in conventions.stated:
        reading.wrong.append(
            ("says how depth is counted; expected it only with the field depth", ("conventions", "depth-in"))
        )


def read_limits(reading: Reading, data: Mapping[str, Plain], conventions: Conventions, whole: Tree) -> Tree:
    """Return the tree cut where the problem names a depth; what is wrong is noted."""
    if data.get("depth") is None:
        return whole
    extension = data.get("extension")
    unit = conventions.depth_in
    limit = limit_of(count_of(data["depth"]), unit, len(whole.players) or 2)
    tree = cut(whole, limit, None if extension is None else count_of(extension), unit)
    for node in without_value(tree):
        reading.wrong.append(_nothing_static(whole, node, reading.paths[node]))
    for node in tree.at_horizon():
        if isinstance(value := tree.value[node], (int, Fraction)) and is_too_long(value):
            message = f"its features are worth a number of more than {MOST_DIGITS} digits; shorten them or the weights"
            reading.wrong.append((message, (*reading.paths[node], "features")))
    return tree


def count_of(raw: Plain) -> int:
    """Return the whole number that stands in a document."""
    return int(read_number(str(raw)))


def _nothing_static(whole: Tree, node: int, path: Path) -> tuple[str, Path]:
    """Return what is wrong with a node at the horizon that has no static value, or two."""
    name = printable(whole.ids[node])
    has_static = whole.static is not None and whole.static[node] is not None
    if whole.features is None or whole.features[node] is None:
        expected = "static" if whole.players else "static or features"
        return f"the search stops at {name}, but nothing says what it is worth; expected {expected}", path
    if has_static:
        return f"{name} is at the horizon with static and features; expected one of them", path
    message = f"the search stops at {name}, but nothing weighs its features; expected the field evaluation"
    return message, (*path, "features")


def write_limits(tree: Tree) -> dict[str, Plain]:
    """Return the fields of a problem document that say how far the tree is searched."""
    written: dict[str, Plain] = {}
    if tree.horizon is not None:
        written["depth"] = depth_of(tree)
        if tree.horizon.extension is not None:
            written["extension"] = tree.horizon.extension
    if tree.evaluation is not None:
        written["evaluation"] = write_evaluation(tree.evaluation)
    return written


# -- an opponent who is known: what the other player replies at some of its nodes, as a problem states it in
# `opponent`

_MOST_NAMED = 12


def read_replies(tree: Tree, stated: Mapping[str, Plain], wrong: list[tuple[str, Path]]) -> Tree:
    """Return the tree with the stated replies, node by node; what is wrong with them is added to `wrong`."""
    player = OPPONENT.get(tree.kind[0])
    if player is None:
        message = f"has no place where the root is {_sort_of(tree, 0)}; expected it where MAX or MIN begins"
        wrong.append((message, ("opponent",)))
        return tree
    known = tree.by_id()
    replies: list[int | None] = [None] * tree.size
    for name, raw in stated.items():
        node, move = known.get(name.strip()), str(raw).strip()
        if message := _fault(tree, name, node, move, player):
            wrong.append((message, ("opponent", name)))
        elif node is not None:
            replies[node] = tree.by_move(node)[move]
    return tree._replace(reply=replies)


def _fault(tree: Tree, name: str, node: int | None, move: str, player: int) -> str:
    """Return why this is no reply of the player; empty where it is one."""
    if node is None:
        return f'there is no node "{printable(name)}"{suggest(name.strip(), tree.ids)}'
    if tree.kind[node] != player:
        wanted = f"expected nodes of {KIND_NAMES[player]}, who plays against {KIND_NAMES[tree.kind[0]]}"
        return f"{printable(name)} is {_sort_of(tree, node)}; {wanted}"
    return "" if move in tree.by_move(node) else _unknown_move(tree, node, move)


def _sort_of(tree: Tree, node: int) -> str:
    """Return what a node is, in a few words."""
    name = KIND_NAMES[tree.kind[node]]
    return (
        f"a node of {name}"
        if tree.kind[node] in OPPONENT
        else "a leaf"
        if tree.kind[node] == LEAF
        else f"a {name} node"
    )


def _unknown_move(tree: Tree, node: int, move: str) -> str:
    """Return why the text names no move at the node, and which do."""
    names, where = list(tree.by_move(node)), printable(tree.ids[node])
    if sum(tree.moves[child] == move for child in tree.children(node)) > 1:
        return f'the move "{printable(move)}" leads to several children of {where}; expected the id of one'
    shown = ", ".join(map(printable, names)) if len(names) <= _MOST_NAMED else "a move there, or a child's id"
    return f'there is no move "{printable(move)}" at {where}{suggest(move, names) or f", expected {shown}"}'


def write_replies(tree: Tree) -> dict[str, Plain]:
    """Return the field `opponent` of a problem document, or nothing where none is stated."""
    if tree.reply is None:
        return {}
    stated = {tree.ids[node]: tree.move_to(child) for node, child in enumerate(tree.reply) if child is not None}
    return {"opponent": stated}


def read_tree(
    document: Document,
    conventions: Conventions,
    refused: Mapping[int, str],
    *,
    may_be_open: bool = False,
    seats: Seats = TWO_PLAYERS,
) -> tuple[Tree | None, list[Fault], list[str]]:
    """Return the tree under `tree` or of the `game`, cut where there is a `depth`, what is wrong with it, and warnings. The tree is None where anything is wrong.

    `refused` names the kinds of nodes that the exercise has no place for, with the reason. `may_be_open`: nothing need be known of
    a node, neither children nor value, and so of the positions of a game at a `depth`. `seats` are who can move. Only the fields of the tree are
    looked at, whatever the document's `kind` is.
    """
    reading, data = Reading(seats), document.data
    columns = _read_source(reading, data, conventions, may_be_open=may_be_open)
    if not reading.kind or (reading.wrong and is_played(data)):
        return None, document.faults(reading.wrong), []
    _check_kinds(reading, data, refused)
    check_limits(reading, data, conventions)
    fill_probabilities(reading)
    ids = names(reading)
    moves = [move or ids[node] for node, move in enumerate(reading.explicit_move)]
    whole = Tree(
        reading.kind,
        reading.first,
        reading.end,
        reading.parent,
        reading.value,
        reading.probability,
        ids,
        moves,
        **columns,
        evaluation=read_evaluation(reading, data.get("evaluation")),
        players=seats.names,
    )
    if not reading.wrong:
        check_root_moves(reading, whole)
    if not reading.wrong and (stated := data.get("opponent")) is not None:
        whole = read_replies(whole, stated, reading.wrong)
    tree = whole if reading.wrong or may_be_open else read_limits(reading, data, conventions, whole)
    _check_bounds(reading, conventions, tree)
    _check_sums(reading, conventions, tree)
    return (None if reading.wrong else tree), document.faults(reading.wrong), idle_weights(whole)


def _read_source(
    reading: Reading, data: Mapping[str, Data], conventions: Conventions, *, may_be_open: bool
) -> dict[str, Data]:
    """Fill the lists from what the tree is made of, and return its columns: by name what nodes have beside their place."""
    if is_played(data):
        beside = "has no place beside a game, which makes the tree; expected one of them"
        reading.wrong += [(beside, (name,)) for name in ("tree", "layers") if data.get(name) is not None]
        return playing.read_played(reading, data, conventions, may_be_open=may_be_open)
    if data.get("tree") is None:
        reading.wrong.append(("has neither tree nor game; expected one of them", ()))
        return {}
    depths = _grow(reading, data["tree"], _players(data, conventions, reading.seats), may_be_open=may_be_open)
    _check_players(reading, data, conventions, depths)
    return read_columns(reading)


def _players(data: Mapping[str, Data], conventions: Conventions, seats: Seats) -> Sequence[int]:
    """Return who moves at each depth of nested lists, from the root down and then again."""
    if layers := data.get("layers"):
        return [seats.keys[name] for name in layers]
    if seats.names:
        first = seats.names.index(conventions.root) if "root" in conventions.stated else 0
        return [seats.keys[name] for name in (*seats.names[first:], *seats.names[:first])]
    player = PLAYER_KEYS[conventions.root]
    return player, OPPONENT[player]


def _check_players(reading: Reading, data: Mapping[str, Data], conventions: Conventions, depths: Sequence[int]) -> None:
    """Note what says a second time who moves, and layers that do not reach down to the deepest list."""
    layers, wrong = data.get("layers"), reading.wrong
    beside = "has no place beside explicit players; expected only with a tree of nested lists"
    is_explicit = isinstance(data["tree"], dict)
    if "root" in conventions.stated and (is_explicit or layers):
        by_layers = "has no place beside layers, which say who moves at the root; expected one of them"
        wrong.append((beside if is_explicit else by_layers, ("conventions", "root")))
    if layers is None:
        return
    levels = 1 + max((depth for depth, kind in zip(depths, reading.kind, strict=True) if kind != LEAF), default=-1)
    if is_explicit:
        wrong.append((beside, ("layers",)))
    elif levels > len(layers):
        message = f"says who moves on {count(len(layers), 'level')}, but lists stand on {levels}; expected an entry for each level"
        wrong.append((message, ("layers",)))


def _check_kinds(reading: Reading, data: Mapping[str, Data], refused: Mapping[int, str]) -> None:
    """Note the nodes of a kind that the exercise has no place for: each, or the layers that make them."""
    if layers := data.get("layers"):
        of_layers = enumerate(reading.seats.keys[name] for name in layers)
        reading.wrong += [(refused[kind], ("layers", place)) for place, kind in of_layers if kind in refused]
        return
    of_nodes = dict.fromkeys(zip(reading.kind, reading.paths, strict=True))  # of a game each kind once
    reading.wrong += [(refused[kind], path) for kind, path in of_nodes if kind in refused]


_OF_ITS_PLACE = ("value", "id", "move", "p")


def _grow(reading: Reading, raw_tree: Plain, players: Sequence[int], *, may_be_open: bool) -> Sequence[int]:
    """Fill the lists from the raw tree, return the depths; the list of raw nodes grows while it is walked, breadth-first."""
    raws, paths, parents, depths = reading.raws, reading.paths, reading.parent, [0]
    seats, keys = reading.seats, reading.seats.keys
    raws.append(raw_tree)
    paths.append(("tree",))
    parents.append(-1)
    for node, raw in enumerate(raws):
        path, depth = paths[node], depths[node]
        kind, value, above = LEAF, raw, path
        children: Sequence[Plain] = ()
        id_ = move = p = None
        if isinstance(raw, list) and not seats.is_leaf(raw):
            kind, children = players[depth % len(players)], raw
        elif isinstance(raw, dict):
            value, id_, move, p = raw.get("value"), raw.get("id"), raw.get("move"), raw.get("p")
            for key, field in raw.items():
                if key in keys:
                    kind, children, above = keys[key], field, (*path, key)
                elif key not in _OF_ITS_PLACE:
                    reading.with_more[node] = raw
        reading.kind.append(kind)
        is_open = may_be_open and value is None
        reading.value.append(reading.worth(value, path) if kind == LEAF and not is_open else None)
        reading.explicit_id.append(_text(id_))
        reading.explicit_move.append(_text(move))
        reading.probability.append(None if p is None else reading.factor(p, (*path, "p"), "probability"))
        reading.first.append(len(raws))
        raws.extend(children)
        paths.extend([(*above, place) for place in range(len(children))])
        parents.extend([node] * len(children))
        depths.extend([depth + 1] * len(children))
        reading.end.append(len(raws))
    return depths


def _text(raw: Plain) -> str | None:
    return None if raw is None else str(raw).strip()


def _check_bounds(reading: Reading, conventions: Conventions, tree: Tree) -> None:
    """Note the leaves that a search can meet outside the value bounds; at the horizon these are static values.

    An unknown is no number yet: it lies within the bounds by itself.
    """
    if conventions.value_bounds is None:
        return
    low, high = conventions.value_bounds
    bounds = f"[{show_number(low)}, {show_number(high)}]"
    for node in tree.leaves():
        value = tree.value[node]
        if isinstance(value, (int, Fraction)) and not low <= value <= high:
            message = f"{printable(show_number(value))} lies outside value-bounds, expected a number in {bounds}"
            reading.wrong.append((message, reading.paths[node]))


def _check_sums(reading: Reading, conventions: Conventions, tree: Tree) -> None:
    """Note the leaves that a search can meet whose numbers are not as the bound of their sum says."""
    bound = conventions.sum_bound
    if bound is None or reading.wrong:
        return
    for node in tree.leaves():
        worth = tree.payoffs(node)
        if min(worth) < 0 or sum(worth) > bound:
            said = f"{printable(tree.ids[node])} is worth [{', '.join(map(show_number, worth))}], but sum-bound is {show_number(bound)}"
            message = f"{said}; expected numbers from 0 up with a sum of at most that"
            reading.wrong.append((printable(message, 400), reading.paths[node]))


def played_on(problem: Problem, depth: int | None) -> Tree | None:
    """Return the whole tree of the game of a problem, played on to another depth, or to its end (None); None where it grows too large.

    What the problem's own tree has of it stands in front, by the same numbers.
    """
    fields = {name: field for name, field in write_tree(problem).items() if name != "depth"}
    stated = fields if depth is None else {**fields, "depth": depth}
    conventions = problem.conventions._replace(stated=frozenset())
    tree, _, _ = read_tree(Document(problem.id, stated, "", b""), conventions, {})
    return None if tree is None else tree.whole


def write_tree(problem: Problem) -> dict[str, Plain]:
    """Return the fields of a problem document that state its tree, every node explicit, or its game, and how far it is searched."""
    tree: Tree = problem.whole
    if is_played(problem.stated):
        game = playing.write_playing(playing.known_playing(problem.stated, problem.conventions.root))
        return write_limits(problem.game) | game | write_replies(tree)
    has_columns = any(column is not None for column in (tree.static, tree.features, tree.quiet, tree.state))
    written: list[dict[str, Plain]] = []
    seats = seats_of(tree.players) if tree.players else TWO_PLAYERS
    keys = {kind: key for key, kind in seats.keys.items()}
    for node in range(tree.size - 1, -1, -1):
        raw: dict[str, Plain] = {"id": tree.ids[node]}
        if tree.moves[node] != tree.ids[node]:
            raw["move"] = tree.moves[node]
        p, value = tree.probability[node], tree.value[node]
        if p is not None:
            raw["p"] = write_number(p)
        if has_columns:
            raw |= write_columns(tree, node)
        if tree.kind[node] == LEAF:
            raw |= {} if value is None else {"value": write_worth(value)}
        else:
            # `written` holds the nodes after this one, last first; its children are a run of it.
            last = tree.size - 1
            raw[keys[tree.kind[node]]] = [written[last - child] for child in tree.children(node)]
        written.append(raw)
    return write_limits(problem.game) | {"tree": written[-1]} | write_replies(tree)
