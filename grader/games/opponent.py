"""An opponent who is known: what the other player replies at some of its nodes, as a problem states it in `opponent`."""

from __future__ import annotations

from collections.abc import Mapping

from grader.data import Data
from grader.errors import Path, suggest
from grader.games.tree import KIND_NAMES, LEAF, OPPONENT, Tree
from grader.printable import printable

_MOST_NAMED = 12


def read_replies(tree: Tree, stated: Mapping[str, Data], wrong: list[tuple[str, Path]]) -> Tree:
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


def write_replies(tree: Tree) -> dict[str, Data]:
    """Return the field `opponent` of a problem document, or nothing where none is stated."""
    if tree.reply is None:
        return {}
    stated = {tree.ids[node]: tree.move_to(child) for node, child in enumerate(tree.reply) if child is not None}
    return {"opponent": stated}
