"""Certified variants per second: `python bench/generate.py`. Times in one process, after one problem of each request.

With --cpu the time of the processor instead of the wall clock (on a busy machine), with --memory 10,000 problems in a row.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

# An installed project comes first, else the checkout that this file stands in.
sys.path.append(str(Path(__file__).resolve().parent.parent))

from generators import (
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    GameWish,
    Generated,
    Leaves,
    MinimaxParameters,
    Ordering,
    Promise,
    Pruning,
    Shape,
    UcbParameters,
    certified,
)
from generators.games import STARTS
from generators.parameters import ClaimsParameters, ConstructParameters, ThresholdParameters
from grader.core.documents.files import Write, new_folder
from grader.pages.answer_page import handout_files, key_files

_PROBLEMS = 300
_DRAWN = 100
_MANY = 10_000
_TARGETS: dict[str, tuple[float | None, float | None]] = {
    "alpha-beta 3x3": (1.5, 6.0),
    **{f"alpha-beta, {game}": (5.0, None) for game in STARTS},
}


def _flat(depth: int, branching: int) -> Shape:
    return Shape((depth, depth), (branching, branching))


REQUESTS: dict[str, tuple[str, Any]] = {
    "minimax 3x3": ("minimax", MinimaxParameters()),
    "alpha-beta 3x3": ("alpha-beta", AlphaBetaParameters()),
    "alpha-beta 3x3, 2-4 skipped": ("alpha-beta", AlphaBetaParameters(pruning=Pruning(prune_count=(2, 4)))),
    "alpha-beta 2x2": ("alpha-beta", AlphaBetaParameters(_flat(2, 2))),
    "alpha-beta 4x2, strong 0.8": (
        "alpha-beta",
        AlphaBetaParameters(_flat(4, 2), ordering=Ordering("strong", Fraction(4, 5))),
    ),
    "alpha-beta 3x2, equality": (
        "alpha-beta",
        AlphaBetaParameters(_flat(3, 2), Leaves(ties=None), promise=Promise(about="equality")),
    ),
    "expectiminimax 3x2": ("expectiminimax", ExpectiminimaxParameters()),
    **{
        f"{kind}, {game}": (kind, parameters(game=GameWish(game)))
        for kind, parameters in (("minimax", MinimaxParameters), ("alpha-beta", AlphaBetaParameters))
        for game in STARTS
    },
    "ucb, 4 children": ("ucb", UcbParameters()),
    "threshold 2x3": ("threshold", ThresholdParameters()),
    "claims 2x3, 5 claims": ("claims", ClaimsParameters()),
    "construct 3x2, order": ("construct", ConstructParameters()),
    "construct 3x2, 3 values": ("construct", ConstructParameters(make="values")),
    "construct 2x3, 1 or 2 changes": ("construct", ConstructParameters(make="changes", shape=_flat(2, 3))),
}


clock = time.process_time if "--cpu" in sys.argv else time.perf_counter


def _draw(kind: str, request: Any, number: int) -> Generated:
    return certified(kind, request, str(number))


def _write(draw: Callable[[int], Generated], write: Write, number: int) -> None:
    generated = draw(number)
    for file, (content, _) in (*handout_files(generated.problem), *key_files(generated)):
        write(f"{number}/{file}", content)


def _times(make: Callable[[int], object], count: int) -> list[float]:
    make(0)
    times = []
    for number in range(1, count + 1):
        start = clock()
        make(number)
        times.append(1000 * (clock() - start))
    return times


def _row(name: str, what: str, times: list[float], target: float | None) -> str:
    median = statistics.median(times)
    slow = sorted(times)[len(times) * 95 // 100]
    met = "" if target is None else f"{'met' if median <= target else 'NOT met'} (<= {target:g})"
    return (
        f"| {name:<29} | {what:<7} | {median:8.2f} | {slow:8.2f} | {1000 / statistics.mean(times):8.0f} | {met:<16} |"
    )


def rows() -> Iterator[str]:
    yield f"| {'request':<29} | {'what':<7} | {'median ms':>8} | {'95 % ms':>8} | {'a second':>8} | {'target':<16} |"
    yield f"|{'-' * 31}|{'-' * 9}|{'-' * 10}-|{'-' * 10}|{'-' * 10}|{'-' * 18}|"
    for name, (kind, request) in REQUESTS.items():
        targets = _TARGETS.get(name, (None, None))
        draw = partial(_draw, kind, request)
        yield _row(name, "drawn", _times(draw, _PROBLEMS), targets[0])
        with tempfile.TemporaryDirectory() as place, new_folder(Path(place, "problems")) as write:
            yield _row(name, "written", _times(partial(_write, draw, write), _DRAWN), targets[1])


def memory() -> str:
    """Return what 10,000 problems in a row leave behind, over what the first hundred did."""
    tracemalloc.start()
    kind, request = REQUESTS["alpha-beta 3x3"]
    peaks = []
    for number in range(_MANY + 1):
        certified(kind, request, str(number))
        if number in (100, _MANY):
            peaks.append(tracemalloc.get_traced_memory()[1])
    return f"peak of traced memory after 100 problems {peaks[0] / 1e6:.2f} MB, after {_MANY:,} {peaks[1] / 1e6:.2f} MB"


def main() -> None:
    for row in rows():
        print(row, flush=True)
    if "--memory" in sys.argv:
        print(memory())


if __name__ == "__main__":
    main()
