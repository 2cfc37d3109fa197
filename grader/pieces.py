"""A question with one unknown x, answered for every x of an interval by asking it at few of them.

What asks it says at each x what was found, and at which other x a comparison would have come out otherwise. So what was
found inside an interval without any of these holds for all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Generic, NamedTuple, TypeVar

from grader.exact import Bound, Number, whole
from grader.intervals import Interval, point

T = TypeVar("T")
MOST_RUNS = 2000


class TooManyRuns(Exception):
    """More runs are needed than are allowed."""


class Piece(NamedTuple, Generic[T]):
    """A point, or an interval without its ends, for all of which the same was found; `at` is where it was found."""

    interval: Interval
    at: Number
    found: T


Look = Callable[[Number], tuple[T, Iterable[Number]]]
"""From x to what is found there, and the points at which a comparison that was made there would turn over."""


Inside = Callable[[Bound, Bound], Number]
"""From the ends of an open interval to a point in it."""


def pieces_of(domain: Interval, look: Look[T], most: int = MOST_RUNS, inside: Inside | None = None) -> list[Piece[T]]:
    """Return what is found over the whole domain, piece by piece from left to right. Raises TooManyRuns.

    Each interval is looked at in one point, which `inside` chooses (default: one that is short to write), and split where a comparison turns over inside it; the part around the
    point needs no second look. Nothing more is looked at once what is known to be looked at still is more than is allowed.
    """
    left, choose = most, inside or inside_of
    found: list[Piece[T]] = []

    def looked(at: Number) -> tuple[T, Iterable[Number]]:
        nonlocal left
        left -= 1
        return look(at)

    ends = {end for end in (domain.low, domain.high) if not isinstance(end, float)}
    points: list[Number] = [end for end in ends if domain.low <= end <= domain.high]
    waiting = [(domain.low, domain.high)] if domain.low < domain.high else []
    while waiting:
        if len(waiting) + len(points) > left:
            raise TooManyRuns
        low, high = waiting.pop()
        at = choose(low, high)
        what, turns = looked(at)
        splits = sorted({turn for turn in turns if low < turn < high})
        if at in splits:
            found.append(Piece(point(at), at, what))
        points += [split for split in splits if split != at]
        edges = [low, *splits, high]
        for start, stop in pairwise(edges):
            if start < at < stop:
                found.append(Piece(Interval(start, stop), at, what))
            else:
                waiting.append((start, stop))
    if len(points) > left:
        raise TooManyRuns
    found += [Piece(point(at), at, looked(at)[0]) for at in points]
    return sorted(found, key=lambda piece: (piece.interval.low, piece.interval.high))


def inside_of(low: Bound, high: Bound) -> Number:
    """Return a short number between two others."""
    if isinstance(low, float):
        return 0 if isinstance(high, float) else high - 1
    if isinstance(high, float):
        return low + 1
    middle = Fraction(low + high) / 2
    return floor(middle) if low < floor(middle) else whole(middle)
