"""Games of several players."""

from __future__ import annotations

import random
from typing import Any

from oracle import Document
from second import second


def party_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a regular tree of three players who take turns, with small numbers, half of the time with a bounded sum."""
    own = second("max-n")
    conventions: Document = {"sum-bound": 9}
    if rng.random() < 0.25:
        conventions["order"] = "right-to-left"
    if rng.random() < 0.25:
        conventions["cutoff"] = "alpha > beta"
    width, depth = size

    def tree(left: int) -> Any:
        return [tree(left - 1) for _ in range(width)] if left else own.leaf(rng, 3, 9)

    return {"players": ["Ann", "Bob", "Cat"], "conventions": conventions, "tree": tree(depth)}
