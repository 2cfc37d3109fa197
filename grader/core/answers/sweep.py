"""What is found at every x of a problem with one unknown number, piece by piece: what a picture with a slider needs."""

from fractions import Fraction
from typing import NamedTuple

from grader.core.intervals import Interval, is_in
from grader.core.numbers import Bound, Number

Coefficients = tuple[Bound, Number]
"""The number a + b·x as (a, b); an infinity is (inf, 0)."""


class AtNode(NamedTuple):
    """What stands at one node: the number that is found there and its window, each as coefficients.

    `is_skipped`: the search does not come there; `is_top`: the edge above it is the one that is cut; `probability`: that of this
    edge, where x is in it.
    """

    key: int
    number: Coefficients | None = None
    window: tuple[Coefficients, Coefficients] | None = None
    is_skipped: bool = False
    is_top: bool = False
    probability: Coefficients | None = None


class SweepPiece(NamedTuple):
    """Numbers x for which every node's number and window is one a + b·x: whether what is asked holds there, and the rest of a sentence that begins with x."""

    interval: Interval
    holds: bool
    sentence: str
    nodes: tuple[AtNode, ...]


class Sweep(NamedTuple):
    """Where a slider for x stops, each stop with its text, the pieces from left to right, and the stops at which something turns over."""

    stops: tuple[tuple[Number, str], ...]
    pieces: tuple[SweepPiece, ...]
    turns: tuple[Number, ...]

    def piece_of(self, x: Number) -> int:
        """Return which piece x lies in."""
        return next(place for place, piece in enumerate(self.pieces) if is_in(x, (piece.interval,)))

    def nearest(self, x: Number) -> int:
        """Return which stop is nearest to a number."""
        return min(range(len(self.stops)), key=lambda place: abs(Fraction(self.stops[place][0]) - Fraction(x)))
