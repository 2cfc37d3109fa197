"""How the trees of problems come in and go out: as `grader/games/sources.py` reads them, and what the kinds check beyond that."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.conventions import Conventions
from grader.data import Data
from grader.documents import Document
from grader.errors import Fault, Path
from grader.games.problem import Problem
from grader.games.sources import read_tree, write_tree
from grader.games.tree import BEYOND, CHANCE, Tree
from grader.kinds.trees.drawn_part import wrong_beside
from grader.kinds.trees.intervals import after_of, write_after, wrong_after

MOST_NODES = 4_096
"""The largest tree with chance nodes that is searched: windows and bounds of each outcome are fractions."""
Read = tuple[Tree | None, list[Fault], list[str]]


def read_folded(document: Document, conventions: Conventions, refused: Mapping[int, str], kind: str) -> Read:
    """Return the tree of a kind that looks at every leaf, what is wrong with the document, and warnings.

    Value bounds say something there only of intervals; a problem of another kind that searches as this one may use them.
    """
    tree, faults, warnings = read_tree(document, conventions, refused)
    wrong: list[tuple[str, Path]] = []
    wrong += wrong_beside(document.data)
    is_own = document.data.get("kind") == kind
    if is_own and after_of(document.data) is None and "value-bounds" in conventions.stated:
        wrong.append(("has a place only beside `after`, for intervals", ("conventions", "value-bounds")))
    if tree is not None:
        wrong += wrong_after(document.data, len(tree.leaves()))
    return tree, faults + document.faults(wrong), warnings


def read_searched(document: Document, conventions: Conventions, evaluated: Callable[[Tree], int]) -> Read:
    """Return the same for a kind that cuts; `evaluated(tree)` is how many leaves its search evaluates."""
    tree, faults, warnings = read_tree(document, conventions, {})
    faults += document.faults(wrong_beside(document.data))
    if tree is None:
        return tree, faults, warnings
    size = sum(kind != BEYOND for kind in tree.kind)
    if CHANCE in tree.kind and size > MOST_NODES:
        message = f"has {size:,} nodes, expected at most {MOST_NODES:,} where a search meets chance nodes"
        return tree, faults + document.faults([(message, ("tree",))]), warnings
    if not faults and after_of(document.data) is not None:
        faults = document.faults(wrong_after(document.data, evaluated(tree)))
    return tree, faults, warnings


def write_game(problem: Problem) -> dict[str, Data]:
    """Return the fields of a problem document that say what is played on, and when it is asked what is known."""
    return write_tree(problem) | write_after(problem)
