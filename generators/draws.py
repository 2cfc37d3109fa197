"""Choices drawn from a seed: the same ones in every process, on every platform, under every version of Python.

Only `random.Random(text).random()` is used, whose sequence Python guarantees; how its numbers become choices is written
here, because what `randrange`, `shuffle` and `sample` make of them has changed between versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TypeVar

from grader.core.numbers import Number, whole

Item = TypeVar("Item")


class Draws:
    """The choices that follow from one seed; any text is a seed, also one that is no valid Unicode."""

    def __init__(self, seed: str) -> None:
        # A text seeds by its UTF-8, so that is the same seed; only, the text itself may not hold half a surrogate pair.
        self.unit = Random(seed.encode("utf-8", "surrogatepass")).random  # noqa: S311  # exercises, not secrets

    def below(self, count: int) -> int:
        """Return one of 0 … count − 1, each as likely."""
        share = self.unit()
        try:
            return int(share * count)
        except OverflowError:  # more than any float
            return int(Fraction(share) * count)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` different places' items in random order (the first steps of Fisher and Yates' shuffle)."""
        pool, unit, size = list(items), self.unit, len(items)
        for place in range(count):
            other = place + int(unit() * (size - place))
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]

    def shares(self, parts: int, count: int) -> list[Number]:
        """Return so many shares above 0, each some of these equal parts; they sum to 1."""
        cuts = [0, *sorted(self.sample(range(1, parts), count - 1)), parts]
        return [whole(Fraction(stop - start, parts)) for start, stop in pairwise(cuts)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return all items in random order."""
        return self.sample(items, len(items))


# -- why nothing was generated: a request that cannot be met, or that was not met within the stated effort


class RequestError(ValueError):
    """A request that contradicts itself or cannot be met by any values; the message says why and what to change."""


def check_between(wanted: tuple[int, int], least: int, most: int, what: str, option: str = "") -> None:
    """Refuse a range that is none, or that reaches beyond what there can be of `what`. Raises RequestError."""
    if not least <= wanted[0] <= wanted[1] <= most:
        raise RequestError(f"{option}expected {least} to {most} {what}")


class UnreachableError(RequestError):
    """A request with a count that no values can have; `guarantee` is the one that asks for it."""

    def __init__(self, message: str, guarantee: str) -> None:
        super().__init__(message)
        self.guarantee = guarantee


class NotFoundError(RequestError):
    """A request that no draw met; `guarantee` is the one that stood in the way most often, `nearby` a request that works."""

    def __init__(self, message: str, guarantee: str, nearby: str = "") -> None:
        super().__init__(message)
        self.guarantee, self.nearby = guarantee, nearby
