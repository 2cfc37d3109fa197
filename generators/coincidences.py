"""Wrong rules that are right by structure: on such a request no values can tell them from the reference.

A generator refuses them as targets and gives the reason; what merely was not found is another matter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grader.conventions import Conventions
from grader.kinds.tree_misconceptions import CHANCE_RULES, roles
from grader.records import Record
from grader.search import FULL_WINDOW
from grader.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree

_ON_MOVES = frozenset({"value", "best-move", "principal-variation"})
_SOUND = ("strict-cutoff", "equality-cutoff", "no-deep-cutoffs", "no-pruning")


class Setting(Record):
    """What is known of all exercises of a request before any values are drawn. `tree` is one of their shapes."""

    kind: str
    ask: frozenset[str]
    conventions: Conventions
    tree: Tree | None
    has_distinct_leaves: bool
    is_unequal: bool
    is_unique: bool
    prunes_nothing: bool
    has_unvisited: bool


def _is_uniform(setting: Setting) -> bool:
    tree = setting.tree
    return tree is not None and all(
        len({tree.probability[child] for child in tree.children(node)}) == 1
        for node in range(tree.size)
        if tree.kind[node] == CHANCE
    )


def _is_unary(setting: Setting) -> bool:
    tree = setting.tree
    return tree is not None and all(
        len(tree.children(node)) == 1 for node in range(tree.size) if tree.kind[node] == CHANCE
    )


def _is_shallow(setting: Setting) -> bool:
    """Return whether every bound is the parent's: at most 3 plies, with players in turn."""
    tree = setting.tree
    if tree is None or "windows" in setting.ask or setting.conventions.initial_window != FULL_WINDOW:
        return False
    depth = max(tree.depths())
    in_turn = all(tree.kind[node] in (LEAF, OPPONENT.get(tree.kind[tree.parent[node]])) for node in range(1, tree.size))
    return depth < 3 or (depth == 3 and in_turn)


def _asks_moves_only(setting: Setting) -> bool:
    return setting.ask <= _ON_MOVES and setting.conventions.initial_window == FULL_WINDOW


def _shows_nowhere(*parts: str) -> Callable[[Setting], bool]:
    return lambda setting: setting.ask.isdisjoint(parts)


def _always_tries_unvisited(setting: Setting) -> bool:
    return setting.ask == {"choice"} and setting.has_unvisited and setting.conventions.unvisited == "first"


Test = Callable[[Setting], bool]
COINCIDENCES: dict[str, list[tuple[Test, str]]] = {
    **{name: [(_is_unary, "every chance node has one outcome only")] for name in CHANCE_RULES},
    **{name: [(_asks_moves_only, "it changes only what is visited; ask pruned, for instance")] for name in _SOUND},
}
for _name in ("plain-mean", "probabilities-shifted"):
    COINCIDENCES[_name].append((_is_uniform, "with uniform chances it is right"))
for _name in ("strict-cutoff", "equality-cutoff", "tie-through-bound"):
    COINCIDENCES.setdefault(_name, []).extend(
        (
            (lambda setting: setting.has_distinct_leaves, "with distinct leaves it is right; it needs repeated leaves"),
            (
                lambda setting: setting.is_unequal,
                "where no value equals a bound it is right; ask for --about equality or --without unequal-bounds",
            ),
        )
    )
COINCIDENCES["no-deep-cutoffs"].append(
    (_is_shallow, "below 4 plies it shows only in windows; choose a depth of 4 or ask windows")
)
COINCIDENCES["no-pruning"].append((lambda setting: setting.prunes_nothing, "nothing is pruned on purpose"))
COINCIDENCES["prunes-trigger-leaf"] = [
    (
        _shows_nowhere("pruned", "visited", "leaves-evaluated"),
        "it shows only in pruned, visited and leaves-evaluated; ask one of them",
    ),
    (lambda setting: setting.prunes_nothing, "nothing is pruned on purpose"),
]
COINCIDENCES["true-value-at-cutoff"] = [(_shows_nowhere("values"), "it shows only in values; ask that part")]
COINCIDENCES["tie-through-bound"].append(
    (_shows_nowhere("best-move", "principal-variation"), "it shows only in best-move and principal-variation; ask one")
)
COINCIDENCES["wrong-direction"] = [
    (
        lambda setting: _asks_moves_only(setting) and setting.is_unique,
        "it changes only what is visited; ask pruned, for instance",
    )
]


def coincidence(key: tuple[str, str], setting: Setting) -> str:
    """Return why the wrong rule gives the right answers on every exercise of the request; empty where it need not."""
    for test, reason in COINCIDENCES.get(key[0], []):
        if test(setting):
            return reason
    if key[0] != "unvisited-ignored" and _always_tries_unvisited(setting):
        return "every formula tries the child without visits first; ask scores, or leave out unvisited children"
    if setting.tree is not None and roles_of(setting.tree).get(key) == roles_of(setting.tree)["", ""]:
        return "on this shape nobody is taken for another player"
    return ""


def twins(key: tuple[str, str], other: tuple[str, str], setting: Setting) -> bool:
    """Return whether two rules that mistake who moves are one and the same on this shape."""
    if setting.tree is None:
        return False
    known = roles_of(setting.tree)
    return key in known and known[key] == known.get(other)


def roles_of(tree: Tree) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return who is thought to move at the nodes that have a choice, for each wrong rule, and under "" who does."""
    return _roles_of(tuple(tree.kind), tuple(tree.first), tuple(tree.end), tuple(tree.parent))


@cache
def _roles_of(
    kind: tuple[int, ...], first: tuple[int, ...], end: tuple[int, ...], parent: tuple[int, ...]
) -> dict[tuple[str, str], tuple[int, ...]]:
    blank = (None,) * len(kind)
    tree = Tree(kind, first, end, parent, blank, blank, (), ())
    free = [node for node, role in enumerate(kind) if role in (MAX, MIN) and end[node] - first[node] > 1]
    mistaken = [("", "", kind), *roles(tree)] if MAX in kind or MIN in kind else [("", "", kind)]
    return {(name, detail): tuple(assigned[node] for node in free) for name, detail, assigned in mistaken}
