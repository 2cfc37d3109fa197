"""What a request for a depth limit may say: contradictions are refused before anything is drawn."""

from __future__ import annotations

from fractions import Fraction

from generators.errors import RequestError
from generators.limits import LARGEST_WEIGHT, PLACES, searched_to
from generators.parameters import Limits
from grader.conventions import Conventions
from grader.exact import show_number, whole
from grader.games.tree import Tree

_MOST_FEATURES = 6


def check_limits(limits: Limits, sample: Tree, conventions: Conventions) -> None:
    """Refuse a limit that contradicts itself or the shape, of which `sample` is a tree. Raises RequestError."""
    if limits.depth is None:
        _check_unlimited(limits, conventions)
        return
    _check_values(limits)
    _check_features(limits)
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


def _check_unlimited(limits: Limits, conventions: Conventions) -> None:
    stated = [name for name, is_there in (
        ("--static", limits.statics != PLACES[0]), ("--noise", limits.noise is not None), ("--features", bool(limits.features)),
        ("--weights", bool(limits.weights)), ("--not-quiet", limits.noisy != (0, 0)), ("--extension", limits.extension is not None),
        ("depth-in", "depth-in" in conventions.stated),
    ) if is_there]  # fmt: skip
    if stated:
        raise RequestError(f"{stated[0]} says something of a search that stops; add --depth-limit")


def _check_values(limits: Limits) -> None:
    if limits.statics not in PLACES:
        raise RequestError(f'there are no static values at "{limits.statics}", expected {" or ".join(PLACES)}')
    if limits.noise is not None and limits.noise < 0:
        raise RequestError("expected a noise of at least 0")
    if limits.extension is not None and limits.extension < 0:
        raise RequestError("expected an extension of at least 0")


def _check_features(limits: Limits) -> None:
    names, weights = limits.features, limits.weights
    if len(names) > _MOST_FEATURES:
        raise RequestError(f"{len(names)} features are too many, expected at most {_MOST_FEATURES}")
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
