"""How difficult an exercise is, in figures."""

from __future__ import annotations

from generators.case import Case
from grader.kinds.ucb_scores import Arms
from grader.tree import CHANCE, Tree

_STEPS_OF_A_SCORE = 5  # total / n, log N / n, the root, times c, the sum


def figures_of(case: Case) -> dict[str, int]:
    """Return the difficulty figures by name.

    An arithmetic step is one child's value taken in: a comparison, or at a chance node a product and a sum; for UCB
    one operation of a score, and one for the logarithm.
    """
    if case.problem.kind == "ucb":
        return _of_arms(case.game)
    tree: Tree = case.game
    leaves = tree.leaves()
    figures = {"nodes": tree.size, "leaves-evaluated": len(leaves)}
    visited = range(tree.size)
    if case.problem.kind == "alpha-beta":
        depths = tree.depths()
        visited = case.trace.visited  # type: ignore[assignment]
        figures["leaves-evaluated"] = case.leaves_evaluated
        figures["cutoffs"] = len(case.cutoffs)
        figures["deepest-cutoff"] = max((depths[cutoff.node] for cutoff in case.cutoffs), default=0)
    figures["distinct-values"] = len({tree.value[leaf] for leaf in leaves})
    steps = [2 if tree.kind[tree.parent[node]] == CHANCE else 1 for node in visited if node]
    figures["arithmetic-steps"] = sum(steps)
    return figures


def _of_arms(arms: Arms) -> dict[str, int]:
    visited = sum(map(bool, arms.visits))
    return {
        "nodes": len(arms.ids) + 1,
        "distinct-values": len(set(zip(arms.totals, arms.visits, strict=True))),
        "arithmetic-steps": _STEPS_OF_A_SCORE * visited + (1 if visited else 0),
    }
