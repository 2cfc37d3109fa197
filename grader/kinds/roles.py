"""What each entry of an answer is as a step, such as a node of MAX at depth 2 or a leaf that a deep cutoff skips: a class report pools all variants by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.core.answers.case import Key, Solution
from grader.core.answers.leaves import Pruned
from grader.core.answers.part import Roles
from grader.core.answers.reports import Entry, Verdict
from grader.core.games.problem import Problem, is_played
from grader.core.games.tree import FIRST_PLAYER, LEAF, Tree
from grader.core.search.folds import Cutoff, Trace
from grader.kinds.problems import Exercise
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


# -- the roles of all entries of an exercise


class PartRoles(NamedTuple):
    """The roles of one part of a problem, by the names of its entries; `extra` is that of what does not belong there, where there is one.

    `steps` are the keys of what is expected, with their roles and names, in order.
    """

    by_name: Mapping[str, str]
    extra: str
    steps: Sequence[tuple[Key, str, str]]

    def of(self, entry: Entry) -> str:
        """Return the role of an entry; nothing where it has none, as where it is all that is said of a part that was not judged."""
        if entry.is_whole:
            return ""
        if self.extra and (entry.verdict is Verdict.EXTRA or entry.node not in self.by_name):
            return self.extra
        return self.by_name.get(entry.node or "", "")


def _known(exercise: Exercise, name: str) -> PartRoles | None:
    """Return the roles of a part: those that its kind says, else those of a tree's nodes where it asks something of each."""
    part, problem = exercise.kind.parts[name], exercise.problem
    roles = part.roles or (BY_NODE if part.form.by_entry and isinstance(problem.game, Tree) else None)
    if roles is None or name not in exercise.solution.answers:
        return None
    answer, by_key = exercise.solution.answers[name], roles.of(problem, exercise.solution)
    steps = [(key, role, part.form.name(problem, key)) for key, role in sorted(by_key.items())]
    expected = (
        answer.leaves if isinstance(answer, Pruned) else by_key
    )  # nodes above what is skipped can be listed, in vain
    return PartRoles({step[2]: step[1] for step in steps}, roles.extra, [step for step in steps if step[0] in expected])


def roles_of(exercise: Exercise) -> Mapping[str, PartRoles]:
    """Return the roles of each part that the problem asks and that has some; they are found once for all who answer it."""

    def find() -> dict[str, PartRoles]:
        found = ((name, _known(exercise, name)) for name in exercise.problem.ask)
        return {name: roles for name, roles in found if roles is not None}

    made: Mapping[str, PartRoles] = exercise.kept.get_or_make("roles", find, lambda _: True)
    return made
