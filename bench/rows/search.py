"""Our searches, which keep everything that they saw, against OpenSpiel's, which return the root's value."""

from __future__ import annotations

from functools import partial

from measure import Line, Target, interleave
from samples import uniform_tree

from grader.search import alpha_beta, back_up
from rows import openspiel

_SHAPES = ((3, 4), (3, 9), (10, 5))
_ALPHA_BETA = "alpha-beta with its trace"
_MINIMAX = "minimax at every node"


def search(runs: int) -> list[Line]:
    targets = {_ALPHA_BETA: Target(5, is_least=True), _MINIMAX: Target(8, is_least=True)}
    theirs = openspiel.load()
    if theirs is None:
        note = "open_spiel is not installed"
        return [Line(what, "OpenSpiel (Python)", target=target, note=note) for what, target in targets.items()]
    return [
        _line(breadth, depth, what, their_search, targets[what], runs)
        for what, their_search in zip(targets, theirs, strict=True)
        for breadth, depth in _SHAPES
    ]


def _line(breadth: int, depth: int, what: str, their_search, target: Target, runs: int) -> Line:
    tree = uniform_tree(breadth, depth)
    state = openspiel.start_state(tree)
    our_search = alpha_beta if what == _ALPHA_BETA else back_up
    result = our_search(tree)
    value = result.value[0] if what == _ALPHA_BETA else result[0]
    if value != their_search(state, depth):
        raise RuntimeError(f"{what} of ({breadth}, {depth}): the two sides do not agree")
    times = interleave(partial(our_search, tree), partial(their_search, state, depth), runs)
    return Line(f"{what} ({breadth}, {depth})", "OpenSpiel (Python)", times.faster(), target, f"{tree.size:,} nodes")
