"""The problems that simulated students get: what is asked, and how large trees are; `posed` draws the games."""

from __future__ import annotations

import random
from collections.abc import Sequence

import checkout  # noqa: F401  # what follows stands there
from oracle import Document
from posed import POSED, Size

_TREES: dict[str, Size] = {
    "2x2": (2, 2),
    "2-ary, depth 3": (2, 3),
    "3x3": (3, 2),
    "3-ary, depth 3": (3, 3),
    "2-ary, depth 4": (2, 4),
}
SHAPES: dict[str, dict[str, Size]] = {
    **dict.fromkeys(("minimax", "alpha-beta", "expectiminimax"), _TREES),
    "ucb": {"3 children": (3, 3), "4 to 6 children": (4, 6)},
    "cost": {"one branching factor": (5, 40)},
    "mcts": {"one iteration on given numbers": (3, 1), "six iterations": (2, 6), "eight playouts": (0, 8)},
    "positions": {"take-away": (1, 1), "two piles": (2, 2), "three piles": (3, 3)},
    "deepening": {shape: _TREES[shape] for shape in ("2-ary, depth 3", "3-ary, depth 3", "2-ary, depth 4")},
    "max-n": {shape: _TREES[shape] for shape in ("2x2", "2-ary, depth 3", "3x3")},
    "threshold": {shape: _TREES[shape] for shape in ("2x2", "3x3")},
    "claims": {"trees of 2 or 3 plies": (2, 2)},
    "construct": {shape: _TREES[shape] for shape in ("2-ary, depth 3", "3x3")},
}
ASKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "minimax": (
        ("value", "best-move", "values"),
        ("values",),
        ("value", "best-move", "principal-variation"),
        ("value", "best-move", "values", "principal-variation"),
        ("value", "best-move", "values", "evaluations"),
        ("values", "strategy", "labelling"),
        ("values", "outcome", "best-response"),
        ("value", "redundant", "distinct-states"),
    ),
    "alpha-beta": (
        ("value", "best-move", "pruned"),
        ("value", "best-move", "pruned", "values"),
        ("values", "pruned"),
        ("value", "pruned", "visited", "leaves-evaluated"),
        ("value", "best-move", "windows", "cutoffs"),
        ("value", "best-move", "pruned", "visited", "windows", "cutoffs"),
    ),
    "expectiminimax": (
        ("value", "best-move", "values"),
        ("values",),
        ("values", "strategy", "outcome", "best-response"),
    ),
    "ucb": (("scores", "choice"), ("scores",)),
    "cost": (
        ("leaves", "nodes"),
        ("leaves", "minimal-leaves", "time"),
        ("leaves", "nodes", "minimal-leaves", "depth-reached", "depth-reached-best"),
        ("nodes", "per-level", "deepening-total", "magnitude"),
        ("budget", "depth-reached", "depth-reached-best", "depth-nearest"),
    ),
    "mcts": (
        ("paths", "visits", "totals"),
        ("paths", "expanded", "scores", "visits", "totals"),
        ("paths", "visits", "totals", "selection", "choice"),
    ),
    "positions": (("outcomes", "winning-moves"), ("losing", "winning-moves"), ("outcomes", "nim-values")),
    "deepening": (
        ("values-by-depth", "best-moves", "leaves-by-depth"),
        ("leaves-by-depth", "total-leaves", "orders", "direct-leaves"),
        ("values-by-depth", "leaves-by-depth", "total-leaves", "orders", "completed", "move"),
    ),
    "max-n": (
        ("value", "best-move", "values"),
        ("values", "principal-variation"),
        ("value", "values", "pruned", "visited", "leaves-evaluated"),
        ("value", "best-move", "pruned", "visited"),
    ),
    "threshold": (("range",), ("range", "smallest", "largest")),
    "claims": (("claims",),),
    "construct": (("order",), ("order", "count")),
}
"""What is asked; each is more than two single answers, so that something can be told; of costs two are enough, of positions it takes seven."""


def is_posed(kind: str, ask: Sequence[str], size: Size) -> bool:
    """Tell whether that can be asked of a problem of this shape: where playouts are given nobody compares scores."""
    return not (kind == "mcts" and size[0] == 0 and "scores" in ask)


def teaching_problem(rng: random.Random, kind: str, ask: Sequence[str], size: Size) -> Document:
    """Return a problem as a course sets it: a regular tree with small numbers, or a few visited children."""
    problem: Document = {"format": "gametree-problem/1", "id": "q1", "kind": kind, "ask": list(ask)}
    return POSED[kind](rng, problem, size)
