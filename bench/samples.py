"""What is measured on: the same trees and documents every time, from fixed seeds."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from grader.core.errors import Fault, ProblemError
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, Tree
from grader.core.lazy import LruCache
from grader.kinds import Exercise

ROOT = Path(__file__).resolve().parent.parent
SUBMISSION = ROOT / "problem_bank" / "alpha-beta" / "four-ply-trace" / "submissions" / "partly-right.yaml"
_COMPILED = tempfile.TemporaryDirectory(prefix="bench-")


def uniform_tree(breadth: int, depth: int, seed: int = 1) -> Tree:
    """Return a tree in which every inner node has `breadth` children, MAX moves first and no two leaves are equal."""
    levels = [breadth**level for level in range(depth + 1)]
    size, inner = sum(levels), sum(levels[:-1])
    depths = [level for level, width in enumerate(levels) for _ in range(width)]
    drawn = random.Random(seed).sample(range(10 * levels[-1]), levels[-1])
    utilities = [utility + 0 for utility in drawn]  # new objects side by side in memory, as when read from a file
    ids = [f"n{node}" for node in range(size)]
    first = [min(node * breadth + 1, size) for node in range(size)]
    return Tree(
        kind=[*(MIN if depth % 2 else MAX for depth in depths[:inner]), *([LEAF] * levels[-1])],
        first=first,
        end=[start + breadth if node < inner else start for node, start in enumerate(first)],
        parent=[-1, *((node - 1) // breadth for node in range(1, size))],
        value=[*([None] * inner), *utilities],
        probability=[None] * size,
        ids=ids,
        moves=ids,
    )


def chance_tree(breadth: int, depth: int, probabilities: list[Fraction]) -> Tree:
    """Return the same with chance nodes in every second ply, whose outcomes have these probabilities."""
    tree, depths = uniform_tree(breadth, depth), uniform_tree(breadth, depth).depths()
    kind = [CHANCE if level % 2 and kind != LEAF else kind for level, kind in zip(depths, tree.kind, strict=True)]
    place = [0, *((node - 1) % breadth for node in range(1, tree.size))]
    chances = [
        probabilities[place[node]] if node and kind[tree.parent[node]] == CHANCE else None for node in range(tree.size)
    ]
    return tree._replace(kind=kind, probability=chances)


def submission_text(size: int) -> str:
    """Return a submission of about `size` bytes: numbers, lists and short mappings, as students write them."""
    draw = random.Random(size)
    lines = ["format: gametree-submission/1", "student: s1000117", "answers:"]
    question = 0
    while sum(map(len, lines)) + len(lines) < size:
        question += 1
        nodes = [f"s{node}" for node in range(10)]
        lines += [f"  question-{question}:", f"    value: {draw.randint(-99, 99)}", "    best-move: s2"]
        lines.append("    values: {" + ", ".join(f"{node}: {draw.randint(0, 99)}" for node in nodes) + "}")
        lines.append(f"    visited: [{', '.join(draw.sample(nodes, len(nodes)))}]")
        lines.append("    windows:")
        lines += [f"      {node}: [-inf, {draw.randint(0, 99)}]" for node in nodes[:5]]
        lines.append("    cutoffs:")
        lines += [f"      - {{node: {node}, alpha: {draw.randint(0, 99)}, beta: 3}}" for node in nodes[:2]]
    return "\n".join(lines) + "\n"


def as_first(found: Exercise | Fault) -> Exercise:
    """Return a problem as it is for the first who answers it: nothing is kept of what the same answer earned before."""
    if isinstance(found, Fault):
        raise ProblemError([found])
    return found._replace(kept=LruCache(1), pages=LruCache(1))


def python(code: str, *arguments: str) -> list[str]:
    """Return the command that runs the code in a fresh interpreter."""
    return [sys.executable, "-c", code, *arguments]


def environment() -> dict[str, str]:
    """Return the environment of a fresh interpreter: the modules of both sides are compiled, as in an installation.

    The compiled files go into a temporary folder, so that a checkout stays as it is.
    """
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": _COMPILED.name}
