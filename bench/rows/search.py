"""Our searches, which keep everything that they saw, against OpenSpiel's, which return the root's value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from measure import Line, Target, interleave
from samples import uniform_tree

from grader.core.games.tree import Tree
from grader.core.search.folds import alpha_beta, back_up
from rows import openspiel

_SHAPES = ((3, 4), (3, 9), (10, 5))
_ALPHA_BETA = "alpha-beta with its trace"
_MINIMAX = "minimax at every node"
_AGAINST = "OpenSpiel, a game in Python"
_TARGETS = {_ALPHA_BETA: Target(5, is_least=True), _MINIMAX: Target(8, is_least=True)}


def search(runs: int) -> list[Line]:
    theirs = openspiel.load()
    if theirs is None:
        note = "open_spiel is not installed"
        return [Line(what, _AGAINST, target=target, note=note) for what, target in _TARGETS.items()]
    return [
        line
        for what, their_search in zip(_TARGETS, theirs, strict=True)
        for breadth, depth in _SHAPES
        for line in _lines(what, breadth, depth, their_search, runs)
    ]


def _lines(what: str, breadth: int, depth: int, their_search: Callable[[Any, int], Any], runs: int) -> list[Line]:
    """Return the comparison on a registered game in Python, which has the target, and those on other states."""
    tree = uniform_tree(breadth, depth)
    our_search: Callable[[Tree], Any] = alpha_beta if what == _ALPHA_BETA else back_up
    result = our_search(tree)
    value = result.value[0] if what == _ALPHA_BETA else result[0]
    lines = []
    for against, start, target in (
        (_AGAINST, openspiel.registered_state, _TARGETS[what]),
        ("OpenSpiel, its EFG game in C++", openspiel.efg_state, None),
        ("OpenSpiel, leanest stand-in", openspiel.lean_state, None),
    ):
        state = start(tree)
        if their_search(state, depth) != value:
            raise RuntimeError(f"{what} ({breadth}, {depth}): the two sides do not agree")
        times = interleave(partial(our_search, tree), partial(their_search, state, depth), runs)
        note = f"{tree.size:,} nodes" if target else "for information"
        lines.append(Line(f"{what} ({breadth}, {depth})", against, times.faster(), target, note, is_faster=True))
    return lines
