"""Random requests of the generators: reasonable ones, as somebody would type them, of every kind and with most options."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from generators import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    Leaves,
    Limits,
    MinimaxParameters,
    Ordering,
    Promise,
    Pruning,
    Question,
    Shape,
    UcbParameters,
)
from generators.registry import NAMES
from grader.core.conventions import read_conventions
from grader.kinds import KINDS

KIND_NAMES = ("minimax", "alpha-beta", "expectiminimax", "ucb")
CONVENTIONS: dict[str, tuple[Any, ...]] = {
    "cutoff": ("alpha >= beta", "alpha > beta"),
    "order": ("left-to-right", "right-to-left"),
    "tie": ("first", "last", "any"),
    "bounds": ("fail-soft", "fail-hard"),
    "initial-window": (["-inf", "inf"], ["3", "inf"], ["-inf", "12"], ["3", "12"]),
    "windows-at": ("exit", "entry"),
    "list-pruned-as": ("subtrees", "nodes", "leaves"),
    "empty-cutoffs": ("ignore", "count"),
    "decimals": ("0", "1", "2", "exact"),
    "exploration": ("sqrt(2)", "1", "0.5", "2"),
    "formula": ("uct", "ucb1", "puct"),
    "log": ("ln", "log10", "log2"),
    "unvisited": ("first", "zero"),
    "unvisited-mean": ("0", "1/2"),
}


_NOT_DRAWN = {"best-response", "outcome", "redundant", "distinct-states", "evaluations", "intervals", "tree"}
"""Parts that no request without an opponent, positions, a depth, or a game can ask."""


def random_request(rng: random.Random) -> tuple[str, Any]:
    """Return a kind and a request for it; it may contradict itself or be hard to meet."""
    kind = rng.choice(KIND_NAMES)
    question, promise = _question(rng, kind), _promise(rng, kind)
    if kind == "ucb":
        children = _range(rng, 2, 5, 1)
        some = _range(rng, 0, 1, 1) if rng.random() < 0.3 else (0, 0)
        extra = _range(rng, 0, 4, 3) if rng.random() < 0.3 else (0, 0)
        step, reward = rng.choice([(1, 1), (1, 1), (Fraction(1, 2), 1), (1, 3)])
        return kind, UcbParameters(children, (rng.randint(1, 3), rng.randint(6, 30)), reward, step, some, extra,
                                   question=question, promise=promise)  # fmt: skip
    ordering = rng.choice([Ordering()] * 4 + [Ordering("best-first"), Ordering("strong", Fraction(4, 5))])
    fields = {
        "leaves": _leaves(rng, promise.about),
        "ordering": ordering,
        "question": question,
        "promise": promise,
    }
    if kind == "expectiminimax":
        layers = rng.choice([("max", "chance", "min", "chance"), ("max", "chance"), ("chance", "max", "min")])
        chances = rng.choice(["tenths", "quarters", "uniform", (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))])
        shape = Shape(_range(rng, 2, 3, 1), _range(rng, 2, 3, 1), layers, probabilities=chances)
        return kind, ExpectiminimaxParameters(shape, **fields, limits=_limits(rng, shape, ordering))
    layers = rng.choice([("max", "min"), ("min", "max")])
    shape = rng.choice([Shape(*pair, layers) for pair in (
        (_range(rng, 1, 4, 2), (2, 2)), ((2, 2), _range(rng, 2, 4, 2)), (_range(rng, 2, 3, 1), _range(rng, 2, 3, 1)), ((1, 3), (1, 2)),
    )])  # fmt: skip
    if kind == "minimax":
        return kind, MinimaxParameters(shape, **fields, limits=_limits(rng, shape, ordering))
    return kind, AlphaBetaParameters(shape, **fields, pruning=_pruning(rng), limits=_limits(rng, shape, ordering))


def _range(rng: random.Random, low: int, high: int, width: int) -> tuple[int, int]:
    least = rng.randint(low, high)
    return least, least + (rng.randint(0, width) if rng.random() < 0.4 else 0)


def _question(rng: random.Random, kind: str) -> Question:
    record = KINDS[kind]
    parts = [part for part in record.answered if part not in _NOT_DRAWN]
    ask = rng.sample(parts, rng.randint(1, len(parts))) if rng.random() < 0.7 else []
    stated = {name: rng.choice(values) for name, values in CONVENTIONS.items()
              if name in record.conventions and rng.random() < 0.15}  # fmt: skip
    out = {"ucb1": ("exploration", "unvisited-mean"), "puct": ("log", "unvisited")}
    for name in out.get(stated.get("formula", ""), ("unvisited-mean",)):
        stated.pop(name, None)
    conventions, wrong = read_conventions(stated)
    assert not wrong, wrong
    return Question(tuple(ask), conventions=conventions)


def _promise(rng: random.Random, kind: str) -> Promise:
    separate = rng.choices(["default", "all", "none", "named"], [5, 2, 1, 1])[0]
    chosen = tuple(rng.sample(KINDS[kind].wrong.names, 2)) if separate == "named" else (separate,)
    without = tuple(rng.sample(NAMES, 2)) if rng.random() < 0.2 else ()
    about = rng.choice(["equality", "deep-cutoffs"]) if kind == "alpha-beta" and rng.random() < 0.1 else ""
    return Promise(without, chosen, about)


def _leaves(rng: random.Random, about: str) -> Leaves:
    if about == "equality":
        return Leaves(ties=None)
    return rng.choice([Leaves()] * 4 + [
        Leaves(-20, 99), Leaves(0, 9, ties=None), Leaves(-9, 20, Fraction(1, 2)), Leaves(ties=1),
        Leaves(outcomes=(-1, 0, 1), ties=None),
    ])  # fmt: skip


def _limits(rng: random.Random, shape: Shape, ordering: Ordering) -> Limits:
    if rng.random() > 0.25 or shape.depth[0] < 2 or ordering != Ordering():
        return Limits()
    features = rng.choice([(), (), ("material", "mobility"), ("lead",)])
    noisy = rng.choice([(0, 0), (0, 0), (1, 1), (0, 2)])
    extension = rng.choice([None, 1]) if noisy[1] else None
    depth, noise = rng.randint(1, shape.depth[0] - 1), rng.choice([None, None, 3])
    return Limits(depth, extension, rng.choice(["horizon", "all"]), noise, features, noisy=noisy)


def _pruning(rng: random.Random) -> Pruning:
    if rng.random() < 0.7:
        return Pruning()
    if rng.random() < 0.5:
        return Pruning(prune_count=_range(rng, 1, 3, 2))
    return Pruning(leaves_evaluated=_range(rng, 4, 12, 8))
