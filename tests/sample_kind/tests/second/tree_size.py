"""Tree sizes once more, as plainly as can be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

GAME = {"branching": 3, "depth": 2}
ASKED = ("levels", "leaves", "deepening")
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
    met = [sum(sizes[: depth + 1]) for depth in range(1, len(sizes))]
    return {"levels": {str(depth): size for depth, size in enumerate(sizes)}, "leaves": sizes[-1], "deepening": met}


def share(problem: dict[str, Any], part: str, given: Any) -> Fraction:
    """Return which share of its points an answer earns; what follows from own levels counts as wrong here."""
    right = solve(problem)[part]
    if part == "leaves":
        return Fraction(is_number(given, right))
    if part == "levels":
        extra = sum(1 for depth, size in given.items() if size is not None and depth not in right)
        hits = sum(1 for depth, size in right.items() if is_number(given.get(depth), size))
        return Fraction(max(0, hits - extra), len(right))
    written = [place + 1 for place, one in enumerate(given) if one is not None]
    longest = max([len(right), *written])
    hits = sum(1 for one, met in zip(given, right, strict=False) if is_number(one, met))
    return Fraction(hits, longest) if longest else Fraction(1)


def is_number(given: Any, right: int) -> bool:
    """Return whether a number was written that is the right one."""
    return given is not None and Fraction(str(given).strip().rstrip(".")) == right


def change(rng: random.Random, part: str, right: Any, slips: float) -> Any:
    """Return an answer with slips: other numbers, blanks, entries left out, and lists that are too short or too long."""
    if isinstance(right, dict):
        return {depth: change(rng, part, size, slips) for depth, size in right.items() if rng.random() > slips / 8}
    if isinstance(right, list):
        more = [rng.choice((7, None))] if rng.random() < slips / 4 else []
        kept = right[: rng.randint(0, len(right))] if rng.random() < slips / 4 else right
        return [None if rng.random() < slips / 4 else change(rng, part, met, slips) for met in kept] + more
    return right + rng.choice((1, -1, 2)) if rng.random() < slips else right
