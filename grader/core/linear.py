"""Numbers a + b·x of one unknown x, which remember at which x a comparison of theirs would turn over.

A search that is run on them behaves as it does at one point: it adds, scales and compares, and each comparison goes by the
point of the run. Each notes in the run where it would come out otherwise; what was found at the point holds up to the
nearest of these. No rule knows of x.
"""

from fractions import Fraction
from math import isinf
from typing import TypeAlias

from grader.core.numbers import Number, show_number, whole


class Run:
    """One run of a search at a point of x: its own record, which the numbers of the run write to.

    `crossings` are the straight lines a + b·x, as (a, b), whose sign some comparison went by.
    """

    __slots__ = ("at", "crossings")

    def __init__(self, at: Number) -> None:
        self.at = at
        self.crossings: set[tuple[Number, Number]] = set()

    def turns(self) -> set[Number]:
        """Return the points at which a comparison of the run would turn over."""
        return {_zero(constant, slope) for constant, slope in self.crossings}


def _zero(constant: Number, slope: Number) -> Number:
    """Return where a line is zero; most are of whole numbers, which need no fraction."""
    if isinstance(constant, int) and isinstance(slope, int) and not constant % slope:
        return -constant // slope
    return whole(Fraction(-constant) / slope)


class Linear:
    """The number `constant` + `slope`·x, exactly; a sum or product without x left in it is a plain number again.

    Without a run it stands for itself, as in a document: it can be written, added and scaled. It may be any number then, so
    it lies within any bounds (<= and >= hold), and is neither equal to another nor truly above or below.

    >>> run = Run(at=2)
    >>> x = X.during(run)
    >>> max(5 + x, 3 * x), sorted(run.turns())
    (5 + x, [Fraction(5, 2)])
    """

    __slots__ = ("constant", "run", "slope")
    __hash__ = None  # type: ignore[assignment]  # equal at one point only

    def __init__(self, constant: Number, slope: Number, run: Run | None = None) -> None:
        self.constant = constant
        self.slope = slope
        self.run = run

    def during(self, run: Run) -> "Linear":
        """Return the same number as a run sees it."""
        return Linear(self.constant, self.slope, run)

    def at(self, x: Number) -> Number:
        """Return what it is at one x."""
        return whole(self.constant + Fraction(self.slope) * x)

    # arithmetic: an infinity swallows it

    def __add__(self, other: "Term") -> "Term":
        if isinstance(other, Linear):
            return _made(self.constant + other.constant, self.slope + other.slope, self.run or other.run)
        if isinstance(other, float):
            if isinf(other):
                return other
            other = Fraction(other)
        return Linear(self.constant + other, self.slope, self.run)

    __radd__ = __add__

    def __neg__(self) -> "Linear":
        return Linear(-self.constant, -self.slope, self.run)

    def __sub__(self, other: "Term") -> "Term":
        return self + -other

    def __rsub__(self, other: "Term") -> "Term":
        return -self + other

    def __mul__(self, factor: "Term") -> "Term":
        if isinstance(factor, Linear):
            raise TypeError("x times x is no straight line")
        if isinstance(factor, float):
            factor = Fraction(factor)
        return _made(self.constant * factor, self.slope * factor, self.run)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Number) -> "Term":
        return self * (Fraction(1) / divisor)

    # comparisons: by the point of the run, which notes where they turn over

    def _above(self, other: "Term") -> "Term":
        """Return by how much it is above another number at the point of the run."""
        if isinstance(other, Linear):
            constant, slope, run = self.constant - other.constant, self.slope - other.slope, self.run or other.run
        elif isinstance(other, float):
            if isinf(other):
                return -other
            constant, slope, run = self.constant - Fraction(other), self.slope, self.run
        else:
            constant, slope, run = self.constant - other, self.slope, self.run
        if not slope:
            return constant
        if run is None:
            raise TypeError("a number with x can only be compared in a run")
        run.crossings.add((constant, slope))
        return constant + slope * run.at

    def __lt__(self, other: "Term") -> bool:
        return bool(self._above(other) < 0)

    def __le__(self, other: "Term") -> bool:
        return self._is_anything(other) or bool(self._above(other) <= 0)

    def __gt__(self, other: "Term") -> bool:
        return bool(self._above(other) > 0)

    def __ge__(self, other: "Term") -> bool:
        return self._is_anything(other) or bool(self._above(other) >= 0)

    def _is_anything(self, other: "Term") -> bool:
        return self.run is None and getattr(other, "run", None) is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Linear | int | float | Fraction) and bool(self._above(other) == 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __str__(self) -> str:
        """Return it as a sentence holds it: "x", "1 - x", "3 + 1/2 x"."""
        size = -self.slope if self.slope < 0 else self.slope
        term = "x" if size == 1 else f"{show_number(whole(size))} x"
        if not self.constant:
            return term if self.slope > 0 else f"-{term}"
        return f"{show_number(whole(self.constant))} {'+' if self.slope > 0 else '-'} {term}"

    __repr__ = __str__


def _made(constant: Number, slope: Number, run: Run | None) -> Linear | Number:
    return Linear(constant, slope, run) if slope else whole(constant)


Term: TypeAlias = Linear | Number | float
"""What a number with an unknown is added to, compared with and scaled by: a float is one of the infinities."""

X = Linear(0, 1)
ONE_MINUS_X = Linear(1, -1)
