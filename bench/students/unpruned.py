"""Students who back values up a whole tree: minimax and expectiminimax."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import oracle
from oracle import Document, Node, Number
from players import Player, play
from stars import equal_weights, intervals_by

from students.habits import Habit, Own, largest, plain_mean, smallest


def backed_up(node: Node, depth: int, root: Node, habit: Habit, own: Own) -> Fraction:
    """Return the value that the student finds at a node without pruning; where he slipped, what he wrote."""
    if not node.children:
        return node.value
    if node.id in own:
        return own[node.id]
    values = [backed_up(child, depth + 1, root, habit, own) for child in node.children]
    return one_step(habit.role(node, depth, root), habit, node.children, values)


def one_step(role: str, habit: Habit, children: Sequence[Node], values: Sequence[Fraction]) -> Fraction:
    """Return what the student makes of a node's children."""
    if role == "max":
        return max(values)
    if role == "min":
        return min(values)
    return habit.chance(children, values) if role == "chance" else plain_mean(children, values)


def in_order(node: Node, problem: Document, habit: Habit) -> list[Node]:
    """Return the children as the student examines them."""
    children = oracle.examined(node, problem)
    return children[::-1] if habit.other_order else children


def best_of(node: Node, depth: int, root: Node, problem: Document, habit: Habit, own: Own) -> list[Node]:
    """Return the children that `tie` lets the student take for the best, in the order of examination.

    A player who is thought to average still has a best move: his own.
    """
    role = habit.role(node, depth, root)
    pick = max if (node.player if role == "mean" else role) == "max" else min
    children = in_order(node, problem, habit)
    values = [backed_up(child, depth + 1, root, habit, own) for child in children]
    tied = [child for child, value in zip(children, values, strict=True) if value == pick(values)]
    return oracle.by_tie(tied, oracle.convention(problem, "tie"))


def best_path(node: Node, depth: int, root: Node, problem: Document, habit: Habit, own: Own) -> list[str]:
    """Return the ids along the student's best moves."""
    if not node.children:
        return [node.id]
    best = best_of(node, depth, root, problem, habit, own)[0]
    return [node.id, *best_path(best, depth + 1, root, problem, habit, own)]


def follow_unpruned(problem: Document, habit: Habit, own: Own, rule: str) -> Document:
    """Return the answers of a student to minimax or expectiminimax."""
    root = oracle.read_tree(problem)
    nodes = oracle.breadth_first(root)
    own = {node.id: oracle.to_mover(node, own[node.id], problem) for node in nodes if node.id in own}
    values = values_below(root, 0, root, habit, own)
    written = {
        node.id: oracle.in_document(oracle.to_mover(node, values[node.id], problem)) for node in nodes if node.children
    }
    answers: Document = {"value": written.get(root.id, oracle.in_document(root.value))}
    if oracle.is_player(root):
        answers["best-move"] = best_of(root, 0, root, problem, habit, own)[0].move
    answers["values"] = written
    if problem["kind"] == "minimax":
        answers["principal-variation"] = best_path(root, 0, root, problem, habit, own)
    if "depth" in problem:
        answers["evaluations"] = {node.id: oracle.in_document(node.value) for node in nodes if node.at_horizon}
    depths = depths_below(root, 0)

    def best(node: Node) -> list[Node]:
        return best_of(node, depths[node.id], root, problem, habit, own)

    def step(node: Node, values: Sequence[Fraction]) -> Fraction:
        return one_step(habit.role(node, depths[node.id], root), habit, node.children, values)

    if "after" in problem:
        visited = oracle.depth_first(root, problem)
        answers["intervals"] = intervals_by(problem, root, visited, step_of_ends(root, habit))
    return answers | play(Player(problem, root, best, step, rule))


def depths_below(node: Node, depth: int) -> dict[str, int]:
    """Return the depth of every node from here down."""
    found = {node.id: depth}
    for child in node.children:
        found |= depths_below(child, depth + 1)
    return found


def step_of_ends(root: Node, habit: Habit) -> Callable[[Node, list[Number]], Number]:
    """Return what the student makes of one end of what is known of a node's children."""
    depths = {node.id: depth for depth, level in enumerate(levels_below([root])) for node in level}

    def step(node: Node, ends: list[Number]) -> Number:
        role = role_in_search(node, depths[node.id], root, habit)
        if role == "max":
            return max(ends)
        if role == "min":
            return min(ends)
        weigh = habit.weigh if role == "chance" else equal_weights
        return oracle.expected(ends, weigh(node.children))

    return step


def role_in_search(node: Node, depth: int, root: Node, habit: Habit) -> str:
    """Return who holds the node; one who takes the worst or best of chance takes it for a player."""
    role = habit.role(node, depth, root)
    if role == "chance" and habit.chance in (smallest, largest):
        return "min" if habit.chance is smallest else "max"
    return role


def values_below(node: Node, depth: int, root: Node, habit: Habit, own: Own) -> dict[str, Fraction]:
    """Return the student's number at every inner node from here down, as MAX sees it."""
    if not node.children:
        return {}
    found = {node.id: backed_up(node, depth, root, habit, own)}
    for child in node.children:
        found |= values_below(child, depth + 1, root, habit, own)
    return found


def levels_below(level: list[Node]) -> list[list[Node]]:
    """Return the nodes of each level, from the given one down."""
    if not level:
        return []
    return [level, *levels_below([child for node in level for child in node.children])]
