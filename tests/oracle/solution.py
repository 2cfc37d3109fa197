"""The solution of a problem of any kind (docs/format.md, "Solution")."""

from __future__ import annotations

from collections.abc import Callable

from second import second

from oracle.alpha_beta import solve_alpha_beta
from oracle.numbers import in_document
from oracle.play import solve_play
from oracle.trees import Node, breadth_first, read_tree, read_whole
from oracle.ucb import read_arms, solve_ucb
from oracle.values import solve_unpruned
from oracle.words import DEFAULT_PARTS, Document


def solve_whole(problem: Document) -> Document:
    """Solve minimax or expectiminimax: values, and what is read off them."""
    return solve_unpruned(problem) | solve_play(read_tree(problem), problem)


SOLVERS: dict[str, Callable[[Document], Document]] = {
    "minimax": solve_whole,
    "expectiminimax": solve_whole,
    "alpha-beta": solve_alpha_beta,
    "ucb": solve_ucb,
}


def solve(problem: Document) -> dict[str, object]:
    """Return the `answers` of the problem's solution: each part that the kind knows and it has."""
    kind = problem["kind"]
    answers: dict[str, object] = (SOLVERS[kind] if kind in SOLVERS else second(kind).solve)(problem)
    return answers | ({"tree": drawn(problem)} if "game" in problem and kind in SOLVERS else {})


def drawn(problem: Document) -> Document:
    """Return the tree that is searched as a student draws it."""
    return _drawn(read_tree(problem))


def _drawn(node: Node) -> Document:
    if not node.children:
        return {"value": in_document(node.value)}
    return {node.player: [{"move": child.move} | _drawn(child) for child in node.children]}


def asked_parts(problem: Document) -> list[str]:
    """Return `ask`, by default the kind's list less the parts that the problem does not have."""
    if "ask" in problem:
        return [str(part) for part in problem["ask"]]
    present, kind = solve(problem), problem["kind"]
    return [part for part in (DEFAULT_PARTS[kind] if kind in DEFAULT_PARTS else second(kind).ASKED) if part in present]


def node_ids(problem: Document) -> list[str]:
    """Return the ids of all nodes, breadth-first (of a UCB problem: of its children)."""
    if problem["kind"] == "ucb":
        return [child.id for child in read_arms(problem)]
    return [node.id for node in breadth_first(read_whole(problem))]
