"""The part in which students draw the tree of a game themselves, and what can be asked beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from grader.answers.case import Key
from grader.answers.drawn import EXAMPLE, Drawing, Moves, Spot, compared_drawings, drawings
from grader.answers.objects import Run, Sought
from grader.answers.part import Part
from grader.data import Data
from grader.errors import Path
from grader.games.problem import Problem, is_played
from grader.games.tree import LEAF, Tree

TREE = "tree"
DEEPEST, MOST_NODES = 60, 1_000
"""The largest tree that a student may be asked to draw: its document is one that can be handed in."""

_WITHOUT_IDS = (TREE, "value", "best-move", "leaves-evaluated", "nodes-visited", "distinct-states")
"""The parts that can be asked where nobody is shown the ids of nodes."""


def ways(tree: Tree) -> list[Moves]:
    """Return the moves that lead to each node that is searched."""
    paths: list[Moves] = [()]
    for node in range(1, tree.searched):
        paths.append((*paths[tree.parent[node]], tree.moves[node]))
    return paths


def drawn(tree: Tree) -> Drawing:
    """Return the tree that is searched as a student draws it."""
    paths = ways(tree)
    there = [node for node in tree.reached() if node < len(paths)]
    return {paths[node]: Spot(tree.kind[node], tree.value[node] if tree.kind[node] == LEAF else None) for node in there}


def looked_for(problem: Problem) -> Sought:
    """Return the tree that is looked for."""
    right = drawn(problem.game)
    return Sought(lambda: right, partial(compared_drawings, problem, right))


def can_be_drawn(problem: Problem) -> bool:
    """Return whether a student can be asked to draw the tree: that of a game, not too large."""
    return is_played(problem.stated) and problem.game.size <= MOST_NODES and problem.game.height() <= DEEPEST


def is_to_be_drawn(problem: Problem) -> bool:
    """Return whether students are to draw the tree of the game, so that nobody shows it to them."""
    return TREE in problem.ask and is_played(problem.stated)


def wrong_beside(data: Mapping[str, Data]) -> list[tuple[str, Path]]:
    """Return what cannot be asked beside the tree, since it speaks of ids that nobody is shown."""
    ask = data.get("ask") or ()
    if TREE not in ask or not is_played(data):
        return []
    message = f"speaks of nodes by their ids, which are not shown where the tree is asked; expected beside it only {', '.join(_WITHOUT_IDS[1:])}"
    wrong: list[tuple[str, Path]] = [
        (message, ("ask", place)) for place, part in enumerate(ask) if part not in _WITHOUT_IDS
    ]
    return wrong + ([(message, ("opponent",))] if data.get("opponent") is not None else [])


def _rule(problem: Problem, key: Key | None) -> str:
    return "The tree of a game has a node for every move that its rules allow"


def _example(problem: Problem) -> str:
    return EXAMPLE


DRAWN_TREE = Part(
    TREE,
    f"the tree of the game: at each node who moves there, with the moves; at each leaf its value (a node document such as {EXAMPLE})",
    Run(drawings(), is_one=True),
    example=_example,
    rule=_rule,
)
