"""The nodes that show why a claim is true or false, for the part `because`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.kinds import KINDS
from grader.kinds.lifts.claim import Claim, Solved
from grader.kinds.lifts.items import Item
from grader.kinds.lifts.searched import Lifted

Witnesses = Callable[[Claim, Solved, bool], list[str]]
"""From a claim, what it is about and its truth to the ids of which each is a witness; none where there is nothing to name."""


def witnesses(item: Item, solved: Solved, *, truth: bool) -> list[str]:
    """Return the ids of the nodes that show why the claim is true or false, each of them right."""
    if item.is_general or item.claim.name not in WITNESSES:
        return []
    return WITNESSES[item.claim.name](item.claim, solved, truth)


def may_have_witness(item: Item) -> bool:
    """Return whether the claim, true or false, could have a witness."""
    return not item.is_general and item.claim.name in WITNESSES


def options(problem: Problem, place: int) -> Mapping[str, str]:
    """Return what may be written as the witness of a claim, by text: the ids of all nodes, or moves with the ids of their children."""
    game: Lifted = problem.game
    item: Item = game.asked[place]
    kind = KINDS[game.searched.kind]
    if item.claim.name in _OF_MOVES:
        known = kind.parts["best-move"].form.keys.known(game.searched)  # type: ignore[attr-defined]  # a Choice
        return {text: str(game.ids[child]) for text, child in known.items()}
    return {str(id_): str(id_) for id_ in game.searched.game.ids}


def _best_move(claim: Claim, solved: Solved, truth: bool) -> list[str]:  # noqa: FBT001  # one of a table
    return [] if truth else solved.called(solved.answers.get("best-move", ()))


def _only_best_move(claim: Claim, solved: Solved, truth: bool) -> list[str]:  # noqa: FBT001
    return [] if truth else [id_ for id_ in solved.called(solved.moves()) if id_ not in claim.ids]


def _pruned(claim: Claim, solved: Solved, truth: bool) -> list[str]:  # noqa: FBT001
    tree: Tree = solved.problem.game
    by_id, visited = tree.by_id(), set(solved.answers["visited"])
    if truth:
        return [tree.ids[next(node for node in reversed(tree.path_to(by_id[claim.ids[0]])) if node in visited)]]
    below = dict.fromkeys(leaf for id_ in claim.ids for leaf in tree.leaves_below(by_id[id_]))
    return [tree.ids[leaf] for leaf in below if leaf in visited]


def _visited(claim: Claim, solved: Solved, truth: bool) -> list[str]:  # noqa: FBT001
    by_id, visited = solved.problem.game.by_id(), set(solved.answers["visited"])
    return [] if truth else [id_ for id_ in dict.fromkeys(claim.ids) if by_id[id_] not in visited]


_OF_MOVES = ("best-move", "only-best-move")
WITNESSES: dict[str, Witnesses] = {
    "best-move": _best_move,
    "only-best-move": _only_best_move,
    "pruned": _pruned,
    "visited": _visited,
}
"""The claims that can have a witness."""
