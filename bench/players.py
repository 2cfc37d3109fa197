"""How simulated students play: strategies, orders of labelling, outcomes against a known opponent, positions that come again.

Written from the sentence of each rule, as a plain recursion; nothing of the program is used here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import oracle
from oracle import Document, Node
from oracle.play import child_named, name_of_move

PLAY_RULES: dict[str, tuple[str, ...]] = {
    "strategy-for-both": ("strategy",),
    "strategy-is-one-path": ("strategy",),
    "labels-top-down": ("labelling",),
    "trusts-minimax": ("best-response", "outcome"),
    "outcome-is-best-response": ("outcome",),
    "redundant-by-state-only": ("redundant", "distinct-states"),
    "counts-every-node": ("distinct-states",),
}
"""The parts in which each wrong rule about play shows."""


@dataclass(frozen=True)
class Player:
    """A student at a tree: what is best at a node by his values, what he makes of children, which wrong rule he follows."""

    problem: Document
    root: Node
    best: Callable[[Node], list[Node]]
    step: Callable[[Node, Sequence[Fraction]], Fraction]
    rule: str


def play(student: Player) -> Document:
    """Return all that the student writes about play."""
    problem, root = student.problem, student.root
    visited = walk(root, problem)
    answers: Document = {
        "visited": [node.id for node in visited],
        "leaves-evaluated": sum(not node.children for node in visited),
        "nodes-visited": len(visited),
    }
    if oracle.is_player(root):
        answers["strategy"] = {node.id: name_of_move(student.best(node)[0], node) for node in planned(student)}
        if "opponent" in problem:
            answers["best-response"] = oracle.in_document(best_against(student, root))
            reached = set(ends(student, root))
            if len(reached) == 1:
                answers["outcome"] = oracle.in_document(reached.pop())
    if problem["kind"] == "minimax":
        inner = [node.id for node in oracle.inner_nodes(root)]
        answers["labelling"] = inner if student.rule == "labels-top-down" else inner[::-1]
        if any(node.state for node in oracle.breadth_first(oracle.read_whole(problem))):
            answers |= positions(student)
    return answers


def walk(node: Node, problem: Document) -> list[Node]:
    """Return the nodes depth first."""
    return [node, *(below for child in oracle.examined(node, problem) for below in walk(child, problem))]


def planned(student: Player) -> list[Node]:
    """Return the nodes for which the student's strategy has a move."""
    nodes = [node for node in oracle.breadth_first(student.root) if oracle.is_player(node)]
    if student.rule == "strategy-for-both":
        return nodes
    own = [node for node in nodes if node.player == student.root.player]
    if student.rule == "strategy-is-one-path":
        reached = expected(student, student.root)
        return [node for node in own if node in reached]
    return own


def expected(student: Player, node: Node) -> list[Node]:
    """Return the nodes that are reached where both play their best moves."""
    below = student.best(node)[:1] if oracle.is_player(node) else node.children
    return [node, *(each for child in below for each in expected(student, child))]


def reply(student: Player, node: Node) -> Node:
    """Return what the student lets the opponent play."""
    stated = {name.strip(): str(move).strip() for name, move in student.problem["opponent"].items()}
    if student.rule == "trusts-minimax" or node.id not in stated:
        return student.best(node)[0]
    child = child_named(node, stated[node.id])
    assert child is not None
    return child


def best_against(student: Player, node: Node) -> Fraction:
    """Return what the student thinks could be had from this opponent."""
    if not node.children:
        return node.value
    if oracle.is_player(node) and node.player != student.root.player:
        return best_against(student, reply(student, node))
    return student.step(node, [best_against(student, child) for child in node.children])


def ends(student: Player, node: Node) -> list[Fraction]:
    """Return what the student thinks that optimal strategies reach."""
    if student.rule == "outcome-is-best-response":
        return [best_against(student, node)]
    if not node.children:
        return [node.value]
    if node.player == "chance":
        ways = product(*(sorted(set(ends(student, child))) for child in node.children))
        return [student.step(node, way) for way in ways]
    moves = student.best(node) if node.player == student.root.player else [reply(student, node)]
    return [end for move in moves for end in ends(student, move)]


def positions(student: Player) -> Document:
    """Return which nodes the student takes for redundant, and how many positions he counts."""
    met: set[object] = set()
    again: list[str] = []

    def look(node: Node) -> None:
        is_leaf = not node.children
        whole = (node.state, node.player, node.value if is_leaf else None)
        position = node.state if student.rule == "redundant-by-state-only" else whole
        if node.state and position in met:
            again.append(node.id)
            return
        if node.state:
            met.add(position)
        for child in oracle.examined(node, student.problem):
            look(child)

    look(student.root)
    everything = len(oracle.breadth_first(student.root))
    listed = [node.id for node in oracle.breadth_first(student.root) if node.id in again]
    return {"redundant": listed, "distinct-states": everything if student.rule == "counts-every-node" else len(met)}


def guess_strategy(rng: random.Random, problem: Document, right: Document) -> Document:
    """Guess a move for every entry."""
    nodes = {node.id: node for node in oracle.breadth_first(oracle.read_tree(problem))}
    return {name: name_of_move(rng.choice(nodes[name].children), nodes[name]) for name in right}


def guess_order(rng: random.Random, _problem: Document, right: list[str]) -> list[str]:
    """Guess an order of the inner nodes."""
    return rng.sample(right, len(right))
