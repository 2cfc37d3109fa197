"""Wrong rules that are right by structure: on such a request no values can tell them from the reference.

A generator refuses them as targets and gives the reason; what merely was not found is another matter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from grader.conventions import Conventions
from grader.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.kinds.trees.value_misconceptions import CHANCE_RULES, roles
from grader.search import FULL_WINDOW

_ON_MOVES = frozenset({"value", "best-move", "principal-variation"})
_ON_CHOICES = _ON_MOVES - {"value"}
_SOUND = ("strict-cutoff", "equality-cutoff", "no-deep-cutoffs", "no-pruning")


class Setting(NamedTuple):
    """What is known of all exercises of a request before any values are drawn. `tree` is the largest of their shapes."""

    kind: str
    ask: frozenset[str]
    conventions: Conventions
    tree: Tree | None
    is_uniform: bool
    has_distinct_leaves: bool
    is_unequal: bool
    is_unique: bool
    prunes_nothing: bool
    has_unvisited: bool
    has_depth: bool = False
    has_features: bool = False


def _is_unary(setting: Setting) -> bool:
    tree = setting.tree
    chances = [] if tree is None else [tree.children(node) for node in tree.inner() if tree.kind[node] == CHANCE]
    return bool(chances) and all(len(children) == 1 for children in chances)


def _bounds(tree: Tree, conventions: Conventions) -> list[tuple[bool, bool]]:
    """Return for every node whether alpha and beta can be finite where it is entered."""
    alpha, beta = conventions.initial_window
    has = [(alpha > FULL_WINDOW[0], beta < FULL_WINDOW[1])]
    for node in range(1, tree.size):
        above = tree.parent[node]
        if tree.kind[above] == CHANCE:
            has.append(has[above])  # at most: an outcome has a bound where its chance node has it
            continue
        is_max, is_wide = tree.kind[above] == MAX, len(tree.children(above)) > 1
        has.append((has[above][0] or (is_max and is_wide), has[above][1] or (not is_max and is_wide)))
    return has


def _compares_nothing(setting: Setting) -> bool:
    """Return whether no node has a bound of the other player to compare with: then no test for a cutoff comes true."""
    tree = setting.tree
    if tree is None:
        return False
    has = _bounds(tree, setting.conventions)
    return not any(_bound_that_cuts(kind, has[node]) for node, kind in enumerate(tree.kind) if kind != LEAF)


def _bound_that_cuts(kind: int, window: tuple[bool, bool]) -> bool:
    """Return what is said of the bound by which a node is cut: beta at MAX, alpha at MIN, either of them at a chance node."""
    return any(window) if kind == CHANCE else window[kind == MAX]


def _lost_bounds(setting: Setting) -> tuple[bool, bool]:
    """Return whether, going by the parent's bound alone, any inner node's window and any decision to cut can differ.

    A node loses a bound where an ancestor can have it and the parent does not hand it down. Only MAX cuts by beta, and
    only MIN by alpha: the node's own bound lies inside the window anyway.
    """
    tree = setting.tree
    if tree is None:
        return True, True
    has = _bounds(tree, setting.conventions)
    lost = [(False, False)]
    for node in range(1, tree.size):
        above = tree.parent[node]
        (has_alpha, has_beta), (lost_alpha, lost_beta) = has[above], lost[above]
        if tree.kind[above] == CHANCE:
            lost.append(lost[above])
            continue
        lost.append((lost_alpha, has_beta) if tree.kind[above] == MAX else (has_alpha, lost_beta))
    inner = [node for node in range(tree.size) if tree.kind[node] != LEAF]
    return any(any(lost[node]) for node in inner), any(_bound_that_cuts(tree.kind[node], lost[node]) for node in inner)


def _shows_windows(setting: Setting) -> bool:
    """Return whether an asked part tells with which windows nodes were searched, even where all are."""
    return "windows" in setting.ask or ("values" in setting.ask and setting.conventions.bounds == "fail-hard")


def _has_parents_windows(setting: Setting) -> bool:
    return not _lost_bounds(setting)[0]


def _cuts_as_the_parent_says(setting: Setting) -> bool:
    return not _lost_bounds(setting)[1] and not _shows_windows(setting)


def _has_few_plies(setting: Setting) -> bool:
    """Return whether there are less than 4 plies, with players in turn: one more ply of them has deep cutoffs."""
    tree = setting.tree
    return tree is not None and tree.height() < 4 and tree.kind[0] in OPPONENT and _is_in_turn(tree)


def _is_in_turn(tree: Tree) -> bool:
    return all(tree.kind[node] in (LEAF, OPPONENT.get(tree.kind[tree.parent[node]])) for node in range(1, tree.size))


def _is_visited_by_level(setting: Setting) -> bool:
    """Return whether depth first, from left or right, never comes back to a level above: then leaving out nodes does not either."""
    tree = setting.tree
    if tree is None:
        return False
    depths = tree.depths()
    waiting, last = [0], 0
    while waiting:
        node = waiting.pop()
        if depths[node] < last:
            return False
        last = depths[node]
        children = list(tree.children(node))
        waiting.extend(children if setting.conventions.right_to_left else reversed(children))
    return True


def _cuts_nothing(setting: Setting) -> bool:
    """Return whether nothing is pruned on purpose, and nothing asked tells more than what is pruned."""
    return setting.prunes_nothing and not _shows_empty_cutoffs(setting) and not _shows_windows(setting)


def _shows_empty_cutoffs(setting: Setting) -> bool:
    return "cutoffs" in setting.ask and setting.conventions.empty_cutoffs == "count"


def _asks_moves_only(setting: Setting) -> bool:
    """Return whether only what every sound search finds is asked; outside its window that is no value that it returns."""
    conventions = setting.conventions
    is_exact = conventions.initial_window == FULL_WINDOW or conventions.bounds == "fail-hard"
    return setting.ask <= (_ON_MOVES if is_exact else _ON_CHOICES)


def _has_distinct_bounds(setting: Setting) -> bool:
    return setting.has_distinct_leaves and setting.conventions.initial_window == FULL_WINDOW


def _returns_unclamped(setting: Setting) -> bool:
    """Return whether the root's children return what was found below them: under fail-hard only leaves do."""
    is_flat = setting.tree is not None and setting.tree.height() < 2
    return setting.conventions.bounds == "fail-soft" or is_flat


def _shows_nowhere(*parts: str) -> Callable[[Setting], bool]:
    return lambda setting: setting.ask.isdisjoint(parts)


def _has_no_opponent(setting: Setting) -> bool:
    tree = setting.tree
    return tree is not None and OPPONENT.get(tree.kind[0]) not in tree.kind


def _moves_once(setting: Setting) -> bool:
    tree = setting.tree
    return tree is not None and list(tree.kind).count(tree.kind[0]) == 1


def _has_one_inner_node(setting: Setting) -> bool:
    return setting.tree is not None and len(setting.tree.inner()) == 1


def _has_leaves_by_chance(setting: Setting) -> bool:
    """Return whether the outcomes of all chance nodes are leaves."""
    tree = setting.tree
    return tree is not None and all(
        tree.kind[node] == LEAF for node in range(1, tree.size) if tree.kind[tree.parent[node]] == CHANCE
    )


def _always_tries_unvisited(setting: Setting) -> bool:
    return setting.ask == {"choice"} and setting.has_unvisited and setting.conventions.tries_unvisited_first


Test = Callable[[Setting], bool]
COINCIDENCES: dict[str, list[tuple[Test, str]]] = {
    **{name: [(_is_unary, "every chance node has one outcome only")] for name in CHANCE_RULES},
    **{name: [(_asks_moves_only, "it changes only what is visited; ask pruned, for instance")] for name in _SOUND},
}
for _name in ("plain-mean", "probabilities-shifted"):
    COINCIDENCES[_name].append((lambda setting: setting.is_uniform, "with uniform chances it is right"))
_DISTINCT = "with distinct leaves it is right; it needs repeated leaves"
_UNEQUAL = "where no value equals a bound it is right; ask for --about equality or --without unequal-bounds"
for _name in ("strict-cutoff", "equality-cutoff"):
    COINCIDENCES[_name] += [
        (_compares_nothing, "on this shape no search has both bounds to compare; choose a greater depth"),
        (_has_distinct_bounds, _DISTINCT),
        (lambda setting: setting.is_unequal, _UNEQUAL),
    ]
COINCIDENCES["tie-through-bound"] = [
    (lambda setting: setting.has_distinct_leaves and _returns_unclamped(setting), _DISTINCT),
    (lambda setting: setting.is_unequal and setting.is_unique and _returns_unclamped(setting), _UNEQUAL),
]
for _name in ("no-deep-cutoffs", "no-pruning"):
    COINCIDENCES[_name].append((_cuts_nothing, "nothing is pruned on purpose"))
COINCIDENCES["no-deep-cutoffs"] += [
    (
        lambda setting: _has_parents_windows(setting) and _has_few_plies(setting),
        "on so few plies every bound is the parent's, in windows too; choose a depth of 4, or of 3 and ask windows",
    ),
    (_has_parents_windows, "on this shape every bound is the parent's, in windows too; choose a greater depth"),
    (
        lambda setting: _cuts_as_the_parent_says(setting) and _has_few_plies(setting),
        "below 4 plies it shows only in windows; choose a depth of 4 or ask windows",
    ),
    (
        _cuts_as_the_parent_says,
        "on this shape only the parent's bound cuts, so it shows only in windows; choose a greater depth or ask windows",
    ),
]
COINCIDENCES["strict-cutoff"].append(
    (
        lambda setting: setting.prunes_nothing and not _shows_empty_cutoffs(setting),
        "nothing is pruned on purpose, and it prunes even less",
    )
)
COINCIDENCES["prunes-trigger-leaf"] = [
    (
        _shows_nowhere("pruned", "visited", "leaves-evaluated", "nodes-visited"),
        "it shows only in pruned, visited, leaves-evaluated and nodes-visited; ask one of them",
    ),
    (lambda setting: setting.prunes_nothing, "nothing is pruned on purpose"),
]
COINCIDENCES["true-value-at-cutoff"] = [(_shows_nowhere("values"), "it shows only in values; ask that part")]
COINCIDENCES["tie-through-bound"].append(
    (_shows_nowhere("best-move", "principal-variation"), "it shows only in best-move and principal-variation; ask one")
)
COINCIDENCES["other-windows-at"] = [(_shows_nowhere("windows"), "it shows only in windows; ask that part")]
COINCIDENCES["alpha-beta-exchanged"] = [
    (_shows_nowhere("windows", "cutoffs"), "it shows only in windows and cutoffs; ask one of them"),
    (
        lambda setting: "windows" not in setting.ask and setting.prunes_nothing and not _shows_empty_cutoffs(setting),
        "nothing is pruned on purpose, so there is no cutoff to write down",
    ),
]
COINCIDENCES["returned-value-is-known"] = [(_shows_nowhere("intervals"), "it shows only in intervals; ask that part")]
for _name in ("window-passed-through-chance", "window-not-divided"):
    COINCIDENCES[_name] = [(_has_leaves_by_chance, "every outcome is a leaf, so no window of one is looked at")]
for _name in ("bounds-unused", "no-chance-cutoff", "bounds-cut-everywhere"):
    COINCIDENCES[_name] = [(_asks_moves_only, "it changes only what is visited; ask pruned, for instance")]
COINCIDENCES["visited-by-level"] = [
    (_shows_nowhere("visited"), "it shows only in visited; ask that part"),
    (_is_visited_by_level, "on this shape the search goes level by level anyway; choose a greater depth"),
]
COINCIDENCES["strict-in-cutoffs-only"] = [
    (_shows_nowhere("cutoffs"), "it shows only in cutoffs; ask that part"),
    (
        lambda setting: setting.prunes_nothing and not _shows_empty_cutoffs(setting),
        "nothing is pruned on purpose, so there is no cutoff to leave out",
    ),
    *COINCIDENCES["equality-cutoff"],
]
COINCIDENCES["wrong-direction"] = [
    (
        lambda setting: _asks_moves_only(setting) and setting.is_unique,
        "it changes only what is visited; ask pruned, for instance",
    )
]


def _searches_to_the_end(setting: Setting) -> bool:
    return not setting.has_depth


def _has_no_features(setting: Setting) -> bool:
    return not setting.has_features


def _is_for_max(setting: Setting) -> bool:
    return setting.conventions.values_for == "max"


_OF_DEPTH = (
    "searches-to-the-end",
    "one-ply-short",
    "one-ply-deep",
    "other-depth-unit",
    "noise-ignored",
    "static-everywhere",
)
_OF_FEATURES = ("static-at-terminals", "weights-ignored", "signs-ignored", "bias-forgotten")
COINCIDENCES |= {
    **{name: [(_searches_to_the_end, "nothing stops the search; choose a --depth-limit")] for name in _OF_DEPTH},
    **{name: [(_has_no_features, "nothing is evaluated; ask for features")] for name in _OF_FEATURES},
    "sign-not-switched": [(_is_for_max, "values are MAX's; choose the convention values-for=mover")],
}
_SHOWN_IN = {
    "strategy-for-both": ("strategy",),
    "strategy-is-one-path": ("strategy",),
    "labels-top-down": ("labelling",),
    "trusts-minimax": ("best-response", "outcome"),
    "outcome-is-best-response": ("outcome",),
    "redundant-by-state-only": ("redundant", "distinct-states"),
    "counts-every-node": ("distinct-states",),
}
"""The parts in which a rule shows that nobody can follow where none of them is asked."""

COINCIDENCES |= {
    "strategy-for-both": [(_has_no_opponent, "on this shape the other player has no move")],
    "strategy-is-one-path": [(_moves_once, "on this shape the player at the root moves only there")],
    "labels-top-down": [(_has_one_inner_node, "on this shape there is one inner node only")],
}


def unasked(name: str, setting: Setting) -> str:
    """Return which parts are to be asked for a rule that shows in others only; empty where it can show."""
    parts = _SHOWN_IN.get(name, ())
    if not setting.ask.isdisjoint(parts) or not parts:
        return ""
    return f"it shows only in {' and '.join(parts)}; ask {'that part' if len(parts) == 1 else 'one of them'}"


def coincidence(key: tuple[str, str], setting: Setting) -> str:
    """Return why the wrong rule gives the right answers on every exercise of the request; empty where it need not."""
    for test, reason in COINCIDENCES.get(key[0], []):
        if test(setting):
            return reason
    if key[0] != "unvisited-ignored" and _always_tries_unvisited(setting):
        return "every formula tries the child without visits first; ask scores, or leave out unvisited children"
    known = _roles_in(setting)
    if known and known.get(key) == known["", ""]:
        return "on this shape nobody is taken for another player"
    return ""


def twins(key: tuple[str, str], other: tuple[str, str], setting: Setting) -> bool:
    """Return whether two rules that mistake who moves are one and the same on this shape."""
    known = _roles_in(setting)
    return key in known and known[key] == known.get(other)


def _roles_in(setting: Setting) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return who is thought to move where that matters, for each wrong rule, and under "" who does.

    It matters where there is a choice; and where windows are told, at every inner node.
    """
    tree, least = setting.tree, 2
    if tree is None:
        return {}
    if "windows" in setting.ask or _shows_empty_cutoffs(setting):
        least = 1
    return _roles_of(tuple(tree.kind), tuple(tree.first), tuple(tree.end), tuple(tree.parent), least)


@cache
def _roles_of(
    kind: tuple[int, ...], first: tuple[int, ...], end: tuple[int, ...], parent: tuple[int, ...], least: int
) -> dict[tuple[str, str], tuple[int, ...]]:
    blank = (None,) * len(kind)
    tree = Tree(kind, first, end, parent, blank, blank, (), ())
    free = [node for node, role in enumerate(kind) if role in (MAX, MIN) and end[node] - first[node] >= least]
    mistaken = [("", "", kind), *roles(tree)] if MAX in kind or MIN in kind else [("", "", kind)]
    return {(name, detail): tuple(assigned[node] for node in free) for name, detail, assigned in mistaken}
