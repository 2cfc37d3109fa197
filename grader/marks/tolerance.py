"""When a given number counts as the expected one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isinf

from grader.exact import INFINITY, Bound, Number
from grader.rules import TIED

_DOUBT = 1e-8
"""Floats that are no further from the border decide nothing."""
_FLOAT_ERROR = Fraction(1, 2**50)


def is_right_number(expected: Bound, given: Bound, decimals: int | None, *, stated: bool) -> bool:
    """Return whether the given number counts as the expected one.

    It does if they are equal or, where the expected number is not whole (or `stated`: the problem sets decimals
    itself), if they differ by at most half a unit of the last decimal, ends included.
    """
    if given == expected:
        return True
    if decimals is None or isinstance(expected, float) or isinstance(given, float):
        return False
    if isinstance(expected, int) and not stated:
        return False
    return _differ_by_at_most(Fraction(1, 2 * 10**decimals), given, expected)


def _differ_by_at_most(most: Fraction, given: Number, expected: Number) -> bool:
    """Return whether two numbers differ by no more: |a/b - c/d| <= p/q, multiplied out, 5 times as fast as fractions."""
    above, below = given.denominator, expected.denominator
    difference = abs(given.numerator * below - expected.numerator * above)
    return difference * most.denominator <= most.numerator * above * below


def is_right_score(expected: float, given: Bound, decimals: int | None) -> bool:
    """Return whether the given UCB score is the expected one to the number of decimals; inf only equals inf."""
    if expected == INFINITY or (isinstance(given, float) and isinf(given)):
        return given == expected
    if (surely := _is_surely_right_score(expected, given, decimals)) is not None:
        return surely
    exact = Fraction(expected)
    if isinstance(given, float):
        given = Fraction(given)
    # A float written out is not quite that float.
    return _differ_by_at_most(_room(decimals) + abs(exact) * _FLOAT_ERROR, given, exact)


def _is_surely_right_score(expected: float, given: Bound, decimals: int | None) -> bool | None:
    """Return what floats tell without doubt, which is nearly always; None where only exact numbers can tell."""
    try:
        apart = abs(float(given) - expected)
    except OverflowError:
        return None
    beyond = apart - float(_room(decimals))
    return None if abs(beyond) <= _DOUBT * (1 + abs(expected)) else beyond < 0


@cache
def _room(decimals: int | None) -> Fraction:
    """Return by how much a score may differ, whatever its size."""
    return Fraction(TIED) + (0 if decimals is None else Fraction(1, 2 * 10**decimals))
