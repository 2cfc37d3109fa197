"""The problems that simulated students get: what is asked, how large trees are, and how games are drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import checkout  # noqa: F401  # what follows stands there
import oracle
from oracle import Document
from second import second
from students.parties import party_game

Size = tuple[int, int]
"""Branching factor and depth of a regular tree; of UCB the least and the largest number of children; of sampling the
children of the root, and the iterations; of positions the piles."""

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
    if kind == "ucb":
        return problem | ucb_game(rng, size)
    if kind == "cost":
        return problem | cost_game(rng, size)
    if kind == "mcts":
        return problem | (sampling_game(rng, size) if size[0] else game_of_playouts(rng, size[1]))
    if kind == "positions":
        return problem | taken_game(rng, size)
    if kind == "deepening":
        return problem | deepening_game(rng, size)
    if kind == "max-n":
        return problem | party_game(rng, size)
    if kind == "threshold":
        return problem | open_game(rng, size)
    if kind == "claims":
        return problem | second(kind).random_game(rng)
    if kind == "construct":
        return problem | game_to_order(rng, size)
    shape = oracle.uniform_shape(*size)
    if "evaluations" in ask:
        return problem | limited_game(rng, shape, size[1])
    if kind == "expectiminimax":
        return with_replies(rng, problem | {"tree": chance_tree(rng, shape)})
    conventions: Document = {}
    if kind == "alpha-beta" and rng.random() < 0.25:
        conventions["cutoff"] = "alpha > beta"
    if rng.random() < 0.25:
        conventions["order"] = "right-to-left"
    if rng.random() < 0.25:
        conventions["root"] = "min"
    leaves = rng.choice((range(10), range(-20, 21), range(100)))
    tree = {"tree": oracle.nested_tree(rng, shape, leaves)}
    posed = problem | tree | ({"conventions": conventions} if conventions else {})
    return with_replies(rng, with_states(rng, posed))


def game_to_order(rng: random.Random, size: Size) -> Document:
    """Return a tree of MAX and MIN whose best order is to be found, with whole numbers that are mostly different."""
    game: Document = {"search": "alpha-beta", "make": "order", "goal": {"objective": "most-pruned"}}
    conventions = {"conventions": {"order": "right-to-left"}} if rng.random() < 0.25 else {}
    while True:
        drawn = game | {"tree": oracle.nested_tree(rng, oracle.uniform_shape(*size), range(100)), **conventions}
        width, depth = size
        best = width ** -(-depth // 2) + width ** (depth // 2) - 1  # Knuth and Moore 1975
        if second("construct").trivial_count(drawn) > best + 1:
            return drawn


def open_game(rng: random.Random, size: Size) -> Document:
    """Return a tree with x in it and a claim that holds for some x and not for others, as every generated one does."""
    while True:
        game = any_open_game(rng, size)
        if second("threshold").solve(game)["range"] not in ([], ["(-inf, inf)"]):
            return game


def any_open_game(rng: random.Random, size: Size) -> Document:
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


def with_replies(rng: random.Random, problem: Document) -> Document:
    """Return the problem with an opponent who plays at random at half of its nodes, where that is asked."""
    if "outcome" not in problem["ask"]:
        return problem
    root = oracle.read_tree(problem)
    nodes = [node for node in oracle.inner_nodes(root) if oracle.is_player(node) and node.player != root.player]
    return problem | {"opponent": {node.id: rng.choice(node.children).id for node in nodes if rng.random() < 0.5}}


def with_states(rng: random.Random, problem: Document) -> Document:
    """Return the problem with a state at each node, out of half as many as there are nodes, where that is asked."""
    if "redundant" not in problem["ask"]:
        return problem
    count = len(oracle.node_ids(problem))

    def stated(node: oracle.Node) -> Document:
        content = (
            {node.player: [stated(child) for child in node.children]} if node.children else {"value": str(node.value)}
        )
        return {"state": f"s{rng.randint(1, count // 2)}", **content}

    conventions = {name: value for name, value in problem.get("conventions", {}).items() if name != "root"}
    return problem | {"tree": stated(oracle.read_tree(problem)), "conventions": conventions}


def limited_game(rng: random.Random, shape: Any, depth: int) -> Document:
    """Return a tree whose search stops one ply above its leaves, or two, at positions with features; some are not quiet."""
    weights = {name: rng.choice((2, 3, 5, -1, -2)) for name in ("material", "mobility")}
    bias = {"bias": rng.randint(1, 3)} if rng.random() < 0.3 else {}
    limit = max(1, depth - rng.randint(1, 2))
    tree = evaluated_tree(rng, shape, 0)
    return {"depth": limit, "evaluation": {"weights": weights, **bias}, "tree": tree}


def evaluated_tree(rng: random.Random, shape: Any, depth: int) -> Any:
    """Return a tree of MAX and MIN in turn, with features at every inner node."""
    if not shape:
        return rng.randint(-20, 20)
    features = {"material": rng.randint(0, 5), "mobility": rng.randint(0, 5)}
    node = {"features": features, ("max", "min")[depth % 2]: [evaluated_tree(rng, child, depth + 1) for child in shape]}
    return node | ({"quiet": False} if rng.random() < 0.15 else {})


def ucb_game(rng: random.Random, size: Size) -> Document:
    """Return visited children (at times one that is not), and the constants that courses use."""
    children: list[Document] = []
    for name in "ABCDEF"[: rng.randint(*size)]:
        visits = rng.randint(2, 40)
        children.append({"id": name, "total": rng.randint(1, visits), "visits": visits})
    if rng.random() < 0.2:
        children[rng.randrange(len(children))] |= {"total": 0, "visits": 0}
    formula = rng.choice(({}, {"exploration": "2"}, {"exploration": "0.5"}, {"formula": "ucb1"}, {"log": "log10"}))
    return {"children": children, "conventions": formula} if formula else {"children": children}


def chance_tree(rng: random.Random, shape: Any, depth: int = 0) -> object:
    """Return a tree of MAX, chance, MIN, chance... from the root, with probabilities that are mostly not uniform."""
    if not shape:
        return rng.randint(-20, 20)
    children = [chance_tree(rng, child, depth + 1) for child in shape]
    if depth % 2:
        weights = [1 + rng.randrange(10) for _ in children]
        outcomes = [
            {**(child if isinstance(child, dict) else {"value": child}), "p": f"{weight}/{sum(weights)}"}
            for child, weight in zip(children, weights, strict=True)
        ]
        return {"chance": outcomes}
    return {"max" if depth % 4 == 0 else "min": children}


def deepening_game(rng: random.Random, size: Size) -> Document:
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


def cost_game(rng: random.Random, size: Size) -> Document:
    """Return a branching factor, a depth, and a search with its speed and time."""
    return {
        "branching": rng.randint(*size),
        "depth": rng.randint(3, 6),
        "rate": 10 ** rng.randint(3, 6),
        "seconds": rng.randint(10, 300),
        "count": rng.choice(("leaves", "nodes")),
    }


def sampling_game(rng: random.Random, size: Size) -> Document:
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
    below = node.get("max", node.get("min", []))
    visits = sum(searched(rng, child, depth + 1) for child in below) + (depth > 0) if depth < 2 else rng.randint(2, 6)
    node |= {"visits": visits, "total": rng.randint(0, visits)}
    return visits


def taken_game(rng: random.Random, size: Size) -> Document:
    """Return take-away with a few takes, or nim with so many piles."""
    if size == (1, 1):
        takes = rng.choice(([1, 2], [1, 2, 3], sorted(rng.sample(range(1, 6), rng.choice((2, 3))))))
        return {"game": {"name": "take-away", "objects": rng.randint(8, 15), "take": takes}}
    most = {"most": rng.randint(2, 3)} if rng.random() < 0.5 else {}
    sizes = (2, 5) if size[0] == 2 else (1, 3)
    return {"game": {"name": "nim", "piles": [rng.randint(*sizes) for _ in range(size[0])], **most}}
