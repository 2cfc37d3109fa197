"""Which requests for constructions contradict themselves, or ask for what cannot be proved in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import perm

from generators.construct_requests import (
    COUNT,
    FEWEST,
    MAKES,
    are_different,
    fewest_of,
    free_of,
    objective_of,
    order_of,
    posed,
    tree_request,
    whole_numbers,
)
from generators.drawing import check_tree, draw_tree
from generators.draws import Draws
from generators.errors import RequestError
from generators.lift_requests import search_of
from generators.parameters import AlphaBetaParameters, ConstructParameters, MinimaxParameters, TreeParameters
from generators.shapes import draw_skeleton, is_fixed, most_leaves
from grader.data import Data
from grader.games.tree import CHANCE
from grader.kinds.lifts.construct.asked import CHANGES, LEAST, MOST, ORDER, VALUES
from grader.kinds.lifts.construct.best_order import minimal_leaves, order_count
from grader.kinds.lifts.construct.unfit import MOST_RUNS

_MOST_ORDERS = 2_000
"""So many orders are tried for one draw at most."""


def check_construct(parameters: ConstructParameters) -> None:
    """Refuse a request that contradicts itself. Raises RequestError."""
    if parameters.make not in MAKES:
        raise RequestError(f"--make: nothing is drawn for {parameters.make or 'nothing'}, expected {', '.join(MAKES)}")
    _check_beside(parameters)
    if parameters.given:
        return
    request = tree_request(parameters)
    if parameters.make != CHANGES and not isinstance(request, AlphaBetaParameters):
        raise RequestError(f"--search {search_of(parameters)}: nothing is pruned by it; leave it out")
    check_tree(request, search_of(parameters), has_chance=not isinstance(request, MinimaxParameters))
    _CHECKED[parameters.make](parameters, request)


def _check_beside(parameters: ConstructParameters) -> None:
    """Refuse what is said of another sort of object, and parts that only another sort has."""
    stated: Mapping[str, tuple[Data, str]] = {
        "--objective": (parameters.objective, ORDER),
        "--prune-exactly": (parameters.prune_exactly, VALUES),
        "--free": (parameters.free, VALUES),
        "--fewest-changes": (parameters.fewest, CHANGES),
    }
    for option, (value, make) in stated.items():
        if value and make != parameters.make:
            raise RequestError(f"{option} is said of --make {make}; leave it out, or choose that")
    parts = (parameters.make,) if parameters.make == VALUES else (parameters.make, COUNT)
    if foreign := [part for part in parameters.question.ask if part not in parts]:
        raise RequestError(f"--make {parameters.make} has no part {foreign[0]}, expected {', '.join(parts)}")


def _check_order(parameters: ConstructParameters, request: TreeParameters) -> None:
    if objective_of(parameters) not in (MOST, LEAST):
        raise RequestError(f"--objective: expected {MOST} or {LEAST}")
    sample = posed(parameters, draw_tree(request, Draws("sample")))
    proved = is_fixed(request.shape) or request.shape.skeleton is not None
    if proved and minimal_leaves(order_of(parameters, sample)) is not None:
        return
    deepest, widest = request.shape.depth[1], request.shape.branching[1]
    largest = request.shape._replace(depth=(deepest, deepest), branching=(widest, widest), names="letters")
    count = order_count(draw_skeleton(largest, Draws("largest")))
    if count > _MOST_ORDERS:
        raise RequestError(
            f"trees of up to {count:,} orders and more have to be tried, expected at most {_MOST_ORDERS:,}; choose a smaller "
            "--depth or --branching, or one uniform shape of players with --objective most-pruned, >= and the full window"
        )


def _check_values(parameters: ConstructParameters, request: TreeParameters) -> None:
    least, most = free_of(parameters)
    leaves = most_leaves(request.shape)
    if not 1 <= least <= most <= leaves:
        raise RequestError(f"--free: expected 1 to {leaves} leaves, as 3 or 2-4")
    count = len(whole_numbers(request, leaves))
    fillings = perm(count, most) if are_different(parameters) else count**most
    if fillings > MOST_RUNS:
        raise RequestError(
            f"--free: there are {fillings:,} ways to give {count} numbers to {most} leaves, expected at most {MOST_RUNS:,}; "
            "choose fewer leaves, or narrower --values"
        )


def _check_changes(parameters: ConstructParameters, request: TreeParameters) -> None:
    least, most = fewest_of(parameters)
    if not 1 <= least <= most <= FEWEST[1]:
        raise RequestError("--fewest-changes: expected 1, 2 or 1-2")
    leaves = most_leaves(request.shape)
    if CHANCE in draw_skeleton(request.shape, Draws("sample")).kind:
        raise RequestError("with chance nodes the fewest changes cannot be proved; choose --layers without chance")
    count = len(whole_numbers(request, leaves))
    runs = leaves * count + (leaves * (leaves - 1) // 2 * count**2 if most > 1 else 0)
    if runs > MOST_RUNS:
        raise RequestError(
            f"there are {runs:,} changes to try, expected at most {MOST_RUNS:,}; choose a smaller tree, narrower --values, "
            "or --fewest-changes 1"
        )


_CHECKED: Mapping[str, Callable[[ConstructParameters, TreeParameters], None]] = {
    ORDER: _check_order,
    VALUES: _check_values,
    CHANGES: _check_changes,
}
