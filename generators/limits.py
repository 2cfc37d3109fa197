"""A horizon for a drawn tree: which nodes are not quiet, and what an evaluation says where the search stops.

Static values lie near the values that are backed up from below, as those of a useful evaluation do; the noise is how far they may be off.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from generators.draws import Draws, RequestError
from generators.parameters import Leaves, Limits
from grader.core.conventions import Conventions
from grader.core.games.changed import UNITS, cut, cut_as, limit_of, static_value
from grader.core.games.tree import BEYOND, LEAF, Evaluation, Tree
from grader.core.numbers import INFINITY, Bound, Number, show_number, whole
from grader.core.search.cutting import clamp
from grader.core.search.folds import back_up

PLACES = ("horizon", "all")
_SHARE = 4  # of the range of values: the noise where none is asked
LARGEST_WEIGHT, _MOST_OF_FEATURE = 5, 5


def limited(tree: Tree, limits: Limits, leaves: Leaves, conventions: Conventions, draws: Draws) -> Tree:
    """Return the tree as a search to the limit sees it; the tree itself where there is no limit."""
    if limits.depth is None:
        return tree
    unit = conventions.depth_in
    quiet = tree.quiet if tree.quiet is not None else _draw_quiet(tree, limits, unit, draws)
    tree = tree._replace(quiet=quiet)
    noisy = [node for node in tree.inner() if quiet is not None and not quiet[node]]
    searched = searched_to(tree, limits, unit)
    places = _reached(searched) if limits.statics == "all" else sorted({*searched.at_horizon(), *noisy})
    targets = _targets(tree, places, noisy, limits, leaves, draws)
    known = conventions.value_bounds or (-INFINITY, INFINITY)
    has_features = bool(limits.features)
    given = _with_features(tree, targets, limits, known, draws) if has_features else _with_statics(tree, targets, known)
    return searched_to(given, limits, unit)


def with_statics(tree: Tree, limits: Limits, leaves: Leaves, conventions: Conventions, draws: Draws) -> Tree:
    """Return the tree with a static value at every inner node but the root, near what is backed up there."""
    targets = _targets(tree, tree.inner()[1:], (), limits, leaves, draws)
    known = conventions.value_bounds or (-INFINITY, INFINITY)
    return _with_statics(tree._replace(features=None, evaluation=None), targets, known)


def searched_to(tree: Tree, limits: Limits, unit: str) -> Tree:
    """Return the tree as a search to the limit sees it."""
    return cut(tree, limit_of(limits.depth or 0, unit), limits.extension, unit)


def _reached(searched: Tree) -> list[int]:
    """Return the nodes with children that a search comes to, but for the root."""
    return [node for node in searched.reached() if node and searched.whole.kind[node] != LEAF]


def _draw_quiet(tree: Tree, limits: Limits, unit: str, draws: Draws) -> Sequence[bool] | None:
    """Return which nodes are quiet: all but some of those at the limit; None where all are."""
    least, most = limits.noisy
    at_limit = searched_to(tree, limits, unit).at_horizon()
    count = min(draws.between(least, most), len(at_limit)) if most else 0
    if not count:
        return None
    loud = set(draws.sample(at_limit, count))
    return tuple(node not in loud for node in range(tree.size))


def _targets(
    tree: Tree, places: Sequence[int], noisy: Collection[int], limits: Limits, leaves: Leaves, draws: Draws
) -> dict[int, Number]:
    """Return the static value of each place: what is backed up there, and noise; twice as much where a node is not quiet."""
    values, step, noise = back_up(tree), leaves.step, limits.noise
    if noise is None:
        known = [value for value in tree.value if value is not None]
        noise = max(1, int((max(known) - min(known)) / _SHARE))
    found: dict[int, Number] = {}
    for node in places:
        room = int(noise // step) * (2 if node in noisy else 1)
        near = round(Fraction(values[node]) / Fraction(step))
        found[node] = whole(Fraction((near + draws.between(-room, room)) * step))
    return found


def _with_statics(tree: Tree, targets: Mapping[int, Number], known: tuple[Bound, Bound]) -> Tree:
    """Return the tree with these static values, as far as they lie within what is known."""
    static = {node: whole(Fraction(clamp(target, known))) for node, target in targets.items()}
    return tree._replace(static=tuple(map(static.get, range(tree.size))))


def _with_features(
    tree: Tree, targets: Mapping[int, Number], limits: Limits, known: tuple[Bound, Bound], draws: Draws
) -> Tree:
    """Return the tree with whole features at these nodes, and the weights by which they are worth about their targets, within what is known."""
    weights = limits.weights or _draw_weights(len(limits.features), draws)
    sizes = [abs(Fraction(weight)) for weight in weights]
    pivot = sizes.index(max(sizes))
    half = max(sizes) / 2  # as far as whole features may miss their target
    inside = (known[0] + half, known[1] - half)
    features = {
        node: _features(clamp(target, inside), limits.features, weights, pivot, draws)
        for node, target in targets.items()
    }
    evaluation = Evaluation(dict(zip(limits.features, weights, strict=True)))
    return tree._replace(features=tuple(map(features.get, range(tree.size))), evaluation=evaluation)


def _features(
    target: Bound, names: Sequence[str], weights: Sequence[Number], pivot: int, draws: Draws
) -> dict[str, Number]:
    """Return small features, and that of the largest weight such that the sum comes as near to the target as it can."""
    found: list[Number] = [draws.between(0, _MOST_OF_FEATURE) for _ in names]
    others = sum(
        weight * number for place, (weight, number) in enumerate(zip(weights, found, strict=True)) if place != pivot
    )
    found[pivot] = round(Fraction(target - others) / Fraction(weights[pivot]))
    return dict(zip(names, found, strict=True))


def _draw_weights(count: int, draws: Draws) -> tuple[Number, ...]:
    """Return small whole weights, the largest first, so that none of them may be ignored; of two or more the last may be negative."""
    sizes = sorted(draws.sample(range(1, max(LARGEST_WEIGHT, count) + 1), count), reverse=True)
    if sizes[0] == 1:
        sizes[0] = 2
    if count > 1 and draws.below(2):
        sizes[-1] = -sizes[-1]
    return tuple(sizes)


def searched_part(tree: Tree) -> Tree:
    """Return the tree that is searched as one of its own, without what lies below its horizon."""
    if tree.horizon is None:
        return tree
    kept = [node for node, kind in enumerate(tree.kind) if kind != BEYOND]
    place = {node: new for new, node in enumerate(kept)}
    first, end, stop = [], [], 1
    for node in kept:
        start, stop = stop, stop + len(tree.children(node))
        first.append(start)
        end.append(stop)
    parent = [-1, *(place[tree.parent[node]] for node in kept[1:])]
    kind, value, probability, ids, moves = (
        [column[node] for node in kept] for column in (tree.kind, tree.value, tree.probability, tree.ids, tree.moves)
    )
    return Tree(kind, first, end, parent, value, probability, ids, moves)  # type: ignore[arg-type]


def limits_of(tree: Tree) -> Limits:
    """Return the limits that a problem's tree has: where its search stops, and how far its static values are off."""
    if tree.horizon is None:
        return Limits()
    drawn, horizon = tree.horizon.whole, tree.horizon
    known = {node: value for node in _reached(tree) if (value := static_value(drawn, node)) is not None}
    values = back_up(drawn)
    off = [abs(Fraction(known[node]) - values[node]) for node in tree.at_horizon() if node in known]
    weights = tree.evaluation.weights if tree.evaluation is not None and drawn.features is not None else {}
    return Limits(
        depth=horizon.limit // UNITS[horizon.unit],
        extension=horizon.extension,
        statics="all" if len(known) == len(_reached(tree)) > len(off) else "horizon",
        noise=whole(max(off, default=Fraction(0))),
        features=tuple(weights),
        weights=tuple(weights.values()),
    )


def horizon_matters(tree: Tree, values: Sequence[Number]) -> bool:
    """Return whether the search, of these values, finds another best move than one to the leaves would."""
    drawn = tree.whole
    return tree.horizon is not None and _best(tree, values).isdisjoint(_best(drawn, back_up(drawn)))


def quiescence_matters(tree: Tree, values: Sequence[Number]) -> bool:
    """Return whether a search that stops at the limit everywhere finds another value or another best move."""
    if tree.horizon is None:
        return False
    other = cut_as(tree, tree.whole._replace(quiet=None))
    quiet = back_up(other)
    return quiet[0] != values[0] or _best(tree, values).isdisjoint(_best(other, quiet))


def _best(tree: Tree, values: Sequence[Number]) -> set[int]:
    return {child for child in tree.children(0) if values[child] == values[0]}


def leaves_of(tree: Tree) -> list[Number]:
    """Return the values of all leaves of the whole tree, breadth-first."""
    drawn = tree.whole
    return [value for value, kind in zip(drawn.value, drawn.kind, strict=True) if kind == LEAF and value is not None]


# -- what a request for a depth limit may say: contradictions are refused before anything is drawn

_MOST_FEATURES = 6
_OF_LIMITS = {
    "statics": "--static", "noise": "--noise", "features": "--features", "weights": "--weights", "noisy": "--not-quiet",
    "extension": "--extension", "depth-in": "depth-in",
}  # fmt: skip
"""What says something of a limit, fields and a convention, as it is typed."""


def check_limits(limits: Limits, sample: Tree, conventions: Conventions) -> None:
    """Refuse a limit that contradicts itself or the shape, of which `sample` is a tree. Raises RequestError."""
    if limits.depth is None:
        check_unlimited(limits, conventions)
        return
    if limits.statics not in PLACES:
        raise RequestError(f'there are no static values at "{limits.statics}", expected {" or ".join(PLACES)}')
    for what, least in (("a noise", limits.noise), ("an extension", limits.extension)):
        if least is not None and least < 0:
            raise RequestError(f"expected {what} of at least 0")
    if len(limits.features) > _MOST_FEATURES:
        raise RequestError(f"{len(limits.features)} features are too many, expected at most {_MOST_FEATURES}")
    check_weights(limits)
    _check_bounds(limits, conventions)
    if limits.depth < 1:
        raise RequestError("expected a --depth-limit of at least 1")
    ends = searched_to(sample._replace(quiet=None), limits, conventions.depth_in).at_horizon()
    if not ends:
        deep = max(sample.depths())
        message = (
            f"nothing lies below a horizon at depth {limits.depth} ({conventions.depth_in}): the tree has {deep} plies"
        )
        raise RequestError(f"{message}; choose a smaller --depth-limit or a greater --depth")
    least, most = limits.noisy
    if not 0 <= least <= most:
        raise RequestError(f"{least}-{most} nodes that are not quiet: expected N or A-B")
    if least > len(ends):
        raise RequestError(f"only {len(ends)} nodes are at the horizon, so {least} of them cannot be not quiet")
    if limits.extension is not None and not most and sample.quiet is None:
        raise RequestError(
            "--extension says how far the search goes on below nodes that are not quiet; add --not-quiet"
        )


def check_unlimited(limits: Limits, conventions: Conventions) -> None:
    """Refuse what says something of a search that stops, of one that does not. Raises RequestError."""
    stated = {field for field, default in Limits._field_defaults.items() if getattr(limits, field) != default}
    for field, option in _OF_LIMITS.items():
        if field in stated or field in conventions.stated:
            raise RequestError(f"{option} says something of a search that stops; add --depth-limit")


def check_weights(limits: Limits) -> None:
    """Refuse features of the same name, and weights that are not theirs. Raises RequestError."""
    names, weights = limits.features, limits.weights
    if len(set(names)) < len(names) or not all(names):
        raise RequestError("expected a different name for each feature")
    if weights and len(weights) != len(names):
        raise RequestError(f"{len(weights)} weights for {len(names)} features; expected one for each")
    if not all(weights):
        raise RequestError("a weight of 0 counts nothing; expected other weights")


def _check_bounds(limits: Limits, conventions: Conventions) -> None:
    """Refuse value bounds between which features of these weights need not have a sum. Raises RequestError."""
    if conventions.value_bounds is None or not limits.features:
        return
    low, high = conventions.value_bounds
    drawn = max(LARGEST_WEIGHT, len(limits.features))
    widest = max((abs(Fraction(weight)) for weight in limits.weights), default=Fraction(drawn))
    if high - low < widest:
        raise RequestError(
            f"features count up to {show_number(whole(widest))} each, so the static values need value bounds that lie as far apart; "
            "choose wider --value-bounds or smaller --weights"
        )
