"""How difficult an exercise is, in figures."""

from __future__ import annotations

from collections.abc import Sequence

from generators.candidate import Candidate
from generators.limits import leaves_of
from grader.games.tree import CHANCE, Tree
from grader.kinds.ucb.scores import Arms

_STEPS_OF_A_FEATURE = 2  # times its weight, plus
_STEPS_OF_A_SCORE = 5  # total / n, log N / n, the root, times c, the sum


def figures_of(case: Candidate) -> dict[str, int]:
    """Return the difficulty figures by name, as the kind's generator counts them.

    An arithmetic step is one child's value taken in: a comparison, or at a chance node a product and a sum; for UCB
    one operation of a score, and one for the logarithm. At a node that is evaluated each weight takes a product and a
    sum, whether or not the node names its feature: what it does not name is 0.
    """
    from generators.registry import GENERATORS  # which knows the guarantees, and one of these is about figures

    return GENERATORS[case.problem.kind].figures(case)


def figures_of_tree(case: Candidate) -> dict[str, int]:
    """Return the figures of a tree of which every node is looked at."""
    return _with_steps(case, {"leaves-evaluated": len(case.game.leaves())}, case.game.reached())


def figures_of_search(case: Candidate) -> dict[str, int]:
    """Return the figures of a tree that is searched with cutoffs."""
    depths = case.game.depths()
    figures = {
        "leaves-evaluated": case.leaves_evaluated,
        "cutoffs": len(case.cutoffs),
        "deepest-cutoff": max((depths[cutoff.node] for cutoff in case.cutoffs), default=0),
    }
    return _with_steps(case, figures, case.trace.visited)


def _with_steps(case: Candidate, figures: dict[str, int], visited: Sequence[int]) -> dict[str, int]:
    tree: Tree = case.game
    features = tree.features or [None] * tree.size
    weighed = 0 if tree.evaluation is None else _STEPS_OF_A_FEATURE * len(tree.evaluation.weights)
    steps = [2 if tree.kind[tree.parent[node]] == CHANCE else 1 for node in visited if node]
    evaluated = [weighed for node in visited if tree.is_at_horizon(node) and features[node] is not None]
    limit = (
        {} if tree.horizon is None else {"nodes-searched": len(tree.reached()), "at-the-limit": len(tree.at_horizon())}
    )
    return {
        "nodes": tree.size,
        **limit,
        **figures,
        "distinct-values": len(set(leaves_of(tree))),
        "arithmetic-steps": sum(steps) + sum(evaluated),
    }


def figures_of_arms(case: Candidate) -> dict[str, int]:
    """Return the figures of a node with its children."""
    arms: Arms = case.game
    visited = sum(map(bool, arms.visits))
    return {
        "nodes": len(arms.ids) + 1,
        "distinct-values": len(set(zip(arms.totals, arms.visits, strict=True))),
        "arithmetic-steps": _STEPS_OF_A_SCORE * visited + (1 if visited else 0),
    }
