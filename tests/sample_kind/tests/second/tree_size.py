"""Tree sizes once more, as plainly as can be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

GAME = {"branching": 3, "depth": 2}
ASKED = ("levels", "leaves")
RULES = ("adds-branching",)
CARRIER = "levels"


def random_game(rng: random.Random) -> dict[str, Any]:
    """Return the fields of a random problem."""
    return {"branching": rng.randint(1, 6), "depth": rng.randint(0, 5)}


def secret_game(rng: random.Random) -> dict[str, Any]:
    """Return those of a tree with large levels."""
    return {"branching": rng.randint(317, 999), "depth": 3}


def solve(problem: dict[str, Any]) -> dict[str, Any]:
    """Return the right answers."""
    return follow(problem, "right", {})


def follow(problem: dict[str, Any], rule: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of who follows the rule, from own numbers where there are some."""
    branching, sizes = int(problem["branching"]), [int(own.get("0", 1))]
    for depth in range(1, int(problem["depth"]) + 1):
        found = sizes[-1] + branching if rule == "adds-branching" else sizes[-1] * branching
        sizes.append(int(own.get(str(depth), found)))
    return {"levels": {str(depth): size for depth, size in enumerate(sizes)}, "leaves": sizes[-1]}
