"""Questions in words once more: there is nothing to solve, and the program gives nothing for them."""

from __future__ import annotations

import random
from typing import Any

Document = dict[str, Any]

ASKED = ()
GAME: Document = {"text": {"prompt": "Why is the value of the root that of minimax?"}}


def random_game(rng: random.Random) -> Document:
    """Return a random question."""
    text: Document = {"prompt": f"Why {rng.randint(1, 9)}?", "points": rng.choice((1, 2, "5/2"))}
    if rng.random() < 0.5:
        text["rubric"] = [{"points": rng.choice((-1, 1, "1/2")), "says": "says why"} for _ in range(rng.randint(1, 3))]
    return {"text": text}


def secret_game(rng: random.Random) -> Document:
    """Return a random question; nothing of it is a right answer."""
    return random_game(rng)


def solve(_problem: Document) -> Document:
    """Return that no part has a right answer."""
    return {}
