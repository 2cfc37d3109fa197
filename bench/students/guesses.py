"""One who guesses."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import oracle
from oracle import Document
from players import guess_order, guess_strategy
from second import second

from students import deepening, parties, sampling

OF_KIND = {"mcts": sampling.GUESSES, "deepening": deepening.GUESSES, "max-n": parties.GUESSES}
"""The guesses in kinds that have parts of their own."""


def write_at_random(rng: random.Random, problem: Document) -> Document:
    """Return the answers of one who guesses: numbers of the size that the problem has, any nodes, any moves."""
    guesses = OF_KIND.get(problem["kind"], GUESSES)
    return {part: guesses[part](rng, problem, right) for part, right in oracle.solve(problem).items()}


def guess_number(rng: random.Random, problem: Document, _right: object) -> int:
    """Guess a number among those of the tree's leaves."""
    leaves = [node.value for node in oracle.breadth_first(oracle.read_tree(problem)) if not node.children]
    return rng.randint(math.floor(min(leaves)), math.ceil(max(leaves)))


def guess_values(rng: random.Random, problem: Document, right: Any) -> Document:
    """Guess a number for every entry."""
    return {name: guess_number(rng, problem, right) for name in right}


def guess_range(rng: random.Random, _problem: Document, _right: object) -> list[str]:
    """Guess from where on it holds, up to where, or between which numbers."""
    low, high = sorted(rng.sample(range(21), 2))
    first, last = rng.choice("(["), rng.choice(")]")
    return [rng.choice((f"(-inf, {high}{last}", f"{first}{low}, inf)", f"{first}{low}, {high}{last}"))]


def guess_truths(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Guess of each claim whether it is true."""
    return {name: rng.random() < 1 / 2 for name in right}


def guess_children(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Guess an order at every node."""
    return {name: rng.sample(children, len(children)) for name, children in right.items()}


def guess_end(rng: random.Random, _problem: Document, _right: object) -> Any:
    """Guess the smallest or the largest number."""
    return rng.choice((rng.randint(0, 20), "inf", "-inf", "none"))


def guess_scores(rng: random.Random, _problem: Document, right: Any) -> Document:
    """Guess scores."""
    return {name: round(rng.uniform(0, 3), 4) for name in right}


def guess_nodes(rng: random.Random, problem: Document, _right: object) -> list[str]:
    """Guess nodes other than the root."""
    names = oracle.node_ids(problem)[1:]
    return rng.sample(names, rng.randint(0, min(4, len(names))))


def guess_move(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a move at the root."""
    return rng.choice(oracle.read_tree(problem).children).id


def guess_choice(rng: random.Random, problem: Document, _right: object) -> str:
    """Guess a child."""
    return rng.choice(oracle.node_ids(problem))


def guess_path(rng: random.Random, problem: Document, _right: object) -> list[str]:
    """Guess a path."""
    return oracle.random_path(rng, oracle.read_tree(problem))


def guess_count(rng: random.Random, problem: Document, _right: object) -> int:
    """Guess how many leaves are evaluated."""
    return rng.randint(1, len(oracle.node_ids(problem)))


def guess_windows(rng: random.Random, problem: Document, right: Any) -> Document:
    """Guess windows."""
    return {name: [guess_number(rng, problem, right), "inf"] for name in right}


def guess_cutoffs(rng: random.Random, problem: Document, right: Any) -> list[Document]:
    """Guess cutoffs."""
    names = rng.sample(oracle.node_ids(problem), min(2, len(oracle.node_ids(problem))))
    return [{"node": name, "alpha": guess_number(rng, problem, right), "beta": 0} for name in names]


def guess_amount(rng: random.Random, _problem: Document, right: Any) -> int:
    """Guess a number about as large as the right one."""
    return math.ceil(float(Fraction(str(right))) * rng.choice((rng.uniform(0.1, 2), rng.uniform(1, 10))))


def guess_depth(rng: random.Random, _problem: Document, right: Any) -> int:
    """Guess a depth, or a power of ten."""
    return max(0, int(right) + rng.randint(-3, 3))


def guess_lost(rng: random.Random, problem: Document, right: Any) -> list[str]:
    """Guess lost states, about as many as there are."""
    names = list(second("positions").states(problem))
    return [name for name in names if rng.random() < len(right) / len(names)]


def guess_winning(rng: random.Random, problem: Document, _right: Any) -> list[str]:
    """Guess moves that win."""
    own = second("positions")
    return [name for name in own.moves(problem, own.piles_of(problem)) if rng.random() < 1 / 3]


AMOUNTS = ("leaves", "nodes", "minimal-leaves", "deepening-total", "space", "effective-branching", "time", "budget")
DEPTHS = ("magnitude", "repeats-magnitude", "depth-reached", "depth-reached-best", "depth-nearest")

GUESSES: dict[str, Callable[[random.Random, Document, Any], object]] = {
    "value": guess_number,
    "range": guess_range,
    "claims": guess_truths,
    "which": lambda rng, _problem, right: [name for name in right if rng.random() < 1 / 2],
    "because": lambda rng, problem, right: {name: rng.choice(oracle.node_ids(problem)) for name in right},
    "order": guess_children,
    "count": guess_count,
    "smallest": guess_end,
    "largest": guess_end,
    "linear": lambda rng, _problem, _right: [rng.randint(0, 20), rng.randint(-2, 2)],
    "best-move": guess_move,
    "values": guess_values,
    "principal-variation": guess_path,
    "pruned": guess_nodes,
    "visited": guess_nodes,
    "leaves-evaluated": guess_count,
    "nodes-visited": guess_count,
    "distinct-states": guess_count,
    "best-response": guess_number,
    "outcome": guess_number,
    "redundant": guess_nodes,
    "strategy": guess_strategy,
    "labelling": guess_order,
    "windows": guess_windows,
    "cutoffs": guess_cutoffs,
    "evaluations": guess_values,
    "intervals": guess_windows,
    "scores": guess_scores,
    "choice": guess_choice,
    "outcomes": lambda rng, _problem, right: {name: rng.choice(("win", "loss")) for name in right},
    "losing": guess_lost,
    "nim-values": lambda rng, _problem, right: {name: rng.randint(0, max(right.values()) + 1) for name in right},
    "winning-moves": guess_winning,
    **dict.fromkeys(AMOUNTS, guess_amount),
    **dict.fromkeys(DEPTHS, guess_depth),
    "per-level": lambda rng, problem, right: [guess_amount(rng, problem, one) for one in right],
}
