"""Trees of MAX, MIN and chance nodes, with what is asked of them."""

from __future__ import annotations

import random
from typing import Any

import oracle
from oracle import Document


def tree_problem(rng: random.Random, problem: Document, size: tuple[int, int]) -> Document:
    """Return a problem on a tree of MAX and MIN, under the conventions that courses use."""
    shape = oracle.uniform_shape(*size)
    if "evaluations" in problem["ask"]:
        return problem | limited_game(rng, shape, size[1])
    conventions: Document = {}
    if problem["kind"] == "alpha-beta" and rng.random() < 0.25:
        conventions["cutoff"] = "alpha > beta"
    if rng.random() < 0.25:
        conventions["order"] = "right-to-left"
    if rng.random() < 0.25:
        conventions["root"] = "min"
    leaves = rng.choice((range(10), range(-20, 21), range(100)))
    tree = {"tree": oracle.nested_tree(rng, shape, leaves)}
    posed = problem | tree | ({"conventions": conventions} if conventions else {})
    return with_replies(rng, with_states(rng, posed))


def chance_problem(rng: random.Random, problem: Document, size: tuple[int, int]) -> Document:
    """Return a problem on a tree with chance nodes."""
    return with_replies(rng, problem | {"tree": chance_tree(rng, oracle.uniform_shape(*size))})


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
