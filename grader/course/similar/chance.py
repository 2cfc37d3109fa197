"""How probable it is that so much agrees by chance, and what is left of that where very many are compared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

_ONE = 1 << 256


NOTHING = Fraction(1, 20)
"""What is no less probable than this is nothing to speak of, when it is not picked from many."""


class Draw(NamedTuple):
    """An answer to an exercise that another student agrees with by chance once in `of / hits` times, or did in fact (`agrees`)."""

    hits: int
    of: int
    agrees: bool
    exercise: str = ""

    @property
    def weight(self) -> int:
        """Return how much it says that two agree: how often the probability can be doubled before it is 1.

        >>> Draw(1, 64, True).weight, Draw(1, 100, True).weight, Draw(2, 3, True).weight, Draw(0, 5, False).weight
        (6, 6, 0, 0)
        """
        return (self.of // self.hits).bit_length() - 1 if self.hits else 0


def surprise(draws: Sequence[Draw]) -> int:
    """Return the weights of those that agree, together."""
    return sum(draw.weight for draw in draws if draw.agrees)


def tail(draws: Sequence[Draw], least: int) -> Fraction:
    """Return the probability that independent draws agree with weights of `least` or more together.

    From above, by less than 2**-200: the sums are whole numbers, so their distribution is made one draw at a time, with
    each share rounded up.

    >>> float(tail([Draw(1, 4, True), Draw(1, 4, False)], 2)), float(tail([Draw(1, 4, True), Draw(1, 2, True)], 3))
    (0.4375, 0.125)
    """
    mass = [_ONE] + [0] * least if least else [_ONE]
    for draw in draws:
        weight = draw.weight
        if not weight:
            continue
        after = [-(-held * (draw.of - draw.hits) // draw.of) for held in mass]
        for at, held in enumerate(mass):
            after[min(at + weight, least)] += -(-held * draw.hits // draw.of)
        after[least] = min(after[least], _ONE) if least else _ONE
        mass = after
    return Fraction(mass[least], _ONE)


def alone(draws: Sequence[Draw]) -> str:
    """Return the exercise on which all of the agreement rests: without it there is nothing to speak of; none if there is no such."""
    agreeing = dict.fromkeys(draw.exercise for draw in draws if draw.agrees)
    for exercise in agreeing:
        rest = [draw for draw in draws if draw.exercise != exercise]
        if tail(rest, surprise(rest)) > NOTHING:
            return exercise
    return ""


def holm(found: Sequence[Fraction], comparisons: int) -> list[Fraction]:
    """Return the probabilities corrected for so many comparisons, of which these, in order, have the smallest: Holm 1979.

    >>> [str(p) for p in holm([Fraction(1, 1000), Fraction(1, 100)], 10)]
    ['1/100', '9/100']
    """
    corrected, most = [], Fraction(0)
    for place, probability in enumerate(found):
        most = min(max(most, probability * (comparisons - place)), Fraction(1))
        corrected.append(most)
    return corrected
