"""The ladder of windows: one bar for each node from the root down, all on one number line.

One sees that the window of a player's child lies in its parent's (an outcome of a chance node has one of its own), and that a cut is a bar without room. Places on the line are shares of
its width: 0 is −∞, 1 is ∞, and the numbers of the problem lie between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor, log10
from typing import NamedTuple

from grader.exact import Bound

_EDGE = 0.04
"""The share of the line at either end that is left to infinity."""
_MOST_TICKS = 6
_WIDEST = 10**5
"""The longest line that is read with the help of numbers below it."""


class Rung(NamedTuple):
    """The window of one node: its bounds as text and as shares of the line; `is_cut` once a step has said so.

    `taken` is the share at which the number stands that the node takes in at this step.
    """

    place: int
    alpha: str
    beta: str
    low: float
    high: float
    is_cut: bool = False
    taken: float | None = None


class Scale(NamedTuple):
    """A number line from the least to the largest number that a problem states."""

    least: Fraction
    most: Fraction

    def share(self, number: Bound) -> float:
        """Return where a number stands; what lies beyond the line stands at its end.

        >>> line = scale_of([0, 10])
        >>> line.share(5), line.share(float("-inf")), line.share(12)
        (0.5, 0.0, 0.96)
        """
        if isinstance(number, float):
            return 0.0 if number < 0 else 1.0
        along = float(min(max((number - self.least) / (self.most - self.least), Fraction(0)), Fraction(1)))
        return round(_EDGE + (1 - 2 * _EDGE) * along, 4)

    def ticks(self) -> list[tuple[float, str]]:
        """Return (share, text) of a few round numbers on the line; none where they would be hard to read.

        >>> [text for _, text in scale_of([-3, 24]).ticks()]
        ['0', '5', '10', '15', '20']
        """
        width = self.most - self.least
        if not 1 / Fraction(_WIDEST) < width < _WIDEST or max(abs(self.least), abs(self.most)) > _WIDEST:
            return []
        unit = next(unit for unit in _units(width) if width / unit <= _MOST_TICKS)
        places = range(ceil(self.least / unit), floor(self.most / unit) + 1)
        return [(self.share(unit * place), _tick(unit * place)) for place in places]


def _units(width: Fraction) -> Iterator[Fraction]:
    """Yield 1, 2 and 5 times the powers of ten, from one that is small beside the width."""
    power = floor(log10(width)) - 1
    while True:
        yield from (digit * Fraction(10) ** power for digit in (1, 2, 5))
        power += 1


def _tick(number: Fraction) -> str:
    return f"{float(number):g}".replace("-", "−")


def scale_of(numbers: Iterable[Bound]) -> Scale:
    """Return the line that holds all the finite numbers, with room on both sides of a single one.

    >>> scale_of([7, float("inf")]).ticks()[0]
    (0.04, '6')
    """
    finite = [Fraction(number) for number in numbers if not isinstance(number, float)]
    least, most = min(finite, default=Fraction(0)), max(finite, default=Fraction(0))
    return Scale(least, most) if least < most else Scale(least - 1, most + 1)
