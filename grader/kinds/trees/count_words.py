"""Single numbers and lines in words: what a number counts, by name where that is few, and what the line of best play keeps."""

from __future__ import annotations

from collections.abc import Sequence

from grader.answers.case import Solution
from grader.games.problem import Problem
from grader.games.tree import LEAF, Tree
from grader.kinds.trees.drawn_part import is_to_be_drawn
from grader.kinds.trees.play import PLAY, repeated
from grader.kinds.words import name_of, names_of

_FEW = 12


def leaves_words(problem: Problem, solution: Solution) -> str:
    """Return which leaves the search evaluates; of a search to a depth that the nodes there count too."""
    tree: Tree = problem.game
    visited = [node for node in solution.answers["visited"] if tree.kind[node] == LEAF]
    also = ", nodes at the horizon among them" if tree.horizon is not None else ""
    return _of_all(problem, sorted(visited), tree.leaves(), ("leaf", "leaves"), "evaluates", also)


def nodes_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes the search visits; where positions come again, that they count again."""
    tree: Tree = problem.game
    found = solution.answers["visited"]
    also = ", the root and the leaves included"
    said = _of_all(problem, sorted(found), tree.reached(), ("node", "nodes"), "visits", also)
    return " ".join(filter(None, (said, again_words(problem))))


def again_words(problem: Problem) -> str:
    """Return that a node counts also where its position was met before, where that is asked beside counts; else nothing."""
    asked = {*problem.ask}
    counts = [part for part in ("visited", "leaves-evaluated", "nodes-visited") if part in asked]
    if not counts or asked.isdisjoint({"redundant", "distinct-states"}):
        return ""
    verb = "counts" if len(counts) == 1 else "count"
    return f"{' and '.join(counts)} {verb} every node of the tree, whether its position was met before or not."


def _of_all(
    problem: Problem, found: Sequence[int], everything: Sequence[int], what: tuple[str, str], does: str, also: str
) -> str:
    """Return which of all things the search comes to: by name, or all but those named; where none has a name, how many."""
    missed = sorted({*everything}.difference(found))
    many = f"{len(everything)} {what[len(everything) != 1]}"
    head = f"The search {does}"
    if not missed:
        named = f": {names_of(problem.game, found)}" if len(found) <= _FEW and not is_to_be_drawn(problem) else ""
        return f"{head} {'the only' if len(found) == 1 else 'all'} {many}{also}{named}."
    if len(missed) < len(found) and len(missed) <= _FEW:
        return f"{head} {len(found)} of {many}{also}: all but {names_of(problem.game, missed)}."
    named = f": {names_of(problem.game, found)}" if len(found) <= _FEW else ""
    return f"{head} {len(found)} of {many}{also}{named}."


def states_words(problem: Problem, solution: Solution) -> str:
    """Return which nodes are the first with their position, and which are not looked at because it was met before."""
    tree: Tree = problem.game
    again, _ = repeated(tree, PLAY, right_to_left=problem.conventions.right_to_left)
    repeats = {below for node in again for below in tree.below(node)}
    first = [node for node in tree.reached() if node not in repeats and PLAY.position(tree, node) is not None]
    total = f"Each position counts once, and {len(first)} nodes are the first with theirs"
    if is_to_be_drawn(problem):
        return f"{total}."
    named = f": {names_of(tree, first)}" if len(first) <= _FEW else ""
    left_out = f" {names_of(tree, sorted(again))} {'comes' if len(again) == 1 else 'come'} again." if again else ""
    return f"{total}{named}.{left_out}"


def line_words(problem: Problem, solution: Solution) -> str:
    """Return what every node of the line of best play is worth, and where that stands."""
    line = solution.answers["principal-variation"].first
    if len(line) < 2:
        return f"The root {name_of(problem.game, 0)} is a leaf, so the line ends there."
    end, to = line[-1], "" if problem.conventions.values_for == "max" else " to MAX"
    worth = f"{problem.say(problem.game.value[end])}{to}"
    return f"Every step from the root goes to a child that is worth what its parent is: {worth}, as {name_of(problem.game, end)} at the end."
