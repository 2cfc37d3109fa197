"""The search of a tree as its conventions ask for it."""

from __future__ import annotations

from typing import Any

from grader.core.conventions import Conventions
from grader.core.games.tree import Tree
from grader.core.search.folds import Trace, alpha_beta
from grader.kinds.trees.rules import search_rules


def search(tree: Tree, conventions: Conventions = Conventions(), **changed: Any) -> Trace:
    """Return the trace of the search that the conventions ask for."""
    conventions = conventions._replace(**changed)
    return alpha_beta(
        tree, search_rules(conventions), conventions.initial_window, right_to_left=conventions.right_to_left
    )
