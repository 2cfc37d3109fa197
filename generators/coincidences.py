"""Wrong rules that are right by structure: on such a request no values can tell them from the reference.

A generator refuses them as targets and gives the reason; what merely was not found is another matter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from grader.core.conventions import Conventions
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.core.search.folds import FULL_WINDOW, Window
from grader.core.text import both
from grader.kinds.trees.misconceptions import CHANCES, CUTS, EVALUATIONS, EVERYWHERE, PLAYS, roles
from grader.kinds.trees.rules import start_window

_ON_CHOICES = frozenset({"best-move", "principal-variation"})


class Setting(NamedTuple):
    """What is known of all exercises of a request before any values are drawn. `tree` is the largest of their shapes."""

    kind: str
    ask: frozenset[str]
    conventions: Conventions
    is_unequal: bool
    is_unique: bool
    tree: Tree | None = None
    is_uniform: bool = False
    has_distinct_leaves: bool = False
    prunes_nothing: bool = False
    has_unvisited: bool = False
    has_depth: bool = False
    has_features: bool = False


def _is_unary(tree: Tree) -> bool:
    chances = [tree.children(node) for node in tree.inner() if tree.kind[node] == CHANCE]
    return bool(chances) and all(len(children) == 1 for children in chances)


def _bounds(tree: Tree, window: Window) -> list[tuple[bool, bool]]:
    """Return for every node whether alpha and beta can be finite where it is entered, in a search from this window."""
    alpha, beta = window
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
    has = _bounds(tree, start_window(setting.conventions))
    return not any(_bound_that_cuts(kind, has[node]) for node, kind in enumerate(tree.kind) if kind != LEAF)


def _bound_that_cuts(kind: int, window: tuple[bool, bool]) -> bool:
    """Return what is said of the bound by which a node is cut: beta at MAX, alpha at MIN, either of them at a chance node."""
    return any(window) if kind == CHANCE else window[kind == MAX]


def _lost_bounds(setting: Setting) -> tuple[bool, bool]:
    """Return whether, going by the parent's bound alone, any inner node's window and any decision to cut can differ.

    A node loses a bound where an ancestor can have it and the parent does not hand it down; nobody loses what is known of all values. Only MAX cuts by beta, and
    only MIN by alpha: the node's own bound lies inside the window anyway.
    """
    tree = setting.tree
    if tree is None:
        return True, True
    has = _bounds(tree, setting.conventions.initial_window)
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
    if tree is None or tree.height() >= 4 or tree.kind[0] not in OPPONENT:
        return False
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


def _shows_empty_cutoffs(setting: Setting) -> bool:
    return "cutoffs" in setting.ask and setting.conventions.empty_cutoffs == "count"


def _skips_nothing(setting: Setting) -> bool:
    """Return whether nothing is pruned on purpose, and no cutoff that skips nothing is asked either."""
    return setting.prunes_nothing and not _shows_empty_cutoffs(setting)


def _never_cuts_at_an_end(setting: Setting) -> bool:
    """Return whether value bounds cut nobody, and nothing asked tells more than what is cut."""
    has_chance = setting.tree is None or CHANCE in setting.tree.kind
    return not has_chance and setting.conventions.cutoff == "alpha > beta" and not _shows_windows(setting)


def _asks_moves_only(setting: Setting) -> bool:
    """Return whether only what every sound search finds is asked; outside its window that is no value that it returns."""
    conventions = setting.conventions
    is_exact = conventions.initial_window == FULL_WINDOW or conventions.bounds == "fail-hard"
    return setting.ask <= (_ON_CHOICES | {"value"} if is_exact else _ON_CHOICES)


def _returns_unclamped(setting: Setting) -> bool:
    """Return whether the root's children return what was found below them: under fail-hard only leaves do."""
    is_flat = setting.tree is not None and setting.tree.height() < 2
    return setting.conventions.bounds == "fail-soft" or is_flat


Row: TypeAlias = tuple[Callable[[Setting], bool], str]
"""A test of what is known of all exercises, and why a wrong rule is right in all of those for which it comes true."""


def _only_in(*parts: str) -> Row:
    """Return the row of a rule that shows in these parts only."""
    reason = f"it shows only in {both(parts)}; ask {'that part' if len(parts) == 1 else 'one of them'}"
    return lambda setting: setting.ask.isdisjoint(parts), reason


def _of_tree(test: Callable[[Tree], bool], reason: str) -> Row:
    """Return the row whose test is of the tree; where nothing is known of that it does not come true."""
    return lambda setting: setting.tree is not None and test(setting.tree), reason


_MOVES_ONLY: Row = (_asks_moves_only, "it changes only what is visited; ask pruned, for instance")
_UNARY: Row = _of_tree(_is_unary, "every chance node has one outcome only")
_UNIFORM: Row = (lambda setting: setting.is_uniform, "with uniform chances it is right")
_CUTS_NOTHING: Row = (
    lambda setting: _skips_nothing(setting) and not _shows_windows(setting),
    "nothing is pruned on purpose",
)
_LEAVES_BY_CHANCE: Row = _of_tree(
    lambda tree: all(
        tree.kind[leaf] == LEAF for node in tree.inner() if tree.kind[node] == CHANCE for leaf in tree.children(node)
    ),
    "every outcome is a leaf, so no window of one is looked at",
)
_TO_THE_END: Row = (lambda setting: not setting.has_depth, "nothing stops the search; choose a --depth-limit")
_NO_FEATURES: Row = (lambda setting: not setting.has_features, "nothing is evaluated; ask for features")
_DISTINCT = "with distinct leaves it is right; it needs repeated leaves"
_UNEQUAL = "where no value equals a bound it is right; ask for --about equality or --without unequal-bounds"
_OF_EQUALITY: tuple[Row, ...] = (
    _MOVES_ONLY,
    (_compares_nothing, "on this shape no search has both bounds to compare; choose a greater depth"),
    (
        lambda setting: setting.has_distinct_leaves and start_window(setting.conventions) == FULL_WINDOW,
        _DISTINCT,
    ),
    (lambda setting: setting.is_unequal, _UNEQUAL),
)

COINCIDENCES: dict[str, tuple[Row, ...]] = {
    **dict.fromkeys(CHANCES, (_UNARY,)),
    **dict.fromkeys(("plain-mean", "probabilities-shifted"), (_UNARY, _UNIFORM)),
    "strict-cutoff": (
        *_OF_EQUALITY,
        (_skips_nothing, "nothing is pruned on purpose, and it prunes even less"),
    ),
    "equality-cutoff": _OF_EQUALITY,
    "tie-through-bound": (
        (lambda setting: setting.has_distinct_leaves and _returns_unclamped(setting), _DISTINCT),
        (lambda setting: setting.is_unequal and setting.is_unique and _returns_unclamped(setting), _UNEQUAL),
        (
            lambda setting: setting.ask.isdisjoint(_ON_CHOICES),
            "it shows only in best-move and principal-variation; ask one",
        ),
    ),
    "no-pruning": (_MOVES_ONLY, _CUTS_NOTHING),
    "no-deep-cutoffs": (
        _MOVES_ONLY,
        _CUTS_NOTHING,
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
    ),
    "prunes-trigger-leaf": (
        _only_in("pruned", "visited", "leaves-evaluated", "nodes-visited"),
        (lambda setting: setting.prunes_nothing, "nothing is pruned on purpose"),
    ),
    "true-value-at-cutoff": (_only_in("values"),),
    "other-windows-at": (_only_in("windows"),),
    "alpha-beta-exchanged": (
        _only_in("windows", "cutoffs"),
        (
            lambda setting: "windows" not in setting.ask and _skips_nothing(setting),
            "nothing is pruned on purpose, so there is no cutoff to write down",
        ),
    ),
    "returned-value-is-known": (_only_in("intervals"),),
    **dict.fromkeys(("window-passed-through-chance", "window-not-divided"), (_LEAVES_BY_CHANCE,)),
    "bounds-unused": (
        _MOVES_ONLY,
        (_never_cuts_at_an_end, "equality is not enough to cut at an end of the value bounds; ask windows"),
    ),
    **dict.fromkeys(("bounds-at-chance-only", "no-chance-cutoff", "bounds-cut-everywhere"), (_MOVES_ONLY,)),
    "visited-by-level": (
        _only_in("visited"),
        (_is_visited_by_level, "on this shape the search goes level by level anyway; choose a greater depth"),
    ),
    "strict-in-cutoffs-only": (
        _only_in("cutoffs"),
        (_skips_nothing, "nothing is pruned on purpose, so there is no cutoff to leave out"),
        *_OF_EQUALITY,
    ),
    "wrong-direction": ((lambda setting: _asks_moves_only(setting) and setting.is_unique, _MOVES_ONLY[1]),),
    **dict.fromkeys((*CUTS, *EVERYWHERE), (_TO_THE_END,)),
    **dict.fromkeys(EVALUATIONS, (_NO_FEATURES,)),
    "sign-not-switched": (
        (
            lambda setting: setting.conventions.values_for == "max",
            "values are MAX's; choose the convention values-for=mover",
        ),
    ),
    "strategy-for-both": (
        _of_tree(
            lambda tree: OPPONENT.get(tree.kind[0]) not in tree.kind, "on this shape the other player has no move"
        ),
    ),
    "strategy-is-one-path": (
        _of_tree(
            lambda tree: [*tree.kind].count(tree.kind[0]) == 1, "on this shape the player at the root moves only there"
        ),
    ),
    "labels-top-down": (_of_tree(lambda tree: len(tree.inner()) == 1, "on this shape there is one inner node only"),),
}
"""Why a wrong rule is right on every exercise of a request: the first row whose test comes true says it."""


def unasked(name: str, setting: Setting) -> str:
    """Return which parts are to be asked for a rule that shows in others only; empty where it can show."""
    if name not in PLAYS:
        return ""
    is_unasked, reason = _only_in(*PLAYS[name].rules[1].split())
    return reason if is_unasked(setting) else ""


def coincidence(key: tuple[str, str], setting: Setting) -> str:
    """Return why the wrong rule gives the right answers on every exercise of the request; empty where it need not."""
    for test, reason in COINCIDENCES.get(key[0], ()):
        if test(setting):
            return reason
    is_tried = setting.ask == {"choice"} and setting.has_unvisited and setting.conventions.tries_unvisited_first
    if is_tried and key[0] != "unvisited-ignored":
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
    kind, first, end, parent = (tuple(column) for column in (tree.kind, tree.first, tree.end, tree.parent))
    blank = (None,) * tree.size
    return _roles_of(Tree(kind, first, end, parent, blank, blank, (), ()), least)


@cache
def _roles_of(tree: Tree, least: int) -> dict[tuple[str, str], tuple[int, ...]]:
    free = [node for node, role in enumerate(tree.kind) if role in OPPONENT and len(tree.children(node)) >= least]
    mistaken = [("", "", tree.kind), *(roles(tree) if {MAX, MIN} & {*tree.kind} else ())]
    return {(name, detail): tuple(assigned[node] for node in free) for name, detail, assigned in mistaken}
