"""Trees as linked nodes, with the ids and moves that a document leaves out (docs/format.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from second.games import tree_of

from oracle.numbers import number
from oracle.words import Document, convention


class NoStaticValueError(Exception):
    """A search stops at a node that says nothing of what it is worth."""


@dataclass(eq=False)
class Node:
    """A node with its children; `player` is max, min, chance, or leaf.

    `static` is what it is worth where a search stops at it, if it says that; `at_horizon`: the search stops there.
    """

    player: str
    value: Fraction = Fraction(0)
    probability: Fraction = Fraction(1)
    id: str = ""
    move: str = ""
    state: str = ""
    children: list[Node] = field(default_factory=list)
    static: Fraction | None = None
    quiet: bool = True
    at_horizon: bool = False


def read_tree(problem: Document) -> Node:
    """Return the root of the tree that is searched, every node with its id and move in the whole tree."""
    root = read_whole(problem)
    if "depth" in problem:
        stop_at_the_horizon(root, 0, problem)
    return root


def read_whole(problem: Document) -> Node:
    """Return the root of the problem's tree with all that it has, every node with its id and move."""
    tree = played(problem) if "game" in problem else problem["tree"]
    if isinstance(tree, dict):
        root = read_explicit(tree, problem.get("evaluation"))
    elif "layers" in problem:
        root = read_layers(tree, problem["layers"])
    else:
        root = read_nested(tree, convention(problem, "root"))
    give_ids(root)
    give_moves(root)
    return root


def played(problem: Document) -> Document:
    """Return the tree of a game as a node document: a ply deeper than the search goes, so that nodes at the horizon have children."""
    plies = 2 * int(number(problem["depth"])) + 1 if "depth" in problem else 10**6
    return tree_of(problem["game"], convention(problem, "root"), depth=plies) or {}


def stop_at_the_horizon(node: Node, distance: int, problem: Document) -> None:
    """Take away what lies below the nodes at which the search stops, and give them their static values.

    A search stops at an inner node whose distance is the limit or more, if it is quiet or the distance is `extension` or
    more beyond the limit.
    """
    unit = convention(problem, "depth-in")
    limit = int(number(problem["depth"])) * (2 if unit == "rounds" else 1)
    is_far = "extension" in problem and distance - limit >= int(number(problem["extension"]))
    if node.children and distance >= limit and (node.quiet or is_far):
        if node.static is None:
            raise NoStaticValueError(node.id)
        node.player, node.value, node.children, node.at_horizon = "leaf", node.static, [], True
    is_step = unit == "plies" or node.player != "chance"
    for child in node.children:
        stop_at_the_horizon(child, distance + is_step, problem)


def read_nested(tree: object, player: str) -> Node:
    """Read numbers and lists; the players alternate from `player`."""
    if not isinstance(tree, list):
        return Node("leaf", number(tree))
    opponent = "min" if player == "max" else "max"
    return Node(player, children=[read_nested(child, opponent) for child in tree])


def read_layers(tree: object, layers: Sequence[str]) -> Node:
    """Read numbers and lists; who moves is said for each depth, and outcomes are equally likely."""
    if not isinstance(tree, list):
        return Node("leaf", number(tree))
    node = Node(layers[0], children=[read_layers(child, layers[1:]) for child in tree])
    if node.player == "chance":
        give_probabilities(node, tree)
    return node


def read_explicit(tree: object, evaluation: Document | None = None) -> Node:
    """Read a number, `{value: ...}` or `{max|min|chance: [...]}`, ids and moves as written."""
    if not isinstance(tree, dict):
        return Node("leaf", number(tree))
    node = Node("leaf", id=str(tree.get("id", "")), move=str(tree.get("move", "")))
    node.state = str(tree.get("state", "")).strip()
    node.quiet = tree.get("quiet", True)
    if "static" in tree:
        node.static = number(tree["static"])
    elif "features" in tree and evaluation is not None:
        node.static = evaluated(tree["features"], evaluation)
    for player in ("max", "min", "chance"):
        if player in tree:
            node.player = player
            node.children = [read_explicit(child, evaluation) for child in tree[player]]
            if player == "chance":
                give_probabilities(node, tree[player])
    if node.player == "leaf":
        node.value = number(tree["value"])
    return node


def evaluated(features: Document, evaluation: Document) -> Fraction:
    """Return EVAL: the bias plus weight times feature, over all weights; a feature that is not named is 0."""
    value = number(evaluation.get("bias", 0))
    for name, weight in evaluation["weights"].items():
        value += number(weight) * number(features.get(name, 0))
    return value


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

    docs/format.md, "Ids that you did not write": in breadth-first order they take the next of A...Z, AA, AB... that is neither an
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
    """Set each missing move to the child's id (docs/format.md)."""
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
