"""What entries of answers about trees are as steps: nodes by who moves there and how deep, what is skipped by which sort of cutoff."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grader.core.answers.case import Key, Solution
from grader.core.answers.part import Roles
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import FIRST_PLAYER, LEAF, Tree
from grader.core.search.folds import Cutoff, Trace
from grader.kinds.trees.rules import TreeRules, search_rules
from grader.kinds.trees.search_misconceptions import SEARCHES
from grader.kinds.trees.solve import solve_search

DEEP, FIRST, LATER, EMPTY = "deep cutoff", "first cutoff", "later cutoff", "empty cutoff"


def by_node(problem: Problem, solution: Solution) -> dict[Key, str]:
    """Return who moves at each node but leaves, and at which depth; in a game by its rules, whose ends lie at many depths, how far from the end."""
    tree: Tree = problem.game
    nodes, whole = [*tree.inner(), *tree.at_horizon()], tree.whole
    is_game = is_played(problem.stated)
    levels = _from_the_end(tree) if is_game else tree.depths()
    where, between = ("{} from the end", ", ") if is_game else ("depth {}", " at ")
    movers = {
        node: whole.mover(node) for node in nodes if whole.kind[node] < FIRST_PLAYER
    }  # several players are all alike
    return {node: between.join(filter(None, (movers.get(node), where.format(levels[node])))) for node in nodes}


def _from_the_end(tree: Tree) -> list[int]:
    """Return of each node how many moves the longest way to a leaf has."""
    left = [0] * tree.size
    for node in reversed(tree.inner()):
        left[node] = 1 + max(left[child] for child in tree.children(node))
    return left


BY_NODE = Roles(by_node)
"""The roles of entries about the nodes of a tree."""


# -- what a search skips


def of_skipped(problem: Problem, solution: Solution) -> dict[Key, str]:
    """Return the role of each node with leaves that must be listed: that of the first of them that the search would come to."""
    return skipped_by(problem, solution.trace, _visited_without_deep_cutoffs(problem))


def of_cutoffs(problem: Problem, solution: Solution) -> dict[Key, str]:
    """Return the role of each node that is cut: that of the first leaf that it skips; where it skips none it is empty."""
    skipped = of_skipped(problem, solution)
    firsts = ((cutoff.node, _in_order(problem, cutoff)) for cutoff in solution.trace.cutoffs)
    return {node: skipped[first[0]] if first else EMPTY for node, first in firsts}


def skipped_by(problem: Problem, trace: Trace, visited: Collection[Key] = ()) -> dict[Key, str]:
    """Return the role of each node with leaves that a search skips; `visited` is where one comes that makes no deep cutoffs, if the search makes any."""
    tree: Tree = problem.game
    roles: dict[Key, str] = {}
    for leaf, role in reversed([*_leaves(problem, trace, visited)]):
        roles.update(dict.fromkeys(tree.path_to(leaf), role))
    return roles


def _leaves(problem: Problem, trace: Trace, visited: Collection[Key]) -> Iterator[tuple[Key, str]]:
    """Yield the leaves that are skipped, in the order in which the search would come to them, with their roles."""
    tree: Tree = problem.game
    cutoffs = [cutoff for cutoff in trace.cutoffs if cutoff.skipped]
    by_root = {root: LATER if place else FIRST for place, cutoff in enumerate(cutoffs) for root in cutoff.skipped}
    above: dict[Key, str] = {}
    for node in tree.depth_first(right_to_left=problem.conventions.right_to_left):
        role = by_root.get(node) or above.get(tree.parent[node], "")
        if role:
            above[node] = role
            if tree.kind[node] == LEAF:
                yield node, DEEP if node in visited else role


def _visited_without_deep_cutoffs(problem: Problem) -> Collection[Key]:
    """Return where the search comes that compares with the parent's bound alone."""
    wrong = SEARCHES["no-deep-cutoffs"].rules(problem, search_rules(problem.conventions))
    return {*solve_search(problem, TreeRules(search=wrong), ()).trace.visited}


def _in_order(problem: Problem, cutoff: Cutoff) -> list[Key]:
    return [*cutoff.skipped][:: -1 if problem.conventions.right_to_left else 1]
