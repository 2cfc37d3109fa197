"""Where a wrong rule bites first: the first step at which its answers part from the right ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from grader.answers.case import Answers, Solution
from grader.answers.cells import show_window
from grader.games.problem import Problem
from grader.games.tree import CHANCE, Tree
from grader.kinds.record import Divergence, MayShow
from grader.kinds.trees.chance_cut import unseen_of
from grader.kinds.trees.search_steps import explain_search
from grader.kinds.trees.solving import evaluation_order
from grader.kinds.trees.value_steps import explain_value
from grader.kinds.words import name_of as shown_id
from grader.search import Cutoff


def tree_divergence(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first node, in the order of evaluation, at which the wrong rule goes another way.

    It is looked for first in what was asked: values where they are, else what is visited.
    """
    looks = [_in_static_values, _in_values, _in_visits, _in_windows, _in_cutoffs, _in_intervals, _in_move]
    if "values" not in problem.ask and _SEARCHED & set(problem.ask):
        looks = [_in_static_values, _in_visits, _in_windows, _in_cutoffs, _in_intervals, _in_values, _in_move]
    return next((found for look in looks if (found := look(problem, solution, wrong, may_show)) is not None), None)


_SEARCHED = frozenset({"pruned", "visited", "leaves-evaluated", "nodes-visited", "windows", "cutoffs"})
_AT_NODES = frozenset({"strategy", "labelling", "redundant", "visited"})
"""The parts that are about nodes, and not about their numbers."""
_GOES_ON = ("visited", "pruned", "leaves-evaluated", "nodes-visited", "cutoffs")
"""The parts in which it shows where a search goes on."""


def _in_values(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    right, other = solution.answers["values"], wrong.get("values", {})
    for node in evaluation_order(problem):
        is_root = node == 0  # its number can be asked twice
        if not may_show("values", node) or (is_root and not may_show("value", None)):
            continue
        if node in right and node in other and right[node] != other[node]:
            step = _value_step(problem, solution, node)
            named = None if _says_more_of_nodes(problem) else node
            return Divergence(named, f"{step}; the other rule gives {problem.say(other[node])}")
    return None


def _in_static_values(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first node at the horizon that is worth something else by the other rule, where that is asked."""
    if "evaluations" not in problem.ask:
        return None
    right, other = solution.answers["evaluations"], wrong.get("evaluations", {})
    for node in right:
        if may_show("evaluations", node) and node in other and right[node] != other[node]:
            step = _value_step(problem, solution, node)
            return Divergence(node, f"{step}; the other rule gives {problem.say(other[node])}")
    return None


def _says_more_of_nodes(problem: Problem) -> bool:
    """Return whether what is asked of a node is not its number, and may be right."""
    return "values" not in problem.ask and not _AT_NODES.isdisjoint(problem.ask)


def _value_step(problem: Problem, solution: Solution, node: int) -> str:
    """Return the one step of a node with its inputs, such as "C is MIN over 2, 4, 6: min = 2"."""
    explain = explain_value if solution.trace is None else explain_search
    words = solution.say(("step", node), lambda: explain(problem, solution, node, windows=False))
    return words.removesuffix(".")


def _in_visits(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the child that one search enters and the other does not."""
    asked = [part for part in _GOES_ON if part in problem.ask]
    if "visited" not in wrong or (asked and not any(may_show(part, None) for part in asked)):
        return None
    tree: Tree = problem.game
    right, other = solution.answers["visited"], wrong["visited"]
    at = next((i for i, (mine, its) in enumerate(zip_longest(right, other)) if mine != its), None)
    if at is None:
        return None
    cutoffs = () if solution.trace is None else solution.trace.cutoffs
    skipped = {child: cutoff for cutoff in cutoffs for child in cutoff.skipped}
    if at < len(other) and (cutoff := _cutoff_above(tree, skipped, other[at])) is not None:
        names = ", ".join(shown_id(tree, child) for child in cutoff.skipped)
        window = show_window(problem, (cutoff.alpha, cutoff.beta))
        are = "is" if len(cutoff.skipped) == 1 else "are"
        then = f"the window is {window} by then"
        if tree.kind[cutoff.node] == CHANCE:
            unseen = unseen_of(problem, solution.trace, cutoff.node)
            side = "" if unseen is None else "at most " if unseen.is_most else "at least "
            then = f"{then}, and it is worth {side}{problem.say(solution.trace.value[cutoff.node])}"
        sentence = f"at {shown_id(tree, cutoff.node)} {then}, so {names} {are} skipped"
        return Divergence(cutoff.skipped[0], sentence)
    if at < len(right) and right[at] > 0:
        is_entered_later = right[at] in other[at:]  # then only the order is wrong, and no single node
        by_other = f"enters {shown_id(tree, other[at])}" if is_entered_later else "does not"
        sentence = f"next the search enters {shown_id(tree, right[at])}; by the other rule it {by_other}"
        return Divergence(None if is_entered_later else right[at], sentence)
    return None


def _cutoff_above(tree: Tree, skipped: Mapping[int, Cutoff], node: int) -> Cutoff | None:
    while node >= 0:
        if node in skipped:
            return skipped[node]
        node = tree.parent[node]
    return None


def _in_windows(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    if "windows" not in wrong:
        return None
    right, other = solution.answers["windows"], wrong["windows"]
    order: Sequence[int] = [node for node in solution.trace.visited if node in right and node in other]
    for node in order:
        if may_show("windows", node) and right[node] != other[node]:
            name = shown_id(problem.game, node)
            sentence = f"alpha and beta of {name} are {show_window(problem, right[node])}; the other rule gives {show_window(problem, other[node])}"
            return Divergence(node, sentence)
    return None


def _in_intervals(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first node of which something else is known, where that was asked."""
    if "intervals" not in problem.ask:
        return None
    right, other = solution.answers["intervals"], wrong.get("intervals", {})
    for node in evaluation_order(problem):
        if node in right and node in other and right[node] != other[node] and may_show("intervals", node):
            is_known, by_other = show_window(problem, right[node]), show_window(problem, other[node])
            sentence = f"of {shown_id(problem.game, node)} {is_known} is known; the other rule gives {by_other}"
            return Divergence(node, sentence)
    return None


def _in_cutoffs(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return the first cutoff that the wrong rule does not have, or has otherwise; the node is that of one which it gets wrong."""
    if "cutoffs" not in problem.ask or not may_show("cutoffs", None):
        return None
    had = {cutoff[:3] for cutoff in wrong["cutoffs"]}
    for right, other in zip_longest(solution.answers["cutoffs"], wrong["cutoffs"]):
        if right is None:
            return Divergence(other.node, f"after the last cutoff the other rule has one at {_said(problem, other)}")
        if other is None or right[:3] != other[:3]:
            has = "has none" if other is None else f"has one at {_said(problem, other)}"
            node = (
                other.node if other is not None and right[:3] in had else right.node
            )  # its own comes before the right one
            return Divergence(node, f"the search has a cutoff at {_said(problem, right)}; the other rule {has}")
    return None


def _said(problem: Problem, cutoff: Cutoff) -> str:
    return f"{shown_id(problem.game, cutoff.node)} with {show_window(problem, (cutoff.alpha, cutoff.beta))}"


def _in_move(problem: Problem, solution: Solution, wrong: Answers, may_show: MayShow) -> Divergence | None:
    """Return that the best move is another one. The root is not named: what else was said of it may be right."""
    is_same = solution.answers.get("best-move", [None])[0] == wrong.get("best-move", [None])[0]
    if is_same or not may_show("best-move", None):
        return None
    return Divergence(None, f"the best move at {shown_id(problem.game, 0)} is another one")
