"""Measuring: two sides in one run, turn and turn about, so that what slows one slows the other; only their ratio counts."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import NamedTuple

_SHORTEST_SAMPLE = 0.02
"""Seconds: a shorter piece of work is repeated until a sample takes this long."""


class Target(NamedTuple):
    """What a ratio must be: at most the limit ("what" may cost so much more), or at least (so many times faster)."""

    limit: float
    is_least: bool = False

    def __str__(self) -> str:
        """Return the target as the table shows it."""
        return f"{'>=' if self.is_least else '<='} {self.limit:g}"

    def is_met(self, ratio: float) -> bool:
        """Return whether the ratio reaches the target."""
        return ratio >= self.limit if self.is_least else ratio <= self.limit


class Line(NamedTuple):
    """One line of the table: what against what, a ratio for each run, and a note. No ratios: the line was skipped.

    `is_faster` says that the ratio is how many times as fast "what" is; else it is how many times as much it costs.
    """

    what: str
    against: str
    ratios: tuple[float, ...] = ()
    target: Target | None = None
    note: str = ""
    is_faster: bool = False

    @property
    def ratio(self) -> float:
        """Return the median of the runs."""
        return statistics.median(self.ratios)

    @property
    def is_missed(self) -> bool:
        """Return whether there is a target and the median does not reach it; what was skipped misses nothing."""
        return self.target is not None and bool(self.ratios) and not self.target.is_met(self.ratio)


class Times(NamedTuple):
    """The seconds of one call of either side, run by run."""

    ours: list[float]
    theirs: list[float]

    def slower(self) -> tuple[float, ...]:
        """Return in each run how many times as long as theirs our side took."""
        return tuple(ours / theirs for ours, theirs in zip(*self, strict=True))

    def faster(self) -> tuple[float, ...]:
        """Return in each run how many times as long as ours their side took."""
        return tuple(theirs / ours for ours, theirs in zip(*self, strict=True))


def processor_seconds() -> float:
    """Return the processor time that this process and those it has waited for have taken: other work does not count."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def interleave(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    runs: int,
    clock: Callable[[], float] = processor_seconds,
) -> Times:
    """Return the times of both sides; in every second run the other one goes first. The first calls warm up unmeasured.

    Processor time, but where what counts is how long somebody waits: two processes against one.
    """
    sides = (ours, theirs)
    repeats = [_repeats(side, clock) for side in sides]
    times = Times([], [])
    for run in range(runs):
        for side in (0, 1) if run % 2 == 0 else (1, 0):
            times[side].append(_seconds(sides[side], repeats[side], clock))
    return times


wall_seconds = time.perf_counter


def _repeats(call: Callable[[], object], clock: Callable[[], float]) -> int:
    call()
    once = _seconds(call, 1, clock)
    return max(1, round(_SHORTEST_SAMPLE / max(once, 1e-7)))


def _seconds(call: Callable[[], object], repeats: int, clock: Callable[[], float]) -> float:
    """Return the mean seconds of a call. What earlier samples left behind is collected first, not at our expense."""
    gc.collect()
    start = clock()
    for _ in range(repeats):
        call()
    return (clock() - start) / repeats


def table(lines: list[Line]) -> Iterator[str]:
    """Yield the table, column under column; it is Markdown as well."""
    rows = [("what", "against", "ratio", "min–max", "target", "met", "note"), *map(_cells, lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        if place == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|"


def _cells(line: Line) -> tuple[str, ...]:
    target = "–" if line.target is None else str(line.target)
    if not line.ratios:
        return line.what, line.against, "skipped", "", target, "–", line.note
    times = "x" if line.is_faster else ""
    spread = f"{min(line.ratios):.2f}–{max(line.ratios):.2f}"
    met = "–" if line.target is None else "NOT met" if line.is_missed else "met"
    return line.what, line.against, f"{line.ratio:.2f}{times}", spread, target, met, line.note
