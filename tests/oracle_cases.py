"""Problems on which the tests of the oracle agree, and what it says of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""A; B C D; E F G, H I J, K L M (seeds/000 and seeds/003)."""


def problem_of(kind: str, tree: object, **conventions: object) -> dict[str, Any]:
    """Return a problem with a tree; the fields' underscores stand for hyphens."""
    fields = {name.replace("_", "-"): value for name, value in conventions.items()}
    return {"kind": kind, "tree": tree, "conventions": fields}


def alpha_beta(tree: object, **conventions: object) -> dict[str, Any]:
    """Return the solution of an alpha-beta problem."""
    return oracle.solve(problem_of("alpha-beta", tree, **conventions))


def minimax(tree: object, **conventions: object) -> dict[str, Any]:
    """Return the solution of a minimax problem."""
    return oracle.solve(problem_of("minimax", tree, **conventions))


def earned(problem: dict[str, Any], part: str, answer: object) -> Fraction:
    """Return the marks of one part that is worth 1."""
    return oracle.marks(problem | {"ask": [part]}, {part: answer})[part]


def ply_trace(unknown: list[int]) -> dict[str, Any]:
    """Return the tree of seeds/004, Figure 4, its unread leaves filled in."""
    rest = iter(unknown)
    known = [8, 7, 3, None, 9, 8, None, None, 1, None, 8, 9, 9, 9, None, None]
    values = [next(rest) if value is None else value for value in known]
    level = [{"id": f"S{15 + i}", "value": value} for i, value in enumerate(values)]
    for first, player in ((7, "min"), (3, "max"), (1, "min"), (0, "max")):
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [{"id": f"S{first + i}", player: list(pair)} for i, pair in enumerate(pairs)]
    return level[0]
