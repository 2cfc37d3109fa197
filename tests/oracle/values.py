"""Minimax and expectiminimax: values, and which moves are right (docs/format.md, docs/conventions.md)."""

from __future__ import annotations

from fractions import Fraction

from oracle.numbers import in_document, window_in_document
from oracle.trees import Node, breadth_first, inner_nodes, read_tree
from oracle.words import Document, Tied, convention


def full_value(node: Node) -> Fraction:
    """Return the node's value without any pruning: max, min, or expectation of its children."""
    if not node.children:
        return node.value
    values = [full_value(child) for child in node.children]
    if node.player == "max":
        return max(values)
    if node.player == "min":
        return min(values)
    pairs = zip(node.children, values, strict=True)
    return sum((child.probability * value for child, value in pairs), Fraction(0))


def examined(node: Node, problem: Document) -> list[Node]:
    """Return the children in the order in which they are examined (docs/conventions.md, `order`)."""
    is_mirrored = convention(problem, "order") == "right-to-left"
    return node.children[::-1] if is_mirrored else list(node.children)


def by_tie(tied: list[Tied], tie: str) -> list[Tied]:
    """Return what counts as right among the tied: the first, the last, or any (docs/conventions.md, `tie`)."""
    return {"first": tied[:1], "last": tied[-1:], "any": tied}[tie]


def right_children(node: Node, problem: Document) -> list[Node]:
    """Return the moves that count as optimal, in the order in which they are examined.

    docs/conventions.md, `tie`: the optimal ones are those whose full minimax value equals the node's; `tie`
    chooses among them in the order of examination.
    """
    value = full_value(node)
    optimal = [child for child in examined(node, problem) if full_value(child) == value]
    return by_tie(optimal, convention(problem, "tie"))


def best_child(root: Node, problem: Document) -> Node:
    """Return the root's move that a solution prints: the first that counts as right."""
    return right_children(root, problem)[0]


def principal_variation(node: Node, problem: Document) -> list[str]:
    """Return the ids from the node to a leaf, both included, along the moves a solution prints."""
    if not node.children:
        return [node.id]
    return [node.id, *principal_variation(best_child(node, problem), problem)]


def is_player(node: Node) -> bool:
    """Tell whether there is a best move here: neither a leaf nor a chance node."""
    return node.player in {"max", "min"}


def solve_unpruned(problem: Document) -> Document:
    """Solve minimax or expectiminimax: every part that the problem has."""
    root = read_tree(problem)
    answers: Document = {"value": in_document(as_asked(root, problem))}
    if is_player(root):
        answers["best-move"] = best_child(root, problem).move
    answers["values"] = {node.id: in_document(as_asked(node, problem)) for node in inner_nodes(root)}
    if problem["kind"] == "minimax":
        answers["principal-variation"] = principal_variation(root, problem)
    if "depth" in problem:
        answers["evaluations"] = {node.id: in_document(node.value) for node in breadth_first(root) if node.at_horizon}
    if "after" in problem:
        from oracle.chance import depth_first, intervals  # which examines children by the rule above

        found = intervals(root, depth_first(root, problem), problem)
        answers["intervals"] = {name: window_in_document(ends) for name, ends in found.items()}
    return answers


def as_asked(node: Node, problem: Document) -> Fraction:
    """Return the node's value as it is asked for: under `values-for: mover` that of a MIN node is the negative."""
    return to_mover(node, full_value(node), problem)


def to_mover(node: Node, value: Fraction, problem: Document) -> Fraction:
    """Return MAX's value of a node as it is asked for, or the other way round."""
    return -value if node.player == "min" and convention(problem, "values-for") == "mover" else value
