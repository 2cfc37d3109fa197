"""What stays the same in every tree when all its leaves are changed: theorems, each "no" with a tree that refutes it.

An increasing change keeps which of two values is larger, and MAX, MIN and alpha-beta ask nothing else. A chance node adds
and weighs: only changes a * v + b with a > 0 go through a sum. A search that cuts nothing visits every node.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from grader.core.conventions import Conventions
from grader.core.documents import Document
from grader.core.games.changed import reordered, reversed_children, with_values
from grader.core.games.problem import Problem
from grader.core.games.sources import read_tree
from grader.core.games.tree import CHANCE, LEAF, MAX, Tree
from grader.kinds import KINDS
from grader.kinds.about_searches.change import Change, Keeps
from grader.kinds.about_searches.claim import Claim
from grader.kinds.about_searches.solved import right_way

OF_EVERY_TREE = ("value", "best-move", "pruned", "visited", "leaves-evaluated")
"""The parts of which it is asked whether they stay the same in every tree."""
BY_ORDER = frozenset({"best-move", "pruned", "visited", "leaves-evaluated"})
_NO_CUTS = frozenset({"visited", "leaves-evaluated"})


class Search(Enum):
    """Which searches differ in what they keep."""

    PLAIN = "nothing is cut, no chance"
    CUTTING = "alpha-beta without chance nodes"
    CHANCE = "nothing is cut, with chance nodes"


def search_of(kind: str) -> Search:
    """Return which of the searches a kind is, as its row says what is drawn for it."""
    drawn = KINDS[kind].drawable
    if drawn is None:
        raise ValueError(kind)
    return Search.CUTTING if drawn.cuts else Search.CHANCE if "chance" in drawn.players else Search.PLAIN


def _kept(search: Search, keeps: Keeps) -> Collection[str]:
    """Return the parts that stay the same in every tree, under the full window."""
    if keeps is Keeps.ALL:
        return OF_EVERY_TREE
    if keeps is Keeps.PROPORTIONS or (keeps is Keeps.ORDER and search is not Search.CHANCE):
        return BY_ORDER
    return () if search is Search.CUTTING else _NO_CUTS


def is_theorem(searched: Problem, change: Change, parts: Collection[str], search: Search | None = None) -> bool:
    """Return whether the parts stay the same in every tree of the search."""
    return set(parts).issubset(_kept(search or search_of(searched.kind), change.keeps()))


# trees that refute

_STORED = (
    [0],
    [1],
    [1, 2],
    [-2, 1],
    [[3, 12, 8], [2, 15, 6]],
    [[1], [2, 3]],
    [3, {"chance": [0, 5]}],
)
"""Trees of which one refutes each "no" of the table: as it is or negated, perhaps moved (tests/test_theorems.py)."""
_LEAST = -15
"""The least number of the stored trees, as they are or negated."""


@cache
def _stored() -> list[Tree]:
    read = (read_tree(Document("", {"tree": raw}, "", b""), Conventions(), {})[0] for raw in _STORED)
    return [tree for tree in read if tree is not None]


class Refuted(NamedTuple):
    """A tree in which a part does not stay the same: the problem before and after the change."""

    before: Problem
    after: Problem


def refutation(searched: Problem, change: Change, parts: tuple[str, ...]) -> Refuted | None:
    """Return a stored tree in which some of the parts do not stay the same; None where there is none, as of a theorem."""
    claim = Claim("same", parts=parts)
    for pair in _pairs(searched, change):
        before, after = (right_way(problem).solved([claim]) for problem in pair)
        if not claim.holds(after, before):
            return pair
    return None


def _pairs(searched: Problem, change: Change) -> Iterator[Refuted]:
    """Yield the stored trees before and after the change, under the conventions of the problem."""
    level = change.sort.level(change.said)
    moves = (0,) if level is None else (0, level + 1 - _LEAST)
    for stored in _stored():
        if CHANCE in stored.kind and search_of(searched.kind) is not Search.CHANCE:
            continue
        for factor in (1, -1):
            for moved in moves:
                tree = with_values(stored, {at: (stored.value[at] or 0) * factor + moved for at in stored.leaves()})
                if searched.conventions.right_to_left:
                    # the formula names no node, so its reader counts them as the tree stands now
                    tree = reordered(tree, reversed_children(tree))._replace(ids=tree.ids, moves=tree.moves)
                before = searched._replace(game=tree)
                yield Refuted(before, before._replace(game=change.of_tree(tree)))


# in words

_BECAUSE = {
    Keeps.ALL: "The change changes nothing.",
    Keeps.PROPORTIONS: "The change keeps which of two values is larger, and it goes through a sum of outcomes.",
    Keeps.ORDER: "The change keeps which of two values is larger, and nothing else decides.",
    Keeps.NOTHING: "",
}


def why_in_general(searched: Problem, change: Change, parts: tuple[str, ...]) -> str:
    """Return why it is a theorem that the parts stay the same, or a tree that refutes it with the numbers of both."""
    keeps, is_true = change.keeps(), is_theorem(searched, change, parts)
    pair = None if is_true else refutation(searched, change, parts)
    if pair is not None:
        before, after = (right_way(problem).solved() for problem in pair)
        part = next(part for part in parts if before.compared(part) != after.compared(part))
        both = [(as_formula(solved.problem), solved.fact(part)) for solved in (before, after)]
        return "Not in every tree: in {} {}; in {}, which it becomes, {}.".format(*both[0], *both[1])
    by_order = keeps in (Keeps.PROPORTIONS, Keeps.ORDER) and "best-move" in parts
    if search_of(searched.kind) is Search.CUTTING or keeps is Keeps.ALL or by_order:
        return _BECAUSE[keeps]
    return "A search that cuts nothing visits every node, whatever the values are."


def as_formula(problem: Problem) -> str:
    """Return a small tree as a formula: max(3, chance(0, 5))."""
    tree: Tree = problem.game
    written = [problem.say(value) if (value := tree.value[node]) is not None else "" for node in range(tree.size)]
    for node in range(tree.size - 1, -1, -1):
        if tree.kind[node] != LEAF:
            name = "chance" if tree.kind[node] == CHANCE else "max" if tree.kind[node] == MAX else "min"
            written[node] = f"{name}({', '.join(written[child] for child in tree.children(node))})"
    return written[0]
