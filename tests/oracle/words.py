"""What documents are made of: the parts of each kind, its conventions and their values (docs/format.md, docs/conventions.md)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

Document: TypeAlias = dict[str, Any]
Number: TypeAlias = Fraction | float
"""An exact number, or the float infinity of a window's end."""
Window: TypeAlias = tuple[Number, Number]
Shape: TypeAlias = list["Shape"]
"""A tree without content: a node is the list of its children."""
Tied = TypeVar("Tied")

INFINITY = math.inf
NEARLY_TIED = Fraction(1, 10**9)
"""UCB scores are floats: this close together they are the same score."""

PARTS: dict[str, tuple[str, ...]] = {
    "minimax": (
        *("value", "best-move", "values", "principal-variation", "visited", "leaves-evaluated", "nodes-visited"),
        *("strategy", "labelling", "best-response", "outcome", "redundant", "distinct-states", "evaluations"),
        *("intervals", "tree"),
    ),
    "alpha-beta": (
        "value",
        "best-move",
        "values",
        "principal-variation",
        "pruned",
        "visited",
        "leaves-evaluated",
        "nodes-visited",
        "windows",
        "cutoffs",
        "evaluations",
        "intervals",
        "tree",
    ),
    "expectiminimax": (
        *("value", "best-move", "values", "visited", "leaves-evaluated", "nodes-visited"),
        *("strategy", "best-response", "outcome", "evaluations", "intervals", "tree"),
    ),
    "ucb": ("scores", "choice"),
}
"""The parts that each kind knows, in the order of docs/format.md."""

DEFAULT_PARTS: dict[str, tuple[str, ...]] = {
    "minimax": ("value", "best-move", "values"),
    "alpha-beta": ("value", "best-move", "pruned"),
    "expectiminimax": ("value", "best-move", "values"),
    "ucb": ("scores", "choice"),
}
"""What is asked without `ask` (docs/format.md)."""

DEFAULTS: dict[str, object] = {
    "cutoff": "alpha >= beta",
    "order": "left-to-right",
    "tie": "first",
    "bounds": "fail-soft",
    "initial-window": ["-inf", "inf"],
    "windows-at": "exit",
    "list-pruned-as": "subtrees",
    "empty-cutoffs": "ignore",
    "root": "max",
    "depth-in": "plies",
    "values-for": "max",
    "bounds-at": "everywhere",
    "decimals": 2,
    "exploration": "sqrt(2)",
    "formula": "uct",
    "log": "ln",
    "unvisited": "first",
    "unvisited-mean": 0,
}
"""The default of each convention (docs/conventions.md)."""

TREE_FIELDS = ("order", "tie", "decimals")
FIELDS: dict[str, tuple[str, ...]] = {
    "minimax": (*TREE_FIELDS, "values-for"),
    "expectiminimax": TREE_FIELDS,
    "alpha-beta": (
        *TREE_FIELDS,
        "cutoff",
        "bounds",
        "initial-window",
        "windows-at",
        "list-pruned-as",
        "empty-cutoffs",
    ),
    "ucb": ("tie", "decimals", "exploration", "formula", "log", "unvisited", "unvisited-mean"),
}
"""The conventions of each kind; `root` comes only with nested lists, `depth-in` only with a depth."""

CHOICES: dict[str, tuple[object, ...]] = {
    "cutoff": ("alpha >= beta", "alpha > beta"),
    "order": ("left-to-right", "right-to-left"),
    "tie": ("first", "last", "any"),
    "bounds": ("fail-soft", "fail-hard"),
    "windows-at": ("exit", "entry"),
    "list-pruned-as": ("subtrees", "nodes", "leaves"),
    "empty-cutoffs": ("ignore", "count"),
    "root": ("max", "min"),
    "depth-in": ("plies", "moves", "rounds"),
    "values-for": ("max", "mover"),
    "bounds-at": ("everywhere", "chance"),
    "decimals": (0, 1, 2, 3, 5, "exact"),
    "exploration": ("sqrt(2)", "sqrt(0.5)", "sqrt(1/3)", 0, 1, 2, "0.7", "1/2"),
    "formula": ("uct", "ucb1", "puct"),
    "log": ("ln", "log10", "log2"),
    "unvisited": ("first", "zero"),
    "unvisited-mean": (0, "1/2", "0.3", 1, -1),
    "guessing": ("corrected", "free"),
    "significant": (1, 2, 3, 6),
    "expand": ("one", "all"),
    "totals-for": ("mover", "max", "own"),
    "complement": ("one-minus", "negate"),
    "parent-count": ("own", "children"),
    "final": ("most-visits", "best-mean", "best-score"),
}
"""The values of docs/conventions.md (initial windows are drawn)."""


def convention(problem: Document, name: str) -> Any:
    """Return the problem's choice for a field of docs/conventions.md, or the default."""
    return problem.get("conventions", {}).get(name, DEFAULTS[name])
