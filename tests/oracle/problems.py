"""Random problems of every kind, under every convention."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from second import second

from oracle.alpha_beta import initial_window, run_search, shown
from oracle.numbers import bound, in_document
from oracle.play import add_opponent, add_states
from oracle.solution import asked_parts, solve
from oracle.trees import breadth_first, read_tree, read_whole
from oracle.words import CHOICES, FIELDS, Document, Shape

LEAVES: tuple[tuple[object, ...], ...] = (
    (0, 1, 2),
    tuple(range(10)),
    tuple(range(-20, 21)),
    (-1, 0, "1/3", "-1/3", "2/6", ".5", "0.50", "5.", "7/3", "-2.25", "1e1", "25e-1", "+3", "03"),
)
"""Leaf values: many ties, digits, negatives, and every way of writing a number."""

IDS = (
    *("a", "b", "C", "D", "F", "Z", "AA", "AB", "S1", "S2", "s1", "root", "no", "on", "010"),
    *("1.0", "7", "12:30", "null", "true", "x y", "Knoten-ä", "Ω", "左", "1/2", "=1+1", "-"),
)
"""Explicit ids: letters that the automatic ids would take, and texts that YAML reads otherwise."""

MOVES = ("L", "R", "M", "a1", "B", "C", "E", "go left", "010", "no", "→", "AC")

SHAPES = ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (1, 4), (5, 1))
"""Uniform trees: branching factor and depth, at most 40 nodes."""


def chance_of(rng: random.Random, probability: float) -> bool:
    """Return True with the given probability."""
    return rng.random() < probability


def random_problem(rng: random.Random, kind: str) -> Document:
    """Return a random valid problem of the kind, of ints and text only: JSON can hold it."""
    problem: Document = {
        "format": "gametree-problem/1",
        "id": f"random-{rng.randrange(10**6)}",
        "kind": kind,
    }
    if chance_of(rng, 0.2):
        problem["title"] = "Ein zufälliger Baum"
    if kind == "ucb":
        problem |= random_arms(rng)
    elif kind not in FIELDS:
        problem |= second(kind).random_game(rng)
    else:
        problem["tree"] = random_tree(rng, kind_of_tree(problem))
        stop_at_random(rng, problem)
    conventions = random_conventions(rng, problem)
    if kind in PLAYED:
        conventions |= know_at_random(problem | {"conventions": conventions})
    if conventions or (kind in FIELDS and chance_of(rng, 0.1)):
        problem["conventions"] = {**problem.get("conventions", {}), **conventions}
    if kind in ("minimax", "expectiminimax"):
        add_opponent(rng, problem)
    if kind in PLAYED:
        break_off_at_random(problem)
    ask_at_random(rng, problem)
    return problem


PLAYED = ("minimax", "alpha-beta", "expectiminimax")
"""The kinds on trees that ask what is known."""


def drawn_apart(problem: Document, what: str) -> random.Random:
    """Return a generator of its own for a thing that few problems have, so that the others stay as they were."""
    return random.Random(f"{what} of {problem['id']}")


def kind_of_tree(problem: Document) -> str:
    """Return the kind whose trees are drawn: some that are searched have chance nodes."""
    if problem["kind"] == "alpha-beta" and chance_of(drawn_apart(problem, "chances"), 0.3):
        return "expectiminimax"
    return str(problem["kind"])


def know_at_random(problem: Document) -> Document:
    """Return value bounds for some problems; they hold all leaves, some of them just so."""
    apart = drawn_apart(problem, "bounds")
    is_searched = problem["kind"] == "alpha-beta"
    if not chance_of(apart, 0.4 if is_searched else 0.1):
        return {}
    values = [node.value for node in breadth_first(read_tree(problem)) if not node.children]
    low = min(values) - apart.choice((0, 0, 1, 5, Fraction(1, 2)))
    high = max(values) + apart.choice((0, 0, 1, 5, Fraction(1, 3)))
    ends = (in_document(low), in_document(high))
    known = {"value-bounds": list(apart.choice((ends, ends, ends, ("-inf", ends[1]), (ends[0], "inf"))))}
    if not is_searched:
        return known
    where = {"bounds-at": apart.choice(CHOICES["bounds-at"])} if chance_of(apart, 0.4) else {}
    return (
        {**known, **where}
        if can_start({**problem.get("conventions", {}), **known, **where})
        else known | {"bounds-at": "chance"}
    )


def can_start(conventions: Document) -> bool:
    """Return whether some number lies inside the window with which a search starts."""
    alpha, beta = shown(initial_window({"conventions": conventions}), {"conventions": conventions})
    return alpha < beta


def break_off_at_random(problem: Document) -> None:
    """Ask some problems what is known after some leaves; of the kinds that cut nothing all that have value bounds."""
    apart = drawn_apart(problem, "after")
    is_searched = problem["kind"] == "alpha-beta"
    must = not is_searched and "value-bounds" in problem.get("conventions", {})
    if must or chance_of(apart, 0.1):
        root = read_tree(problem)
        visited = run_search(root, problem).visited if is_searched else breadth_first(root)
        problem["after"] = apart.randint(1, sum(not node.children for node in visited))


def random_conventions(rng: random.Random, problem: Document) -> Document:
    """Return random choices for a random part of the kind's fields, defaults among them."""
    often = rng.choice((0.0, 0.3, 0.6, 0.9))
    names = list(FIELDS.get(problem["kind"], ()))
    if not isinstance(problem.get("tree", {}), dict) and not {"layers", "players"} & problem.keys():
        names.append("root")
    conventions: Document = {
        name: random_window(rng) if name == "initial-window" else rng.choice(CHOICES[name])
        for name in names
        if chance_of(rng, often / 2 if name == "initial-window" else often)
    }
    if "depth-in" in problem.get("conventions", {}):
        conventions["depth-in"] = problem["conventions"]["depth-in"]
    fit_formula(problem, conventions)
    return conventions


def fit_formula(problem: Document, conventions: Document) -> None:
    """Leave out what the formula has no place for, and give the children priors where it weighs them."""
    formula = str(conventions.get("formula"))
    out: dict[str, tuple[str, ...]] = {"ucb1": ("exploration", "unvisited-mean"), "puct": ("log", "unvisited")}
    for name in out.get(formula, ("unvisited-mean",)):
        conventions.pop(name, None)
    if formula == "puct":
        apart = drawn_apart(problem, "priors")
        for child in problem["children"]:
            child["prior"] = apart.choice(("0.1", "0.5", "1/3", 0, 1, "1/4", 2))


def random_window(rng: random.Random) -> list[object]:
    """Return an initial window with alpha < beta."""
    low = rng.choice(("-inf", -5, 0, 1, "1/3", 3, 4))
    high = rng.choice(("inf", 1, 2, "7/3", 5, 8, 12))
    return [low, high] if bound(low) < bound(high) else ["-inf", high]


def ask_at_random(rng: random.Random, problem: Document) -> None:
    """Ask all parts, some of them in any order, or the default ones; give some of them points."""
    present = list(solve(problem))
    if not present:
        return  # a person marks all of it
    how = rng.choice(("all", "some", "default"))
    if how == "all":
        problem["ask"] = present
    elif how == "some":
        problem["ask"] = rng.sample(present, rng.randint(1, len(present)))
    if chance_of(rng, 0.5):
        asked = asked_parts(problem)
        worth = rng.sample(asked, rng.randint(1, len(asked)))
        problem["points"] = {part: rng.choice((1, 2, 3, 10, "2.5", "1/3")) for part in worth}


def random_shape(rng: random.Random) -> Shape:
    """Return a tree's shape: a single leaf, a uniform tree, or an uneven one of up to 43 nodes."""
    how = rng.choice(("leaf", *["uniform"] * 5, *["uneven"] * 8))
    if how == "leaf":
        return []
    return uniform_shape(*rng.choice(SHAPES)) if how == "uniform" else uneven_shape(rng)


FEATURES = ("material", "mobility", "pairs", "safety", "no", "1.0", "a b")


def stop_at_random(rng: random.Random, problem: Document) -> None:
    """Let some problems stop their search at a depth, and say what nodes are worth there; some nested ones have layers."""
    kind, tree = problem["kind"], problem["tree"]
    if not isinstance(tree, dict):
        if chance_of(rng, 0.3):
            players = ("max", "min", "chance") if kind == "expectiminimax" else ("max", "min")
            problem["layers"] = [rng.choice(players) for _ in range(45)]
        if chance_of(rng, 0.1):
            problem["depth"] = 60
        return
    if chance_of(rng, 0.4):
        problem["depth"] = rng.choice((1, 1, 2, 2, 2, 3, "3.0", 4))
        if chance_of(rng, 0.3):
            problem["extension"] = rng.choice((0, 1, 2))
        if chance_of(rng, 0.5):
            problem["conventions"] = {"depth-in": rng.choice(CHOICES["depth-in"])}
    if "depth" in problem or chance_of(rng, 0.1):
        evaluate_at_random(rng, problem)


def evaluate_at_random(rng: random.Random, problem: Document) -> None:
    """Give every inner node a static value or features, some of them noise; in some problems only where the search stops."""
    names = rng.sample(FEATURES, rng.randint(1, 4))
    often = rng.choice((0.0, 0.5, 1.0))
    if often:
        weights = {name: rng.choice((1, -1, 2, 3, "1/2", -2, "0.5", 0)) for name in names if chance_of(rng, 0.8)}
        problem["evaluation"] = {"weights": weights} | ({"bias": rng.choice((0, 1, -2))} if chance_of(rng, 0.4) else {})
    noise = rng.choice((0.0, 0.0, 0.3))
    for node in document_nodes(problem["tree"]):
        if "value" in node:
            if chance_of(rng, often / 4):
                node["features"] = random_features(rng, names)
            continue
        own: Document = (
            {"features": random_features(rng, names)} if chance_of(rng, often) else {"static": rng.randint(-9, 9)}
        )
        node.update(own)
        if chance_of(rng, noise):
            node["quiet"] = rng.choice((False, False, True))
    if "depth" in problem and chance_of(rng, 0.3):
        stopped = {node.id for node in breadth_first(read_tree(problem)) if node.at_horizon}
        for node, read in zip(document_order(problem["tree"]), breadth_first(read_whole(problem)), strict=True):
            if isinstance(node, dict) and "value" not in node and read.id not in stopped:
                node.pop("static", None)
                node.pop("features", None)


def document_order(root: Document) -> list[Any]:
    """Return the nodes of a document level by level, each level from left to right; bare numbers too."""
    nodes: list[Any] = [root]
    for node in nodes:
        if isinstance(node, dict):
            nodes += node.get("max") or node.get("min") or node.get("chance") or []
    return nodes


def random_features(rng: random.Random, names: Sequence[str]) -> Document:
    """Return numbers for some of the features."""
    return {name: rng.choice((0, 1, 2, 3, -1, "1/2", 5)) for name in names if chance_of(rng, 0.7)}


def uniform_shape(branching: int, depth: int) -> Shape:
    """Return the uniform tree with the branching factor and the depth."""
    return [uniform_shape(branching, depth - 1) for _ in range(branching)] if depth else []


def uneven_shape(rng: random.Random) -> Shape:
    """Grow a tree by giving 1 to 4 children to a random leaf until it is large enough."""
    size = rng.randint(2, 40)
    root: Shape = []
    leaves, count = [root], 1
    while count < size:
        leaf = leaves.pop(rng.randrange(len(leaves)))
        leaf += [[] for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4)))]
        leaves += leaf
        count += len(leaf)
    return root


def random_tree(rng: random.Random, kind: str) -> object:
    """Return a random tree as a document writes it: nested lists or explicit nodes."""
    shape, values = random_shape(rng), rng.choice(LEAVES)
    if chance_of(rng, 0.15 if kind == "expectiminimax" else 0.45):
        return nested_tree(rng, shape, values)
    style = PlayerStyle(kind, rng.choice((0.0, 0.0, 0.3)), rng.choice(("max", "max", "min")))
    tree = as_mapping(explicit_tree(rng, shape, values, style))
    name_at_random(rng, tree)
    add_states(rng, document_nodes(tree))
    return tree


def nested_tree(rng: random.Random, shape: Shape, values: Sequence[object]) -> object:
    """Return the shape as nested lists with random leaf values."""
    return [nested_tree(rng, child, values) for child in shape] if shape else rng.choice(values)


@dataclass(frozen=True)
class PlayerStyle:
    """How players follow each other: the kind, and how often they do not alternate."""

    kind: str
    irregular: float
    to_move: str

    def next(self, rng: random.Random) -> tuple[str, PlayerStyle]:
        """Return who holds this node and the style of its children."""
        mover = self.to_move
        if chance_of(rng, self.irregular):
            mover = rng.choice(("max", "min"))
        opponent = "min" if mover == "max" else "max"
        if self.kind == "expectiminimax" and chance_of(rng, 0.4):
            return "chance", self
        return mover, PlayerStyle(self.kind, self.irregular, opponent)


def explicit_tree(rng: random.Random, shape: Shape, values: Sequence[object], style: PlayerStyle) -> object:
    """Return the shape with players, probabilities and random leaf values."""
    if not shape:
        value = rng.choice(values)
        return {"value": value} if chance_of(rng, 0.3) else value
    player, below = style.next(rng)
    children = [explicit_tree(rng, child, values, below) for child in shape]
    if player == "chance":
        children = weigh_at_random(rng, children)
    return {player: children}


def weigh_at_random(rng: random.Random, children: list[object]) -> list[object]:
    """Give all outcomes of a chance node probabilities that sum to 1, or none of them."""
    count = len(children)
    parts = rng.choice((None, 3, 10, 10, 100, count))
    if parts is None:
        return children
    is_uniform = parts == count and chance_of(rng, 0.5)
    weights = [1] * count if is_uniform else random_weights(rng, parts, count)
    return [
        {**as_mapping(child), "p": fraction_of(weight, parts)} for child, weight in zip(children, weights, strict=True)
    ]


def as_mapping(node: object) -> Document:
    """Write a leaf that is a bare number as `{value: ...}`."""
    return node if isinstance(node, dict) else {"value": node}


def random_weights(rng: random.Random, total: int, count: int) -> list[int]:
    """Return `count` integers from 0 up that sum to `total`."""
    cuts = [0, *sorted(rng.randint(0, total) for _ in range(count - 1)), total]
    return [high - low for low, high in pairwise(cuts)]


def fraction_of(weight: int, parts: int) -> object:
    """Write weight/parts as decimals where the parts are 10 or 100, else as a fraction."""
    if weight == parts:
        return 1
    decimals = {10: 1, 100: 2}.get(parts)
    return f"{weight}/{parts}" if decimals is None else f"{weight / parts:.{decimals}f}"


def name_at_random(rng: random.Random, root: Document) -> None:
    """Give some nodes ids and some edges moves.

    docs/format.md, "Ids and moves": ids are unique; among the root's children a move is unique and no other child's id.
    """
    nodes = document_nodes(root)
    often = rng.choice((0.0, 0.2, 0.6, 1.0))
    ids = rng.sample(IDS, len(IDS))
    for node in nodes:
        if ids and chance_of(rng, often):
            node["id"] = ids.pop()
    moves_at_random(rng, root)


def moves_at_random(rng: random.Random, root: Document) -> None:
    """Give some edges moves, fresh ones at the root."""
    often = rng.choice((0.0, 0.2, 0.8))
    of_root = children_of(root)
    fresh = [move for move in rng.sample(MOVES, len(MOVES)) if move not in ids_of(of_root)]
    for child in of_root:
        if fresh and chance_of(rng, often):
            child["move"] = fresh.pop()
        for node in document_nodes(child)[1:]:
            if chance_of(rng, often):
                node["move"] = rng.choice(MOVES)


def children_of(node: Document) -> list[Document]:
    """Return the children of a document's node that are written as mappings."""
    children = node.get("max") or node.get("min") or node.get("chance") or []
    return [child for child in children if isinstance(child, dict)]


def document_nodes(root: Document) -> list[Document]:
    """Return the nodes that are written as mappings, the root first."""
    return [root, *(node for child in children_of(root) for node in document_nodes(child))]


def ids_of(nodes: Iterable[Document]) -> set[str]:
    """Return the explicit ids of nodes."""
    return {node["id"] for node in nodes if "id" in node}


def random_arms(rng: random.Random) -> Document:
    """Return `children` of a UCB problem, unvisited and equal ones among them, perhaps N."""
    count = rng.randint(1, 6)
    names = rng.sample(IDS, count) if chance_of(rng, 0.3) else list("ABCDEF"[:count])
    unvisited = rng.choice((0.0, 0.0, 0.3, 1.0))
    children = [random_arm(rng, name, unvisited) for name in names]
    arms: Document = {"children": children}
    visits = sum(child["visits"] for child in children)
    if chance_of(rng, 0.4):
        at_least = 1 if visits else 0
        others = (visits, visits + 1, 2 * visits + 5, visits - 1, 1)
        arms["parent-visits"] = max(at_least, rng.choice(others))
    return arms


def random_arm(rng: random.Random, name: str, unvisited: float) -> Document:
    """Return one child of a UCB problem."""
    if chance_of(rng, unvisited):
        arm: Document = {"id": name, "visits": 0}
        return arm | ({"total": 0} if chance_of(rng, 0.3) else {})
    visits = rng.choice((1, 2, 3, 4, 6, 10, 40))
    totals = (*range(visits + 1), visits // 2, "1/2", "2.5", -1, 3 * visits)
    return {"id": name, "total": rng.choice(totals), "visits": visits}
