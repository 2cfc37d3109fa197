"""Trees as linked nodes, with the ids and moves that a document leaves out (DESIGN 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from oracle.numbers import number
from oracle.words import Document, convention


@dataclass(eq=False)
class Node:
    """A node with its children; `player` is max, min, chance, or leaf."""

    player: str
    value: Fraction = Fraction(0)
    probability: Fraction = Fraction(1)
    id: str = ""
    move: str = ""
    children: list[Node] = field(default_factory=list)


def read_tree(problem: Document) -> Node:
    """Return the root of the problem's tree, every node with its id and move."""
    tree = problem["tree"]
    root = read_explicit(tree) if isinstance(tree, dict) else read_nested(tree, convention(problem, "root"))
    give_ids(root)
    give_moves(root)
    return root


def read_nested(tree: object, player: str) -> Node:
    """Read numbers and lists; the players alternate from `player`."""
    if not isinstance(tree, list):
        return Node("leaf", number(tree))
    opponent = "min" if player == "max" else "max"
    return Node(player, children=[read_nested(child, opponent) for child in tree])


def read_explicit(tree: object) -> Node:
    """Read a number, `{value: ...}` or `{max|min|chance: [...]}`, ids and moves as written."""
    if not isinstance(tree, dict):
        return Node("leaf", number(tree))
    node = Node("leaf", id=str(tree.get("id", "")), move=str(tree.get("move", "")))
    for player in ("max", "min", "chance"):
        if player in tree:
            node.player = player
            node.children = [read_explicit(child) for child in tree[player]]
            if player == "chance":
                give_probabilities(node, tree[player])
    if node.player == "leaf":
        node.value = number(tree["value"])
    return node


def give_probabilities(chance: Node, written: Sequence[object]) -> None:
    """Set each outcome's probability: as written for all of them, or exactly 1/n each."""
    for node, child in zip(chance.children, written, strict=True):
        has_p = isinstance(child, dict) and "p" in child
        node.probability = number(child["p"]) if has_p else Fraction(1, len(written))  # type: ignore[index]


def breadth_first(root: Node) -> list[Node]:
    """Return all nodes, level by level, each level from left to right."""
    nodes: list[Node] = []
    level = [root]
    while level:
        nodes += level
        level = [child for node in level for child in node.children]
    return nodes


def letters(count: int) -> str:
    """Return the count-th of A...Z, AA, AB... (from 1)."""
    before, last = divmod(count - 1, 26)
    return (letters(before) if before else "") + chr(ord("A") + last)


def give_ids(root: Node) -> None:
    """Name the nodes without an id.

    DESIGN 4.1: in breadth-first order they take the next of A...Z, AA, AB... that is neither an
    explicit id nor a move anywhere in the document.
    """
    nodes = breadth_first(root)
    taken = {node.id for node in nodes} | {node.move for node in nodes}
    count = 0
    for node in nodes:
        if not node.id:
            count += 1
            while letters(count) in taken:
                count += 1
            node.id = letters(count)


def give_moves(root: Node) -> None:
    """Set each missing move to the child's id (DESIGN 4.1)."""
    for node in breadth_first(root):
        node.move = node.move or node.id


def at_or_below(node: Node) -> list[Node]:
    """Return the node and its descendants."""
    return breadth_first(node)


def leaf_ids(node: Node) -> set[str]:
    """Return the ids of the leaves at or below a node."""
    return {below.id for below in at_or_below(node) if not below.children}


def inner_nodes(root: Node) -> list[Node]:
    """Return the nodes with children, breadth-first."""
    return [node for node in breadth_first(root) if node.children]
