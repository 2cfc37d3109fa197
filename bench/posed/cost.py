"""A cost: a branching factor, a depth, and a search with its speed and time."""

from __future__ import annotations

import random

from oracle import Document


def cost_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a branching factor, a depth, and a search with its speed and time."""
    return {
        "branching": rng.randint(*size),
        "depth": rng.randint(3, 6),
        "rate": 10 ** rng.randint(3, 6),
        "seconds": rng.randint(10, 300),
        "count": rng.choice(("leaves", "nodes")),
    }
