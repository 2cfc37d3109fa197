"""The options of `gametree generate` that say what is wanted, as a table; nothing here loads the generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

OPTIONS: dict[str, tuple[str, str, str]] = {
    "depth": ("trees", "N|A-B", "Plies from the root to the leaves; with a range, leaves lie between."),
    "branching": ("trees", "N|A-B", "Children of each node."),
    "shape": ("trees", "LISTS", "The shape itself as nested lists, a leaf as []: '[[[],[]],[[],[],[]]]'."),
    "root": ("trees", "max|min", "Who moves first."),
    "layers": ("trees", "max,chance,…", "Who moves at depth 0, 1 …; begins anew where it ends."),
    "chances": ("expectiminimax", "WHICH", "uniform, tenths, quarters, thirds, or probabilities such as 1/2,0.3,0.2."),
    "moves": ("trees", "WHICH", "Labels of moves: none, letters, sides (L, M, R), or your own, with commas."),
    "values": ("trees", "A..B", "The range of leaf values."),
    "outcomes": ("trees", "V,V,…", "Leaf values from this list only, such as -1,0,1 for win, draw and loss."),
    "ties": ("trees", "N", "How many leaves repeat another leaf's value (default 0: all distinct)."),
    "ordering": ("trees", "WHICH", "random, best-first, worst-first, or strong:P (best first with probability P)."),
    "prune_count": ("alpha-beta", "N|A-B", "How many subtrees the search skips."),
    "leaves_evaluated": ("alpha-beta", "N|A-B", "How many leaves the search evaluates."),
    "prune_exactly": ("alpha-beta", "ID,…", "Just these subtrees are skipped, no others."),
    "about": ("alpha-beta", "WHAT", "equality (where >= and > must differ) or deep-cutoffs."),
    "max_nodes": ("trees", "N", "Trees of up to N nodes (default 10000)."),
    "children": ("ucb", "N|A-B", "How many children the node has."),
    "visits": ("ucb", "A-B", "Visits of each child."),
    "reward": ("ucb", "X", "The largest mean reward (default 1)."),
    "unvisited": ("ucb", "N|A-B", "How many children have no visits (default 0)."),
    "extra_visits": ("ucb", "N|A-B", "Visits of the parent beyond those of its children."),
    "margin": ("ucb", "X", "The least distance between the two best scores (default 0.05)."),
    "step": ("any", "X", "Leaf values (ucb: total rewards) are multiples of it: 1, 1/2, 1/4."),
    "names": ("any", "WHICH", "Names of nodes: letters, path, or your own breadth-first, with commas."),
    "ask": ("any", "PART,…", "The parts that are asked (default: the kind's own)."),
    "points": ("any", "PART=N,…", "Points of parts (default 1 each)."),
    "title": ("any", "TEXT", "The title of the problems; with several a number is added."),
    "id": ("any", "ID", "The id of the problems; with several a number is added (default: made from the content)."),
    "without": ("any", "NAME,…", "Guarantees to switch off."),
    "separate": (
        "any",
        "NAME,…",
        "Misconceptions that must give a wrong answer; default, all (from one another too), none.",
    ),
    "max_draws": ("any", "N", "How many draws to try for one problem (default 2000)."),
}
"""Each option's kinds, what its value looks like, and its help."""
FLAGS: dict[str, tuple[str, str]] = {
    "repeats": ("trees", "Leaf values may repeat as they come."),
}


def flag(name: str) -> str:
    """Return the option as it is typed."""
    return "--" + name.replace("_", "-")


def request_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a request to a command, those of trees first."""
    for name, (_, text) in reversed(FLAGS.items()):
        command = click.option(flag(name), name, is_flag=True, help=text)(command)
    for name, (kinds, metavar, text) in reversed(OPTIONS.items()):
        shown = text if kinds in ("any", "trees") else f"{kinds}: {text}"
        command = click.option(flag(name), name, metavar=metavar, help=shown)(command)
    return command
