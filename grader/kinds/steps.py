"""What a step of a solution is: one move of the solver, in a tutor's words and as data. And the words all kinds share."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from grader.exact import Bound, say_number
from grader.printable import printable
from grader.search import Window
from grader.tree import Tree

_MOST_NAMED = 12


class Action(Enum):
    """What happens in a step."""

    ENTER = "enter"
    LEAF = "leaf"
    RETURN = "return"
    CUTOFF = "cutoff"
    VALUE = "value"
    SCORE = "score"
    CHOICE = "choice"


class Step(NamedTuple):
    """One step: what happens at `node` (None: at none of them), said in words, and the state after it.

    `value` is what the step finds: a leaf's utility, what a node returns, a value, a score; `formula` is how. In
    alpha-beta `best` and `window` are those of the node `at` (in a step `leaf` or `return` the parent, which has taken
    the value in), `prune_if` its cut condition; `reported` and `reported_window` are what a fail-hard search says of
    `node` instead. `skipped` are the children that this step skips, `chosen` those that may be chosen. `done` counts
    the nodes visited (in other kinds: valued) so far.
    """

    action: Action
    node: int | None
    sentence: str
    formula: str = ""
    value: Bound | None = None
    at: int | None = None
    best: Bound | None = None
    window: Window | None = None
    prune_if: str = ""
    reported: Bound | None = None
    reported_window: Window | None = None
    skipped: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    done: int = 0


def listing(items: Iterable[str], *, link: str = "and") -> str:
    """Return the items as a sentence holds them; of very many the first ones and how many more there are.

    >>> listing(["G", "H", "I"])
    'G, H and I'
    """
    named = list(items)
    if len(named) > _MOST_NAMED:
        named = [*named[: _MOST_NAMED - 1], f"{len(named) - _MOST_NAMED + 1} more"]
    return f" {link} ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))


def numbers_text(numbers: Iterable[Bound]) -> str:
    """Return the numbers separated by commas."""
    return ", ".join(map(say_number, numbers))


def window_text(window: Window) -> str:
    """Return a window as [alpha, beta]."""
    return f"[{numbers_text(window)}]"


def window_words(window: Window) -> str:
    """Return a window as a sentence holds it."""
    return f"alpha = {say_number(window[0])} and beta = {say_number(window[1])}"


def name_of(tree: Tree, node: int) -> str:
    """Return a node's id, fit to be shown."""
    return printable(tree.ids[node])


def names_of(tree: Tree, nodes: Iterable[int], *, link: str = "and") -> str:
    """Return the ids of the nodes as a sentence holds them."""
    return listing((name_of(tree, node) for node in nodes), link=link)


def path_to(tree: Tree, node: int) -> list[int]:
    """Return the nodes from the root to this one, both included."""
    path = [node]
    while path[-1] != 0:
        path.append(tree.parent[path[-1]])
    return path[::-1]
