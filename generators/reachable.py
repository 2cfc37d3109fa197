"""How many leaves alpha-beta can evaluate on trees of a shape, and how many subtrees it can skip, whatever the values.

As in `prune_exactly` a node returns LOW (below alpha), MID or HIGH (above beta): LOW needs a finite alpha, HIGH a finite beta,
and a player's node is cut by its first child that is too good. Of each class the least and the greatest count are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generators.draws import Draws
from generators.parameters import AlphaBetaParameters, Range, is_of_game
from generators.shapes import LAYERS, draw_skeleton, is_fixed, roles_at
from grader.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.search import FULL_WINDOW

_LOW, _MID, _HIGH = range(3)
Ranges = list[Range | None]
"""The counts with which a node can return LOW, MID and HIGH; None where it cannot."""


class Form(NamedTuple):
    """What a node can be: a leaf, or a node of `kind` with `least` children or more, the first ones of `children`."""

    kind: int
    least: int
    children: Sequence[Form]
    may_be_leaf: bool


def reachable(parameters: AlphaBetaParameters) -> dict[str, Range]:
    """Return the least and the greatest prune-count and leaves-evaluated of a request, if they follow from its shape."""
    if is_of_game(parameters):
        return {}
    ordering, window = parameters.ordering, parameters.question.conventions.initial_window
    if ordering.mirror is not None or parameters.shape.skeleton is not None or parameters.limits.depth is not None:
        return {}
    if parameters.shape.nested is not None and ordering.name not in ("random", "worst-first"):
        return {}  # subtrees change places there
    if CHANCE in roles_at(parameters.shape):
        return {}  # what a chance node skips depends on probabilities and value bounds
    form = _form_of(parameters)
    bounds = (window[0] > FULL_WINDOW[0], window[1] < FULL_WINDOW[1])
    found = {"prune-count": _count(form, bounds, leaves=False), "leaves-evaluated": _count(form, bounds, leaves=True)}
    if ordering.name == "worst-first":
        found |= {"prune-count": (0, 0)}
    elif _is_knuths(parameters):
        found |= {"leaves-evaluated": (found["leaves-evaluated"][0],) * 2}
    return found


def _is_knuths(parameters: AlphaBetaParameters) -> bool:
    """Return whether Knuth and Moore's minimum is all that there can be: uniform trees, players in turn, best first."""
    shape, conventions = parameters.shape, parameters.question.conventions
    layers = [LAYERS[layer] for layer in shape.layers] * 2
    is_in_turn = all(OPPONENT[one] == other for one, other in pairwise(layers))
    is_plain = parameters.leaves.ties == 0 and conventions.initial_window == FULL_WINDOW
    return parameters.ordering.name == "best-first" and is_fixed(shape) and is_in_turn and is_plain


def _form_of(parameters: AlphaBetaParameters) -> Form:
    shape = parameters.shape
    if shape.nested is not None:
        return _form_of_tree(draw_skeleton(shape, Draws("")), parameters.question.conventions.right_to_left)
    (shallow, deep), (least, most) = shape.depth, shape.branching
    form = Form(LEAF, 0, (), may_be_leaf=True)
    for depth in range(deep - 1, -1, -1):
        kind = LAYERS[shape.layers[depth % len(shape.layers)]]
        form = Form(kind, least, (form,) * most, may_be_leaf=depth >= shallow)
    return form


def _form_of_tree(tree: Tree, right_to_left: bool) -> Form:  # noqa: FBT001
    forms: dict[int, Form] = {}
    for node in reversed(range(tree.size)):
        children = [forms[child] for child in tree.children(node)][:: -1 if right_to_left else 1]
        forms[node] = Form(tree.kind[node], len(children), tuple(children), may_be_leaf=not children)
    return forms[0]


def _count(form: Form, bounds: tuple[bool, bool], *, leaves: bool) -> Range:
    """Return the least and the greatest count of a search that starts with finite alpha, finite beta, or neither."""
    ranges = [found for found in _Counting(leaves=leaves).ranges(form, *bounds) if found is not None]
    return min(least for least, _ in ranges), max(most for _, most in ranges)


class _Counting:
    """The counts of leaves, or of skipped subtrees, of forms that were met before."""

    def __init__(self, *, leaves: bool) -> None:
        self._leaves = leaves
        self._known: dict[tuple[int, bool, bool], Ranges] = {}

    def ranges(self, form: Form, alpha: bool, beta: bool) -> Ranges:  # noqa: FBT001
        """Return the counts by class; `alpha` and `beta` say whether the bound is finite where the node is entered."""
        key = (id(form), alpha, beta)
        if key not in self._known:
            found: Ranges = [None, None, None]
            if form.kind == MAX:
                self._add_inner(found, form, own=alpha, other=beta)
            elif form.kind == MIN:
                self._add_inner(found, form, own=beta, other=alpha)
                found.reverse()
            if form.may_be_leaf:
                here = (1, 1) if self._leaves else (0, 0)
                for class_, is_there in ((_LOW, alpha), (_MID, True), (_HIGH, beta)):
                    found[class_] = _either(found[class_], here if is_there else None)
            self._known[key] = found
        return self._known[key]

    def _add_inner(self, found: Ranges, form: Form, *, own: bool, other: bool) -> None:
        """Add what an inner node can return, seen as MAX sees it: `own` is the bound that its player moves."""
        most = len(form.children)
        lows: Range | None = (0, 0)  # as long as all children were LOW
        mids: Range | None = None  # as soon as one was MID
        for place, child in enumerate(form.children, 1):
            low, mid, high = self._of_child(form, child, own=own or place > 1, other=other)
            skips = (0, 0) if self._leaves else (max(form.least, place) - place, most - place)
            found[_HIGH] = _either(found[_HIGH], _sum(_sum(_either(lows, mids), high), skips))
            mids = _either(_sum(_either(lows, mids), mid), _sum(mids, low))
            lows = _sum(lows, low)
            if place >= form.least:
                found[_LOW], found[_MID] = _either(found[_LOW], lows), _either(found[_MID], mids)

    def _of_child(self, form: Form, child: Form, *, own: bool, other: bool) -> Iterator[Range | None]:
        if form.kind == MAX:
            return iter(self.ranges(child, own, other))
        return reversed(self.ranges(child, other, own))


def _either(one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])


def _sum(one: Range | None, other: Range | None) -> Range | None:
    return None if one is None or other is None else (one[0] + other[0], one[1] + other[1])
