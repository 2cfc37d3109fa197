"""How players play, in which order values are found, and which positions come again, said once more."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from oracle.numbers import in_document
from oracle.own_numbers import own_step
from oracle.trees import Node, breadth_first, inner_nodes, read_tree, read_whole
from oracle.values import by_tie, examined, right_children
from oracle.words import Document, convention
from oracle.written import text, texts, written

STATES = ("s", "t", "X.O", "no", "3,2")


def solve_play(root: Node, problem: Document) -> Document:
    """Return every part about play that a minimax or expectiminimax problem has."""
    visited = depth_first(root, problem)
    answers: Document = {
        "visited": [node.id for node in visited],
        "leaves-evaluated": sum(not node.children for node in visited),
        "nodes-visited": len(visited),
    }
    if root.player in {"max", "min"}:
        answers["strategy"] = {node.id: name_of_move(best_of(node, problem)[0], node) for node in own_nodes(root)}
        if "opponent" in problem:
            answers["best-response"] = in_document(best_response(root, root.player, problem))
            numbers = outcomes(root, root.player, problem)
            if len(numbers) == 1:
                answers["outcome"] = in_document(numbers.pop())
    if problem["kind"] == "minimax":
        answers["labelling"] = [node.id for node in reversed(inner_nodes(root))]
        is_line = problem.get("game", {}).get("name") == "line"  # what follows there depends on the way
        if not is_line and any(node.state for node in breadth_first(read_whole(problem))):
            again, met = positions(root, problem)
            answers["redundant"] = [node.id for node in breadth_first(root) if node in again]
            answers["distinct-states"] = len(met)
    return answers


def depth_first(node: Node, problem: Document) -> list[Node]:
    """Return the nodes in the order in which a search that cuts nothing enters them."""
    return [node, *(below for child in examined(node, problem) for below in depth_first(child, problem))]


def own_nodes(root: Node) -> list[Node]:
    """Return the nodes of the root's player."""
    return [node for node in breadth_first(root) if node.player == root.player]


def best_of(node: Node, problem: Document) -> list[Node]:
    """Return the moves of a player's node that count as optimal."""
    return right_children(node, problem)


def child_named(node: Node, name: str) -> Node | None:
    """Return the child with this id, else the only one to which this move leads."""
    by_id = [child for child in node.children if child.id == name]
    by_move = [child for child in node.children if child.move == name]
    return by_id[0] if by_id else by_move[0] if len(by_move) == 1 else None


def name_of_move(child: Node, parent: Node) -> str:
    """Return how a solution calls the move to a child."""
    return child.move if child_named(parent, child.move) is child else child.id


def reply(node: Node, problem: Document) -> Node:
    """Return what the opponent plays: as stated, else the first of the optimal moves that count."""
    stated = {name.strip(): move for name, move in problem["opponent"].items()}
    if node.id not in stated:
        return right_children(node, problem)[0]
    child = child_named(node, text(stated[node.id]))
    assert child is not None
    return child


def best_response(node: Node, player: str, problem: Document) -> Fraction:
    """Return what the player can get at the node from an opponent who plays as stated."""
    if not node.children:
        return node.value
    if node.player not in {player, "chance"}:
        return best_response(reply(node, problem), player, problem)
    values = [best_response(child, player, problem) for child in node.children]
    if node.player == "chance":
        return sum((child.probability * value for child, value in zip(node.children, values, strict=True)), Fraction(0))
    return max(values) if player == "max" else min(values)


def outcomes(node: Node, player: str, problem: Document) -> set[Fraction]:
    """Return every number that some optimal strategy of the player reaches against that opponent."""
    if not node.children:
        return {node.value}
    if node.player == "chance":
        ways = product(*(outcomes(child, player, problem) for child in node.children))
        weights = [child.probability for child in node.children]
        return {sum((p * value for p, value in zip(weights, way, strict=True)), Fraction(0)) for way in ways}
    if node.player != player:
        return outcomes(reply(node, problem), player, problem)
    return set().union(*(outcomes(child, player, problem) for child in right_children(node, problem)))


def positions(root: Node, problem: Document) -> tuple[list[Node], set[object]]:
    """Return the nodes whose position was met before, and all positions that are met."""
    again: list[Node] = []
    met: set[object] = set()

    def look(node: Node) -> None:
        position = (node.state, node.player, None if node.children else node.value)
        if node.state and position in met:
            again.append(node)
            return
        if node.state:
            met.add(position)
        for child in examined(node, problem):
            look(child)

    look(root)
    return again, met


# marks


def labelling_share(problem: Document, given: Any) -> Fraction:
    """Mark `labelling`: right pairs less entries that are repeated or foreign, over all pairs."""
    root = read_tree(problem)
    inner = inner_nodes(root)
    names, belongs = texts(given), {node.id for node in inner}
    pairs = [(child.id, node.id) for node in inner for child in node.children if child.children]
    if not pairs:
        return Fraction(names == [node.id for node in inner])
    right = sum(a in names and b in names and names.index(a) < names.index(b) for a, b in pairs)
    extras = sum(name not in belongs or name in names[:place] for place, name in enumerate(names))
    return max(Fraction(0), Fraction(right - extras, len(pairs)))


def strategy_share(
    problem: Document, given: Any, own: Any, follow_through: Fraction, static: Document | None = None
) -> Fraction:
    """Mark `strategy`: as a map; a wrong move may be best by the student's own values."""
    root = read_tree(problem)
    expected = {node.id: node for node in own_nodes(root)}
    entries = written(given)
    extras = sum(name not in expected for name in entries)
    total = Fraction(0)
    for name, node in expected.items():
        if name in entries:
            child = child_named(node, text(entries[name]))
            if child in right_children(node, problem):
                total += 1
            elif own is not None and child in best_by_own(problem, node, own, static):
                total += follow_through
    return max(Fraction(0), (total - extras) / len(expected))


def best_by_own(problem: Document, node: Node, own: Document, static: Document | None = None) -> list[Node]:
    """Return the moves at a node that are best by the student's own values, as `tie` says; none where nothing follows."""
    step = own_step(problem, node.id, written(own), static)
    if step is None:
        return []
    values = {child.id: value for child, value in zip(step.children, step.inputs, strict=True)}
    tied = [child.id for child in examined(step.node, problem) if values[child.id] == step.best()]
    names = by_tie(tied, convention(problem, "tie"))
    return [child for child in node.children if child.id in names]


# drawing


def add_opponent(rng: random.Random, problem: Document) -> None:
    """State some replies of the opponent, where there is one."""
    root = read_tree(problem)
    if root.player not in {"max", "min"} or rng.random() > 0.5:
        return
    nodes = [node for node in inner_nodes(root) if node.player in {"max", "min"} and node.player != root.player]
    problem["opponent"] = {node.id: any_move(rng, node) for node in nodes if rng.random() < 0.7}


def any_move(rng: random.Random, node: Node) -> str:
    """Return one of the texts that name a child."""
    return move_of(rng, node, rng.choice(node.children))


def add_states(rng: random.Random, nodes: list[Document]) -> None:
    """Give some nodes of a document states."""
    often = rng.choice((0.0, 0.0, 0.5, 0.9))
    for node in nodes:
        if rng.random() < often:
            node["state"] = rng.choice(STATES)


def change_strategy(rng: random.Random, problem: Document, right: Any, slips: float) -> Document:
    """Change moves, leave some out, add those of other nodes."""
    root = read_tree(problem)
    players = {node.id: node for node in breadth_first(root) if node.player in {"max", "min"}}
    answer: Document = {}
    for name, node in players.items():
        if name in right and rng.random() > slips / 4:
            child = rng.choice(best_of(node, problem) if rng.random() > slips else node.children)
            answer[name] = None if rng.random() < slips / 8 else move_of(rng, node, child)
        elif name not in right and rng.random() < slips / 4:
            answer[name] = any_move(rng, node)
    return answer


def move_of(rng: random.Random, node: Node, child: Node) -> str:
    """Return one of the texts that name this child."""
    return rng.choice([name for name in (child.id, child.move) if child_named(node, name) is child])


def change_labelling(
    change_list: Callable[..., list[str]], rng: random.Random, problem: Document, right: Any, slips: float
) -> list[str]:
    """Return a right order, drawn at random, or that with slips."""
    root = read_tree(problem)
    left, done = inner_nodes(root), []
    while left:
        ready = [node for node in left if not any(child in left for child in node.children)]
        done.append(rng.choice(ready))
        left.remove(done[-1])
    names = [node.id for node in done]
    return change_list(rng, problem, names[::-1] if rng.random() < slips / 4 else names, slips)
