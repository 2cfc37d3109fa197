"""Positions of games in which objects are taken."""

from __future__ import annotations

import random

from oracle import Document


def taken_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return take-away with a few takes, or nim with so many piles."""
    if size == (1, 1):
        takes = rng.choice(([1, 2], [1, 2, 3], sorted(rng.sample(range(1, 6), rng.choice((2, 3))))))
        return {"game": {"name": "take-away", "objects": rng.randint(8, 15), "take": takes}}
    most = {"most": rng.randint(2, 3)} if rng.random() < 0.5 else {}
    sizes = (2, 5) if size[0] == 2 else (1, 3)
    return {"game": {"name": "nim", "piles": [rng.randint(*sizes) for _ in range(size[0])], **most}}
