"""UCB: scores and choices (docs/format.md, docs/conventions.md)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from oracle.numbers import number
from oracle.values import by_tie
from oracle.words import INFINITY, NEARLY_TIED, Document, Number, convention


@dataclass
class Arm:
    """A child of the node at which UCB selects."""

    id: str
    total: Fraction
    visits: int
    prior: Fraction = Fraction(0)


def read_arms(problem: Document) -> list[Arm]:
    """Return the children as written, `total` 0 where it is absent."""
    return [
        Arm(
            str(child["id"]),
            number(child.get("total", 0)),
            int(number(child["visits"])),
            number(child.get("prior", 0)),
        )
        for child in problem["children"]
    ]


def parent_visits(problem: Document) -> int:
    """Return N: `parent-visits`, by default the sum of the children's visits."""
    visits = sum(arm.visits for arm in read_arms(problem))
    return int(number(problem.get("parent-visits", visits)))


def exploration(problem: Document) -> float:
    """Return c of `uct` or `puct`: a number or sqrt(a number); that of `puct` is 1 where it is not stated."""
    stated = problem.get("conventions", {})
    is_one = stated.get("formula") == "puct" and "exploration" not in stated
    written = "1" if is_one else str(convention(problem, "exploration")).strip()
    if written.startswith("sqrt(") and written.endswith(")"):
        return math.sqrt(number(written[len("sqrt(") : -1]))
    return float(number(written))


def score(arm: Arm, problem: Document) -> float:
    """Return a child's score (docs/conventions.md, `formula`, `log`, `unvisited`, `unvisited-mean`)."""
    if convention(problem, "formula") == "puct":
        seen = arm.total / arm.visits if arm.visits else number(convention(problem, "unvisited-mean"))
        root = math.sqrt(parent_visits(problem))
        return float(seen) + exploration(problem) * float(arm.prior) * root / (1 + arm.visits)
    if arm.visits == 0:
        return INFINITY if convention(problem, "unvisited") == "first" else 0.0
    logarithm = {"ln": math.log, "log10": math.log10, "log2": math.log2}[convention(problem, "log")]
    log_visits = logarithm(parent_visits(problem))
    mean = float(arm.total / arm.visits)
    if convention(problem, "formula") == "ucb1":
        return mean + math.sqrt(2 * log_visits / arm.visits)
    return mean + exploration(problem) * math.sqrt(log_visits / arm.visits)


def right_choices(problem: Document) -> list[str]:
    """Return the children that count as the right choice, from left to right.

    docs/conventions.md, `unvisited`: of several that score `inf` the leftmost is chosen, whether `tie` says first or
    last; otherwise scores within 1e-9 of the best are tied and `tie` decides.
    """
    scores = {arm.id: score(arm, problem) for arm in read_arms(problem)}
    return chosen(scores, convention(problem, "tie"))


def chosen(scores: Mapping[str, Number], tie: str) -> list[str]:
    """Return the best of the scores, which are given from left to right."""
    best = max(scores.values())
    if best == INFINITY:
        unvisited = [name for name, value in scores.items() if value == INFINITY]
        return by_tie(unvisited, "any" if tie == "any" else "first")
    tied = [name for name, value in scores.items() if best - value <= NEARLY_TIED]
    return by_tie(tied, tie)


def solve_ucb(problem: Document) -> Document:
    """Solve ucb; scores are floats, `inf` is text (docs/format.md, "Solution")."""
    scores = {arm.id: score(arm, problem) for arm in read_arms(problem)}
    return {
        "scores": {name: "inf" if value == INFINITY else value for name, value in scores.items()},
        "choice": right_choices(problem)[0],
    }
