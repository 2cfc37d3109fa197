"""What is sampled: visited children, iterations of a search, playouts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from oracle import Document


def ucb_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return visited children (at times one that is not), and the constants that courses use."""
    children: list[Document] = []
    for name in "ABCDEF"[: rng.randint(*size)]:
        visits = rng.randint(2, 40)
        children.append({"id": name, "total": rng.randint(1, visits), "visits": visits})
    if rng.random() < 0.2:
        children[rng.randrange(len(children))] |= {"total": 0, "visits": 0}
    formula = rng.choice(({}, {"exploration": "2"}, {"exploration": "0.5"}, {"formula": "ucb1"}, {"log": "log10"}))
    return {"children": children, "conventions": formula} if formula else {"children": children}


def playouts_or_search(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return iterations of a search; where the root has no children, playouts."""
    return sampling_game(rng, size) if size[0] else game_of_playouts(rng, size[1])


def sampling_game(rng: random.Random, size: tuple[int, int]) -> Document:
    """Return one iteration on numbers as a search leaves them, or some from the start; under the conventions that courses use."""
    width, iterations = size
    names = iter("RABCDEFGHIJKLMNOPQSTUVWXYZabcdefghijk")
    tree = open_tree(rng, names, ("max", "min", "max") if rng.random() < 0.75 else ("min", "max", "min"), width)
    if iterations == 1:
        searched(rng, tree, 0)
    usual: Document = {}
    if rng.random() < 0.3:
        usual["totals-for"] = rng.choice(("max", "own"))
    if rng.random() < 0.25:
        usual["expand"] = "all"
    if rng.random() < 0.25:
        usual["exploration"] = rng.choice((1, "0.5", 2))
    game: Document = {"tree": tree, "iterations": iterations, "results": [rng.randint(0, 1) for _ in range(iterations)]}
    return game | ({"conventions": usual} if usual else {})


def game_of_playouts(rng: random.Random, count: int) -> Document:
    """Return playouts of two to four moves, two or three at each node, with round rewards."""
    moves = rng.choice(("ab", "abc"))
    lengths = [rng.randint(2, 4) for _ in range(count)]
    played = [
        {"moves": [rng.choice(moves) for _ in range(length)], "reward": 10 * rng.randint(0, 9)} for length in lengths
    ]
    return {"playouts": played}


def open_tree(rng: random.Random, names: Iterator[str], players: Sequence[str], width: int) -> Document:
    """Return a tree in which these players take turns, of whose ends nothing is known."""
    node: Document = {"id": next(names)}
    if players:
        node[players[0]] = [open_tree(rng, names, players[1:], 2) for _ in range(width)]
    return node


def searched(rng: random.Random, node: Document, depth: int) -> int:
    """Give a node and all down to the second ply visits and totals; return its visits."""
    below = node.get("max") or node.get("min") or []
    visits = (
        sum(searched(rng, child, depth + 1) for child in below) + int(depth > 0) if depth < 2 else rng.randint(2, 6)
    )
    node |= {"visits": visits, "total": rng.randint(0, visits)}
    return visits
