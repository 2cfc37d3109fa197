"""How difficult an exercise is, in figures.

A kind yields its figures one after another, those first that are seen without solving anything: of most draws that are no variants of
a given problem nothing else is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generators.candidate import Candidate
from generators.limits import leaves_of
from grader.exact import Number
from grader.games.tree import CHANCE, Tree
from grader.kinds.ucb.scores import Arms

_STEPS_OF_A_FEATURE = 2  # times its weight, plus
_STEPS_OF_A_SCORE = 5  # total / n, log N / n, the root, times c, the sum

Figures: TypeAlias = Iterator[tuple[str, int]]
"""Difficulty figures by name, each worked out when its turn comes."""


def figures_of(case: Candidate) -> dict[str, int]:
    """Return the difficulty figures by name, as the kind's generator counts them.

    An arithmetic step is one child's value taken in: a comparison, or at a chance node a product and a sum; for UCB
    one operation of a score, and one for the logarithm. At a node that is evaluated each weight takes a product and a
    sum, whether or not the node names its feature: what it does not name is 0.
    """
    return dict(_counted(case))


def has_figures(case: Candidate, wanted: dict[str, int], room: Number = 0) -> bool:
    """Return whether these difficulty figures come out, or differ by at most this share of them; after the first that does not nothing more is worked out."""
    left = dict(wanted)
    are_near = (abs(figure - (near := left.pop(name, figure))) <= room * near for name, figure in _counted(case))
    return all(are_near) and not left


def _counted(case: Candidate) -> Figures:
    from generators.registry import GENERATORS  # which knows the guarantees, and one of these is about figures

    return GENERATORS[case.problem.kind].figures(case)


def figures_of_tree(case: Candidate) -> Figures:
    """Yield the figures of a tree of which every node is looked at."""
    yield from _at_sight(case.game)
    yield "leaves-evaluated", len(case.game.leaves())
    yield "arithmetic-steps", _steps(case.game, case.game.reached())


def figures_of_search(case: Candidate) -> Figures:
    """Yield the figures of a tree that is searched with cutoffs."""
    yield from _at_sight(case.game)
    yield "leaves-evaluated", case.leaves_evaluated
    yield "cutoffs", len(case.cutoffs)
    depths = case.game.depths()
    yield "deepest-cutoff", max((depths[cutoff.node] for cutoff in case.cutoffs), default=0)
    yield "arithmetic-steps", _steps(case.game, case.trace.visited)


def _at_sight(tree: Tree) -> Figures:
    yield "nodes", tree.size
    yield "distinct-values", len(set(leaves_of(tree)))
    if tree.horizon is not None:
        yield "nodes-searched", len(tree.reached())
        yield "at-the-limit", len(tree.at_horizon())


def _steps(tree: Tree, visited: Sequence[int]) -> int:
    features = tree.features or [None] * tree.size
    weighed = 0 if tree.evaluation is None else _STEPS_OF_A_FEATURE * len(tree.evaluation.weights)
    steps = [2 if tree.kind[tree.parent[node]] == CHANCE else 1 for node in visited if node]
    evaluated = [weighed for node in visited if tree.is_at_horizon(node) and features[node] is not None]
    return sum(steps) + sum(evaluated)


def figures_of_arms(case: Candidate) -> Figures:
    """Yield the figures of a node with its children."""
    arms: Arms = case.game
    visited = sum(map(bool, arms.visits))
    yield "nodes", len(arms.ids) + 1
    yield "distinct-values", len(set(zip(arms.totals, arms.visits, strict=True)))
    yield "arithmetic-steps", _STEPS_OF_A_SCORE * visited + (1 if visited else 0)
