"""What lifts ask of a search: an order to find, an unknown in a leaf, iterations that go deeper."""

from __future__ import annotations

import random
from typing import Any

import oracle
from oracle import Document
from second import second


def game_to_order(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a tree of MAX and MIN whose best order is to be found, with whole numbers that are mostly different."""
    game: Document = {"search": "alpha-beta", "make": "order", "goal": {"objective": "most-pruned"}}
    conventions = {"conventions": {"order": "right-to-left"}} if rng.random() < 0.25 else {}
    while True:
        drawn = game | {"tree": oracle.nested_tree(rng, oracle.uniform_shape(*size), range(100)), **conventions}
        width, depth = size
        best = width ** -(-depth // 2) + width ** (depth // 2) - 1  # Knuth and Moore 1975
        if second("construct").trivial_count(drawn) > best + 1:
            return drawn


def open_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a tree with x in it and a claim that holds for some x and not for others, as every generated one does."""
    while True:
        game = any_open_game(rng, size)
        if second("threshold").solve(game)["range"] not in ([], ["(-inf, inf)"]):
            return game


def any_open_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a tree of MAX and MIN with x at one leaf, and a claim: a move is best, or a leaf is skipped."""
    width, _ = size
    rows: list[list[Any]] = [[rng.randint(0, 20) for _ in range(width)] for _ in range(width)]
    rows[rng.randrange(width)][rng.randrange(width)] = "x"
    search = rng.choice(("minimax", "alpha-beta"))
    moves, leaves = "BCDE"[:width], "BCDEFGHIJKLMNOPQRS"[width : width + width * width]
    move, skipped = rng.choice(moves), rng.choice(leaves[width:])
    claim = {"pruned": skipped} if search == "alpha-beta" and rng.random() < 0.6 else {"best-move": move}  # fmt: skip
    whole = {"integers": True} if rng.random() < 0.3 else {}
    return {"search": search, "tree": rows, "claim": claim, **whole}


def deepening_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return a regular tree whose inner nodes have static values, of which all children are sorted; the time ends before the last iteration."""
    branching, depth = size

    def grown(plies: int, player: str) -> Document:
        if not plies:
            return {"value": rng.randint(0, 20)}
        below = [grown(plies - 1, "min" if player == "max" else "max") for _ in range(branching)]
        return {"static": rng.randint(0, 20), player: below}

    game = {"depth": depth, "reorder": rng.choice(("all", "all", "root", "best")), "tree": grown(depth, "max")}
    leaves = second("deepening").solve({"kind": "deepening", **game})["leaves-by-depth"]
    return {**game, "budget": rng.randint(leaves[0], sum(leaves) - 1)}
