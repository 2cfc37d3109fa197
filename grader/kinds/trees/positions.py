"""What a problem says of positions in its tree, and where its search ends, as a diagram shows it."""

from __future__ import annotations

from collections.abc import Mapping

from grader.data import Data
from grader.diagram import Remark
from grader.exact import Number
from grader.games.horizon import depth_of
from grader.games.problem import Problem, is_played
from grader.games.tree import Tree
from grader.printable import printable


def position_fields(problem: Problem, tree: Tree, node: int) -> dict[str, Data]:
    """Return what the problem says of a position, as fields of a node."""
    given: dict[str, Data] = {}
    if tree.static is not None and (static := tree.static[node]) is not None:
        given["static"] = problem.say(static)
    if tree.features is not None and not is_played(problem.stated):  # of a game the student counts them
        features = tree.features[node] or {}
        given["features"] = tuple(f"{printable(name)} {problem.say(number)}" for name, number in features.items())
    if tree.state is not None and (state := tree.state[node]) is not None:
        given["state"] = printable(state)
        if is_played(problem.stated):
            from grader.games.playing import board_of

            given["board"] = board_of(problem.stated, state)
    if tree.quiet is not None:
        given["is_noisy"] = not tree.quiet[node]
    return given


def limit_words(tree: Tree) -> str:
    """Return what the line at the horizon is called: "horizon, depth 2", and how depth is counted where not in plies."""
    if tree.horizon is None:
        return "horizon"
    limit, unit = depth_of(tree), tree.horizon.unit
    return f"horizon, depth {limit}" + ("" if unit == "plies" else f" in {unit}")


def static_values(problem: Problem, asked: Mapping[int, Number], *, has_all: bool) -> dict[int, Remark]:
    """Return what the nodes at the horizon are worth: those that were asked, and quietly the others where all numbers are shown."""
    tree: Tree = problem.game
    known = {node: tree.value[node] for node in tree.at_horizon()}
    return {
        node: Remark(problem.say(value), quiet=node not in asked)
        for node, value in known.items()
        if value is not None and (has_all or node in asked)
    }
