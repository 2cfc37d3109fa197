"""Leaf values with which alpha-beta skips just the subtrees that one wants, chosen while the search is simulated.

Every examined node gets a class: how the value that it returns lies to the window (alpha, beta) with which it is entered.

- LOW (below alpha), MID (strictly between), HIGH (above beta); never equal, so that both cutoff tests agree.
- A MAX node that examines all its children is LOW if all of them are, MID if one is MID and none is HIGH, and HIGH if
  its last child is HIGH and no earlier one. Cut after a child it is HIGH: that child is HIGH, no earlier one is.
- A MIN node is the mirror image: LOW is what cuts it.
- LOW needs a finite alpha, HIGH a finite beta. Alpha is finite below a MAX node from its second child on, beta
  likewise below a MIN node: that is known before any value is.

So the classes that a node can have follow from those of its children, bottom-up; then classes are drawn top-down, and
leaves are put in order of value as the simulated search comes to them; last, their ranks become values of the wanted range.

From the same classes follows how many leaves a search can evaluate on trees of a shape, and how many subtrees it can skip, whatever
the values: of each class the least and the greatest count are kept.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from generators.draws import Draws, RequestError, UnreachableError
from generators.filling import draw_leaves
from generators.parameters import AlphaBetaParameters, Leaves, Parameters, Range, is_of_game, show_range
from generators.shapes import LAYERS, draw_skeleton, is_fixed, roles_at
from grader.core.games.tree import CHANCE, LEAF, MAX, MIN, OPPONENT, Tree
from grader.core.numbers import Bound, Number
from grader.core.search.cutting import ROLES
from grader.core.search.folds import FULL_WINDOW, Window
from grader.kinds.trees.rules import start_window

LOW, MID, HIGH = "low", "mid", "high"


class CutPlan(NamedTuple):
    """How the search must go: the examined children of every examined node in order, and its possible classes."""

    examined: dict[int, list[int]]
    classes: dict[int, frozenset[str]]


def plan_search(tree: Tree, ids: Sequence[str], *, right_to_left: bool) -> CutPlan:
    """Return the plan that skips just these subtrees. Raises RequestError with the reason where no values can."""
    roots = _roots(tree, ids)
    examined: dict[int, list[int]] = {}
    cut = set()
    waiting = [0]
    for node in waiting:
        children = list(tree.children(node))[:: -1 if right_to_left else 1]
        kept = [child for child in children if child not in roots]
        _check_suffix(tree, node, children, kept)
        examined[node] = kept
        if len(kept) < len(children):
            cut.add(node)
        waiting += kept
    finite = _finite_bounds(tree, examined, waiting)
    forms: dict[int, Form] = {}
    classes: dict[int, frozenset[str]] = {}
    counting = _Counting(leaves=True)
    for node in reversed(waiting):
        kept = examined[node]
        last = len(kept) + (node in cut)  # where it is cut only this can happen: what is left stands for one more child
        forms[node] = Form(
            tree.kind[node], last, [forms[child] for child in kept], may_be_leaf=not kept, cut_from=len(kept)
        )
        ranges = counting.ranges(forms[node], *finite[node])
        classes[node] = frozenset(name for name, counts in ranges.items() if counts is not None)
        if not classes[node]:
            raise RequestError(_why_not(tree, node, node in cut, finite[node], kept, classes))
    return CutPlan(examined, classes)


def _roots(tree: Tree, ids: Sequence[str]) -> set[int]:
    index = tree.by_id()
    if unknown := [id_ for id_ in ids if id_ not in index]:
        raise RequestError(f'there is no node "{unknown[0]}" in the tree; its nodes are {", ".join(tree.ids[:30])}')
    roots = {index[id_] for id_ in ids}
    for root in roots:
        if root == 0:
            raise RequestError(f"{tree.ids[0]} is the root, and the root is always visited")
        above = tree.parent[root]
        while above > 0:
            if above in roots:
                raise RequestError(f"{tree.ids[root]} lies below {tree.ids[above]}, which is skipped with all below it")
            above = tree.parent[above]
    return roots


def _check_suffix(tree: Tree, node: int, children: Sequence[int], kept: Sequence[int]) -> None:
    """Refuse to skip children that a cutoff cannot skip: it skips all after one that was examined."""
    name = tree.ids[node]
    if children and children[0] not in kept:
        raise RequestError(
            f"{tree.ids[children[0]]} is examined first at {name}, so it cannot be skipped where {name} is visited"
        )
    if kept != children[: len(kept)]:
        late = next(child for child in children if child in kept and child not in children[: len(kept)])
        raise RequestError(
            f"a cutoff at {name} skips all children that are left, but {tree.ids[late]} comes after a skipped one; "
            f"skip it too, or keep those before it"
        )


def _finite_bounds(tree: Tree, examined: dict[int, list[int]], order: Sequence[int]) -> dict[int, tuple[bool, bool]]:
    """Return for each examined node whether alpha and beta are finite when it is entered."""
    finite = {0: (False, False)}
    for node in order:
        (alpha, beta), is_max = finite[node], tree.kind[node] == MAX
        for place, child in enumerate(examined[node]):
            finite[child] = (alpha or (is_max and place > 0), beta or (not is_max and place > 0))
    return finite


def _why_not(
    tree: Tree,
    node: int,
    is_cut: bool,  # noqa: FBT001
    finite: tuple[bool, bool],
    children: Sequence[int],
    classes: dict[int, frozenset[str]],
) -> str:
    """Return why no values let the search do at this node what it should."""
    name, is_max = tree.ids[node], tree.kind[node] == MAX
    for child in children[:-1]:
        if classes[child] == {HIGH if is_max else LOW}:
            return (
                f"no values can do it: what {tree.ids[child]} returns after its cutoff also cuts {name}, "
                f"so nothing after {tree.ids[child]} is examined at {name}"
            )
    if is_cut and not finite[is_max]:
        bound, other, infinity = ("beta", "MIN", "inf") if is_max else ("alpha", "MAX", "-inf")
        return (
            f"no values can do it: at {name} {bound} is still {infinity}, because no {other} node above it "
            f"has examined a child before; so nothing is skipped below {name}"
        )
    return f"no values can do it: no child of {name} can return a value that cuts {name} just there"


def draw_values(tree: Tree, plan: CutPlan, leaves: Leaves, draws: Draws) -> list[Number]:
    """Return a value for every leaf, breadth-first: the search goes as planned where the examined leaves' are distinct."""
    return _by_rank(tree, _rank(tree, plan.examined, _draw_classes(tree, plan, draws), draws), leaves, draws)


def draw_worst(tree: Tree, leaves: Leaves, draws: Draws, *, right_to_left: bool) -> list[Number]:
    """Return a value for every leaf such that nothing is pruned: every child is better than those examined before it.

    Then every node is MID. Sorting children by value is not enough: from 4 plies on a bound from far above still cuts.
    """
    step = -1 if right_to_left else 1
    examined = {node: list(tree.children(node))[::step] for node in range(tree.size)}
    return _by_rank(tree, _rank(tree, examined, dict.fromkeys(examined, MID), draws), leaves, draws)


def _by_rank(tree: Tree, ranked: Sequence[int], leaves: Leaves, draws: Draws) -> list[Number]:
    """Return values of all leaves: those of the ranked ones rise with their rank, the others have any."""
    all_leaves = tree.leaves()
    drawn = draw_leaves(leaves, len(all_leaves), draws)
    values: dict[int, Number] = dict(zip(ranked, sorted(drawn[: len(ranked)]), strict=True))
    rest = iter(drawn[len(ranked) :])
    return [values[leaf] if leaf in values else next(rest) for leaf in all_leaves]


def _draw_classes(tree: Tree, plan: CutPlan, draws: Draws) -> dict[int, str]:
    """Return a class for each examined node, drawn from the root down among those that fit together."""
    chosen = {0: draws.choice(sorted(plan.classes[0]))}
    waiting = [0]
    for node in waiting:
        children = plan.examined[node]
        if not children:
            continue
        as_max = {LOW: LOW, MID: MID, HIGH: HIGH} if tree.kind[node] == MAX else {LOW: HIGH, MID: MID, HIGH: LOW}
        possible = [{as_max[name] for name in plan.classes[child]} for child in children]
        for child, drawn in zip(children, _draw_children(possible, as_max[chosen[node]], draws), strict=True):
            chosen[child] = as_max[drawn]
        waiting += children
    return chosen


def _draw_children(possible: Sequence[set[str]], wanted: str, draws: Draws) -> list[str]:
    """Return classes of the children of a MAX node that make it the wanted one."""
    if wanted == LOW:
        return [LOW] * len(possible)
    drawn = [draws.choice(sorted(classes - {HIGH})) for classes in possible[:-1]]
    if wanted == HIGH:
        return [*drawn, HIGH]
    drawn.append(draws.choice(sorted(possible[-1] - {HIGH})))
    if MID not in drawn:
        drawn[draws.choice([place for place, classes in enumerate(possible) if MID in classes])] = MID
    return drawn


class _Order:
    """The examined leaves from the least valued to the greatest; a new one is put in where its class wants it.

    The value of each is a number between its neighbours' that stays its own when another leaf comes between.
    """

    def __init__(self) -> None:
        self.leaves: list[int] = []
        self._values: list[Fraction] = []

    def put(self, leaf: int, wanted: str, window: Window, draws: Draws) -> Fraction:
        """Put the leaf below alpha, above beta, or between them, and return its value."""
        values = self._values
        below, above = bisect_right(values, window[0]), bisect_left(values, window[1])
        place = draws.between(*{LOW: (0, below - 1), MID: (below, above), HIGH: (above + 1, len(values))}[wanted])
        before = values[place - 1] if place else (values[0] if values else Fraction(0)) - 1
        after = values[place] if place < len(values) else before + 2
        self.leaves.insert(place, leaf)
        values.insert(place, (before + after) / 2)
        return values[place]


def _rank(tree: Tree, examined: dict[int, list[int]], classes: dict[int, str], draws: Draws) -> list[int]:
    """Return the examined leaves, the least valued first, each put where the search's window and its class want it.

    The search's own rules say what becomes of the window; the real search has the last word.
    """
    order = _Order()
    returned: dict[int, Bound] = {}
    frames: list[tuple[int, int, Bound, Window]] = [(0, 0, ROLES[tree.kind[0]].start, FULL_WINDOW)]
    while frames:
        node, place, best, (alpha, beta) = frames.pop()
        children, kind = examined[node], tree.kind[node]
        if kind == LEAF:
            returned[node] = order.put(node, classes[node], (alpha, beta), draws)
            continue
        if place:
            best, alpha, beta = ROLES[kind].take_in(best, alpha, beta, returned[children[place - 1]], None)
        if place < len(children):
            child = children[place]
            frames.append((node, place + 1, best, (alpha, beta)))
            frames.append((child, 0, ROLES[tree.kind[child]].start, (alpha, beta)))
        else:
            returned[node] = best
    return order.leaves


Ranges: TypeAlias = dict[str, Range | None]
"""The counts with which a node can return LOW, MID and HIGH; None where it cannot."""


class Form(NamedTuple):
    """What a node can be: a leaf, or a node of `kind` with `least` children or more, the first ones of `children`.

    It can be cut after as many of them as `cut_from` or more.
    """

    kind: int
    least: int
    children: Sequence[Form]
    may_be_leaf: bool
    cut_from: int = 1


def reachable(parameters: AlphaBetaParameters) -> dict[str, Range]:
    """Return the least and the greatest prune-count and leaves-evaluated of a request, if they follow from its shape."""
    if is_of_game(parameters):
        return {}
    ordering, window = parameters.ordering, start_window(parameters.question.conventions)
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
    is_plain = parameters.leaves.ties == 0 and start_window(conventions) == FULL_WINDOW
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
    ranges = [found for found in _Counting(leaves=leaves).ranges(form, *bounds).values() if found is not None]
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
            found: Ranges = dict.fromkeys((LOW, MID, HIGH))
            if form.kind == MAX:
                self._add_inner(found, form, own=alpha, other=beta)
            elif form.kind == MIN:
                self._add_inner(found, form, own=beta, other=alpha)
                found[LOW], found[HIGH] = found[HIGH], found[LOW]
            if form.may_be_leaf:
                here = (1, 1) if self._leaves else (0, 0)
                for class_, is_there in ((LOW, alpha), (MID, True), (HIGH, beta)):
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
            if place >= form.cut_from:
                found[HIGH] = _either(found[HIGH], _sum(_sum(_either(lows, mids), high), skips))
            mids = _either(_sum(_either(lows, mids), mid), _sum(mids, low))
            lows = _sum(lows, low)
            if place >= form.least:
                found[LOW], found[MID] = _either(found[LOW], lows), _either(found[MID], mids)

    def _of_child(self, form: Form, child: Form, *, own: bool, other: bool) -> Iterator[Range | None]:
        if form.kind == MAX:
            return iter(self.ranges(child, own, other).values())
        return reversed(self.ranges(child, other, own).values())


def _either(one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])


def _sum(one: Range | None, other: Range | None) -> Range | None:
    return None if one is None or other is None else (one[0] + other[0], one[1] + other[1])


def counts_asked(parameters: AlphaBetaParameters) -> Ranges:
    """Return the counts that a search is to have; None where nothing is said of one."""
    return {
        "prune-count": parameters.pruning.prune_count,
        "leaves-evaluated": parameters.pruning.leaves_evaluated,
    }


def check_counts(parameters: Parameters, on: set[str]) -> None:
    """Refuse counts of skipped subtrees and evaluated leaves that no search of the shape has. Raises UnreachableError."""
    if not isinstance(parameters, AlphaBetaParameters):
        return
    asked = counts_asked(parameters)
    must_cut = "some-cutoff" in on
    if not (must_cut or any(asked.values())):
        return
    for name, (least, most) in reachable(parameters).items():
        wanted = asked[name]
        if name == "prune-count" and must_cut and most == 0:
            raise UnreachableError("some-cutoff: no search of this shape skips anything", "some-cutoff")
        if name == "leaves-evaluated" and must_cut and wanted is not None and least < most == wanted[0]:
            raise UnreachableError(f"{name} {show_range(wanted)}: that is all leaves, but some-cutoff skips one", name)
        if wanted is None or (least <= wanted[1] and wanted[0] <= most):
            continue
        does, what = ("skips", "subtrees") if name == "prune-count" else ("evaluates", "leaves")
        message = f"{name} {show_range(wanted)}: a search of this shape {does} {show_range((least, most))} {what}"
        raise UnreachableError(message, name)
