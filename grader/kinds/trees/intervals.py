"""What is known of the true value of a node from the leaves that were evaluated: an interval, [v, v] once it is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.errors import Path
from grader.exact import INFINITY, Bound
from grader.games.problem import Problem
from grader.games.tree import LEAF, Tree
from grader.kinds.trees.solving import RIGHT, TreeRules
from grader.rules import BOUND_RULES
from grader.search import NOTHING_FIXED, Trace, Window, back_up

Fixed = Mapping[int, Bound]


def after_of(stated: Mapping[str, object]) -> int | None:
    """Return after how many leaves a problem's document asks what is known; None: when the search is over."""
    after = stated.get("after")
    return None if after is None else int(str(after).strip().split(".")[0])


def seen_by_then(problem: Problem, visited: Sequence[int]) -> Sequence[int]:
    """Return those of the visited nodes that the search has entered when it is asked what is known."""
    after, kind = after_of(problem.stated), problem.game.kind
    if after is None:
        return visited
    places = [place for place, node in enumerate(visited) if kind[node] == LEAF]
    return visited if after >= len(places) else visited[: places[after - 1] + 1]


def seen_in(problem: Problem, trace: Trace | None) -> Sequence[int]:
    """Return the nodes that were entered by then; without a trace nothing was cut."""
    visited = (
        problem.game.depth_first(right_to_left=problem.conventions.right_to_left) if trace is None else trace.visited
    )
    return seen_by_then(problem, list(visited))


def intervals(
    problem: Problem, visited: Sequence[int], rules: TreeRules = RIGHT, returned: Fixed = NOTHING_FIXED
) -> dict[int, Window]:
    """Return what is known of each inner node among the visited by then: the least and the most that it can be worth.

    A leaf that was evaluated is worth its value, any other lies within the value bounds; the lows of the children make
    the low of their parent, and the highs its high. `returned` holds nodes whose value is taken as known.
    """
    tree: Tree = rules.played(problem.game)
    seen = seen_by_then(problem, visited)
    evaluated = {node for node in seen if tree.kind[node] == LEAF}
    ends = [_one_end(tree, evaluated, unseen, rules, returned) for unseen in bounds_of(problem)]
    return {node: (ends[0][node], ends[1][node]) for node in sorted(set(seen) - evaluated)}


def _one_end(tree: Tree, evaluated: set[int], unseen: Bound, rules: TreeRules, returned: Fixed) -> Sequence[Bound]:
    """Return one end of what is known of every node; it is `unseen` at the leaves that were not evaluated."""
    value = [unseen if k == LEAF and node not in evaluated else tree.value[node] for node, k in enumerate(tree.kind)]
    return back_up(tree._replace(value=value), BOUND_RULES, rules.kinds, returned)  # type: ignore[arg-type]  # bounds


def bounds_of(problem: Problem) -> Window:
    """Return within what every leaf is known to lie."""
    return problem.conventions.value_bounds or (-INFINITY, INFINITY)


def wrong_after(stated: Mapping[str, object], leaves: int) -> list[tuple[str, Path]]:
    """Return what is wrong with `after` where the search evaluates so many leaves."""
    after = after_of(stated)
    if after is None or 1 <= after <= leaves:
        return []
    return [(f"the search evaluates {leaves} leaves, expected a whole number from 1 to {leaves}", ("after",))]


def write_after(problem: Problem) -> dict[str, int]:
    """Return the field `after` of a problem document, where it is stated."""
    after = after_of(problem.stated)
    return {} if after is None else {"after": after}
