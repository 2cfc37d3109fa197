"""Branches of a tree that an answer lists as left out: subtrees that are cut, or positions that were met before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.answers.case import Attempt, Solution
from grader.answers.leaf_set import pruned_below
from grader.diagram import Branch
from grader.games.problem import Problem
from grader.games.tree import Tree
from grader.marks.reports import Malformed, ProblemReport


class _Looks(NamedTuple):
    """How a branch is shown that is rightly listed, listed wrongly, and missed."""

    listed: Branch
    wrongly: Branch
    missed: Branch


_LOOKS = {
    "pruned": _Looks(Branch.PRUNED, Branch.WRONGLY_PRUNED, Branch.WRONGLY_KEPT),
    "redundant": _Looks(Branch.REPEATED, Branch.WRONGLY_REPEATED, Branch.REPEAT_MISSED),
}
"""How each part that lists branches shows them."""


class LeftOut(NamedTuple):
    """How each node is shown that is left out or was listed so, at which edges that is marked, and whether by rings."""

    of: Mapping[int, Branch]
    marked: set[int]
    has_rings: bool = False


def is_usable(attempt: Attempt | None, part: str) -> bool:
    """Return whether something was answered that could be judged."""
    given = (attempt or {}).get(part)
    return given is not None and not isinstance(given, Malformed)


def left_out_branches(
    problem: Problem, solution: Solution | None, attempt: Attempt | None, report: ProblemReport | None
) -> LeftOut:
    """Return how each branch is shown that an answer lists, or should.

    Leaves decide: one that is rightly listed, one that is missed, one that is wrongly listed. An inner node looks like its
    leaves where they agree; but where all that follows a node was met before, the node itself may be new and was not listed.
    """
    part = next((part for part in _LOOKS if part in problem.ask), None)
    if part is None:
        return LeftOut({}, set())
    tree: Tree = problem.game
    branch_of: dict[int, Branch] = _of_leaves(problem, part, solution, attempt, report)
    for node in range(tree.size - 1, -1, -1):
        if tree.first[node] < tree.end[node]:
            below = {branch_of[child] for child in tree.children(node)}
            branch_of[node] = below.pop() if len(below) == 1 else Branch.KEPT
    if solution is not None:
        named = [*solution.answers[part].roots, *_listed(attempt, part)]
        left_out = {node for root in named for node in tree.below(root)}
        branch_of |= dict.fromkeys(set(branch_of) - left_out, Branch.KEPT)
    shown = {node: branch for node, branch in branch_of.items() if branch is not Branch.KEPT}
    marked = {node for node, branch in shown.items() if node and branch_of[tree.parent[node]] is not branch}
    return LeftOut(shown, marked, _LOOKS[part].listed.is_repeat)


def _listed(attempt: Attempt | None, part: str) -> list[int]:
    """Return the nodes that were listed."""
    return sorted({written.value for written in (attempt or {})[part]}) if is_usable(attempt, part) else []


def _of_leaves(
    problem: Problem, part: str, solution: Solution | None, attempt: Attempt | None, report: ProblemReport | None
) -> dict[int, Branch]:
    """Return how each leaf is shown: by the solution, by what was listed where that is not known, or by both."""
    tree: Tree = problem.game
    looks, leaves = _LOOKS[part], tree.leaves()
    listed = pruned_below(tree, _listed(attempt, part)).leaves
    expected = solution.answers[part].leaves if solution is not None else None
    if expected is not None and (report is None or not is_usable(attempt, part)):
        listed = expected  # there is nothing to be judged: what is right is shown
    if expected is None or report is None:
        expected = listed
    look = {
        (True, True): looks.listed,
        (True, False): looks.missed,
        (False, True): looks.wrongly,
        (False, False): Branch.KEPT,
    }
    return {leaf: look[leaf in expected, leaf in listed] for leaf in leaves}
