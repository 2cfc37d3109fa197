"""Requests that are dear to plan or that arithmetic refuses, against the draws that they may take; and each kind beside alpha-beta."""

from __future__ import annotations

import statistics
import time
from functools import partial
from typing import Any

from measure import Line, Target, interleave

from generators import (
    PARAMETERS,
    AlphaBetaParameters,
    Ordering,
    Promise,
    Pruning,
    Question,
    RequestError,
    Shape,
    certified,
)
from generators.draws import Draws
from generators.parameters import MOST_DRAWS, ConstructParameters
from generators.planning import draw_case, make_plan

_SEEDS = 25
_PARTS = ("value", "best-move", "values", "pruned", "visited", "windows", "cutoffs")
_ALL = Promise(separate=("all",))
_AGAINST = f"{MOST_DRAWS:,} draws of that shape, searched"
_REQUESTS: dict[str, tuple[Any, Target]] = {
    "refused by arithmetic: 2 plies of 3, 10-20 leaves": (
        AlphaBetaParameters(Shape((2, 2), (3, 3)), pruning=Pruning(leaves_evaluated=(10, 20))),
        Target(0.5),
    ),
    "3 plies of 2-3, separate all, best first, 7 parts": (
        AlphaBetaParameters(
            Shape((3, 3), (2, 3)), ordering=Ordering("best-first"), question=Question(_PARTS), promise=_ALL
        ),
        Target(1.5),
    ),
    "3 plies of 3, separate all, 7 parts": (
        AlphaBetaParameters(question=Question(_PARTS), promise=_ALL),
        Target(1.5),
    ),
}


_OF_KINDS = 200
"""Seeds by which kinds are compared."""
_CHANGES = ConstructParameters(make="changes", shape=Shape((2, 2), (3, 3)))
_EACH_KIND: dict[str, tuple[str, Any]] = {
    **{kind: (kind, made()) for kind, made in PARAMETERS.items() if kind != "alpha-beta"},
    "construct, values": ("construct", ConstructParameters(make="values")),
    "construct, changes": ("construct", _CHANGES),
}
_MEDIAN, _WORST = Target(6), Target(60)
"""How many times as long as the median of alpha-beta a problem of another kind may take."""


def generating(runs: int) -> list[Line]:
    return _dear(runs) + _each_kind()


def _each_kind() -> list[Line]:
    """Return what a problem of each kind costs beside one of alpha-beta, in time of the processor: each seed is one run."""
    usual = statistics.median(_costs("alpha-beta", AlphaBetaParameters()))
    lines = []
    for name, (kind, request) in _EACH_KIND.items():
        costs = [cost / usual for cost in _costs(kind, request)]
        note = f"{_OF_KINDS} seeds"
        lines.append(Line(f"{name}, median", "alpha-beta, median", tuple(costs), _MEDIAN, note))
        lines.append(Line(f"{name}, worst", "alpha-beta, median", (max(costs),), _WORST, note))
    return lines


def _costs(kind: str, request: Any) -> list[float]:
    certified(kind, request, "0")
    costs = []
    for seed in range(1, _OF_KINDS + 1):
        start = time.process_time()
        certified(kind, request, str(seed))
        costs.append(time.process_time() - start)
    return costs


def _dear(runs: int) -> list[Line]:
    lines = []
    for name, (request, target) in _REQUESTS.items():
        times = interleave(partial(_answer, request), partial(_draw_all, request), runs)
        worst = max(_seconds(request, seed) for seed in range(_SEEDS))
        lines.append(Line(name, _AGAINST, times.slower(), target, f"worst of {_SEEDS} seeds here {worst:.2f} s"))
    return lines


def _answer(request: AlphaBetaParameters, seed: int = 0) -> None:
    """Make one problem, or learn why there is none, as a process does that knows nothing of the request yet."""
    make_plan.cache_clear()
    try:
        certified("alpha-beta", request, str(seed))
    except RequestError:
        return


def _seconds(request: AlphaBetaParameters, seed: int) -> float:
    start = time.perf_counter()
    _answer(request, seed)
    return time.perf_counter() - start


def _draw_all(request: AlphaBetaParameters) -> None:
    free = request._replace(pruning=Pruning(), promise=Promise(separate=("none",)))
    plan, draws = make_plan("alpha-beta", free), Draws("bench")
    for _ in range(MOST_DRAWS):
        _ = draw_case(plan, draws).trace
