"""A tree that is searched to a depth against what is searched of it, written out; and reading it against reading it without a depth."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from measure import Line, Target, interleave
from samples import uniform_tree

from grader.core.conventions import Conventions
from grader.core.documents import Document, parse_document
from grader.core.errors import ProblemError
from grader.core.games.changed import cut
from grader.core.games.problem import Problem
from grader.core.games.sources import write_tree
from grader.core.games.tree import BEYOND, LEAF, Tree
from grader.kinds import KINDS

_BREADTH, _DEPTH = 3, 7
_MOST = Target(1.5)
_SEARCHES = ("minimax", "alpha-beta", "expectiminimax")


def horizon(runs: int) -> list[Line]:
    whole = uniform_tree(_BREADTH, _DEPTH)
    static = [None if kind == LEAF else node % 97 for node, kind in enumerate(whole.kind)]
    tree = cut(whole._replace(static=static), _DEPTH - 1)
    return [*(_search(kind, tree, runs) for kind in _SEARCHES), *(_reading(kind, tree, runs) for kind in _SEARCHES)]


def _search(kind: str, tree: Tree, runs: int) -> Line:
    """Return what a search costs where a ply lies below the horizon, against the tree without that ply."""
    smaller, solve = _written_out(tree), KINDS[kind].solve
    ask = KINDS[kind].asked
    ours, theirs = (Problem("p", kind, game, Conventions(), ask, {}) for game in (tree, smaller))
    if solve(ours, parts=ask).answers != solve(theirs, parts=ask).answers:
        raise RuntimeError(f"{kind}: the two sides do not agree")
    times = interleave(partial(solve, ours, parts=ask), partial(solve, theirs, parts=ask), runs)
    note = f"{smaller.size:,} of {tree.size:,} nodes"
    return Line(f"{kind} to a depth", "the cut tree written out", times.slower(), _MOST, note)


def _written_out(tree: Tree) -> Tree:
    """Return the tree without what lies below its horizon; the last ply, so that the first nodes stay."""
    size = tree.kind.index(BEYOND)
    columns: list[Any] = [column[:size] for column in tree[:8]]
    return Tree(*columns)._replace(
        first=[min(start, size) for start in tree.first[:size]], end=[min(stop, size) for stop in tree.end[:size]]
    )


def _reading(kind: str, tree: Tree, runs: int) -> Line:
    """Return what reading the problem costs, against the same document without its depth."""
    fields: dict[str, Any] = write_tree(Problem("p", kind, tree, Conventions(), (), {}))
    with_depth = _document(kind, fields)
    without = _document(kind, {"tree": fields["tree"]})
    read = KINDS[kind].game_format.read
    times = interleave(partial(read, with_depth, Conventions()), partial(read, without, Conventions()), runs)
    return Line(f"{kind}, a tree read with a depth", "read without", times.slower(), _MOST, f"{tree.size:,} nodes")


def _document(kind: str, fields: dict[str, Any]) -> Document:
    data = {"format": "gametree-problem/1", "id": "p", "kind": kind, **fields}
    return parse_document(json.dumps(data).encode(), "p.json", ProblemError)
