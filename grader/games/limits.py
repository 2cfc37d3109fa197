"""How far a problem says that its tree is searched: `depth`, `extension`, `evaluation` and the convention `depth-in`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grader.conventions import Conventions
from grader.data import Data
from grader.errors import Path
from grader.exact import MOST_DIGITS, is_too_long, read_number
from grader.games.columns import write_evaluation
from grader.games.horizon import cut, depth_of, limit_of, without_value
from grader.games.nodes import Reading
from grader.games.tree import Tree
from grader.printable import printable


def check_limits(reading: Reading, data: Mapping[str, Data], conventions: Conventions) -> None:
    """Note what has no place where a problem names no depth."""
    if data.get("depth") is not None:
        return
    if data.get("extension") is not None:
        reading.wrong.append(("goes on beyond a depth; expected it only with the field depth", ("extension",)))
    if "depth-in" in conventions.stated:
        reading.wrong.append(
            ("says how depth is counted; expected it only with the field depth", ("conventions", "depth-in"))
        )


def read_limits(reading: Reading, data: Mapping[str, Data], conventions: Conventions, whole: Tree) -> Tree:
    """Return the tree cut where the problem names a depth; what is wrong is noted."""
    if data.get("depth") is None:
        return whole
    extension = data.get("extension")
    unit = conventions.depth_in
    limit = limit_of(_count(data["depth"]), unit, len(whole.players) or 2)
    tree = cut(whole, limit, None if extension is None else _count(extension), unit)
    for node in without_value(tree):
        reading.wrong.append(_nothing_static(whole, node, reading.paths[node]))
    for node in tree.at_horizon():
        if isinstance(value := tree.value[node], (int, Fraction)) and is_too_long(value):
            message = f"its features are worth a number of more than {MOST_DIGITS} digits; shorten them or the weights"
            reading.wrong.append((message, (*reading.paths[node], "features")))
    return tree


def _count(raw: Data) -> int:
    return int(read_number(str(raw)))


def _nothing_static(whole: Tree, node: int, path: Path) -> tuple[str, Path]:
    """Return what is wrong with a node at the horizon that has no static value, or two."""
    name = printable(whole.ids[node])
    has_static = whole.static is not None and whole.static[node] is not None
    if whole.features is None or whole.features[node] is None:
        expected = "static" if whole.players else "static or features"
        return f"the search stops at {name}, but nothing says what it is worth; expected {expected}", path
    if has_static:
        return f"{name} is at the horizon with static and features; expected one of them", path
    message = f"the search stops at {name}, but nothing weighs its features; expected the field evaluation"
    return message, (*path, "features")


def write_limits(tree: Tree) -> dict[str, Data]:
    """Return the fields of a problem document that say how far the tree is searched."""
    written: dict[str, Data] = {}
    if tree.horizon is not None:
        written["depth"] = depth_of(tree)
        if tree.horizon.extension is not None:
            written["extension"] = tree.horizon.extension
    if tree.evaluation is not None:
        written["evaluation"] = write_evaluation(tree.evaluation)
    return written
